"""Every way a request can be wrong: a stable code, one sentence that says what, where and what would be right.

`code` names the sentence in the catalogues (`error.CODE`, filled with `values`); `text` is that sentence in English,
`clause` the rule that forbids it, `status` what HTTP answers.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class Refusal(Exception):
    """A request that cannot be carried out. Nothing has changed."""

    code = "refused"
    status = 400

    def __init__(self, text: str, clause: str | None = None, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.clause = clause
        self.values = values


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, as an ending for a sentence; nothing when none is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" Did you mean {near[0]!r}?" if near else ""


class UnknownGame(Refusal):
    code = "unknown-game"
    status = 404

    def __init__(self, name: str, known: Iterable[str]) -> None:
        known = list(known)
        super().__init__(
            f"There is no game {name!r}.{nearest(name, known)} Games: {', '.join(known)}.",
            name=name,
            known=", ".join(known),
        )


class UnknownOption(Refusal):
    code = "unknown-option"

    def __init__(self, game: str, option: str, known: Iterable[str]) -> None:
        known = list(known)
        super().__init__(
            f"{game} has no option {option!r}.{nearest(option, known)} Options: {', '.join(known) or 'none'}.",
            game=game,
            option=option,
            known=", ".join(known),
        )


class UnknownValue(Refusal):
    code = "unknown-value"

    def __init__(self, game: str, option: str, value: str, known: Iterable[str], problem: str = "") -> None:
        known = list(known)
        super().__init__(
            f"{game}: option {option!r} cannot be {value!r}{': ' + problem if problem else ''}."
            f"{nearest(value, known)} Values: {', '.join(known)}.",
            game=game,
            option=option,
            value=value,
            known=", ".join(known),
            problem=problem,
        )


class BadSeats(Refusal):
    code = "bad-seats"

    def __init__(self, game: str, seats: int, allowed: Iterable[int]) -> None:
        numbers = ", ".join(map(str, allowed))
        super().__init__(f"{game} is played with {numbers} seats, not {seats}.", game=game, seats=seats, known=numbers)


class NotAnAction(Refusal):
    """A number or text that names no action of this game at all."""

    code = "not-an-action"

    def __init__(self, game: str, action: object) -> None:
        super().__init__(f"{game} has no action {action!r}.", game=game, action=str(action))


class IllegalAction(Refusal):
    """An action that the rules forbid in this position (GEN-3)."""

    code = "illegal-action"
    status = 409

    def __init__(self, seat: int, action: str, clause: str) -> None:
        super().__init__(f"Seat {seat} may not {action!r} now: {clause} forbids it.", clause, seat=seat, action=action)


class SecretOutcome(Refusal):
    """A preview that depends on what the seat may not know."""

    code = "secret-outcome"
    status = 409

    def __init__(self) -> None:
        super().__init__("What would come of this depends on what you may not know yet; play it to see.")


class BrokenLog(Refusal):
    """A list of steps that is no match of its game."""

    code = "broken-log"

    def __init__(self, ply: int, problem: str) -> None:
        super().__init__(f"Ply {ply} of the log cannot be played: {problem}", ply=ply, problem=problem)


class ScriptEnded(Refusal):
    """Scripted dice, and more dice to fall than the script has."""

    code = "script-ended"

    def __init__(self, possible: str) -> None:
        super().__init__(f"The script of outcomes has ended; the next would be one of: {possible}.", possible=possible)


class ImpossibleOutcome(Refusal):
    """Scripted dice that cannot fall so here."""

    code = "impossible-outcome"

    def __init__(self, outcome: int, possible: str) -> None:
        super().__init__(
            f"Outcome {outcome} cannot happen here; possible are: {possible}.",
            outcome=outcome,
            possible=possible,
        )


class DamagedFile(Refusal):
    """A match file that is not what was written; `reason` names one of the sentences `damage.REASON`."""

    code = "damaged-file"

    def __init__(self, line: int, reason: str, problem: str, clause: str | None = None, **values: object) -> None:
        super().__init__(f"Line {line} is wrong: {problem}", clause, line=line, reason=reason, **values)
        self.line = line


class NotSolved(Refusal):
    """An exact value asked for in a match whose numbers are not as printed."""

    code = "not-solved"

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is solved with its printed numbers only.", game=game)


class UnknownPlayer(Refusal):
    code = "unknown-player"
    status = 404

    def __init__(self, game: str, player: str, known: Iterable[str]) -> None:
        known = list(known)
        super().__init__(
            f"{game} has no player {player!r}.{nearest(player, known)} Players: {', '.join(known)}.",
            game=game,
            player=player,
            known=", ".join(known),
        )


class MissingExtra(Refusal):
    """A library that is needed for this is an extra, and not installed."""

    code = "missing-extra"

    def __init__(self, extra: str) -> None:
        super().__init__(f"This needs more to be installed: pip install 'bussolotto[{extra}]'.", extra=extra)


class NoCluster(Refusal):
    code = "no-cluster"

    def __init__(self, address: str) -> None:
        super().__init__(f"No cluster answers at {address}.", address=address)


class NoWorkers(Refusal):
    code = "no-workers"

    def __init__(self, address: str) -> None:
        super().__init__(f"The cluster at {address} has no workers.", address=address)


class WorkerLacksPackage(Refusal):
    code = "worker-lacks-package"

    def __init__(self, worker: str) -> None:
        super().__init__(f"The worker {worker} has no Bussolotto installed.", worker=worker)


class WorkerDiffers(Refusal):
    """Its results might not be those of this machine."""

    code = "worker-differs"

    def __init__(self, worker: str, what: str, theirs: str, ours: str) -> None:
        super().__init__(
            f"The worker {worker} has another version of {what}: {theirs}, here it is {ours}.",
            worker=worker,
            what=what,
            theirs=theirs,
            ours=ours,
        )


class ClusterLost(Refusal):
    """Gone in the middle of the work."""

    code = "cluster-lost"

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(f"The cluster at {address} cannot finish: {problem}", address=address, problem=problem)


class NoChange(Refusal):
    """A study that changes nothing."""

    code = "no-change"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        options = ", ".join(known) or "none"
        super().__init__(
            f"A study of {game} needs a change of one of its options: {options}.", game=game, known=options
        )


class SameAsBase(Refusal):
    """A change to what the rules say already."""

    code = "same-as-base"

    def __init__(self, game: str, change: str) -> None:
        super().__init__(f"{change} changes nothing: {game} is played so already.", game=game, change=change)


class ChangedTwice(Refusal):
    """Changes that are to be made together contradict each other."""

    code = "changed-twice"

    def __init__(self, game: str, option: str) -> None:
        super().__init__(f"{option!r} of {game} is changed twice in one variant.", game=game, option=option)


class UnknownEffect(Refusal):
    code = "unknown-effect"

    def __init__(self, effect: str, known: Iterable[str]) -> None:
        known = list(known)
        super().__init__(
            f"Nothing called {effect!r} is measured.{nearest(effect, known)} Measured: {', '.join(known)}.",
            effect=effect,
            known=", ".join(known),
        )


class FileThere(Refusal):
    """A file that would be lost."""

    code = "file-there"
    status = 409

    def __init__(self, file: object) -> None:
        super().__init__(f"{file} is there already and something else; --force writes over it.", file=str(file))


class WrongSnapshot(Refusal):
    """Bytes that are no state of such a match in an environment."""

    code = "wrong-snapshot"

    def __init__(self, game: str, seats: int, wanted: int, given: int) -> None:
        super().__init__(
            f"A match of {game} for {seats} is kept in {wanted} bytes; these {given} are none.",
            game=game,
            seats=seats,
            wanted=wanted,
            given=given,
        )


class NotWritten(Refusal):
    """A file that the system does not let us write."""

    code = "not-written"

    def __init__(self, file: object, problem: object) -> None:
        super().__init__(f"{file} cannot be written: {problem}", file=str(file), problem=str(problem))


class NoDevice(Refusal):
    """Work for a graphics card where there is none."""

    code = "no-device"

    def __init__(self) -> None:
        super().__init__("There is no device here that runs CUDA; with NUMBA_ENABLE_CUDASIM=1 Numba simulates one.")
