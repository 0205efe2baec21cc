# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches cubins on the GPU through the CUDA driver, with buffers from PyTorch.

Machine code of both compilers takes the same way, so neither pays for a
launcher of its own. Torch makes the context and owns the memory and streams.
"""

import ctypes
import struct

import torch

_driver = ctypes.CDLL("libcuda.so.1")
_MAX_DYNAMIC_SHARED_SIZE = 8
_CLUSTER_DIMENSION = 4


class CudaError(Exception):
    """A call of the driver failed. Later calls may fail for the same reason."""


def _check(result, action):
    if result == 0:
        return
    name, text = ctypes.c_char_p(), ctypes.c_char_p()
    _driver.cuGetErrorName(result, ctypes.byref(name))
    _driver.cuGetErrorString(result, ctypes.byref(text))
    name = (name.value or b"unknown error").decode()
    text = (text.value or b"").decode()
    raise CudaError(f"{action}: {name} ({result}): {text}")


class _LaunchAttribute(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_int),
        ("padding", ctypes.c_int),
        ("value", ctypes.c_uint * 16),
    ]


class _LaunchConfig(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_LaunchAttribute)),
        ("num_attributes", ctypes.c_uint),
    ]


_FORMATS = {
    "i1": "?",
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


def pack(type_name, value):
    """The bytes of a scalar argument."""
    if type_name == "bf16":
        return struct.pack("f", value)[2:]
    return struct.pack(_FORMATS[type_name], value)


class LoadedKernel:
    """A kernel in the driver."""

    def __init__(self, code):
        torch.cuda.init()
        torch.zeros(1, device="cuda")  # makes torch's context the current one
        self.code = code
        self.module = ctypes.c_void_p()
        self.function = ctypes.c_void_p()
        _check(
            _driver.cuModuleLoadData(ctypes.byref(self.module), code.cubin),
            f"loading {code.name}",
        )
        _check(
            _driver.cuModuleGetFunction(
                ctypes.byref(self.function), self.module, code.name.encode()
            ),
            f"finding {code.name}",
        )
        if code.shared:
            _check(
                _driver.cuFuncSetAttribute(
                    self.function, _MAX_DYNAMIC_SHARED_SIZE, code.shared
                ),
                f"asking for {code.shared} bytes of shared memory",
            )

    def bind(self, grid, arguments):
        """A function that launches the kernel on torch's current stream.

        `arguments` holds addresses (int, type None) and scalars (type, value).
        """
        values = []
        for type_name, value in arguments:
            data = struct.pack("Q", value) if type_name is None else pack(type_name, value)
            values.append(ctypes.create_string_buffer(data, 8))
        # Triton's kernels end with two pointers to scratch memory, unused here.
        values += [ctypes.create_string_buffer(8) for _ in range(2)]
        pointers = (ctypes.c_void_p * len(values))(
            *[ctypes.addressof(value) for value in values]
        )
        config = _LaunchConfig()
        config.grid[:] = (grid[0] * self.code.num_ctas, grid[1], grid[2])
        config.block[:] = (32 * self.code.num_warps, 1, 1)
        config.shared = self.code.shared
        attribute = _LaunchAttribute(_CLUSTER_DIMENSION)
        if self.code.num_ctas > 1:
            attribute.value[:3] = (self.code.num_ctas, 1, 1)
            config.attributes = ctypes.pointer(attribute)
            config.num_attributes = 1
        launch = _driver.cuLaunchKernelEx

        def run(keep_alive=(values, attribute)):
            config.stream = torch.cuda.current_stream().cuda_stream
            _check(
                launch(ctypes.byref(config), self.function, pointers, None),
                f"launching {self.code.name}",
            )

        return run

    def unload(self):
        _check(_driver.cuModuleUnload(self.module), f"unloading {self.code.name}")


def describe_gpu():
    properties = torch.cuda.get_device_properties(0)
    version = ctypes.c_int()
    _driver.cuDriverGetVersion(ctypes.byref(version))
    return (
        f"GPU: {properties.name}, sm_{properties.major}{properties.minor}, "
        f"{properties.multi_processor_count} multiprocessors, "
        f"L2 {properties.L2_cache_size >> 20} MiB, torch {torch.__version__}, "
        f"CUDA driver {version.value // 1000}.{version.value % 1000 // 10}"
    )
