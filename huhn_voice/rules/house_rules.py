"""Feiges Huhn!: what the players may agree upon. Decisions Dn are those of the project's rules checklist."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from huhn_voice.errors import HuhnVoiceError

OneBlocks = Literal["top", "anywhere"]
BustEmptyPile = Literal["end_round", "must_slide_under"]
SlideOrder = Literal["block", "shuffled"]
NextStarter = Literal["total", "last_round"]
Starter = Literal["cluck", "name", "random"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the rulebook leaves open, with the default reading of each decision.

    Attributes:
        one_blocks: where a 1 forbids challenges (D2): on top of the discard pile, or anywhere in it.
        challenge_on_empty: whether a forced flip onto an empty discard pile may be challenged (D3).
        bust_empty_pile: after a bust with the last card (D4), may the cards become penalty points, which ends the
            round, or must they go under the chicken pile?
        slide_order: how a collected pile goes under the chicken pile (D8): as a block, its oldest card first, or
            shuffled.
        next_starter: "most points" counts the whole game or the last round (D10).
        starter: who starts round 1 (D1): the best clucker (a Begin action), the player in `starter_seat`, or one
            drawn by the seed. Ties for the start of a later round are clucked out too, except with "random".
        starter_seat: the named starter, used with starter="name".
        stalemate_turns: turns after which a round that does not end is ended and scored as it is (D12).
        rounds: how many rounds a game has (FH-45).
        allow_more: whether six or more may play; the game is made for two to five (FH-03).

    Raises:
        HuhnVoiceError: a value is none of the choices.
    """

    one_blocks: OneBlocks = "top"
    challenge_on_empty: bool = False
    bust_empty_pile: BustEmptyPile = "end_round"
    slide_order: SlideOrder = "block"
    next_starter: NextStarter = "total"
    starter: Starter = "cluck"
    starter_seat: int = 0
    stalemate_turns: int = 300
    rounds: int = 3
    allow_more: bool = False

    def __post_init__(self) -> None:
        """Check every value, since house rules come from files."""
        for name, kind in _CHOICES.items():
            if getattr(self, name) not in get_args(kind):
                choices = " or ".join(get_args(kind))
                raise HuhnVoiceError(f"House rule {name} cannot be “{getattr(self, name)}”: choose {choices}.")
        for name in ("challenge_on_empty", "allow_more"):
            if not isinstance(getattr(self, name), bool):
                raise HuhnVoiceError(f"House rule {name} cannot be “{getattr(self, name)}”: choose true or false.")
        for name, least in (("starter_seat", 0), ("stalemate_turns", 1), ("rounds", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise HuhnVoiceError(f"House rule {name} cannot be “{value}”: choose a whole number from {least} on.")

    def as_dict(self) -> dict[str, Any]:
        """The rules as JSON values; `HouseRules(**rules.as_dict())` gives them back."""
        return asdict(self)


_CHOICES: dict[str, Any] = {
    "one_blocks": OneBlocks,
    "bust_empty_pile": BustEmptyPile,
    "slide_order": SlideOrder,
    "next_starter": NextStarter,
    "starter": Starter,
}
