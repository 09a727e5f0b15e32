"""Feiges Huhn!: the whole game as a state machine.

Phases: "starter" (somebody must be named who starts the round) → "turn" (others may challenge, the active player flips
or takes) → perhaps "bust" (the active player places the collected cards) → the next "turn", the next round, or "over".
Rows FH-nn and decisions Dn, here and in the modules beside, are those of the project's rules checklist.

    >>> game = FeigesHuhn(["Anna", "Ben"], seed=7)
    >>> game.to_act
    ToAct(phase='starter', player=None)
    >>> [type(event).__name__ for event in game.apply(Begin(0))]
    ['RoundStarted', 'TurnStarted']
    >>> game.apply(Take(0))
    Traceback (most recent call last):
    huhn_voice.rules.game.IllegalAction: There is no card to take: you must turn one over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.feiges_huhn_flow import carry_out, set_up
from huhn_voice.rules.feiges_huhn_legal import no_challenge, refusal
from huhn_voice.rules.feiges_huhn_state import COOP_SIZE, Cards, State
from huhn_voice.rules.feiges_huhn_types import (
    ACTIONS,
    Begin,
    Bust,
    CardTaken,
    CardTurned,
    Challenge,
    Challenged,
    Flip,
    GameEnded,
    GiftGiven,
    KeepPoints,
    LuckyFlip,
    PileKept,
    PileTucked,
    RoundEnded,
    RoundStarted,
    Stalemate,
    StalemateNear,
    Take,
    TuckPile,
    TurnStarted,
    View,
)
from huhn_voice.rules.game import Action, Event, IllegalAction, ToAct
from huhn_voice.rules.house_rules import HouseRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "ACTIONS",
    "Begin",
    "Bust",
    "CardTaken",
    "CardTurned",
    "Challenge",
    "Challenged",
    "FeigesHuhn",
    "Flip",
    "GameEnded",
    "GiftGiven",
    "HouseRules",
    "KeepPoints",
    "LuckyFlip",
    "PileKept",
    "PileTucked",
    "RoundEnded",
    "RoundStarted",
    "Stalemate",
    "StalemateNear",
    "Take",
    "TuckPile",
    "TurnStarted",
    "View",
]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
"""The box says two to five (FH-03)."""

MOST_ALLOWED = 48 - COOP_SIZE
"""With `allow_more`: everybody gets at least one card."""

_KINDS: dict[str, tuple[type[Action], ...]] = {
    "starter": (Begin,),
    "turn": (Flip, Take, Challenge),
    "bust": (TuckPile, KeepPoints),
    "over": (),
}
"""The kinds of action that each phase knows."""


class FeigesHuhn:
    """One game of Feiges Huhn!.

    Players, seed, house rules and the actions applied are the whole game. The deal of a round depends on the seed and
    the number of the round only.

    Args:
        players: names in seating order, clockwise.
        seed: of all shuffles and draws.
        rules: house rules; the default readings if not given.

    Raises:
        HuhnVoiceError: the number of players is not allowed, or the named starter has no seat.

    Attributes:
        players: names by seat.
        seed: as given.
        rules: as given.
        opening: what happened before the first action; empty while a starter must be named.
    """

    def __init__(self, players: Sequence[str], seed: int, rules: HouseRules | None = None) -> None:
        self.players = tuple(players)
        self.seed = seed
        self.rules = HouseRules() if rules is None else rules
        _check_seats(len(self.players), self.rules)
        self._state = State(self.players, seed, self.rules, Cards((), (), [], []))
        named = self.rules.starter == "name"
        starters = (self.rules.starter_seat,) if named else tuple(self._state.seats)
        self.opening: tuple[Event, ...] = tuple(set_up(self._state, starters))
        self._history: list[Action] = []
        self._log: list[tuple[Event, ...]] = []

    @classmethod
    def replay(cls, players: Sequence[str], seed: int, rules: HouseRules | None, actions: Iterable[Action]) -> Self:
        """The game after these actions.

        Raises:
            IllegalAction: one of them is not allowed in its place.
        """
        game = cls(players, seed, rules)
        for action in actions:
            game.apply(action)
        return game

    # ------------------------------------------------------------------------------------------------- the three doors

    @property
    def to_act(self) -> ToAct:
        """Who acts now. While the phase is "turn" the others may challenge as well."""
        return ToAct(self._state.phase, self._state.active)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action of every player that is allowed now; empty only when the game is over."""
        kinds = _KINDS[self._state.phase]
        return tuple(action for kind in kinds for seat in self._state.seats if self.can(action := kind(seat)))

    def can(self, action: Action) -> bool:
        """Whether the action is allowed now."""
        return refusal(self._state, action) is None

    def verify(self, action: Action) -> None:
        """Raise IllegalAction, saying why, if the action is not allowed now."""
        if (reason := refusal(self._state, action)) is not None:
            raise IllegalAction(reason)

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action and return what happened, in order.

        Raises:
            IllegalAction: the action is not allowed now; nothing has changed.
        """
        self.verify(action)
        events = tuple(carry_out(self._state, action))
        self._history.append(action)
        self._log.append(events)
        return events

    # -------------------------------------------------------------------------------------------- looking at the game

    @property
    def round(self) -> int:
        """Number of the round, from 1."""
        return self._state.round

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat (FH-06)."""
        return self._state.totals

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Points of each finished round, by seat (FH-06)."""
        return self._state.scores

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions applied so far."""
        return tuple(self._history)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, the opening first."""
        return (*self.opening, *(event for events in self._log for event in events))

    @property
    def last_reveals(self) -> bool:
        """Whether taking back the last action takes back a card that everybody has seen."""
        return bool(self._history) and self.reveals_since(len(self._history) - 1)

    def reveals_since(self, index: int) -> bool:
        """Whether the action with this index in `history`, or a later one, showed a face that nobody had seen."""
        return any(getattr(event, "reveals", False) for events in self._log[index:] for event in events)

    def view(self, player: int | None = None) -> View:
        """What the player in this seat may know; None is an onlooker."""
        return self._state.view(player, may_challenge=no_challenge(self._state) is None)

    def digest(self) -> str:
        """A hash of the complete state, hidden cards included: equal for equal games, on every machine."""
        return self._state.digest()


def _check_seats(players: int, rules: HouseRules) -> None:
    most = MOST_ALLOWED if rules.allow_more else MOST_PLAYERS
    if not FEWEST_PLAYERS <= players <= most:
        raise HuhnVoiceError(f"Feiges Huhn! is for {FEWEST_PLAYERS} to {most} players, not {players}.")
    if rules.starter == "name" and rules.starter_seat >= players:
        raise HuhnVoiceError(
            f"House rule starter_seat names seat {rules.starter_seat}: choose one from 0 to {players - 1}."
        )
