"""The 48 cards of Feiges Huhn! (FH-01)."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("pink", "blue", "yellow")
VALUES = range(1, 9)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card: value 1 to 8, one of three colours."""

    value: int
    colour: str

    def beats(self, under: Card) -> bool:
        """Whether turning this card over onto `under` is bad luck: higher and of another colour (FH-14, FH-16).

        >>> Card(5, "blue").beats(Card(3, "yellow"))
        True
        >>> Card(5, "blue").beats(Card(5, "yellow"))
        False
        """
        return self.value > under.value and self.colour != under.colour

    def __str__(self) -> str:
        return f"{self.colour} {self.value}"


def deck() -> list[Card]:
    """Two of each value in each colour, unshuffled."""
    return [Card(value, colour) for colour in COLOURS for value in VALUES for _ in range(2)]
