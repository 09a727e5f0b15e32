"""What every game offers the table: who may do what now, and what came of it.

A game is a value that starts from player names and a seed and is changed by actions only; the seed and the list of
applied actions are the whole game, so replaying them gives the same events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Action:
    """Something one player does.

    Attributes:
        player: seat of the acting player, 0-based, clockwise.
    """

    player: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table because of an action."""


class IllegalAction(ValueError):
    """The action is not allowed now; the message is a plain sentence that can be spoken."""


@dataclass(frozen=True, slots=True)
class ToAct:
    """Who must act now, and in which phase of the game.

    Attributes:
        phase: name of the phase, e.g. "starter", "turn", "bust", "over".
        player: seat of the player whose move it is; None when nobody has to act.
    """

    phase: str
    player: int | None


class Game(Protocol):
    """One game in progress."""

    players: tuple[str, ...]

    @property
    def to_act(self) -> ToAct:
        """Who acts now."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that `apply` would accept now; empty only when the game is over."""

    def verify(self, action: Action) -> None:
        """Raise IllegalAction, saying why, if the action is not allowed now."""

    def can(self, action: Action) -> bool:
        """Whether the action is allowed now."""

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Carry out a verified action and return what happened, in order."""
