"""Penalty points at the end of a round, and who leads whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from huhn_voice.rules.cards import Card


def weight(value: int, coop: Iterable[Card]) -> int:
    """What one card of a value costs: one point for each coop card of that value, and one more for a 1 (FH-39 to 41).

    Example:
        >>> from huhn_voice.rules.cards import Card
        >>> coop = [Card(5, "pink"), Card(5, "blue"), Card(1, "blue")]
        >>> weight(5, coop), weight(1, coop), weight(8, coop)
        (2, 2, 0)
    """
    return sum(card.value == value for card in coop) + (value == 1)


def penalty(cards: Iterable[Card], coop: Sequence[Card]) -> int:
    """Points that a player's cards cost, from both piles alike (FH-37)."""
    return sum(weight(card.value, coop) for card in cards)


def most(points: Sequence[int]) -> tuple[int, ...]:
    """Seats with the most points (FH-43, FH-46).

    Example:
        >>> most([3, 5, 5])
        (1, 2)
    """
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def fewest(points: Sequence[int]) -> tuple[int, ...]:
    """Seats with the fewest points, the winners (decision D11).

    Example:
        >>> fewest([3, 5, 5])
        (0,)
    """
    return tuple(seat for seat, own in enumerate(points) if own == min(points))
