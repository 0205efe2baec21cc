# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ttc in place of Triton's stages from TTIR to cubin.

Everything is compiled in the first stage, so that a kernel is either ttc's or
Triton's in all of them; the later ones give out what is there. A stage whose
input is not what the one before gave, because the user overrides it, is
Triton's, except for TTGIR, which ttc reads too.
"""

from __future__ import annotations

import tempfile
import time

import ttc

from ._options import Request, Unsupported
from ._report import Entry, recorder

_LATER = ("llir", "ptx", "cubin")
_NEXT = {"ttgir": "llir", "llir": "ptx", "ptx": "cubin"}


def _kernel_line(text: str) -> str:
    """The line that begins the kernel, with its name and parameters."""
    for line in text.splitlines():
        if "tt.func public" in line:
            return line
    return ""


def _kernel_name(text: str) -> str:
    return _kernel_line(text).partition("@")[2].partition("(")[0].strip('"')


def _without_descriptors(module) -> str:
    """The text of a kernel whose arguments are descriptors, with pointers.

    From 3.7 on, Triton's launcher passes more parts of a descriptor than there
    are in ttc's kernels; Triton's own pass knows which.
    """
    from triton._C.libtriton import ir, passes

    with tempfile.NamedTemporaryFile("w", suffix=".ttir") as file:
        file.write(str(module))
        file.flush()
        copy = ir.parse_mlir_module(file.name, module.context)
    copy.context = module.context
    manager = ir.pass_manager(copy.context)
    passes.ttir.add_rewrite_tensor_descriptor_to_pointer(manager)
    try:
        manager.run(copy, "tensor descriptors to pointers")
    except RuntimeError as error:
        raise Unsupported(f"Triton can't make pointers of descriptors: {error}") from None
    return str(copy)


def _explain(error: Exception) -> str:
    """One line that says why ttc does not compile a kernel."""
    message = getattr(error, "message", "") or str(error)
    line = message.strip().splitlines()[0] if message.strip() else repr(error)
    file = getattr(error, "file", None)
    return f"{line} ({file}:{getattr(error, 'line', 0)})" if file else line


class Stages:
    """The stages of one kernel. `refusal` is why ttc is not even to try."""

    def __init__(
        self, settings, version, backend, stages, options, capability, refusal
    ):
        self.settings = settings
        self.version = version
        self.backend = backend
        self.options = options
        self.capability = capability
        self.refusal = refusal
        self.own = dict(stages)
        # The text that each stage gave, by the name of the stage that gets it.
        self.given: dict[str, object] = {}
        self.asm: dict = {}

    def install(self, stages) -> None:
        if "ttgir" in stages:
            stages["ttgir"] = self._first
        for name in _LATER:
            if name in stages:
                stages[name] = self._make_later(name)

    def _first(self, module, metadata):
        if self._compile(module, metadata):
            return self._give("ttgir")
        return self.own["ttgir"](module, metadata)

    def _make_later(self, name: str):
        def stage(source, metadata):
            if name in self.given and source is self.given[name]:
                return self._give(name)
            # A module in TTGIR: the user's, and not what Triton made of a TTIR
            # that ttc has refused.
            untried = "ttc" not in metadata or self.given
            if name == "llir" and untried and self._compile(source, metadata):
                return self._give(name)
            return self.own[name](source, metadata)

        return stage

    def _give(self, name: str):
        artifact = self.asm[name]
        if name in _NEXT:
            self.given[_NEXT[name]] = artifact
        return artifact

    def _compile(self, module, metadata) -> bool:
        """Compiles with ttc; False if Triton is to do it."""
        name = _kernel_name(str(module))
        start = time.perf_counter()
        try:
            asm, facts = self._run(module, name, metadata)
        except (ttc.Error, Unsupported) as error:
            reason = _explain(error)
            metadata["ttc"] = {"compiler": "triton", "reason": reason}
            if self.settings.strict:
                milliseconds = (time.perf_counter() - start) * 1e3
                recorder.add(Entry(name, "", reason, milliseconds))
                raise
            recorder.warn(name, reason)
            return False
        self.asm = asm
        metadata.update(facts)
        metadata["ttc"] = {"compiler": "ttc", "reason": "", "build": ttc.build_id()}
        return True

    def _run(self, module, name: str, metadata):
        if self.refusal:
            raise Unsupported(self.refusal)
        text = str(module)
        if self.version >= (3, 7) and "!tt.tensordesc" in _kernel_line(text):
            text = _without_descriptors(module)
        request = Request(self.backend, self.options, self.capability)
        arguments = dict(request.arguments)
        if self.settings.ptxas is not None:
            arguments["ptxas"] = self.settings.ptxas
        result = ttc.compile(text, name=name or None, **arguments)
        asm = {stage: result.asm[stage] for stage in ("llir", "ptx")}
        asm["ttgir"] = result.asm.get("ttgir", text)
        if request.own_assembler:
            asm["cubin"] = self._assemble(result.ptx, metadata)
        else:
            asm["cubin"] = result.cubin
        return asm, _launch_metadata(result.metadata)

    def _assemble(self, ptx: str, metadata) -> bytes:
        from triton.runtime.errors import PTXASError

        try:
            return self.own["cubin"](ptx, dict(metadata))
        except PTXASError as error:
            raise Unsupported(f"Triton's assembler stage fails: {error}") from None


def _launch_metadata(facts: ttc.Metadata) -> dict:
    """What Triton's launchers read of a kernel's metadata."""
    return {
        "name": facts.name,
        "num_warps": facts.num_warps,
        "num_ctas": facts.num_ctas,
        "shared": facts.shared,
        "tmem_size": 0,
        "global_scratch_size": facts.global_scratch_size,
        "global_scratch_align": facts.global_scratch_align,
        "profile_scratch_size": facts.profile_scratch_size,
        "profile_scratch_align": facts.profile_scratch_align,
        # Descriptors are passed as pointer, extents, strides and padding.
        "tensordesc_meta": [],
    }
