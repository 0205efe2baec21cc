#!/usr/bin/env python3
"""Carries IR between versions of Triton and asks each of them to read it.

usage: check_versions.py TT_OPT CORPUS [--environments DIR] [--only VERSION]

CORPUS has a folder for each version of Triton with the IR that it wrote. Every
file is printed in the syntax of every version; that version, in a virtual
environment of its own, must read it, and tt-opt must read back the module that
it had. The environments are made in DIR (a temporary folder otherwise) from the
package index. Needs no GPU.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

VERSIONS = ["3.6.0", "3.7.1", "3.8.0", "3.9.0"]

# Runs in an environment: reads files, names those that are refused.
READER = """
import os, sys
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend
backend = CUDABackend(GPUTarget("cuda", 90, 32))
for path in sys.argv[1:]:
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    try:
        ir.parse_mlir_module(path, context)
    except RuntimeError:
        print(path, flush=True)
"""


def environment(folder, version):
    """The Python of an environment that holds only this Triton."""
    path = folder / version
    python = path / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", path], check=True)
        install = [python, "-m", "pip", "install", "-q", "--no-deps"]
        subprocess.run(install + [f"triton=={version}"], check=True)
    return python


def opt(tool, path, *options):
    """What tt-opt prints, locations included; the message if it fails."""
    command = [tool, path, "--mlir-print-debuginfo", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout if result.returncode == 0 else None, result.stderr


def check(tool, files, version, python, folder):
    """Prints the files for a version; yields those that something refuses."""
    short = version.rsplit(".", 1)[0]
    printed = []
    for file in files:
        text, error = opt(tool, file, f"--tt-syntax={short}")
        if text is None:
            yield file, "not printed: " + error.split("\n", 1)[0]
            continue
        path = folder / f"{len(printed)}-{file.name}"
        path.write_text(text)
        printed.append((file, path))
        if opt(tool, path)[0] != opt(tool, file)[0]:
            yield file, "reads back as a different module"
    command = [python, "-c", READER, *(path for _, path in printed)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    refused = set(result.stdout.split())
    if result.returncode:
        yield printed[0][0], f"Triton ended with {result.returncode}"
    errors = [line for line in result.stderr.split("\n") if "error:" in line]
    for file, path in printed:
        if str(path) in refused:
            own = [line for line in errors if path.name in line]
            reason = own[0].split("error: ")[-1] if own else "no message"
            yield file, "refused: " + reason


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tt_opt")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--environments", type=pathlib.Path)
    parser.add_argument("--only", choices=VERSIONS, action="append")
    arguments = parser.parse_args()
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
    failed = total = 0
    with tempfile.TemporaryDirectory() as temporary:
        environments = arguments.environments or pathlib.Path(temporary)
        for version in arguments.only or VERSIONS:
            python = environment(environments, version)
            for source in VERSIONS:
                files = sorted((arguments.corpus / source).glob("*.tt*ir"))
                if not files:
                    sys.exit(f"error: no files in {arguments.corpus / source}")
                folder = pathlib.Path(temporary, f"{source}-{version}")
                folder.mkdir()
                bad = list(check(arguments.tt_opt, files, version, python, folder))
                names = {file for file, _ in bad}
                total += len(files)
                failed += len(names)
                print(f"{source} to {version}: {len(files) - len(names)} of {len(files)}")
                for file, reason in bad:
                    print(f"  {file.name}: {reason}")
    print(f"{total - failed} of {total}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
