from __future__ import annotations

import json
import socket
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.web.scripted import House, ScriptedDesk
from web.app import create_app
from web.server import ListenError, PortInUse, open_server


def test_a_port_in_use_is_named_with_what_to_do(desk: ScriptedDesk, house: House) -> None:
    house.open()
    with pytest.raises(PortInUse, match=rf"^port {house.port} on '127.0.0.1' is taken .* choose another port$"):
        open_server(create_app(desk), "127.0.0.1", house.port)


def test_a_port_that_is_only_bound_is_in_use_too(desk: ScriptedDesk) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(PortInUse):
            open_server(create_app(desk), "127.0.0.1", other.getsockname()[1])


def test_an_address_of_another_machine_is_refused(desk: ScriptedDesk) -> None:
    with pytest.raises(ListenError, match=r"^cannot serve on '203.0.113.7' port 0"):
        open_server(create_app(desk), "203.0.113.7", 0)


def test_a_server_that_never_ran_gives_its_port_back(desk: ScriptedDesk) -> None:
    first = open_server(create_app(desk), "127.0.0.1", 0)
    first.close()
    first.close()
    second = open_server(create_app(desk), "127.0.0.1", first.port)
    second.close()
    second.run()


def test_a_server_stops_with_screens_still_listening(house: House) -> None:
    house.open()
    connection = HTTPConnection("127.0.0.1", house.port, timeout=20)
    connection.request("GET", "/stream")
    answer = connection.getresponse()
    house.close()
    assert house.thread is not None
    assert not house.thread.is_alive()
    house.open()
    answer.close()
    connection.close()


def test_screens_in_the_whole_house_are_served(desk: ScriptedDesk) -> None:
    server = open_server(create_app(desk), "0.0.0.0", 0)
    assert server.port > 0
    server.close()


@pytest.mark.parametrize(
    ("request_line", "body", "status", "said"),
    [
        ("POST /tap HTTP/1.1", b"x" * 70_000, 413, "Det är mer än 4096 tecken; så mycket säger inget tryck."),
        ("this is no HTTP", b"", 400, "Det går inte att göra här (400)."),
    ],
)
def test_what_never_reaches_the_screens_is_answered_in_their_form_too(
    house: House, request_line: str, body: bytes, status: int, said: str
) -> None:
    house.open()
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as connection:
        head = f"{request_line}\r\nHost: table\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)
        answer = HTTPResponse(connection)
        answer.begin()
        told = json.loads(answer.read())
    assert (answer.status, answer.getheader("Content-Type")) == (status, "application/json")
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert (told["accepted"], told["text"]["sv"]) == (False, said)
