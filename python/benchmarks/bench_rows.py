#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures ttc's machine code beside Triton's on memory-bound kernels.

Both compile the same TTIR (Triton's, of the kernels in kernels.py) with the
same ptxas; both cubins are launched by the same code on the same buffers,
which are far larger than the cache. Repeats of the two alternate, and each is
timed by device events. Prints, for each row, the medians in GB/s, their ratio
(above 1: ttc is faster), and the ratio of the fastest repeats.

    bench_rows.py --ttc=tt-translate.xz                 on a machine with a GPU
    bench_rows.py --ttc=tt-translate.xz --compile-only  anywhere

Exit status 1 when a compile or a launch fails, a result is wrong, or a ratio
of medians is below --least.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import kernels
import toolchain

ELEMENTS = 1 << 28


def rows(elements):
    """The rows of the table: kernel, rows, columns, warps and block."""
    yield kernels.VECTOR_ADD, 1, elements, 4, 1024
    for kernel in (kernels.SOFTMAX, kernels.LAYER_NORM):
        for columns in (1024, 4096, 16384):
            warps = kernels.row_warps(columns)
            yield kernel, elements // columns, columns, warps, columns


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ttc", required=True, help="tt-translate, plain or .xz")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--elements", type=int, default=ELEMENTS)
    parser.add_argument("--repeats", type=int, default=30)
    parser.add_argument("--launches", type=int, default=5, help="in one repeat")
    parser.add_argument("--least", type=float, default=0.98)
    parser.add_argument("--only", default="", help="rows whose label has this text")
    parser.add_argument("--save", help="folder for the TTIR and both cubins")
    parser.add_argument("--compile-only", action="store_true")
    return parser.parse_args()


def compile_row(compilers, kernel, row, save):
    """Machine code by compiler's name."""
    ttc, triton = compilers
    _, _, columns, warps, block = row
    divisible = set(kernel.function.arg_names) - {"eps"}
    code, ttir = triton.compile_kernel(kernel, {"BLOCK": block}, divisible, warps)
    name = f"{kernel.name}_{block}"
    path = pathlib.Path(save) / f"{name}.ttir"
    path.write_text(ttir)
    built = {"triton": code, "ttc": ttc.compile(path, warps)}
    for who, code in built.items():
        (path.parent / f"{name}.{who}.cubin").write_bytes(code.cubin)
    return built


def measure(launch, launches):
    """Milliseconds of one launch, from a batch between two events."""
    import torch

    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(launches):
        launch()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / launches


def run_row(work, built, options):
    """Times by compiler's name, or an error message."""
    import torch

    import gpu

    generator = torch.Generator(device="cuda")
    generator.seed()
    inputs = work.inputs(generator)
    launches = {}
    for who, code in built.items():
        output = work.output()
        launches[who] = gpu.LoadedKernel(code).bind(
            work.grid, work.arguments(inputs, output)
        )
        launches[who]()
        torch.cuda.synchronize()
        problem = work.problem(inputs, output)
        if problem:
            return f"{who}: {problem}"
        del output
    # Both write the same buffer, so that neither has the better addresses.
    output = work.output()
    for who, code in built.items():
        launches[who] = gpu.LoadedKernel(code).bind(
            work.grid, work.arguments(inputs, output)
        )
        for _ in range(10):
            launches[who]()
    times = {who: [] for who in built}
    for repeat in range(options.repeats):
        order = list(built) if repeat % 2 else list(built)[::-1]
        for who in order:
            times[who].append(measure(launches[who], options.launches))
    return times


def report(label, work, times):
    """Prints one line; the ratio of medians."""
    median = {who: statistics.median(t) for who, t in times.items()}
    least = {who: min(t) for who, t in times.items()}
    rate = {who: work.bytes / ms / 1e6 for who, ms in median.items()}
    spread = {who: statistics.pstdev(t) / median[who] for who, t in times.items()}
    ratio = median["triton"] / median["ttc"]
    print(
        f"{label:34} triton {rate['triton']:7.1f} GB/s (±{spread['triton']:.1%})"
        f"  ttc {rate['ttc']:7.1f} GB/s (±{spread['ttc']:.1%})"
        f"  ratio {ratio:.4f}  of fastest {least['triton'] / least['ttc']:.4f}",
        flush=True,
    )
    return ratio


def main():
    options = parse_arguments()
    ttc = toolchain.Ttc(options.ttc, options.target)
    compilers = ttc, toolchain.Triton(options.target)
    print(toolchain.describe_environment(ttc))
    if not options.compile_only:
        import gpu
        import workloads

        print(gpu.describe_gpu())
    save = options.save or tempfile.mkdtemp(prefix="bench-rows-")
    pathlib.Path(save).mkdir(parents=True, exist_ok=True)
    failures = []
    for row in rows(options.elements):
        kernel, count, columns, warps, block = row
        label = f"{kernel.name} f32 {f'{count} x ' if count > 1 else ''}{columns}"
        if options.only not in label:
            continue
        try:
            built = compile_row(compilers, kernel, row, save)
            if options.compile_only:
                sizes = {who: len(code.cubin) for who, code in built.items()}
                print(f"{label:34} compiled: {sizes} bytes of cubin")
                continue
            if count == 1:
                work = workloads.vector_add(columns, block, warps)
            else:
                work = workloads.rows_of(kernel, count, columns, num_warps=warps)
            times = run_row(work, built, options)
        except toolchain.CompileError as error:
            times = str(error)
        if isinstance(times, str):
            print(f"{label:34} FAILED: {times}", flush=True)
            failures.append(label)
        elif report(label, work, times) < options.least:
            failures.append(label)
    print(f"cubins and TTIR are in {save}")
    if failures:
        print(f"FAILED or below {options.least}: {', '.join(failures)}")
        return 1
    print("all rows passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
