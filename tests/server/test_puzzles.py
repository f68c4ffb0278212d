"""Puzzles over HTTP: the one of the day, what its seat sees, trying, answering, and what a server adds of its own."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import bussolotto
from bussolotto.games import game as game_of
from bussolotto.games import names
from bussolotto.review import puzzles as kept
from bussolotto.review.puzzles import Puzzle
from bussolotto.server.match.puzzles import FOLDER
from tests.server.in_process import Guest, house

DAY_S = 24 * 3600.0


def in_a_loop(story: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test that waits for answers."""

    @wraps(story)
    def told(tmp_path: Path) -> None:
        asyncio.run(story(tmp_path))

    return told


def shipped() -> Mapping[str, Puzzle]:
    """All puzzles that come with the games, by name."""
    looked = [one for name in names() for one in kept.shipped(game_of(name))]
    return {puzzle.name: puzzle for puzzle in kept.puzzles_of(looked)}


@asynccontextmanager
async def guests(folder: Path) -> AsyncIterator[tuple[Any, Guest, Guest]]:
    async with house(folder) as there:
        yield there, await there.person("Anna"), await there.person("Bruno")


@in_a_loop
async def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_tomorrow(tmp_path: Path) -> None:
    async with guests(tmp_path) as (there, anna, bruno):
        first = await anna.ask("GET", "/api/puzzles/today")
        assert first == await bruno.ask("GET", "/api/puzzles/today") and first["day"]
        await there.advance(DAY_S)
        second = await anna.ask("GET", "/api/puzzles/today")
        assert second["puzzle"] != first["puzzle"] and second["day"] > first["day"]


@in_a_loop
async def test_one_after_the_other_all_come(tmp_path: Path) -> None:
    known = shipped()
    async with guests(tmp_path) as (_, anna, _bruno):
        name = first = (await anna.ask("GET", "/api/puzzles/today"))["puzzle"]
        seen: list[str] = []
        while not seen or name != first:
            seen.append(name)
            best = known[name].best
            answer = await anna.ask("POST", f"/api/puzzles/{name}/answer", {"actions": [best]})
            assert answer["right"] and answer["costs"][0]["action"] == best and answer["costs"][0]["loss"] == 0
            name = answer["next"]
    assert sorted(seen) == sorted(known)


@in_a_loop
async def test_what_a_guest_has_solved_is_remembered_until_they_delete_it(tmp_path: Path) -> None:
    known = shipped()
    async with guests(tmp_path) as (there, anna, bruno):
        today = (await anna.ask("GET", "/api/puzzles/today"))["puzzle"]
        wrong, right = ([known[today].found.costs[place].action] for place in (-1, 0))
        at = f"/api/puzzles/{today}"
        for actions in (wrong, wrong):
            await anna.ask("POST", f"{at}/answer", {"actions": actions})
        nothing = {"answered": 0, "solved": 0, "first": 0, "today": False}
        assert await anna.ask("GET", "/api/me/puzzles") == nothing | {"answered": 1}
        for actions in (right, wrong):  # who has solved it, has
            await anna.ask("POST", f"{at}/answer", {"actions": actions})
        assert await anna.ask("GET", "/api/me/puzzles") == {"answered": 1, "solved": 1, "first": 0, "today": True}
        assert (await anna.ask("GET", at))["solved"] and (await anna.ask("GET", "/api/puzzles/today"))["solved"]
        assert await bruno.ask("GET", "/api/me/puzzles") == nothing and not (await bruno.ask("GET", at))["solved"]
        await there.advance(DAY_S)
        assert not (await anna.ask("GET", "/api/me/puzzles"))["today"]
        (kept,) = (await anna.ask("GET", "/api/me/data"))["puzzles"]
        assert (kept["puzzle"], kept["game"], kept["answers"]) == (today, known[today].game, 3) and kept["solved"]
        assert (await anna.send("DELETE", "/api/me/puzzles")).status_code == 204
        assert await anna.ask("GET", "/api/me/puzzles") == nothing


@in_a_loop
async def test_the_next_puzzle_is_one_that_is_not_solved_and_the_last_leads_on(tmp_path: Path) -> None:
    first, second, third, *others = sorted(shipped().items())
    async with guests(tmp_path) as (_, anna, _bruno):

        async def following(name: str, puzzle: Puzzle, right: bool = True) -> Any:
            action = puzzle.found.costs[0 if right else -1].action
            return (await anna.ask("POST", f"/api/puzzles/{name}/answer", {"actions": [action]}))["next"]

        assert await following(*second) == third[0]
        assert await following(*first) == third[0]
        for other in (*others, third):
            await following(*other)
        assert await following(*first, right=False) == second[0]


@in_a_loop
async def test_strangers_solve_puzzles_and_leave_nothing(tmp_path: Path) -> None:
    name, puzzle = min(shipped().items())
    async with guests(tmp_path) as (there, anna, _bruno):
        anna.http.cookies.clear()
        told = await anna.ask("POST", f"/api/puzzles/{name}/answer", {"actions": [puzzle.best]})
        assert told["right"] and not (await anna.ask("GET", f"/api/puzzles/{name}"))["solved"]
        assert (await anna.send("DELETE", "/api/me/puzzles")).status_code == 204
        assert there.services.store.rows("SELECT * FROM puzzles") == []


@in_a_loop
async def test_it_shows_what_the_seat_could_see_and_nothing_else(tmp_path: Path) -> None:
    hidden = {name: puzzle for name, puzzle in shipped().items() if game_of(puzzle.game).secrets}
    assert hidden
    async with guests(tmp_path) as (_, anna, _bruno):
        for name, puzzle in hidden.items():
            told = await anna.ask("GET", f"/api/puzzles/{name}")
            match, seat = puzzle.match(), puzzle.found.seat
            assert told["position"]["view"] == json.loads(json.dumps(match.view(seat)))
            assert told["position"]["legal"] == match.legal(seat) and told["seat"] == seat
            assert not {"steps", "names", "costs", "best"} & told.keys()


@in_a_loop
async def test_trying_is_no_answer_and_what_is_forbidden_says_why(tmp_path: Path) -> None:
    puzzle = next(one for one in shipped().values() if one.game == "my-dice-your-dice")
    forbidden = next(code for code in range(50) if code not in {cost.action for cost in puzzle.found.costs})
    async with guests(tmp_path) as (_, anna, _bruno):
        at = f"/api/puzzles/{puzzle.name}"
        tried = await anna.ask("POST", f"{at}/preview", {"actions": [puzzle.best]})
        assert tried["version"] == puzzle.found.ply + 1
        for what in ("preview", "answer"):
            refusal = await anna.send("POST", f"{at}/{what}", {"actions": [forbidden]})
            assert refusal.status_code in (400, 409) and refusal.json()["code"] in ("illegal-action", "not-an-action")
        lists: list[Any] = [[], [-1], ["a"], [0] * 65, None]
        for wrong in (*({"actions": actions} for actions in lists), {}, {"best": 1}):
            assert (await anna.send("POST", f"{at}/answer", wrong)).json()["code"] == "bad-request"
        worse = puzzle.found.costs[-1].action
        answer = await anna.ask("POST", f"{at}/answer", {"actions": [worse]})
        assert not answer["right"] and answer["costs"][-1]["loss"] == puzzle.found.costs[-1].loss
        assert (await anna.send("GET", "/api/puzzles/nothing")).json()["code"] == "not-found"


@in_a_loop
async def test_a_server_adds_its_own_from_the_next_day_and_passes_over_what_is_damaged(tmp_path: Path) -> None:
    game = bussolotto.game("my-dice-your-dice")
    (looked, *_) = [one for one in kept.shipped(game) if one.puzzles]
    own = kept.decode(kept.encode([looked]).replace(b'"goal":"28"', b'"goal":"29"'))
    broken = kept.decode(kept.encode(own).replace(b'"steps":[[', b'"steps":[[9,9],['))
    folder = tmp_path / FOLDER
    async with guests(tmp_path) as (there, anna, _bruno):
        await anna.ask("GET", "/api/puzzles/today")
        folder.mkdir()
        (folder / "own.jsonl").write_bytes(kept.encode(own))
        (folder / "broken.jsonl").write_bytes(kept.encode(broken))
        (folder / "damaged.jsonl").write_bytes(b"{\n")
        (added, *_), (wrong, *_) = kept.puzzles_of(own), kept.puzzles_of(broken)
        assert (await anna.send("GET", f"/api/puzzles/{added.name}")).status_code == 404
        await there.advance(DAY_S)
        assert (await anna.send("GET", f"/api/puzzles/{wrong.name}")).status_code == 404
        assert (await anna.ask("GET", f"/api/puzzles/{added.name}"))["options"]["goal"] == "29"
