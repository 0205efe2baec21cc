# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libttc.so, its functions and handles.

The library is opened at the first use, not when the package is imported. It
lies in the package's folder; in a checkout, where it does not, the environment
variable TTC_LIBRARY says where it is.

Calls release Python's lock, so threads compile at once.
"""

from __future__ import annotations

import ctypes
import os

from .errors import Diagnostic, OptionError, raise_error

API_VERSION = 1

_STRING = ctypes.c_char_p
_HANDLE = ctypes.c_void_p
_INDEX = ctypes.c_size_t
_OUT = ctypes.c_void_p
_INT64_OUT = ctypes.POINTER(ctypes.c_int64)

# Name: result, parameters; as ttc-c/Compiler.h declares them.
_FUNCTIONS = {
    "ttcGetAPIVersion": (ctypes.c_uint,),
    "ttcGetVersion": (_STRING,),
    "ttcGetLLVMVersion": (_STRING,),
    "ttcGetBuildID": (_STRING,),
    "ttcGetTarget": (_STRING, _INDEX),
    "ttcDiagnosticGetSeverity": (ctypes.c_int, _HANDLE),
    "ttcDiagnosticGetMessage": (_STRING, _HANDLE),
    "ttcDiagnosticGetFile": (_STRING, _HANDLE),
    "ttcDiagnosticGetLine": (ctypes.c_uint, _HANDLE),
    "ttcDiagnosticGetColumn": (ctypes.c_uint, _HANDLE),
    "ttcDiagnosticGetSourceLine": (_STRING, _HANDLE),
    "ttcDiagnosticGetCategory": (_STRING, _HANDLE),
    "ttcDiagnosticGetName": (_STRING, _HANDLE),
    "ttcDiagnosticGetRendered": (_STRING, _HANDLE),
    "ttcDiagnosticGetNumNotes": (_INDEX, _HANDLE),
    "ttcDiagnosticGetNote": (_HANDLE, _HANDLE, _INDEX),
    "ttcErrorGetCode": (ctypes.c_int, _HANDLE),
    "ttcErrorGetMessage": (_STRING, _HANDLE),
    "ttcErrorGetNumDiagnostics": (_INDEX, _HANDLE),
    "ttcErrorGetDiagnostic": (_HANDLE, _HANDLE, _INDEX),
    "ttcErrorDestroy": (None, _HANDLE),
    "ttcGetOptionName": (_STRING, _INDEX),
    "ttcGetOptionKind": (ctypes.c_int, _INDEX),
    "ttcOptionsCreate": (_HANDLE,),
    "ttcOptionsDestroy": (None, _HANDLE),
    "ttcOptionsSetString": (_HANDLE, _HANDLE, _STRING, _STRING),
    "ttcOptionsSetInteger": (_HANDLE, _HANDLE, _STRING, ctypes.c_int64),
    "ttcCompile": (_HANDLE, _STRING, _INDEX, _STRING, _HANDLE, _OUT),
    "ttcAssemble": (_HANDLE, _STRING, _INDEX, _HANDLE, _OUT),
    "ttcDisassemble": (_HANDLE, _STRING, _INDEX, _HANDLE, _OUT),
    "ttcResultDestroy": (None, _HANDLE),
    "ttcResultGetArtifact": (
        _HANDLE,
        _HANDLE,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_size_t),
    ),
    "ttcResultGetInteger": (ctypes.c_int, _HANDLE, _STRING, _INT64_OUT),
    "ttcResultGetString": (_STRING, _HANDLE, _STRING),
    "ttcResultGetMetadataJSON": (_STRING, _HANDLE),
    "ttcResultGetNumParameters": (_INDEX, _HANDLE),
    "ttcResultGetParameterName": (_STRING, _HANDLE, _INDEX),
    "ttcResultGetParameterKind": (ctypes.c_int, _HANDLE, _INDEX),
    "ttcResultGetParameterType": (_STRING, _HANDLE, _INDEX),
    "ttcResultGetParameterDivisibility": (ctypes.c_int64, _HANDLE, _INDEX),
    "ttcResultGetNumDiagnostics": (_INDEX, _HANDLE),
    "ttcResultGetDiagnostic": (_HANDLE, _HANDLE, _INDEX),
    "ttcResultGetNumSteps": (_INDEX, _HANDLE),
    "ttcResultGetStepName": (_STRING, _HANDLE, _INDEX),
    "ttcResultGetStepMilliseconds": (ctypes.c_double, _HANDLE, _INDEX),
    "ttcResultGetStepPeakBytes": (ctypes.c_int64, _HANDLE, _INDEX),
    "ttcToolFind": (_HANDLE, _HANDLE, _STRING, _OUT),
    "ttcToolDestroy": (None, _HANDLE),
    "ttcToolGetPath": (_STRING, _HANDLE),
    "ttcToolGetVersion": (_STRING, _HANDLE),
    "ttcCPUProgramCreate": (_HANDLE, _STRING, _INDEX, _STRING, _HANDLE, _OUT, _OUT),
    "ttcCPUProgramDestroy": (None, _HANDLE),
    "ttcCPULaunchCreate": (_HANDLE, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32),
    "ttcCPULaunchDestroy": (None, _HANDLE),
    "ttcCPULaunchAddScalar": (_HANDLE, _HANDLE, _STRING, ctypes.c_void_p, _INDEX),
    "ttcCPULaunchAddBuffer": (
        _HANDLE,
        _HANDLE,
        _STRING,
        ctypes.c_void_p,
        _INDEX,
        ctypes.c_int,
    ),
    "ttcCPUProgramRun": (_HANDLE, _HANDLE, _HANDLE),
    "ttcCPUProgramGetProfile": (_STRING, _HANDLE),
    "ttcCUDAGetDeviceCount": (_HANDLE, ctypes.POINTER(ctypes.c_int)),
    "ttcCUDAGetDeviceTarget": (_HANDLE, ctypes.c_int, ctypes.POINTER(_STRING)),
    "ttcCUDAKernelLoad": (
        _HANDLE,
        _STRING,
        _INDEX,
        _STRING,
        ctypes.c_uint32,
        ctypes.c_int,
        _OUT,
    ),
    "ttcCUDAKernelDestroy": (None, _HANDLE),
    "ttcCUDAKernelGetInteger": (ctypes.c_int, _HANDLE, _STRING, _INT64_OUT),
    "ttcCUDAKernelGetParameterSize": (_INDEX, _HANDLE, _INDEX),
    "ttcCUDAKernelLaunch": (
        _HANDLE,
        _HANDLE,
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_void_p,
        ctypes.c_void_p,
        _INDEX,
        ctypes.c_uint,
    ),
    "ttcCUDAStreamSynchronize": (_HANDLE, ctypes.c_void_p),
}


class _Library:
    """The functions as attributes, without the prefix `ttc`."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            loaded = ctypes.CDLL(path)
        except OSError as error:
            raise ImportError(f"{path} can't be loaded: {error}") from None
        for name, (result, *parameters) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype = result
            function.argtypes = parameters
            setattr(self, name[3:], function)
        found = loaded.ttcGetAPIVersion()
        if found != API_VERSION:
            raise ImportError(
                f"{path} has version {found} of ttc's C interface, and this package "
                f"needs version {API_VERSION}: install both from the same wheel"
            )


_library = None


def library_path() -> str:
    path = os.environ.get("TTC_LIBRARY")
    if path:
        # The loader looks for a name without a folder elsewhere.
        return os.path.abspath(path)
    return os.path.join(os.path.dirname(__file__), "libttc.so")


def library():
    """The library, which is opened by the first call."""
    global _library
    if _library is None:
        path = library_path()
        if not os.path.exists(path):
            raise ImportError(
                f"there is no {path}: install the wheel, or build libttc.so and say "
                "where it is with the environment variable TTC_LIBRARY"
            )
        _library = _Library(path)
    return _library


def encode(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # Halves of surrogate pairs: as the bytes that they would have.
        return text.encode("utf-8", "surrogatepass")


def encode_name(text: str, what: str) -> bytes:
    """For a parameter that is a C string."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}: {text!r}")
    if "\0" in text:
        raise OptionError(f"{what} has a zero byte in it: {text!r}")
    return encode(text)


def to_bytes(code, what: str) -> bytes:
    """Code given as bytes, or as something with a buffer."""
    if isinstance(code, (bytes, bytearray, memoryview)):
        return bytes(code)
    raise TypeError(f"{what} must be bytes, not {type(code).__name__}")


def decode(text: bytes | None) -> str:
    return text.decode("utf-8", "surrogateescape") if text else ""


class Handle:
    """Owns what a function of the library made, and destroys it once.

    It is passed to functions itself, and so lives until they return.
    """

    __slots__ = ("_as_parameter_", "_destroy")

    def __init__(self, destroy, value=None) -> None:
        self._destroy = destroy
        self._as_parameter_ = ctypes.c_void_p(value)

    @property
    def out(self):
        """For the parameter through which a function gives out its handle."""
        return ctypes.addressof(self._as_parameter_)

    def __del__(self) -> None:
        if self._as_parameter_:
            self._destroy(self._as_parameter_)


def read_diagnostic(handle: int) -> Diagnostic:
    lib = library()
    severities = ("error", "warning", "remark", "note")
    return Diagnostic(
        severity=severities[lib.DiagnosticGetSeverity(handle)],
        message=decode(lib.DiagnosticGetMessage(handle)),
        file=decode(lib.DiagnosticGetFile(handle)) or None,
        line=lib.DiagnosticGetLine(handle) or None,
        column=lib.DiagnosticGetColumn(handle) or None,
        source_line=decode(lib.DiagnosticGetSourceLine(handle)) or None,
        category=decode(lib.DiagnosticGetCategory(handle)),
        name=decode(lib.DiagnosticGetName(handle)),
        rendered=decode(lib.DiagnosticGetRendered(handle)),
        notes=tuple(
            read_diagnostic(lib.DiagnosticGetNote(handle, i))
            for i in range(lib.DiagnosticGetNumNotes(handle))
        ),
    )


def check(error: int | None) -> None:
    """Raises the exception for an error that a function returned."""
    if not error:
        return
    lib = library()
    owner = Handle(lib.ErrorDestroy, error)
    raise_error(
        lib.ErrorGetCode(error),
        decode(lib.ErrorGetMessage(error)),
        tuple(
            read_diagnostic(lib.ErrorGetDiagnostic(error, i))
            for i in range(lib.ErrorGetNumDiagnostics(error))
        ),
    )
    del owner


_BOOLEAN, _INTEGER, _STRING_KIND = "boolean", "integer", "string"
_option_kinds: dict[str, str] | None = None


def option_kinds() -> dict[str, str]:
    """The options that the library has, and of which kind each is."""
    global _option_kinds
    if _option_kinds is None:
        # Other threads see all of it or nothing.
        _option_kinds = _read_option_kinds()
    return _option_kinds


def _read_option_kinds() -> dict[str, str]:
    lib = library()
    kinds = (_STRING_KIND, _INTEGER, _BOOLEAN)
    found: dict[str, str] = {}
    while True:
        name = lib.GetOptionName(len(found))
        if name is None:
            return found
        found[name.decode()] = kinds[lib.GetOptionKind(len(found))]


def _option_type_error(name: str, kind: str, value) -> TypeError:
    wanted = {"string": "a str", "integer": "an int", "boolean": "a bool"}[kind]
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}: {value!r}")


def make_options(values: dict) -> Handle:
    """A handle with the options whose value is not None."""
    lib = library()
    options = Handle(lib.OptionsDestroy, lib.OptionsCreate())
    kinds = option_kinds()
    for name, value in values.items():
        if value is None:
            continue
        kind = kinds.get(name)
        if kind is None:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(kinds)}")
        if kind == _STRING_KIND:
            if isinstance(value, os.PathLike):
                value = os.fspath(value)
            if not isinstance(value, str):
                raise _option_type_error(name, kind, value)
            text = encode_name(value, name)
            check(lib.OptionsSetString(options, name.encode(), text))
            continue
        if kind == _BOOLEAN and not isinstance(value, bool):
            raise _option_type_error(name, kind, value)
        if kind == _INTEGER and (isinstance(value, bool) or not hasattr(value, "__index__")):
            raise _option_type_error(name, kind, value)
        number = value.__index__()
        # What 64 bits do not hold is out of every option's range.
        number = max(min(number, 2**63 - 1), -(2**63))
        check(lib.OptionsSetInteger(options, name.encode(), number))
    return options
