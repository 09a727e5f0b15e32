"""Shorthand for cards and for tables set up by hand."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import pytest

from huhn_voice.rules.cards import Card, deck
from huhn_voice.rules.feiges_huhn import FeigesHuhn, HouseRules
from huhn_voice.rules.feiges_huhn_state import Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COLOURS = {"P": "pink", "B": "blue", "Y": "yellow"}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def read(text: str) -> tuple[Card, ...]:
    return tuple(Card(int(word[1]), COLOURS[word[0]]) for word in text.split())


class Rig(Protocol):
    """Sets up a game by hand; every card that is not named lies in the box."""

    def __call__(
        self,
        *piles: str | int,
        discard: str = "",
        coop: str = "",
        penalties: Sequence[str] = (),
        active: int = 0,
        turns: int = 1,
        rules: HouseRules | None = None,
    ) -> FeigesHuhn:
        """Chicken piles by seat: cards from the top ("B5 Y3"), or a number of any cards."""
        ...


@pytest.fixture
def cards() -> Callable[[str], tuple[Card, ...]]:
    """Read cards: "P1 B8" is pink 1 and blue 8."""
    return read


@pytest.fixture
def rig() -> Rig:
    """Set up a game by hand, with `active` to act in round 1."""

    def build(
        *piles: str | int,
        discard: str = "",
        coop: str = "",
        penalties: Sequence[str] = (),
        active: int = 0,
        turns: int = 1,
        rules: HouseRules | None = None,
    ) -> FeigesHuhn:
        rest = deck()

        def draw(wanted: str | int) -> tuple[Card, ...]:
            drawn = tuple(rest[:wanted]) if isinstance(wanted, int) else read(wanted)
            for card in drawn:
                rest.remove(card)
            return drawn

        fixed = [draw(pile) if isinstance(pile, str) else () for pile in piles]
        middle, kept, hidden = draw(discard), [draw(one) for one in penalties], draw(coop)
        dealt = [draw(pile) if isinstance(pile, int) else own for pile, own in zip(piles, fixed, strict=True)]
        kept += [()] * (len(piles) - len(kept))
        hidden = hidden or draw(3)
        game = FeigesHuhn(NAMES[: len(piles)], 1, replace(rules or HouseRules(), starter="name", starter_seat=active))
        game._state.cards = Cards(
            hidden, tuple(rest), [deque(pile) for pile in dealt], [list(own) for own in kept], list(middle)
        )
        game._state.turns = turns
        return game

    return build
