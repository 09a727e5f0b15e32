"""`huhn-voice evaluate MANIFEST`: measure the hearing on labelled sound files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from huhn_voice.cli.hear import phrases_of
from huhn_voice.errors import HuhnVoiceError
from huhn_voice.evaluation.corpus import read_manifest
from huhn_voice.evaluation.report import report
from huhn_voice.evaluation.scoring import evaluate
from huhn_voice.hearing.ears import Ears
from huhn_voice.places import bundled_model

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "manifest", type=Path, metavar="MANIFEST.csv", help="columns file,label; empty label: nothing to hear"
    )
    parser.add_argument("--target", default="chicken", help="the phrase to measure (default chicken)")
    parser.add_argument("--phrases", metavar="A,B", help="what may be said (default: the phrases of Feiges Huhn!)")
    parser.add_argument("--model", type=Path, metavar="DIR", help="another Vosk model instead of the bundled one")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    files = read_manifest(options.manifest)
    phrases = phrases_of(options.phrases)
    if options.target not in phrases and options.target != "cluck":
        raise HuhnVoiceError(f"“{options.target}” is not among the phrases: name it with --phrases.")
    ears = Ears(options.model or bundled_model(), phrases)
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("hearing", total=len(files))
            scores = evaluate(files, ears, options.target, lambda done, _of: bar.update(task, completed=done))
    finally:
        ears.close()
    print(json.dumps(scores.as_dict()) if options.json else report(scores))
    return 0
