#!/usr/bin/env python3
"""Writes the references of dialects and passes from their TableGen files.

usage: generate.py MLIR-TBLGEN [--check]

Each dialect in include/ttc/Dialect gives docs/Dialects/NAME.md, each Passes.td
docs/Passes/NAME.md, where NAME is the folder that holds it. With --check
nothing is written; files that differ are named, and the exit status is 1.
"""

import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = SOURCE / "include"
DOCS = SOURCE / "docs"


def references():
    """Pairs of a file to write and the options of mlir-tblgen that print it."""
    for table in sorted(INCLUDE.glob("ttc/Dialect/*/IR/*Ops.td")):
        folder = table.parent.parent.name
        if table.name == f"{folder}Ops.td":
            options = ["-gen-dialect-doc", f"-dialect={folder.lower()}", table]
            yield DOCS / "Dialects" / f"{folder}.md", options
    for table in sorted(INCLUDE.glob("ttc/**/Passes.td")):
        parts = table.parent.relative_to(INCLUDE / "ttc").parts
        # Dialect/TT/Transforms gives TT, Conversion/PTXToLLVM its own name.
        name = parts[1] if len(parts) > 1 else parts[0]
        yield DOCS / "Passes" / f"{name}.md", ["-gen-pass-doc", table]


def generate(tblgen, options):
    llvm_include = pathlib.Path(tblgen).resolve().parent.parent / "include"
    command = [tblgen, "-I", INCLUDE, "-I", llvm_include, *options]
    text = subprocess.check_output(command, text=True)
    # A mark for MLIR's web site, and blanks at the ends of lines.
    lines = [line.rstrip() for line in text.split("\n") if line != "[TOC]"]
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    tblgen, check = sys.argv[1], "--check" in sys.argv[2:]
    files = dict(references())
    if not files:
        sys.exit("no TableGen file was found")
    stale = []
    for path, options in files.items():
        text = generate(tblgen, options)
        if path.exists() and path.read_text() == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    known = {*DOCS.glob("Dialects/*.md"), *DOCS.glob("Passes/*.md")}
    for path in sorted(known - set(files)):
        stale.append(path)
        if not check:
            path.unlink()
    for path in stale:
        print(f"{'stale' if check else 'wrote'}: {path.relative_to(SOURCE)}")
    if check and stale:
        print("build the target ttc-doc and commit what it writes")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
