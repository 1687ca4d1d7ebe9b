import io
from itertools import count

from table.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, *, seconds_a_step: float) -> str:
    ticks = count()
    progress = Progress(4, stream, clock=lambda: seconds_a_step * next(ticks))
    for _ in range(4):
        progress.step()
    progress.clear()
    return stream.getvalue()


def test_long_work_has_a_bar_on_a_terminal_that_is_taken_away_at_the_end() -> None:
    said = shown(Terminal(), seconds_a_step=1.0)
    assert [part.split("] ")[1] for part in said.split("\r") if "of" in part] == ["1 of 4", "2 of 4", "3 of 4"]
    assert said.endswith("\r\x1b[K")


def test_short_work_has_none() -> None:
    assert shown(Terminal(), seconds_a_step=0.01) == ""


def test_a_file_gets_none() -> None:
    assert shown(io.StringIO(), seconds_a_step=1.0) == ""
