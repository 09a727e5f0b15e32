"""Feiges Huhn!: what can be done, what can happen, what may be known.

Rows FH-nn and decisions Dn are those of the project's rules checklist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from huhn_voice.rules.game import Action, Event

if TYPE_CHECKING:
    from huhn_voice.rules.cards import Card

Phase = Literal["starter", "turn", "bust", "over"]
Reason = Literal["last_card", "gift", "penalty_pile", "stalemate"]

# ---------------------------------------------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """This player clucked best and starts the round (FH-08, FH-44); phase "starter"."""


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn over the top card of one's own chicken pile (FH-11); phase "turn"."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the top card of the discard pile (FH-22); phase "turn"."""


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """This player, not the active one, was the first to shout (FH-26, FH-27); phase "turn"."""


@dataclass(frozen=True, slots=True)
class TuckPile(Action):
    """Slide the collected cards under one's own chicken pile (FH-17); phase "bust"."""


@dataclass(frozen=True, slots=True)
class KeepPoints(Action):
    """Lay the collected cards aside as penalty points (FH-17); phase "bust"."""


ACTIONS: dict[str, type[Action]] = {
    "begin": Begin,
    "flip": Flip,
    "take": Take,
    "challenge": Challenge,
    "tuck": TuckPile,
    "points": KeepPoints,
}
"""Every kind of action by the name that records use."""

# ----------------------------------------------------------------------------------------------------------- events
# `reveals` says whether the event shows faces that nobody at the table had seen before.


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """The cards are dealt and the starter is known; `pile_sizes` by seat."""

    reveals: ClassVar[bool] = False
    number: int
    starter: int
    pile_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A player's turn and the window for shouts begin; `top` is None where the player must flip (FH-23)."""

    reveals: ClassVar[bool] = False
    player: int
    top: Card | None
    must_flip: bool
    may_challenge: bool


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """`by` dares the active `player`."""

    reveals: ClassVar[bool] = False
    player: int
    by: int


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """A card was turned over onto `under` (None: the pile was empty); `restart` after a bust (FH-20)."""

    reveals: ClassVar[bool] = True
    player: int
    card: Card
    under: Card | None
    restart: bool = False


@dataclass(frozen=True, slots=True)
class LuckyFlip(Event):
    """The card just turned over fits the card under it (FH-14)."""

    reveals: ClassVar[bool] = False
    player: int


@dataclass(frozen=True, slots=True)
class Bust(Event):
    """The player collects the whole discard pile, oldest card first, the one just turned over last (FH-16)."""

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
    """The collected cards went to the penalty pile."""

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
    """The top card of the giver's chicken pile went under the receiver's, face down (FH-28, FH-29)."""

    reveals: ClassVar[bool] = False
    giver: int
    receiver: int


@dataclass(frozen=True, slots=True)
class StalemateNear(Event):
    """The round goes in circles and will be ended in `turns_left` turns (D12)."""

    reveals: ClassVar[bool] = False
    turns_left: int


@dataclass(frozen=True, slots=True)
class Stalemate(Event):
    """The round was ended because it went in circles (D12); RoundEnded follows."""

    reveals: ClassVar[bool] = False
    turns: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over and scored (FH-34 to FH-42).

    Attributes:
        number: of the round.
        by: seat whose chicken pile ran out; None after a stalemate.
        reason: "last_card" turned over, last card given as a "gift", collected cards laid on the "penalty_pile" with
            no card left (D4), or "stalemate".
        coop: the three cards of the chicken coop.
        piles: by seat, the cards of chicken pile and penalty pile.
        points: by seat, of this round.
        totals: by seat, of the game so far.
        turns: how many turns the round had.
    """

    reveals: ClassVar[bool] = True
    number: int
    by: int | None
    reason: Reason
    coop: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over: most points lose (FH-46), fewest win (D11), ties are shared."""

    reveals: ClassVar[bool] = False
    totals: tuple[int, ...]
    losers: tuple[int, ...]
    winners: tuple[int, ...]


# ------------------------------------------------------------------------------------------------------------- view


@dataclass(frozen=True, slots=True)
class View:
    """What may be known at the table: counts, and the cards that lie face up now.

    Nobody knows the faces or the order of a chicken pile, not even its owner (FH-05), so views of different seats
    differ in `seat` only.

    Attributes:
        seat: whose view it is; None for an onlooker.
        players: names by seat.
        phase: "starter", "turn", "bust" or "over".
        active: seat whose turn or choice it is; None in the phases "starter" and "over".
        challenger: seat that has challenged the active player.
        may_challenge: whether a challenge is possible now.
        round: number of the round, from 1.
        rounds: how many rounds the game has.
        turns: how many turns of this round have started.
        scores: points of each finished round, by seat.
        totals: points so far, by seat.
        chicken_piles: number of cards in each chicken pile.
        penalty_piles: number of cards in each penalty pile.
        discard: the discard pile, oldest card first.
        collected: in the phase "bust", the cards to place, oldest first.
    """

    seat: int | None
    players: tuple[str, ...]
    phase: Phase
    active: int | None
    challenger: int | None
    may_challenge: bool
    round: int
    rounds: int
    turns: int
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    chicken_piles: tuple[int, ...]
    penalty_piles: tuple[int, ...]
    discard: tuple[Card, ...]
    collected: tuple[Card, ...]

    @property
    def top(self) -> Card | None:
        """The card on top of the discard pile, if there is one."""
        return self.discard[-1] if self.discard else None
