"""Checks that programs are self-contained.

usage: check_static.py LLVM-READELF PROGRAM...

Prints "NAME: ok" for each, or what is wrong with it, and then exits with 1.
"""

import os
import re
import subprocess
import sys

ALLOWED_LIBRARIES = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
NEWEST_GLIBC = (2, 34)


def faults(readelf, file):
    """What keeps a program or library from being loaded elsewhere."""
    headers = subprocess.check_output(
        [readelf, "--dynamic", "--version-info", "--sections", file], text=True
    )
    needed = re.findall(r"NEEDED.*\[(.*)\]", headers)
    if "libc.so.6" not in needed:
        yield "its list of libraries was not understood"
    for library in sorted(set(needed) - ALLOWED_LIBRARIES):
        yield f"needs {library}"
    versions = {
        tuple(map(int, version.split(".")))
        for version in re.findall(r"Name: GLIBC_([0-9.]+)", headers)
    }
    if not versions:
        yield "its symbol versions were not understood"
    elif max(versions) > NEWEST_GLIBC:
        yield "needs glibc " + ".".join(map(str, max(versions)))
    if " .symtab " in headers:
        yield "is not stripped"


def faults_of_running(program):
    status = subprocess.run(
        [program, "--help"], env={}, stdout=subprocess.DEVNULL
    ).returncode
    if status != 0:
        yield f"exits with {status} on --help"


def main():
    readelf, programs = sys.argv[1], sys.argv[2:]
    failed = False
    for program in programs:
        found = [*faults(readelf, program), *faults_of_running(program)]
        print(f"{os.path.basename(program)}: {'; '.join(found) or 'ok'}")
        failed |= bool(found)
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
