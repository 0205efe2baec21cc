# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches cubins through the CUDA driver, which is opened at the first use.

Work goes to the calling thread's CUDA context, which is that of PyTorch or
CuPy where they are in use.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

from . import _arguments
from ._cubin import required_threads
from ._library import Handle, check, encode, encode_name, library, to_bytes
from .compiler import Metadata, Parameter, Result
from .errors import LaunchError

WARP_SIZE = 32

# ttcLaunchFlags
_COOPERATIVE = 1
_PROGRAMMATIC_DEPENDENT = 2


def cuda_device_count() -> int:
    """How many devices the driver sees. CUDAError without a driver."""
    count = ctypes.c_int()
    check(library().CUDAGetDeviceCount(count))
    return count.value


def cuda_target(device: int = -1) -> str:
    """What to compile for: "cuda:90" for a device, or the current one."""
    target = ctypes.c_char_p()
    device = _check_number("device", device, -1, 2**31 - 1)
    check(library().CUDAGetDeviceTarget(device, target))
    return (target.value or b"").decode()


def _stream_of(value) -> int:
    """The handle of a stream: a number, or an object of some library."""
    if value is None:
        return 0
    if hasattr(value, "__index__"):
        return value.__index__()
    if hasattr(value, "__cuda_stream__"):
        return int(value.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr", "handle"):  # PyTorch, CuPy, Numba
        handle = getattr(value, name, None)
        if handle is not None:
            return int(getattr(handle, "value", handle) or 0)
    raise LaunchError(f"a {type(value).__name__} is no CUDA stream")


def _current_stream(values, arrays) -> int:
    """The stream in which the libraries of these arrays do their work now."""
    for value in values:
        home = type(value).__module__.partition(".")[0]
        if home == "torch" and getattr(value, "is_cuda", False):
            return sys.modules["torch"].cuda.current_stream(value.device).cuda_stream
        if home == "cupy":
            return sys.modules["cupy"].cuda.get_current_stream().ptr
    for array in arrays:
        if array.stream:
            return array.stream
    return 0


class CUDAKernel:
    """A kernel on a device. `kernel[grid](x, y, n)` starts it.

    `grid` counts programs, as in Triton: with clusters each is `num_ctas`
    blocks.
    """

    name: str
    num_warps: int
    num_ctas: int
    shared: int
    parameters: tuple[Parameter, ...] | None

    def __init__(
        self,
        handle: Handle,
        name: str,
        num_warps: int,
        num_ctas: int,
        shared: int,
        parameters: tuple[Parameter, ...] | None,
        flags: int,
    ) -> None:
        self._handle = handle
        self._flags = flags
        self.name = name
        self.num_warps = num_warps
        self.num_ctas = num_ctas
        self.shared = shared
        self.parameters = parameters

    def attribute(self, name: str) -> int:
        """num_parameters, num_regs, local_bytes, static_shared, max_threads or
        device, as the driver tells."""
        value = ctypes.c_int64()
        if not library().CUDAKernelGetInteger(self._handle, encode(name), value):
            raise KeyError(f"the driver tells nothing called '{name}'")
        return value.value

    def _describe(self, index: int, value) -> Parameter:
        """A parameter of a cubin, by its size and the argument's kind."""
        name = f"arg{index}"
        if not _arguments.is_number(value):
            return Parameter(name, "pointer", "", 1)
        size = library().CUDAKernelGetParameterSize(self._handle, index)
        if size == 0:
            raise LaunchError(
                f"the driver does not tell the size of '{name}': load the kernel with "
                "types="
            )
        if isinstance(value, float):
            if size == 2:
                raise LaunchError(
                    f"'{name}' may be f16 or bf16: load the kernel with types="
                )
            return Parameter(name, "scalar", f"f{8 * size}", 1)
        return Parameter(name, "scalar", f"i{8 * size}", 1)

    def _pack(self, parameter: Parameter, value, arrays: list) -> bytes:
        if parameter.kind == "scalar":
            return _arguments.pack_scalar(value, parameter.type, parameter.name)
        if parameter.kind == "descriptor":
            raise LaunchError(
                f"argument '{parameter.name}': tensor descriptors can't be passed here"
            )
        if value is None:
            return bytes(8)
        if isinstance(value, int):
            return value.to_bytes(8, "little")
        array = _arguments.to_array(value)
        if array is None or array.device != _arguments.CUDA:
            where = "no array" if array is None else f"in the memory of '{array.device}'"
            raise LaunchError(
                f"argument '{parameter.name}' must be an array in a GPU's memory; this "
                f"{type(value).__name__} is {where}"
            )
        _arguments.check_element(array, parameter)
        arrays.append(array)
        return array.pointer.to_bytes(8, "little")

    def launch(self, grid, arguments, *, stream=None) -> None:
        """Starts the kernel and does not wait.

        `arguments` is a sequence, or maps names of parameters to values: arrays
        in the GPU's memory, addresses, None for a null pointer, and numbers.
        `stream` is a handle or an object of PyTorch, CuPy, ...; without one it
        is the stream that PyTorch or CuPy use now, if an array is theirs.
        """
        if self.parameters is None:
            values = list(arguments)
            described = [self._describe(i, value) for i, value in enumerate(values)]
        else:
            described = list(self.parameters)
            values = _arguments.name_arguments(self.parameters, arguments, self.name)
        arrays: list = []
        packed = [self._pack(p, value, arrays) for p, value in zip(described, values)]
        handle = _stream_of(stream)
        if stream is None:
            handle = _current_stream(values, arrays)
        self._start(_arguments.check_grid(grid), packed, handle)

    def _start(self, grid, packed, stream: int) -> None:
        cells = [ctypes.create_string_buffer(data, len(data)) for data in packed]
        pointers = (ctypes.c_void_p * len(cells))(*map(ctypes.addressof, cells))
        sizes = (ctypes.c_uint32 * 3)(grid[0] * self.num_ctas, grid[1], grid[2])
        cluster = None
        if self.num_ctas > 1:
            cluster = (ctypes.c_uint32 * 3)(self.num_ctas, 1, 1)
        check(
            library().CUDAKernelLaunch(
                self._handle,
                sizes,
                WARP_SIZE * self.num_warps,
                cluster,
                self.shared,
                stream,
                pointers,
                len(cells),
                self._flags,
            )
        )

    def __getitem__(self, grid):
        def launch(*arguments, stream=None, **named):
            if arguments and named:
                raise LaunchError("give the arguments in order or by name, not both")
            self.launch(grid, named or arguments, stream=stream)

        return launch


_TRITON_TYPES = {"fp16": "f16", "fp32": "f32", "fp64": "f64"}


def _parse_type(text: str, name: str) -> Parameter:
    """A parameter from "f32", or "*f32" for a pointer."""
    kind = "pointer" if text.startswith("*") else "scalar"
    element = text.lstrip("*")
    element = _TRITON_TYPES.get(element, element)
    if kind == "scalar" and element not in _arguments.TYPE_SIZES:
        known = ", ".join(_arguments.TYPE_SIZES)
        raise LaunchError(f"there is no type '{text}'; there are {known}")
    return Parameter(name, kind, element, 1)


def _read_metadata(metadata) -> dict:
    if isinstance(metadata, (str, os.PathLike)):
        with open(metadata, encoding="utf-8") as file:
            return json.load(file)
    if isinstance(metadata, Metadata):
        return json.loads(metadata.json)
    return dict(metadata)


def _check_number(what: str, value, least: int, most: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} must be an int, not {type(value).__name__}: {value!r}")
    if not least <= value.__index__() <= most:
        raise LaunchError(f"{what} must be {least} to {most}, not {value}")
    return value.__index__()


def load(
    code: bytes | Result,
    name: str | None = None,
    *,
    num_warps: int | None = None,
    num_ctas: int | None = None,
    shared: int | None = None,
    metadata=None,
    types=None,
    cooperative: bool = False,
    device: int = -1,
) -> CUDAKernel:
    """Loads a kernel on a device (the current one, or a number).

    `code` is a Result of compile(), which says all there is to know; or a
    cubin, or PTX that the driver assembles. A cubin is described by `metadata`,
    the path or the contents of the .json beside it, ttc's or Triton's; or by
    `name`, `num_ctas` (1), `shared` (0) and `num_warps` (without it, from the
    block size that the cubin asks for). `types`, as in ["*f32", "i32"], are its
    parameters; without them numbers are taken to be of the parameter's size. All
    blocks of a `cooperative` kernel run at once, and may wait for each other.

    Raises CUDAError where there is no driver or it can't load the code.
    """
    parameters = None
    facts: dict = {}
    if isinstance(code, Result):
        facts = vars(code.metadata)
        parameters = code.metadata.parameters
        code = code.cubin
    if metadata is not None:
        facts = {**facts, **_read_metadata(metadata)}
    if types is not None:
        parameters = tuple(_parse_type(t, f"arg{i}") for i, t in enumerate(types))
    name = name or facts.get("name")
    if not name:
        raise LaunchError("which kernel? Its name is neither given nor in the metadata")
    if facts.get("global_scratch_size") or facts.get("profile_scratch_size"):
        raise LaunchError(f"{name} needs scratch memory, which can't be passed here")
    shared = facts.get("shared", 0) if shared is None else shared
    num_ctas = num_ctas or facts.get("num_ctas", 1)
    symbol = encode_name(name, "name")
    data = encode(code) if isinstance(code, str) else to_bytes(code, "the code")
    num_warps = num_warps or facts.get("num_warps")
    num_warps = num_warps or (required_threads(data, name) or 0) // WARP_SIZE
    if not num_warps:
        raise LaunchError(
            f"the code does not say how many threads a block of {name} has: give "
            "num_warps= or metadata="
        )
    num_warps = _check_number("num_warps", num_warps, 1, 32)
    num_ctas = _check_number("num_ctas", num_ctas, 1, 16)
    shared = _check_number("shared", shared, 0, 2**32 - 1)
    device = _check_number("device", device, -1, 2**31 - 1)

    lib = library()
    handle = Handle(lib.CUDAKernelDestroy)
    check(
        lib.CUDAKernelLoad(data, len(data), symbol, shared, device, handle.out)
    )
    flags = 0
    if cooperative or facts.get("launch_cooperative_grid"):
        flags |= _COOPERATIVE
    if facts.get("launch_pdl"):
        flags |= _PROGRAMMATIC_DEPENDENT
    return CUDAKernel(handle, name, num_warps, num_ctas, shared, parameters, flags)


def synchronize(stream=None) -> None:
    """Waits for the work in a stream; errors of kernels appear here."""
    check(library().CUDAStreamSynchronize(_stream_of(stream)))
