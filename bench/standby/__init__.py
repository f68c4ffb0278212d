"""Two servers on one PostgreSQL database during play, a third one, and what may happen to them. Linux only.

`python -m bench standby --rounds 20 --duels 20`: so many rounds of each drill, by turns:

- `kill`: the owner is killed;
- `stop`: it is stopped in the orderly way (SIGTERM);
- `pause`: it stands still (SIGSTOP) for `--still` seconds, and at least until the other one has the site, and goes on
  (SIGCONT). Meanwhile it was sent requests; it must not answer any, though it cannot learn yet that it was taken over,
  and must end when it can;
- `cut`: its lease can be renewed no more, because the process of PostgreSQL for that connection stands still. Once
  another one has the site, it must answer nothing, and must end when it learns of that;
- `partition`, `no-requests`, `no-answers`: nothing passes between it and the database, in both directions or one. What
  it sent arrives late, when another one has the site;
- `database`: PostgreSQL is killed and started again under both;
- `failover`, `stalled`: PostgreSQL is killed, or stands still, and its synchronous replica is promoted. The old primary
  comes back, and nobody may write to it;
- `bus`: the NATS server is killed and started again, while half of the pages play by way of the standby;
- `bus-partition`, `bus-no-requests`, `bus-no-answers`: nothing passes between the owner and the bus, then between the
  standby and the bus, in both directions or one, for up to `--still` seconds. Half of the pages play by way of the
  standby: they go to the owner within seconds, and the others notice nothing. What was held back arrives late;
- `clock`: the wall clocks of both servers jump by a day, on and back;
- `database-clock`: that of the database jumps by an hour, on, so that the owner is taken over, and back. Statements
  find a clock that can be set before the one that PostgreSQL has;
- `update`: both are replaced by a later version, which changes the schema: the standby first.

A third server has tables alone, and there is a bus. As many matches more are played at its tables: half of the pages
are directly at it, the others come by way of the owner and the standby:

- `tables-kill`: it is killed, and the owner goes on with its tables;
- `tables-stop`: it is stopped in the orderly way, and gives its tables back;
- `tables-pause`: it stands still, as above;
- `tables-cut`, `tables-no-requests`, `tables-no-answers`: nothing passes between it and the database, both ways or one.
  What it sent arrives late, when the owner has its tables;
- `tables-bus`, `tables-bus-no-requests`, `tables-bus-no-answers`: nothing passes between it and the bus, both ways
  or one, for up to `--still` seconds. Pages that came by way of others go to it within seconds, and those directly at
  it notice nothing;
- `tables-owner`: the owner is killed. Who is directly at the table server plays on meanwhile, its tables stay there.

Each time it is started again, unless it went on, gets new tables, and is stopped at last. Every other server that ended
is started again as a standby. Pages play as in `drain`: what was not answered is sent again under the same id, to
whichever server takes it. At the end each acknowledged action must be stored once, the chains of all matches must be
whole, and everybody must sit where they sat. The database itself notes who writes under which fencing number
(`audit.py`).

The database is a private one that this starts, anew after each drill has been done once; with `--kept FILE`
(`tools/counting.py`) the rounds go on where they were interrupted. How long a takeover took is counted from what
happened to the owner until the other one is ready.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench import report
from bench.drain import THINK_S
from bench.report import Figure
from bench.seating import duels
from bench.standby import audit
from bench.standby.drills import DRILLS as OWNER_DRILLS
from bench.standby.drills import Drill, Round, play_on
from bench.standby.members import DURABLE, Site, site_of_two
from bench.standby.pages import Takeovers, playing
from bench.standby.table_drills import SEATS, TABLE_DRILLS
from bussolotto.server.store import inspection
from tests.server.stores import opened_at
from tools.counting import counted

__all__ = ["DRILLS", "figures_of", "main", "measure"]

DRILLS: dict[str, Drill] = {**OWNER_DRILLS, **TABLE_DRILLS}
ROUNDS, DUELS = 20, 20
PLAY_S = 1.0  # before each round
STILL_S = 30.0
BACK_S = 10.0
BARS_S = {  # median, longest
    "kill": (5.0, 10.0),
    "stop": (2.0, 2.0),
    "update": (2.0, 2.0),
    "tables-kill": (5.0, 10.0),
    "tables-stop": (2.0, 2.0),
}
STOP_S = 2.0
AWAY, LEFT = "time until a match was seen again", "time until a standby was left"
HANDED, ACKNOWLEDGEMENT = "wait as a table server stopped", "wait for an acknowledgement"
WAITS = {AWAY: BACK_S, LEFT: BACK_S, HANDED: STOP_S, ACKNOWLEDGEMENT: None}
ACKNOWLEDGED, ALONE = "acknowledged actions", "of these at a table server while nobody had the site"
ASKED = "asked of owners without a lease"
MERE = {ACKNOWLEDGED: 1, ALONE: None, ASKED: None}  # counts that need not be 0
BY_BUS = ("bus", "tables")  # how the names of drills begin that need a bus
ACTIONS = "SELECT name, message FROM decisions JOIN matches USING (number) WHERE message <> ''"


Tell = Callable[[str], None]  # hears how far the drills are


class Findings(NamedTuple):
    """What was found while drills were done: how often things happened, and how many seconds they took, by name."""

    counts: dict[str, int]
    seconds: dict[str, list[float]]  # "until another serves" is by drill


def measure(
    names: Sequence[str],
    number: int,
    think_s: float = THINK_S,
    settings: str = DURABLE,
    still_s: float = STILL_S,
    tell: Tell = lambda _: None,
) -> Findings:
    """Play, do these drills, and compare what was acknowledged with what is stored. `number` of duels."""
    with site_of_two(settings, with_bus=any(name.startswith(BY_BUS) for name in names)) as site:
        audit.begin(site)
        wanted = duels(site.owner.port, number)
        drill = asyncio.run(play(site, names, wanted, think_s, still_s, tell))
        stored = Counter((row[0], row[1]) for row in site.rows(ACTIONS))
        moved = drill.seats - set(site.rows(SEATS))
        stale = audit.count_stale(site)
        with opened_at(site.database) as database:
            found = inspection.inspect(database, lambda *_: None)
    counts = {
        ACKNOWLEDGED: len(drill.acked),
        ALONE: drill.alone,
        ASKED: drill.asked,
        "lost actions": len(set(drill.acked) - set(stored)),
        "doubled actions": sum(times > 1 for times in stored.values()),
        "stored actions that nobody sent": len(set(stored) - drill.sent),
        "matches with a broken order": len(found.findings),
        "seats that are somebody else's": len(moved),
        "writes under somebody else's lease": stale,
        "transactions of an old primary that came back": drill.written_back,
        "answers and messages of owners without a lease": len(drill.said),
    }
    waits = {AWAY: drill.away_s, LEFT: drill.left_s, HANDED: drill.handed_s, ACKNOWLEDGEMENT: drill.ack_s}
    return Findings(counts, waits | drill.seconds)


def figures_of(findings: Sequence[Findings]) -> list[Figure]:
    """The figures of all rounds. What is no mere figure must be 0."""
    seconds: dict[str, list[float]] = {}
    for some in findings:
        for name, took in some.seconds.items():
            seconds.setdefault(name, []).extend(took)
    counts = {name: sum(some.counts[name] for some in findings) for name in findings[0].counts}
    return [
        *(figure for name in DRILLS if name in seconds for figure in takeovers(name, seconds[name])),
        Figure(f"{AWAY}, median", median(seconds[AWAY] or [0.0]), "s"),
        *(longest(name, seconds[name], bar_s) for name, bar_s in WAITS.items()),
        *(Figure(name, count, "", MERE.get(name, 0), at_most=name not in MERE) for name, count in counts.items()),
    ]


def longest(name: str, seconds: Sequence[float], bar_s: float | None) -> Figure:
    """The longest of some waits."""
    return Figure(f"{name}, longest", max(seconds, default=0.0), "s", bar_s, at_most=True)


async def play(
    site: Site, names: Sequence[str], wanted: Sequence[dict[str, Any]], think_s: float, still_s: float, tell: Tell
) -> Takeovers:
    """Do these drills while these duels are played."""
    drill = Takeovers([member.port for member in site.members], think_s, seats=set(site.rows(SEATS)))
    async with playing(drill, wanted, drill.ports) as drill.pages:
        for number, name in enumerate(names, 1):
            tell(f"{number} of {len(names)}: {name}, {len(drill.acked)} actions acknowledged so far")
            await play_a_while(drill)
            drill.begun_s = time.perf_counter()
            await DRILLS[name](Round(site, drill, wanted, still_s))
            if drill.serves_s > drill.begun_s:
                drill.seconds.setdefault(name, []).append(drill.serves_s - drill.begun_s)
        await play_a_while(drill)
    return drill


async def play_a_while(drill: Takeovers) -> None:
    """Until something more is acknowledged, and a little longer."""
    await play_on(drill, 1)
    await asyncio.sleep(PLAY_S)


def takeovers(name: str, seconds: Sequence[float]) -> Iterator[Figure]:
    usual, longest = BARS_S.get(name, (None, None))
    yield Figure(f"{name}: until another serves, median of {len(seconds)}", median(seconds), "s", usual, at_most=True)
    yield Figure(f"{name}: until another serves, longest", max(seconds), "s", longest, at_most=True)


def main(arguments: list[str]) -> None:
    """Run as a command. Exit code 1 if anything is lost, doubled or said without a lease, or takes too long."""
    parser = argparse.ArgumentParser("python -m bench standby", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each drill")
    parser.add_argument("--drill", choices=DRILLS, action="append", help="may be repeated; by default all by turns")
    parser.add_argument("--duels", type=int, default=DUELS, help="so many matches of two are played meanwhile")
    parser.add_argument("--think", type=float, default=THINK_S, metavar="SECONDS", help="before each action")
    parser.add_argument("--still", type=float, default=STILL_S, metavar="SECONDS", help="of a pause; without a bus")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="go on where these rounds were interrupted")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = parser.parse_args(arguments)
    names = list(wanted.drill or DRILLS)

    def rounds(missing: Sequence[int]) -> Iterator[Findings]:
        for _ in missing:
            yield measure(names, wanted.duels, wanted.think, still_s=wanted.still, tell=partial(print, file=sys.stderr))

    of = f"{' '.join(names)}, {wanted.duels} duels, {wanted.think} s, {wanted.still} s"
    kept = counted(wanted.kept, of, range(wanted.rounds), rounds)
    figures = figures_of([Findings(*found) for _, found in kept])
    report.show({"standby": figures}, wanted.json)
    sys.exit(not all(figure.met for figure in figures))
