# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keys of Triton's caches, on disk and in memory, for Triton 3.6.

From 3.7 on, Triton asks the hook for its part of both keys. In 3.6 the
functions that make the keys are wrapped while ttc is enabled.
"""

from __future__ import annotations


class Keys:
    """Puts a tag into the keys, until it is removed."""

    def __init__(self, get_tag) -> None:
        self._get_tag = get_tag
        self._replaced: list = []

    def _replace(self, module, name: str, make) -> None:
        original = getattr(module, name)
        setattr(module, name, make(original))
        self._replaced.append((module, name, original))

    def install(self) -> None:
        import triton.compiler.compiler as compiler
        import triton.runtime.jit as jit

        get_tag = self._get_tag

        def tag_disk_key(original):
            def get_cache_key(*arguments, **named):
                key, tag = original(*arguments, **named), get_tag()
                return f"{key}-{tag}" if tag else key

            return get_cache_key

        def tag_memory_key(original):
            def compute_cache_key(*arguments, **named):
                return original(*arguments, **named) + get_tag()

            return compute_cache_key

        self._replace(compiler, "get_cache_key", tag_disk_key)
        self._replace(jit, "get_cache_key", tag_disk_key)
        self._replace(jit, "compute_cache_key", tag_memory_key)

    def remove(self) -> None:
        for module, name, original in reversed(self._replaced):
            setattr(module, name, original)
        self._replaced.clear()
