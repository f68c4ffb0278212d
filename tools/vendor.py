"""Fetch the libraries and fonts that the page ships, and write down what they are.

    python tools/vendor.py

needs npm, which asks the registry that the machine is set up for. Every file lands in `src/bussolotto/web/vendor/`
with its licence; `manifest.json` there holds name, version, licence and SHA-256 of each, and a test compares them.
"""

import hashlib
import json
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

NOBLE_IMPORT = re.compile(rb'from "\./_?(md|u64|utils)\.js"')
VENDOR = Path(__file__).parent.parent / "src" / "bussolotto" / "web" / "vendor"


class Package(NamedTuple):
    """A package of the npm registry, at a version, and which of its files we ship under what name."""

    name: str
    version: str
    files: dict[str, str]


THREE = "0.185.0"  # the last release that ships itself minified; later ones are twice as heavy
NOBLE = ("sha2", "hmac", "_md", "_u64", "utils")  # SHA-256 and HMAC for pages without Web Crypto: plain http
PACKAGES = (
    Package("preact", "11.2.0", {"dist/preact.mjs": "preact-core.js", "hooks/dist/hooks.mjs": "preact-hooks.js"}),
    Package("htm", "3.1.1", {"dist/htm.module.js": "htm.js"}),
    Package("modern-screenshot", "4.7.0", {"dist/index.mjs": "modern-screenshot.js"}),
    Package("@noble/hashes", "2.4.0", {f"{part}.js": f"noble-{part.strip('_')}.js" for part in NOBLE}),
    Package("cannon-es", "0.20.0", {"dist/cannon-es.js": "cannon-es.js"}),
    Package("three", THREE, {f"build/three.{part}.min.js": f"three.{part}.min.js" for part in ("core", "module")}),
    Package("@fontsource-variable/figtree", "5.3.0", {"files/figtree-latin-wght-normal.woff2": "figtree.woff2"}),
    Package("@fontsource/young-serif", "5.3.0", {"files/young-serif-latin-400-normal.woff2": "young-serif.woff2"}),
)


def main() -> None:
    """Fetch all packages and rewrite the manifest."""
    entries = [entry for package in PACKAGES for entry in fetch(package)]
    manifest = json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
    (VENDOR / "manifest.json").write_text(manifest, encoding="utf-8")


def fetch(package: Package) -> list[dict[str, str]]:
    """Put the wanted files of a package into the vendor folder; their lines of the manifest."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{package.name}@{package.version}"
        subprocess.run(["npm", "pack", "--silent", wanted], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        return [keep(package, Path(folder) / "package", source, name) for source, name in package.files.items()]


def keep(package: Package, unpacked: Path, source: str, name: str) -> dict[str, str]:
    """Copy one file and the licence of its package; its line of the manifest."""
    content = (unpacked / source).read_bytes()
    if name.endswith(".js"):
        content = relative(content)
    (VENDOR / name).write_bytes(content)
    licence = f"{Path(name).stem}.licence.txt"
    (VENDOR / licence).write_bytes((unpacked / "LICENSE").read_bytes())
    return {
        "file": name,
        "name": package.name,
        "version": package.version,
        "licence": json.loads((unpacked / "package.json").read_text(encoding="utf-8"))["license"],
        "licence_file": licence,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def relative(script: bytes) -> bytes:
    """As released, but without its source map line, and naming what it imports by our file: without an import map."""
    script = NOBLE_IMPORT.sub(rb'from "./noble-\1.js"', script)
    if b"//# sourceMappingURL" not in script and b'from"preact"' not in script:
        return script
    lines = [line for line in script.splitlines() if not line.startswith(b"//# sourceMappingURL")]
    return b"\n".join(lines).replace(b'from"preact"', b'from"./preact-core.js"') + b"\n"


if __name__ == "__main__":
    main()
