"""The report of a study as one self-contained page: no scripts, no network, light and dark, for phones and desktops.

It is made only from the dict that `report` returns, so the page and the JSON agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files
from math import inf
from typing import Any

from bussolotto.study import plots
from bussolotto.study.wording import POINTS, Wording, scale

MARK = "bussolotto-study"  # name of the meta element with the id of the study
ORDER = ("length", "wins", "points", "close", "endings")  # sections of the table
SECTIONS = {
    "plies": "length", "decisions": "length", "turns": "length", "lead_changes": "close",
    "place": "wins", "seat": "wins", "player": "wins", "points": "points", "winner": "points", "margin": "close",
    "tied": "close", "ending": "endings",
}  # fmt: skip


def page(report: dict[str, Any], language: str) -> str:
    """Return the report as HTML. Raises MissingExtra."""
    plots.require()
    with plots.style():
        return Page(report, language).html()


class Page:
    """One report in one language."""

    def __init__(self, report: dict[str, Any], language: str) -> None:
        self._report = report
        self._sides: list[dict[str, Any]] = report["sides"]
        self._words = Wording(language, report["game"])
        self._say = self._words.say
        self.names = [self._say("study.base"), *(self._words.change(change) for change in report["changes"])]
        self._drawn = 0

    def html(self) -> str:
        """Return the whole page."""
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
        """Return the question as a sentence."""
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

    def summary(self) -> list[str]:
        """Return the page as a few lines of plain text: the question, what each change does, how certain that is."""
        changes = range(len(self._report["changes"]))
        named = (f"{self.names[change + 1]}: {self._in_words(change)}" for change in changes)
        answers = [self._in_words(0)] if len(changes) == 1 else named
        return [self.question(), *answers, self._how_sure()]

    def figures(self, change: int) -> list[tuple[str, str, str, str]]:
        """Return for each measure its name, the effect of the change, and its mean before and after the change."""
        return [self._figures(name, change) for name in self._report["effects"][change]]

    def _figures(self, name: str, change: int) -> tuple[str, str, str, str]:
        effect = self._report["effects"][change][name]
        means = (scale(effect["unit"]) * self._sides[side]["measures"][name]["mean"] for side in (0, change + 1))
        sign = " %" if effect["unit"] in POINTS else ""
        before, after = (f"{self._words.number(mean)}{sign}" for mean in means)
        return self._words.measure(name), self._difference(effect), before, after

    def _answer(self, change: int) -> str:
        """Return what the change does, as HTML."""
        said = escape(self._in_words(change))
        if len(self.names) == 2 or not self._report["effects"][change]:
            return said
        return f"<b>{escape(self.names[change + 1])}</b><br>{said}"

    def _in_words(self, change: int) -> str:
        """Return what the change does, in a few sentences."""
        effects = self._report["effects"][change]
        if not effects:
            return self._say("study.nothing-played")
        headline = self._report["effect"]
        told = [self._describe(effects["plies"], "longer", "shorter", "same-length")]
        told.append(self._describe(effects["place.0"], "starter-gains", "starter-loses", "starter-same"))
        if headline not in ("plies", "place.0"):
            told.insert(0, self._by("study.headline", headline, change))
        if most := self._most(change, ("plies", "place.0", headline)):
            told.append(self._by("study.most", most, change))
        return " ".join(told)

    def _describe(self, effect: dict[str, Any], more: str, less: str, same: str) -> str:
        """Return one effect as a sentence: its direction and size, or that it cannot be distinguished from zero."""
        factor, (low, high) = scale(effect["unit"]), self._ends(effect)
        half = factor * (high - low) / 2
        if low <= 0 <= high:
            largest = factor * max(abs(low), abs(high))
            return self._say(f"study.{same}", value=self._words.number(largest, 2))
        value = self._words.with_half(abs(factor * effect["difference"]), half, signed=False)
        return self._say(f"study.{more if effect['difference'] > 0 else less}", value=value)

    def _ends(self, effect: dict[str, Any]) -> list[float]:
        """Return the valid interval: that for a fixed number only if the number was fixed or there is no other."""
        fixed = self._report["stopped"] == "matches" or not effect["anytime"]
        ends: list[float] = effect["interval" if fixed else "anytime"]
        return ends

    def _by(self, key: str, name: str, change: int) -> str:
        """Return a sentence that gives an effect with its unit."""
        effect = self._report["effects"][change][name]
        value = f"{self._difference(effect)} {self._words.unit(effect['unit'], difference=True)}"
        return self._say(key, measure=self._words.measure(name), value=value)

    def _difference(self, effect: dict[str, Any]) -> str:
        """Return an effect with half the width of its interval."""
        factor, (low, high) = scale(effect["unit"]), self._ends(effect)
        return self._words.with_half(factor * effect["difference"], factor * (high - low) / 2)

    def _most(self, change: int, told: Iterable[str]) -> str:
        """Return the other measure that changes most relative to its standard deviation, empty if none clearly does."""
        found = {}
        for name, effect in self._report["effects"][change].items():
            low, high = self._ends(effect)
            if name not in told and SECTIONS[name.partition(".")[0]] != "wins" and not low <= 0 <= high:
                spread = max(self._sides[side]["measures"][name]["sd"] for side in (0, change + 1))
                found[name] = abs(effect["difference"]) / spread if spread else inf
        return max(found, key=found.__getitem__, default="")

    def _how_sure(self) -> str:
        told = self._report
        key = f"study.sure-{told['stopped']}"
        return self._say(key, n=told["played"], matches=self._words.whole(told["played"]))

    # --- pictures -----------------------------------------------------------------------------------------------------

    def _pictures(self) -> list[str]:
        told = [self._length(), self._places(), self._effect_sizes(), self._endings(), self._points(), self._trail()]
        parts: dict[str, Callable[[Any], str]] = {"skill": self._skill, "decisions": self._decisions, "own": self._own}
        told += [draw(self._report[part]) for part, draw in parts.items() if self._report[part]]
        return [picture for picture in told if picture]

    def _picture(self, axes: Any, key: str, title: str = "", **values: object) -> str:
        """Return a figure with its caption, filled in with `values`, and a title, by default that of its key."""
        self._drawn += 1
        title = title or self._say(f"study.picture.{key}")
        caption = self._say(f"study.caption.{key}", **values)
        drawing = plots.svg(axes, self._drawn, title, caption, self._words.point)
        return f"<figure><h2>{escape(title)}</h2>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"

    def _length(self) -> str:
        counts = [side["counts"]["plies"] for side in self._sides]
        medians = ", ".join(
            f"{name}: {self._words.whole(found['quantiles']['50'])}"
            for name, found in zip(self.names, counts, strict=True)
        )
        axes = plots.histogram(counts, self.names, self._words.unit("plies"))
        return self._picture(axes, "length", medians=medians)

    def _places(self) -> str:
        rows = self._places_by_name("place")
        axes = plots.dots(list(rows.values()), self._means(rows), self.names, "%", 100 / len(rows))
        return self._picture(axes, "places")

    def _places_by_name(self, kind: str) -> dict[str, str]:
        """Return the name of each place by its measure of this kind."""
        return {f"{kind}.{place}": self._words.place(place) for place in range(self._report["seats"])}

    def _means(self, names: Iterable[str]) -> list[list[tuple[float, float]]]:
        """Return for each side and measure the mean and half the width of its 95 % interval."""
        sides = []
        for side in self._sides:
            found = [side["measures"][name] for name in names]
            sides.append([(scale(one["unit"]) * one["mean"], 1.96 * scale(one["unit"]) * one["se"]) for one in found])
        return sides

    def _effect_sizes(self) -> str:
        """Draw the effects relative to the standard deviation of each measure between matches."""
        measures = self._sides[0]["measures"]
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
        axes = plots.dots(rows, sides, self.names[1:], self._say("study.axis.spread"), 0.0, 1)
        return self._picture(axes, "effects")

    def _endings(self) -> str:
        names = [name for name in self._sides[0]["measures"] if name.startswith("ending.")]
        sides = [[100 * side["measures"][name]["mean"] for name in names] for side in self._sides]
        if all(max(side) >= 100 for side in sides):
            return ""
        axes = plots.bars([self._words.measure(name) for name in names], sides, self.names, "%")
        return self._picture(axes, "endings")

    def _points(self) -> str:
        rows = self._places_by_name("points") | {name: self._words.measure(name) for name in ("winner", "margin")}
        axes = plots.dots(list(rows.values()), self._means(rows), self.names, self._words.unit("points"))
        return self._picture(axes, "points")

    def _trail(self) -> str:
        trails = [[look for look in trail if look[0] >= 100] for trail in self._report["trails"]]
        if any(len(trail) < 2 for trail in trails):
            return ""
        unit = self._report["effects"][0][self._report["effect"]]["unit"]
        scaled = [[[look[0], *(scale(unit) * value for value in look[1:])] for look in trail] for trail in trails]
        labels = (self._say("study.axis.matches"), self._words.unit(unit, difference=True))
        axes = plots.narrowing(scaled, self.names[1:], labels)
        title = self._say("study.picture.trail", measure=self._words.measure(self._report["effect"]))
        return self._picture(axes, "trail", title)

    def _skill(self, found: dict[str, Any]) -> str:
        parts = [[side["share"], 1 - side["share"]] for side in found["sides"]]
        weak, strong = found["players"]
        names = [self._say("study.skill"), self._say("study.luck")]
        axes = plots.stacks(self.names, [part[::-1] for part in parts], names[::-1])
        return self._picture(axes, "skill", weak=weak, strong=strong)

    def _decisions(self, found: list[dict[str, Any]]) -> str:
        if any(side["share"] is None for side in found):
            return ""
        intervals = (side["interval"] for side in found)
        sides = [[(100 * (low + high) / 2, 100 * (high - low) / 2)] for low, high in intervals]
        axes = plots.dots([self._say("study.matter")], sides, self.names, "%")
        threshold = self._words.number(100 * found[0]["threshold"], 1)
        return self._picture(axes, "decisions", threshold=threshold, rollouts=found[0]["rollouts"])

    def _own(self, found: dict[str, Any]) -> str:
        key = f"study.own.{self._report['game']}"
        rows, parts = [], []
        for place in found["places"]:
            for side, name in zip(found["sides"], self.names, strict=True):
                if side[place]:
                    rows.append(f"{self._say(f'{key}.place', name=place)}, {name}")
                    parts.append([side[place][fate]["share"] for fate in found["fates"]])
        names = [self._say(f"{key}.{fate}") for fate in found["fates"]]
        axes = plots.stacks(rows, parts, names)
        return self._picture(axes, "own", self._say(key), n=found["matches"])

    # --- tables -------------------------------------------------------------------------------------------------------

    def _tables(self) -> list[str]:
        told = []
        for change, name in enumerate(self.names[1:]):
            told += [_heading(self._say("study.table", change=name)), self._effects_table(change, name)]
        tables: dict[str, Callable[[Any], str]] = {"skill": self._skill_table, "decisions": self._decisions_table}
        for key, table in tables.items():
            if found := self._report[key]:
                told += [_heading(self._say(f"study.picture.{key}")), table(found)]
        return told

    def _effects_table(self, change: int, name: str) -> str:
        heads = ["", self._say("study.difference"), self._say("study.base"), name, self._say("study.column.narrowing")]
        effects = self._report["effects"][change]
        bodies = []
        for section in ORDER:
            title = escape(self._say(f"study.section.{section}"))
            rows = [self._row(name, change) for name in effects if SECTIONS[name.partition(".")[0]] == section]
            bodies.append([f"<tr><th colspan=5 scope=rowgroup>{title}</th></tr>", *rows])
        return _table(heads, *bodies)

    def _row(self, name: str, change: int) -> str:
        label, by, before, after = self._figures(name, change)
        effect = self._report["effects"][change][name]
        low, high = self._ends(effect)
        clear = "" if low <= 0 <= high else " class=clear"
        narrowing = self._words.number(effect["narrowing"], 3)
        cells = f"<td{clear}>{by}</td><td>{before}</td><td>{after}</td><td>{narrowing}</td>"
        return f"<tr><th scope=row>{escape(label)}</th>{cells}</tr>"

    def _skill_table(self, found: dict[str, Any]) -> str:
        heads = ["", self._say("study.skill"), self._say("study.difference")]
        effects = [None, *found["effects"]]
        rows = []
        for name, side, effect in zip(self.names, found["sides"], effects, strict=True):
            own = f"{self._share_with_half(side, signed=False)} %"
            by = "" if effect is None else self._share_with_half(effect)
            rows.append(_row(name, [own, by]))
        note = self._say("study.note.skill", n=found["line_ups"], rounds=self._words.whole(found["rounds"]))
        return f"{_table(heads, rows)}<p class=note>{escape(note)}</p>"

    def _share_with_half(self, found: dict[str, Any], signed: bool = True) -> str:
        low, high = found["interval"]
        return self._words.with_half(100 * found["share"], 50 * (high - low), signed)

    def _decisions_table(self, sides: list[dict[str, Any]]) -> str:
        keys = ("choices", "matter", "worth", "typical")
        rows = []
        for name, side in zip(self.names, sides, strict=True):
            cells = [self._words.number(side["choices"], 3), "-", "-", "-"]
            if side["share"] is not None:
                found = [side["share"], *side["interval"], side["typical"]]
                share, low, high, typical = (self._words.number(100 * value, 2) for value in found)
                worth = self._words.with_half(100 * side["worth"], 196 * side["se"])
                cells[1:] = [f"{share} ({low}-{high}) %", f"{worth} %", f"{typical} %"]
            rows.append(_row(name, cells))
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
        return [f"{_heading(self._say('study.made'))}<dl>{rows}</dl>{explained}"]


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _table(heads: Sequence[str], *bodies: Sequence[str]) -> str:
    cells = "".join(f"<th scope=col>{escape(head)}</th>" if head else "<td></td>" for head in heads)
    parts = "".join(f"<tbody>{''.join(rows)}</tbody>" for rows in bodies)
    return f"<div class=scroll tabindex=0><table><thead><tr>{cells}</tr></thead>{parts}</table></div>"


def _row(name: str, cells: Sequence[str]) -> str:
    return f"<tr><th scope=row>{escape(name)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
