# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ttc.triton, compile-only: which compiler, keys, metadata, fallbacks."""

import os
import re
import unittest
import warnings

import triton
import triton.language as tl
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import ttc.triton

VERSION = tuple(int(number) for number in triton.__version__.split(".")[:2])
knobs.language.default_fp_fusion = True


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


@triton.jit
def total(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK)), axis=0))


@triton.jit
def double(source, target, M: tl.constexpr, N: tl.constexpr):
    at = [tl.program_id(0) * M, 0]
    target.store(at, source.load(at) * 2)


@triton.jit
def broken(x, BLOCK: tl.constexpr):
    tl.store(x, tl.no_such_function(BLOCK))


TYPES = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}


def compile(function, block=1024, target=90, **options):
    signature = {name: TYPES[name] for name in function.arg_names}
    source = ASTSource(function, signature, {"BLOCK": block}, {})
    return triton.compile(source, target=GPUTarget("cuda", target, 32), options=options)


def library():
    """Some bitcode, to be linked beside libdevice."""
    folder = os.path.join(os.path.dirname(triton.__file__), "backends", "nvidia", "lib")
    return os.path.join(folder, "libdevice.10.bc")


class Plugin(unittest.TestCase):
    def setUp(self):
        ttc.triton.clear_report()
        self.addCleanup(ttc.triton.disable)

    def test_stages_are_those_of_ttc(self):
        with ttc.triton.enabled(strict=True):
            kernel = compile(add)
        direct = ttc.compile(
            kernel.asm["ttir"], target="cuda:90", num_warps=4, stop_after="ptx"
        )
        self.assertEqual(
            list(kernel.asm), ["source", "ttir", "ttgir", "llir", "ptx", "cubin"]
        )
        lines = kernel.asm["ptx"].splitlines()
        memory = [line for line in lines if ".global" in line and "\t" in line]
        want = [line for line in direct.ptx.splitlines() if line in memory]
        self.assertTrue(memory)
        self.assertEqual(memory, want)
        self.assertIn("ptx_kernel", kernel.asm["llir"])
        self.assertIn("LDG", kernel.asm["sass"])

    def test_metadata(self):
        with ttc.triton.enabled(strict=True):
            facts = compile(total, num_warps=2).metadata
        self.assertEqual((facts.name, facts.num_warps, facts.num_ctas), ("total", 2, 1))
        self.assertGreater(facts.shared, 0)
        self.assertEqual(facts.tensordesc_meta, [])
        self.assertEqual(facts.global_scratch_size, 0)
        self.assertEqual(facts.global_scratch_align, 1)
        self.assertEqual(facts.profile_scratch_size, 0)
        self.assertEqual(facts.tmem_size, 0)
        self.assertEqual(facts.ttc["compiler"], "ttc")
        self.assertEqual(facts.ttc["build"], ttc.build_id())

    def test_options_reach_ttc(self):
        with ttc.triton.enabled(strict=True):
            fast = compile(add, maxnreg=32)
            self.assertIn(".maxnreg 32", fast.asm["ptx"])
            self.assertIn("sm_80", compile(add, target=80).asm["ptx"])
            old = compile(add, ptx_version=84)
            self.assertIn(".version 8.4", old.asm["ptx"])
            self.assertEqual(compile(add, num_warps=8).metadata.num_warps, 8)

    def test_descriptors_are_passed_as_pointers(self):
        signature = dict.fromkeys(("source", "target"), "tensordesc<fp32[16, 32]>")
        signature.update(M="constexpr", N="constexpr")
        source = ASTSource(double, signature, {"M": 16, "N": 32}, {})
        with ttc.triton.enabled(strict=True):
            kernel = triton.compile(source, target=GPUTarget("cuda", 90, 32))
        self.assertFalse(kernel.metadata.tensordesc_meta)
        # For each: pointer, two extents, two strides, padding (and from 3.7 on
        # rounding); then extents and strides again.
        flags = 1 if VERSION < (3, 7) else 2
        kinds = [".u64"] * 5 + [".u8"] * flags + [".u32"] * 2 + [".u64"] * 2
        found = re.findall(r"\.param (\S+)[^\n]* double_param_", kernel.asm["ptx"])
        self.assertEqual(found, kinds * 2)

    def test_neither_sees_the_others_binary(self):
        own = compile(add)
        ttc.triton.enable()
        first = compile(add)
        self.assertNotEqual(first.hash, own.hash)
        self.assertNotEqual(first.asm["ptx"], own.asm["ptx"])
        self.assertEqual(compile(add).hash, first.hash)
        ttc.triton.enable(strict=True)
        self.assertNotEqual(compile(add).hash, first.hash)
        ttc.triton.disable()
        again = compile(add)
        self.assertEqual((again.hash, again.asm["ptx"]), (own.hash, own.asm["ptx"]))

    def test_keys_in_memory(self):
        """What Triton looks launched kernels up by."""
        key = self.memory_key()
        with ttc.triton.enabled():
            other = self.memory_key()
            with ttc.triton.enabled(strict=True):
                self.assertEqual(len({key, other, self.memory_key()}), 3)
        self.assertEqual(self.memory_key(), key)

    def memory_key(self):
        from triton.runtime import jit

        specialization = []
        if VERSION >= (3, 7) and knobs.runtime.add_stages_inspection_hook:
            specialization.append(str(knobs.runtime.add_stages_inspection_hook()[1]))
        return jit.compute_cache_key({}, specialization, {"num_warps": 4})

    def test_report(self):
        with ttc.triton.enabled(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(add, block=256)
            compile(add, block=256)
            compile(add, block=256, extern_libs={"more": library()})
        report = ttc.triton.report()
        found = [(entry.name, entry.compiler, entry.cached) for entry in report]
        self.assertEqual(
            found, [("add", "ttc", False), ("add", "ttc", True), ("add", "triton", False)]
        )
        self.assertGreater(report[0].milliseconds, 0)
        self.assertEqual(report[1].milliseconds, 0)
        self.assertEqual(list(report.reasons()), ["it does not link the library 'more'"])
        text = str(report)
        self.assertIn("3 kernels: 2 by ttc, 1 by Triton", text)
        self.assertIn("does not link the library", text)

    def test_one_warning_for_a_fallback(self):
        with ttc.triton.enabled(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for _ in range(2):
                kernel = compile(add, block=512, extern_libs={"more": library()})
            own = [w for w in caught if w.category is ttc.triton.FallbackWarning]
        self.assertEqual(len(own), 1)
        self.assertRegex(str(own[0].message), "'add'.*the library 'more'")
        self.assertEqual(kernel.metadata.ttc["compiler"], "triton")
        self.assertIn("Triton", kernel.metadata.ttc["reason"] + "Triton")

    def test_place_of_a_reason(self):
        from ttc.triton._report import without_place

        reason = "'tt.dot' op is not supported"
        self.assertEqual(without_place(f"{reason} (/a/b (1).py:85)"), reason)
        for text in (reason, "not (this)", "PTX (8.4)"):
            self.assertEqual(without_place(text), text)

    def test_strict(self):
        with ttc.triton.enabled(strict=True):
            with self.assertRaisesRegex(Exception, "the library 'more'"):
                compile(add, block=128, extern_libs={"more": library()})
            # And the next one is as usual.
            self.assertEqual(compile(add, block=128).metadata.ttc["compiler"], "ttc")
        entry = ttc.triton.report()[0]
        self.assertEqual((entry.name, entry.compiler), ("add", ""))

    def test_errors_of_the_frontend(self):
        from triton.compiler.errors import CompilationError

        with ttc.triton.enabled(strict=True):
            for _ in range(3):
                with self.assertRaises(CompilationError):
                    compile(broken)
                self.assertEqual(compile(add).metadata.ttc["compiler"], "ttc")

    def test_missing_ptxas(self):
        with ttc.triton.enabled(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with self.assertRaises(ttc.ToolError):
                ttc.triton.enable(ptxas="/nowhere/ptxas")
            ttc.triton.enable(ptxas=os.path.realpath("/bin/false"))
            kernel = compile(add, block=64)
        self.assertEqual(kernel.metadata.ttc["compiler"], "triton")
        self.assertTrue(any("'add'" in str(w.message) for w in caught))

    def test_assembler_options(self):
        with ttc.triton.enabled(strict=True):
            kernel = compile(add, ptx_options="-O1")
            self.assertEqual(kernel.metadata.ttc["compiler"], "ttc")
            with self.assertRaisesRegex(Exception, "assembler"):
                compile(add, ptx_options="--no-such-option")

    def test_settings_that_need_triton(self):
        with ttc.triton.enabled(strict=True):
            with self.assertRaisesRegex(Exception, "instrumentation_mode"):
                compile(add, instrumentation_mode="consan")

    def test_hook_and_listener_are_given_back(self):
        seen = []

        def hook(*arguments):
            seen.append("hook")
            return ("-mine", "mine") if not arguments else None

        def listener(**facts):
            seen.append("listener")

        self.addCleanup(setattr, knobs.compilation, "listener", None)
        self.addCleanup(setattr, knobs.runtime, "add_stages_inspection_hook", None)
        knobs.runtime.add_stages_inspection_hook = hook
        knobs.compilation.listener = listener
        ttc.triton.enable()
        compile(add, block=32)
        self.assertIn("hook", seen)
        self.assertEqual(seen[-1], "listener")
        ttc.triton.disable()
        self.assertIs(knobs.runtime.add_stages_inspection_hook, hook)
        self.assertIs(knobs.compilation.listener, listener)

    def restore_hook(self):
        self.addCleanup(
            setattr,
            knobs.runtime,
            "add_stages_inspection_hook",
            knobs.runtime.add_stages_inspection_hook,
        )

    def test_another_hook_instead(self):
        self.restore_hook()
        own = compile(add, block=8192)
        ttc.triton.enable(strict=True)
        knobs.runtime.add_stages_inspection_hook = None
        self.assertEqual(compile(add, block=8192).hash, own.hash)
        knobs.runtime.add_stages_inspection_hook = lambda *arguments: ("-it", "it")
        other = compile(add, block=8192)
        self.assertFalse(hasattr(other.metadata, "ttc"))
        ttc.triton.enable(strict=True)
        kernel = compile(add, block=8192)
        self.assertEqual(kernel.metadata.ttc["compiler"], "ttc")
        self.assertNotEqual(kernel.hash, other.hash)

    def test_disabled_behind_another_hook(self):
        self.restore_hook()
        ttc.triton.enable(strict=True)
        first = knobs.runtime.add_stages_inspection_hook
        knobs.runtime.add_stages_inspection_hook = lambda *arguments: first(*arguments)
        self.assertEqual(compile(add, block=4096).metadata.ttc["compiler"], "ttc")
        ttc.triton.disable()
        self.assertFalse(hasattr(compile(add, block=4096).metadata, "ttc"))

    def test_scopes_that_end_out_of_order(self):
        first, second = ttc.triton.enabled(), ttc.triton.enabled(strict=True)
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        self.assertTrue(ttc.triton.settings().strict)
        second.__exit__(None, None, None)
        self.assertFalse(ttc.triton.is_enabled())

    def test_assembler_that_changes(self):
        path = os.path.join(os.environ["HOME"], "ptxas")
        keys = set()
        for text in ("#!/bin/sh\n", "#!/bin/sh\nexit 1\n"):
            with open(path, "w") as file:
                file.write(text)
            os.chmod(path, 0o755)
            ttc.triton.enable(ptxas=path)
            keys.add(self.memory_key())
        os.remove(path)
        with ttc.triton.enabled(strict=True):
            keys.add(self.memory_key())
        self.assertEqual(len(keys), 3)

    def test_override_of_a_stage(self):
        with ttc.triton.enabled(strict=True):
            kernel = compile(add, block=2048)
            path = next(p for n, p in kernel.metadata_group.items() if n.endswith("ptx"))
            with open(path) as file:
                text = file.read().replace("\n.visible", "\n// overridden\n.visible")
            changed = os.path.join(os.environ["HOME"], "changed.ptx")
            with open(changed, "w") as file:
                file.write(text)
            other = compile(add, block=2048, ir_override=changed)
        self.assertIn("// overridden", other.asm["ptx"])
        self.assertEqual(other.asm["cubin"][:4], b"\x7fELF")

    def test_files_as_input(self):
        with ttc.triton.enabled(strict=True):
            kernel = compile(add)
            for extension in ("ttir", "ttgir"):
                path = os.path.join(os.environ["HOME"], f"input.{extension}")
                with open(path, "w") as file:
                    file.write(kernel.asm[extension])
                other = triton.compile(path, target=GPUTarget("cuda", 90, 32))
                self.assertEqual(other.metadata.ttc["compiler"], "ttc", extension)
                self.assertEqual(other.metadata.name, "add")

    def test_cache_that_cannot_be_written(self):
        file = os.path.join(os.environ["HOME"], "file")
        open(file, "w").close()
        folder = os.environ["TRITON_CACHE_DIR"]
        self.addCleanup(setattr, knobs.cache, "dir", folder)
        knobs.cache.dir = os.path.join(file, "cache")
        with self.assertWarnsRegex(RuntimeWarning, "set TRITON_CACHE_DIR"):
            ttc.triton.enable()
        with ttc.triton.enabled():
            with self.assertRaisesRegex(OSError, "file/cache"):
                compile(add, block=16)
            knobs.cache.dir = folder
            self.assertEqual(compile(add, block=16).metadata.ttc["compiler"], "ttc")

    def test_wrong_settings(self):
        with self.assertRaisesRegex(TypeError, "strict must be a bool"):
            ttc.triton.enable(strict="yes")
        self.assertFalse(ttc.triton.is_enabled())

    def test_state(self):
        with ttc.triton.enabled():
            self.assertTrue(ttc.triton.is_enabled())
            with self.assertRaises(ZeroDivisionError):
                with ttc.triton.enabled(strict=True):
                    self.assertTrue(ttc.triton.settings().strict)
                    1 / 0
            self.assertFalse(ttc.triton.settings().strict)
        self.assertFalse(ttc.triton.is_enabled())
        ttc.triton.disable()


def has_device():
    try:
        return triton.runtime.driver.active.get_current_target().backend == "cuda"
    except (RuntimeError, ImportError):
        return False


@triton.autotune([triton.Config({"BLOCK": 256}), triton.Config({"BLOCK": 512})], ["n"])
@triton.jit
def tuned(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


@unittest.skipUnless(has_device(), "no device")
class Device(unittest.TestCase):
    def setUp(self):
        self.torch = __import__("torch")
        self.addCleanup(ttc.triton.disable)
        ttc.triton.clear_report()
        self.x = self.torch.arange(5000.0, device="cuda")

    def launch(self, function=add, **options):
        out = self.torch.zeros_like(self.x)
        if function is add:
            options.setdefault("BLOCK", 1024)
        grid = lambda meta: (triton.cdiv(5000, meta["BLOCK"]),)
        kernel = function[grid](self.x, self.x, out, 5000, **options)
        self.assertTrue(self.torch.equal(out, 2 * self.x))
        return kernel

    def compiler_of(self, kernel):
        facts = getattr(kernel.metadata, "ttc", None)
        return facts["compiler"] if facts else None

    def test_launches_follow_the_state(self):
        self.assertIsNone(self.compiler_of(self.launch()))
        with ttc.triton.enabled():
            self.assertEqual(self.compiler_of(self.launch()), "ttc")
        self.assertIsNone(self.compiler_of(self.launch()))

    def test_options_of_launches(self):
        ttc.triton.enable(strict=True)
        for options in (
            {"num_warps": 1},
            {"num_warps": 8, "num_stages": 5},
            {"launch_pdl": True},
            {"launch_cooperative_grid": True},
            {"maxnreg": 64},
            {"debug": True},
        ):
            with self.subTest(**options):
                self.assertEqual(self.compiler_of(self.launch(**options)), "ttc")

    def test_clusters(self):
        """Whoever compiles them."""
        ttc.triton.enable()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ttc.triton.FallbackWarning)
            self.assertEqual(self.launch(num_ctas=2).metadata.num_ctas, 2)

    def test_shared_memory(self):
        ttc.triton.enable(strict=True)
        out = self.torch.zeros(1, device="cuda")
        total[(1,)](self.x, out, BLOCK=4096)
        self.assertEqual(out.item(), 4095 * 4096 / 2)

    def test_autotuning(self):
        ttc.triton.enable(strict=True)
        self.launch(tuned)
        self.assertEqual(len(ttc.triton.report().by("ttc")), 2)

    def test_descriptors(self):
        from triton.tools.tensor_descriptor import TensorDescriptor

        ttc.triton.enable(strict=True)
        source = self.torch.randn(60, 32, device="cuda")
        target = self.torch.zeros(60, 32, device="cuda")
        double[(4,)](
            TensorDescriptor.from_tensor(source, [16, 32]),
            TensorDescriptor.from_tensor(target, [16, 32]),
            16,
            32,
        )
        self.assertTrue(self.torch.equal(target, 2 * source))


if __name__ == "__main__":
    unittest.main()
