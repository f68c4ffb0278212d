"""The report of a study as one page that needs nothing else: no script, no network, light and dark, phone and desk.

It is made of the dict that `report` makes and of nothing else, so that page and JSON tell the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from bussolotto.study import plots
from bussolotto.study.wording import POINTS, Wording, scale

MARK = "bussolotto-study"  # the name under which a page says which study it tells
BOXES = ("plies", "turns")  # what is counted and drawn
ORDER = ("length", "wins", "points", "close", "endings")  # sections of the table
SECTIONS = {
    "plies": "length", "decisions": "length", "turns": "length", "lead_changes": "close",
    "place": "wins", "seat": "wins", "player": "wins", "points": "points", "winner": "points", "margin": "close",
    "tied": "close", "ending": "endings",
}  # fmt: skip


def page(report: dict[str, Any], language: str) -> str:
    """HTML. Raises MissingExtra."""
    plots.require()
    with plots.style():
        return Page(report, language).html()


class Page:
    """One report in one language."""

    def __init__(self, report: dict[str, Any], language: str) -> None:
        self._report = report
        self._words = Wording(language, report["game"])
        self._say = self._words.say
        self._names = [self._say("study.base"), *(self._words.change(change) for change in report["changes"])]
        self._drawn = 0

    def html(self) -> str:
        """All of it."""
        style = (files("bussolotto.study") / "page.css").read_text(encoding="utf-8")
        told = self._report
        body = [
            f"<p class=game>{escape(self._words.title())}</p>",
            f"<h1>{escape(self.question())}</h1>",
            *(f"<p class=answer>{self._answer(change)}</p>" for change in range(len(told["changes"]))),
            f"<p class=note>{escape(self._how_sure())}</p>",
        ]
        if told["played"] > 1:
            body += ["<div class=pictures>", *self._pictures(), "</div>", *self._tables()]
        body += self._how_made()
        head = (
            f'<!doctype html><html lang="{self._words.language}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="color-scheme" content="light dark"><meta name="{MARK}" content="{told["study"]}">'
            f"<title>{escape(self.question())}</title><style>{style}</style>"
        )
        return f"{head}<main>{''.join(body)}</main></html>\n"

    def question(self) -> str:
        """The question in a sentence."""
        changes = self._report["changes"]
        if len(changes) > 1:
            return self._say("study.questions", game=self._words.title(), n=len(changes))
        parts = [self._change(name, value) for name, value in changes[0].items()]
        return self._say("study.question", changes=f" {self._say('study.and')} ".join(parts))

    def _change(self, name: str, value: str) -> str:
        base = self._words.value(name, self._report["options"][name])
        told = self._words.value(name, value)
        return self._say("study.change", option=self._words.option(name), value=told, base=base)

    # --- the answer ---------------------------------------------------------------------------------------------------

    def _answer(self, change: int) -> str:
        """What the change does, in a few sentences."""
        effects = self._report["effects"][change]
        if not effects:
            return escape(self._say("study.nothing-played"))
        headline = self._report["effect"]
        told = [self._told(effects["plies"], "longer", "shorter", "same-length")]
        told.append(self._told(effects["place.0"], "starter-gains", "starter-loses", "starter-same"))
        if headline not in ("plies", "place.0"):
            told.insert(
                0, self._say("study.headline", measure=self._words.measure(headline), value=self._by(headline, change))
            )
        if most := self._most(change, ("plies", "place.0", headline)):
            told.append(self._say("study.most", measure=self._words.measure(most), value=self._by(most, change)))
        said = escape(" ".join(told))
        return said if len(self._names) == 2 else f"<b>{escape(self._names[change + 1])}</b><br>{said}"

    def _told(self, effect: dict[str, Any], more: str, less: str, same: str) -> str:
        """One effect as a sentence: which way it goes, or that it cannot be told from none."""
        factor, (low, high) = scale(effect["unit"]), self._ends(effect)
        half = factor * (high - low) / 2
        if low <= 0 <= high:
            largest = factor * max(abs(low), abs(high))
            return self._say(f"study.{same}", value=self._words.number(largest, 2))
        value = self._words.with_half(abs(factor * effect["difference"]), half, signed=False)
        return self._say(f"study.{more if effect['difference'] > 0 else less}", value=value)

    def _ends(self, effect: dict[str, Any]) -> list[float]:
        """The interval that holds: the one for a fixed number only where the number was fixed."""
        fixed = self._report["stopped"] == "matches" or not effect["anytime"]
        ends: list[float] = effect["interval" if fixed else "anytime"]
        return ends

    def _by(self, name: str, change: int) -> str:
        """An effect with its unit."""
        effect = self._report["effects"][change][name]
        factor, (low, high) = scale(effect["unit"]), self._ends(effect)
        value = self._words.with_half(factor * effect["difference"], factor * (high - low) / 2)
        return f"{value} {self._words.unit(effect['unit'], difference=True)}"

    def _most(self, change: int, told: Iterable[str]) -> str:
        """What else changes most, against how much it varies from match to match; empty if nothing surely does."""
        sides, found = self._sides(), {}
        for name, effect in self._report["effects"][change].items():
            low, high = self._ends(effect)
            if name not in told and SECTIONS[name.partition(".")[0]] != "wins" and not low <= 0 <= high:
                spread = max(sides[side]["measures"][name]["sd"] for side in (0, change + 1))
                found[name] = abs(effect["difference"]) / spread
        return max(found, key=found.__getitem__, default="")

    def _how_sure(self) -> str:
        told = self._report
        key = f"study.sure-{told['stopped']}"
        return self._say(key, n=told["played"], matches=self._words.whole(told["played"]))

    # --- pictures -----------------------------------------------------------------------------------------------------

    def _pictures(self) -> list[str]:
        told = [self._length(), self._places(), self._effect_sizes(), self._endings(), self._points(), self._trail()]
        told += [self._skill(), self._decisions(), self._own()]
        return [picture for picture in told if picture]

    def _picture(self, axes: Any, title: str, caption: str) -> str:
        self._drawn += 1
        drawing = plots.svg(axes, self._drawn, title, caption, self._words.point)
        return f"<figure><h2>{escape(title)}</h2>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"

    def _sides(self) -> list[dict[str, Any]]:
        sides: list[dict[str, Any]] = self._report["sides"]
        return sides

    def _length(self) -> str:
        counts = [side["counts"]["plies"] for side in self._sides()]
        medians = ", ".join(
            f"{name}: {self._words.whole(found['quantiles']['50'])}"
            for name, found in zip(self._names, counts, strict=True)
        )
        axes = plots.histogram(counts, self._names, self._words.unit("plies"))
        return self._picture(
            axes, self._say("study.picture.length"), self._say("study.caption.length", medians=medians)
        )

    def _places(self) -> str:
        seats = range(self._report["seats"])
        sides = [[self._mean(side, f"place.{place}") for place in seats] for side in self._sides()]
        rows = [self._words.place(place) for place in seats]
        axes = plots.dots(rows, sides, self._names, "%", 100 / len(rows))
        return self._picture(axes, self._say("study.picture.places"), self._say("study.caption.places"))

    def _mean(self, side: dict[str, Any], name: str) -> tuple[float, float]:
        found = side["measures"][name]
        factor = scale(found["unit"])
        return factor * found["mean"], 1.96 * factor * found["se"]

    def _effect_sizes(self) -> str:
        """Effects against how much each measure varies from match to match."""
        measures = self._sides()[0]["measures"]
        names = [name for name, found in measures.items() if found["sd"] and not name.startswith(("seat", "ending"))]
        sides = []
        for effects in self._report["effects"]:
            found = []
            for name in names:
                low, high = self._ends(effects[name])
                spread = measures[name]["sd"] / 100
                found.append((effects[name]["difference"] / spread, (high - low) / 2 / spread))
            sides.append(found)
        rows = [self._words.measure(name) for name in names]
        axes = plots.dots(rows, sides, self._names[1:], self._say("study.axis.spread"), 0.0, 1)
        return self._picture(axes, self._say("study.picture.effects"), self._say("study.caption.effects"))

    def _endings(self) -> str:
        names = [name for name in self._sides()[0]["measures"] if name.startswith("ending.")]
        sides = [[100 * side["measures"][name]["mean"] for name in names] for side in self._sides()]
        if all(max(side) >= 100 for side in sides):
            return ""
        axes = plots.bars([self._words.measure(name) for name in names], sides, self._names, "%")
        return self._picture(axes, self._say("study.picture.endings"), self._say("study.caption.endings"))

    def _points(self) -> str:
        names = [*(f"points.{place}" for place in range(self._report["seats"])), "winner", "margin"]
        sides = [[self._mean(side, name) for name in names] for side in self._sides()]
        rows = [self._words.place(place) for place in range(self._report["seats"])]
        rows += [self._words.measure("winner"), self._words.measure("margin")]
        axes = plots.dots(rows, sides, self._names, self._words.unit("points"))
        return self._picture(axes, self._say("study.picture.points"), self._say("study.caption.points"))

    def _trail(self) -> str:
        trails = [[look for look in trail if look[0] >= 100] for trail in self._report["trails"]]
        if any(len(trail) < 2 for trail in trails):
            return ""
        unit = self._report["effects"][0][self._report["effect"]]["unit"]
        scaled = [[[look[0], *(scale(unit) * value for value in look[1:])] for look in trail] for trail in trails]
        labels = (self._say("study.axis.matches"), self._words.unit(unit, difference=True))
        axes = plots.narrowing(scaled, self._names[1:], labels)
        title = self._say("study.picture.trail", measure=self._words.measure(self._report["effect"]))
        return self._picture(axes, title, self._say("study.caption.trail"))

    def _skill(self) -> str:
        found = self._report["skill"]
        if not found:
            return ""
        parts = [[side["share"], 1 - side["share"]] for side in found["sides"]]
        weak, strong = found["players"]
        names = [self._say("study.skill"), self._say("study.luck")]
        axes = plots.stacks(self._names, [part[::-1] for part in parts], names[::-1])
        return self._picture(
            axes, self._say("study.picture.skill"), self._say("study.caption.skill", weak=weak, strong=strong)
        )

    def _decisions(self) -> str:
        found = self._report["decisions"]
        if not found or any(side["share"] is None for side in found):
            return ""
        sides = [[(100 * side["share"], 0.0)] for side in found]
        sides = [
            [(100 * (low + high) / 2, 100 * (high - low) / 2)] for low, high in (side["interval"] for side in found)
        ]
        axes = plots.dots([self._say("study.matter")], sides, self._names, "%")
        threshold = self._words.number(100 * found[0]["threshold"], 1)
        caption = self._say("study.caption.decisions", threshold=threshold, rollouts=found[0]["rollouts"])
        return self._picture(axes, self._say("study.picture.decisions"), caption)

    def _own(self) -> str:
        found = self._report["own"]
        if not found:
            return ""
        key = f"study.own.{self._report['game']}"
        rows, parts = [], []
        for place in found["places"]:
            for side, name in zip(found["sides"], self._names, strict=True):
                if side[place]:
                    rows.append(f"{self._say(f'{key}.place', name=place)}, {name}")
                    parts.append([side[place][fate]["share"] for fate in found["fates"]])
        names = [self._say(f"{key}.{fate}") for fate in found["fates"]]
        axes = plots.stacks(rows, parts, names)
        return self._picture(axes, self._say(key), self._say("study.caption.own", n=found["matches"]))

    # --- tables -------------------------------------------------------------------------------------------------------

    def _tables(self) -> list[str]:
        told = []
        for change, name in enumerate(self._names[1:]):
            told.append(f"<h2>{escape(self._say('study.table', change=name))}</h2>")
            told.append(self._table(change, name))
        return [*told, *self._experiments()]

    def _table(self, change: int, name: str) -> str:
        heads = ["", self._say("study.difference"), self._say("study.base"), name, self._say("study.column.narrowing")]
        rows = []
        for section in ORDER:
            rows.append(
                f"<tbody><tr><th colspan=5 scope=rowgroup>{escape(self._say(f'study.section.{section}'))}</th></tr>"
            )
            rows += [
                self._row(measure, change)
                for measure in self._report["effects"][change]
                if SECTIONS[measure.partition(".")[0]] == section
            ]
            rows.append("</tbody>")
        return f"<div class=scroll tabindex=0><table>{_head(heads)}{''.join(rows)}</table></div>"

    def _row(self, name: str, change: int) -> str:
        base, changed = (self._sides()[side]["measures"][name] for side in (0, change + 1))
        effect = self._report["effects"][change][name]
        factor, (low, high) = scale(base["unit"]), self._ends(effect)
        sign = " %" if base["unit"] in POINTS else ""
        values = [f"{self._words.number(factor * found['mean'])}{sign}" for found in (base, changed)]
        by = self._words.with_half(factor * effect["difference"], factor * (high - low) / 2)
        clear = "" if low <= 0 <= high else " class=clear"
        narrowing = self._words.number(effect["narrowing"], 3)
        cells = "".join(f"<td>{value}</td>" for value in values)
        label = escape(self._words.measure(name))
        return f"<tr><th scope=row>{label}</th><td{clear}>{by}</td>{cells}<td>{narrowing}</td></tr>"

    def _experiments(self) -> list[str]:
        told = []
        if self._report["skill"]:
            told += [f"<h2>{escape(self._say('study.picture.skill'))}</h2>", self._skill_table()]
        if self._report["decisions"]:
            told += [f"<h2>{escape(self._say('study.picture.decisions'))}</h2>", self._decisions_table()]
        return told

    def _skill_table(self) -> str:
        found = self._report["skill"]
        heads = ["", self._say("study.skill"), self._say("study.difference")]
        effects = [None, *found["effects"]]
        rows = []
        for name, side, effect in zip(self._names, found["sides"], effects, strict=True):
            own = f"{self._share_with_half(side, signed=False)} %"
            by = "" if effect is None else self._share_with_half(effect)
            rows.append(f"<tr><th scope=row>{escape(name)}</th><td>{own}</td><td>{by}</td></tr>")
        note = self._say("study.note.skill", n=found["line_ups"], rounds=self._words.whole(found["rounds"]))
        return f"{_table(heads, rows)}<p class=note>{escape(note)}</p>"

    def _share_with_half(self, found: dict[str, Any], signed: bool = True) -> str:
        low, high = found["interval"]
        return self._words.with_half(100 * found["share"], 50 * (high - low), signed)

    def _decisions_table(self) -> str:
        keys = ("choices", "matter", "worth", "typical")
        rows = []
        for name, side in zip(self._names, self._report["decisions"], strict=True):
            cells = [self._words.number(side["choices"], 3), "-", "-", "-"]
            if side["share"] is not None:
                ends = [self._words.number(100 * end, 2) for end in side["interval"]]
                worth = self._words.with_half(100 * side["worth"], 196 * side["se"])
                typical = self._words.number(100 * side["typical"], 2)
                cells[1:] = [
                    f"{self._words.number(100 * side['share'], 2)} ({ends[0]}-{ends[1]}) %",
                    f"{worth} %",
                    f"{typical} %",
                ]
            rows.append(f"<tr><th scope=row>{escape(name)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        heads = ["", *(self._say(f"study.column.{key}") for key in keys)]
        return _table(heads, rows)

    # --- how it was made ----------------------------------------------------------------------------------------------

    def _how_made(self) -> list[str]:
        told = self._report
        options = ", ".join(f"{name}={value}" for name, value in told["options"].items()) or "-"
        libraries = ", ".join(f"{name} {version(name)}" for name in ("bussolotto", "numpy", "numba"))
        lines = {
            "command": f"<code>{escape(told['command'])}</code>",
            "players": escape(", ".join(told["players"])),
            "matches": self._words.whole(told["played"]),
            "seed": str(told["seed"]),
            "options": escape(options),
            "rules": str(told["rules"]),
            "versions": libraries,
        }
        rows = "".join(
            f"<dt>{escape(self._say(f'study.made.{key}'))}</dt><dd>{value}</dd>" for key, value in lines.items()
        )
        explained = "".join(f"<p>{escape(self._say(f'study.made.{key}'))}</p>" for key in ("pairs", "intervals"))
        return [f"<h2>{escape(self._say('study.made'))}</h2><dl>{rows}</dl>{explained}"]


def _head(heads: Sequence[str]) -> str:
    cells = "".join(f"<th scope=col>{escape(head)}</th>" if head else "<td></td>" for head in heads)
    return f"<thead><tr>{cells}</tr></thead>"


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    return f"<div class=scroll tabindex=0><table>{_head(heads)}<tbody>{''.join(rows)}</tbody></table></div>"
