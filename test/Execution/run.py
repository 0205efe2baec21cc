#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the execution tests on a machine that has nothing but a tool.

lit runs them where ttc is built; this takes the static tt-run to a machine with
a GPU. It executes those RUN lines of the tests that are meant for the device
and consist of tt-run alone.

    run.py --tt-run=build/release/static/bin/tt-run --device=cuda [FILE...]
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--tt-run", required=True, type=pathlib.Path)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--cuda-path", help="toolkit with ptxas and libdevice")
    parser.add_argument("--timeout", type=float, default=60)
    return parser.parse_args()


def commands(path, device):
    """The test's command lines for the device, as lists of arguments."""
    for line in path.read_text().splitlines():
        run = re.match(r"\s*// RUN: (?:%if cuda %\{ )?(tt-run %s [^|]*?)(?: %\})?$", line)
        if not run:
            continue
        words = [str(path) if w == "%s" else w for w in shlex.split(run.group(1))[1:]]
        if f"--device={device}" in words:
            yield words


def main():
    options = parse_arguments()
    files = options.files or sorted(pathlib.Path(__file__).parent.rglob("*.mlir"))
    passed = failed = 0
    for path in files:
        for words in commands(path, options.device):
            command = [options.tt_run, *words]
            if options.cuda_path:
                command.append(f"--cuda-path={options.cuda_path}")
            try:
                run = subprocess.run(
                    command, capture_output=True, text=True, timeout=options.timeout
                )
                problem = run.returncode and f"exit status {run.returncode}"
                output = run.stdout + run.stderr
            except subprocess.TimeoutExpired:
                problem, output = f"no end within {options.timeout} s", ""
            if problem:
                failed += 1
                print(f"FAIL: {path.name} {shlex.join(words[1:])}: {problem}")
                print(output, flush=True)
            else:
                passed += 1
                print(f"PASS: {path.name} {shlex.join(words[1:])}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
