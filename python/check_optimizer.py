#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels with and without the tile-level optimizer, and compares.

Both run on the CPU, on equal inputs made up as compare_devices.py makes them
up, and without fused multiply-adds, since which of them are formed depends on
where an op stands. Integers must be equal bit for bit. So must floats, with two
exceptions: where a remark of the optimizer says that a sum is rounded in
another order, and in kernels with reductions, scans or dots of floats, whose
order depends on the layouts that are found for what is left. There each element
may be off by --tolerance units in the last place of its buffer's largest value.

    check_optimizer.py --bin=build/release/bin FILE.ttir...

One line for each file, beginning with its class: `equal`; `close`, with the
reason and the distance; `DIFFERENT`; `OPTIMIZED` where only the optimized
kernel fails; `no run` where the other one does, with its message. Exit status 1
when a file is DIFFERENT or fails OPTIMIZED alone.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy

sys.path.append(str(pathlib.Path(__file__).parent / "benchmarks"))
from compare_devices import arguments  # noqa: E402

# Units in the last place relative to 1. NumPy has no bf16 and no 8-bit floats.
EPSILON = {"f64": 2**-52, "f32": 2**-23, "f16": 2**-10, "bf16": 2**-7}
ANY_ORDER = re.compile(r'"tt\.(reduce|scan)"|tt\.dot|tt\.atomic_rmw fadd')
# What a kernel promises of computed values, which zeros fulfill.
PROMISE = "tt.divisibility = dense"
REORDERED = re.compile(r"remark.*?\[Passed\] ([\w-]+) .*another order")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--grid", default="2")
    parser.add_argument("--scalar", type=int, default=1904)
    parser.add_argument("--elements", type=int, default=1 << 16)
    parser.add_argument("--tolerance", type=float, default=64)
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def first_line(done):
    return (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]


def run(path, optimize, given, buffers, folder, options):
    """The buffers after the run, or the first line of an error."""
    command = [options.bin / "tt-run", path, "--device=cpu", f"--grid={options.grid}"]
    command += [f"--tt-optimize={optimize}", "--fp-fusion=false", "--check=false"]
    if path.with_suffix(".json").exists():
        command.append(f"--options-from={path.with_suffix('.json')}")
    command += [f"--target={options.target}", *given]
    outputs = {name: pathlib.Path(folder) / f"{optimize}-{name}.npy" for name in buffers}
    command += [f"--out={name}={file}" for name, file in outputs.items()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "no end within 300 s"
    if done.returncode:
        return first_line(done)
    return {name: numpy.load(file) for name, file in outputs.items()}


def why_order_may_differ(path, text, options):
    """Why floats may be rounded in another order; empty if they may not."""
    command = [options.bin / "tt-opt", path, "--tt-optimize", "-o", "/dev/null"]
    command += ["--remarks-filter=tt-optimize", "--remark-format=emitRemark"]
    done = subprocess.run(command, capture_output=True, text=True)
    reasons = sorted(set(REORDERED.findall(done.stderr)))
    return ", ".join(reasons or sorted({m.group(0) for m in ANY_ORDER.finditer(text)}))


def as_floats(array, kind):
    """The elements as 64-bit floats; None if they are no floats."""
    if kind == "bf16":
        return (array.astype(numpy.uint32) << 16).view(numpy.float32).astype(float)
    return array.astype(float) if array.dtype.kind == "f" else None


def distance(plain, optimized, kind):
    """How far the worst element is off, in units in the last place of the
    largest; infinite where one that is no float differs."""
    a, b = as_floats(plain, kind), as_floats(optimized, kind)
    if a is None:
        return numpy.inf
    same = (a == b) | (numpy.isnan(a) & numpy.isnan(b))
    largest = numpy.max(numpy.abs(a[numpy.isfinite(a)]), initial=0) or 1
    with numpy.errstate(all="ignore"):
        off = numpy.where(same, 0, numpy.abs(a - b)) / largest / EPSILON[kind]
    return numpy.max(numpy.where(numpy.isnan(off), numpy.inf, off), initial=0)


def check(path, options):
    text = path.read_text()
    given, buffers = arguments(text, options)
    if PROMISE in text:
        given = [re.sub(r"(randint:.*:high=)\d+", r"\g<1>1", value) for value in given]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, optimize in (("no run", "false"), ("OPTIMIZED", "true")):
            results.append(run(path, optimize, given, buffers, folder, options))
            if isinstance(results[-1], str):
                return kind, results[-1]
    worst = 0
    for name, plain in results[0].items():
        optimized = results[1][name]
        if plain.tobytes() == optimized.tobytes():
            continue
        off = distance(plain, optimized, buffers[name])
        reason = why_order_may_differ(path, text, options)
        if not reason or not off <= options.tolerance:
            note = f"'{name}' ({buffers[name]}), {off:.3g} units in the last place"
            return "DIFFERENT", f"{note}, {reason or 'nothing allows it'}"
        worst = max(worst, off)
    return ("close", f"{worst:.3g} units, {reason}") if worst else ("equal", "")


def main():
    options = parse_arguments()
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(lambda path: check(path, options), options.files)
        for path, (kind, note) in zip(options.files, outcomes):
            counts[kind] += 1
            print(f"{kind:9} {path.parent.name}/{path.name}  {note}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if counts["DIFFERENT"] or counts["OPTIMIZED"] else 0


if __name__ == "__main__":
    sys.exit(main())
