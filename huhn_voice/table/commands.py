"""What works by voice and key at any prompt: repeat, help, score, slower, faster, pause, resume, undo, stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.speaking.voices import STEP_WPM

if TYPE_CHECKING:
    from huhn_voice.table.ledger import Ledger
    from huhn_voice.table.stage import Conversation
    from huhn_voice.table.talk import Talk, Understood

COMMANDS = frozenset({"repeat", "help", "score", "slower", "faster", "pause", "resume", "undo", "stop"})


class Undone(Exception):
    """An action was taken back."""


class Stopped(Exception):
    """The players stopped the game."""


class Commands:
    """Carries out commands on a stage."""

    def __init__(self, talk: Talk, ledger: Ledger) -> None:
        self.talk = talk
        self.stage = talk.stage
        self.ledger = ledger

    def obey(self, understood: Understood) -> Conversation[None]:
        """Carry out one command; undo and stop ask first.

        Raises:
            Undone: the last action was taken back.
            Stopped: the players confirmed that they stop.
        """
        name = understood.meaning.name
        if name == "repeat":
            self.stage.say_again()
        elif name == "help":
            self.stage.say(f"help_{self.ledger.game.to_act.phase}")
        elif name == "score":
            game = self.ledger.game
            self.stage.say("score", points=dict(zip(game.players, game.view(None).totals, strict=True)))
        elif name in {"slower", "faster"}:
            changed = self.stage.narrator.change_rate(STEP_WPM if name == "faster" else -STEP_WPM)
            self.stage.say(name if changed else {"slower": "slowest", "faster": "fastest"}[name])
        elif name == "pause":
            self.stage.say("paused")
            yield from self.talk.wait_for(("resume",), None)
            self.stage.say("resumed")
        elif name == "undo":
            yield from self._undo()
        elif name == "stop" and (yield from self.talk.confirm("sure_stop")):
            raise Stopped

    def _undo(self) -> Conversation[None]:
        if not self.ledger.game.history:
            self.stage.say("nothing_to_undo")
            return
        revealed = self.ledger.game.last_reveals
        if (yield from self.talk.confirm("sure_undo_revealed" if revealed else "sure_undo")):
            self.ledger.undo(self.stage.now_s)
            self.stage.say("undone")
            raise Undone
