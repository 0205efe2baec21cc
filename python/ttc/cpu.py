# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels on the CPU, as compiled for the GPU.

No GPU is needed. Unless told otherwise the run is checked: races, accesses out
of bounds, reads of memory nothing wrote, barriers missed are exceptions.
"""

from __future__ import annotations

import ctypes
import os

from . import _arguments
from ._library import Handle, check, decode, encode, library, make_options
from .compiler import Parameter, Result, read_result, read_source
from .errors import LaunchError


class _Launch:
    """Grid and arguments of one run, in the library's form."""

    def __init__(self, kernel: CPUKernel, grid) -> None:
        lib = library()
        sizes = _arguments.check_grid(grid)
        self.kernel = kernel
        self.handle = Handle(lib.CPULaunchDestroy, lib.CPULaunchCreate(*sizes))
        self.arrays: list = []
        self.read_only: list = []

    def add(self, parameter: Parameter, value) -> None:
        label = encode(parameter.name)
        lib = library()
        if parameter.kind == "scalar":
            data = _arguments.pack_scalar(value, parameter.type, parameter.name)
            check(
                lib.CPULaunchAddScalar(self.handle, label, data, len(data))
            )
            return
        initialized = not isinstance(value, Uninitialized)
        array = self._array(parameter, value if initialized else value.array)
        check(
            lib.CPULaunchAddBuffer(
                self.handle, label, array.pointer, array.size, initialized
            )
        )

    def _array(self, parameter: Parameter, value) -> _arguments.Array:
        array = _arguments.to_array(value)
        if array is None or array.device != _arguments.CPU:
            what = "an array" if array is None else "an array in the CPU's memory"
            raise LaunchError(
                f"argument '{parameter.name}' must be {what}, not "
                f"{type(value).__name__}"
            )
        _arguments.check_element(array, parameter)
        self.arrays.append(array)
        if array.read_only:
            before = ctypes.string_at(array.pointer, array.size)
            self.read_only.append((parameter.name, array, before))
        return array

    def check_read_only(self) -> None:
        for name, array, before in self.read_only:
            if ctypes.string_at(array.pointer, array.size) != before:
                raise LaunchError(
                    f"the kernel wrote to argument '{name}', which may only be read"
                )


class Uninitialized:
    """Marks an array that nothing has written: reading it first is an error."""

    def __init__(self, array) -> None:
        self.array = array


class CPUKernel:
    """A kernel that was compiled for this machine.

    `kernel[grid](x, y, n)` runs it; the arguments may also be named. `result`
    is what the compiler made up to the lowered module.
    """

    result: Result

    def __init__(self, result: Result, program: Handle) -> None:
        self.result = result
        self._program = program

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.result.metadata.parameters

    def run(self, grid, arguments) -> None:
        """Runs over `grid`: one to three numbers of programs.

        `arguments` is a sequence, or maps names of parameters to values. Arrays
        are changed in place.
        """
        values = _arguments.name_arguments(self.parameters, arguments, "the kernel")
        launch = _Launch(self, grid)
        for parameter, value in zip(self.parameters, values):
            launch.add(parameter, value)
        check(library().CPUProgramRun(self._program, launch.handle))
        launch.check_read_only()

    def __getitem__(self, grid):
        def launch(*arguments, **named):
            if arguments and named:
                raise LaunchError("give the arguments in order or by name, not both")
            self.run(grid, named or arguments)

        return launch

    @property
    def profile(self) -> str:
        """With `cpu_profile`: what each source line did in the last run, JSON."""
        return decode(library().CPUProgramGetProfile(self._program))


def compile_cpu(
    source: str | bytes | os.PathLike, *, name: str | None = None, **options
) -> CPUKernel:
    """Compiles for the CPU. The IR is as for compile().

    Options: those of compile() that say how to compile; and `cpu_check` (True),
    `cpu_timeout` (seconds; 0, never), `cpu_workers` (threads; 0, one per core),
    `cpu_async` ("late", "early" or "random": when copies take effect),
    `cpu_seed` (of "random"), `cpu_profile` (False).
    """
    text, label = read_source(source, name)
    handle = make_options({"keep_texts": True, **options})
    lib = library()
    result, program = Handle(lib.ResultDestroy), Handle(lib.CPUProgramDestroy)
    check(
        lib.CPUProgramCreate(
            text, len(text), label, handle, result.out, program.out
        )
    )
    return CPUKernel(read_result(result, {}), program)


def run_cpu(source, grid, arguments, **options) -> CPUKernel:
    """Compiles and runs over `grid`; arrays are changed in place.

    `source` is IR as for compile(). `arguments` is a sequence, or maps names of
    parameters to values: NumPy arrays and whatever else has Python's buffers,
    `__array_interface__` or DLPack, and numbers. Options are compile_cpu()'s.

    Returns the kernel, for more runs. Raises KernelError for what the kernel
    does wrong, and what compile() raises.
    """
    kernel = compile_cpu(source, **options)
    kernel.run(grid, arguments)
    return kernel
