"""What goes over the line, as types of the page.

    python -m tools.wire_types

writes `web/wire.js`: every body that a route takes or answers with, and every message of the socket, from their
structs. What a page sends may leave out what has a default; what it is sent is complete, but for what a struct leaves
unset. A test holds the file to the structs.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from msgspec import inspect

from bussolotto.server import protocol
from bussolotto.server.app.application import ROUTES

PATH = Path(__file__).resolve().parent.parent / "src" / "bussolotto" / "web" / "wire.js"
HEAD = "What goes over the line, as types. Written by `python -m tools.wire_types`. Nothing here runs."
WIDTH = 116
SIMPLE = {
    inspect.AnyType: "any",
    inspect.RawType: "any",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}
HELD = {"steps": list[protocol.StepTold]}  # by field: what has been encoded before
Record = inspect.StructType | inspect.TypedDictType


def main() -> int:
    """Write the types."""
    PATH.write_text(written(), encoding="utf-8")
    return 0


def written() -> str:
    """All types, by name."""
    sent = {record.cls.__name__: record for kind in taken() for record in records(kind)}
    answered = {record.cls.__name__: record for kind in given() for record in records(kind)}
    types = sent | answered
    texts = [f"/** {HEAD} */", *(typedef(types[name], name in answered) for name in sorted(types))]
    for name, kind in {"Message": protocol.Message, "Request": protocol.Request}.items():
        texts.append(remark([f"@typedef {{{type_of(inspect.type_info(kind))}}} {name}"]))
    return "\n\n".join([*texts, "export {};\n"])


def taken() -> Iterator[inspect.Type]:
    """What routes and the socket take."""
    yield inspect.type_info(protocol.Request)
    for hints in handlers():
        if "data" in hints:
            yield inspect.type_info(hints["data"])


def given() -> Iterator[inspect.Type]:
    """What routes and the socket answer with."""
    yield inspect.type_info(protocol.Message)
    yield from map(inspect.type_info, HELD.values())
    for hints in handlers():
        answer = hints["return"]
        yield inspect.type_info(get_args(answer)[0] if get_origin(answer) is Response else answer)


def handlers() -> Iterator[dict[str, Any]]:
    """The types of every route."""
    for module in ROUTES:
        for handler in module.HANDLERS:
            yield get_type_hints(handler.fn)


def records(kind: inspect.Type) -> Iterator[Record]:
    """The structs that a type consists of, at any depth."""
    if isinstance(kind, Record):
        yield kind
        for field in kind.fields:
            yield from records(field.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from records(part)
    elif isinstance(kind, inspect.ListType):
        yield from records(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from records(kind.value_type)


def typedef(record: Record, is_answer: bool) -> str:
    """A struct as a type, with the first sentence that is said of it."""
    about = (record.cls.__doc__ or "").partition("\n")[0]
    head = textwrap.fill(f"@typedef {{object}} {record.cls.__name__} {about}", WIDTH, subsequent_indent="    ")
    lines = head.splitlines()
    tag = getattr(record, "tag", None)
    if tag is not None:
        lines.append(f"@property {{{shown(tag)}}} {getattr(record, 'tag_field', '')}")
    for field in record.fields:
        name = field.encode_name if is_complete(record, field, is_answer) else f"[{field.encode_name}]"
        lines.append(f"@property {{{type_of(held(field))}}} {name}")
    return remark(lines)


def remark(lines: Iterable[str]) -> str:
    """These lines as a remark."""
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */"


def held(field: inspect.Field) -> inspect.Type:
    """The type of a field, or of what has been encoded for it before."""
    is_raw = isinstance(field.type, inspect.RawType) and field.name in HELD
    return inspect.type_info(HELD[field.name]) if is_raw else field.type


def is_complete(record: Record, field: inspect.Field, is_answer: bool) -> bool:
    """Is this field always there?"""
    has_default = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
    omits = getattr(getattr(record.cls, "__struct_config__", None), "omit_defaults", False)
    return field.required or (is_answer and has_default and not omits)


def type_of(kind: inspect.Type) -> str:
    """A type in the words of the page."""
    if isinstance(kind, Record):
        return kind.cls.__name__
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(map(shown, kind.values))
    if isinstance(kind, inspect.UnionType):
        return " | ".join(dict.fromkeys(map(type_of, kind.types)))
    if isinstance(kind, inspect.ListType):
        item = type_of(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<string, {type_of(kind.value_type)}>"
    return SIMPLE[type(kind)]


def shown(value: str | int | None) -> str:
    """A value that is a type of its own."""
    return f"'{value}'" if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.exit(main())
