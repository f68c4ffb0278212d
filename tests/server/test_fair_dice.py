"""Dice that anyone can verify at a live server: its files prove them, and its heads are those that pages were shown."""

import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from bussolotto.fair.proof import Proof
from bussolotto.play import notation
from bussolotto.server.store import files
from tests.command_line import do, done
from tests.server import stores
from tests.server.people import Page, Person, Server, duel, running


def proof_of(content: bytes) -> Proof:
    proof = notation.parse(content).proof
    assert proof is not None and proof.found is not None
    return proof


def file_of(person: Person, match: str) -> bytes:
    return person.send("GET", f"/api/matches/{match}/file").content


def head_of(page: Page) -> str:
    return str(page.position["fair"]["head"])


def play_together(one: Page, other: Page, decisions: int) -> list[str]:
    """So many decisions of these two; the heads that both were shown."""
    heads = []
    for _ in range(decisions):
        page, idle = (one, other) if one.position["movers"] == [0] else (other, one)
        page.play()
        while idle.position["version"] < page.position["version"]:
            idle.hear("steps")
        assert head_of(idle) == head_of(page)
        heads.append(head_of(page))
    return heads


class Finished:
    """A match of two that one gives up: the heads that a page was shown, and the start message."""

    def __init__(self, server: Server, decisions: int = 20, **wishes: Any) -> None:
        self.anna, bruno, table = duel(server, **wishes)
        self.match = table["match"]
        with self.anna.page(self.match) as one, bruno.page(self.match) as other:
            self.start = one.resume()["fair"]["start"]
            self.heads = [head_of(one)]
            other.resume()
            self.heads += play_together(one, other, decisions)
            self.before_end = [one.heard, other.heard]
            self.anna.ask("POST", f"/api/tables/{table['table']}/resign")
            one.hear("steps")
            self.heads.append(head_of(one))
        self.content = file_of(self.anna, self.match)


def test_a_file_proves_what_its_pages_were_shown(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        played = Finished(server)
        (key,) = played.anna.ask("GET", "/api/fair/keys")["keys"]
        text = played.anna.send("GET", f"/api/matches/{played.match}/file?format=text").text
        assert done("export", played.match, "--data", str(tmp_path)).stdout_bytes == played.content
    proof = proof_of(played.content)
    assert proof.found and proof.found.drawn > 15 and proof.found.open_names == [0, 1]
    assert proof.start == played.start and proof.head == played.heads[-1]
    assert set(played.heads) <= set(proof.heads()) and len(set(played.heads)) > 15
    assert notation.parse(played.content).key == key["key"]
    assert proof.head in text and proof.seed in text
    assert notation.from_text(text).steps == notation.parse(played.content).steps


def test_the_seed_is_told_by_nobody_before_the_end(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        played = Finished(server)
        running_match = duel(server)[2]["match"]
        refused = played.anna.send("GET", f"/api/matches/{running_match}/file")
        seed = proof_of(played.content).seed
        assert refused.status_code == 409 and "seed" not in refused.text
        assert seed not in json.dumps(played.before_end)
        record, _ = files.read_record(stores.source_of(tmp_path), running_match)
        assert record.proof is None


def test_the_transcript_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        match = table["match"]
        with anna.page(match) as one, bruno.page(match) as other:
            start = one.resume()["fair"]["start"]
            other.resume()
            heads = play_together(one, other, 8)
        server.kill()
        with running(tmp_path) as again:
            for person in (anna, bruno):
                person.server, person.http.base_url = again, httpx.URL(again.address)
            with anna.page(match) as one, bruno.page(match) as other:
                told = one.resume()
                other.resume()
                assert told["fair"] | {"rolls": 0} == {"head": heads[-1], "rolls": 0, "start": start}
                heads += play_together(one, other, 8)
            anna.ask("POST", f"/api/tables/{table['table']}/resign")
            proof = proof_of(file_of(anna, match))
    assert set(heads) <= set(proof.heads())


@pytest.mark.parametrize("game", ["my-dice-your-dice", "cincinnati"])
def test_bots_play_a_whole_match_that_is_proved(tmp_path: Path, game: str) -> None:
    """With secrets, compiled or not: to the end by the rules."""
    with running(tmp_path) as server:
        anna = server.person("Anna")
        seats = 3 if game == "cincinnati" else 2
        table = anna.open_table(seats, game=game, options={})
        for seat in range(1, seats):
            anna.ask("POST", f"/api/tables/{table['table']}/seats/{seat}", {"player": "random"})
        anna.ask("POST", f"/api/tables/{table['table']}/start")
        with anna.page(table["match"]) as page:
            page.resume()
            while page.table["state"] != "over":
                if page.position["legal"]:
                    page.act(random.choice(page.position["legal"]))
                else:
                    page.hear()
            head = head_of(page)
        content = file_of(anna, table["match"])
        stored = notation.write(*files.read_record(stores.source_of(tmp_path), table["match"]))
    proof = proof_of(content)
    assert proof.head == head and proof.found and proof.found.open_names == list(range(seats))
    assert proof_of(stored) == proof


def test_real_dice_are_marked_as_those_of_people(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        table = anna.open_table(2, dice="real")
        anna.ask("POST", f"/api/tables/{table['table']}/seats/1", {"player": "random"})
        anna.ask("POST", f"/api/tables/{table['table']}/start")
        with anna.page(table["match"]) as page:
            page.resume()
            while page.position["version"] < 30:
                due = page.position.get("throw")
                if due:
                    outcomes = [due["outcomes"][0]] * due["dice"]
                    page.say(type="throw", id=f"t{page.position['version']}", version=page.position["version"],
                             outcomes=outcomes)  # fmt: skip
                    page.hear("steps")
                elif page.position["legal"]:
                    page.play()
                else:
                    page.hear("steps")
        anna.ask("POST", f"/api/tables/{table['table']}/resign")
        proof = proof_of(file_of(anna, table["match"]))
    assert proof.found and proof.found.typed > 5 and proof.found.drawn >= 1


def test_a_deleted_name_leaves_the_record_whole(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        played = Finished(server)
        other = Finished(server).anna
        assert played.anna.send("DELETE", "/api/me").is_success
        content = file_of(other, played.match)
    record = notation.parse(content)
    assert record.names == ["", "Bruno"] and record.proof and record.proof.found
    assert record.proof.found.open_names == [1] and record.proof.head == played.heads[-1]


def test_what_is_damaged_in_the_database_is_no_proof(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        played = Finished(server)
    with stores.database(tmp_path) as database:
        database.execute("UPDATE decisions SET marks = replace(marks, '@', '=') WHERE version > 0")
    with running(tmp_path) as server:
        assert server.person("Carla").refused("GET", f"/api/matches/{played.match}/file") == (409, "set-aside")


class TestCommand:
    """`bussolotto check` says what is proved, and compares with what a page kept and with the key of the server."""

    def test_it_says_what_is_proved(self, tmp_path: Path) -> None:
        with running(tmp_path / "data") as server:
            played = Finished(server)
            (key,) = played.anna.ask("GET", "/api/fair/keys")["keys"]
        file, kept = tmp_path / "match.jsonl", tmp_path / "kept.json"
        file.write_bytes(played.content)
        kept.write_text(json.dumps({"start": played.start, "head": played.heads[3]}))
        said = done("check", str(file)).output
        assert "were drawn, each as the secret number" in said and "device had a part" in said and key["key"] in said
        said = done("check", str(file), "--kept", str(kept), "--key", key["key"]).output
        assert "your page was shown" in said and "the key that you named" in said
        wrong = do("check", str(file), "--key", "00" * 32)
        assert wrong.exit_code == 1 and "not signed with the key" in wrong.output
        kept.write_text(json.dumps({"start": played.start, "head": "00" * 32}))
        wrong = do("check", str(file), "--kept", str(kept))
        assert wrong.exit_code == 1 and "not the match" in wrong.output
