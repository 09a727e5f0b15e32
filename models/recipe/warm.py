"""Start from a model that was exported before: its weights back into the net, so that training goes on where it ended."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from models.recipe.net import Net


def affines(final_mdl: bytes) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weights (outputs, inputs) and bias of each affine layer in a binary `final.mdl` that kaldi.py wrote."""
    found = []
    at = 0
    while (at := final_mdl.find(b"<LinearParams> FM ", at)) >= 0:
        at += len(b"<LinearParams> FM ")
        _, rows, _, columns = struct.unpack_from("<bibi", final_mdl, at)
        at += 10
        weights = np.frombuffer(final_mdl, "<f4", rows * columns, at).reshape(rows, columns)
        at += 4 * rows * columns + len(b"<BiasParams> FV ") + 5
        found.append((weights, np.frombuffer(final_mdl, "<f4", rows, at)))
        at += 4 * rows
    return found


@torch.no_grad()
def start_from(net: Net, model: Path, cepstra: Tensor) -> None:
    """Fill the net, whose normalisation is set, from a model folder of the same shape.

    Batch norm was folded in when the model was exported; it becomes the identity on `cepstra`, shape (batch, CEPSTRA,
    frames), and learns on from there.
    """
    layers = affines((model / "am" / "final.mdl").read_bytes())
    convolutions = [m for m in net.modules() if isinstance(m, nn.Conv1d)]
    for number, (into, (weights, bias)) in enumerate(zip(convolutions, layers, strict=True)):
        wanted, offset = torch.tensor(weights), torch.tensor(bias)
        if number == 0:
            times = wanted.shape[1] // len(net.scale)
            wanted = wanted / net.scale.flatten().repeat(times)
            offset = offset - wanted @ (net.shift * net.scale).flatten().repeat(times)
        into.weight.copy_(wanted[:, :, None])
        assert into.bias is not None  # noqa: S101 - ours have one
        into.bias.copy_(offset)
    seen = (cepstra + net.shift) * net.scale
    for layer in net.layers:
        if isinstance(layer, nn.BatchNorm1d):
            assert layer.running_mean is not None  # noqa: S101
            assert layer.running_var is not None  # noqa: S101
            layer.running_mean.copy_(seen.mean((0, 2)))
            layer.running_var.copy_(seen.var((0, 2)))
            layer.weight.copy_((layer.running_var + layer.eps).sqrt())
            layer.bias.copy_(layer.running_mean)
        else:
            seen = layer(seen)
