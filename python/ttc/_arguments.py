# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What callers pass to kernels: arrays of any library, and numbers.

An array is taken through the first of these that it has: PyTorch's `data_ptr`,
`__cuda_array_interface__`, `__array_interface__`, DLPack, Python's buffers. No
library is imported for it.
"""

from __future__ import annotations

import ctypes
import struct

from .compiler import Parameter
from .errors import LaunchError

# Python's format characters of scalars; bf16 and 8-bit floats have none.
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

# Bytes in memory.
TYPE_SIZES = {
    **{name: struct.calcsize(form) for name, form in _FORMATS.items()},
    "bf16": 2,
    "f8E4M3FN": 1,
    "f8E5M2": 1,
    "f8E4M3FNUZ": 1,
    "f8E5M2FNUZ": 1,
    "f8E4M3B11FNUZ": 1,
}

CPU, CUDA = "cpu", "cuda"


class Array:
    """Where an array's elements lie.

    `size` is how many bytes from the first to the end of the last there are;
    -1 if that is not known. `stream` is the stream its producer names.
    """

    __slots__ = ("pointer", "size", "itemsize", "device", "read_only", "stream", "owner")

    def __init__(
        self,
        pointer: int,
        size: int,
        itemsize: int,
        device: str,
        read_only: bool = False,
        stream: int | None = None,
        owner=None,
    ) -> None:
        self.pointer = pointer
        self.size = size
        self.itemsize = itemsize
        self.device = device
        self.read_only = read_only
        self.stream = stream
        self.owner = owner  # keeps what was borrowed alive


def _extent(shape, strides, itemsize: int) -> int:
    """Bytes from the first element to the end of the last; strides in bytes."""
    if any(n == 0 for n in shape):
        return 0
    if strides is None:
        count = 1
        for n in shape:
            count *= n
        return count * itemsize
    if any(s < 0 for n, s in zip(shape, strides) if n > 1):
        raise LaunchError(
            "an array with a negative stride can't be passed: its first element is "
            "not the first in memory; copy it"
        )
    return sum((n - 1) * s for n, s in zip(shape, strides)) + itemsize


def _from_torch(value) -> Array:
    itemsize = value.element_size()
    strides = [s * itemsize for s in value.stride()]
    return Array(
        value.data_ptr(),
        _extent(value.shape, strides, itemsize),
        itemsize,
        CUDA if value.device.type == "cuda" else value.device.type,
    )


def _from_interface(interface, device: str) -> Array:
    data = interface.get("data")
    if data is None:
        raise LaunchError("the array's interface does not say where its data are")
    itemsize = int(interface["typestr"][2:])
    size = _extent(interface["shape"], interface.get("strides"), itemsize)
    return Array(data[0] or 0, size, itemsize, device, data[1], interface.get("stream"))


class _DLTensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


# DLDeviceType: what the host can read, and what a GPU can.
_DLPACK_CPU = (1, 3)
_DLPACK_CUDA = (2, 13)


def _from_dlpack(value) -> Array:
    device_type = int(value.__dlpack_device__()[0])
    # -1: the producer need not wait for a stream; the launch goes to the
    # stream that the caller names.
    capsule = value.__dlpack__(stream=-1) if device_type == 2 else value.__dlpack__()
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _DLTensor.from_address(get(capsule, b"dltensor"))
    itemsize = (tensor.bits * tensor.lanes + 7) // 8
    shape = tensor.shape[: tensor.ndim]
    strides = None
    if tensor.strides:
        strides = [s * itemsize for s in tensor.strides[: tensor.ndim]]
    device = str(device_type)
    if device_type in _DLPACK_CPU:
        device = CPU
    elif device_type in _DLPACK_CUDA:
        device = CUDA
    pointer = (tensor.data or 0) + tensor.byte_offset
    size = _extent(shape, strides, itemsize)
    return Array(pointer, size, itemsize, device, owner=capsule)


def _from_buffer(value) -> Array:
    view = memoryview(value)
    if not view.c_contiguous:
        raise LaunchError("a buffer that is not contiguous can't be passed: copy it")
    if view.nbytes == 0:
        return Array(0, 0, view.itemsize, CPU, view.readonly)
    flat = view.cast("B") if view.format != "B" or view.ndim != 1 else view
    if view.readonly:
        # ctypes borrows only what may be written.
        copy = ctypes.create_string_buffer(flat.tobytes(), view.nbytes)
        return Array(
            ctypes.addressof(copy), view.nbytes, view.itemsize, CPU, True, None, copy
        )
    owner = (ctypes.c_char * view.nbytes).from_buffer(flat)
    return Array(ctypes.addressof(owner), view.nbytes, view.itemsize, CPU, owner=owner)


def is_number(value) -> bool:
    return isinstance(value, (bool, int, float)) or (
        hasattr(value, "__index__") and not hasattr(value, "data_ptr")
    )


def to_array(value) -> Array | None:
    """The array that `value` is, or None."""
    if hasattr(value, "data_ptr") and hasattr(value, "element_size"):
        return _from_torch(value)
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is not None:
        return _from_interface(interface, CUDA)
    interface = getattr(value, "__array_interface__", None)
    if interface is not None and interface["shape"] != ():
        return _from_interface(interface, CPU)
    if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
        return _from_dlpack(value)
    try:
        return _from_buffer(value)
    except TypeError:
        return None


def check_element(array: Array, parameter: Parameter) -> None:
    """An error if the array's elements are not as wide as the kernel's."""
    wanted = TYPE_SIZES.get(parameter.type)
    if wanted is not None and array.itemsize != wanted:
        raise LaunchError(
            f"argument '{parameter.name}' has elements of {array.itemsize} bytes, and "
            f"the kernel has a pointer to {parameter.type}, of {wanted}"
        )


def _truncate_bf16(value: float) -> bytes:
    """Rounds to nearest even."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    if value != value:
        return struct.pack("<H", 0x7FC0)
    bits += 0x7FFF + ((bits >> 16) & 1)
    return struct.pack("<H", bits >> 16)


def pack_scalar(value, type: str, name: str) -> bytes:
    """The bytes of a number as the kernel's type has them."""
    if hasattr(value, "item") and not isinstance(value, (bool, int, float)):
        value = value.item()  # of NumPy, PyTorch, ...
    if not isinstance(value, (bool, int, float)):
        raise LaunchError(
            f"argument '{name}' must be a number for the kernel's {type}, not "
            f"{value.__class__.__name__}"
        )
    try:
        if type == "bf16":
            return _truncate_bf16(float(value))
        if type not in _FORMATS:
            raise LaunchError(f"argument '{name}': a scalar of type {type} can't be passed")
        if type[0] == "f":
            return struct.pack("<" + _FORMATS[type], float(value))
        if type == "i1":
            if value not in (0, 1):
                raise LaunchError(f"argument '{name}' must be 0 or 1, not {value!r}")
            return struct.pack("<?", value)
        if isinstance(value, float):
            raise LaunchError(f"argument '{name}' is a float, and the kernel has {type}")
        bits = 8 * TYPE_SIZES[type]
        if not -(1 << (bits - 1)) <= value < 1 << bits:
            raise LaunchError(f"argument '{name}': {type} can't hold {value}")
        return (value & ((1 << bits) - 1)).to_bytes(bits // 8, "little")
    except OverflowError:
        raise LaunchError(f"argument '{name}': {type} can't hold {value!r}") from None


def check_grid(grid) -> tuple[int, int, int]:
    """Three sizes of a grid given as one to three, or as one number."""
    sizes = (grid,) if hasattr(grid, "__index__") else tuple(grid)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"a grid has one to three sizes, not {len(sizes)}")
    try:
        numbers = [size.__index__() for size in sizes]
    except AttributeError:
        raise LaunchError(f"a grid's sizes must be ints: {grid!r}") from None
    for axis, number in zip("xyz", numbers):
        limit = 2**31 - 1 if axis == "x" else 65535
        if not 1 <= number <= limit:
            raise LaunchError(f"the grid's {axis} must be 1 to {limit}, not {number}")
    return tuple(numbers + [1] * (3 - len(numbers)))


def name_arguments(parameters: tuple[Parameter, ...], arguments, kind: str) -> list:
    """The arguments in order, from a sequence or a mapping of names."""
    if hasattr(arguments, "keys"):
        names = [parameter.name for parameter in parameters]
        unknown = [key for key in arguments if key not in names]
        if unknown:
            raise LaunchError(
                f"the kernel has no parameter '{unknown[0]}'; it has {', '.join(names)}"
            )
        missing = [name for name in names if name not in arguments]
        if missing:
            raise LaunchError(f"no value for the parameter '{missing[0]}'")
        return [arguments[name] for name in names]
    values = list(arguments)
    if len(values) != len(parameters):
        listed = ", ".join(parameter.name for parameter in parameters)
        raise LaunchError(
            f"{kind} has {len(parameters)} parameters ({listed}), and {len(values)} "
            "arguments were given"
        )
    return values
