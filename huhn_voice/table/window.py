"""The time in which a challenge may be shouted, and whose shout counts (checklist FH-26, FH-27, D7).

The window opens when the turn starts and closes at the onset of the accepted action word. What was heard may be ordered
otherwise than it was said: a long shout is recognised later than a short "take" that began after it. So once anything
was heard the table waits a short settle time, and then the earliest onset decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from huhn_voice.hearing.sound import Heard


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Times of the window.

    Attributes:
        settle_s: how long to wait, after something decisive was heard, for a shout that began earlier.
        tie_s: shouts whose onsets differ by no more are tied; the nearest clockwise from the active player wins.
        name_s: how far a name may be from its shout ("Chicken! ... Anna!").
    """

    settle_s: float = 0.6
    tie_s: float = 0.1
    name_s: float = 1.2


@dataclass(slots=True)
class Shout:
    """A shout in the window: what was heard and, if known, by which seat."""

    heard: Heard
    seat: int | None


@dataclass(slots=True)
class Window:
    """One player's window.

    Attributes:
        opened_s: audio time from which shouts count.
        order: seats that may challenge, nearest clockwise from the active player first.
        settings: times.
        challenge_open: whether a challenge is possible at all.
    """

    opened_s: float
    order: Sequence[int]
    settings: WindowSettings = WindowSettings()
    challenge_open: bool = True
    action: Heard | None = None
    shouts: list[Shout] = field(default_factory=list)
    _name: tuple[Heard, int] | None = None

    def shout(self, heard: Heard, seat: int | None) -> bool:
        """Note a shout; return whether it counts (it began inside the window, by somebody who may)."""
        late = self.action is not None and heard.onset_s >= self.action.onset_s
        if late or not self.is_open_for(heard) or not self.challenge_open:
            return False
        if seat is not None and seat not in self.order:
            return False
        if seat is None and self._name is not None and self._near(self._name[0], heard):
            seat = self._name[1]
        self.shouts.append(Shout(heard, seat))
        return True

    def is_open_for(self, heard: Heard) -> bool:
        """Whether it began inside the window; a key counts at once, whoever types need not hear the prompt out."""
        return heard.kind == "key" or heard.onset_s >= self.opened_s

    def name(self, heard: Heard, seat: int) -> None:
        """Note a name; it belongs to the nearest nameless shout before or after it."""
        if seat not in self.order:
            return
        nameless = [shout for shout in self.shouts if shout.seat is None and self._near(shout.heard, heard)]
        if nameless:
            min(nameless, key=lambda shout: abs(shout.heard.onset_s - heard.onset_s)).seat = seat
        else:
            self._name = (heard, seat)

    def act(self, heard: Heard) -> None:
        """Note the active player's action word; the first one (by onset) counts."""
        if self.action is None or heard.onset_s < self.action.onset_s:
            self.action = heard

    def due_s(self) -> float | None:
        """Audio time at which the window can be decided; None while nothing decisive was heard."""
        times = [self.action.heard_s + self.settings.settle_s] if self.action is not None else []
        if (winner := self.winner()) is not None:
            wait = self.settings.name_s if winner.seat is None else self.settings.settle_s
            times.append(winner.heard.heard_s + wait)
        return max(times, default=None)

    def winner(self) -> Shout | None:
        """The shout that challenges: earliest onset before the action; in a tie the nearest clockwise."""
        limit = self.action.onset_s if self.action is not None else float("inf")
        shouts = [shout for shout in self.shouts if shout.heard.onset_s < limit]
        if not shouts:
            return None
        first = min(shout.heard.onset_s for shout in shouts)
        tied = [shout for shout in shouts if shout.heard.onset_s - first <= self.settings.tie_s]
        return min(tied, key=self._rank)

    def _rank(self, shout: Shout) -> int:
        return self.order.index(shout.seat) if shout.seat is not None else len(self.order)

    def _near(self, one: Heard, other: Heard) -> bool:
        gap = max(one.onset_s, other.onset_s) - min(one.end_s, other.end_s)
        return gap <= self.settings.name_s
