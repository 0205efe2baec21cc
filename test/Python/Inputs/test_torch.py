# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inductor, without a GPU: keys of its caches, and its compile workers."""

import os
import sys
import unittest
import warnings

os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "2"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch._inductor.async_compile as async_compile  # noqa: E402
import torch._inductor.codecache as codecache  # noqa: E402
import worker_job  # noqa: E402

import ttc.triton  # noqa: E402


class Keys(unittest.TestCase):
    def test_system_and_folder(self):
        base = codecache.CacheBase

        def keys():
            return base.get_system()["hash"], str(base.get_local_cache_path())

        own = keys()
        with ttc.triton.enabled():
            other = keys()
            with ttc.triton.enabled(strict=True):
                strict = keys()
        for index in range(2):
            found = {own[index], other[index], strict[index]}
            self.assertEqual(len(found), 3)
        self.assertEqual(keys(), own)


class Workers(unittest.TestCase):
    def test_what_is_enabled_reaches_running_workers(self):
        async_compile.AsyncCompile.warm_pool()
        async_compile.AsyncCompile.wakeup()
        pool = async_compile.AsyncCompile.process_pool()

        def submit(*blocks):
            job = async_compile._worker_compile_triton
            futures = [pool.submit(job, block, {}, {}) for block in blocks]
            return [future.result() for future in futures]

        ttc.triton.clear_report()
        ttc.triton.enable()
        own = async_compile._worker_compile_triton.function
        async_compile._worker_compile_triton.function = worker_job.compile_job
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                done = submit(128, 64)
            ttc.triton.disable()
            later = submit(256)
        finally:
            async_compile._worker_compile_triton.function = own
            async_compile.shutdown_compile_workers()
        (facts, enabled, process), elapsed = done[0]
        self.assertEqual((facts["compiler"], enabled, elapsed), ("ttc", True, 7))
        self.assertNotEqual(process, os.getpid())
        self.assertEqual(done[1][0][0]["compiler"], "triton")
        report = ttc.triton.report()
        self.assertEqual(
            sorted(entry.compiler for entry in report), ["triton", "ttc"]
        )
        self.assertTrue(any("library 'more'" in str(w.message) for w in caught))
        self.assertEqual(later[0][0][:2], (None, False))


if __name__ == "__main__":
    unittest.main()
