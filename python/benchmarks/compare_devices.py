#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels on the CPU and on a GPU, on equal inputs, and compares.

Both devices run the same lowered code, so results are equal bit for bit but for
approximate instructions and for atomics of floats. What a kernel means is not
known: every pointer gets a buffer of random values (small integers, which may
be indices), every integer scalar the value of --scalar, floats 0.5.

    compare_devices.py --tt-run=build/release/static/bin/tt-run FILE.ttir...

One line for each file, beginning with its class: `equal`; `close` (floats that
differ by at most --tolerance of the buffer's largest value); `DIFFERENT`; `CPU`
or `CUDA`, whichever device failed first, with its message. Exit status 1 when
a file is DIFFERENT.
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

PARAMETER = re.compile(r"%\w+: (!tt\.ptr<([^>]+)>|\w+)[^%]*?loc\(\"(\w+)\"")
INTEGERS = {"i1": 1, "i8": 64, "i16": 64, "i32": 64, "i64": 64}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--tt-run", required=True, type=pathlib.Path)
    parser.add_argument("--cuda-path")
    parser.add_argument("--grid", default="2")
    parser.add_argument("--scalar", type=int, default=1900)
    parser.add_argument("--elements", type=int, default=1 << 16)
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("--jobs", type=int, default=8)
    return parser.parse_args()


def arguments(text, options):
    """--arg options by the kernel's signature, and the buffers' types by name."""
    signature = re.search(r"tt\.func public @[^\n]*", text).group(0)
    result, buffers = [], {}
    for index, (kind, pointee, name) in enumerate(PARAMETER.findall(signature)):
        if pointee in INTEGERS:
            value = f"randint:{pointee}[{options.elements}]:low=0:high={INTEGERS[pointee]}"
        elif pointee:
            value = f"randn:{pointee}[{options.elements}]"
        elif kind.startswith("f"):
            value = "0.5"
        else:
            value = str(options.scalar)
        if pointee:
            buffers[name] = pointee
            value += f":seed={index + 1}"
        result.append(f"--arg={name}={value}")
    return result, buffers


def run(path, device, given, buffers, folder, options):
    """The buffers after the run, or the first line of an error."""
    command = [options.tt_run, path, f"--device={device}", f"--grid={options.grid}"]
    command += given
    if path.with_suffix(".json").exists():
        command.append(f"--options-from={path.with_suffix('.json')}")
    if options.cuda_path:
        command.append(f"--cuda-path={options.cuda_path}")
    if device == "cpu":
        command += ["--target=sm_90a", "--check=false"]
    outputs = {name: pathlib.Path(folder) / f"{device}-{name}.npy" for name in buffers}
    command += [f"--out={name}={file}" for name, file in outputs.items()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "no end within 120 s"
    if done.returncode:
        return (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]
    return {name: numpy.load(file) for name, file in outputs.items()}


def compare(path, options):
    text = path.read_text()
    given, buffers = arguments(text, options)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for device in ("cpu", "cuda"):
            results.append(run(path, device, given, buffers, folder, options))
            if isinstance(results[-1], str):
                return device.upper(), results[-1]
    worst = "equal", ""
    for name, cpu in results[0].items():
        cuda = results[1][name]
        if cpu.tobytes() == cuda.tobytes():
            continue
        if cpu.dtype.kind != "f":
            count = int((cpu != cuda).sum())
            return "DIFFERENT", f"'{name}' ({buffers[name]}) at {count} elements"
        a, b = cpu.astype(float), cuda.astype(float)
        same = (a == b) | (numpy.isnan(a) & numpy.isnan(b))
        largest = numpy.max(numpy.abs(b[numpy.isfinite(b)]), initial=0)
        with numpy.errstate(all="ignore"):
            off = numpy.where(same, 0, numpy.abs(a - b)) / (largest or 1)
        first = int(numpy.argmax(off))
        note = (
            f"'{name}' ({buffers[name]}) at {int((~same).sum())} elements, worst "
            f"{first}: cpu {a.flat[first]}, cuda {b.flat[first]}, off by "
            f"{off.flat[first]:.3g} of the largest"
        )
        if not off.flat[first] <= options.tolerance:
            return "DIFFERENT", note
        if not same.all():
            worst = "close", note
    return worst


def main():
    options = parse_arguments()
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(lambda path: compare(path, options), options.files)
        for path, (kind, note) in zip(options.files, outcomes):
            counts[kind] += 1
            print(f"{kind:9} {path.name}  {note}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if counts["DIFFERENT"] else 0


if __name__ == "__main__":
    sys.exit(main())
