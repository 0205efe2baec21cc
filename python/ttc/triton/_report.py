# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was compiled by whom, and how long it took."""

from __future__ import annotations

import re
import threading
import warnings


class FallbackWarning(UserWarning):
    """A kernel that ttc cannot compile was compiled by Triton."""


# The file, which may have parentheses in its name, and the line.
_PLACE = re.compile(r" \((?:[^()]|\([^()]*\))*:\d+\)$")


def without_place(reason: str) -> str:
    """The reason without the place in a file that may stand at its end."""
    return _PLACE.sub("", reason)


class Entry:
    """One kernel.

    `compiler` is "ttc" or "triton", or "" for a kernel that nobody compiled.
    `reason` says why it was not ttc. `milliseconds` is the time of all stages;
    0 where the kernel was in Triton's cache (`cached`). `hash` is Triton's,
    which names the folder in its cache.
    """

    __slots__ = ("name", "compiler", "reason", "milliseconds", "cached", "hash")

    def __init__(
        self,
        name: str,
        compiler: str,
        reason: str,
        milliseconds: float = 0.0,
        cached: bool = False,
        hash: str = "",
    ) -> None:
        self.name = name
        self.compiler = compiler
        self.reason = reason
        self.milliseconds = milliseconds
        self.cached = cached
        self.hash = hash

    def __repr__(self) -> str:
        when = "cached" if self.cached else f"{self.milliseconds:.1f} ms"
        why = f": {self.reason}" if self.reason else ""
        return f"<{self.name} by {self.compiler or 'nobody'}, {when}{why}>"

    def __reduce__(self):
        return Entry, tuple(getattr(self, name) for name in self.__slots__)


class Report:
    """A sequence of entries in the order of compilation; str() is a table."""

    def __init__(self, entries) -> None:
        self.entries: list[Entry] = list(entries)

    def __iter__(self):
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, index):
        return self.entries[index]

    def by(self, compiler: str) -> list[Entry]:
        """The entries of "ttc" or "triton"."""
        return [entry for entry in self.entries if entry.compiler == compiler]

    def reasons(self) -> dict[str, list[str]]:
        """Why kernels were not compiled by ttc, with the kernels' names."""
        found: dict[str, list[str]] = {}
        for entry in self.entries:
            if entry.reason:
                found.setdefault(without_place(entry.reason), []).append(entry.name)
        return found

    def __str__(self) -> str:
        ttc, triton = self.by("ttc"), self.by("triton")
        lines = [
            f"{len(self.entries)} kernels: {len(ttc)} by ttc, {len(triton)} by Triton"
        ]
        width = max((len(entry.name) for entry in self.entries), default=0)
        for entry in self.entries:
            time = "cached" if entry.cached else f"{entry.milliseconds:.1f} ms"
            line = f"{entry.name:{width}}  {entry.compiler or '-':6}  {time:>10}"
            lines.append(f"{line}  {entry.reason}".rstrip())
        return "\n".join(lines)


class Recorder:
    """Collects entries from all threads, and warns of fallbacks once each."""

    # Beyond this, the oldest entries are dropped, so that a process that
    # compiles for days does not grow.
    LIMIT = 100_000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: list[Entry] = []
        self._warned: set[tuple[str, str]] = set()

    def add(self, entry: Entry) -> None:
        with self._lock:
            self._entries.append(entry)
            if len(self._entries) > self.LIMIT:
                del self._entries[: self.LIMIT // 10]

    def warn(self, name: str, reason: str) -> None:
        key = (name, without_place(reason))
        with self._lock:
            if key in self._warned or len(self._warned) > self.LIMIT:
                return
            self._warned.add(key)
        warnings.warn(
            f"Triton compiles the kernel '{name}', since ttc does not: {reason}",
            FallbackWarning,
            stacklevel=2,
        )

    def entries(self) -> list[Entry]:
        with self._lock:
            return list(self._entries)

    def drain(self, first: int) -> list[Entry]:
        """Takes out the entries from number `first` on."""
        with self._lock:
            taken = self._entries[first:]
            del self._entries[first:]
            return taken

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._warned.clear()


recorder = Recorder()
