# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels that the benchmarks and the GPU checks run, in Triton's language.

Each is the plain way to write the operation: one program for a block of
elements or for a row. `Work` describes a kernel's launch, so that both
compilers' machine code is run in the same way.
"""

import dataclasses

import triton
import triton.language as tl


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    total = tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside)
    tl.store(out + at, total, mask=inside)


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    at = tl.arange(0, BLOCK)
    inside = at < n
    values = tl.load(x + row + at, mask=inside, other=float("-inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row + at, powers / tl.sum(powers, axis=0), mask=inside)


@triton.jit
def layer_norm(x, weight, bias, out, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    at = tl.arange(0, BLOCK)
    inside = at < n
    values = tl.load(x + row + at, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / n
    centred = tl.where(inside, values - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / n
    scale = tl.rsqrt(variance + eps)
    w = tl.load(weight + at, mask=inside)
    b = tl.load(bias + at, mask=inside)
    tl.store(out + row + at, centred * scale * w + b, mask=inside)


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel and the types of its parameters, as Triton spells them."""

    function: object
    types: tuple

    @property
    def name(self):
        return self.function.__name__


VECTOR_ADD = Kernel(vector_add, ("*fp32", "*fp32", "*fp32", "i32"))
SOFTMAX = Kernel(softmax, ("*fp32", "*fp32", "i32", "i32"))
LAYER_NORM = Kernel(
    layer_norm, ("*fp32", "*fp32", "*fp32", "*fp32", "i32", "i32", "fp32")
)


def next_power_of_two(n):
    return 1 << max(n - 1, 0).bit_length()


def row_warps(columns):
    """Warps for one program that holds a row of so many columns."""
    return 4 if columns <= 2048 else 8 if columns <= 8192 else 16
