#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ttc makes of a simple PyTorch function, level by level.

torch.compile turns the function into Triton kernels, ttc compiles them, and
this program shows where the files of each level are and what each one says.
Needs PyTorch with Triton, and a GPU.

    examples/torch_function.py [--out=FOLDER]
"""

import argparse
import os
import pathlib
import re
import sys
import tempfile


def count(pattern, text):
    return len(re.findall(pattern, text, re.MULTILINE))


def first(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(0).strip() if found else "-"


def say_ttir(text):
    yield "What the kernel computes, on whole tiles; no thread is named."
    yield f"  a tile:         {first(r'tensor<[^,>]*>', text)}"
    loads, stores = count(r"\btt\.load\b", text), count(r"\btt\.store\b", text)
    yield f"  loads, stores:  {loads}, {stores}"
    yield f"  mathematics:    {count(r'= (arith|math)[.]', text)} operations"


def say_ttgir(text):
    yield "The same, and which thread holds which elements: the layouts."
    for line in re.findall(r"^#\w+ = #ttg.*", text, re.MULTILINE):
        yield f"  {line}"
    yield f"  changes of layout: {count('ttg.convert_layout', text)}"


def say_llir(text):
    yield "The code of one thread, in LLVM IR."
    yield f"  kernel:         {first(r'^define .*?@[^(]*', text)}"
    yield f"  instructions:   {count(r'^  [^ ;].*', text)}"


def say_ptx(text):
    yield "The same in NVIDIA's virtual instructions, for any GPU of the family."
    yield f"  target:         {first(r'^[.]target .*', text)}"
    for line in sorted(set(re.findall(r"\b(?:ld|st)\.global[\w.:]*", text))):
        yield f"  memory access:  {line}, {text.count(line)} times"


def say_sass(text):
    yield "The instructions that this GPU runs."
    yield f"  instructions:   {count(r'/[*][0-9a-f]{4,}[*]/', text)}"
    for line in sorted(set(re.findall(r"\b(?:LDG|STG)\.[\w.]*", text))):
        yield f"  memory access:  {line}"


def say_json(text):
    yield "What the launcher has to know."
    for key in ("num_warps", "shared", "name"):
        yield f'  {first(rf"{chr(34)}{key}{chr(34)}: [^,]*", text)}'


LEVELS = {
    "ttir": say_ttir,
    "ttgir": say_ttgir,
    "llir": say_llir,
    "ptx": say_ptx,
    "sass": say_sass,
    "json": say_json,
}


def describe(folder):
    """Prints each file of each kernel below the folder."""
    kernels = sorted(folder.glob("**/triton/*/*.cubin"))
    for cubin in kernels:
        print(f"\nkernel {cubin.stem}, in {cubin.parent}")
        for extension, say in LEVELS.items():
            path = cubin.with_suffix(f".{extension}")
            if not path.exists():
                print(f"\n{path.name}: not there")
                continue
            print(f"\n{path.name}, {path.stat().st_size} bytes")
            for line in say(path.read_text()):
                print(f"  {line}")
    return len(kernels)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", help="folder for all files; default: a new one")
    options = parser.parse_args()
    out = pathlib.Path(options.out or tempfile.mkdtemp(prefix="torch-function-"))
    # Must be set before PyTorch is imported: files of all levels go to this
    # folder, and no cache has the kernels from an earlier run.
    os.environ["TORCH_COMPILE_DEBUG"] = "1"
    os.environ["TORCH_COMPILE_DEBUG_DIR"] = str(out)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp(prefix="inductor-")

    import torch

    import ttc.triton

    ttc.triton.enable()

    def function(x, y):
        return torch.softmax(torch.nn.functional.gelu(x + y), dim=1)

    x = torch.randn(4096, 1000, device="cuda")
    y = torch.randn(1000, device="cuda")
    got, want = torch.compile(function)(x, y), function(x, y)
    error = (got - want).abs().max().item()
    print(f"largest difference to eager mode: {error:.3g}")
    kernels = describe(out)
    print(f"\n{ttc.triton.report()}")
    if error > 1e-6 or kernels == 0:
        print("FAILED")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
