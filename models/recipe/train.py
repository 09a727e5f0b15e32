"""Train the net for a given time; a checkpoint every epoch, from which it goes on when it was stopped.

The learning rate follows the clock (warm-up, then cosine to nothing at the end of --minutes); what is exported is an
exponential average of the weights.
"""

from __future__ import annotations

import argparse
import copy
import math
import queue
import threading
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from huhn_voice.hearing.phones import NAMES
from models.recipe.augment import table_sound
from models.recipe.data import Aligned, Batches
from models.recipe.features import Mfcc
from models.recipe.net import LEFT, Net
from models.recipe.warm import start_from

SETS = {"synth": 1.0, "packaged": 1.0, "spliced": 1.0, "corpus": 0.8}
"""What is trained on, and which share of it in an epoch."""
COUNT, FRAMES = 16, 400
PEAK_RATE, WARM_UP = 2e-3, 0.02
AVERAGE = 0.998


def _prefetch(batches: Batches) -> queue.Queue[tuple[Tensor, Tensor]]:
    ready: queue.Queue[tuple[Tensor, Tensor]] = queue.Queue(4)

    def work() -> None:
        for sound, labels in batches:
            ready.put((torch.from_numpy(sound), torch.from_numpy(labels.astype(np.int64))))

    threading.Thread(target=work, daemon=True).start()
    return ready


def _rate(share: float) -> float:
    return min(share / WARM_UP, 1.0) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, share)))


def _targets(labels: Tensor, phase: int) -> Tensor:
    """Labels of the frames that the net judges: a frame's middle lies 12.5 ms behind its start."""
    return labels[:, phase + LEFT + 1 :: 3]


class Learner:
    """The net in training, the average of it that is exported, and where training stands.

    Args:
        width: of the net.
        sounds: some batches at the table, for the normalisation; each (batch, samples).
        start: a model folder to go on from, with half the rate.
    """

    def __init__(self, width: int, sounds: list[Tensor], start: Path | None) -> None:
        self.width, self.net, self.mfcc = width, Net(width), Mfcc()
        cepstra = torch.cat([self.mfcc(sound) for sound in sounds])
        self.net.shift.copy_(-cepstra.mean((0, 2))[:, None])
        self.net.scale.copy_(1 / cepstra.std((0, 2))[:, None])
        if start is not None:
            start_from(self.net, start, cepstra)
        self.peak = PEAK_RATE if start is None else PEAK_RATE / 2
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=self.peak, weight_decay=0.01, fused=True)
        self.loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
        self.average, self.counts = copy.deepcopy(self.net), torch.ones(len(NAMES))
        self.spent_s, self.step = 0.0, 0

    def learn(self, sound: Tensor, labels: Tensor, share: float) -> tuple[float, float]:
        """One step on a batch, `share` of the time being over; its loss and the share of frames judged right."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.peak * _rate(share)
        phase = self.step % 3
        cepstra = self.mfcc(sound)[:, :, phase:]
        with torch.autocast("cpu", torch.bfloat16):  # half the time where the processor can
            judged = self.net(cepstra)
        wanted = _targets(labels, phase)[:, : judged.shape[2]]
        judged = judged[:, :, : wanted.shape[1]].float()
        loss = self.loss_of(judged, wanted)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self.counts += torch.bincount(wanted.flatten(), minlength=len(NAMES))
        keep = min(AVERAGE, self.step / (self.step + 10))
        for mean, new in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(new, 1 - keep)
        return float(loss.detach()), float((judged.argmax(1) == wanted).float().mean())

    def save(self, path: Path) -> None:
        """Write a checkpoint; `state` is the average."""
        saved = {
            "state": self.average.state_dict(), "width": self.width, "priors": self.counts / self.counts.sum(),
            "net": self.net.state_dict(), "optimiser": self.optimiser.state_dict(), "counts": self.counts,
            "spent_s": self.spent_s, "step": self.step,
        }  # fmt: skip
        torch.save(saved, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").rename(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        saved = torch.load(path)
        self.net.load_state_dict(saved["net"])
        self.average.load_state_dict(saved["state"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.spent_s, self.step, self.counts = saved["spent_s"], saved["step"], saved["counts"]


def train(work: Path, minutes: float, width: int, seed: int, start: Path | None) -> None:
    """Train and leave `last.pt` in the work folder; `start` is a model to go on from."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # threads that wait for each other on a shared machine take ten times as long as one
    rng = torch.Generator().manual_seed(seed)
    batches = Batches([(Aligned.load(work, name), share) for name, share in SETS.items()], COUNT, FRAMES, seed)
    epoch = int(batches.hours * 360_000 / (COUNT * FRAMES))
    print(f"{batches.hours:.2f} hours, {epoch} batches an epoch", flush=True)
    ready = _prefetch(batches)
    learner = Learner(width, [table_sound(ready.get()[0], rng) for _ in range(8)], start)
    if (work / "last.pt").exists():
        learner.resume(work / "last.pt")
    began, shown = time.monotonic() - learner.spent_s, []
    while learner.spent_s < minutes * 60:
        sound, labels = ready.get()
        shown.append(learner.learn(table_sound(sound, rng), labels, learner.spent_s / (minutes * 60)))
        learner.spent_s = time.monotonic() - began
        if learner.step % 100 == 0:
            loss, right = np.mean(shown[-100:], 0)
            where = f"{learner.spent_s / 60:5.1f} of {minutes:.0f} min, epoch {learner.step / epoch:5.2f}"
            print(f"{where}, loss {loss:.3f}, right {right:.3f}", flush=True)
        if learner.step % epoch == 0:
            learner.save(work / "last.pt")
    learner.save(work / "last.pt")
    print("done", flush=True)


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=65)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="model folder to go on from; else from nothing")
    options = parser.parse_args()
    train(options.work, options.minutes, options.width, options.seed, options.start)


if __name__ == "__main__":
    main()
