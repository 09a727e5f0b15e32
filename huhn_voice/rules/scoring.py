"""What a round costs (FH-37…41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from huhn_voice.rules.cards import Card


def points(cards: Iterable[Card], coop: Sequence[Card]) -> int:
    """Penalty points of a player's cards: each as often as its value lies in the coop, and each 1 one more (FH-41).

    >>> from huhn_voice.rules.cards import Card
    >>> points([Card(1, "blue")], [Card(1, "pink"), Card(3, "pink"), Card(8, "blue")])
    2
    """
    values = [card.value for card in coop]
    return sum(values.count(card.value) + (card.value == 1) for card in cards)


def extremes(totals: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Seats with most and seats with fewest points (FH-46, D11).

    >>> extremes([4, 9, 9, 7])
    ((1, 2), (0,))
    """
    most, fewest = max(totals), min(totals)
    return (
        tuple(seat for seat, total in enumerate(totals) if total == most),
        tuple(seat for seat, total in enumerate(totals) if total == fewest),
    )
