"""Checks what libttc.so gives out and what it needs.

usage: check_library.py LLVM-READELF LLVM-NM LIBRARY HEADER

Prints "ok", or what is wrong, and then exits with 1.
"""

import os
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../Tools/Inputs"))
import check_static

MOST_BYTES = 80 << 20


def faults(readelf, nm, library, header):
    yield from check_static.faults(readelf, library)
    size = os.path.getsize(library)
    if size > MOST_BYTES:
        yield f"has {size} bytes"
    listed = subprocess.check_output(
        [nm, "--dynamic", "--defined-only", "--format=just-symbols", library], text=True
    )
    given = set(listed.split())
    with open(header) as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    declared = set(re.findall(r"\b(ttc[A-Z]\w*)\(", text))
    for name in sorted(given - declared):
        yield f"gives out {name}, which the header does not have"
    for name in sorted(declared - given):
        yield f"lacks {name}, which the header has"


if __name__ == "__main__":
    found = list(faults(*sys.argv[1:]))
    print("\n".join(found) or "ok")
    sys.exit(1 if found else 0)
