"""`huhn-voice play`: an evening at the table, by microphone, by recorded sound, or by typing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.places import demo_scene

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", choices=("feiges-huhn",), default="feiges-huhn", help="which game (default feiges-huhn)")
    parser.add_argument("--players", metavar="A,B,C", help="names in seating order, clockwise; asked for by voice if left out")
    parser.add_argument("--bots", metavar="KIND,…", help="computer players to fill the table: cautious, bold, sensible")
    parser.add_argument("--seed", type=int, help="seed of the deals: the same seed deals the same cards")
    sound = parser.add_mutually_exclusive_group()
    sound.add_argument("--scene", type=Path, metavar="FILE", help="play a scripted table of recorded clips")
    sound.add_argument("--recording", type=Path, metavar="FILE", help="listen to a sound file instead of the microphone")
    sound.add_argument("--text", action="store_true", help="type instead of talking")
    sound.add_argument("--device", metavar="NAME", help="microphone, by (part of) its name; see `huhn-voice devices`")
    parser.add_argument("--channels", type=int, default=1, help="microphones: one for all (default) or one per player")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the game in this file, move by move")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the game in this file")
    parser.add_argument("--narration-out", type=Path, metavar="DIR", help="write every spoken sentence there as a WAV file")
    parser.add_argument("--model", type=Path, metavar="DIR", help="another Vosk model instead of the bundled one")
    parser.add_argument("--verbosity", choices=("full", "brief", "sounds"), default="brief", help="how much is said")
    parser.add_argument("--rate", type=int, default=165, metavar="WPM", help="speaking rate, words a minute (default 165)")
    parser.add_argument("--voice", metavar="NAME", help="voice of the narrator; see `huhn-voice doctor`")
    parser.add_argument("--block", type=int, default=800, metavar="FRAMES", help="frames of sound read at once, 160 to 8000")


def run(options: argparse.Namespace) -> int:
    """Play."""
    from huhn_voice.cli.evening import Evening  # noqa: PLC0415 - the heavy libraries only when a game starts

    if options.resume and options.record:
        raise HuhnVoiceError("--resume goes on writing to the same file: leave --record out.")
    if not (options.scene or options.recording or options.text or options.device):
        try:
            from huhn_voice.hearing.microphone import check_microphone  # noqa: PLC0415

            check_microphone(None)
        except HuhnVoiceError as error:
            demo = demo_scene()
            if demo is None:
                raise
            print(f"{error}\nSo here is a recorded game, heard through the same ears. (Or play by typing: --text.)\n")
            options.scene = demo
    with Evening(options, sys.stdout) as evening:
        return evening.play()
