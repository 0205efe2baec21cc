#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks ttc's machine code on a GPU against references in float64.

vector_add must be exact; softmax and layer_norm in f32 may be off by 2e-6 of
the row's largest reference value. Inputs are standard normal and fresh in each
run (the seed is printed, --seed repeats one). Outputs are poisoned, and what
surrounds them must stay so. Sizes are mostly not multiples of the block, row
strides both are and are not multiples of 16, and each runs with 1, 2, 4, 8 and
16 warps.

    check_gpu.py --ttc=tt-translate.xz                 on a machine with a GPU
    check_gpu.py --ttc=tt-translate.xz --compile-only  anywhere

Exit status 1 when anything fails to compile, to run, or to be right.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import sys
import tempfile

import kernels
import toolchain

WARPS = (1, 2, 4, 8, 16)


def problems(rng):
    """(kernel, rows, columns, stride, block): fixed sizes and random ones."""
    for n in (1, 31, 1000, 1024, 1025, 98432, rng.randrange(1, 1 << 20)):
        for block in (128, 1024):
            yield kernels.VECTOR_ADD, 1, n, n, block
    sizes = [
        (5, 1, 3),
        (7, 100, 100),
        (33, 1000, 1000),
        (64, 1024, 1024),
        (64, 1008, 1040),
        (17, 1023, 1025),
        (9, 4095, 4096),
        (9, 4096, 4112),
        (5, 10000, 10000),
        (3, 16384, 16384),
    ]
    columns = rng.randrange(2, 8192)
    sizes.append((rng.randrange(1, 64), columns, columns + rng.randrange(64)))
    for kernel in (kernels.SOFTMAX, kernels.LAYER_NORM):
        for rows, columns, stride in sizes:
            block = kernels.next_power_of_two(columns)
            yield kernel, rows, columns, stride, block


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ttc", required=True, help="tt-translate, plain or .xz")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compile-only", action="store_true")
    return parser.parse_args()


def divisible_scalars(kernel, columns, stride):
    scalars = {"n": columns}
    if kernel is not kernels.VECTOR_ADD:
        scalars["stride"] = stride
    return frozenset(name for name, value in scalars.items() if value % 16 == 0)


def compile_all(cases, ttc, triton, jobs):
    """Code, or an error message, for each distinct thing to compile."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="check-gpu-"))
    texts = {}
    for kernel, block, divisible, _ in cases:
        key = kernel, block, divisible
        if key not in texts:
            _, ttir = triton.compile_kernel(kernel, {"BLOCK": block}, divisible, 4)
            texts[key] = folder / f"{len(texts)}-{kernel.name}-{block}.ttir"
            texts[key].write_text(ttir)
    print(f"{len(texts)} TTIR files in {folder}")

    def build(case):
        try:
            return ttc.compile(texts[case[:3]], case[3])
        except toolchain.CompileError as error:
            return str(error)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(cases, pool.map(build, cases)))


def run(work, code, generator):
    """What is wrong, or None."""
    import torch

    import gpu

    inputs = work.inputs(generator)
    output = work.output()
    loaded = gpu.LoadedKernel(code)
    loaded.bind(work.grid, work.arguments(inputs, output))()
    torch.cuda.synchronize()
    loaded.unload()
    return work.problem(inputs, output)


def main():
    options = parse_arguments()
    ttc = toolchain.Ttc(options.ttc, options.target)
    triton = toolchain.Triton(options.target)
    print(toolchain.describe_environment(ttc))
    print(f"seed {options.seed}")
    generator = None
    if not options.compile_only:
        import torch

        import gpu
        import workloads

        print(gpu.describe_gpu())
        generator = torch.Generator(device="cuda")
        generator.manual_seed(options.seed)

    todo = []
    for kernel, rows, columns, stride, block in problems(random.Random(options.seed)):
        divisible = divisible_scalars(kernel, columns, stride)
        for warps in WARPS:
            case = kernel, block, divisible, warps
            todo.append((case, rows, columns, stride))
    built = compile_all(
        list(dict.fromkeys(case for case, *_ in todo)), ttc, triton, options.jobs
    )

    failures = 0
    for case, rows, columns, stride in todo:
        kernel, block, _, warps = case
        code = built[case]
        problem = code if isinstance(code, str) else None
        if problem is None and not options.compile_only:
            work = workloads.Workload(kernel, rows, columns, stride, block, warps)
            problem = run(work, code, generator)
        if problem:
            failures += 1
            print(
                f"FAIL {kernel.name} rows={rows} columns={columns} stride={stride} "
                f"block={block} warps={warps}: {problem.splitlines()[0]}",
                flush=True,
            )
    what = "compiled" if options.compile_only else "ran"
    print(f"{what}: {len(todo) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
