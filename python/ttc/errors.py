# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics, and the exceptions that carry them."""

from __future__ import annotations


class Diagnostic:
    """An error, warning, remark or note, and where it is.

    `line` and `column` count from one; `file`, `line`, `column` and
    `source_line` are None where they are not known. `category` and `name` say
    of which pass and kind a remark is, or "cpu" and the kind of a report of the
    CPU's checks; the category is "toolkit" where a program or file of a CUDA
    toolkit is at fault. `rendered` is the text that a compiler prints.
    """

    __slots__ = (
        "severity",
        "message",
        "file",
        "line",
        "column",
        "source_line",
        "category",
        "name",
        "rendered",
        "notes",
    )

    severity: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    source_line: str | None
    category: str
    name: str
    rendered: str
    notes: tuple[Diagnostic, ...]

    def __init__(self, **fields) -> None:
        for name in self.__slots__:
            setattr(self, name, fields[name])

    def __str__(self) -> str:
        return self.rendered.rstrip("\n")

    def __repr__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"<{where}{self.severity}: {self.message}>"

    def __reduce__(self):
        fields = {name: getattr(self, name) for name in self.__slots__}
        return _make_diagnostic, (fields,)


def _make_diagnostic(fields) -> Diagnostic:
    return Diagnostic(**fields)


class Error(Exception):
    """What all of ttc's exceptions are. Its text says everything.

    Attributes: `diagnostics`, all there are, warnings too; and of the first
    error among them `message`, `file`, `line`, `column`, `source_line` and
    `notes`. Without diagnostics `message` is the text, the others are None.
    """

    diagnostics: tuple[Diagnostic, ...]
    message: str
    file: str | None
    line: int | None
    column: int | None
    source_line: str | None
    notes: tuple[Diagnostic, ...]

    def __init__(self, text: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(text)
        self.diagnostics = diagnostics
        first = next((d for d in diagnostics if d.severity == "error"), None)
        self.message = first.message if first else text
        self.file = first.file if first else None
        self.line = first.line if first else None
        self.column = first.column if first else None
        self.source_line = first.source_line if first else None
        self.notes = first.notes if first else ()

    def __reduce__(self):
        return type(self), (self.args[0], self.diagnostics)


class OptionError(Error, ValueError):
    """An option's value is out of its range, or no such target exists."""


class CompileError(Error):
    """The input does not compile."""


class ToolError(Error):
    """A program or file of the CUDA toolkit is missing, or fails."""


class LaunchError(Error, ValueError):
    """Arguments or grid do not suit the kernel."""


class KernelError(Error):
    """The kernel did something wrong on the CPU: a race, a bad address, ..."""


class CUDAError(Error):
    """The CUDA driver is missing, or reports an error."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


# By ttcErrorCode.
_CLASSES = {
    1: OptionError,
    2: CompileError,
    3: ToolError,
    4: LaunchError,
    5: KernelError,
    6: CUDAError,
    7: OutOfMemoryError,
}


def raise_error(code: int, text: str, diagnostics: tuple[Diagnostic, ...]) -> None:
    raise _CLASSES.get(code, Error)(text.rstrip("\n"), diagnostics)
