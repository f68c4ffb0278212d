"""What the requests and answers about house rules hold."""

from typing import Annotated

from msgspec import Meta, Struct

from bussolotto.server.http.bodies import Name
from bussolotto.server.protocol import OptionValue, Word

Authors = Annotated[list[Name], Meta(max_length=6)]
About = Annotated[str, Meta(max_length=200)]


class NewPreset(Struct, forbid_unknown_fields=True):
    """House rules to be kept under a name; those options that are not given are as printed.

    `authors`, `licence`, `about`: what a file tells of them; those that are not given stay as they were.
    """

    game: Word
    name: Name
    options: Annotated[dict[Word, OptionValue], Meta(max_length=32)] = {}
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    authors: Authors | None = None
    licence: Name | None = None
    about: About | None = None


class PresetView(Struct):
    """House rules under a name. `link` hands them on; `by` is what the guest is called who keeps them.

    `authors`, `licence`, `about`: as the file tells from which they were brought, else empty. `rules`: the version of
    the rules they were chosen for. `fits`: can a table be set with them today?
    """

    preset: str
    link: str
    game: str
    name: str
    by: str
    mine: bool
    rules: int
    options: dict[str, str]
    seats: int | None
    authors: list[str]
    licence: str
    about: str
    fits: bool
