"""How many multiplications a network does, worked out from its ONNX file: the same on every machine.

Only what the project's own networks are made of is known: convolutions, poolings, sums.
The file is protocol-buffer wire format; field numbers are those of onnx.proto.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

Size = tuple[int, int]
"""Rows and columns."""


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a network."""

    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    settings: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Graph:
    """A network's steps in order, and the shapes of its weights."""

    nodes: tuple[Node, ...]
    weights: dict[str, tuple[int, ...]]


def operations(path: Path, size: Size) -> int:
    """Multiplications for one input of this size."""
    graph = read_graph(path)
    sizes: dict[str, Size] = {}
    total = 0
    for node in graph.nodes:
        before = next((sizes[name] for name in node.inputs if name in sizes), size)
        after = _size_after(node, graph, before)
        sizes.update(dict.fromkeys(node.outputs, after))
        total += _multiplications(node, graph, after)
    return total


def _multiplications(node: Node, graph: Graph, after: Size) -> int:
    return after[0] * after[1] * prod(graph.weights[node.inputs[1]]) if node.operator == "Conv" else 0


def _size_after(node: Node, graph: Graph, before: Size) -> Size:
    if node.operator in ("Relu", "Add"):
        return before
    if node.operator not in ("Conv", "MaxPool"):
        raise ValueError(f"what '{node.operator}' costs is not known; see vision/operations.py")
    kernel = node.settings.get("kernel_shape") or graph.weights[node.inputs[1]][2:]
    strides, pads = node.settings.get("strides", (1, 1)), node.settings.get("pads", (0, 0, 0, 0))
    wide = node.settings.get("dilations", (1, 1))
    rows, columns = (
        (before[side] + pads[side] + pads[side + 2] - wide[side] * (kernel[side] - 1) - 1) // strides[side] + 1
        for side in (0, 1)
    )
    return rows, columns


def read_graph(path: Path) -> Graph:
    """The steps and weights' shapes in an ONNX file."""
    model = dict(_fields(path.read_bytes()))
    parts = [(number, _bytes(value)) for number, value in _fields(_bytes(model[7])) if number in (1, 5)]
    weights = dict(_weights(part) for number, part in parts if number == 5)
    return Graph(tuple(_node(part) for number, part in parts if number == 1), weights)


def _node(data: bytes) -> Node:
    fields = list(_fields(data))
    named = {number: tuple(_bytes(value).decode() for n, value in fields if n == number) for number in (1, 2, 4)}
    settings = dict(_setting(_bytes(value)) for number, value in fields if number == 5)
    return Node(named[4][0], named[1], named[2], settings)


def _setting(data: bytes) -> tuple[str, tuple[int, ...]]:
    fields = list(_fields(data))
    name = next(_bytes(value).decode() for number, value in fields if number == 1)
    return name, tuple(whole for number, value in fields if number in (3, 8) for whole in _wholes(value))


def _weights(data: bytes) -> tuple[str, tuple[int, ...]]:
    """Name and shape."""
    fields = list(_fields(data))
    shape = tuple(whole for number, value in fields if number == 1 for whole in _wholes(value))
    return next(_bytes(value).decode() for number, value in fields if number == 8), shape


def _wholes(value: int | bytes) -> tuple[int, ...]:
    """One number, or several packed into bytes."""
    if isinstance(value, int):
        return (value,)
    numbers, at = [], 0
    while at < len(value):
        number, at = _varint(value, at)
        numbers.append(number)
    return tuple(numbers)


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield number, value
            continue
        length, at = _varint(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        yield number, data[at : at + length]
        at += length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise ValueError("not an ONNX file: a number where a text or a part was expected")
    return value
