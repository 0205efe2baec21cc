# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inductor: its caches' keys, its compile workers, its debug folder.

Nothing of PyTorch is imported here. While ttc is enabled, Inductor's modules
are prepared when they are imported, or at once where they already are:

- What goes into the keys of Inductor's caches of graphs, of autotuning and of
  compiled kernels (`CacheBase.get_system`, `triton_hash_with_backend`) has
  ttc's tag in it.
- A job for a compile worker carries the settings that are in force when it is
  submitted, and brings the worker into that state for as long as it runs, so it
  does not matter how and when the worker was started. What the worker compiled
  comes back with the job's result. These jobs stay when ttc is disabled, for
  workers that were forked while it was enabled.
- With TORCH_COMPILE_DEBUG=1 what Triton's cache holds of a kernel is copied to
  the folder of the graph being compiled, as triton/HASH/NAME.EXTENSION.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.abc
import importlib.util
import os
import shutil
import sys
import warnings

from ._report import Entry, recorder

_CODECACHE = "torch._inductor.codecache"
_ASYNC_COMPILE = "torch._inductor.async_compile"
_AUTOTUNE = "torch._inductor.autotune_process"


class _AfterImport(importlib.abc.MetaPathFinder):
    """Calls a function when a module has been imported."""

    def __init__(self, actions: dict) -> None:
        self.actions = actions
        self._finding: set[str] = set()

    def find_spec(self, name, path=None, target=None):
        if name not in self.actions or name in self._finding:
            return None
        self._finding.add(name)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._finding.discard(name)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self.actions[name](module)

        spec.loader.exec_module = exec_module
        return spec


def _or_warn(action):
    """A version of PyTorch that is made in another way must still be usable."""

    def act(module) -> None:
        try:
            action(module)
        except (AttributeError, KeyError, ImportError) as error:
            warnings.warn(
                f"ttc does not know {module.__name__} of this version of PyTorch "
                f"({error}): use fresh cache folders, and compile in one process "
                "(TORCHINDUCTOR_COMPILE_THREADS=1)",
                RuntimeWarning,
                stacklevel=2,
            )

    return act


class _Patches:
    """Attributes that are replaced, and what they were."""

    def __init__(self) -> None:
        self._replaced: list = []

    def replace(self, owner, name: str, value) -> None:
        self._replaced.append((owner, name, owner.__dict__[name]))
        setattr(owner, name, value)

    def undo(self) -> None:
        for owner, name, value in reversed(self._replaced):
            setattr(owner, name, value)
        self._replaced.clear()


class _Installed:
    """What is done to PyTorch while ttc is enabled."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.patches = _Patches()
        self.forget_path = None
        actions = {
            _CODECACHE: self.prepare_keys,
            _ASYNC_COMPILE: self.prepare_workers,
            _AUTOTUNE: self.prepare_tuning,
        }
        self.finder = _AfterImport(
            {name: _or_warn(action) for name, action in actions.items()}
        )
        for name in actions:
            if name in sys.modules:
                self.finder.actions[name](sys.modules[name])
        sys.meta_path.insert(0, self.finder)

    def prepare_keys(self, codecache) -> None:
        import torch.utils._triton as torch_triton

        tag = self.tag
        base = codecache.CacheBase
        get_system, get_hash = base.get_system, torch_triton.triton_hash_with_backend

        def get_tagged_system():
            system = dict(get_system())
            text = f"{system.get('hash')}-{tag}"
            system["ttc"] = tag
            system["hash"] = hashlib.sha256(text.encode()).hexdigest()
            return system

        def get_tagged_hash():
            text = f"{get_hash()}-{tag}"
            # Upper case, as PyTorch wants it: it can't contain a keyword.
            return hashlib.sha256(text.encode()).hexdigest().upper()

        self.patches.replace(base, "get_system", staticmethod(get_tagged_system))
        self.patches.replace(
            torch_triton, "triton_hash_with_backend", get_tagged_hash
        )
        self.forget_path = getattr(base.get_local_cache_path, "cache_clear", None)
        if self.forget_path is not None:
            self.forget_path()

    def prepare_workers(self, async_compile) -> None:
        compile_job = async_compile._worker_compile_triton
        if not isinstance(compile_job, _CompileJob):
            async_compile._worker_compile_triton = _CompileJob(compile_job)

    def prepare_tuning(self, autotune_process) -> None:
        process = autotune_process.TuningProcess
        put = process.put

        def put_job(self, request, *arguments, **named):
            return put(self, _Job(request), *arguments, **named)

        self.patches.replace(process, "put", put_job)

    def remove(self) -> None:
        sys.meta_path.remove(self.finder)
        self.patches.undo()
        if self.forget_path is not None:
            self.forget_path()


_installed: _Installed | None = None


def install(tag: str) -> None:
    global _installed
    _installed = _Installed(tag)


def remove() -> None:
    global _installed
    if _installed is not None:
        _installed.remove()
        _installed = None


# ---- Compile workers


# Finds this module in a process that may have been started before its folder
# came into sys.path.
_IMPORT = (
    "(lambda path, load, folder: (folder in path or path.append(folder), load)[1])"
    "(__import__('sys').path, __import__('importlib').import_module, {folder!r})"
    "({module!r}).{name}"
)


class _Constructor:
    """Makes jobs; is pickled as an expression that needs no module of ttc."""

    def __init__(self, job_class) -> None:
        self.job_class = job_class

    def __call__(self, *arguments):
        return self.job_class(*arguments)

    def __reduce__(self):
        folder = os.path.abspath(__file__)
        for _ in __name__.split("."):
            folder = os.path.dirname(folder)
        name = self.job_class.__name__
        return eval, (_IMPORT.format(folder=folder, module=__name__, name=name),)


class _Job:
    """A function that another process is to call.

    In the process that submits it, pickling notes the settings and the debug
    folder of the graph being compiled. Called in the other one, it has these
    settings in force; None stands for Triton's own compiler.
    """

    def __init__(self, function, settings=None, folder=None) -> None:
        self.function = function
        self.settings = settings
        self.folder = folder

    def __reduce__(self):
        import ttc.triton

        state = (self.function, ttc.triton.settings(), debug_folder())
        return _Constructor(type(self)), state

    def __call__(self, *arguments, **named):
        import ttc.triton

        global _folder
        with ttc.triton.entered(self.settings):
            _folder = self.folder
            try:
                return self.function(*arguments, **named)
            finally:
                _folder = None


class _CompileJob(_Job):
    """Stands in for the function that compiles in a worker."""

    def __call__(self, *arguments, **named):
        first = len(recorder)
        kernel, elapsed = super().__call__(*arguments, **named)
        return kernel, _Elapsed(elapsed, recorder.drain(first))


class _Elapsed(int):
    """The time that a job took. Where it is unpickled, the process that
    submitted the job, it leaves the entries of the worker's report."""

    def __new__(cls, value, entries):
        self = super().__new__(cls, value)
        self.entries = entries
        return self

    def __reduce__(self):
        return _receive, (int(self), self.entries)


def _receive(elapsed: int, entries: list[Entry]) -> int:
    for entry in entries:
        recorder.add(entry)
        if entry.compiler == "triton" and entry.reason and not entry.cached:
            recorder.warn(entry.name, entry.reason)
    return elapsed


# ---- TORCH_COMPILE_DEBUG=1

# In a worker, the folder of the graph that the present job is for.
_folder: str | None = None


def debug_folder() -> str | None:
    """The debug folder of the graph that Inductor compiles now, if it has one."""
    if _folder is not None:
        return _folder
    virtualized = sys.modules.get("torch._inductor.virtualized")
    if virtualized is None:
        return None
    return getattr(virtualized.V.debug, "_path", None)


@functools.lru_cache(maxsize=None)
def _nvdisasm() -> str | None:
    from triton import knobs

    try:
        return knobs.nvidia.nvdisasm.path
    except RuntimeError:
        return None


def dump(metadata_group, entry: Entry) -> None:
    """Copies the files of a kernel into the debug folder, and adds its SASS."""
    folder = debug_folder()
    if folder is None:
        return
    try:
        _copy_files(folder, metadata_group, entry)
    except OSError as error:
        warnings.warn(f"{entry.name} is not dumped: {error}", RuntimeWarning, 2)


def _copy_files(folder: str, metadata_group, entry: Entry) -> None:
    import ttc

    target = os.path.join(folder, "triton", entry.hash)
    os.makedirs(target, exist_ok=True)
    for name, path in metadata_group.items():
        if name.startswith("__grp__"):
            continue
        shutil.copyfile(path, os.path.join(target, name))
        if name.endswith(".cubin"):
            with open(path, "rb") as file:
                cubin = file.read()
            try:
                sass = ttc.disassemble(cubin, nvdisasm=_nvdisasm())
            except ttc.ToolError:
                continue
            stem = os.path.join(target, name[: -len(".cubin")])
            with open(f"{stem}.sass", "w", encoding="utf-8") as file:
                file.write(sass)
