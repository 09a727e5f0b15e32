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


def _normalise(net: Net, mfcc: Mfcc, ready: queue.Queue[tuple[Tensor, Tensor]], rng: torch.Generator) -> None:
    cepstra = torch.cat([mfcc(table_sound(ready.get()[0], rng)) for _ in range(4)])
    net.shift.copy_(-cepstra.mean((0, 2))[:, None])
    net.scale.copy_(1 / cepstra.std((0, 2))[:, None])


def train(work: Path, minutes: float, width: int, seed: int) -> None:
    """Train and leave `last.pt` in the work folder."""
    torch.manual_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    batches = Batches([Aligned.load(work, name) for name in ("synth", "corpus")], COUNT, FRAMES, seed)
    epoch_size = int(batches.hours * 360_000 / (COUNT * FRAMES))
    print(f"{batches.hours:.2f} hours, {epoch_size} batches an epoch", flush=True)
    net, mfcc = Net(width), Mfcc()
    best = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    ready = _prefetch(batches)
    _normalise(net, mfcc, ready, rng)
    average, counts = copy.deepcopy(net), torch.ones(len(NAMES))
    spent, step = 0.0, 0
    if (work / "last.pt").exists():
        saved = torch.load(work / "last.pt")
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["state"])
        best.load_state_dict(saved["optimiser"])
        spent, step, counts = saved["spent_s"], saved["step"], saved["counts"]
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    started, losses, right = time.monotonic() - spent, [], []
    while (spent := time.monotonic() - started) < minutes * 60:
        for group in best.param_groups:
            group["lr"] = PEAK_RATE * _rate(spent / (minutes * 60))
        sound, labels = ready.get()
        phase = step % 3
        judged = net(mfcc(table_sound(sound, rng))[:, :, phase:])
        wanted = _targets(labels, phase)[:, : judged.shape[2]]
        judged = judged[:, :, : wanted.shape[1]]
        loss = loss_of(judged, wanted)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        step += 1
        counts += torch.bincount(wanted.flatten(), minlength=len(NAMES))
        keep = min(AVERAGE, step / (step + 10))
        for mean, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(new, 1 - keep)
        losses.append(float(loss.detach()))
        right.append(float((judged.argmax(1) == wanted).float().mean()))
        if step % epoch_size == 0 or step % 100 == 0:
            shown = f"loss {np.mean(losses[-100:]):.3f}, right {np.mean(right[-100:]):.3f}"
            print(f"{spent / 60:5.1f} of {minutes:.0f} min, epoch {step / epoch_size:5.2f}, {shown}", flush=True)
        if step % epoch_size == 0:
            _save(work, net, average, best, counts, spent, step, width)
    _save(work, net, average, best, counts, minutes * 60, step, width)
    print("done", flush=True)


def _save(
    work: Path, net: Net, average: Net, best: torch.optim.Optimizer, counts: Tensor, spent_s: float, step: int, width: int
) -> None:  # fmt: skip
    saved = {
        "state": average.state_dict(), "width": width, "priors": counts / counts.sum(), "net": net.state_dict(),
        "optimiser": best.state_dict(), "counts": counts, "spent_s": spent_s, "step": step,
    }  # fmt: skip
    torch.save(saved, work / "saving.pt")
    (work / "saving.pt").rename(work / "last.pt")


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=65)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options.work, options.minutes, options.width, options.seed)


if __name__ == "__main__":
    main()
