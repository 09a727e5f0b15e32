"""One game of Feiges Huhn! at the table, as a conversation: prompts, the window, the bust choice, the evening's commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.rules.feiges_huhn import (
    Begin,
    Challenge,
    FeigesHuhn,
    Flip,
    KeepPoints,
    RoundEnded,
    Take,
    TuckPile,
    TurnStarted,
)
from huhn_voice.rules.game import IllegalAction
from huhn_voice.table import contest
from huhn_voice.table.commands import COMMANDS, Commands, Undone
from huhn_voice.table.players import clockwise
from huhn_voice.table.talk import Talk
from huhn_voice.table.window import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from huhn_voice.hearing.sound import Heard
    from huhn_voice.rules.game import Action, Event
    from huhn_voice.table.ledger import Ledger
    from huhn_voice.table.phrases import Phrases
    from huhn_voice.table.robots import Robots
    from huhn_voice.table.settings import TableSettings
    from huhn_voice.table.stage import Conversation, Stage
    from huhn_voice.table.talk import Understood

WHO_TRIES = 2


class Session:
    """A game in progress on a stage.

    Args:
        stage: clock, ears, mouth.
        phrases: the phrases of this table, names included.
        ledger: the game and its record.
        settings: how the table behaves.
        robots: computer players and their seats.
    """

    def __init__(self, stage: Stage, phrases: Phrases, ledger: Ledger, settings: TableSettings, robots: Robots) -> None:
        self.stage = stage
        self.ledger = ledger
        self.settings = settings
        self.robots = robots
        self.talk = Talk(stage, phrases)
        self.commands = Commands(self.talk, ledger)
        self._told: float | None = None  # when the turn that begins now will have been announced

    @property
    def game(self) -> FeigesHuhn:
        """The game as it stands."""
        return self.ledger.game

    def play(self) -> Conversation[FeigesHuhn]:
        """Play until the game is over (or Stopped is raised); return the finished game."""
        self._tell(self.ledger.opening)
        while (to_act := self.game.to_act).phase != "over":
            try:
                if to_act.phase == "starter":
                    yield from self._starter()
                elif to_act.phase == "bust" and to_act.player is not None:
                    yield from self._bust(to_act.player)
                elif to_act.player is not None:
                    yield from self._turn(to_act.player)
            except Undone:
                self._told = None
        self.stage.cue("game over", self.stage.now_s)
        return self.game

    def _do(self, action: Action, heard: Heard | None = None) -> float:
        """Carry out an action: rules, record, then speech. Return when it will have been told."""
        return self._tell(self.ledger.apply(action, self.stage.now_s, heard))

    def _tell(self, events: tuple[Event, ...]) -> float:
        told_s = self.stage.tell(events)
        if any(isinstance(event, RoundEnded) for event in events):
            self.stage.cue("round over", told_s)
        self._told = told_s if events and isinstance(events[-1], TurnStarted) else None
        return told_s

    def _starter(self) -> Conversation[None]:
        candidates = [action.player for action in self.game.legal_actions()]
        seat = yield from contest.loudest(self.talk, self.game.players, candidates, self.settings.contest_s)
        if seat is None:
            seat = self.ledger.draw(candidates)
            self.stage.say("cluck_none", player=self.game.players[seat])
        self._do(Begin(seat))

    def _bust(self, player: int) -> Conversation[None]:
        name = self.game.players[player]
        if player in self.robots:
            self._do(self.robots.decide(player, self.game))
            return
        while True:
            asked_s = self.stage.say("bust_choice", player=name)
            self.stage.cue(f"bust {name}", asked_s)
            while (understood := (yield from self._next(asked_s + self.settings.remind_s))) is not None:
                if understood.meaning.name not in {"tuck", "points"} or self._foreign(understood, player):
                    continue
                action = TuckPile(player) if understood.meaning.name == "tuck" else KeepPoints(player)
                try:
                    self.game.verify(action)
                except IllegalAction as error:
                    self.stage.say("not_legal", reason=str(error))
                    continue
                self._do(action, understood.heard)
                return

    def _turn(self, player: int) -> Conversation[None]:
        """One turn: prompt, window, decision (FH-10, FH-26…33)."""
        window = self._open(player)
        robots = self.robots.plan(player, self.game, window.opened_s, self.settings.think_s)
        blocked_told = False
        while True:
            due_s = window.due_s()
            wake_s = min(filter(None, [due_s, *(heard.onset_s for heard, _ in robots)]), default=None)
            understood = yield from self._next(wake_s or self.stage.now_s + self.settings.remind_s)
            if understood is None:
                if robots and self.stage.now_s >= robots[0][0].onset_s:
                    heard, seat = robots.pop(0)
                    self._robot(window, heard, seat, player)
                elif due_s is None:
                    self._remind(player)
                elif (yield from self._decide(player, window)):
                    return
                else:
                    window = Window(self.stage.now_s, (), self.settings.window, challenge_open=False)
                continue
            name = understood.meaning.name
            if name in {"flip", "take"}:
                self._act(player, window, understood)
            elif name == "name":
                window.name(understood.heard, understood.meaning.value)
            elif name == "challenge" or (name == "cluck" and self.settings.cluck_challenges):
                counts = window.shout(understood.heard, self._seat(understood.heard, player))
                if not counts and not blocked_told and self._blocked(window, understood.heard):
                    self.stage.say("shout_ignored_one")
                    blocked_told = True

    def _open(self, player: int) -> Window:
        """Open the window when the turn has been announced; announce it (again) if that was not the last thing told."""
        name = self.game.players[player]
        opened_s = self._prompt(player) if self._told is None else self._told
        order = [seat for seat in clockwise(len(self.game.players), player) if self.game.can(Challenge(seat))]
        self.stage.cue(f"window {name}", opened_s)
        return Window(opened_s, order, self.settings.window, challenge_open=bool(order))

    def _prompt(self, player: int) -> float:
        """Say whose turn it is."""
        name, top = self.game.players[player], self.game.view(None).top
        return self.stage.say("your_turn" if top else "your_turn_must_flip", player=name, top=top)

    def _act(self, player: int, window: Window, understood: Understood) -> None:
        if self._foreign(understood, player) or not window.is_open_for(understood.heard):
            return
        action = Flip(player) if understood.meaning.name == "flip" else Take(player)
        try:
            self.game.verify(action)
        except IllegalAction as error:
            self.stage.say("not_legal", reason=str(error))
            return
        window.act(understood.heard)

    def _decide(self, player: int, window: Window) -> Conversation[bool]:
        """Settle the window; return whether the turn's action was carried out."""
        shout = window.winner()
        if shout is not None:
            seat = shout.seat if shout.seat is not None else (yield from self._who(window.order))
            if seat is None:
                self.stage.say("who_unknown")
            else:
                told_s = self._do(Challenge(seat), shout.heard)
                self.stage.cue(f"challenged {self.game.players[player]}", told_s)
        if window.action is None:
            return False
        word = self.talk.phrases.meaning(window.action.word).name
        self._do(Flip(player) if word == "flip" else Take(player), window.action)
        return True

    def _who(self, order: Sequence[int]) -> Conversation[int | None]:
        """Ask who shouted (D7); with one possible shouter nobody is asked."""
        if len(order) == 1:
            return order[0]
        for _ in range(WHO_TRIES):
            answer = yield from self.talk.ask("who", ("name",), "who_shouted", tries=1)
            if answer is not None and answer.meaning.value in order:
                return answer.meaning.value
        return None

    def _next(self, until_s: float) -> Conversation[Understood | None]:
        """The next phrase that is not a command; commands are carried out on the way."""
        while (understood := (yield from self.talk.next(until_s))) is not None:
            if understood.meaning.name not in COMMANDS:
                return understood
            if understood.heard.confidence >= self.settings.command_confidence:
                yield from self.commands.obey(understood)
        return None

    def _remind(self, player: int) -> None:
        """Nobody says anything: perhaps they wait for us, perhaps we cannot hear them."""
        if self.stage.heard_any:
            self._prompt(player)
        else:
            self.stage.say("mic_silent")

    def _robot(self, window: Window, heard: Heard, seat: int, player: int) -> None:
        if seat == player:
            window.act(heard)
        else:
            window.shout(heard, seat)

    def _seat(self, heard: Heard, player: int) -> int | None:
        """Whose shout it was, as far as the channel or the number of players tells."""
        if heard.kind != "key" and self.settings.channel_per_player:
            return heard.channel
        others = [seat for seat in range(len(self.game.players)) if seat != player and seat not in self.robots]
        return others[0] if len(others) == 1 else None

    def _foreign(self, understood: Understood, player: int) -> bool:
        """Whether it came over another player's own microphone."""
        heard = understood.heard
        return heard.kind != "key" and self.settings.channel_per_player and heard.channel != player

    def _blocked(self, window: Window, heard: Heard) -> bool:
        """Whether a shout failed only because of the 1 on the pile (FH-31)."""
        top = self.game.view(None).top
        return not window.challenge_open and top is not None and top.value == 1 and window.is_open_for(heard)
