# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inductor, without a GPU: keys of its caches, and its compile workers."""

import os
import sys
import unittest
import warnings

os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "2"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402
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
    def start_workers_that_do_not_find_ttc(self):
        folder = os.path.dirname(os.path.dirname(ttc.__file__))
        path = list(sys.path)
        sys.path[:] = [entry for entry in path if entry != folder]
        try:
            async_compile.AsyncCompile.warm_pool()
        finally:
            sys.path[:] = path
        async_compile.AsyncCompile.wakeup()
        return async_compile.AsyncCompile.process_pool()

    def test_what_is_enabled_reaches_running_workers(self):
        pool = self.start_workers_that_do_not_find_ttc()

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


@unittest.skipUnless(torch.cuda.is_available(), "no device")
class Device(unittest.TestCase):
    def setUp(self):
        self.addCleanup(ttc.triton.disable)
        ttc.triton.clear_report()
        self.x = torch.randn(1000, 777, device="cuda")

    def run_compiled(self, function, want, *arguments, **options):
        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()
        got = torch.compile(function, **options)(*arguments)
        torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-4)
        counters = torch._dynamo.utils.counters["inductor"]
        return counters["fxgraph_cache_miss"], counters["fxgraph_cache_hit"]

    def test_caches_do_not_mix(self):
        def function(x):
            return torch.softmax(x * 1.7, dim=1)

        def run():
            return self.run_compiled(function, function(self.x), self.x)

        self.assertEqual(run(), (1, 0))
        ttc.triton.enable()
        self.assertEqual(run(), (1, 0))
        self.assertEqual(len(ttc.triton.report().by("ttc")), len(ttc.triton.report()))
        self.assertGreater(len(ttc.triton.report()), 0)
        self.assertEqual(run(), (0, 1))
        ttc.triton.disable()
        self.assertEqual(run(), (0, 1))

    def test_strict_in_a_worker(self):
        import torch._inductor.config as config

        def function(x):
            return torch.relu(x) + 3.25

        ttc.triton.enable(strict=True)
        self.run_compiled(function, function(self.x), self.x)
        entries = ttc.triton.report()
        self.assertEqual([entry.compiler for entry in entries], ["ttc"] * len(entries))
        with config.patch(compile_threads=1):
            self.run_compiled(lambda x: function(x) * 2, function(self.x) * 2, self.x)

    def test_kernels_of_users(self):
        from test_triton import add

        def function(x):
            out = torch.zeros_like(x)
            add[(torch.numel(x) // 1024 + 1,)](x, x, out, torch.numel(x), BLOCK=1024)
            return out + 1

        ttc.triton.enable(strict=True)
        self.run_compiled(function, 2 * self.x + 1, self.x, fullgraph=True)

    def test_autotuning_in_processes(self):
        options = {
            "max_autotune_gemm": True,
            "max_autotune_gemm_backends": "TRITON",
            "autotune_in_subproc": True,
        }
        a = torch.randn(256, 256, device="cuda", dtype=torch.float16)
        ttc.triton.enable()
        torch._dynamo.reset()
        got = torch.compile(torch.mm, options=options)(a, a)
        torch.testing.assert_close(got, a @ a, rtol=1e-2, atol=1e-1)


if __name__ == "__main__":
    unittest.main()
