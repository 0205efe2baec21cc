#!/usr/bin/env python3
"""Checks that tt-opt reads files, verifies them, and prints them so that they
read back as the same module: in its own syntax with and without aliases, in the
generic form, and in bytecode; locations count.

usage: roundtrip.py TT_OPT PATTERN...

Each PATTERN is a glob; one that matches nothing is an error. Prints the number
of files, or what failed for which of them.
"""

import glob
import os
import subprocess
import sys
import tempfile

MARKER = "// -----\n"


def opt(tool, path, *options):
    """Runs tt-opt on a file of several modules; returns text and complaints."""
    command = [tool, path, "--split-input-file", "--mlir-print-debuginfo"]
    result = subprocess.run(
        command + list(options), capture_output=True, text=True, check=False
    )
    if result.returncode == 0:
        return result.stdout, ""
    return result.stdout, result.stderr or f"exit status {result.returncode}\n"


def check(tool, files, folder):
    """Round-trips the files as one input; returns what went wrong, if anything."""
    path = os.path.join(folder, "in.mlir")
    with open(path, "w", encoding="utf-8") as out:
        out.write(MARKER.join(open(f, encoding="utf-8").read() for f in files))
    # Reads, prints without aliases and in bytecode, and compares what it reads
    # back; then prints with aliases.
    text, error = opt(tool, path, "--verify-roundtrip")
    if error:
        return error
    for kind, option in [("own", []), ("generic", ["--mlir-print-op-generic"])]:
        printed, error = opt(tool, path, *option)
        if error:
            return error
        again = os.path.join(folder, kind + ".mlir")
        with open(again, "w", encoding="utf-8") as out:
            out.write(printed)
        read_back, error = opt(tool, again)
        if error:
            return error
        if read_back != text:
            return f"the {kind} form reads back as a different module\n"
    return ""


def main():
    tool, patterns = sys.argv[1], sys.argv[2:]
    files = []
    for pattern in patterns:
        found = sorted(glob.glob(pattern))
        if not found:
            sys.exit(f"error: no file matches {pattern}")
        files += found
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(files), 64):
            batch = files[start : start + 64]
            if not check(tool, batch, folder):
                continue
            for file in batch:
                error = check(tool, [file], folder)
                if error:
                    failed += 1
                    print(f"{file}:\n{error}", file=sys.stderr)
    print(f"{len(files) - failed} of {len(files)} files")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
