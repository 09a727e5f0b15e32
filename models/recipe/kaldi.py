"""Kaldi's binary `final.mdl`, as libvosk reads it: a transition model of one-state phones and a net of affine layers.

Povey, D. et al.: "The Kaldi Speech Recognition Toolkit"; formats from base/io-funcs.h, hmm/hmm-topology.cc,
hmm/transition-model.cc, nnet3/nnet-nnet.cc, nnet3/nnet-simple-component.cc, nnet3/am-nnet-simple.cc.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

HALF = 0.5
"""Probability of staying in a phone and of leaving it: durations are left to the net."""


@dataclass(frozen=True)
class Affine:
    """One layer: outputs = weights · inputs + bias at several frames around each frame.

    Attributes:
        name: component name.
        offsets: frames (10 ms) relative to the output frame that are read, earliest first.
        weights: shape (outputs, len(offsets) · inputs), blocks in the order of `offsets`.
        bias: shape (outputs,).
        rectified: whether a ReLU follows.
        around: an earlier layer whose output is added to this one's, if any.
    """

    name: str
    offsets: tuple[int, ...]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    rectified: bool
    around: str = ""


def token(text: str) -> bytes:
    """A word of the format."""
    return text.encode() + b" "


def integer(value: int) -> bytes:
    """An int32 with its size before it."""
    return struct.pack("<bi", 4, value)


def single(value: float) -> bytes:
    """A float with its size before it."""
    return struct.pack("<bf", 4, value)


def integers(values: Sequence[int]) -> bytes:
    """A vector of int32."""
    return struct.pack("<bi", 4, len(values)) + np.asarray(values, "<i4").tobytes()


def vector(values: NDArray[np.float32]) -> bytes:
    """A vector of floats."""
    return b"FV " + integer(len(values)) + np.asarray(values, "<f4").tobytes()


def matrix(values: NDArray[np.float32]) -> bytes:
    """A matrix of floats, row by row."""
    return b"FM " + integer(values.shape[0]) + integer(values.shape[1]) + np.ascontiguousarray(values, "<f4").tobytes()


def transition_model(pdfs: Sequence[int]) -> bytes:
    """Transition model where phone k (counted from 1) has one state that emits from pdfs[k - 1].

    Its transition ids are 2(k-1)+1 (stay) and 2(k-1)+2 (leave).
    """
    count = len(pdfs)
    emitting = integer(0) + integer(2) + integer(0) + single(HALF) + integer(1) + single(HALF)
    leaving = integer(-1) + integer(0)
    parts = [token("<TransitionModel>"), token("<Topology>")]
    parts += [integers(range(1, count + 1)), integers([-1] + [0] * count)]
    parts += [integer(1), integer(2), emitting, leaving, token("</Topology>"), token("<Triples>"), integer(count)]
    parts += [integer(phone) + integer(0) + integer(pdf) for phone, pdf in enumerate(pdfs, start=1)]
    logs = np.full(2 * count + 1, np.log(HALF), np.float32)
    logs[0] = 0.0
    parts += [token("</Triples>"), token("<LogProbs>"), vector(logs), token("</LogProbs>"), token("</TransitionModel>")]
    return b"".join(parts)


def _rectifier(kind: str, width: int) -> bytes:
    empty = vector(np.zeros(0, np.float32))
    body = token("<Dim>") + integer(width) + token("<ValueAvg>") + empty + token("<DerivAvg>") + empty
    return token(f"<{kind}>") + body + token("<Count>") + single(0.0) + token(f"</{kind}>")


def _passing(width: int) -> bytes:
    body = token("<Dim>") + integer(width) + token("<BackpropScale>") + single(1.0)
    return token("<NoOpComponent>") + body + token("</NoOpComponent>")


def _read(source: str, offsets: Sequence[int]) -> str:
    parts = [source if at == 0 else f"Offset({source}, {at})" for at in offsets]
    return parts[0] if len(parts) == 1 else f"Append({', '.join(parts)})"


def nnet(inputs: int, layers: Sequence[Affine]) -> bytes:
    """The net: affine layers, each with or without ReLU, a log-softmax at the end."""
    config = [f"input-node name=input dim={inputs}"]
    components: list[tuple[str, bytes]] = []
    source = "input"

    def add(name: str, descriptor: str, body: bytes) -> None:
        config.append(f"component-node name={name} component={name} input={descriptor}")
        components.append((name, body))

    ends: dict[str, str] = {}  # component at the end of each layer
    for layer in layers:
        body = token("<LinearParams>") + matrix(layer.weights) + token("<BiasParams>") + vector(layer.bias)
        whole = token("<FixedAffineComponent>") + body + token("</FixedAffineComponent>")
        add(f"{layer.name}.affine", _read(source, layer.offsets), whole)
        source = f"{layer.name}.affine"
        if layer.rectified:
            add(f"{layer.name}.relu", source, _rectifier("RectifiedLinearComponent", len(layer.bias)))
            source = f"{layer.name}.relu"
        if layer.around:
            add(f"{layer.name}.sum", f"Sum({source}, {ends[layer.around]})", _passing(len(layer.bias)))
            source = f"{layer.name}.sum"
        ends[layer.name] = source
    add("odds", source, _rectifier("LogSoftmaxComponent", len(layers[-1].bias)))
    config.append("output-node name=output input=odds objective=linear")
    parts = [token("<Nnet3>"), b"\n", "\n".join(config).encode(), b"\n\n"]
    parts += [token("<NumComponents>"), integer(len(components))]
    for name, body in components:
        parts += [token("<ComponentName>"), token(name), body]
    return b"".join([*parts, token("</Nnet3>")])


def final_mdl(pdfs: Sequence[int], inputs: int, layers: Sequence[Affine], priors: NDArray[np.float32]) -> bytes:
    """A whole `final.mdl`.

    Args:
        pdfs: output of the net for each phone, phones counted from 1.
        inputs: cepstra of one frame.
        layers: the net.
        priors: probability of each output in training, shape (outputs,); the decoder divides by it.
    """
    left = -sum(min(layer.offsets) for layer in layers)
    right = sum(max(layer.offsets) for layer in layers)
    tail = token("<LeftContext>") + integer(left) + token("<RightContext>") + integer(right)
    return b"\0B" + transition_model(pdfs) + nnet(inputs, layers) + tail + token("<Priors>") + vector(priors)
