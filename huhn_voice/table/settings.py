"""Settings of the table; each exists because a player needs it."""

from __future__ import annotations

from dataclasses import dataclass, field

from huhn_voice.table.window import WindowSettings


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How the table behaves.

    Attributes:
        window: times of the window for shouts.
        cluck_challenges: whether a cluck alone is a challenge (D9).
        channel_per_player: whether input channel n is the microphone of player n (D7).
        command_confidence: least confidence, 0…1, for a spoken command: talk at the table must not pause the game.
        remind_s: seconds of silence after which the table says again whose turn it is.
        contest_s: seconds that each player has to cluck in a contest for the start.
        think_s: seconds that a computer player takes before it acts.
    """

    window: WindowSettings = field(default_factory=WindowSettings)
    cluck_challenges: bool = True
    channel_per_player: bool = False
    command_confidence: float = 0.9
    remind_s: float = 25.0
    contest_s: float = 3.0
    think_s: float = 2.0
