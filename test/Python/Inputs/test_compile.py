# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ttc.compile() and its relatives: results, exceptions, bad input."""

import os
import pathlib
import pickle
import shutil
import tempfile
import threading
import unittest

import kernels
import ttc


def has_tool(name):
    try:
        ttc.find_tool(name)
    except ttc.ToolError:
        return False
    return True


# How errors call an option.
WORDS = {
    "num_warps": "num_warps|warps",
    "num_stages": "stages",
    "num_ctas": "cluster",
    "maxnreg": "maxnreg|registers",
    "min_blocks_per_sm": "min_blocks_per_sm|blocks",
    "ptx_version": "PTX",
    "stop_after": "stop_after",
}


class Results(unittest.TestCase):
    def test_artifacts_of_every_stage(self):
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        self.assertEqual(list(result.asm), ["ttir", "ttgir", "mlir", "llir", "ptx"])
        self.assertIn("tt.func public @add", result.ttir)
        self.assertIn("#ttg.blocked", result.ttgir)
        self.assertIn("llvm.func", result.mlir)
        self.assertIn("define ptx_kernel void @add", result.llir)
        self.assertIn(".entry add", result.ptx)
        self.assertIs(result.asm["ptx"], result.ptx)
        with self.assertRaisesRegex(KeyError, "not reached"):
            result.cubin
        with self.assertRaisesRegex(KeyError, "no stage 'elf'"):
            result.asm["elf"]

    def test_only_the_last(self):
        result = ttc.compile(
            kernels.ADD, target="cuda:90", stop_after="llir", keep_texts=False
        )
        self.assertEqual(list(result.asm), ["llir"])

    def test_metadata(self):
        facts = ttc.compile(
            kernels.ADD, target="sm_80", num_warps=2, stop_after="ptx"
        ).metadata
        self.assertEqual(facts.name, "add")
        self.assertEqual(facts.target, "cuda:80")
        self.assertEqual(facts.arch, "sm_80")
        self.assertEqual(facts.num_warps, 2)
        self.assertEqual(facts.num_ctas, 1)
        self.assertEqual(facts.shared, 0)
        self.assertEqual(facts.global_scratch_size, 0)
        self.assertEqual(facts.program_id_axes, 1)
        self.assertEqual(facts.num_programs_axes, 0)
        self.assertIs(facts.enable_fp_fusion, True)
        described = [(p.name, p.kind, p.type, p.divisibility) for p in facts.parameters]
        self.assertEqual(
            described,
            [
                ("x", "pointer", "f32", 16),
                ("y", "pointer", "f32", 1),
                ("out", "pointer", "f32", 1),
                ("n", "scalar", "i32", 1),
            ],
        )
        self.assertIn('"num_warps": 2', facts.json)

    def test_steps(self):
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        self.assertEqual(result.steps[0].name, "parse")
        self.assertEqual(list(result.times)[-1], "ptx")
        self.assertTrue(all(step.milliseconds >= 0 for step in result.steps))
        self.assertGreater(sum(step.peak_bytes for step in result.steps), 0)

    def test_input_is_text_bytes_or_path(self):
        want = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx").ptx
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "add.ttir"
            path.write_text(kernels.ADD)
            for source in (kernels.ADD.encode(), bytearray(kernels.ADD.encode()), path):
                got = ttc.compile(source, target="cuda:90", stop_after="ptx").ptx
                self.assertEqual(got.count("ld.global"), want.count("ld.global"))
        with self.assertRaisesRegex(TypeError, "not int"):
            ttc.compile(7)
        with self.assertRaises(FileNotFoundError):
            ttc.compile(pathlib.Path("/nowhere/add.ttir"))

    def test_ttgir_is_input_too(self):
        first = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        again = ttc.compile(first.ttgir, stop_after="ptx")
        self.assertNotIn("ttir", again.asm)
        self.assertEqual(again.metadata.target, "cuda:90")

    def test_results_can_be_pickled_by_every_protocol(self):
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(result, protocol))
            self.assertEqual(copy.times, result.times)
            self.assertEqual(repr(copy.metadata), repr(result.metadata))

    def test_results_can_be_pickled(self):
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        copy = pickle.loads(pickle.dumps(result))
        self.assertEqual(copy.ptx, result.ptx)
        self.assertEqual(copy.metadata.parameters[3].name, "n")

    def test_save_stays_in_the_folder(self):
        text = kernels.ADD.replace("@add", '@"../add"')
        result = ttc.compile(text, target="cuda:90", stop_after="ttir")
        with tempfile.TemporaryDirectory() as folder:
            inner = os.path.join(folder, "inner")
            result.save(inner)
            self.assertEqual(os.listdir(folder), ["inner"])
            self.assertIn(".._add.ttir", os.listdir(inner))

    def test_save(self):
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        with tempfile.TemporaryDirectory() as folder:
            paths = result.save(os.path.join(folder, "new"))
            names = sorted(os.path.basename(path) for path in paths)
            extensions = ("json", "llir", "mlir", "ptx", "ttgir", "ttir")
            self.assertEqual(names, [f"add.{extension}" for extension in extensions])
            self.assertEqual(pathlib.Path(paths[-2]).read_text(), result.ptx)

    def test_threads(self):
        want = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx").ptx
        got = {}

        def work(number):
            if number % 4 == 3:
                try:
                    ttc.compile(kernels.WRONG, target="cuda:90", name=f"{number}")
                except ttc.CompileError as error:
                    got[number] = error.file
            else:
                result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
                got[number] = result.ptx

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(
            got, {i: str(i) if i % 4 == 3 else want for i in range(8)}
        )


@unittest.skipUnless(has_tool("ptxas"), "no ptxas")
class Cubins(unittest.TestCase):
    def test_cubin(self):
        result = ttc.compile(kernels.ADD, target="cuda:90")
        self.assertEqual(result.cubin[:4], b"\x7fELF")
        self.assertGreater(result.metadata.num_regs, 0)
        self.assertEqual(result.metadata.spill_store_bytes, 0)
        self.assertIn("cubin", result.times)

    @unittest.skipUnless(has_tool("nvdisasm"), "no nvdisasm")
    def test_sass_on_demand(self):
        result = ttc.compile(kernels.ADD, target="cuda:90")
        self.assertNotIn("sass", result.asm)
        self.assertIn("LDG", result.sass)
        self.assertEqual(ttc.disassemble(result.cubin), result.sass)

    def test_assemble(self):
        ptx = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx").ptx
        result = ttc.assemble(ptx)
        self.assertEqual(result.cubin[:4], b"\x7fELF")
        self.assertGreater(result.metadata.num_regs, 0)
        with self.assertRaisesRegex(ttc.Error, "ptxas"):
            ttc.assemble(ptx.replace("ld.global", "ld.nowhere"))


class Errors(unittest.TestCase):
    def test_location_line_and_notes(self):
        with self.assertRaises(ttc.CompileError) as caught:
            ttc.compile(kernels.WRONG, target="cuda:90", name="wrong.ttir")
        error = caught.exception
        self.assertEqual((error.file, error.line), ("wrong.ttir", 3))
        self.assertGreater(error.column, 1)
        self.assertIn("arith.addi", error.source_line)
        self.assertTrue(error.message)
        self.assertNotIn("wrong.ttir", error.message)
        self.assertIn("wrong.ttir:3", str(error))
        self.assertEqual(error.diagnostics[0].severity, "error")
        self.assertTrue(error.notes)
        self.assertEqual(error.notes[0].severity, "note")
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.line, copy.notes[0].message), (3, error.notes[0].message))

    def test_what_is_no_ir(self):
        rubbish = os.urandom(4096)
        for text in ("", "hello", "{" * 10000, rubbish, b"\0" * 100, "ML\xefR"):
            with self.assertRaises(ttc.Error):
                ttc.compile(text, target="cuda:90")

    def test_texts_that_are_no_utf8(self):
        for comment in (b"// \xff\n", "// \ud800\n", "// \udcff\n"):
            text = kernels.ADD
            text = comment + (text.encode() if isinstance(comment, bytes) else text)
            ttc.compile(text, target="cuda:90", stop_after="ttir", name="\ud800\0")
        with self.assertRaises(ttc.OptionError):
            ttc.compile(kernels.ADD, target="\ud800")

    def test_zero_bytes_in_what_is_quoted(self):
        text = kernels.ADD.replace("arith.constant", "ar\0ith.constant")
        with self.assertRaises(ttc.CompileError) as caught:
            ttc.compile(text, target="cuda:90")
        self.assertIn("ar?ith.constant", str(caught.exception))

    def test_nothing_has_a_place(self):
        with self.assertRaises(ttc.CompileError) as caught:
            ttc.compile("", target="cuda:90", name="empty.ttir")
        self.assertIn("empty.ttir:1:1: error", str(caught.exception))

    def test_options_are_read_by_several_threads_at_once(self):
        from ttc import _library

        lib, whole = ttc._library.library(), _library.option_kinds()
        get_name, seen = lib.GetOptionName, []

        def interrupted(index):
            if index == 3:
                lib.GetOptionName = get_name
                thread = threading.Thread(
                    target=lambda: seen.append(_library.option_kinds())
                )
                thread.start()
                thread.join()
            return get_name(index)

        self.addCleanup(setattr, lib, "GetOptionName", get_name)
        lib.GetOptionName, _library._option_kinds = interrupted, None
        self.assertEqual(_library.option_kinds(), whole)
        self.assertEqual(seen, [whole])

    def test_targets(self):
        for target in ("cuda:10", "sm_999", "gfx942", "", "cuda:", "cuda:90\n"):
            with self.assertRaises(ttc.Error, msg=target) as caught:
                ttc.compile(kernels.ADD, target=target)
            self.assertIn("target", str(caught.exception))
        with self.assertRaisesRegex(ttc.Error, "target"):
            ttc.compile(kernels.ADD)

    def test_values_of_options(self):
        for options in (
            {"num_warps": 0},
            {"num_warps": 3},
            {"num_warps": -4},
            {"num_warps": 2**70},
            {"num_stages": 0},
            {"num_ctas": 0},
            {"num_ctas": 3},
            {"maxnreg": 0},
            {"maxnreg": 256},
            {"min_blocks_per_sm": 33},
            {"ptx_version": 1},
            {"stop_after": "elf"},
        ):
            (name,) = options
            with self.assertRaises(ttc.OptionError, msg=options) as caught:
                ttc.compile(kernels.ADD, target="cuda:90", **options)
            self.assertRegex(str(caught.exception), WORDS[name])

    def test_types_of_options(self):
        for name, value, wanted in (
            ("num_warps", "4", "int"),
            ("num_warps", 4.0, "int"),
            ("num_warps", True, "int"),
            ("enable_fp_fusion", 1, "bool"),
            ("kernel", 3, "str"),
        ):
            with self.assertRaisesRegex(TypeError, f"{name} must be an? {wanted}"):
                ttc.compile(kernels.ADD, target="cuda:90", **{name: value})
        with self.assertRaisesRegex(TypeError, "nothing"):
            ttc.compile(kernels.ADD, target="cuda:90", nothing=1)
        with self.assertRaisesRegex(ttc.OptionError, "zero byte"):
            ttc.compile(kernels.ADD, target="cuda:90\0")
        for call in (ttc.assemble, ttc.disassemble, ttc.find_tool):
            for value in (5, None, [1], pathlib.Path("/")):
                with self.assertRaises(TypeError, msg=(call, value)):
                    call(value)

    def test_kernels(self):
        two = kernels.ADD + kernels.ADD.replace("@add", "@more")
        with self.assertRaisesRegex(ttc.Error, "kernel"):
            ttc.compile(two, target="cuda:90", stop_after="ptx")
        one = ttc.compile(two, target="cuda:90", stop_after="ptx", kernel="more")
        self.assertEqual(one.metadata.name, "more")
        with self.assertRaisesRegex(ttc.Error, "third"):
            ttc.compile(two, target="cuda:90", stop_after="ptx", kernel="third")

    def test_missing_ptxas(self):
        with self.assertRaisesRegex(ttc.ToolError, "/nowhere/ptxas"):
            ttc.compile(kernels.ADD, target="cuda:90", ptxas="/nowhere/ptxas")
        with self.assertRaisesRegex(ttc.ToolError, "/nowhere"):
            ttc.compile(kernels.ADD, target="cuda:90", cuda_path="/nowhere")

    def test_libdevice_that_is_none(self):
        text = kernels.ADD.replace(
            "arith.addf %a, %b : tensor<128xf32>",
            'tt.extern_elementwise %a, %b {libname = "", libpath = "", pure = true, '
            'symbol = "__nv_powf"} : (tensor<128xf32>, tensor<128xf32>) -> '
            "tensor<128xf32>",
        )
        for compile in (ttc.compile, ttc.compile_cpu):
            with self.assertRaisesRegex(ttc.ToolError, "libdevice.*test_compile"):
                compile(text, target="cuda:90", libdevice=__file__)

    def test_failing_ptxas(self):
        false = shutil.which("false")
        with self.assertRaises(ttc.ToolError):
            ttc.compile(kernels.ADD, target="cuda:90", ptxas=false)
        # And the next compile is as good as the first.
        ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")

    def test_ptxas_that_does_not_end(self):
        with tempfile.TemporaryDirectory() as folder:
            slow = pathlib.Path(folder) / "ptxas"
            slow.write_text("#!/bin/sh\nexec sleep 60\n")
            slow.chmod(0o755)
            with self.assertRaises(ttc.ToolError):
                ttc.compile(
                    kernels.ADD, target="cuda:90", ptxas=slow, tool_timeout=1
                )

    def test_disassembling_rubbish(self):
        with self.assertRaises(ttc.Error):
            ttc.disassemble(b"no cubin")


if __name__ == "__main__":
    unittest.main()
