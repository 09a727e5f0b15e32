"""What was measured, told to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from huhn_voice.evaluation.scoring import Scores

NAMED = 20
"""So many missed or falsely alarmed files are named."""


def report(scores: Scores) -> str:
    """A few lines of text; for JSON see `Scores.as_dict`."""
    figures = scores.as_dict()
    lines = []
    if figures["hit_rate"] is not None:
        lines.append(
            f"“{scores.target}”: {scores.hits} of {scores.hits + scores.misses} heard ({figures['hit_rate']:.1%})"
        )
    if figures["false_alarms_per_hour"] is not None:
        lines.append(
            f"false alarms: {scores.false_alarms} in {scores.hours * 60:.1f} minutes, "
            f"{figures['false_alarms_per_hour']:.1f} an hour"
        )
    if figures["latency_median_s"] is not None:
        lines.append(
            f"end of word to event: median {figures['latency_median_s']:.2f} s, "
            f"95 % within {figures['latency_p95_s']:.2f} s"
        )
    if figures["rtf"] is not None:
        lines.append(f"CPU seconds per second of sound: {figures['rtf']:.4f}")
    for title, names in (("missed", scores.missed), ("false alarms in", scores.alarmed)):
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            lines.append(f"{title}: {', '.join(names[:NAMED])}{more}")
    return "\n".join(lines)
