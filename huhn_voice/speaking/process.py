"""The parent's end of the engine process: starts it, asks it with a time limit, kills it."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

ENGINE = Path(__file__).with_name("engine.py")
CLOSE_LIMIT_S = 0.5
"""How long an idle engine may take to end by itself before it is killed."""


class EngineFailure(Exception):
    """The engine hung, died or refused; the message says which."""


class EngineProcess:
    """One running engine. Not restarted here: make a new one.

    Args:
        program: Python file to run as the engine.

    Raises:
        EngineFailure: the process could not be started at all.
    """

    def __init__(self, program: Path = ENGINE) -> None:
        try:
            # A session of its own, so that Ctrl-C at the table does not end the voice before the goodbye. -P keeps the
            # folder of engine.py, and its module names, off the child's import path.
            self._process = subprocess.Popen(  # noqa: S603 - our own Python and our own file
                [sys.executable, "-P", str(program)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                encoding="utf-8",
            )
        except OSError as error:
            msg = f"the speech process did not start ({error})"
            raise EngineFailure(msg) from error
        if self._process.stdin is None or self._process.stdout is None:  # cannot be: both are pipes
            msg = "the speech process has no pipes"
            raise EngineFailure(msg)
        self._requests: IO[str] = self._process.stdin
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self._process.stdout,), name="engine answers", daemon=True).start()

    @property
    def pid(self) -> int:
        """Process id of the engine."""
        return self._process.pid

    def _read(self, stream: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            for line in stream:
                self._answers.put(json.loads(line))
        self._answers.put(None)

    def receive(self, limit_s: float) -> dict[str, Any]:
        """The next answer.

        Raises:
            EngineFailure: none within the limit, the process ended, or the answer is a refusal.
        """
        try:
            message = self._answers.get(timeout=limit_s)
        except queue.Empty:
            msg = f"the speech engine did not answer within {limit_s:g} s"
            raise EngineFailure(msg) from None
        if message is None:
            self._answers.put(None)  # the end stays the end for whoever asks next
            msg = "the speech engine ended unexpectedly"
            raise EngineFailure(msg)
        if not message.get("ok"):
            raise EngineFailure(str(message.get("error", "the speech engine failed")))
        return message

    def ask(self, request: dict[str, Any], limit_s: float) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Raises:
            EngineFailure: as `receive`.
        """
        try:
            self._requests.write(json.dumps(request) + "\n")
            self._requests.flush()
        except (OSError, ValueError) as error:
            msg = "the speech engine ended unexpectedly"
            raise EngineFailure(msg) from error
        return self.receive(limit_s)

    def kill(self) -> None:
        """End the process now and collect it; may be called twice and from any thread."""
        if self._process.returncode is not None:
            return  # its number may be another's by now
        if sys.platform == "win32":
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)  # its forks too
        self._process.wait()
        with contextlib.suppress(OSError, ValueError):
            self._requests.close()

    def close(self) -> None:
        """Let the process end by itself, else kill it."""
        with contextlib.suppress(OSError, ValueError):
            self._requests.close()
        try:
            self._process.wait(CLOSE_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.kill()
