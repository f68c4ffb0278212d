"""Every reason for refusing a request, in one table: a stable code, one sentence, and the HTTP status.

    raise refuse("seat-taken", seat=2)

The code also finds the sentence in the catalogues (`error.CODE`, filled with `values`); `text` is that sentence in
English, `clause` the rule that forbids the request. A code that is caught somewhere has a class of its own.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Number
from typing import Any, ClassVar, NamedTuple


class Sentence(NamedTuple):
    """A sentence with placeholders, and the HTTP status.

    `near`: the value that may be misspelt; the most similar of `known` fills the placeholder `nearest`. `spelt`: values
    that are always passed on as text. `only_english`: values that other languages do not need. `more`: values in
    addition to those of the placeholders.
    """

    text: str
    status: int = 400
    near: str = ""
    spelt: tuple[str, ...] = ()
    only_english: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


MOVED_ON = Sentence("The match has moved on from version {version} to {now} since you decided.", 409)
SENTENCES = {
    # Refusals by the rules and the library
    "unknown-game": Sentence("There is no game {name!r}.{nearest} Games: {known}.", 404, near="name"),
    # A game of another package that fails to load, or has a name that is taken.
    "broken-game": Sentence("The game {name!r} of the package {package} cannot be used: {problem}.", 404),
    # A game of another package that raised something while it was played.
    "failed-game": Sentence("The game {name!r} of the package {package} has failed: {problem}.", 500),
    "unknown-option": Sentence("{game} has no option {option!r}.{nearest} Options: {known_or_none}.", near="option"),
    "unknown-value": Sentence(
        "{game}: option {option!r} cannot be {value!r}{because}.{nearest} Values: {known}.",
        near="value",
        more=("problem",),
    ),
    "bad-seats": Sentence("{game} is played with {known} seats, not {seats}."),
    "not-an-action": Sentence("{game} has no action {action!r}.", spelt=("action",)),
    "illegal-action": Sentence("Seat {seat} may not {action!r} now: {clause} forbids it.", 409),
    # A rule sheet that is not one: where, and what would be right.
    "sheet-unread": Sentence("{file} cannot be read: {problem}", 404),
    "sheet-too-large": Sentence("A rule sheet has at most {n} bytes."),
    "sheet-syntax": Sentence("Line {line} of the sheet is no TOML: {reason}."),
    "sheet-shape": Sentence("{key} is no such value as belongs here: {reason}."),
    "sheet-missing": Sentence("{key} is missing.", more=("reason", "known")),
    "sheet-word": Sentence("{key}: there is no {value!r} here.{nearest} Possible: {known_or_none}.", near="value"),
    "sheet-number": Sentence("{key} has to be a number from {low} to {high}, not {value}.", spelt=("value",)),
    "sheet-count": Sentence("{key}: {n} are too few or too many; possible are {low} to {high}."),
    "sheet-name": Sentence("{key}: {value!r} is no name: small letters and numbers, at most {n}."),
    "sheet-text": Sentence("{key} has to be 1 to {n} signs that can be seen."),
    "sheet-taken": Sentence("{key}: {value!r} has another meaning already. Choose another name."),
    "sheet-together": Sentence("{key} and {other} do not go together."),
    "sheet-dice": Sentence("{key}: {value!r} needs other dice: pile.dice is {dice!r}, not one of {known}."),
    "secret-outcome": Sentence("What would come of this depends on what you may not know yet; play it to see.", 409),
    "broken-log": Sentence("Ply {ply} of the log cannot be played: {problem}"),
    # Scripted dice, and more dice to fall than the script has.
    "script-ended": Sentence("The script of outcomes has ended; the next would be one of: {possible}."),
    "impossible-outcome": Sentence("Outcome {outcome} cannot happen here; possible are: {possible}."),
    "damaged-file": Sentence("Line {line} is wrong: {problem}", only_english=("problem",), more=("reason",)),
    # An exact value asked for in a match whose numbers are not as printed.
    "not-solved": Sentence("{game} is solved with its printed numbers only."),
    "unknown-player": Sentence("{game} has no player {player!r}.{nearest} Players: {known}.", 404, near="player"),
    "missing-extra": Sentence("This needs more to be installed: pip install 'bussolotto[{extra}]'."),
    "no-cluster": Sentence("No cluster answers at {address}."),
    "no-workers": Sentence("The cluster at {address} has no workers."),
    "worker-lacks-package": Sentence("The worker {worker} has no Bussolotto installed."),
    # Its results might not be those of this machine.
    "worker-differs": Sentence("The worker {worker} has another version of {what}: {theirs}, here it is {ours}."),
    # Lost in the middle of the work.
    "cluster-lost": Sentence("The cluster at {address} cannot finish: {problem}"),
    # A study that changes nothing.
    "no-change": Sentence("A study of {game} needs a change of one of its options: {known}."),
    # A change to what the rules already say.
    "same-as-base": Sentence("{change} changes nothing: {game} is played so already."),
    # Changes that contradict each other.
    "changed-twice": Sentence("{option!r} of {game} is changed twice in one variant."),
    "bad-sweep": Sentence("{text!r} is no sweep: one option or two, each with several values, as in goal=10..40:5."),
    "too-many-values": Sentence("A sweep has at most {most} values here, not {n}."),
    "bad-target": Sentence("{text!r} is no target: one swept option and MEASURE=VALUE, as in place.0=0.5."),
    "unknown-effect": Sentence("Nothing called {effect!r} is measured.{nearest} Measured: {known}.", near="effect"),
    # A file that would be overwritten.
    "file-there": Sentence("{file} is there already and something else; --force writes over it.", 409),
    "wrong-snapshot": Sentence("A match of {game} for {seats} is kept in {wanted} bytes; these {given} are none."),
    # A file that the system does not allow us to write.
    "not-written": Sentence("{file} cannot be written: {problem}"),
    "no-device": Sentence("There is no device here that runs CUDA; with NUMBA_ENABLE_CUDASIM=1 Numba simulates one."),
    # Refusals by the server apart from the rules: who may act at which table, and when
    "not-found": Sentence("There is no {what} {name!r} here.", 404),
    # A body or a message that does not match its schema.
    "bad-request": Sentence("This request cannot be read: {problem}"),
    # Refusals by HTTP itself: a method, a media type, a body that is too large.
    "http": Sentence("{detail}"),
    "body-too-large": Sentence("At most {limit} bytes are read here.", 413),
    "foreign-origin": Sentence("Pages of {origin} may not act here.", 403),
    # A name in the header Host that was not given to this server: perhaps a page of others leads here under theirs.
    "unknown-host": Sentence("This server does not know itself as {host!r}. It can be started with --allow-host."),
    "bad-name": Sentence("A name has up to 40 letters, numbers or signs that can be seen."),
    "come-again": Sentence("Too much was asked for in a short time. Try again in {seconds} s.", 429),
    "too-fast": Sentence("Too many requests in a short time. Wait a moment and try again.", 429),
    "bad-link": Sentence("This personal link is not one that this server gave out.", 404),
    "no-such-seat": Sentence("There is no seat {seat}: seats are 0 to {last}.", 404),
    "seat-taken": Sentence("Somebody else has seat {seat}.", 409),
    "seat-empty": Sentence("Seat {seat} is empty: every seat needs a person or a bot.", 409),
    "no-evening": Sentence("No evening of several games is played at this table.", 409),
    "evening-over": Sentence("This evening is over: its last game was played.", 409),
    # A rematch, or the record of all games, where the next game of an evening is due.
    "evening-goes-on": Sentence("An evening is played at this table; its next game comes first.", 409),
    "not-seated": Sentence("Only people seated at this table may do that.", 403),
    "not-your-seat": Sentence("Seat {seat} is not yours.", 403),
    # Only one player at a time can use a device.
    "device-race": Sentence("In {game} several hands act at once: each needs a device of its own."),
    "not-host": Sentence("Only the host of this table may do that.", 403),
    "closed-table": Sentence("This table is closed: only its players may watch.", 403),
    # The host has removed this guest.
    "sent-away": Sentence("The host has sent you away from this table: you cannot sit down at it again.", 403),
    # Somebody here must not meet this guest; the answer does not say who blocked whom.
    "no-seat-for-you": Sentence("You cannot sit down at this table.", 403),
    "nobody-there": Sentence("No other person has seat {seat}.", 409),
    # Refusals by the operator of the server
    "banned": Sentence("The operator of this server has banned you for good.", 403, more=("reason",)),
    "banned-until": Sentence(
        "The operator of this server has banned you until {until}.", 403, more=("until_s", "reason")
    ),
    "banned-address": Sentence(
        "Nobody may use this server from your address until {until}.", 403, more=("until_s", "reason")
    ),
    "table-shut": Sentence("The operator of this server has closed this table.", 409),
    # Reports of players, and what only the operator may do
    "already-reported": Sentence("You have reported this person in this match already.", 409),
    "too-many-reports": Sentence("At most {n} reports of one person are taken in a day.", 429),
    "not-operator": Sentence("Only the operator of this server may do that.", 401),
    # A request with the operator's cookie, but not from the operator's page.
    "foreign-page": Sentence("This request does not come from the operator's page.", 403),
    "nobody-to-ban": Sentence("A ban needs a guest or an address."),
    # An address belongs to others some day.
    "needs-hours": Sentence("An address is banned for a time only: say for how many hours."),
    "no-address": Sentence("{address!r} is no IP address."),
    # A command for the operator, while no server runs.
    "not-serving": Sentence("No server runs on {folder}: start it first.", 404),
    "chat-off": Sentence("The host wants no talk at this table.", 403),
    "phrases-only": Sentence("At this table people talk in set phrases only.", 403),
    "nothing-said": Sentence("There is nothing to say in this."),
    # From one address, which may be that of a whole school.
    "too-many-guests": Sentence("Too many new players have come from your network. Try again in a while.", 429),
    "too-many-tables": Sentence("Too many tables have been opened from your network. Try again in a while.", 429),
    "too-many-sockets": Sentence("Too many pages are open in your network. Close some of them.", 429),
    "too-many-waiting": Sentence("You have opened {n} tables at which nobody plays yet. Begin one of them first.", 429),
    # A proxy that is to be trusted.
    "bad-address": Sentence("{address} is neither an address nor a network: {problem}", only_english=("problem",)),
    "talk-too-fast": Sentence("Take a breath: the next word in a few seconds.", 429),
    "match-running": Sentence("The match is still running: this is for when it is over.", 409),
    "not-running": Sentence("No match is running at this table.", 409),
    # A bot plays for the player until they say that they are back.
    "bot-plays": Sentence("A bot plays in your seat. Say that you are back, and it is yours again.", 409),
    # A match of two ends like this only for a player who left: here they are still present, or more than two play.
    "still-there": Sentence("The player in seat {seat} has not left, or more than two are playing.", 409),
    "clock-in-race": Sentence("{game} has no turns: a clock would have nothing to count."),
    # A clock that gives nobody any time, or an increment without the bank it belongs to.
    "bad-clock": Sentence("A clock needs time for a move, or a bank; an increment needs a bank."),
    "not-your-turn": Sentence("It is not your turn.", 409),
    # Dice were typed when no die is to fall.
    "no-throw": Sentence("No die is to be rolled now.", 409),
    # Only a viewer who may see how a die falls can say how it fell.
    "not-your-throw": Sentence("Somebody else rolls these dice in secret.", 403),
    "too-many-dice": Sentence("Only {n} dice are rolled here, not {typed}."),
    "too-many-presets": Sentence("You have {n} sets of house rules already; forget one first.", 409),
    # Real dice were requested in a game where no dice are rolled.
    "lab-off": Sentence("Nobody may ask for studies on this server.", 403),
    "sheets-off": Sentence("Nobody may bring rule sheets to this server, or open tables for them.", 403),
    "sheet-removed": Sentence("The operator of this server has taken this down.", 410),
    "sheet-copied": Sentence("The operator of this server has taken down a sheet with the same rules.", 410),
    "sheet-withdrawn": Sentence("Whoever brought this to the collection has withdrawn it.", 410),
    "not-your-sheet": Sentence("Only the person who brought this can withdraw it.", 403),
    "too-many-sheets": Sentence("You have brought many rule sheets today. Try again tomorrow.", 429),
    "sheets-full": Sentence("This server has no room for more rule sheets.", 409),
    "sheet-reported": Sentence("You have reported this rule sheet already.", 409),
    "too-many-studies": Sentence("Too many studies are under way. Wait until one of them is done, or stop it.", 429),
    "nothing-rolled": Sentence("In {game} no die is rolled: there is nothing to type in."),
    "stale": MOVED_ON,
    "too-late": MOVED_ON,
    "contested": MOVED_ON._replace(more=("seat", "by_ms")),
    # What has just been shown stays visible for a stated time, so that everybody can look.
    "too-soon": Sentence("Everybody may look for {wait_ms} ms more.", 409),
    "not-alone": Sentence("Bots are slowed down only where nobody else plays with them.", 409),
    "race-waits": Sentence("The race begins when everybody has said Ready.", 409),
    # A roll has been asked for that the devices of the players have a part in; nobody decides before it has fallen.
    "roll-waits": Sentence("The dice are falling; you can go on once they lie.", 409),
    # The device of a player opens a number for a roll that does not wait for it, or not the one that it has fixed.
    "nonce-late": Sentence("Roll {roll} does not wait for a number of your device.", 409),
    "nonce-wrong": Sentence("This number for roll {roll} is not the one that your device has fixed before.", 409),
    "no-nonces": Sentence("At this table the dice come from the server alone.", 409),
    "nonces-elsewhere": Sentence("Another device of yours has a part in these dice.", 409),
    # At a practice table each step waits for one kind of action.
    "practice-step": Sentence("This comes later: the practice waits for something else now.", 409),
    "practice-over": Sentence("This practice is over.", 409),
    "no-practice": Sentence("{game} has no practice table.", 404),
    # In a race each action is a claim of its own.
    "one-at-a-time": Sentence("In a game without turns each action is sent by itself."),
    "hints-off": Sentence("At this table nobody is given hints.", 403),
    "no-advice": Sentence("There is no advice about this in {game}.", 409),
    # A race is played at once.
    "no-days": Sentence("{game} is a race: it cannot be played over days."),
    "bad-hook": Sentence("Notices are sent only to public https addresses, and {url!r} is none."),
    "too-many-browsers": Sentence("At most {n} browsers of one person are told.", 409),
    # The answer is still being computed; the same request will be answered later.
    "not-ready": Sentence("This is still being computed. Ask again in a moment.", 503),
    "message-reused": Sentence("The message id {message!r} was used for another action before.", 409),
    "rules-failed": Sentence(
        "The rules of {game} fail here. That is a fault of the game; the match stays as it was.",
        409,
        only_english=("game",),
    ),
    "not-stored": Sentence("The server could not store this, so it did not happen. Try again.", 503),
    # The server is about to stop, or another process takes over from it.
    "restarting": Sentence("The server is being restarted. New tables can be opened again in a moment.", 503),
    # Several servers have one database, and one of them the site: this is not the one, or does not know whether it is.
    "not-owner": Sentence("This server waits: another one has these tables, or its database does not answer.", 503),
    "standby-alone": Sentence("--standby needs a database that several servers can use: --database."),
    "tables-alone": Sentence("--tables needs database and bus of a site: --database, --bus; and no --standby."),
    "bad-server-name": Sentence("A table server is named with up to 32 of a-z, 0-9 and -, not {name!r}."),
    # Where other processes of the site are reached.
    "bad-bus": Sentence("{address} is not the address of a bus; one looks like nats://HOST:4222."),
    # Another server with the same database has taken over from this one, which therefore ends.
    "taken-over": Sentence("Another server has taken over {database}; this one has stopped."),
    # A row of the database, or the page of the file it is on, is damaged; `cause` names one of the doctor's sentences.
    "unreadable": Sentence("What is stored here cannot be read: {problem}.", 503, only_english=("problem",)),
    "set-aside": Sentence("What is stored here is damaged, so it was set aside. Everything else goes on.", 409),
    "other-rules": Sentence(
        "This match was played by version {rules} of the rules of {game}; here is version {known}: it can be viewed, "
        "not continued.",
        409,
        spelt=("rules", "known"),
    ),
    "data-in-use": Sentence("Another server is using {folder}."),
    "newer-data": Sentence(
        "These data have schema version {version}; this program knows versions up to {known}. "
        "Use the newer program, or another folder."
    ),
    # Data of an older version that are to be copied.
    "older-data": Sentence(
        "These data have schema version {version}: start a server on them, which brings them up to version {known}."
    ),
    "not-empty": Sentence("{target} is not empty.", 409),
    "not-copied": Sentence("Nothing was copied: table {table}, {problem}."),
    # A folder or a disk that takes nothing: a server does not start.
    "cannot-write": Sentence("Nothing can be stored in {folder}: {problem}."),
    "damaged-data": Sentence(
        "{file} is damaged ({problem}): `bussolotto doctor --recover FILE` writes what can be read into a new file."
    ),
    # An address of a PostgreSQL database, given with --database.
    "bad-database": Sentence("{database} is no address of a PostgreSQL database: {problem}."),
    "no-database": Sentence("The database {database} cannot be used: {problem}.", 503),
    "old-database": Sentence("{database} is not PostgreSQL 15 or newer with the encoding UTF8."),
    "use-pg-dump": Sentence("{database} is a PostgreSQL database: use its own pg_dump and pg_restore."),
    "backup-there": Sentence("{file} is there already; --force writes over it.", 409),
    # The file that a server works with.
    "backup-of-itself": Sentence("{file} is the database itself; its copy needs a file of its own.", 409),
    "no-data": Sentence("There is no {file}: no server has kept its matches there.", 404),
}

NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Refusal(Exception):
    """A request that cannot be carried out. Nothing has changed. `refuse` makes it.

    `where` names the place in the request that is wrong, if that is known.
    """

    named: ClassVar[dict[str, "type[Refusal]"]] = {}  # by code

    def __init_subclass__(cls, code: str) -> None:
        assert code in SENTENCES, code
        cls.named[code] = cls

    def __init__(
        self, code: str, text: str, status: int, clause: str | None, where: str, values: dict[str, object]
    ) -> None:
        super().__init__(code, text, status, clause, where, values)  # makes it possible to send it to another process
        self.code = code
        self.text = text
        self.status = status
        self.clause = clause
        self.where = where
        self.values = values

    def __str__(self) -> str:
        return self.text


def refuse(
    code: str, /, *, clause: str | None = None, where: str = "", status: int | None = None, **values: Any
) -> Refusal:
    """The refusal with this code.

    Its values fill the placeholders of the sentence and are passed on with it; `known` may be any words. `status`
    replaces the status of the table.
    """
    sentence = SENTENCES[code]
    known = values.get("known", ())
    if not isinstance(known, str | Number):
        known = [str(word) for word in known]
        values |= {"known": ", ".join(known)} if "known" in values else {}
    blanks = {
        **values,
        "clause": clause,
        "known_or_none": values.get("known") or "none",
        "because": f": {values['problem']}" if values.get("problem") else "",
        "nearest": nearest(str(values[sentence.near]), known) if sentence.near else "",
    }
    passed_on: dict[str, object] = {
        name: value if isinstance(value, Number | None) and name not in sentence.spelt else str(value)
        for name, value in values.items()
        if name not in sentence.only_english
    }
    kind = Refusal.named.get(code, Refusal)
    return kind(code, sentence.text.format(**blanks), status or sentence.status, clause, where, passed_on)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name most similar to this one, as an ending for a sentence; empty if none is similar."""
    near = closest(word, known)
    return f" Did you mean {near!r}?" if near else ""


def closest(word: str, known: Iterable[str]) -> str:
    """The known name that was perhaps meant: for a number the nearest one, else the most similar; empty if none."""
    names = list(known)
    numbers = [name for name in names if NUMBER.fullmatch(name)]
    if NUMBER.fullmatch(word) and numbers:
        return min(numbers, key=lambda number: abs(float(number) - float(word)))
    return next(iter(get_close_matches(word, names, n=1, cutoff=0.5)), "")


class UnknownGame(Refusal, code="unknown-game"):
    """No game has this name."""


class BrokenGame(Refusal, code="broken-game"):
    """A game of another package that cannot be used: it fails to load, or its name is taken."""


class UnknownOption(Refusal, code="unknown-option"):
    """The game has no option with this name."""


class UnknownValue(Refusal, code="unknown-value"):
    """The option cannot have this value."""


class BadSeats(Refusal, code="bad-seats"):
    """The game cannot be played with this many seats."""


class UnknownPlayer(Refusal, code="unknown-player"):
    """The game has no bot with this name."""


class NotAnAction(Refusal, code="not-an-action"):
    """A number or text that is not an action of this game."""


class IllegalAction(Refusal, code="illegal-action"):
    """An action that the rules forbid in this position (GEN-3)."""


class SecretOutcome(Refusal, code="secret-outcome"):
    """A preview that depends on what the seat may not know."""


class BrokenLog(Refusal, code="broken-log"):
    """A list of steps that is not a match of its game."""


class DamagedFile(Refusal, code="damaged-file"):
    """A match file that was changed after it was written; its `reason` names one of the sentences `damage.REASON`."""

    @property
    def line(self) -> int:
        """The damaged line, from 1."""
        return int(str(self.values["line"]))


class WrongSnapshot(Refusal, code="wrong-snapshot"):
    """Bytes that are not a state of such a match in an environment."""


class MissingExtra(Refusal, code="missing-extra"):
    """A library that is needed here belongs to an extra that is not installed."""


class NoDevice(Refusal, code="no-device"):
    """Work for a graphics card on a machine without one."""


class NotFound(Refusal, code="not-found"):
    """The server has nothing of this kind with this name."""


class NotStored(Refusal, code="not-stored"):
    """The disk did not store it: nothing has happened, and the same message may be sent again."""


class TakenOver(Refusal, code="taken-over"):
    """Another process has the site of this one, which therefore ends."""

    STATUS = 75  # of the process that ends: for sysexits "try again"


class Unreadable(Refusal, code="unreadable"):
    """Something stored cannot be read: the row or the file is damaged."""


class SetAside(Refusal, code="set-aside"):
    """Something stored was found to be unreadable before."""


class Stale(Refusal, code="stale"):
    """The match has moved on since this decision was made."""


class TooLate(Stale, code="too-late"):
    """In a race: somebody was quicker, so the claim is void and costs nothing."""


class Contested(TooLate, code="contested"):
    """In a race: others pressed at nearly the same time; `seat` was earlier by a few milliseconds, or by lot."""


class BadHook(Refusal, code="bad-hook"):
    """An address to which notices may not be sent: not https, not found, or inside a private network."""
