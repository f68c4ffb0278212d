"""Types of the page for what goes over the line are those of the structs."""

from typing import Literal

import msgspec
import pytest
from msgspec import UNSET, Struct, UnsetType, inspect

from tools import wire_types


def test_the_types_of_the_page_are_those_of_today() -> None:
    """After a change of a struct: `python -m tools.wire_types`."""
    assert wire_types.PATH.read_text(encoding="utf-8") == wire_types.written()


def test_bodies_and_messages_are_all_there() -> None:
    written = wire_types.written()
    for name in ("NewTable", "TableView", "GameDetails", "ReplayView", "Act", "StepsMessage", "StepTold", "Message"):
        assert f"}} {name}" in written


class Toy(Struct, tag="toy"):
    """A toy to be
    played with."""

    word: Literal["a", "b"]
    either: int | str | None
    lists: list[list[int] | None]
    by_name: dict[str, float] = {}
    unset: bool | UnsetType = UNSET


@pytest.mark.parametrize(("is_answer", "by_name"), [(True, "by_name"), (False, "[by_name]")])
def test_what_becomes_of_a_struct(is_answer: bool, by_name: str) -> None:
    record = inspect.type_info(Toy)
    assert isinstance(record, inspect.StructType)
    assert wire_types.typedef(record, is_answer).splitlines() == [
        "/**",
        " * @typedef {object} Toy A toy to be",
        " * @property {'toy'} type",
        " * @property {'a' | 'b'} word",
        " * @property {number | string | null} either",
        " * @property {(number[] | null)[]} lists",
        f" * @property {{Record<string, number>}} {by_name}",
        " * @property {boolean} [unset]",
        " */",
    ]


def test_what_a_struct_leaves_out_may_be_missing() -> None:
    class Sparse(Struct, omit_defaults=True):
        clause: str | None = None

    record = inspect.type_info(Sparse)
    assert isinstance(record, inspect.StructType)
    assert "[clause]" in wire_types.typedef(record, is_answer=True)
    assert msgspec.json.encode(Sparse()) == b"{}"
