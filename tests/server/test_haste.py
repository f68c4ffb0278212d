"""Live matches ask whichever rules are faster."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

import bussolotto
from bussolotto.games import spilorcio
from bussolotto.server import haste


@pytest.mark.parametrize(("compiled_s", "plain_s", "expected"), [(0.1, 0.2, ["spilorcio"]), (0.2, 0.1, [])])
def test_compiled_rules_are_taken_where_they_pay(
    monkeypatch: pytest.MonkeyPatch, compiled_s: float, plain_s: float, expected: list[str]
) -> None:
    monkeypatch.setattr(bussolotto, "compiled", lambda module: "compiled")
    monkeypatch.setattr(haste, "trial_s", lambda module, compiled: compiled_s if compiled else plain_s)
    hastened: list[str] = []

    async def run() -> None:
        house: Any = SimpleNamespace(
            loop=asyncio.get_running_loop(), hasten=lambda module, compiled: hastened.append(module.NAME)
        )
        await asyncio.to_thread(haste.hasten, house)

    asyncio.run(run())
    assert hastened == expected


def test_the_trial_plays_the_same_match_with_both() -> None:
    assert haste.trial_s(spilorcio, None) > 0
    assert haste.trial_s(spilorcio, spilorcio) > 0
