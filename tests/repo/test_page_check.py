"""Types of the page: they fit, and what is misspelt, missing or of a wrong type in a template or a state is found."""

import shutil
from pathlib import Path

import pytest

from tests.depth import full
from tests.repo.sources import ROOT
from tools import page_check
from tools.page_check import Script

needs_tsc = pytest.mark.skipif(
    not (shutil.which("node") and page_check.TSC.exists()), reason="no Node.js with the type checker of the page"
)
GAMES = "src/bussolotto/games"
WEB = "src/bussolotto/web"

# file, what stands there once, the same with a fault, and what is said of it
FAULTS = [
    (f"{GAMES}/raffzahn/page/page.js", "(view.covered[cell]", "(view.cvoered[cell]", "'cvoered' does not exist"),
    (f"{GAMES}/raffzahn/page/page.js", "number: view.number }", "number: view.taken.one }", "'one' does not exist"),
    (f"{GAMES}/raffzahn/page/page.js", "over=${match.over}", "over=${match.ovre}", "'ovre' does not exist"),
    (f"{GAMES}/perspectives/page/page.js", "[...view.added]", "[...view.aded]", "'aded' does not exist"),
    (f"{GAMES}/bunte_kuh/page/page.js", "case PHASE.falling:", "case PHASE.fallling:", "'fallling' does not exist"),
    (
        f"{GAMES}/wuerfelmarsch/page/hand.js",
        "option.army(view)",
        "option.army(view.army)",
        "to parameter of type 'View'",
    ),
    (f"{WEB}/pages/house-rules.js", "game.numbers.includes", "game.nubmers.includes", "'nubmers' does not exist"),
    (
        f"{WEB}/pages/parts/talk-later.js",
        "<${Bubbles} ...${props} open=${open} count",
        "<${Bubbles} ...${props} count",
        'missing: "open"',
    ),
    (
        f"{GAMES}/raffzahn/page/page.js",
        "places=${[]} taker=${taker} atOnce",
        "places=${[]} plaecs=${[]} taker=${taker} atOnce",
        "'plaecs' does not exist",
    ),
    (f"{GAMES}/cui_bono/page/page.js", "<${Pile} t=${t} ", "<${Pile} t=${7} ", "not assignable to type 'Translate'"),
    (f"{WEB}/pages/play.js", "<${Log} lines=${told} />", "<${Log} lines=${told.length} />", "Type 'number' is not"),
    (f"{WEB}/components/seats.js", '<${Icon} name="bot" />', '<${Icon} name="bto" />', '"bto"'),
    (f"{WEB}/pages/viewer.js", "<${Log} lines=${lines} at", "<${Log} lines=${lines} ...${{ jump: 7 }} at", "'number'"),
    (f"{WEB}/table/rolling.js", "ownPage(props.game)", "ownPage(props.gmae)", "'gmae'"),
]


@full
@needs_tsc
def test_all_types_of_the_page_fit() -> None:
    assert page_check.problems(ROOT) == []


@pytest.mark.parametrize(
    ("written", "checked"),
    [
        ("html`<p>${a}</p>`", '$list(html, $element("p").holds((a), ).end(), )'),
        ("html`<${A} b=${c} d />`", "$list(html, $of((A)).has({b: (c), d: true, }).end(), )"),
        ("html`<${A} ...${b} c=${d}/>`", "$list(html, $of((A)).has_all((b)).has({c: (d), }).end(), )"),
        ("html`<${A} key=${b} />`", "$list(html, $of((A)).known_by((b)).end(), )"),
        ("html`<${A}>word<//>`", '$list(html, $of((A)).has({children: $list("word", ), }).end(), )'),
        ("html`<${A}> <//>`", "$list(html, $of((A)).end(), )"),
        ("html`<${A}></${A}>`", "$list(html, $of((A)).end(), )"),
        ("html`<a b=\"c ${d}\" e='f' />`", '$list(html, $element("a").has({b: `c ${(d)}`, e: "f", }).end(), )'),
        ("html`<${A} b=${() => `}${c}`} />`", "$list(html, $of((A)).has({b: (() => `}${c}`), }).end(), )"),
        ("html`${a && html`<b />`}`", '$list(html, (a && $list(html, $element("b").end(), )), )'),
        ("const a = /`/.test(b) / 2; // html`\n", "const a = /`/.test(b) / 2; // html`\n"),
        ("'html`' + \"`\" + `a${'`'}\\``", "'html`' + \"`\" + `a${'`'}\\``"),
    ],
)  # fmt: skip
def test_what_a_template_becomes(written: str, checked: str) -> None:
    assert Script(written).translated() == checked


def test_every_line_stays_where_it_is() -> None:
    written = "a\nhtml`<${A}\n  b=${c}>\n  text\n  ${d(\n  )}\n</>`\ne\n"
    lines = Script(written).translated().splitlines()
    assert len(lines) == written.count("\n")
    assert "b: (c)" in lines[2] and '"text"' in lines[3] and "d(" in lines[4] and lines[-1] == "e"


@needs_tsc
def test_faults_are_found_where_they_are(tmp_path: Path) -> None:
    for file in page_check.scripts(ROOT):
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    wanted = {}
    for name, right, wrong, told in FAULTS:
        file = tmp_path / name
        text = file.read_text(encoding="utf-8")
        assert text.count(right) == 1, (name, right)
        file.write_text(text.replace(right, wrong), encoding="utf-8")
        wanted[f"{name}:{text.count(chr(10), 0, text.index(right)) + 1}: "] = told
    found = page_check.problems(tmp_path)
    unseen = [
        place
        for place, told in wanted.items()
        if not any(line.startswith(place) and told in line for line in said(found))
    ]
    assert unseen == [], found
    assert len([line for line in found if line.startswith("src/")]) == len(FAULTS)


def said(lines: list[str]) -> list[str]:
    """Every error as one line, with what stands indented under it."""
    joined: list[str] = []
    for line in lines:
        if line.startswith(" "):
            joined[-1] += line
        else:
            joined.append(line)
    return joined
