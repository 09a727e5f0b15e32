"""The narrator: says one sentence after the other and knows when it was speaking.

With a loudspeaker, start and end of a sentence are what the output stream reports, moved onto the audio clock of the
microphone. Without one (scene, recording, test) every sentence is laid on the audio clock as soon as it is said: it
starts when it is said or when the one before has ended, and lasts as long as its rendered file, or, without a voice, as
long as `estimate_s` says. So the same evening gives the same times.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import deque
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.speaking.diary import Diary
from huhn_voice.speaking.sounds import length_s
from huhn_voice.speaking.utterance import NarratorSettings, Renderer, Utterance, estimate_s
from huhn_voice.speaking.voices import speakable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from huhn_voice.speaking.player import Speaker

KEPT = 256
"""So many utterances are remembered: minutes of talk, while shouts are judged within seconds."""
STOP_LIMIT_S = 0.8
"""How long `close` waits for the speaking thread."""
PLAYER_TRIES = 3
"""After so many sounds in a row that could not be played, the loudspeaker stays off."""


class Narrator:
    """Says sentences in order; may be used from any thread.

    Args:
        voice: where speech comes from; None for text only.
        player: the loudspeaker; None to lay the sentences on the audio clock.
        out_dir: folder for numbered WAV files and index.txt; None for none.
        settings: times.
        clock: audio time of the newest sound from the microphone, for the loudspeaker's times; without it the time
            given to `say` is taken as the time of the call.
        notice: called with one sentence when voice, loudspeaker or folder fail; each only once.

    Raises:
        HuhnVoiceError: `out_dir` cannot be written.
    """

    def __init__(
        self,
        voice: Renderer | None = None,
        player: Speaker | None = None,
        out_dir: Path | None = None,
        settings: NarratorSettings | None = None,
        *,
        clock: Callable[[], float] | None = None,
        notice: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        self.voice = voice
        self.settings = settings or NarratorSettings()
        self.last: Utterance | None = None
        self._player = player
        self._diary = Diary(out_dir) if out_dir is not None else None
        self._clock = clock
        self._notice = notice
        self._noticed: set[str] = set()
        self._number = self._diary.last_number if self._diary else 0
        self._free_s = 0.0  # when the last sentence that was laid out ends
        self._lock = threading.RLock()
        self._kept: deque[Utterance] = deque(maxlen=KEPT)
        self._queue: queue.SimpleQueue[Utterance | None] = queue.SimpleQueue()
        self._quiet = threading.Event()
        self._quiet.set()
        self._player_failures = 0
        self._worker: threading.Thread | None = None
        if player is not None:
            self._worker = threading.Thread(target=self._work, name="narrator", daemon=True)
            self._worker.start()

    def say(self, text: str, at_s: float, noise: str | None = None) -> Utterance:
        """Say a sentence after those before it; with a loudspeaker return at once.

        Args:
            text: the sentence; it may be empty.
            at_s: audio time now.
            noise: name of a noise before it, see sounds.py; not heard where there is no voice.
        """
        with self._lock:
            self._number += 1
            start_s = max(at_s, self._free_s)
            utterance = Utterance(self._number, text, start_s, start_s, noise=noise)
            self.last = utterance
            self._kept.append(utterance)
            if self._player is not None:
                utterance.end_s = start_s + self._estimate_s(text)
                utterance.said_at = (at_s, self._player.now_s())
                self._free_s = utterance.end_s
                self._quiet.clear()
                self._queue.put(utterance)
                return utterance
        utterance.path = self._render(utterance)
        with self._lock:
            utterance.end_s = start_s + (self._estimate_s(text) if utterance.path is None else length_s(utterance.path))
            utterance.state = "said"
            self._free_s = utterance.end_s + self.settings.gap_s
            self._write_down(utterance)
        return utterance

    def interrupt(self, at_s: float | None = None) -> None:
        """Fall silent within 200 ms and drop what waits.

        Args:
            at_s: audio time now; needed where sentences are laid on the clock, which otherwise keep what they have.
        """
        with self._lock:
            for utterance in self._kept:
                if utterance.state == "waiting":
                    utterance.state = "dropped"
                elif self._player is None and at_s is not None and utterance.end_s > at_s:
                    self._cut(utterance, at_s)
            if at_s is not None:
                self._free_s = min(self._free_s, at_s)
        if self._player is not None:
            self._player.stop()

    def speaking_at(self, onset_s: float) -> bool:
        """Whether a word with this onset, in audio seconds, may be the narrator's own.

        True from `lead_s` before the start of any utterance until `tail_s` after its end. Text without sound never
        counts: nobody can hear it.
        """
        return self.utterance_at(onset_s) is not None

    def utterance_at(self, onset_s: float) -> Utterance | None:
        """The utterance that could be heard at an audio time, see `speaking_at`."""
        with self._lock:
            for utterance in reversed(self._kept):
                if utterance.path is None or utterance.state in ("waiting", "dropped"):
                    continue
                start_s, end_s = utterance.span_s()
                if start_s - self.settings.lead_s <= onset_s < end_s + self.settings.tail_s:
                    return utterance
        return None

    def change_rate(self, step_wpm: int) -> bool:
        """Speak faster, or slower with a negative step, from the next sentence on; False if that changes nothing."""
        return self.voice is not None and self.voice.change_rate(step_wpm)

    @property
    def quiet_from_s(self) -> float:
        """Audio time at which everything said so far has, or will have, ended."""
        with self._lock:
            return max((u.end_s for u in self._kept if u.state != "dropped"), default=0.0)

    def wait(self, limit_s: float = 30.0) -> bool:
        """Wait until everything is spoken by the loudspeaker; False if it took longer than the limit."""
        return self._quiet.wait(limit_s)

    def close(self) -> None:
        """Fall silent, free the loudspeaker and stop the engine; may be called twice."""
        self.interrupt()
        if self.voice is not None:
            self.voice.close()  # also ends a render in progress
        if self._player is not None:
            self._player.close()  # also ends a wait for its end
        if self._worker is not None:
            self._queue.put(None)
            self._worker.join(STOP_LIMIT_S)
            self._worker = None

    def _cut(self, utterance: Utterance, at_s: float) -> None:
        """End an utterance that was laid on the clock, or take it away if it had not begun."""
        if utterance.state == "dropped":
            return
        if utterance.start_s >= at_s:
            utterance.state = "dropped"
        utterance.end_s = max(at_s, utterance.start_s)
        self._write_down(utterance, cut_s=at_s)

    def _estimate_s(self, text: str) -> float:
        return estimate_s(text, self.settings.text_rate_wpm if self.voice is None else self.voice.rate_wpm)

    def _render(self, utterance: Utterance) -> Path | None:
        if self.voice is None or not (utterance.noise or speakable(utterance.text)):
            return None
        try:
            return self.voice.render(utterance.text, utterance.noise)
        except HuhnVoiceError as error:
            self._notice_once(str(error))
            return None

    def _work(self) -> None:
        """The speaking thread: one utterance after the other."""
        while (utterance := self._queue.get()) is not None:
            if utterance.state == "waiting":
                path = self._render(utterance)
                try:
                    self._play(utterance, path)
                except HuhnVoiceError as error:
                    self._notice_once(str(error))
                    self._player_failures += 1
            with self._lock:
                if utterance.state != "dropped":
                    utterance.state = "said"
                self._write_down(utterance)
                if self._queue.empty():
                    self._free_s = min(self._free_s, utterance.end_s)
                    self._quiet.set()

    def _play(self, utterance: Utterance, path: Path | None) -> None:
        player = self._player
        if player is None or path is None or self._player_failures >= PLAYER_TRIES:
            return
        with self._lock:
            if utterance.state == "dropped":  # interrupted while it was rendered
                return
            utterance.path = path
            now_s = player.now_s()
            said_s, said_at_s = utterance.said_at
            utterance.offset_s = (self._clock() if self._clock else said_s + now_s - said_at_s) - now_s
            utterance.start_s = now_s + utterance.offset_s
            utterance.length_s = length_s(path)
            utterance.end_s = utterance.start_s + utterance.length_s
            utterance.playback = player.play(path, self.settings.gap_s)
            utterance.state = "speaking"
        try:
            player.wait(utterance.playback)
            self._player_failures = 0
        finally:
            with self._lock:
                utterance.span_s()  # the last report of the loudspeaker, kept from here on

    def _write_down(self, utterance: Utterance, cut_s: float | None = None) -> None:
        if self._diary is None:
            return
        try:
            if cut_s is None:
                self._diary.add(utterance)
            else:
                self._diary.cut(utterance.number, cut_s)
        except OSError as error:
            reason = error.strerror or error
            self._notice_once(
                f"The narration cannot be written to {self._diary.folder} any more ({reason}); the game goes on."
            )
            self._diary = None

    def _notice_once(self, sentence: str) -> None:
        with self._lock:
            if sentence in self._noticed:
                return
            self._noticed.add(sentence)
        with contextlib.suppress(Exception):  # whoever shows it must not end the narrator's thread
            self._notice(sentence)
