"""A voice: text in, a checked WAV file out. The engine behind it may hang or die; the table goes on with text."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.speaking.cache import BadSound, SpeechCache
from huhn_voice.speaking.process import ENGINE, EngineFailure, EngineProcess

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SLOWEST_WPM, FASTEST_WPM, STEP_WPM = 90, 300, 20
"""Bounds of the speaking rate and the step of "slower" and "faster", words per minute."""
PREFERRED = ("en-us", "en-gb", "en")
"""Languages tried in this order when no voice is asked for."""


class VoiceUnavailable(HuhnVoiceError):
    """There is no voice on this machine, or it failed too often; everything is still shown as text."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How the engine is watched.

    Attributes:
        start_limit_s: a starting engine that is not ready by then is killed.
        render_limit_s: an engine that has not rendered an utterance by then is killed and started again.
        tries: how often one utterance is tried.
        give_up_after: after so many utterances in a row that failed, the voice stays off.
        cache_dir: folder of the rendered files; the user's cache folder if None.
        cache_limit_mb: files used longest ago are deleted at the start of a game until the rest is smaller.
    """

    start_limit_s: float = 10.0
    render_limit_s: float = 4.0
    tries: int = 2
    give_up_after: int = 3
    cache_dir: Path | None = None
    cache_limit_mb: float = 200.0


class Voice:
    """pyttsx3 in a process of its own, kept warm between utterances.

    Args:
        voice: id, name or language of a voice ("en-gb", "Samantha", "gmw/en-us+f3"); the best English one if None.
        rate_wpm: speaking rate in words per minute, kept within SLOWEST_WPM…FASTEST_WPM.
        settings: limits and cache.
        program: Python file of the engine.
    """

    def __init__(
        self,
        voice: str | None = None,
        rate_wpm: int = 165,
        settings: VoiceSettings | None = None,
        program: Path = ENGINE,
    ) -> None:
        self.settings = settings or VoiceSettings()
        self.rate_wpm = min(FASTEST_WPM, max(SLOWEST_WPM, rate_wpm))
        self.restarts = 0
        """How often the engine had to be started again."""
        self._wanted = voice
        self._program = program
        self._cache = SpeechCache(self.settings.cache_dir, self.settings.cache_limit_mb)
        self._lock = threading.Lock()
        self._engine: EngineProcess | None = None
        self._version = ""
        self._voice_id: str | None = None
        self._failures = 0
        self._off: str | None = None  # why the voice is off for good
        self._closed = False

    @property
    def engine_pid(self) -> int | None:
        """Process id of the running engine."""
        return self._engine.pid if self._engine else None

    def change_rate(self, step_wpm: int) -> bool:
        """Speak faster, or slower with a negative step, from the next utterance on; False at the bound."""
        before = self.rate_wpm
        self.rate_wpm = min(FASTEST_WPM, max(SLOWEST_WPM, before + step_wpm))
        return self.rate_wpm != before

    def warm(self) -> None:
        """Start the engine now, so that the first sentence need not wait for it.

        Raises:
            VoiceUnavailable: there is none.
            HuhnVoiceError: the voice asked for does not exist.
        """
        with self._lock:
            try:
                self._started()
            except EngineFailure as error:
                self._switch_off(str(error))

    def voices(self) -> list[dict[str, Any]]:
        """Every voice of this machine as {id, name, languages}.

        Raises:
            VoiceUnavailable: there is no engine.
        """
        with self._lock:
            try:
                found = self._started(choose=False).ask({"op": "voices"}, self.settings.start_limit_s)
            except EngineFailure as error:
                self._switch_off(str(error))
            return list(found["voices"])

    def render(self, text: str, noise: str | None = None) -> Path:
        """Speech of a text as a mono WAV file without silent edges, from the cache if it was said before.

        Args:
            text: one utterance.
            noise: name of a noise before it, see sounds.py; the text may then be empty.

        Raises:
            ValueError: there is nothing to say.
            VoiceUnavailable: it could not be rendered, now or (no engine, too many failures) ever again.
            HuhnVoiceError: the voice asked for does not exist.
        """
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        speech = self._speech(text) if speakable(text) else None
        if noise is None:
            if speech is None:
                msg = "There is nothing to say in an empty sentence."
                raise ValueError(msg)
            return speech
        try:
            return self._cache.with_noise(noise, speech)
        except OSError as error:
            raise VoiceUnavailable(self._sentence(self._unwritable(error))) from error

    def _speech(self, text: str) -> Path:
        with self._lock:
            rate_wpm = self.rate_wpm
            reason = ""
            for _ in range(self.settings.tries):
                try:
                    return self._render_once(text, rate_wpm)
                except (EngineFailure, BadSound) as error:
                    reason = str(error)
                    self._drop_engine()
                except OSError as error:
                    reason = self._unwritable(error)
            self._failures += 1
            if self._failures >= self.settings.give_up_after:
                self._switch_off(reason)
            raise VoiceUnavailable(self._sentence(reason))

    def close(self) -> None:
        """Stop the engine within a second, also in the middle of an utterance; may be called twice."""
        self._closed = True  # a render in progress in another thread then does not start the engine again
        self._off = self._off or "it was closed"
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _render_once(self, text: str, rate_wpm: int) -> Path:
        if self._off is not None and not self._version:
            raise VoiceUnavailable(self._sentence(self._off))
        if not self._version:
            self._started()
        path = self._cache.path(text, self._voice_id or "", rate_wpm, self._version)
        if self._cache.find(path):
            return path
        new = self._cache.new_path()
        request = {"op": "render", "text": text, "voice": self._voice_id, "rate_wpm": rate_wpm, "path": str(new)}
        self._started().ask(request, self.settings.render_limit_s)
        self._cache.take_in(new, path)
        self._failures = 0
        return path

    def _started(self, *, choose: bool = True) -> EngineProcess:
        """The running engine, started if need be, with the voice chosen."""
        if self._off is not None:
            raise VoiceUnavailable(self._sentence(self._off))
        if self._engine is None:
            engine = EngineProcess(self._program)
            self.restarts += bool(self._version)
            self._engine = engine
            if self._closed:  # closed while it was starting
                engine.kill()
            self._version = self._await_ready(engine)
        if choose and self._voice_id is None:
            answer = self._engine.ask({"op": "voices"}, self.settings.start_limit_s)
            self._voice_id = choose_voice(answer["voices"], self._wanted)
        return self._engine

    def _await_ready(self, engine: EngineProcess) -> str:
        try:
            return str(engine.receive(self.settings.start_limit_s)["version"])
        except EngineFailure as error:
            self._drop_engine()
            if not self._version:  # never ran: no engine on this machine, trying again would only cost time
                self._switch_off(str(error))
            raise

    def _drop_engine(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.kill()

    def _switch_off(self, reason: str) -> NoReturn:
        self._drop_engine()
        self._off = reason
        raise VoiceUnavailable(self._sentence(reason))

    def _unwritable(self, error: OSError) -> str:
        return f"{self._cache.folder} cannot be written ({error.strerror or error})"

    @staticmethod
    def _sentence(reason: str) -> str:
        return f"The voice is not available: {reason}; the game goes on in text, and `huhn-voice doctor` says more."


def speakable(text: str) -> bool:
    """Whether a text holds anything that an engine would say."""
    return any(c.isalnum() for c in text)


def choose_voice(voices: Sequence[dict[str, Any]], wanted: str | None) -> str | None:
    """The id of the voice that is meant.

    Args:
        voices: what the engine has, as {id, name, languages}.
        wanted: id, name or language, in any case and with "_" or "-"; "+f3" behind it is an espeak variant.

    Returns:
        An id; None for the engine's own default, when none was asked for and none is English.

    Raises:
        HuhnVoiceError: there is no such voice.

    >>> choose_voice([{"id": "gmw/en-us", "name": "English (America)", "languages": ["en-us"]}], "EN_US+f3")
    'gmw/en-us+f3'
    """
    base, plus, variant = (wanted or "").partition("+")
    for name in (base,) if wanted else PREFERRED:
        for voice in voices:
            if _tag(name) in (_tag(voice["id"]), _tag(voice["name"]), *map(_tag, voice["languages"])):
                return f"{voice['id']}{plus}{variant}"
    english = [v["id"] for v in voices if any(_tag(t).startswith("en") for t in v["languages"]) or "/en" in v["id"]]
    if wanted is None:
        return english[0] if english else None
    examples = ", ".join(english[:6] or [v["id"] for v in voices[:6]]) or "none at all"
    msg = f"There is no voice {wanted!r} here; choose one of these ids: {examples}, or see `huhn-voice doctor`."
    raise HuhnVoiceError(msg)


def _tag(text: str) -> str:
    return text.strip().replace("_", "-").casefold()
