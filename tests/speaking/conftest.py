"""What the tests of the narrator share: a real voice with a cache of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from huhn_voice.speaking.process import ENGINE
from huhn_voice.speaking.voices import Voice, VoiceSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def new_voice(tmp_path: Path) -> Iterator[Callable[..., Voice]]:
    """Makes real voices whose cache lies in the test's folder, and closes them."""
    voices: list[Voice] = []

    def make(
        name: str | None = None,
        rate_wpm: int = 165,
        program: Path = ENGINE,
        **settings: Any,  # noqa: ANN401 - any field of VoiceSettings
    ) -> Voice:
        voice = Voice(name, rate_wpm, VoiceSettings(**{"cache_dir": tmp_path / "cache"} | settings), program)
        voices.append(voice)
        return voice

    yield make
    for voice in voices:
        voice.close()


@pytest.fixture
def voice(new_voice: Callable[..., Voice]) -> Voice:
    """The real voice."""
    return new_voice()
