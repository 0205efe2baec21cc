# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ttc: a compiler of tensor-tile kernels for NVIDIA GPUs.

    result = ttc.compile(text, target="cuda:90")
    print(result.ptx, result.metadata.num_regs)

    kernel = ttc.load(result)
    kernel[grid](x, y, out, n)  # PyTorch, CuPy, ...

    ttc.run_cpu(text, grid, [x, y, out, n])  # NumPy

    import ttc.triton
    ttc.triton.enable()  # Triton and torch.compile go through ttc

The modules behind these names are imported when a name is first used.
"""

from __future__ import annotations

_HOMES = {
    "compiler": (
        "compile",
        "assemble",
        "disassemble",
        "find_tool",
        "targets",
        "Artifacts",
        "Metadata",
        "Parameter",
        "Result",
        "Step",
    ),
    "cuda": (
        "load",
        "cuda_device_count",
        "cuda_target",
        "synchronize",
        "CUDAKernel",
    ),
    "cpu": ("run_cpu", "compile_cpu", "CPUKernel"),
    "errors": (
        "Diagnostic",
        "Error",
        "OptionError",
        "CompileError",
        "ToolError",
        "LaunchError",
        "KernelError",
        "CUDAError",
        "OutOfMemoryError",
    ),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_HOME_OF, "build_id", "llvm_version", "__version__"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compiler import Artifacts as Artifacts
    from .compiler import Metadata as Metadata
    from .compiler import Parameter as Parameter
    from .compiler import Result as Result
    from .compiler import Step as Step
    from .compiler import assemble as assemble
    from .compiler import compile as compile
    from .compiler import disassemble as disassemble
    from .compiler import find_tool as find_tool
    from .compiler import targets as targets
    from .cpu import CPUKernel as CPUKernel
    from .cpu import compile_cpu as compile_cpu
    from .cpu import run_cpu as run_cpu
    from .cuda import CUDAKernel as CUDAKernel
    from .cuda import cuda_device_count as cuda_device_count
    from .cuda import cuda_target as cuda_target
    from .cuda import load as load
    from .cuda import synchronize as synchronize
    from .errors import CompileError as CompileError
    from .errors import CUDAError as CUDAError
    from .errors import Diagnostic as Diagnostic
    from .errors import Error as Error
    from .errors import KernelError as KernelError
    from .errors import LaunchError as LaunchError
    from .errors import OptionError as OptionError
    from .errors import OutOfMemoryError as OutOfMemoryError
    from .errors import ToolError as ToolError

    __version__: str


def _version() -> str:
    from ._library import library

    return library().GetVersion().decode()


def build_id() -> str:
    """Differs between any two builds whose code differs."""
    from ._library import library

    return library().GetBuildID().decode()


def llvm_version() -> str:
    from ._library import library

    return library().GetLLVMVersion().decode()


def __getattr__(name: str):
    if name == "__version__":
        value = _version()
    elif name in _HOME_OF:
        import importlib

        module = importlib.import_module(f"{__name__}.{_HOME_OF[name]}")
        value = getattr(module, name)
    else:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *__all__])
