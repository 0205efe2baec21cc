# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Triton's options and settings mean for ttc.

Each is honoured, or is a reason to let Triton compile the kernel. An option
that is not known here, of a later version of Triton, may have its default value
and no other.
"""

from __future__ import annotations

import dataclasses


class Unsupported(Exception):
    """Why ttc does not compile a kernel; the text is for the user."""


# Those that ttc gets.
_PASSED_ON = {
    "num_warps",
    "num_ctas",
    "num_stages",
    "maxnreg",
    "ptx_version",
    "ptx_options",
    "enable_fp_fusion",
    "extern_libs",
    "arch",
}

# Those that concern Triton's own parts before and after: its frontend, which
# writes them into the IR, its launcher, its cache. ttc keeps subnormals in
# libdevice's functions whatever enable_reflect_ftz says, which permits to flush
# them.
_ELSEWHERE = {
    "warp_size",
    "ir_override",
    "enable_reflect_ftz",
    "launch_cooperative_grid",
    "launch_pdl",
    "supported_fp8_dtypes",
    "deprecated_fp8_dtypes",
    "deprecated_fp8_dot_operand_dtypes",
    "default_dot_input_precision",
    "allowed_dot_input_precisions",
    "max_num_imprecise_acc_default",
    "debug",
    "backend_name",
    "sanitize_overflow",
    "num_consumer_groups",
    "num_buffers_warp_spec",
}


def _default_of(field):
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return None if field.default is dataclasses.MISSING else field.default


def _check_fields(options) -> None:
    for field in dataclasses.fields(options):
        if field.name in _PASSED_ON or field.name in _ELSEWHERE:
            continue
        value = getattr(options, field.name)
        if value != _default_of(field):
            raise Unsupported(f"it does not know the option {field.name}={value!r}")


def _libdevice_of(options):
    """The path of libdevice. Other libraries are not linked."""
    libraries = dict(options.extern_libs or ())
    path = libraries.pop("libdevice", None)
    if libraries:
        raise Unsupported(f"it does not link the library '{next(iter(libraries))}'")
    return path


def _check_settings(backend, knobs) -> None:
    """Settings of the process that ask for other code than usual."""
    if getattr(type(backend), "instrumentation", None) is not None:
        raise Unsupported("it does not instrument kernels (Proton)")
    try:
        from triton._instrumentation import _callbacks  # Triton 3.9
    except ImportError:
        _callbacks = {}
    if any(name == "nvidia" for _, name in _callbacks):
        raise Unsupported("it does not instrument kernels (Proton)")
    if knobs.compilation.enable_asan:
        raise Unsupported("it has no address sanitizer")
    if knobs.compilation.use_ir_loc:
        raise Unsupported("it does not place locations into dumps (USE_IR_LOC)")


def _find_tools(capability: int) -> dict:
    """Triton's choice of NVIDIA's programs."""
    from triton import knobs
    from triton.backends.nvidia.compiler import get_ptxas

    try:
        tools = {"ptxas": get_ptxas(capability).path}
    except RuntimeError as error:
        raise Unsupported(f"Triton finds no ptxas: {error}") from None
    try:
        tools["nvdisasm"] = knobs.nvidia.nvdisasm.path
    except RuntimeError:
        pass  # only to show SASS
    return tools


class Request:
    """How ttc is to compile one kernel.

    `arguments` are those of ttc.compile(). With `own_assembler`, ttc stops at
    PTX and Triton's own stage assembles it, since ptxas is to have options that
    only that stage knows.
    """

    def __init__(self, backend, options, capability: int) -> None:
        from triton import knobs

        _check_fields(options)
        _check_settings(backend, knobs)
        extra = options.ptx_options or knobs.nvidia.disable_ptxas_opt
        self.own_assembler = bool(extra or knobs.nvidia.dump_ptxas_log)
        self.arguments = {
            "target": f"cuda:{capability}",
            "num_warps": options.num_warps,
            "num_ctas": options.num_ctas,
            "num_stages": options.num_stages,
            "enable_fp_fusion": bool(options.enable_fp_fusion),
            "maxnreg": options.maxnreg,
            "ptx_version": options.ptx_version,
            "libdevice": _libdevice_of(options),
            "stop_after": "ptx" if self.own_assembler else "cubin",
            **_find_tools(capability),
        }
