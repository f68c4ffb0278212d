"""Types of the page and of its tests, the properties in its templates included.

    python -m tools.page_check

For `tsc` an htm template is a string: a misspelt property of a component passes. So this writes a copy of all scripts,
in which every template is calls that say the same, line by line, and has `tsc` check that:

    html`<${Pile} size=${8} ...${rest}>text<//>`    becomes
    $list(html, $of(Pile).has({size: 8, }).has_all(rest).has({children: $list("text", ), }).end(), )

The types of `$of` are in page_check.d.ts: a property must be known to the component and fit, and none may be missing.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "src/bussolotto"
PATTERNS = (
    f"{PACKAGE}/web/**/*.js",
    f"{PACKAGE}/web/**/*.d.ts",
    f"{PACKAGE}/games/*/page/**/*.js",
    "tests/page/*.js",
    "tests/page/*.d.ts",
)
SHAPES = ROOT / "tools" / "page_check.d.ts"
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
WORD = re.compile(r"[\w$]+")
TEXT_END = re.compile(r"<|\$\{|`")
NAME = re.compile(r"[^\s=>/]+")
BEFORE_REGEX = re.compile(r"(?:^|[(,=:\[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|of|in))$")
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
PLACE = re.compile(r"^(?P<file>[^\s(]+)\((?P<line>\d+),\d+\): (?P<text>.*)$")
ENDS = {"'": "'", '"': '"'}


def main() -> int:
    """Print what is wrong, as `file:line: error`."""
    found = problems(ROOT)
    print("\n".join(found) or "All types fit.")
    return 1 if found else 0


def problems(root: Path) -> list[str]:
    """What `tsc` finds wrong with the scripts of a checkout, as `file:line: error`."""
    with tempfile.TemporaryDirectory() as folder:
        shadow = Path(folder)
        write_shadow(root, shadow)
        command = ["node", str(TSC), "-p", str(shadow / "tsconfig.json"), "--pretty", "false"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=shadow, check=False)
        lines = done.stdout.splitlines()
    assert done.returncode == 0 or lines, done.stderr
    return [told(line) for line in lines]


def told(line: str) -> str:
    """A line of `tsc` without its column, which is one of the copy."""
    found = PLACE.match(line)
    return f"{found['file']}:{found['line']}: {found['text']}" if found else line


def write_shadow(root: Path, shadow: Path) -> None:
    """The copy of all scripts, with what `tsc` needs besides."""
    for file in scripts(root):
        copy = shadow / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".js" and "vendor" not in file.parts:
            copy.write_text(Script(file.read_text(encoding="utf-8")).translated(), encoding="utf-8")
        else:
            shutil.copy(file, copy)
    shutil.copy(SHAPES, shadow / "page_check.d.ts")
    settings = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))
    settings["include"].append("page_check.d.ts")
    (shadow / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    (shadow / "node_modules").symlink_to(ROOT / "node_modules")


def scripts(root: Path) -> Iterable[Path]:
    """All scripts and declarations of types."""
    for pattern in PATTERNS:
        yield from sorted(root.glob(pattern))


class Script:
    """A script that is read once, from its beginning to its end, and written down without templates."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._done: list[str] = []

    def translated(self) -> str:
        """The script with calls instead of templates; every line stays where it is."""
        self._code(until="")
        result = "".join(self._done)
        assert result.count("\n") == self._text.count("\n")
        return result

    # --- what a script is made of ---

    def _code(self, until: str) -> None:
        """Up to the end, or to a bracket that none has opened."""
        depth = 0
        while self._at < len(self._text):
            here = self._text[self._at]
            if here == until and depth == 0:
                return
            depth += (here == "{") - (here == "}")
            self._one(here)
        assert not until, "a bracket stays open"

    def _one(self, here: str) -> None:
        """A remark, a string, a template, a word, or one sign."""
        if self._sees("//"):
            self._copy_to(self._text.find("\n", self._at))
        elif self._sees("/*"):
            self._copy_to(self._text.index("*/", self._at) + 2)
        elif here in ENDS:
            self._string(here)
        elif self._sees("html`"):
            self._skip("html`")
            self._template()
        elif here == "`":
            self._plain_template()
        else:
            is_regex = here == "/" and BEFORE_REGEX.search(self._written())
            found = (REGEX if is_regex else WORD).match(self._text, self._at)
            self._copy_to(found.end() if found else self._at + 1)

    def _string(self, end: str) -> None:
        at = self._at + 1
        while self._text[at] != end:
            at += 2 if self._text[at] == "\\" else 1
        self._copy_to(at + 1)

    def _plain_template(self) -> None:
        self._copy_to(self._at + 1)
        while not self._sees("`"):
            if self._sees("${"):
                self._copy_to(self._at + 2)
                self._code(until="}")
                self._copy_to(self._at + 1)
            else:
                self._copy_to(self._at + (2 if self._sees("\\") else 1))
        self._copy_to(self._at + 1)

    # --- what a template is made of ---

    def _template(self) -> None:
        self._write("$list(html, ")
        self._children()
        self._skip("`")
        self._write(")")

    def _children(self) -> None:
        """Up to the end of the element or the template around them."""
        while not (self._sees("</") or self._sees("`")):
            if self._sees("<"):
                self._element()
            elif self._sees("${"):
                self._expression()
            else:
                self._words()
                continue
            self._write(", ")

    def _words(self) -> None:
        self._space()
        end = TEXT_END.search(self._text, self._at)
        assert end is not None
        said = self._text[self._at : end.start()]
        self._at = end.start()
        if said:
            self._write(json.dumps(" ".join(said.split())) + ", ")
        self._write("\n" * said.count("\n"))

    def _element(self) -> None:
        self._skip("<")
        is_component = self._sees("${")
        if is_component:
            self._write("$of(")
            self._expression()
            self._write(")")
        else:
            self._write(f"$element({json.dumps(self._name())})")
        self._attributes()
        if self._sees("/>"):
            self._skip("/>")
        else:
            self._skip(">")
            self._inside(is_component)
        self._write(".end()")

    def _inside(self, is_component: bool) -> None:
        """The children of an element, and its end."""
        start, before = self._at, len(self._done)
        self._write(".has({children: $list(" if is_component else ".holds(")
        self._children()
        has_some = bool(self._text[start : self._at].strip())
        self._write("), })" if is_component else ")")
        if not has_some:
            self._done[before:] = ["\n" * self._text.count("\n", start, self._at)]
        self._skip("</")
        while not self._sees(">"):
            if self._sees("${"):
                self._at = self._text.index("}", self._at)
            self._at += 1
        self._skip(">")

    def _attributes(self) -> None:
        is_open = False
        while True:
            self._space()
            ends = self._sees("/>") or self._sees(">")
            apart = self._sees("...") or self._sees("key=") or self._sees("ref=")
            if is_open and (ends or apart):
                self._write("})")
                is_open = False
            if ends:
                return
            if apart:
                self._apart()
                continue
            if not is_open:
                self._write(".has({")
                is_open = True
            self._attribute()

    def _apart(self) -> None:
        """Properties that another object has; or a key, which is none of the component."""
        if self._sees("..."):
            self._skip("...")
            self._write(".has_all(")
        else:
            self._name()
            self._skip("=")
            self._write(".known_by(")
        self._value()
        self._write(")")

    def _attribute(self) -> None:
        name = self._name()
        self._write((name if WORD.fullmatch(name) else json.dumps(name)) + ": ")
        if self._sees("="):
            self._skip("=")
            self._value()
        else:
            self._write("true")
        self._write(", ")

    def _value(self) -> None:
        if self._sees("${"):
            self._expression()
            return
        if not (self._sees('"') or self._sees("'")):
            self._write(json.dumps(self._name()))
            return
        end = self._text[self._at]
        self._at += 1
        parts = self._text[self._at : self._text.index(end, self._at)]
        if "${" not in parts:
            self._at += len(parts)
            self._write(json.dumps(parts))
        else:
            self._write("`")
            while not self._sees(end):
                if self._sees("${"):
                    self._write("${")
                    self._expression()
                    self._write("}")
                else:
                    self._copy_to(self._at + 1)
            self._write("`")
        self._skip(end)

    def _expression(self) -> None:
        self._skip("${")
        self._write("(")
        self._code(until="}")
        self._write(")")
        self._skip("}")

    # --- reading and writing ---

    def _sees(self, what: str) -> bool:
        return self._text.startswith(what, self._at)

    def _skip(self, what: str) -> None:
        assert self._sees(what), f"line {self._text.count(chr(10), 0, self._at) + 1}: {what} is missing"
        self._at += len(what)

    def _space(self) -> None:
        while self._text[self._at].isspace():
            self._write("\n" * self._sees("\n"))
            self._at += 1

    def _name(self) -> str:
        found = NAME.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return found[0]

    def _copy_to(self, end: int) -> None:
        self._write(self._text[self._at : end])
        self._at = end

    def _write(self, text: str) -> None:
        self._done.append(text)

    def _written(self) -> str:
        """The end of what is written, without space and remarks."""
        for piece in reversed(self._done):
            if piece.strip() and not piece.startswith(("//", "/*")):
                return piece.rstrip()
        return ""


if __name__ == "__main__":
    sys.exit(main())
