"""Golden vectors of the rules checklist, section 9."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from huhn_voice.rules.cards import Card
from huhn_voice.rules.feiges_huhn import Flip
from huhn_voice.rules.scoring import penalty

if TYPE_CHECKING:
    from tests.rules.conftest import Rig

Read = Callable[[str], tuple[Card, ...]]


@pytest.mark.parametrize(
    ("under", "card", "phase"),
    [
        ("Y3", "B5", "bust"),
        ("P3", "P5", "turn"),
        ("B4", "Y4", "turn"),
        ("Y4", "P2", "turn"),
        ("B7", "B8", "turn"),
        ("P1", "Y1", "turn"),
        ("P1", "Y2", "bust"),
        ("", "Y8", "turn"),
    ],
)
def test_flips(rig: Rig, under: str, card: str, phase: str) -> None:
    game = rig(f"{card} B6", 5, discard=under)
    game.apply(Flip(0))
    assert game.to_act.phase == phase


@pytest.mark.parametrize(
    ("coop", "own", "points"),
    [
        ("P5 B5 Y7", "Y5 P7 B7 Y7", 5),
        ("P5 B5 Y8", "P1 B1 Y5", 4),
        ("P1 P3 P8", "B1", 2),
        ("P1 B1 P4", "Y1 B4", 4),
        ("P1 B1 Y1", "P1 B1 Y1", 12),
        ("P2 P3 P4", "P1 B5", 1),
    ],
)
def test_scores(cards: Read, coop: str, own: str, points: int) -> None:
    assert penalty(cards(own), cards(coop)) == points
