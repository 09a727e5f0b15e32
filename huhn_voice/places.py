"""Where things lie: the bundled model and the recorded demonstration game, in the wheel or in a checkout."""

from __future__ import annotations

import os
from pathlib import Path

from huhn_voice.errors import HuhnVoiceError

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent


def bundled_model() -> Path:
    """Folder of the model that comes with the game."""
    for folder in (_PACKAGE / "model", _CHECKOUT / "models" / "en-small"):
        if (folder / "am" / "final.mdl").is_file():
            return folder
    raise HuhnVoiceError("The bundled speech model is missing: install huhn-voice again, or give one with --model DIR.")


def demo_scene() -> Path | None:
    """The recorded three-round game, where it is there."""
    for folder in (_PACKAGE / "demo", _CHECKOUT / "fixtures"):
        scene = folder / "scenes" / "whole-game.toml"
        if scene.is_file():
            return scene
    return None


def cache_folder() -> Path:
    """Where rendered sentences are kept between evenings."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "huhn-voice"
