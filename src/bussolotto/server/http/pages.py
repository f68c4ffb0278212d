"""The page and its files: read once, served with an ETag, and gzipped where that helps."""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response, get

from bussolotto import locale
from bussolotto.core.errors import refuse
from bussolotto.games import knows, names, packages
from bussolotto.server.http.requests import collect_handlers

PACKAGE = files("bussolotto")
SMALL = 200  # bytes: gzip gains nothing below this size
MEDIA_TYPES = {"webmanifest": "application/manifest+json"}  # not known on every system
PACKED = (".woff2", ".png", ".jpg", ".webp")  # already compressed
SHELF_PICTURE = "shelf.webp"  # of a game's table, made by `python -m tools.shelf_pictures`
FOREVER = "public, max-age=31536000, immutable"  # of what is asked for by the digest of its content
REMARKS = {  # by the ending of files that are served without
    "js": re.compile(rb"[ \t]*/\*\*(?:(?!\*/).)*\*/", re.DOTALL),
    "css": re.compile(rb"[ \t]*/\*(?:(?!\*/).)*\*/", re.DOTALL),
}
INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
LATER_PART = re.compile(rf"{locale.LATER}(.+?)({'|'.join(locale.TOLD)})")
PAGES = [
    *("/", "/open", "/admin", "/my-games", "/puzzle", "/dice", "/lab", "/sheets"),
    *("/t/{name:str}", "/s/{name:str}", "/m/{name:str}", "/r/{name:str}", "/p/{name:str}", "/puzzle/{name:str}"),
    *("/r/{name:str}/review", "/r/{name:str}/dice", "/lab/{name:str}", "/sheets/{name:str}"),
    "/sheets/{name:str}/edit",
]

HttpRequest = Request[Any, Any, Any]
_assets: dict[str, "Asset"] = {}


class Asset(NamedTuple):
    """A file as served, and the source content it was made from."""

    source: bytes
    plain: bytes
    gzipped: bytes | None
    etag: str
    media_type: str


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest) -> Response[bytes]:
    return _answer(request, "index.html", page_content())


@get("/web/{path:path}", include_in_schema=False, sync_to_thread=False)
def web_file(request: HttpRequest, path: str) -> Response[bytes]:
    name = path.strip("/")
    return _answer(request, name, _read(name))


@get("/games/{game:str}/page/{path:path}", include_in_schema=False, sync_to_thread=False)
def game_file(request: HttpRequest, game: str, path: str) -> Response[bytes]:
    """Serve a file of a game's page. No other files in the game's folder are served."""
    known, name = game.replace("_", "-"), path.strip("/")
    if "-" in game or known not in packages():
        raise refuse("not-found", what="file", name=name)
    return _answer(request, f"games/{game}/page/{name}", _read(name, _page_folder(known)))


@get("/locale/{name:str}", include_in_schema=False, sync_to_thread=False)
def catalogue(request: HttpRequest, name: str) -> Response[bytes]:
    language = name.removesuffix(".json")
    if not name.endswith(".json") or language not in locale.LANGUAGES:
        raise refuse("not-found", what="catalogue", name=name)
    return _answer(request, f"locale/{name}", msgspec.json.encode(locale.of_pages(language)))


@get("/locale/{language:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
def catalogue_apart(request: HttpRequest, language: str, name: str) -> Response[bytes]:
    """Serve a separate catalogue: that of a game, or of an area that is loaded later."""
    part = name.removesuffix(".json")
    if not name.endswith(".json") or language not in locale.LANGUAGES:
        raise refuse("not-found", what="catalogue", name=name)
    if part in locale.areas(language):
        texts = locale.of_area(language, part)
    elif part in names():
        texts = locale.of_table(language, part)
    else:
        return Response(msgspec.json.encode(_of_sheet(language, part)), media_type="application/json")
    return _answer(request, f"locale/{language}/{name}", msgspec.json.encode(texts))


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def service_worker(request: HttpRequest) -> Response[bytes]:
    """Serve the service worker at the root, so it covers every page, with its release, so browsers detect updates."""
    return _answer(request, "sw.js", _read("worker/service.js").replace(b"of this release", release().encode()))


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: HttpRequest) -> Response[bytes]:
    """Serve the web app manifest in the language that the browser requests."""
    asked = request.headers.get("accept-language", "")[:2].lower()
    language = asked if asked in locale.LANGUAGES else "en"
    content = _read("manifest.webmanifest").decode()
    for key in ("app.about", "app.matches", "app.file"):
        content = content.replace(key, locale.phrase(language, key))
    return _answer(request, f"manifest.{language}.webmanifest", content.encode(), "accept-encoding, accept-language")


HANDLERS = collect_handlers(globals())


@cache
def release() -> str:
    """Return a hash of all files that pages consist of, computed on first use. Any change gives a different one."""
    digest = hashlib.sha256()
    waiting: list[Traversable] = [
        PACKAGE / "web",
        *(folder for game in sorted(packages()) if (folder := _page_folder(game)).is_dir()),
    ]
    while waiting:
        found = waiting.pop()
        if found.is_dir():
            waiting += sorted(found.iterdir(), key=lambda entry: entry.name)
        else:
            digest.update(found.name.encode() + b"\0" + found.read_bytes())
    for language in locale.LANGUAGES:
        digest.update(msgspec.json.encode(locale.catalogue(language)))
    return digest.hexdigest()[:16]


def _of_sheet(language: str, part: str) -> dict[str, str]:
    """Return the texts of a rule sheet; its parts that games load later are empty. Raises NotFound."""
    later = LATER_PART.fullmatch(part)
    game = later[1] if later else part
    if not knows(game):
        raise refuse("not-found", what="catalogue", name=part)
    return {} if later else locale.of_table(language, game)


def page_of(game: str, module: str = "page.js") -> str | None:
    """Return the path of a module of this game's own page, of the page itself unless told, or None if it has none."""
    has_page = game in packages() and (_page_folder(game) / module).is_file()
    return f"/games/{game.replace('-', '_')}/page/{module}" if has_page else None


def picture_of(game: str) -> str | None:
    """Return the path of the picture of this game's table, which changes with its content; None if it has none."""
    if game not in packages():
        return None
    picture = _page_folder(game) / SHELF_PICTURE
    if not picture.is_file():
        return None
    return f"/games/{game.replace('-', '_')}/page/{SHELF_PICTURE}?v={_digest(picture.read_bytes())}"


def wants_page(request: HttpRequest) -> bool:
    """Return whether this is a person using a browser. Scripts and the page's own requests get a problem document."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def answer_page(request: HttpRequest) -> Response[bytes]:
    """Return the page, which shows what belongs to the address."""
    return _answer(request, "index.html", page_content())


def page_content() -> bytes:
    """Return the page, which is the same at every address."""
    return _read("index.html")


def answer_not_found() -> Response[bytes]:
    """Return the page with status 404. It shows a friendly message that nothing exists at this address."""
    return Response(page_content(), status_code=404, media_type="text/html")


def _page_folder(game: str) -> Traversable:
    """Return the folder where the page of a game would be."""
    return files(packages()[game]) / "page"


def _read(name: str, folder: Traversable = PACKAGE / "web") -> bytes:
    """Return the content of a file in this folder. Raises NotFound, also for any path outside it."""
    found = folder
    for part in name.split("/"):
        if part in ("", ".", "..") or "\\" in part or "\0" in part:
            raise refuse("not-found", what="file", name=name)
        found = found / part
    if not found.is_file():
        raise refuse("not-found", what="file", name=name)
    return found.read_bytes()


def _asset(path: str, source: bytes) -> Asset:
    packed = None
    content = source if path.startswith("vendor/") else slimmed(path, source)
    if len(content) > SMALL and not path.endswith(PACKED):
        packed = gzip.compress(content, mtime=0)
    media_type = MEDIA_TYPES.get(path.rpartition(".")[2]) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    if media_type == "application/json":
        media_type += "; charset=utf-8"  # as Litestar adds to text
    return Asset(source, content, packed, f'"{_digest(content)}"', media_type)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:24]


def slimmed(path: str, source: bytes) -> bytes:
    """Remove remarks and what lines are indented by from a script or a style sheet; leave any other file.

    Of a script only doc comments go, those with types, too. That is a third of its size. Line numbers stay the same.
    """
    remark = REMARKS.get(path.rpartition(".")[2])
    if remark is None:
        return source
    return INDENT.sub(b"", remark.sub(lambda found: b"\n" * found[0].count(b"\n"), source))


def _answer(request: HttpRequest, path: str, content: bytes, vary: str = "accept-encoding") -> Response[bytes]:
    asset = _assets.get(path)
    if asset is None or asset.source != content:  # the file has changed on disk
        asset = _assets[path] = _asset(path, content)
    lasting = f'"{request.query_params.get("v")}"' == asset.etag
    headers = {"etag": asset.etag, "cache-control": FOREVER if lasting else "no-cache", "vary": vary}
    if asset.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = asset.plain
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)
