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
from models.recipe.net import EVERY, LEFT, Net, Shape

SETS = {"synth": 1.0, "packaged": 1.0, "spliced": 1.0, "corpus": 0.8}
"""What is trained on, and which share of it in an epoch."""
COUNT, FRAMES = 10, 640
PEAK_RATE, WARM_UP = 2e-3, 0.02
AVERAGE = 0.999
BRIEF = torch.cpu._is_avx512_bf16_supported()  # noqa: SLF001 - bfloat16 takes half the time, where there is an instruction


def _prefetch(batches: Batches, seed: int) -> queue.Queue[tuple[Tensor, Tensor]]:
    """Cepstra and labels of endless batches at the table, made on a thread of their own."""
    ready: queue.Queue[tuple[Tensor, Tensor]] = queue.Queue(8)
    rng, mfcc = torch.Generator().manual_seed(seed), Mfcc()

    def work() -> None:
        with torch.no_grad():
            for sound, labels in batches:
                cepstra = mfcc(table_sound(torch.from_numpy(sound), rng))
                ready.put((cepstra, torch.from_numpy(labels.astype(np.int64))))

    threading.Thread(target=work, daemon=True).start()
    return ready


def _rate(share: float) -> float:
    return min(share / WARM_UP, 1.0) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, share)))


def _targets(labels: Tensor, phase: int) -> Tensor:
    """Labels of the frames that the net judges: a frame's middle lies 12.5 ms behind its start."""
    return labels[:, phase + LEFT + 1 :: EVERY]


class Learner:
    """The net in training, the average of it that is exported, and where training stands.

    Args:
        shape: of the net.
        cepstra: some batches at the table, for the normalisation; each (batch, frames, CEPSTRA).
    """

    def __init__(self, shape: Shape, cepstra: list[Tensor]) -> None:
        self.shape, self.net = shape, Net(shape)
        seen = torch.cat(cepstra)
        self.net.shift.copy_(-seen.mean((0, 1)))
        self.net.scale.copy_(1 / seen.std((0, 1)))
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=PEAK_RATE, weight_decay=0.01, fused=True)
        self.loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
        self.average, self.counts = copy.deepcopy(self.net), torch.ones(len(NAMES))
        self.spent_s, self.step = 0.0, 0

    def learn(self, cepstra: Tensor, labels: Tensor, share: float) -> tuple[float, float]:
        """One step on a batch, `share` of the time being over; its loss and the share of frames judged right."""
        for group in self.optimiser.param_groups:
            group["lr"] = PEAK_RATE * _rate(share)
        phase = self.step % EVERY
        with torch.autocast("cpu", torch.bfloat16, enabled=BRIEF):
            judged = self.net(cepstra[:, phase:])
        wanted = _targets(labels, phase)[:, : judged.shape[1]].flatten()
        judged = judged.float().flatten(0, 1)
        loss = self.loss_of(judged, wanted)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self.counts += torch.bincount(wanted, minlength=len(NAMES))
        keep = min(AVERAGE, self.step / (self.step + 10))
        means, news = self.average.state_dict().values(), self.net.state_dict().values()
        pairs = [(mean, new) for mean, new in zip(means, news, strict=True) if mean.dtype.is_floating_point]
        torch._foreach_lerp_(*map(list, zip(*pairs, strict=True)), 1 - keep)
        return float(loss.detach()), float((judged.argmax(1) == wanted).float().mean())

    def save(self, path: Path) -> None:
        """Write a checkpoint; `state` is the average."""
        saved = {
            "state": self.average.state_dict(), "shape": tuple(self.shape), "priors": self.counts / self.counts.sum(),
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


def train(work: Path, minutes: float, seed: int) -> None:
    """Train and leave `last.pt` in the work folder."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # threads that wait for each other on a shared machine take ten times as long as one
    batches = Batches([(Aligned.load(work, name), share) for name, share in SETS.items()], COUNT, FRAMES, seed)
    epoch = int(batches.hours * 360_000 / (COUNT * FRAMES))
    print(f"{batches.hours:.2f} hours, {epoch} batches an epoch", flush=True)
    ready = _prefetch(batches, seed)
    learner = Learner(Shape(), [ready.get()[0] for _ in range(8)])
    if (work / "last.pt").exists():
        learner.resume(work / "last.pt")
    began, shown = time.monotonic() - learner.spent_s, []
    while learner.spent_s < minutes * 60:
        cepstra, labels = ready.get()
        shown.append(learner.learn(cepstra, labels, learner.spent_s / (minutes * 60)))
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
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options.work, options.minutes, options.seed)


if __name__ == "__main__":
    main()
