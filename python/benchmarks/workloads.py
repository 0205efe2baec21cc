# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches of the kernels: shapes, inputs, references and bytes moved."""

import dataclasses

import torch

import kernels

POISON = float("nan")

# Of a row's largest reference value, for results that are not exact.
TOLERANCE = 2e-6


@dataclasses.dataclass(frozen=True)
class Workload:
    """One kernel on one problem. `rows` is 1 for vector_add."""

    kernel: kernels.Kernel
    rows: int
    columns: int
    stride: int
    block: int
    num_warps: int

    @property
    def label(self):
        shape = f"{self.rows}x{self.columns}" if self.rows > 1 else f"{self.columns}"
        return f"{self.kernel.name} f32 {shape}"

    @property
    def scalars(self):
        if self.kernel is kernels.VECTOR_ADD:
            return {"n": self.columns}
        return {"stride": self.stride, "n": self.columns}

    @property
    def divisible(self):
        return {name for name, value in self.scalars.items() if value % 16 == 0}

    @property
    def grid(self):
        if self.kernel is kernels.VECTOR_ADD:
            return (-(-self.columns // self.block), 1, 1)
        return (self.rows, 1, 1)

    @property
    def bytes(self):
        """What must move between memory and the chip."""
        if self.kernel is kernels.VECTOR_ADD:
            return 3 * 4 * self.columns
        once = 2 * 4 * self.rows * self.columns
        weights = 2 * 4 * self.columns if self.kernel is kernels.LAYER_NORM else 0
        return once + weights

    def inputs(self, generator):
        """Fresh standard normal inputs, in the order of the parameters."""

        def normal(*shape):
            return torch.randn(shape, generator=generator, device="cuda")

        if self.kernel is kernels.VECTOR_ADD:
            return [normal(self.columns), normal(self.columns)]
        x = normal(self.rows, self.stride)
        if self.kernel is kernels.SOFTMAX:
            return [x]
        return [x, normal(self.columns), normal(self.columns)]

    def output(self):
        """A poisoned buffer, 64 elements longer than the kernel may write."""
        return torch.full((self.rows * self.stride + 64,), POISON, device="cuda")

    def arguments(self, inputs, output):
        values = [(None, tensor.data_ptr()) for tensor in [*inputs, output]]
        values += [("i32", value) for value in self.scalars.values()]
        if self.kernel is kernels.LAYER_NORM:
            values.append(("f32", 1e-5))
        return values

    def reference(self, inputs):
        """The answer in float64, rows x columns."""
        wide = [tensor.double() for tensor in inputs]
        if self.kernel is kernels.VECTOR_ADD:
            return (wide[0] + wide[1])[None, :]
        x = wide[0][:, : self.columns]
        if self.kernel is kernels.SOFTMAX:
            return torch.softmax(x, dim=1)
        eps = float(torch.tensor(1e-5))  # as the kernel gets it
        return torch.nn.functional.layer_norm(
            x, (self.columns,), wide[1], wide[2], eps
        )

    def _problem_of_rows(self, inputs, got):
        if torch.isnan(got).any():
            return "elements were not written, or are NaN"
        want = self.reference(inputs)
        if self.kernel is kernels.VECTOR_ADD:
            wrong = (got != want.float()).sum().item()
            return f"{wrong} elements differ" if wrong else None
        scale = want.abs().amax(dim=1, keepdim=True)
        error = ((got.double() - want).abs() / scale).max().item()
        if error <= TOLERANCE:
            return None
        return f"off by {error:.3g} of the row's largest reference value"

    def problem(self, inputs, output):
        """What is wrong with the output buffer after a run, or None."""
        body = output[: self.rows * self.stride].view(self.rows, self.stride)
        outside = [body[:, self.columns :].flatten(), output[-64:]]
        if not torch.isnan(torch.cat(outside)).all():
            return "elements outside of the result were written"
        step = max(1, (1 << 26) // self.stride)  # bounds the float64 copies
        for first in range(0, self.rows, step):
            piece = slice(first, first + step)
            some = [t[piece] if t.dim() == 2 else t for t in inputs]
            problem = self._problem_of_rows(some, body[piece, : self.columns])
            if problem:
                return problem
        return None


def vector_add(n, block=1024, num_warps=4):
    return Workload(kernels.VECTOR_ADD, 1, n, n, block, num_warps)


def rows_of(kernel, rows, columns, stride=None, num_warps=None):
    return Workload(
        kernel,
        rows,
        columns,
        stride or columns,
        kernels.next_power_of_two(columns),
        num_warps or kernels.row_warps(columns),
    )
