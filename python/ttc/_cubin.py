# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many threads a block of a compiled kernel must have.

ttc and Triton compile for one size of block and say so: `.reqntid` in PTX,
which ptxas writes into the section .nv.info.NAME of the cubin as a record of
kind 0x10. The driver tells nothing of it.
"""

from __future__ import annotations

import re
import struct

_REQUIRED_BLOCK = 0x10
# Format of a record that is followed by as many bytes as it says.
_SIZED = 4


def _sections(data: bytes):
    """Names and contents of the sections of a 64-bit ELF file."""
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)
    ]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        end = data.index(b"\0", strings + name)
        yield data[strings + name : end], data[offset : offset + length]


def _records(section: bytes):
    """Kinds and contents of the records of a .nv.info section."""
    at = 0
    while at + 4 <= len(section):
        form, kind, value = struct.unpack_from("<BBH", section, at)
        at += 4
        length = value if form == _SIZED else 0
        yield kind, section[at : at + length]
        at += length


def _block_of_cubin(data: bytes, name: bytes) -> int | None:
    for section, contents in _sections(data):
        if section == b".nv.info." + name:
            for kind, record in _records(contents):
                if kind == _REQUIRED_BLOCK and len(record) == 12:
                    x, y, z = struct.unpack("<III", record)
                    return x * y * z
    return None


def required_threads(code: bytes, name: str) -> int | None:
    """Threads that a block must have; None if the code does not say."""
    if code.startswith(b"\x7fELF"):
        try:
            return _block_of_cubin(code, name.encode())
        except (struct.error, ValueError, IndexError):
            return None  # the driver will say what is wrong with it
    entry = code.find(b".entry " + name.encode())
    found = re.compile(rb"\.reqntid\s+(\d+)").search(code, max(entry, 0))
    return int(found.group(1)) if entry >= 0 and found else None
