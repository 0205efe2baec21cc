#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many .ttir files as compiled by ttc and by Triton, on equal inputs.

For each file: both compile it (options from the .json beside it), both run on
copies of the same random buffers, and all buffers are compared, inputs too.
What the kernels mean is not known, so buffers are large, integers in memory
are small (they may be indices), and scalars are chosen by their names.

    sweep_gpu.py --ttc=tt-translate.xz corpus/inductor/triton_poi_*.ttir
    sweep_gpu.py --ttc=... --compile-only FILE... prints compile results only

One line for each file, beginning with its class:

    equal       all buffers are bitwise the same
    close       floating-point elements differ within the tolerance
    DIFFERENT   they differ by more
    CRASHED     ttc's code failed on the GPU where Triton's did not
    NO-TTC      ttc does not compile it though Triton does
    unusable    Triton itself can't compile or run it here, or its parameters
                can't be made up

Exit status 1 when a file is of a class in capitals.
"""

import argparse
import collections
import concurrent.futures
import concurrent.futures.process
import json
import multiprocessing
import os
import pathlib
import re
import sys

import toolchain

# Bytes of each buffer; the pointer is a quarter inside, so that negative
# offsets stay in the buffer, too.
BUFFER_BYTES = 256 << 20
OFFSET_BYTES = BUFFER_BYTES // 4

# The first pattern that matches a scalar's name gives its value. `block` is
# the longest range of the kernel.
SCALARS = [
    (r"[xyz]\w*numel|n_elements|numel|size", lambda block: 8 * block - 16),
    (r"r\w*numel|ks\d+", lambda block: 512),
    (r"stride.*_?(n|k|1)$", lambda block: 1024),
    (r"stride", lambda block: 4096),
    (r"load_seed_offset|seed", lambda block: 12345),
    (r"[a-z]|\w+", lambda block: max(16, min(block, 1024))),
]
REALS = [(r"eps", 1e-5), (r"p(_drop)?$", 0.5), (r"\w+", 0.75)]

# Relative to the largest element of the buffer.
TOLERANCE = {"f64": 1e-11, "f32": 2e-5, "f16": 4e-3, "bf16": 3e-2}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--ttc", required=True, help="tt-translate, plain or .xz")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="also write the results to this file")
    parser.add_argument("--compile-only", action="store_true")
    return parser.parse_args()


Built = collections.namedtuple("Built", "file text triton ttc")


def compile_file(path, tool, target):
    """Runs in a process of its own: a compiler that crashes takes only it.

    Both results are Code, or the error's text.
    """
    options = toolchain.options_beside(path)
    warps = options.get("num_warps", 4)
    results = []
    try:
        results.append(toolchain.Triton(target).compile_file(path, options))
    except toolchain.CompileError as error:
        results.append(str(error))
    try:
        ttc = toolchain.Ttc(tool, target)
        stages, ctas = options.get("num_stages", 3), options.get("num_ctas", 1)
        fusion = options.get("enable_fp_fusion", True)
        results.append(ttc.compile(path, warps, stages, ctas, fusion))
    except toolchain.CompileError as error:
        results.append(str(error))
    return Built(path, path.read_text(), *results)


def scalar_value(parameter, block):
    if parameter.type[0] in "fb":
        return next(value for p, value in REALS if re.match(p, parameter.name))
    value = next(v for p, v in SCALARS if re.match(p, parameter.name))(block)
    if parameter.type == "i1":
        return 1
    step = parameter.divisibility
    return min(value, 100 if parameter.type == "i8" else value) // step * step or step


def grid_of(text):
    """Eight programs in x; four and two in y and z where they are asked for."""
    return (
        8,
        4 if "tt.get_program_id y" in text else 1,
        2 if "tt.get_program_id z" in text else 1,
    )


def block_of(text):
    return max([int(end) for end in re.findall(r"make_range {end = (\d+)", text)] or [1])


class Runner:
    """Runs files on the GPU. After a fault the process has to be replaced."""

    def __init__(self, seed):
        import torch

        self.torch = torch
        self.generator = torch.Generator(device="cuda")
        self.generator.manual_seed(seed)
        self.pool = {}

    def _fresh(self, type_name):
        torch = self.torch
        dtypes = {
            "f64": torch.float64,
            "f32": torch.float32,
            "f16": torch.float16,
            "bf16": torch.bfloat16,
        }
        if type_name in dtypes:
            width = {"f64": 8, "f32": 4}.get(type_name, 2)
            return torch.randn(
                BUFFER_BYTES // width,
                dtype=dtypes[type_name],
                device="cuda",
                generator=self.generator,
            )
        if type_name.startswith("f8"):
            # Any byte but those with all exponent bits, which may be NaN.
            bits = torch.randint(
                0, 0x78, (BUFFER_BYTES,), device="cuda", generator=self.generator
            )
            return bits.to(torch.uint8)
        high = 2 if type_name == "i1" else 8
        dtype = {
            "i1": torch.uint8,
            "i8": torch.int8,
            "i16": torch.int16,
            "i32": torch.int32,
            "i64": torch.int64,
        }[type_name]
        count = BUFFER_BYTES // dtype.itemsize
        return torch.randint(
            0, high, (count,), dtype=dtype, device="cuda", generator=self.generator
        )

    def buffers(self, parameters):
        """One random buffer for each pointer; made once for each type and
        place, and copied for each run."""
        for i, parameter in enumerate(parameters):
            if not parameter.is_pointer:
                continue
            key = parameter.type, i % 4
            if key not in self.pool:
                self.pool[key] = self._fresh(parameter.type)
            yield self.pool[key].clone()

    def execute(self, code, parameters, text):
        import gpu

        buffers = list(self.buffers(parameters))
        addresses = iter(buffers)
        arguments = []
        for parameter in parameters:
            if parameter.is_pointer:
                address = next(addresses).data_ptr() + OFFSET_BYTES
                arguments.append((None, address))
            else:
                value = scalar_value(parameter, block_of(text))
                arguments.append((parameter.type, value))
        loaded = gpu.LoadedKernel(code)
        loaded.bind(grid_of(text), arguments)()
        self.torch.cuda.synchronize()
        loaded.unload()
        return buffers

    def compare(self, parameters, expected, got):
        """(class, detail) over all buffers."""
        torch = self.torch
        pointers = [p for p in parameters if p.is_pointer]
        worst = ("equal", "")
        changed = False
        for i, (parameter, want, have) in enumerate(zip(pointers, expected, got)):
            place = parameters.index(parameter)
            original = self.pool[parameter.type, place % 4]
            changed |= not torch.equal(original.view(torch.uint8), want.view(torch.uint8))
            if torch.equal(want.view(torch.uint8), have.view(torch.uint8)):
                continue
            tolerance = TOLERANCE.get(parameter.type)
            differ = (want != have) & ~(want.isnan() & have.isnan())
            where = differ.nonzero()[:, 0]
            if not len(where):
                continue
            first = where[0].item()
            detail = (
                f"'{parameter.name}' ({parameter.type}) at {len(where)} elements, "
                f"first {first - OFFSET_BYTES // want.element_size()}: "
                f"triton {want[first].item()}, ttc {have[first].item()}"
            )
            if tolerance is None:
                return "DIFFERENT", detail
            a, b = want[where].double(), have[where].double()
            scale = a.abs()[a.isfinite()].max().item() if a.isfinite().any() else 0.0
            error = ((a - b).abs() / max(scale, 1e-30)).max().item()
            if not error <= tolerance:
                return "DIFFERENT", f"{detail}; off by {error:.3g} of the largest"
            worst = "close", f"{detail}; off by {error:.3g} of the largest"
        if not changed:
            return "unusable", "the kernel changed no buffer with these arguments"
        return worst

    def run(self, built):
        """(class, detail, is the GPU still usable?)"""
        import gpu

        _, parameters = toolchain.signature(built.text)
        failures = (gpu.CudaError, RuntimeError)
        try:
            expected = self.execute(built.triton, parameters, built.text)
        except failures as error:
            return "unusable", f"Triton's code: {error}", False
        try:
            got = self.execute(built.ttc, parameters, built.text)
        except failures as error:
            return "CRASHED", str(error).splitlines()[0], False
        return *self.compare(parameters, expected, got), True


def serve(jobs, results, seed):
    """The GPU process: handles jobs until one leaves the GPU unusable."""
    runner = Runner(seed)
    while True:
        built = jobs.recv()
        if built is None:
            return
        kind, detail, usable = runner.run(built)
        results.send((kind, detail, usable))
        if not usable:
            return


class GpuProcess:
    """A `serve` process, started again whenever it has ended."""

    def __init__(self, seed):
        self.seed = seed
        self.process = None

    def run(self, built):
        if self.process is None or not self.process.is_alive():
            jobs, self.jobs = multiprocessing.Pipe(duplex=False)
            self.results, results = multiprocessing.Pipe(duplex=False)
            self.process = multiprocessing.Process(
                target=serve, args=(jobs, results, self.seed)
            )
            self.process.start()
            results.close()
            jobs.close()
        self.jobs.send(built)
        try:
            kind, detail, usable = self.results.recv()
        except EOFError:
            kind, detail, usable = "CRASHED", "the GPU's process died", False
        if not usable:
            self.process.join()
        return kind, detail

    def close(self):
        if self.process and self.process.is_alive():
            self.jobs.send(None)
            self.process.join()


def classify(built, gpu_process):
    if isinstance(built.triton, str):
        return "unusable", f"Triton: {built.triton}"
    if isinstance(built.ttc, str):
        return "NO-TTC", built.ttc.splitlines()[0]
    try:
        toolchain.signature(built.text)
    except toolchain.CompileError as error:
        return "unusable", str(error)
    if gpu_process is None:
        return "compiled", ""
    return gpu_process.run(built)


def compile_all(files, tool, options):
    """Yields Built in the files' order, compiled by many processes. A file
    that takes its process down is left out, and the rest start anew."""
    files = list(files)
    while files:
        spawn = multiprocessing.get_context("spawn")
        pool = concurrent.futures.ProcessPoolExecutor(options.jobs, mp_context=spawn)
        with pool:
            waiting = [
                pool.submit(compile_file, path, tool, options.target) for path in files
            ]
            for result in waiting:
                path = files.pop(0)
                try:
                    yield result.result()
                except concurrent.futures.process.BrokenProcessPool:
                    text = path.read_text()
                    yield Built(path, text, "a compiler's process died", "")
                    break


def main():
    options = parse_arguments()
    ttc = toolchain.Ttc(options.ttc, options.target)
    print(toolchain.describe_environment(ttc))
    gpu_process = None
    if not options.compile_only:
        multiprocessing.set_start_method("spawn")
        gpu_process = GpuProcess(options.seed)
    results = []
    for built in compile_all(options.files, ttc.tool, options):
        kind, detail = classify(built, gpu_process)
        results.append({"file": str(built.file), "class": kind, "detail": detail})
        print(f"{kind:9} {built.file.name}  {detail}", flush=True)
    if gpu_process:
        gpu_process.close()
    counts = collections.Counter(result["class"] for result in results)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1))
    return 1 if any(kind.isupper() for kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
