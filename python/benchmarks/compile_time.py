#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compile times from TTIR to PTX with Triton's, on one machine.

Both compile each file in process, --repeats times, and the fastest counts.
Triton is the one of this Python; its stages are called as its own compiler
calls them. ttc is its benchmark program `ttc-compile-bench`. The two take
turns file by file, so that both see the same state of the machine. No GPU is
needed.

    compile_time.py --ttc-bench=build/release/bin/ttc-compile-bench FILE.ttir...

Prints a line for each file and the ratios of the medians and of the sums.
Exit status 1 when ttc fails on a file that Triton compiles.
"""

import argparse
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

import toolchain
import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget, Language
from triton.backends.nvidia.compiler import CUDABackend

STAGES = ("ttir", "ttgir", "llir", "ptx")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--ttc-bench", required=True, type=pathlib.Path)
    parser.add_argument("--capability", type=int, default=90)
    parser.add_argument("--repeats", type=int, default=2)
    return parser.parse_args()


class Failed(Exception):
    pass


def triton_once(path, backend, options):
    """Milliseconds from text to PTX."""
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    start = time.perf_counter()  # a compiler in use has its context already
    module = ir.parse_mlir_module(str(path), context)
    module.context = context
    stages = {}
    backend.add_stages(stages, options, Language.TRITON)
    metadata = {"hash": "", "target": backend.target, **vars(options)}
    for stage in STAGES:
        module = stages[stage](module, metadata)
    return (time.perf_counter() - start) * 1e3


def time_triton(path, capability, repeats):
    backend = CUDABackend(GPUTarget("cuda", capability, 32))
    options = backend.parse_options(toolchain.options_beside(path))
    try:
        return min(triton_once(path, backend, options) for _ in range(repeats))
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}".splitlines()[0]) from error


def time_ttc(path, program, capability, repeats):
    """Sum of the stages up to PTX that the benchmark program prints."""
    command = [program, f"--repeats={repeats}", f"--target=cuda:{capability}", path]
    run = subprocess.run(command, capture_output=True, text=True)
    total = re.search(r"\btotal=([\d.]+)", run.stdout)
    if run.returncode != 0 or not total:
        raise Failed((run.stderr.strip() or run.stdout.strip()).splitlines()[0])
    return float(total.group(1))


def main():
    options = parse_arguments()
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="triton-")
    print(f"machine: {platform.platform()}, {os.cpu_count()} CPUs")
    print(f"python {platform.python_version()}, triton {triton.__version__}")
    print(f"ttc: {options.ttc_bench}, sm_{options.capability}, TTIR to PTX, in ms")
    pairs, failures = [], []
    for path in options.files:
        try:
            peer = time_triton(path, options.capability, options.repeats)
        except Failed as error:
            print(f"{path.name}: left out, Triton fails: {error}", flush=True)
            continue
        try:
            own = time_ttc(path, options.ttc_bench, options.capability, options.repeats)
        except Failed as error:
            print(f"{path.name}: ttc FAILED: {error}", flush=True)
            failures.append(path.name)
            continue
        pairs.append((own, peer))
        print(f"{path.name}: ttc {own:.2f} triton {peer:.2f} ratio {own / peer:.3f}")
    if pairs:
        own, peer = zip(*pairs)
        medians = statistics.median(own), statistics.median(peer)
        sums = sum(own), sum(peer)
        for what, (a, b) in {"median": medians, "sum": sums}.items():
            print(f"{what}: ttc {a:.2f} triton {b:.2f} ratio {a / b:.3f}")
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"median of ratios: {ratio:.3f} over {len(pairs)} files")
    if failures:
        print(f"ttc failed on {len(failures)}: {', '.join(failures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
