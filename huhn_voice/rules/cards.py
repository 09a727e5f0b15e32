"""The 48 cards of Feiges Huhn!."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

COLOURS = ("pink", "blue", "yellow")
"""Colours of the cards (checklist FH-01)."""

VALUES = range(1, 9)
"""Values of the cards (checklist FH-01)."""

COPIES = 2
"""How often each card is in the deck (checklist FH-01)."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card.

    Attributes:
        value: 1 to 8.
        colour: one of COLOURS.
    """

    value: int
    colour: str

    def __str__(self) -> str:
        """Colour and value, for example "blue 5"."""
        return f"{self.colour} {self.value}"

    def beats(self, under: Card) -> bool:
        """Whether turning this card over onto another is bad luck: higher and of another colour (FH-14, FH-16).

        Example:
            >>> Card(5, "blue").beats(Card(3, "yellow")), Card(5, "blue").beats(Card(5, "yellow"))
            (True, False)
        """
        return self.value > under.value and self.colour != under.colour


def deck() -> list[Card]:
    """All 48 cards, unshuffled.

    Example:
        >>> len(deck()), str(deck()[0])
        (48, 'pink 1')
    """
    return [Card(value, colour) for _ in range(COPIES) for colour, value in product(COLOURS, VALUES)]
