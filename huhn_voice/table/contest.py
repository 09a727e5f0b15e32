"""The cluck contest: who clucks loudest starts (D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from huhn_voice.table.stage import Conversation
    from huhn_voice.table.talk import Talk


def loudest(talk: Talk, names: Sequence[str], seats: Sequence[int], each_s: float) -> Conversation[int | None]:
    """Let each seat cluck in turn; return the loudest, or None when nobody was heard.

    The level is that of the loudest 50 ms (RMS, dBFS) of a cluck heard within `each_s` seconds of the prompt's end.
    """
    levels: dict[int, float] = {}
    for seat in seats:
        asked_s = talk.stage.say("cluck_now", player=names[seat])
        talk.stage.cue(f"cluck {names[seat]}", asked_s)
        while (heard := (yield from talk.wait_for(("cluck",), asked_s + each_s))) is not None:
            levels[seat] = max(levels.get(seat, -200.0), heard.heard.level_dbfs)
    if not levels:
        return None
    return max(levels, key=lambda seat: levels[seat])
