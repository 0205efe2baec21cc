# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches through the CUDA driver, and how arguments are taken apart."""

import pathlib
import struct
import unittest

import kernels
import ttc
from ttc import _arguments
from ttc._cubin import required_threads


def has_device():
    try:
        return ttc.cuda_device_count() > 0
    except ttc.CUDAError:
        return False


class CudaArray:
    """What PyTorch, CuPy and Numba show of an array."""

    def __init__(self, shape, strides=None, stream=None):
        self.__cuda_array_interface__ = {
            "data": (4096, False),
            "typestr": "<f4",
            "shape": shape,
            "strides": strides,
            "stream": stream,
            "version": 3,
        }


class Arguments(unittest.TestCase):
    def test_array_interface(self):
        found = _arguments.to_array(CudaArray((2, 3), stream=7))
        self.assertEqual((found.pointer, found.size, found.itemsize), (4096, 24, 4))
        self.assertEqual((found.device, found.stream), (_arguments.CUDA, 7))
        found = _arguments.to_array(CudaArray((2, 3), (64, 4)))
        self.assertEqual(found.size, 64 + 12)
        self.assertEqual(_arguments.to_array(CudaArray((2, 0), (64, 4))).size, 0)

    def test_what_is_no_array(self):
        for value in (3, 2.5, "text", None, object()):
            self.assertIsNone(_arguments.to_array(value))

    def test_scalars(self):
        for value, kind, want in (
            (1.5, "f32", struct.pack("<f", 1.5)),
            (-1, "i32", b"\xff" * 4),
            (2**32 - 1, "i32", b"\xff" * 4),
            (True, "i1", b"\1"),
            (1.0, "bf16", b"\x80\x3f"),
            (1.00390625, "bf16", b"\x80\x3f"),  # half way: to the even one
            (1.01171875, "bf16", b"\x82\x3f"),
            (float("nan"), "bf16", b"\xc0\x7f"),
            (0.5, "f16", struct.pack("<e", 0.5)),
            (7, "f64", struct.pack("<d", 7.0)),
        ):
            self.assertEqual(_arguments.pack_scalar(value, kind, "a"), want, (value, kind))

    def test_scalars_that_do_not_fit(self):
        for value, kind in (
            (2**32, "i32"),
            (-129, "i8"),
            (2, "i1"),
            (0.5, "i32"),
            (1e6, "f16"),
            ("1", "i32"),
            (1.0, "f8E5M2"),
        ):
            with self.assertRaisesRegex(ttc.LaunchError, "argument 'a'"):
                _arguments.pack_scalar(value, kind, "a")

    def test_grids(self):
        self.assertEqual(_arguments.check_grid(5), (5, 1, 1))
        self.assertEqual(_arguments.check_grid([5, 6]), (5, 6, 1))
        with self.assertRaisesRegex(ttc.LaunchError, "y must be 1 to 65535"):
            _arguments.check_grid((1, 65536))


class Blocks(unittest.TestCase):
    def compile(self, **options):
        return ttc.compile(kernels.ADD, target="cuda:90", num_warps=2, **options)

    def test_ptx(self):
        ptx = self.compile(stop_after="ptx").ptx.encode()
        self.assertEqual(required_threads(ptx, "add"), 64)
        self.assertIsNone(required_threads(ptx, "other"))
        self.assertIsNone(required_threads(ptx.replace(b".reqntid", b"//"), "add"))

    def test_cubin(self):
        try:
            cubin = self.compile().cubin
        except ttc.ToolError:
            self.skipTest("no ptxas")
        self.assertEqual(required_threads(cubin, "add"), 64)
        self.assertIsNone(required_threads(cubin, "other"))
        for length in range(0, len(cubin), 97):  # whatever is cut off
            required_threads(cubin[:length], "add")


class Loading(unittest.TestCase):
    def test_what_must_be_known(self):
        with self.assertRaisesRegex(ttc.LaunchError, "which kernel"):
            ttc.load(b"cubin")
        with self.assertRaisesRegex(ttc.LaunchError, "no type 'f31'"):
            ttc.load(b"cubin", "add", types=["f31"])
        with self.assertRaisesRegex(ttc.LaunchError, "how many threads"):
            ttc.load(b"cubin", "add")
        with self.assertRaisesRegex(ttc.LaunchError, "scratch"):
            ttc.load(b"cubin", metadata={"name": "add", "global_scratch_size": 8})
        result = ttc.compile(kernels.ADD, target="cuda:90", stop_after="ptx")
        with self.assertRaisesRegex(KeyError, "cubin"):
            ttc.load(result)

    @unittest.skipIf(has_device(), "there is a device")
    def test_without_a_driver(self):
        with self.assertRaisesRegex(ttc.CUDAError, "(?i)cuda"):
            ttc.load(b"cubin", "add", num_warps=4)
        with self.assertRaises(ttc.CUDAError):
            ttc.cuda_target()
        with self.assertRaises(ttc.CUDAError):
            ttc.synchronize()

    def test_wrong_options(self):
        for options in (
            {"num_warps": "4"},
            {"num_ctas": 2.0},
            {"shared": "0"},
            {"device": None},
        ):
            with self.assertRaises(TypeError, msg=options):
                ttc.load(b"cubin", "add", **{"num_warps": 4, **options})
        for options in ({"num_warps": 33}, {"shared": -1}, {"device": -2}):
            with self.assertRaises(ttc.LaunchError, msg=options):
                ttc.load(b"cubin", "add", **{"num_warps": 4, **options})
        for code in (5, None, pathlib.Path("/")):
            with self.assertRaises(TypeError, msg=code):
                ttc.load(code, "add", num_warps=4)
        with self.assertRaises(TypeError):
            ttc.cuda_target("0")

    @unittest.skipUnless(has_device(), "no device")
    def test_rubbish(self):
        with self.assertRaises(ttc.CUDAError):
            ttc.load(b"cubin", "add", num_warps=4)


@unittest.skipUnless(has_device(), "no device")
class Device(unittest.TestCase):
    def setUp(self):
        self.torch = __import__("torch")
        self.x = self.torch.arange(300.0, device="cuda")
        self.out = self.torch.zeros(300, device="cuda")

    def check(self, kernel):
        self.out.zero_()
        kernel[(3,)](self.x, self.x, self.out, 300)
        self.assertTrue(self.torch.equal(self.out, 2 * self.x))

    def test_result(self):
        result = ttc.compile(kernels.ADD, target=ttc.cuda_target(), num_warps=2)
        kernel = ttc.load(result)
        self.check(kernel)
        self.assertGreater(kernel.attribute("num_regs"), 0)
        self.out.zero_()
        kernel[3](n=300, x=self.x, y=self.x, out=self.out)
        self.assertTrue(self.torch.equal(self.out, 2 * self.x))
        stream = self.torch.cuda.Stream()
        stream.wait_stream(self.torch.cuda.current_stream())
        kernel[3](self.x, self.x, self.out, 100, stream=stream)
        ttc.synchronize(stream)
        self.assertTrue(stream.query())

    def test_cubin_alone(self):
        result = ttc.compile(kernels.ADD, target=ttc.cuda_target(), num_warps=2)
        kernel = ttc.load(result.cubin, "add")
        self.assertEqual(kernel.num_warps, 2)
        self.check(kernel)
        self.check(ttc.load(result.cubin, metadata=result.metadata))
        self.check(ttc.load(result.ptx, "add", types=["*f32", "*fp32", "*f32", "i32"]))

    def test_launch_attributes(self):
        result = ttc.compile(kernels.ADD, target=ttc.cuda_target())
        self.check(ttc.load(result, cooperative=True))
        facts = {"launch_pdl": True, "launch_cooperative_grid": False}
        self.check(ttc.load(result, metadata=facts))
        # More blocks than run at once are refused.
        kernel = ttc.load(result, cooperative=True)
        with self.assertRaises(ttc.CUDAError):
            kernel[1 << 20](self.x, self.x, self.out, 300)

    def test_dlpack(self):
        class Bare:
            def __init__(self, tensor):
                self.tensor = tensor

            def __dlpack__(self, **options):
                return self.tensor.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.tensor.__dlpack_device__()

        kernel = ttc.load(ttc.compile(kernels.ADD, target=ttc.cuda_target()))
        kernel[3](Bare(self.x), Bare(self.x), Bare(self.out), 300)
        self.torch.cuda.synchronize()
        self.assertTrue(self.torch.equal(self.out, 2 * self.x))

    def test_cupy(self):
        try:
            import cupy
        except ImportError:
            self.skipTest("no CuPy")
        kernel = ttc.load(ttc.compile(kernels.ADD, target=ttc.cuda_target()))
        x, out = cupy.arange(300, dtype="float32"), cupy.zeros(300, dtype="float32")
        kernel[3](x, x, out, 300)
        self.assertTrue((out == 2 * x).all())

    def test_wrong_arguments(self):
        kernel = ttc.load(ttc.compile(kernels.ADD, target=ttc.cuda_target()))
        cpu, double = self.x.cpu(), self.x.double()
        for arguments, text in (
            ((self.x, self.x, self.out), "4 parameters"),
            ((cpu, self.x, self.out, 300), "in a GPU's memory"),
            ((double, self.x, self.out, 300), "elements of 8 bytes"),
            ((self.x, self.x, self.out, 0.5), "is a float"),
        ):
            with self.assertRaisesRegex(ttc.LaunchError, text):
                kernel[3](*arguments)


if __name__ == "__main__":
    unittest.main()
