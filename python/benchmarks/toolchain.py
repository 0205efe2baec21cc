# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a kernel with Triton and with ttc, from the same TTIR.

ttc is the static `tt-translate`, plain or packed with xz. It gets the ptxas
and libdevice that Triton's package brings, so both compilers use the same
assembler and nothing else of CUDA has to be installed. No GPU is needed.
"""

import dataclasses
import json
import lzma
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TRITON_CUDA = pathlib.Path(triton.__file__).parent / "backends" / "nvidia"


class CompileError(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Code:
    """Machine code of one kernel, and what a launch must know of it."""

    name: str
    cubin: bytes
    num_warps: int
    num_ctas: int
    shared: int


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    type: str  # "f32", "i64", ...: of the scalar, or of what a pointer points to
    is_pointer: bool
    divisibility: int


class Ttc:
    """The command line tool, with a CUDA folder made from Triton's package."""

    def __init__(self, tool, target):
        self.scratch = tempfile.TemporaryDirectory(prefix="ttc-")
        folder = pathlib.Path(self.scratch.name)
        self.target = target
        self.tool = self._unpack(pathlib.Path(tool), folder)
        self.cuda = folder / "cuda"
        for relative, source in {
            "bin/ptxas": TRITON_CUDA / "bin" / "ptxas",
            "nvvm/libdevice/libdevice.10.bc": TRITON_CUDA / "lib" / "libdevice.10.bc",
        }.items():
            link = self.cuda / relative
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)

    @staticmethod
    def _unpack(tool, folder):
        if not tool.exists():
            sys.exit(f"error: no tt-translate at {tool}: name it with --ttc=PATH")
        if tool.suffix != ".xz":
            return tool
        plain = folder / tool.stem
        with lzma.open(tool) as packed, open(plain, "wb") as out:
            shutil.copyfileobj(packed, out)
        plain.chmod(0o755)
        return plain

    def version(self):
        out = subprocess.run([self.tool, "--version"], capture_output=True, text=True)
        lines = [line.strip() for line in out.stdout.splitlines() if line.strip()]
        return "; ".join(lines) or "unknown version"

    def compile(self, path, num_warps, num_stages=3, num_ctas=1, fp_fusion=True):
        """The kernel in the TTIR or TTGIR file, compiled to a cubin."""
        with tempfile.TemporaryDirectory(dir=self.scratch.name) as out:
            command = [
                self.tool,
                "--tt-to-cubin",
                str(path),
                f"--target={self.target}",
                f"--num-warps={num_warps}",
                f"--num-stages={num_stages}",
                f"--num-ctas={num_ctas}",
                f"--fp-fusion={'true' if fp_fusion else 'false'}",
                f"--cuda-path={self.cuda}",
                f"--dump-dir={out}",
                "-o",
                os.path.join(out, "output"),
            ]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode != 0:
                raise CompileError(
                    f"tt-translate exited with {run.returncode}: {run.stderr.strip()}"
                )
            if run.stderr.strip():
                print(f"{path}: ttc says: {run.stderr.strip()}", file=sys.stderr)
            (meta,) = pathlib.Path(out).glob("*.json")
            meta = json.loads(meta.read_text())
            cubin = pathlib.Path(out, "output").read_bytes()
        return Code(
            meta["name"], cubin, meta["num_warps"], meta["num_ctas"], meta["shared"]
        )


class Triton:
    """Triton's compiler, for a target that need not be on this machine."""

    def __init__(self, target):
        # Every compile must be this run's own.
        os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp(prefix="triton-"))
        os.environ["TRITON_ALWAYS_COMPILE"] = "1"
        self.target = GPUTarget("cuda", int(re.sub(r"\D", "", target)), 32)

    def _finish(self, source, options):
        try:
            compiled = triton.compile(source, target=self.target, options=options)
        except Exception as error:
            lines = str(error).strip().splitlines() or [""]
            raise CompileError(f"{type(error).__name__}: {lines[0]}") from error
        meta = compiled.metadata
        code = Code(
            meta.name,
            compiled.asm["cubin"],
            meta.num_warps,
            meta.num_ctas,
            meta.shared,
        )
        return code, compiled.asm["ttir"]

    def compile_kernel(self, kernel, constants, divisible, num_warps):
        """Machine code and TTIR of a function in Triton's language.

        `constants` are its compile-time parameters; `divisible` are the names
        of the scalars that are multiples of 16. Pointers always are aligned.
        """
        names = kernel.function.arg_names
        signature = dict(zip(names, kernel.types))
        signature.update({name: "constexpr" for name in constants})
        attributes = {
            (i,): [["tt.divisibility", 16]]
            for i, name in enumerate(names)
            if name in divisible or signature[name].startswith("*")
        }
        source = ASTSource(kernel.function, signature, constants, attributes)
        return self._finish(source, {"num_warps": num_warps})

    def compile_file(self, path, options):
        return self._finish(str(path), options)[0]


def options_beside(path):
    """Compile options from the .json that Triton writes beside a dump."""
    try:
        meta = json.loads(pathlib.Path(path).with_suffix(".json").read_text())
    except OSError:
        meta = {}
    known = ("num_warps", "num_stages", "num_ctas", "enable_fp_fusion")
    return {key: meta[key] for key in known if key in meta}


_PARAMETER = re.compile(r"%([\w$.-]+): ")
_DIVISIBILITY = re.compile(r"tt\.divisibility = (\d+)")


def _split_parameters(text):
    """The parameters of the list that `text` starts inside of."""
    pieces, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        if quoted or (c == ">" and text[i - 1] == "-"):
            continue
        if c in "(<{[":
            depth += 1
        elif c in ")>}]":
            depth -= 1
        if depth < 0 or (depth == 0 and c == ","):
            pieces.append(text[start:i])
            start = i + 1
        if depth < 0:
            return [piece for piece in pieces if piece.strip()]
    raise CompileError("the kernel's parameters have no end")


def signature(ttir):
    """Name and parameters of the public function of a TTIR module's text."""
    head = re.search(r"tt\.func public @\"?([^\s(\"]+)\"?\(", ttir)
    if not head:
        raise CompileError("no public tt.func in the text")
    parameters = []
    for piece in _split_parameters(ttir[head.end() :]):
        name = _PARAMETER.search(piece)
        if not name:
            raise CompileError(f"can't read the parameter '{piece.strip()}'")
        rest = piece[name.end() :]
        pointer = re.match(r"!tt\.ptr<([\w]+)>", rest)
        scalar = re.match(r"[a-z]\w*", rest)
        if not pointer and not scalar:
            raise CompileError(f"can't pass a parameter of type {rest.split()[0]}")
        divisibility = _DIVISIBILITY.search(rest)
        parameters.append(
            Parameter(
                name.group(1),
                pointer.group(1) if pointer else scalar.group(0),
                bool(pointer),
                int(divisibility.group(1)) if divisibility else 1,
            )
        )
    return head.group(1), parameters


def describe_environment(ttc):
    """Versions of everything that a measurement depends on."""
    lines = [
        f"machine: {platform.platform()}, {os.cpu_count()} CPUs",
        f"python {platform.python_version()}, triton {triton.__version__}",
        f"ttc: {ttc.tool} ({ttc.version()}), target {ttc.target}",
    ]
    ptxas = subprocess.run(
        [ttc.cuda / "bin" / "ptxas", "--version"], capture_output=True, text=True
    )
    lines.append(f"ptxas (both): {ptxas.stdout.strip().splitlines()[-1]}")
    return "\n".join(lines)
