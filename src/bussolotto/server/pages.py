"""The page and its files: read once, answered with an ETag, gzipped where that helps."""

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
from bussolotto.games import NAMES
from bussolotto.server.problems import NotFound

WEB = files("bussolotto") / "web"
SMALL = 1_000  # bytes: below this gzip gains nothing
MEDIA_TYPES = {"webmanifest": "application/manifest+json"}  # that not every system knows
PACKED = (".woff2", ".png", ".jpg", ".webp")  # are compressed already
REMARK = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)  # on lines of their own
PAGES = ["/", "/t/{name:str}", "/s/{name:str}", "/m/{name:str}", "/r/{name:str}", "/p/{name:str}", "/open"]

HttpRequest = Request[Any, Any, Any]


class Asset(NamedTuple):
    """A file as it is served."""

    plain: bytes
    gzipped: bytes | None
    etag: str
    media_type: str


class Assets:
    """Files by path, read again when they have changed on the disk."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[bytes, Asset]] = {}

    def of(self, path: str, content: bytes) -> Asset:
        """The asset of this content; `path` gives its media type."""
        kept = self._kept.get(path)
        if kept is None or kept[0] != content:
            kept = self._kept[path] = content, _asset(path, content)
        return kept[1]


assets = Assets()


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest) -> Response[bytes]:
    return _answer(request, "index.html", _read("index.html"))


@get("/web/{path:path}", include_in_schema=False, sync_to_thread=False)
def web_file(request: HttpRequest, path: str) -> Response[bytes]:
    name = path.strip("/")
    return _answer(request, name, _read(name))


@get("/locale/{name:str}", include_in_schema=False, sync_to_thread=False)
def catalogue(request: HttpRequest, name: str) -> Response[bytes]:
    language = name.removesuffix(".json")
    if not name.endswith(".json") or language not in locale.LANGUAGES:
        raise NotFound("catalogue", name)
    return _answer(request, f"locale/{name}", msgspec.json.encode(locale.of_pages(language)))


@get("/locale/{language:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
def catalogue_apart(request: HttpRequest, language: str, name: str) -> Response[bytes]:
    """Of the table of a game, or an area that comes later."""
    part = name.removesuffix(".json")
    known = language in locale.LANGUAGES and part in {*NAMES, *locale.areas(language)}
    if not name.endswith(".json") or not known:
        raise NotFound("catalogue", name)
    texts = locale.of_table(language, part) if part in NAMES else locale.of_area(language, part)
    return _answer(request, f"locale/{language}/{name}", msgspec.json.encode(texts))


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def service_worker(request: HttpRequest) -> Response[bytes]:
    """At the root, for it serves every page; with its release in it, so that a browser notices a new one."""
    return _answer(request, "sw.js", _read("worker/service.js").replace(b"of this release", release().encode()))


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: HttpRequest) -> Response[bytes]:
    """What a browser shows of the installed page, in the language that it asks for."""
    asked = request.headers.get("accept-language", "")[:2].lower()
    language = asked if asked in locale.LANGUAGES else "en"
    content = _read("manifest.webmanifest").decode()
    for key in ("app.about", "app.matches", "app.file"):
        content = content.replace(key, locale.phrase(language, key))
    return _answer(request, f"manifest.{language}.webmanifest", content.encode(), "accept-encoding, accept-language")


HANDLERS = [page, web_file, catalogue, catalogue_apart, service_worker, manifest]


@cache
def release() -> str:
    """A name for all that pages consist of, as it was when this server was first asked; any change makes another."""
    digest = hashlib.sha256()
    waiting: list[Traversable] = [WEB]
    while waiting:
        found = waiting.pop()
        if found.is_dir():
            waiting += sorted(found.iterdir(), key=lambda entry: entry.name)
        else:
            digest.update(found.name.encode() + b"\0" + found.read_bytes())
    for language in locale.LANGUAGES:
        digest.update(msgspec.json.encode(locale.catalogue(language)))
    return digest.hexdigest()[:16]


def wants_page(request: HttpRequest) -> bool:
    """Is this somebody with a browser who has lost his way? Scripts and the page's own requests get a problem."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def not_found() -> Response[bytes]:
    """The page, which says kindly that nothing lies at its address."""
    return Response(_read("index.html"), status_code=404, media_type="text/html; charset=utf-8")


def _read(name: str) -> bytes:
    """The content of a file under `web`. Raises NotFound, also for whatever lies elsewhere."""
    found: Traversable = WEB
    for part in name.split("/"):
        if part in ("", ".", "..") or "\\" in part or "\0" in part:
            raise NotFound("file", name)
        found = found / part
    if not found.is_file():
        raise NotFound("file", name)
    return found.read_bytes()


def _asset(path: str, content: bytes) -> Asset:
    packed = None
    if path.endswith(".js") and not path.startswith("vendor/"):
        content = without_remarks(content)
    if len(content) > SMALL and not path.endswith(PACKED):
        packed = gzip.compress(content, mtime=0)
    media_type = MEDIA_TYPES.get(path.rpartition(".")[2]) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    if media_type.startswith("text/") or media_type == "application/json":
        media_type += "; charset=utf-8"
    return Asset(content, packed, f'"{hashlib.sha256(content).hexdigest()[:24]}"', media_type)


def without_remarks(script: bytes) -> bytes:
    """A script without what it tells readers and the type checker: a quarter of its weight. Lines keep their place."""
    return REMARK.sub(lambda remark: b"\n" * remark[0].count(b"\n"), script)


def _answer(request: HttpRequest, path: str, content: bytes, vary: str = "accept-encoding") -> Response[bytes]:
    asset = assets.of(path, content)
    headers = {"etag": asset.etag, "cache-control": "no-cache", "vary": vary}
    if asset.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = asset.plain
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)
