# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From IR text to the artifacts of every stage."""

from __future__ import annotations

import ctypes
import os

from ._library import (
    Handle,
    check,
    decode,
    encode,
    encode_name,
    library,
    make_options,
    read_diagnostic,
    to_bytes,
)
from .errors import Diagnostic

# In order, by the extension of what comes out of each.
STAGES = ("ttir", "ttgir", "mlir", "llir", "ptx", "cubin", "sass")

_INTEGERS = (
    "num_warps",
    "num_ctas",
    "num_stages",
    "shared",
    "global_scratch_size",
    "global_scratch_align",
    "profile_scratch_size",
    "profile_scratch_align",
    "ptx_version",
    "program_id_axes",
    "num_programs_axes",
    "num_regs",
    "stack_bytes",
    "spill_store_bytes",
    "spill_load_bytes",
    "static_shared",
    "num_barriers",
)


class Parameter:
    """A parameter of a kernel.

    `kind` is "scalar", "pointer" or "descriptor". `type` is the scalar's, or
    what the pointer points to ("f32", "i64"), or the tile of a descriptor
    ("128x64xf16"); "" where the text does not say. `divisibility` is what the
    value is promised to be a multiple of.
    """

    __slots__ = ("name", "kind", "type", "divisibility")

    def __init__(self, name: str, kind: str, type: str, divisibility: int) -> None:
        self.name = name
        self.kind = kind
        self.type = type
        self.divisibility = divisibility

    def __reduce__(self):
        return Parameter, (self.name, self.kind, self.type, self.divisibility)

    def __repr__(self) -> str:
        star = {"pointer": "*", "descriptor": "descriptor of "}.get(self.kind, "")
        return f"<{self.name}: {star}{self.type}>"


class Metadata:
    """What a launch has to know of a kernel, and what the assembler tells.

    Sizes are in bytes. `shared` is the dynamic shared memory that a launch asks
    for; the scratch sizes are of global memory, for each block. Bit 0 of
    `program_id_axes` and `num_programs_axes` stands for the grid's x, bit 1 for
    y and bit 2 for z: axes whose index, or size, the kernel reads. From
    `num_regs` on, all is 0 before the cubin.
    """

    name: str
    target: str
    arch: str
    enable_fp_fusion: bool
    parameters: tuple[Parameter, ...]
    num_warps: int
    num_ctas: int
    num_stages: int
    shared: int
    global_scratch_size: int
    global_scratch_align: int
    profile_scratch_size: int
    profile_scratch_align: int
    ptx_version: int
    program_id_axes: int
    num_programs_axes: int
    num_regs: int
    stack_bytes: int
    spill_store_bytes: int
    spill_load_bytes: int
    static_shared: int
    num_barriers: int
    json: str

    def __repr__(self) -> str:
        facts = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if k != "json")
        return f"Metadata({facts})"


class Step:
    """A step of the compilation: its time, and the most heap memory it took."""

    __slots__ = ("name", "milliseconds", "peak_bytes")

    def __init__(self, name: str, milliseconds: float, peak_bytes: int) -> None:
        self.name = name
        self.milliseconds = milliseconds
        self.peak_bytes = peak_bytes

    def __reduce__(self):
        return Step, (self.name, self.milliseconds, self.peak_bytes)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.milliseconds:.2f} ms, {self.peak_bytes} bytes>"


class Artifacts(dict):
    """Stage names to texts, and "cubin" to bytes.

    SASS is made of the cubin when it is first asked for.
    """

    def __init__(self, values, tools: dict) -> None:
        super().__init__(values)
        self._tools = tools

    def __missing__(self, stage: str):
        if stage == "sass" and "cubin" in self:
            self[stage] = disassemble(self["cubin"], **self._tools)
            return self[stage]
        if stage not in STAGES:
            raise KeyError(f"there is no stage '{stage}'; there are {', '.join(STAGES)}")
        raise KeyError(f"'{stage}' was not reached, not kept, or is above the input")

    def __reduce__(self):
        return Artifacts, (dict(self), self._tools)


class Result:
    """What a compilation made.

    `asm` maps the names of stages to their artifacts; those of the stages are
    attributes too (`result.ptx`). `diagnostics` are warnings, and remarks where
    they were asked for.
    """

    asm: Artifacts
    metadata: Metadata
    diagnostics: tuple[Diagnostic, ...]
    steps: tuple[Step, ...]

    def __init__(self, asm, metadata, diagnostics, steps) -> None:
        self.asm = asm
        self.metadata = metadata
        self.diagnostics = diagnostics
        self.steps = steps

    @property
    def ttir(self) -> str:
        return self.asm["ttir"]

    @property
    def ttgir(self) -> str:
        return self.asm["ttgir"]

    @property
    def mlir(self) -> str:
        """The lowered module: LLVM, NVVM and ptx dialects."""
        return self.asm["mlir"]

    @property
    def llir(self) -> str:
        return self.asm["llir"]

    @property
    def ptx(self) -> str:
        return self.asm["ptx"]

    @property
    def cubin(self) -> bytes:
        return self.asm["cubin"]

    @property
    def sass(self) -> str:
        return self.asm["sass"]

    @property
    def times(self) -> dict[str, float]:
        """Milliseconds of each step, in order."""
        return {step.name: step.milliseconds for step in self.steps}

    def save(self, folder) -> list[str]:
        """Writes each artifact, and the metadata, as Triton names them.

        Returns the paths. The folder is made where there is none.
        """
        os.makedirs(folder, exist_ok=True)
        # Before PTX a symbol may be anything: no file of another folder.
        stem = self.metadata.name.replace("/", "_")
        paths = []
        for stage, value in [*self.asm.items(), ("json", self.metadata.json)]:
            path = os.path.join(os.fspath(folder), f"{stem}.{stage}")
            data = value if isinstance(value, bytes) else encode(value)
            with open(path, "wb") as file:
                file.write(data)
            paths.append(path)
        return paths

    def __repr__(self) -> str:
        m = self.metadata
        return f"<ttc.Result of {m.name} for {m.target}: {', '.join(self.asm)}>"


def _read_metadata(handle) -> Metadata:
    lib = library()
    metadata = Metadata()
    for name in ("name", "target", "arch"):
        setattr(metadata, name, decode(lib.ResultGetString(handle, name.encode())))
    value = ctypes.c_int64()
    for name in ("enable_fp_fusion", *_INTEGERS):
        value.value = 0
        lib.ResultGetInteger(handle, name.encode(), value)
        setattr(metadata, name, value.value)
    metadata.enable_fp_fusion = bool(metadata.enable_fp_fusion)
    kinds = ("scalar", "pointer", "descriptor")
    metadata.parameters = tuple(
        Parameter(
            decode(lib.ResultGetParameterName(handle, i)),
            kinds[lib.ResultGetParameterKind(handle, i)],
            decode(lib.ResultGetParameterType(handle, i)),
            lib.ResultGetParameterDivisibility(handle, i),
        )
        for i in range(lib.ResultGetNumParameters(handle))
    )
    metadata.json = decode(lib.ResultGetMetadataJSON(handle))
    return metadata


def _read_artifacts(handle) -> dict:
    lib = library()
    artifacts = {}
    size = ctypes.c_size_t()
    for number, stage in enumerate(STAGES):
        data = lib.ResultGetArtifact(handle, number, size)
        if data:
            text = ctypes.string_at(data, size.value)
            artifacts[stage] = text if stage == "cubin" else decode(text)
    return artifacts


def read_result(handle, tools: dict) -> Result:
    """Copies all that the library's result holds."""
    lib = library()
    return Result(
        Artifacts(_read_artifacts(handle), tools),
        _read_metadata(handle),
        tuple(
            read_diagnostic(lib.ResultGetDiagnostic(handle, i))
            for i in range(lib.ResultGetNumDiagnostics(handle))
        ),
        tuple(
            Step(
                decode(lib.ResultGetStepName(handle, i)),
                lib.ResultGetStepMilliseconds(handle, i),
                lib.ResultGetStepPeakBytes(handle, i),
            )
            for i in range(lib.ResultGetNumSteps(handle))
        ),
    )


def read_source(source, name: str | None) -> tuple[bytes, bytes]:
    """Text and name of what is given as text, as bytes, or as a path."""
    if isinstance(source, str):
        text, default = encode(source), "<string>"
    elif isinstance(source, (bytes, bytearray, memoryview)):
        text, default = bytes(source), "<bytes>"
    elif isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            text, default = file.read(), os.fspath(source)
    else:
        raise TypeError(
            "the IR must be a str, bytes or a pathlib.Path of a file, not "
            f"{type(source).__name__}"
        )
    # The name is shown, and no more: it may be anything.
    label = str(default if name is None else name).replace("\0", "?")
    return text, encode(label)


def compile(
    source: str | bytes | os.PathLike,
    *,
    target: str | None = None,
    num_warps: int | None = None,
    num_stages: int | None = None,
    num_ctas: int | None = None,
    enable_fp_fusion: bool | None = None,
    ptx_version: int | None = None,
    maxnreg: int | None = None,
    min_blocks_per_sm: int | None = None,
    kernel: str | None = None,
    name: str | None = None,
    stop_after: str = "cubin",
    keep_texts: bool = True,
    remarks: bool = False,
    cuda_path: str | os.PathLike | None = None,
    ptxas: str | os.PathLike | None = None,
    nvdisasm: str | os.PathLike | None = None,
    libdevice: str | os.PathLike | None = None,
    tool_timeout: int | None = None,
) -> Result:
    """Compiles TTIR, TTGIR or a lowered module; the text says which it is.

    `source` is the text, or the path of a file (a pathlib.Path). `name` is how
    diagnostics call it.

    `target` is "cuda:90" or "sm_90a". Target, `num_warps` and `num_ctas` may be
    left out where the module says them; without a word, they are 4 and 1.
    `num_stages` is 3. `kernel` is needed where the module has several.
    `ptx_version` is 84 for 8.4. `maxnreg` is the most registers per thread,
    `min_blocks_per_sm` the fewest blocks that must fit a multiprocessor.

    `stop_after` is the last stage: "ttir", "ttgir", "mlir", "llir", "ptx",
    "cubin", "sass". Without `keep_texts`, only the last artifacts are kept.
    With `remarks`, passes say in the result's diagnostics what they did.

    `ptxas`, `nvdisasm` and `libdevice` are paths of those files; otherwise they
    are looked for in the toolkit `cuda_path`, in CUDA_HOME, PATH and
    /usr/local/cuda. A tool that runs for more than `tool_timeout` seconds is
    ended.

    Raises CompileError, OptionError, ToolError; OSError for a file.
    """
    text, label = read_source(source, name)
    tools = {
        "cuda_path": cuda_path,
        "nvdisasm": nvdisasm,
        "tool_timeout": tool_timeout,
    }
    options = make_options(
        {
            "target": target,
            "num_warps": num_warps,
            "num_stages": num_stages,
            "num_ctas": num_ctas,
            "enable_fp_fusion": enable_fp_fusion,
            "ptx_version": ptx_version,
            "maxnreg": maxnreg,
            "min_blocks_per_sm": min_blocks_per_sm,
            "kernel": kernel,
            "stop_after": stop_after,
            "keep_texts": keep_texts,
            "remarks": remarks,
            "ptxas": ptxas,
            "libdevice": libdevice,
            **tools,
        }
    )
    lib = library()
    result = Handle(lib.ResultDestroy)
    check(lib.Compile(text, len(text), label, options, result.out))
    return read_result(result, tools)


def assemble(
    ptx: str | bytes,
    *,
    target: str | None = None,
    kernel: str | None = None,
    cuda_path: str | os.PathLike | None = None,
    ptxas: str | os.PathLike | None = None,
    nvdisasm: str | os.PathLike | None = None,
    tool_timeout: int | None = None,
) -> Result:
    """Makes a cubin of PTX, of ttc or others.

    Without a target, it is that of the PTX. `kernel` says whose registers and
    spills the metadata tells, where there are several.
    """
    tools = {
        "cuda_path": cuda_path,
        "nvdisasm": nvdisasm,
        "tool_timeout": tool_timeout,
    }
    options = make_options(
        {"target": target, "kernel": kernel, "ptxas": ptxas, **tools}
    )
    text = encode(ptx) if isinstance(ptx, str) else to_bytes(ptx, "the PTX")
    lib = library()
    result = Handle(lib.ResultDestroy)
    check(lib.Assemble(text, len(text), options, result.out))
    return read_result(result, tools)


def disassemble(
    cubin: bytes,
    *,
    cuda_path: str | os.PathLike | None = None,
    nvdisasm: str | os.PathLike | None = None,
    tool_timeout: int | None = None,
) -> str:
    """SASS of a cubin."""
    options = make_options(
        {"cuda_path": cuda_path, "nvdisasm": nvdisasm, "tool_timeout": tool_timeout}
    )
    data = to_bytes(cubin, "the cubin")
    lib = library()
    result = Handle(lib.ResultDestroy)
    check(lib.Disassemble(data, len(data), options, result.out))
    return _read_artifacts(result)["sass"]


def find_tool(name: str, **options) -> tuple[str, str]:
    """Path and version of "ptxas", "nvdisasm" or "libdevice".

    Options are those of compile() that say where to look. The version is "" for
    libdevice, and for a program that can't be run.
    """
    lib = library()
    tool = Handle(lib.ToolDestroy)
    check(lib.ToolFind(make_options(options), encode_name(name, "the tool"), tool.out))
    return decode(lib.ToolGetPath(tool)), decode(lib.ToolGetVersion(tool))


def targets() -> list[str]:
    """What can be compiled for: "cuda:75", ..."""
    lib = library()
    names: list[str] = []
    while True:
        target = lib.GetTarget(len(names))
        if target is None:
            return names
        names.append(target.decode())
