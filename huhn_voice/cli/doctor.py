"""`huhn-voice doctor`: what works here, what is missing, and how to get it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.microphone import check_microphone
from huhn_voice.hearing.vocabulary import load
from huhn_voice.places import bundled_model, demo_scene
from huhn_voice.speaking.player import Player
from huhn_voice.speaking.voices import Voice
from huhn_voice.table.phrases import Phrases

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def configure(parser: argparse.ArgumentParser) -> None:
    """No options."""
    del parser


def run(_options: argparse.Namespace) -> int:
    """Check everything; end with 2 if the game cannot be played by voice at all."""
    checks: list[tuple[str, Callable[[], str], bool]] = [
        ("speech model", _model, True),
        ("narrator's voice", _voice, False),
        ("loudspeaker", _loudspeaker, False),
        ("microphone", lambda: check_microphone(None), False),
        ("recorded game", _demo, False),
    ]
    playable = True
    for name, check, needed in checks:
        try:
            print(f"works    {name}: {check()}")
        except HuhnVoiceError as error:
            playable = playable and not needed
            print(f"MISSING  {name}: {error}")
    return 0 if playable else 2


def _model() -> str:
    with tempfile.TemporaryDirectory() as scratch:
        vocabulary = load(bundled_model(), Phrases(()).spoken, Path(scratch))
    return f"{bundled_model()}, {len(vocabulary.phrases)} phrases"


def _voice() -> str:
    voice = Voice()
    try:
        voice.warm()
        found = [one["id"] for one in voice.voices() if any(str(lang).startswith("en") for lang in one["languages"])]
        return f"{len(found)} English voices ({', '.join(map(str, found[:6]))} …)"
    finally:
        voice.close()


def _loudspeaker() -> str:
    player = Player()
    player.close()
    return "opens"


def _demo() -> str:
    scene = demo_scene()
    if scene is None:
        raise HuhnVoiceError("it comes with the source of the project only; play with a microphone or with --text.")
    return str(scene)
