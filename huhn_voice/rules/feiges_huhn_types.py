"""Feiges Huhn!: what can be done, what can happen, which readings of the rules can be chosen, what may be seen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from huhn_voice.rules.game import Action, Event

if TYPE_CHECKING:
    from huhn_voice.rules.cards import Card


# ------------------------------------------------------------------ actions


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """This player starts the round: the best clucker, found at the table (FH-08, FH-44)."""


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn over the top card of your chicken pile (FH-11)."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the top card of the discard pile (FH-22)."""


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """This player shouts "Chicken!" at the active one (FH-26)."""


@dataclass(frozen=True, slots=True)
class TuckPile(Action):
    """Slide the collected cards under your chicken pile (FH-17)."""


@dataclass(frozen=True, slots=True)
class KeepPoints(Action):
    """Place the collected cards face down as penalty pile (FH-17)."""


ACTIONS: dict[str, type[Action]] = {
    "begin": Begin,
    "flip": Flip,
    "take": Take,
    "challenge": Challenge,
    "tuck": TuckPile,
    "points": KeepPoints,
}
"""Actions by the name under which a record keeps them."""


# ------------------------------------------------------------------ events


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Cards are dealt and somebody starts. `pile_sizes` by seat."""

    reveals: ClassVar[bool] = False
    number: int
    starter: int
    pile_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """`by` challenges `player`."""

    reveals: ClassVar[bool] = False
    player: int
    by: int


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """A card was turned over onto `under` (None: an empty pile); `restart` after a bust."""

    reveals: ClassVar[bool] = True
    player: int
    card: Card
    under: Card | None
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Bust(Event):
    """The player collects the whole discard pile, oldest card first."""

    reveals: ClassVar[bool] = False
    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PileTucked(Event):
    """The collected cards went under the chicken pile."""

    reveals: ClassVar[bool] = False
    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PileKept(Event):
    """The collected cards went onto the penalty pile."""

    reveals: ClassVar[bool] = False
    player: int
    count: int


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """The top card of the discard pile went under the player's chicken pile."""

    reveals: ClassVar[bool] = False
    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class GiftGiven(Event):
    """The giver's top card, face down, went under the receiver's pile (FH-28, FH-29)."""

    reveals: ClassVar[bool] = False
    giver: int
    receiver: int


@dataclass(frozen=True, slots=True)
class Stalemate(Event):
    """The round went on for ever and is ended as it stands (D12)."""

    reveals: ClassVar[bool] = False
    turns: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A chicken pile ran out (`by` None: stalemate); everything is turned face up and scored (FH-34…41)."""

    reveals: ClassVar[bool] = True
    number: int
    by: int | None
    coop: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """After the last round: most points lose (FH-46), fewest win (D11); both may be shared."""

    reveals: ClassVar[bool] = False
    totals: tuple[int, ...]
    losers: tuple[int, ...]
    winners: tuple[int, ...]


# ------------------------------------------------------------------ house rules and views


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Readings of the rulebook; the numbers are decisions of the rules checklist.

    Attributes:
        one_blocks: which 1 forbids a challenge: the top card, or one anywhere in the discard pile (D2).
        challenge_on_empty: whether a forced flip may be challenged (D3).
        bust_empty_pile: bust with the last card: may it be kept as points, ending the round, or must it be tucked (D4).
        slide_order: collected cards go under as a block (oldest comes up first) or shuffled (D8).
        next_starter: who starts the next round: most points in total, or in the last round (D10).
        starter: how the first starter and ties are decided: by cluck contest, by seat 0, or at random (D1).
        stalemate_turns: turns after which a round is ended as it stands (D12).
        rounds: rounds in a game (FH-45).
        allow_more: let more than five play (FH-03).
    """

    one_blocks: Literal["top", "anywhere"] = "top"
    challenge_on_empty: bool = False
    bust_empty_pile: Literal["end_round", "must_slide_under"] = "end_round"
    slide_order: Literal["block", "shuffled"] = "block"
    next_starter: Literal["total", "last_round"] = "total"
    starter: Literal["cluck", "name", "random"] = "cluck"
    stalemate_turns: int = 300
    rounds: int = 3
    allow_more: bool = False

    def as_dict(self) -> dict[str, Any]:
        """As plain data, for a record."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen at the table; hidden cards are only counted. `viewer` has no secrets of its own in this game.

    Attributes:
        round: 1, 2, …
        phase, player: as in ToAct.
        challenger: seat that has challenged in this turn, or None.
        discard: the discard pile, top card last.
        collected: cards that the active player must tuck or keep, in phase "bust".
        chicken_piles, penalty_piles: counts by seat.
        totals: points by seat after the rounds that are scored.
    """

    round: int
    phase: str
    player: int | None
    challenger: int | None
    discard: tuple[Card, ...]
    collected: tuple[Card, ...]
    chicken_piles: tuple[int, ...]
    penalty_piles: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def top(self) -> Card | None:
        """Top card of the discard pile."""
        return self.discard[-1] if self.discard else None
