# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on the CPU: arrays of several kinds, and what is refused."""

import array
import ctypes
import unittest

import kernels
import ttc

try:
    import numpy
except ImportError:
    numpy = None


def floats(values):
    return array.array("f", values)


class Cpu(unittest.TestCase):
    def test_buffers(self):
        x, y, out = floats(range(200)), floats([0.5] * 200), floats([-1] * 200)
        ttc.run_cpu(kernels.ADD, 2, [x, y, out, 200])
        self.assertEqual(list(out), [i + 0.5 for i in range(200)])

    def test_named_arguments_and_a_second_run(self):
        kernel = ttc.compile_cpu(kernels.ADD)
        self.assertEqual([p.name for p in kernel.parameters], ["x", "y", "out", "n"])
        self.assertIn("llvm.func", kernel.result.mlir)
        x, out = floats([1, 2, 3]), floats([0, 0, 0])
        kernel[(1,)](n=3, out=out, y=x, x=x)
        self.assertEqual(list(out), [2, 4, 6])
        kernel.run((1, 1), {"x": out, "y": x, "out": out, "n": 2})
        self.assertEqual(list(out), [3, 6, 6])

    def test_scalars(self):
        cells = [ctypes.c_float(), ctypes.c_double(), ctypes.c_int64(), ctypes.c_int8()]
        arrays = [(type(cell) * 1)() for cell in cells]
        ttc.run_cpu(kernels.SCALARS, 1, [0.1, 0.1, -(2**40), 200, *arrays])
        self.assertEqual(arrays[0][0], ctypes.c_float(0.1).value)
        self.assertEqual(arrays[1][0], 0.1)
        self.assertEqual(arrays[2][0], -(2**40))
        self.assertEqual(arrays[3][0], 200 - 256)

    def test_what_may_only_be_read(self):
        x, out = bytes(floats([1, 2])), floats([0, 0])
        ttc.run_cpu(kernels.ADD, 1, [memoryview(x).cast("f"), out, out, 2])
        self.assertEqual(list(out), [1, 2])
        with self.assertRaisesRegex(ttc.LaunchError, "'out'.*only be read"):
            ttc.run_cpu(kernels.ADD, 1, [out, out, memoryview(x).cast("f"), 2])

    def test_checks(self):
        x, out = floats([1] * 100), floats([0] * 50)
        with self.assertRaises(ttc.KernelError) as caught:
            ttc.run_cpu(kernels.ADD, 1, [x, x, out, 100])
        self.assertIn("out", str(caught.exception))
        self.assertTrue(caught.exception.diagnostics)
        self.assertEqual(caught.exception.diagnostics[0].category, "cpu")

    def test_uninitialized(self):
        from ttc.cpu import Uninitialized

        x, out = floats([1] * 8), floats([0] * 8)
        ttc.run_cpu(kernels.ADD, 1, [x, x, Uninitialized(out), 8])
        self.assertEqual(list(out), [2] * 8)
        with self.assertRaises(ttc.KernelError):
            ttc.run_cpu(kernels.ADD, 1, [Uninitialized(x), x, out, 8])

    def test_wrong_arguments(self):
        x = floats([1, 2])
        for arguments, text in (
            ([x, x, x], "4 parameters .*3 arguments"),
            ({"x": x, "y": x, "out": x}, "no value for the parameter 'n'"),
            ({"x": x, "y": x, "out": x, "m": 2}, "no parameter 'm'"),
            ([x, x, x, "2"], "'n' must be a number"),
            ([x, x, x, 2.5], "'n' is a float"),
            ([x, x, x, 2**33], "i32 can't hold"),
            ([x, x, 7, 2], "'out' must be an array"),
            ([x, x, array.array("d", [0, 0]), 2], "elements of 8 bytes"),
        ):
            with self.assertRaisesRegex(ttc.LaunchError, text):
                ttc.run_cpu(kernels.ADD, 1, arguments)

    def test_wrong_grids(self):
        x = floats([1, 2])
        for grid in (0, (), (1, 1, 1, 1), (-1,), (1.5,), 2**40):
            with self.assertRaisesRegex(ttc.LaunchError, "grid"):
                ttc.run_cpu(kernels.ADD, grid, [x, x, x, 2])

    def test_wrong_options(self):
        x = floats([1, 2])
        with self.assertRaisesRegex(TypeError, "no option 'speed'"):
            ttc.run_cpu(kernels.ADD, 1, [x, x, x, 2], speed=3)
        with self.assertRaises(ttc.Error):
            ttc.run_cpu(kernels.ADD, 1, [x, x, x, 2], cpu_async="sometimes")
        with self.assertRaises(ttc.CompileError):
            ttc.run_cpu(kernels.WRONG, 1, [1])

    def test_profile(self):
        x, out = floats([1] * 8), floats([0] * 8)
        kernel = ttc.run_cpu(kernels.ADD, 1, [x, x, out, 8], cpu_profile=True)
        self.assertIn("{", kernel.profile)


@unittest.skipIf(numpy is None, "no NumPy")
class Numpy(unittest.TestCase):
    def test_arrays(self):
        generator = numpy.random.default_rng(0)
        x, y = generator.standard_normal((2, 1000), dtype="float32")
        out = numpy.full(1000, numpy.nan, dtype="float32")
        ttc.run_cpu(kernels.ADD, (8,), [x, y, out, numpy.int32(1000)])
        numpy.testing.assert_array_equal(out, x + y)

    def test_part_of_an_array(self):
        whole = numpy.zeros(10, dtype="float32")
        ones = numpy.ones(3, dtype="float32")
        ttc.run_cpu(kernels.ADD, 1, [ones, ones, whole[4:], 3])
        self.assertEqual(list(whole), [0] * 4 + [2] * 3 + [0] * 3)
        with self.assertRaises(ttc.KernelError):  # the view has two elements
            ttc.run_cpu(kernels.ADD, 1, [ones, ones, whole[4:6], 3])
        with self.assertRaisesRegex(ttc.LaunchError, "negative stride"):
            ttc.run_cpu(kernels.ADD, 1, [ones, ones, whole[::-1], 3])

    def test_read_only_array(self):
        ones = numpy.ones(3, dtype="float32")
        ones.flags.writeable = False
        out = numpy.zeros(3, dtype="float32")
        ttc.run_cpu(kernels.ADD, 1, [ones, ones, out, 3])
        self.assertEqual(list(out), [2, 2, 2])


if __name__ == "__main__":
    unittest.main()
