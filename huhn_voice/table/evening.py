"""An evening from the first question to the last score: puts ears, narrator, rules and record together and plays."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.bots import BOTS
from huhn_voice.rules.feiges_huhn import FeigesHuhn, HouseRules
from huhn_voice.table.commands import Stopped
from huhn_voice.table.ledger import Ledger, header, restore
from huhn_voice.table.phrases import Phrases
from huhn_voice.table.players import check_names
from huhn_voice.table.record import Record
from huhn_voice.table.robots import Robots
from huhn_voice.table.session import Session
from huhn_voice.table.settings import TableSettings
from huhn_voice.table.setup import first_names, set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from huhn_voice.hearing.sound import Source
    from huhn_voice.table.stage import Conversation, Listener, Stage


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played tonight.

    Attributes:
        players: names in seating order; empty to ask for them by voice.
        bots: kinds of computer players that join, in order.
        seed: of the deals; None for a new one.
        rules: house rules.
        table: how the table behaves.
        record: file to keep the game in, or None.
        resume: file to go on with, or None.
    """

    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    seed: int | None = None
    rules: HouseRules = field(default_factory=HouseRules)
    table: TableSettings = field(default_factory=TableSettings)
    record: Path | None = None
    resume: Path | None = None


class Evening:
    """Plays a plan on a stage.

    Args:
        plan: what is played.
        stage: clock, mouth; its ears are made here, for exactly this table's words.
        make_ears: makes ears for a list of phrases; None when everything is typed.

    Attributes:
        ledger: the game and its record, once it has begun.
        stopped: whether the players stopped before the end.
    """

    def __init__(self, plan: Plan, stage: Stage, make_ears: Callable[[Sequence[str]], Listener] | None) -> None:
        self.plan = plan
        self.stage = stage
        self._make_ears = make_ears
        self.ledger: Ledger | None = None
        self.stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free ears, narrator and record; may be called twice."""
        if self.stage.ears is not None:
            self.stage.ears.close()
            self.stage.ears = None
        self.stage.narrator.close()
        if self.ledger is not None:
            self.ledger.record.close()

    def hear(self, source: Source) -> FeigesHuhn | None:
        """Play by the sound of a source; return the finished game, None if it was stopped or the sound ended."""
        try:
            return self.stage.run(source, self._evening())
        except Stopped:
            self.stopped = True
            return None
        finally:
            source.close()

    def read(self, lines: Iterator[str]) -> FeigesHuhn | None:
        """Play by typed lines."""
        try:
            return self.stage.run_typed(lines, self._evening())
        except Stopped:
            self.stopped = True
            return None

    def _evening(self) -> Conversation[FeigesHuhn]:
        self.stage.say("welcome")
        ledger = (
            self._resumed(self.plan.resume) if self.plan.resume is not None else self._new((yield from self._players()))
        )
        self.ledger = ledger
        names = ledger.game.players
        self.stage.script.names = list(names)
        phrases = Phrases(names)
        self._listen(phrases.spoken)
        robots = Robots(ledger.record.header["bots"], ledger.game.seed)
        session = Session(self.stage, phrases, ledger, self.plan.table, robots)
        try:
            return (yield from session.play())
        except Stopped:
            self.stage.say("stopped")
            raise

    def _players(self) -> Conversation[tuple[str, ...]]:
        unknown = [kind for kind in self.plan.bots if kind not in BOTS]
        if unknown:
            raise HuhnVoiceError(f"There is no computer player of the kind “{unknown[0]}”: choose {', '.join(BOTS)}.")
        if self.plan.players:
            return check_names(self.plan.players + bot_names(self.plan.bots), Phrases(()))
        names = first_names()
        phrases = Phrases(names)
        self._listen(phrases.spoken)
        players = yield from set_up(self.stage, phrases, names)
        return check_names(players + bot_names(self.plan.bots), Phrases(()))

    def _new(self, players: tuple[str, ...]) -> Ledger:
        seed = self.plan.seed if self.plan.seed is not None else random.SystemRandom().randrange(2**32)
        rules = self.plan.rules
        if self._make_ears is None and rules.starter == "cluck":  # nobody clucks on a keyboard (D1)
            rules = replace(rules, starter="random")
        game = FeigesHuhn(players, seed, rules)
        first_bot = len(players) - len(self.plan.bots)
        bots = {str(first_bot + number): kind for number, kind in enumerate(self.plan.bots)}
        return Ledger(game, Record(self.plan.record, header(game) | {"bots": bots}))

    def _resumed(self, path: Path) -> Ledger:
        record, saved = Record.resume(path)
        game = restore(saved, path)
        self.stage.script.names = list(game.players)
        if saved.torn:
            self.stage.show("(The last move was cut off on the disk; it is played again.)")
        self.stage.say("resumed_game", round=game.round, points=game.view(None).totals)
        return Ledger(game, record)

    def _listen(self, phrases: Sequence[str]) -> None:
        """Give the stage ears for these phrases."""
        if self._make_ears is None:
            return
        if self.stage.ears is not None:
            self.stage.ears.close()
        self.stage.ears = self._make_ears(phrases)


def bot_names(kinds: Sequence[str]) -> tuple[str, ...]:
    """Names of computer players, in the order in which they join."""
    return ("Henrietta", "Gustav", "Bertha", "Egon")[: len(kinds)]
