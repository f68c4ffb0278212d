"""Vendored files are what their manifest says, and nothing else lies beside them."""

import hashlib
import json

from tests.repo.sources import PACKAGE

VENDOR = PACKAGE / "web" / "vendor"
MANIFEST = json.loads((VENDOR / "manifest.json").read_text(encoding="utf-8"))
WRITTEN_HERE = {"manifest.json", "preact.js"}  # and type declarations


def test_every_vendored_file_is_what_the_manifest_says() -> None:
    found = {entry["file"]: hashlib.sha256((VENDOR / entry["file"]).read_bytes()).hexdigest() for entry in MANIFEST}
    assert found == {entry["file"]: entry["sha256"] for entry in MANIFEST}


def test_every_vendored_file_has_its_licence_beside_it() -> None:
    for entry in MANIFEST:
        assert entry["licence"] in {"MIT", "Apache-2.0", "OFL-1.1", "BSD-3-Clause", "ISC"}, entry
        assert (VENDOR / entry["licence_file"]).stat().st_size > 500, entry
        assert entry["name"] and entry["version"], entry


def test_nothing_else_lies_there() -> None:
    listed = {entry[key] for entry in MANIFEST for key in ("file", "licence_file")}
    lying = {path.name for path in VENDOR.iterdir() if not path.name.endswith(".d.ts")}
    assert lying == listed | WRITTEN_HERE
