"""The child process that owns pyttsx3: one JSON request a line on stdin, one JSON answer a line on stdout.

It is started by path and imports nothing of this package, so it runs whatever the parent's import path is.

Requests: `{"op": "voices"}` and `{"op": "render", "text": …, "voice": id or null, "rate_wpm": …, "path": …}`.
Answers: `{"ok": true, …}` or `{"ok": false, "error": sentence}`; the first line, sent unasked, says whether the engine
started and names its driver and version (they belong to the key of the cache).

pyttsx3 neither says when speech ends nor has always written its file when it returns, so every request is one
utterance and the file is awaited here. When stdin ends (the parent stopped or was killed) the process ends at once,
even while an engine hangs.

On Linux every request is carried out by a fork of this process, which has loaded the library but never started it:
espeak-ng keeps the phase of its oscillators from one utterance to the next, so that the same sentence comes out some
samples longer or shorter each time, and scenes would not come out the same. A fork takes 5 ms.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import queue
import select
import signal
import sys
import threading
import time
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

HEADER_BYTES = 64
"""A file no longer than this holds no sound yet (a WAV header has 44 bytes)."""
FILE_LIMIT_S = 3.0
"""How long a file is awaited after the engine says it is done; the parent's watchdog is the longer stop."""
POLL_S = 0.005
STABLE_POLLS = 10
"""A file that kept its size for so many polls counts as written, for drivers that never report the end."""
ON_LINUX = platform.system() == "Linux"


def load_espeak() -> str | None:
    """Load the packaged espeak-ng so that pyttsx3 finds it by its SONAME.

    Returns:
        Its version string; None where the package is not used (macOS and Windows speak with their own voices).
    """
    if not ON_LINUX:
        return None
    try:
        import espeakng_loader  # noqa: PLC0415 - only where it is needed

        data_path, library_path = espeakng_loader.get_data_path(), espeakng_loader.get_library_path()
        # Same SONAME as the system's library: pyttsx3's own dlopen of "libespeak-ng.so.1" then gets this one.
        library = ctypes.CDLL(library_path, mode=ctypes.RTLD_GLOBAL)
    except (ImportError, OSError, RuntimeError):
        return None  # pyttsx3 may still find a library of the system
    os.environ["ESPEAK_DATA_PATH"] = data_path
    library.espeak_Info.restype = ctypes.c_char_p
    version: bytes | None = library.espeak_Info(None)
    return version.decode("ascii", "replace").split(" ")[0] if version else None


class Speaker:
    """pyttsx3 behind three methods.

    Raises:
        Exception: whatever pyttsx3 raises when there is no engine on this machine.
    """

    def __init__(self, espeak_version: str | None) -> None:
        import pyttsx3  # noqa: PLC0415 - it loads espeak when imported, which must be ours

        self._engine: Any = pyttsx3.init()
        self._finished = threading.Event()
        self._engine.connect("finished-utterance", self._on_finished)
        self.version = f"pyttsx3 {metadata.version('pyttsx3')} {self._engine} {espeak_version or 'system'}"

    def _on_finished(self, **_: object) -> None:
        self._finished.set()

    def voices(self) -> list[dict[str, Any]]:
        """Every voice as {id, name, languages}; `languages` may be empty."""
        return [
            {"id": str(v.id), "name": str(v.name), "languages": [as_text(tag) for tag in v.languages or []]}
            for v in self._engine.getProperty("voices") or []
        ]

    def render(self, text: str, voice: str | None, rate_wpm: int, path: Path) -> None:
        """Write one utterance to a file and return once it is there.

        Raises:
            TimeoutError: no file after FILE_LIMIT_S.
        """
        if ON_LINUX:
            self._set_espeak(voice, rate_wpm)
        else:
            if voice is not None:
                self._engine.setProperty("voice", voice)
            self._engine.setProperty("rate", rate_wpm)
        self._finished.clear()
        self._engine.save_to_file(text, str(path))
        self._engine.runAndWait()
        self._await_file(path)

    def _set_espeak(self, voice: str | None, rate_wpm: int) -> None:
        """Set voice and rate one after the other.

        espeak carries commands out in a thread of its own but sets the voice at once: through pyttsx3's queue, 1 of
        400 utterances came out at the wrong rate.
        """
        from pyttsx3.drivers import _espeak  # noqa: PLC0415 - only on Linux

        driver = self._engine.proxy._driver  # noqa: SLF001 - its queue is what must be passed by
        _espeak.Synchronize()
        if voice is not None:
            driver.setProperty("voice", voice)
        driver.setProperty("rate", rate_wpm)
        _espeak.Synchronize()
        if driver.getProperty("rate") != rate_wpm:
            msg = f"the engine refuses to speak at {rate_wpm} words a minute"
            raise ValueError(msg)

    def _await_file(self, path: Path) -> None:
        deadline = time.monotonic() + FILE_LIMIT_S
        size, same = -1, 0
        while time.monotonic() < deadline:
            now = path.stat().st_size if path.exists() else -1
            same = same + 1 if now == size else 0
            size = now
            if size > HEADER_BYTES and (self._finished.is_set() or same >= STABLE_POLLS):
                return
            time.sleep(POLL_S)
        msg = f"the engine wrote no sound within {FILE_LIMIT_S:g} s"
        raise TimeoutError(msg)


def as_text(tag: object) -> str:
    """A language tag as text; some drivers give bytes with a priority byte in front."""
    if isinstance(tag, bytes):
        return tag.lstrip(b"\x05\x02").decode("utf-8", "replace")
    return str(tag)


def answer(speaker: Speaker, request: dict[str, Any]) -> dict[str, Any]:
    """Carry out one request; the first, "start", asks for the version."""
    match request["op"]:
        case "start":
            return {"ok": True, "version": speaker.version}
        case "voices":
            return {"ok": True, "voices": speaker.voices()}
        case _:
            speaker.render(request["text"], request["voice"], request["rate_wpm"], Path(request["path"]))
            return {"ok": True}


def safely(work: Callable[..., dict[str, Any]], *args: object) -> dict[str, Any]:
    """What the work answers; every failure becomes an answer, the parent decides what to do."""
    try:
        return work(*args)
    except BaseException as error:  # noqa: BLE001 - an engine may raise anything, and may even exit
        return {"ok": False, "error": f"{type(error).__name__}: {error}"}


def in_fork(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Let a fork of this process do the work; end with it if stdin ends meanwhile."""
    reading, writing = os.pipe()
    fork = os.fork()
    if fork == 0:
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump(safely(work), pipe)
        os._exit(0)
    os.close(writing)
    # The parent asks nothing while it waits for an answer, so anything on stdin is its end.
    ready, _, _ = select.select([reading, 0], [], [])
    if reading not in ready:
        os.kill(fork, signal.SIGKILL)
        os._exit(0)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(fork, 0)
    return json.loads(text) if text else {"ok": False, "error": "the engine crashed"}


def serve_by_forks(send: Callable[[dict[str, Any]], None]) -> None:
    """Answer requests on Linux until stdin ends."""
    espeak_version = load_espeak()

    def carry_out(request: dict[str, Any]) -> dict[str, Any]:
        return in_fork(lambda: answer(Speaker(espeak_version), request))

    def load_driver() -> dict[str, Any]:
        import pyttsx3.drivers.espeak  # noqa: F401, PLC0415 - loads the library once for all forks, and starts nothing

        return carry_out({"op": "start"})

    send(safely(load_driver))
    for line in sys.stdin:
        send(safely(carry_out, json.loads(line)))


def serve(send: Callable[[dict[str, Any]], None]) -> None:
    """Answer requests elsewhere: one engine for all, in the main thread as macOS wants it, until stdin ends."""
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            requests.put(json.loads(line))
        os._exit(0)  # whatever the engine is doing

    threading.Thread(target=read, daemon=True).start()
    speaker = Speaker(None)
    send(safely(answer, speaker, {"op": "start"}))
    while True:
        send(safely(answer, speaker, requests.get()))


def main() -> None:
    """Answer requests until stdin ends."""
    # pyttsx3 prints to stdout; answers keep a copy of it, and whatever else is printed goes to stderr.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: dict[str, Any]) -> None:
        try:
            answers.write(json.dumps(message) + "\n")
            answers.flush()
        except OSError:
            os._exit(0)  # the parent is gone

    try:
        (serve_by_forks if ON_LINUX else serve)(send)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent wants to know
        send({"ok": False, "error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
