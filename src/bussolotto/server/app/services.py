"""All parts of a running server, built in one place. Each part knows only the parts that are passed to it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from bussolotto.core.errors import NotStored, Unreadable, refuse
from bussolotto.games import game as module_of
from bussolotto.server.app.loop_lag import LoopLag
from bussolotto.server.clock import ServerClock
from bussolotto.server.counts import ServerCounts
from bussolotto.server.draining import Draining
from bussolotto.server.guard.guard import Guard
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.guard.own_addresses import OwnAddresses
from bussolotto.server.http import own_matches
from bussolotto.server.http.file_check import FileCheck
from bussolotto.server.limits import Limits
from bussolotto.server.match.background import Background
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.dice_reports import DiceReports
from bussolotto.server.match.hints import Hints
from bussolotto.server.match.kept_reviews import KeptReviews
from bussolotto.server.match.lab import Lab
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.puzzles import Puzzles
from bussolotto.server.match.replays import Replays
from bussolotto.server.match.reviews import Reviews
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.match.signatures import Signatures, open_signatures
from bussolotto.server.match.solving import Process, Solving, start_behind
from bussolotto.server.match.trials import Trials
from bussolotto.server.people import (
    away,
    bans,
    blocks,
    delivery,
    departures,
    guests,
    lobby,
    moderation,
    news,
    notices,
    operators,
    outbox,
    own_data,
    own_games,
    own_puzzles,
    renaming,
    reports,
    talk,
    vapid,
)
from bussolotto.server.people.expiry import Expiry, Keep
from bussolotto.server.people.notices import LAST_S
from bussolotto.server.race.race_queues import RaceQueues
from bussolotto.server.socket.connected_page import SocketServices
from bussolotto.server.socket.held import HeldFrames
from bussolotto.server.store import aside, placement_rows
from bussolotto.server.store.connection import Source
from bussolotto.server.store.database import Store, shown
from bussolotto.server.store.readiness import Readiness
from bussolotto.server.table import (
    access,
    evenings,
    lending,
    live_matches,
    placements,
    placing,
    preparing,
    quick,
    table_commands,
    table_moves,
    table_views,
    tables,
)
from bussolotto.server.table.openings import Openings

if TYPE_CHECKING:
    from bussolotto.server.bus.messages import Bus
    from bussolotto.server.store.keeper import LeaseKeeper

THINKING_THREADS = 2
DRAIN_LOOKS, DRAIN_LOOK_S = 200, 0.005


@dataclass(frozen=True)
class Settings:
    """The settings a server is started with. See `run.serve`."""

    folder: Path
    database: str | None = None  # the address of a PostgreSQL database, in place of a file in the folder
    base_url: str | None = None
    bot_pace: float = 1.0
    pauses: bool = True
    private_hooks: bool = False
    clock: Callable[[asyncio.AbstractEventLoop], ServerClock] = ServerClock
    solve: bool = False
    allowed_hosts: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    counts: ServerCounts = field(default_factory=ServerCounts)
    keep: Keep = field(default_factory=Keep)
    check_after_s: float | None = None  # how long after the start the whole file is checked; None for never
    replays: Replays = field(default_factory=Replays)  # matches that were replayed before the start
    lab: bool = False  # whether studies can be asked for
    sheets: bool = True  # whether people may bring rule sheets
    page_nonces: bool = True  # may pages have a part in the dice?
    bus: "Callable[[], Bus] | None" = None  # joins the bus of the site, by which workers are asked
    lease: "LeaseKeeper | None" = None  # of the PostgreSQL database; without, one is acquired
    tables: str | None = None  # the name of a table server

    @property
    def source(self) -> Source:
        """Where the data are."""
        return self.database or self.folder


class Keys(NamedTuple):
    """The secrets of a server: behind cookies and personal links, behind pushes, and behind signed files."""

    tokens: bytes
    push: bytes
    signatures: Signatures


class Services:
    """The parts of one server, in order of dependency. Handlers receive the parts that they name as parameters."""

    def __init__(self, settings: Settings, store: Store, keys: Keys) -> None:
        loop, base_url = asyncio.get_running_loop(), settings.base_url
        self.server_clock = clock = settings.clock(loop)  # not `clock`: Litestar would take that field of a body for it
        self.base_url, self.table_server = base_url, settings.tables
        self.counts = counts = settings.counts
        self.draining, self.lag = (draining := Draining()), LoopLag(loop, counts)
        self.own = OwnAddresses(base_url, settings.allowed_hosts)
        self.store, self.signatures, self.ownership = store, keys.signatures, store.ownership
        self.threads = ThreadPoolExecutor(THINKING_THREADS, "thinking")
        start = self._join_bus(settings)
        self.guard, self.long_work = Guard(loop, clock.now_s, settings.limits), LongWork()
        self.broadcaster = broadcaster = Broadcaster()
        self.race_queues = queues = RaceQueues(clock, store, broadcaster)
        self.aside = setting_aside = aside.Aside(store, clock)
        self.sheets, self.trials = Sheets(settings.sheets, store, clock, self.background), Trials(clock.now_s)
        self.placements = self._build_placements(settings.tables)
        self.tables = tables.Tables(store, clock, setting_aside, self.placements)
        admission = access.Access(store, self.tables, broadcaster)
        self.matches = matches = live_matches.LiveMatches(
            clock,
            store,
            self.tables,
            admission,
            setting_aside,
            broadcaster,
            queues,
            self.threads,
            self.planners,
            settings.bot_pace,
            settings.pauses,
            settings.replays,
            settings.page_nonces,
        )
        self._build_reviews(settings, start)
        self.hints = Hints(self.solving, self.planners if settings.solve else None)
        self.views = table_views.TableViews(store, self.tables, matches, broadcaster, queues)
        openings = Openings(settings.limits.waiting_tables, clock.now_s)
        parts = self.tables, matches, self.views, admission, broadcaster, openings, draining
        self.commands = commands = table_commands.TableCommands(*parts)
        self.placing = self._build_placing(settings.tables)
        self.readiness = Readiness(store, clock, "owner" if settings.tables is None else "tables")
        self.file_check = FileCheck(settings.source, settings.check_after_s, setting_aside)
        self.expiry = Expiry(clock, store, self.tables, matches, broadcaster, settings.keep)
        self.own_matches = own_matches.OwnMatches(store, setting_aside, self.tables, matches)
        self.evenings = evenings.Evenings(store, self.tables, matches, commands, self.sheets.is_removed)

        self.news = told = news.News(self.bus, self.ownership.site, clock)
        self.guests, self.blocks = guests.Guests(store, clock, keys.tokens), blocks.Blocks(store, clock, told)
        self.bans = bans.Bans(store, clock, told)
        self.open_list = lobby.Lobby(self.tables, self.views, self.blocks)
        self.seekers = quick.Seekers(lambda name: module_of(name).SEATS, self.blocks.are_apart, SystemRandom())
        conversation = talk.Conversation(self.tables, broadcaster, self.blocks, said := talk.Talk(clock))
        self.absences = away.Absences(clock, self.tables, matches, commands, broadcaster)
        self._build_notices(settings, keys.push)
        self._build_moderation(said)
        self.socket = self._serve_sockets(loop, conversation)
        prepared = [preparing.Preparing(self.tables, self.planners)] if settings.solve else []
        for follower in (self.notices, self.absences, self.views, *prepared):
            matches.add_follower(follower)
        commands.add_reviewer(self.absences.review)

    def _join_bus(self, settings: Settings) -> Callable[..., Process]:
        """Build what asks workers, if there is a bus, and what may use them. Returns what starts programs."""
        self.solving = Solving(settings.solve)
        if settings.bus is None:
            self.bus, self.offers = None, None
            self.planners, self.background = Planners(solving=self.solving), Background()
            return start_behind
        from bussolotto.server.work.offers import Offers
        from bussolotto.server.work.programs import offering

        self.bus = settings.bus()
        self.offers = Offers(self.bus, self.counts.jobs)
        self.planners = Planners(offers=self.offers, solving=self.solving)
        start = offering(self.offers, start_behind)
        self.background = Background(start)
        return start

    def _build_placements(self, name: str | None) -> placements.Placements:
        """Build what knows which tables this process has, as a table server of this name or as an owner."""
        store = self.store
        if name is not None:
            return placements.LentPlacements(store, placements.scope_of(name))
        if isinstance(store.source, Path):
            return placements.Placements()
        return placements.OwnerPlacements(store, placing.recalling(self.bus, placing.Subjects(self.ownership.site)))

    def _build_placing(self, name: str | None) -> placing.Placing:
        """Build what hands tables over."""
        self.moves = table_moves.TableMoves(self.store, self.tables, self.matches, self.broadcaster, self.placements)
        subjects = placing.Subjects(self.ownership.site)
        if isinstance(self.placements, placements.LentPlacements) and self.bus is not None and name is not None:
            others = self.server_clock, self.placements, self.tables, self.matches, self.broadcaster, self.moves
            return lending.Lending(name, self.bus, subjects, *others)
        if isinstance(self.placements, placements.OwnerPlacements):
            from bussolotto.server.store.watching import LeaseWatch

            watch = LeaseWatch(str(self.store.source))
            parts = self.placements, self.tables, self.moves, self.matches.wind_soon
            return placing.OwnerPlacing(self.bus, subjects, watch, *parts)
        return placing.Placing()

    def _build_reviews(self, settings: Settings, start: Callable[..., Process]) -> None:
        """Build what is learned from finished matches, and the lab."""
        self.own_games = own_games.OwnGames(self.store)
        kept = KeptReviews(self.store, self.server_clock)
        self.reviews = Reviews(self.background, kept, self.own_games.keep)
        self.puzzles = Puzzles(settings.folder, self.server_clock.wall_s)
        self.own_puzzles = own_puzzles.OwnPuzzles(self.store, self.server_clock)
        self.dice_reports = DiceReports(self.background, self.store.source, self.server_clock)
        self.lab = Lab(settings.lab, self.server_clock, start)

    def _build_notices(self, settings: Settings, push_key: bytes) -> None:
        """Build what notifies guests of their turns."""
        store, clock = self.store, self.server_clock
        self.vapid = vapid.Vapid(push_key, clock)
        self.notices = notices.Notices(clock, store, self.tables, self.matches, self.broadcaster)
        self.outbox = outbox.Outbox(
            clock,
            store,
            self.notices,
            delivery.Delivery(settings.private_hooks),
            self.vapid,
            self.base_url,
            self.counts,
        )

    def _build_moderation(self, said: talk.Talk) -> None:
        """Build what guests report and what the operator does, and how guests are removed and deleted."""
        store, clock, commands = self.store, self.server_clock, self.commands
        self.reports = reports.Reports(store, clock, self.matches, said, self.sheets)
        self.renaming = renaming.Renaming(self.guests, self.tables, self.matches, commands)
        departing = departures.Departures(
            self.tables, self.matches, commands, self.broadcaster, self.seekers, self.news
        )
        self.own_data = own_data.OwnData(
            store,
            clock,
            self.matches,
            commands,
            departing,
            self.blocks,
            self.bans,
            said,
            self.own_games,
            self.own_puzzles,
            self.sheets,
        )
        self.operators = operators.Operators(store, clock, self.guests.database)
        self.moderation = moderation.Moderation(
            store,
            clock,
            self.guests,
            self.bans,
            departing,
            self.renaming,
            self.own_data,
            commands,
            self.broadcaster,
            self.sheets,
        )

    def _serve_sockets(self, loop: asyncio.AbstractEventLoop, conversation: talk.Conversation) -> SocketServices:
        return SocketServices(
            loop,
            self.server_clock,
            self.own,
            self.guests,
            self.guard,
            self.bans,
            self.matches,
            self.broadcaster,
            self.tables,
            self.race_queues,
            self.views,
            self.commands,
            conversation,
            self.counts,
            HeldFrames(loop),
            self.ownership,
        )

    def start(self) -> None:
        """Resume the matches that were running, and send the notices that are due, if that is not another process's."""
        self.lag.start()
        self.matches.start()
        if self.has_site:
            self._start_site()

    @property
    def place(self) -> str:
        """Where this process is asked over the bus."""
        return placements.OWNER if self.table_server is None else self.table_server

    @property
    def has_site(self) -> bool:
        """Whether this process has more than tables."""
        return self.table_server is None

    def _start_site(self) -> None:
        self.file_check.start()
        self.expiry.start()
        self.notices.start()
        self.moderation.start()
        self.outbox.start()
        self.sheets.start()

    async def join(self) -> None:
        """Hear the other processes of the site, and hand tables over."""
        await self.news.begin()
        await self.placing.begin()

    async def drain(self, keep: bool = False) -> None:
        """Open no more tables, stop the bots, and finish what is being decided: for a second at most.

        `keep`: a table server's tables are left to who has the folder next; by default its owner has them.
        """
        self.draining.begun = True
        if not keep:
            await self.placing.end()
        self.matches.stop()
        for _ in range(DRAIN_LOOKS):
            if self.matches.idle and self.race_queues.all_idle and not self.store.waiting:
                return
            await asyncio.sleep(DRAIN_LOOK_S)

    async def close(self, patience_s: float = LAST_S, keep: bool = False) -> None:
        """Stop the bots and write all pending changes. Notices that are being sent are waited for so long.

        `keep`: see `Store.close`.
        """
        self.lag.stop()
        self.placing.stop()
        self.news.stop()
        self.file_check.stop()
        self.expiry.stop()
        self.matches.stop()
        if self.offers is not None:
            self.offers.close()
        self.solving.stop()
        self.background.stop()
        self.sheets.stop()
        self.lab.stop()
        self.absences.stop()
        self.moderation.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.planners.stop()
        if self.bus is not None:
            await self.bus.close()
        await self.outbox.close(patience_s)
        await self.notices.close()
        await self.store.close(keep)


async def start_services(settings: Settings) -> Services:
    """Open the store, build all parts on top of it, and start them.

    Raises `newer-data`, `damaged-data`, `cannot-write`, `taken-over`.
    """
    store = None
    try:
        store = Store(settings.source, asyncio.get_running_loop(), settings.lease)
        if settings.tables is not None:
            scope = placements.scope_of(settings.tables)
            await store.run(placement_rows.keep(scope, store.ownership.fence))
        services = Services(settings, store, await _read_keys(store))
        services.start()
    except (Unreadable, NotStored) as problem:
        if store is not None:
            await store.close()
            if store.ownership.lost:
                raise refuse("taken-over", database=shown(settings.source)) from problem
        raise refuse("damaged-data", file=shown(settings.source), problem=problem) from problem
    return services


async def _read_keys(store: Store) -> Keys:
    return Keys(await store.secret("tokens"), await store.secret("vapid"), await open_signatures(store))
