"""`huhn-voice play`: an evening at the table, by microphone, by recorded sound, or by typing."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.microphone import Microphone, check_microphone
from huhn_voice.hearing.recording import Recording
from huhn_voice.hearing.scene import SHORTEST_WAIT_S, Scene
from huhn_voice.places import bundled_model, demo_scene
from huhn_voice.rules.feiges_huhn import HouseRules
from huhn_voice.screen.terminal import Terminal
from huhn_voice.speaking.narrator import Narrator
from huhn_voice.speaking.player import Player
from huhn_voice.speaking.script import Script
from huhn_voice.speaking.voices import Voice, VoiceUnavailable
from huhn_voice.table.evening import Evening, Plan
from huhn_voice.table.settings import TableSettings
from huhn_voice.table.stage import Stage

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from huhn_voice.hearing.sound import Source
    from huhn_voice.speaking.utterance import Utterance


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--game", choices=("feiges-huhn",), default="feiges-huhn", help="which game (default feiges-huhn)"
    )
    parser.add_argument(
        "--players", metavar="A,B,C", help="names in seating order, clockwise; asked for by voice if left out"
    )
    parser.add_argument("--bots", metavar="KIND,…", help="computer players to fill the table: cautious, bold, sensible")
    parser.add_argument("--seed", type=int, help="seed of the deals: the same seed deals the same cards")
    sound = parser.add_mutually_exclusive_group()
    sound.add_argument("--scene", type=Path, metavar="FILE", help="play a scripted table of recorded clips")
    sound.add_argument(
        "--recording", type=Path, metavar="FILE", help="listen to a sound file instead of the microphone"
    )
    sound.add_argument("--text", action="store_true", help="type instead of talking")
    sound.add_argument("--device", metavar="NAME", help="microphone, by (part of) its name; see `huhn-voice devices`")
    parser.add_argument("--channels", type=int, default=1, help="microphones: one for all (default) or one per player")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="keep the game in this file, move by move (with a microphone: games/DATE.jsonl)",
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the game in this file")
    parser.add_argument(
        "--narration-out", type=Path, metavar="DIR", help="write every spoken sentence there as a WAV file"
    )
    parser.add_argument("--model", type=Path, metavar="DIR", help="another Vosk model instead of the bundled one")
    parser.add_argument("--verbosity", choices=("full", "brief", "sounds"), default="brief", help="how much is said")
    parser.add_argument(
        "--rate", type=int, default=165, metavar="WPM", help="speaking rate, words a minute (default 165)"
    )
    parser.add_argument("--voice", metavar="NAME", help="voice of the narrator; see `huhn-voice doctor`")
    parser.add_argument(
        "--block", type=int, default=800, metavar="FRAMES", help="frames of sound read at once, 160 to 8000"
    )


def run(options: argparse.Namespace) -> int:
    """Play."""
    if options.resume and options.record:
        raise HuhnVoiceError("--resume goes on writing to the same file: leave --record out.")
    if not (options.scene or options.recording or options.text or options.device):
        options.scene = _demo_without_microphone()
    return Table(options, Terminal(sys.stdout)).play()


def _demo_without_microphone() -> Path | None:
    """None if there is a microphone, else the recorded game; says so."""
    try:
        check_microphone(None)
    except HuhnVoiceError as error:
        demo = demo_scene()
        if demo is None:
            raise
        print(f"{error}\nSo here is a recorded game, heard by the same ears. (To play by typing: --text.)\n")
        return demo
    return None


class Table:
    """One evening: what the options say, put together.

    Args:
        options: of the command line.
        screen: where it is shown.
    """

    def __init__(self, options: argparse.Namespace, screen: Terminal) -> None:
        self.options = options
        self.screen = screen
        self.source = self._source()
        script = Script(verbosity=options.verbosity)
        self.stage = Stage(
            self._narrator(),
            script,
            show=lambda text: self.screen.say(text, self.stage.now_s),
            cue=self._cue,
            spoken=self._leak,
            output_latency_s=SHORTEST_WAIT_S if isinstance(self.source, Scene) else 0.0,
        )
        self.evening = Evening(self._plan(), self.stage, self._ears())

    def play(self) -> int:
        """Play to the end; return the exit code."""
        with self.evening:
            try:
                if self.source is None:
                    game = self.evening.read(iter(sys.stdin))
                else:
                    if sys.stdin.isatty():
                        Thread(target=self._read_keys, daemon=True).start()
                    game = self.evening.hear(self.source)
            except KeyboardInterrupt:
                game = None
            self.stage.narrator.wait()
        if game is not None:
            self.screen.scores(game)
            return 0
        return self._unfinished()

    def _unfinished(self) -> int:
        ledger = self.evening.ledger
        where = ledger.record.path if ledger else None
        if where is not None:
            self.screen.note(f"The game is not over. Go on with: huhn-voice play --resume {where}")
        if isinstance(self.source, Scene) and self.source.unplayed:
            raise HuhnVoiceError(
                f"The scene stopped waiting for “{self.source.unplayed[0]}”: the table never came to it."
            )
        if isinstance(self.source, Recording) and not self.stage.heard_any:
            raise HuhnVoiceError(f"Nothing was heard in {self.options.recording}: is there speech in it?")
        return 0

    def _source(self) -> Source | None:
        options = self.options
        if options.text:
            return None
        if options.scene:
            return Scene(options.scene, options.block)
        if options.recording:
            return Recording(options.recording, options.block)
        return Microphone(options.device, options.channels, told=self._say)

    def _ears(self) -> Callable[[Sequence[str]], Ears] | None:
        source = self.source
        if source is None:
            return None
        model = self.options.model or bundled_model()
        return lambda phrases: Ears(model, phrases, source.channels)

    def _narrator(self) -> Narrator:
        options = self.options
        voice: Voice | None = None
        player = None
        try:
            voice = Voice(options.voice, options.rate)
            voice.warm()
            if isinstance(self.source, Microphone):
                player = Player()
        except VoiceUnavailable as error:
            self.screen.note(str(error))
            voice = None
        except HuhnVoiceError as error:
            if options.voice:
                raise
            self.screen.note(str(error))
        clock = self.source.now_s if isinstance(self.source, Microphone) else None
        return Narrator(voice, player, options.narration_out, clock=clock, notice=self.screen.note)

    def _plan(self) -> Plan:
        options = self.options
        header = self.source.script.header if isinstance(self.source, Scene) else {}
        names = options.players.split(",") if options.players is not None else header.get("players", [])
        if options.text and not names and not options.resume:
            raise HuhnVoiceError("To play by typing name the players: --players Anna,Ben,Cleo.")
        settings = TableSettings(channel_per_player=self.source is not None and self.source.channels > 1)
        return Plan(
            tuple(names),
            tuple(options.bots.split(",")) if options.bots else (),
            options.seed if options.seed is not None else header.get("seed"),
            HouseRules(**header.get("rules", {})),
            settings,
            options.record or self._own_record(),
            options.resume,
        )

    def _say(self, what: str) -> None:
        self.stage.say(what)

    def _own_record(self) -> Path | None:
        """An evening at the microphone is kept even if nobody asked for it."""
        if isinstance(self.source, Microphone) and self.options.resume is None:
            return Path("games") / time.strftime("%Y-%m-%d-%H%M%S.jsonl")
        return None

    def _cue(self, label: str, at_s: float) -> None:
        if isinstance(self.source, Scene):
            self.source.announce(label, at_s)
            if label == "game over":
                self.source.finish()
        if self.evening.ledger is not None:
            self.screen.table(self.evening.ledger.game)
            if label == "round over":
                self.screen.scores(self.evening.ledger.game)

    def _leak(self, utterance: Utterance) -> None:
        """In a scene the microphones hear the narrator, if the room lets them."""
        if isinstance(self.source, Scene) and utterance.path is not None:
            self.source.leak(utterance.path, utterance.start_s)

    def _read_keys(self) -> None:
        for line in sys.stdin:
            if line.strip():
                self.stage.keys.put(line)
