"""The words that a model is asked to hear: the bundled model is compiled for them, any other is checked for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.graph import compile_model, decoys, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A loaded model with the phrases and decoys that it listens for."""

    model: Any
    phrases: tuple[str, ...]
    decoys: tuple[str, ...]


def is_bundled(model: Path) -> bool:
    """Whether a model folder has no graph of its own, so that one is compiled for each table."""
    return not (model / "graph").exists()


def load(model: Path, phrases: Sequence[str], scratch: Path) -> Vocabulary:
    """Load a model for these phrases.

    Args:
        model: folder of the model.
        phrases: in lower case.
        scratch: empty folder for a compiled graph.

    Raises:
        HuhnVoiceError: the folder is no model, or a foreign model lacks words; names them.
    """
    import vosk  # noqa: PLC0415 - only when something is to be heard

    vosk.SetLogLevel(-3)  # -1 would still show warnings; errors come as exceptions
    if not (model / "am" / "final.mdl").is_file():
        raise HuhnVoiceError(f"{model} is no Vosk model: it has no am/final.mdl. Give the unpacked folder of a model.")
    game_words = set(words_of(phrases))
    other = [word for word in decoys() if word not in game_words]
    folder = compile_model(model, phrases, scratch, also=other) if is_bundled(model) else model
    try:
        loaded = vosk.Model(model_path=str(folder))
    except Exception as error:
        raise HuhnVoiceError(f"The model in {model} cannot be loaded: it is damaged or of another kind.") from error
    if not is_bundled(model):
        missing = [word for word in sorted(game_words) if loaded.vosk_model_find_word(word) < 0]
        if missing:
            raise HuhnVoiceError(
                f"The model in {model} lacks the words {', '.join(missing)}: use other names or another model."
            )
        other = [word for word in other if loaded.vosk_model_find_word(word) >= 0]
    return Vocabulary(loaded, tuple(phrases), tuple(other))
