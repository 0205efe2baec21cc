# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ttc as the compiler inside Triton (3.6 and later) and PyTorch.

    import ttc.triton
    ttc.triton.enable()

From then on what `@triton.jit` functions and `torch.compile` compile goes
through ttc from TTIR on, in this process and in Inductor's compile workers.
Triton's frontend, launcher and cache stay. A kernel that ttc does not compile
is compiled by Triton, with a FallbackWarning that says why.

What was compiled before stays as it is, where it is kept by others: functions
that torch.compile has compiled, for instance.
"""

from __future__ import annotations

import contextlib
import os
import threading
import warnings

import ttc

from . import _torch
from ._keys import Keys
from ._report import Entry, FallbackWarning, Report, recorder
from ._stages import Stages

__all__ = [
    "Entry",
    "FallbackWarning",
    "Report",
    "clear_report",
    "disable",
    "enable",
    "enabled",
    "is_enabled",
    "report",
]


class Settings:
    """What enable() was told; travels to compile workers."""

    __slots__ = ("strict", "ptxas")

    def __init__(self, strict: bool, ptxas: str | None) -> None:
        self.strict = strict
        self.ptxas = ptxas

    def __eq__(self, other) -> bool:
        return isinstance(other, Settings) and self.as_tuple() == other.as_tuple()

    def as_tuple(self) -> tuple:
        return (self.strict, self.ptxas)

    def __reduce__(self):
        return Settings, self.as_tuple()

    @property
    def tag(self) -> str:
        """Part of the key of every cache that holds what is compiled now."""
        assembler = ""
        if self.ptxas is not None:
            assembler = f"-{self.ptxas}"
            # Without it compiling fails, and not this.
            with contextlib.suppress(OSError):
                status = os.stat(self.ptxas)
                assembler += f"-{status.st_size}-{status.st_mtime_ns}"
        return f"ttc-{ttc.build_id()}-strict{int(self.strict)}{assembler}"


class _State:
    """What is in force. One exists while ttc is enabled."""

    def __init__(self, settings: Settings) -> None:
        import triton

        self.settings = settings
        self.tag = settings.tag
        numbers = triton.__version__.split(".")[:2]
        self.version = tuple(int(number) for number in numbers)
        if self.version < (3, 6):
            raise RuntimeError(
                f"ttc works in Triton 3.6 and later; this is {triton.__version__}"
            )
        self.previous_hook = None
        self.previous_listener = None
        self.active = False
        self.keys = Keys(self.key_tag)

    def install(self) -> None:
        from triton import knobs

        self.previous_hook = knobs.runtime.add_stages_inspection_hook
        self.previous_listener = knobs.compilation.listener
        self.active = True
        knobs.runtime.add_stages_inspection_hook = self.hook
        knobs.compilation.listener = self.listen
        if self.version < (3, 7):
            self.keys.install()

    def remove(self) -> None:
        from triton import knobs

        self.keys.remove()
        # What somebody else has put there since is theirs, and may still call
        # what it has replaced.
        self.active = False
        if knobs.runtime.add_stages_inspection_hook == self.hook:
            knobs.runtime.add_stages_inspection_hook = self.previous_hook
        if knobs.compilation.listener == self.listen:
            knobs.compilation.listener = self.previous_listener

    def is_hooked(self) -> bool:
        from triton import knobs

        return knobs.runtime.add_stages_inspection_hook == self.hook

    def key_tag(self) -> str:
        """For Triton 3.6, whose keys do not have the hook in them. Where another
        hook has replaced this one, only that hook knows who compiles."""
        from triton import knobs

        if self.is_hooked():
            return self.tag
        other = knobs.runtime.add_stages_inspection_hook
        if other is None:
            return ""
        home = getattr(other, "__module__", "")
        name = getattr(other, "__qualname__", type(other).__qualname__)
        return f"{self.tag}-{home}.{name}"

    def hook(
        self, backend=None, stages=None, options=None, language=None, capability=None
    ):
        """Without arguments (from Triton 3.7 on), the parts of Triton's keys."""
        if stages is None:
            key = digest = self.tag if self.active else ""
            if self.previous_hook is not None:
                more_key, more_digest = self.previous_hook()
                key, digest = key + more_key, digest + more_digest
            return key, digest
        if self.previous_hook is not None:
            self.previous_hook(backend, stages, options, language, capability)
        if capability is None or not self.active:  # a GPU of another make
            return None
        gluon = getattr(language, "name", "") == "GLUON"
        Stages(
            self.settings,
            self.version,
            backend,
            stages,
            options,
            capability,
            "it does not compile Gluon" if gluon else "",
        ).install(stages)
        return None

    def listen(self, *, src, metadata, metadata_group, times, cache_hit) -> None:
        """Triton calls this when a kernel is compiled, or found in its cache."""
        if self.previous_listener is not None:
            self.previous_listener(
                src=src,
                metadata=metadata,
                metadata_group=metadata_group,
                times=times,
                cache_hit=cache_hit,
            )
        facts = metadata.get("ttc")
        if facts is None or not self.active:
            return
        stages = getattr(times, "lowering_stages", ()) or ()
        entry = Entry(
            metadata["name"],
            facts["compiler"],
            facts["reason"],
            0.0 if cache_hit else sum(time for _, time in stages) / 1e3,
            cache_hit,
            metadata["hash"],
        )
        recorder.add(entry)
        _torch.dump(metadata_group, entry)


class _Scope:
    """A `with` of enabled(), or what is around all of them; None disables."""

    __slots__ = ("settings",)

    def __init__(self, settings: Settings | None) -> None:
        self.settings = settings


_lock = threading.RLock()
_state: _State | None = None
# The last is in force. Those of several threads need not end in order.
_scopes: list[_Scope] = [_Scope(None)]


def _make_settings(strict, ptxas) -> Settings:
    if not isinstance(strict, bool):
        raise TypeError(f"strict must be a bool, not {strict!r}")
    path = None if ptxas is None else os.path.abspath(os.fspath(ptxas))
    if path is not None and not os.access(path, os.X_OK):
        raise ttc.ToolError(f"there is no program {path}")
    return Settings(strict, path)


def _check_cache() -> None:
    """Says what to do where Triton will not be able to write its cache."""
    from triton import knobs

    folder = knobs.cache.dir
    if not folder:
        return
    existing = os.path.abspath(folder)
    while not os.path.exists(existing):
        existing = os.path.dirname(existing)
    if not os.path.isdir(existing) or not os.access(existing, os.W_OK | os.X_OK):
        warnings.warn(
            f"Triton can't write its cache {folder}: set TRITON_CACHE_DIR to a folder "
            "that can be written to",
            RuntimeWarning,
            stacklevel=3,
        )


def enable(*, strict: bool = False, ptxas: str | os.PathLike | None = None) -> None:
    """Makes ttc the compiler of Triton's kernels.

    With `strict`, a kernel that ttc does not compile raises an exception,
    instead of being compiled by Triton. `ptxas` is the assembler to use instead
    of Triton's choice.

    A second call changes the settings, and puts the hook back where others have
    replaced it.
    """
    _change(_make_settings(strict, ptxas))
    _check_cache()


def _change(wanted: Settings | None) -> None:
    """Changes the present scope, or raises and changes nothing."""
    with _lock:
        scope = _scopes[-1]
        before, scope.settings = scope.settings, wanted
        try:
            _update(anew=_state is not None and not _state.is_hooked())
        except BaseException:
            scope.settings = before
            raise


def _update(anew: bool = False) -> None:
    """Brings the last scope's settings into force."""
    global _state
    wanted = _scopes[-1].settings
    tag = wanted.tag if wanted is not None else None
    present = (_state.settings, _state.tag) if _state is not None else (None, None)
    if present == (wanted, tag) and not anew:
        return
    state = _State(wanted) if wanted is not None else None
    if _state is not None:
        _torch.remove()
        _state.remove()
    _state = state
    if state is not None:
        state.install()
        _torch.install(state.tag)


def disable() -> None:
    """Gives Triton back its own compiler, and its hook what it was before."""
    _change(None)


def is_enabled() -> bool:
    return _state is not None


def settings() -> Settings | None:
    """What is in force; None while ttc is not enabled."""
    return _state.settings if _state is not None else None


@contextlib.contextmanager
def entered(wanted: Settings | None):
    """Brings these settings into force within a `with`; None disables."""
    scope = _Scope(wanted)
    with _lock:
        _scopes.append(scope)
    try:
        with _lock:
            _update()
        yield
    finally:
        with _lock:
            _scopes.remove(scope)
            _update()


def enabled(*, strict: bool = False, ptxas: str | os.PathLike | None = None):
    """enable() within a `with`, in all threads; afterwards all is as before.

    Of several at a time, the last that was begun is in force.
    """
    return entered(_make_settings(strict, ptxas))


def report() -> Report:
    """What was compiled since the process began, or since clear_report()."""
    return Report(recorder.entries())


def clear_report() -> None:
    recorder.clear()
