#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures ttc inside Triton: the package `ttc`, not the command line tools.

    plugin.py bandwidth  vector_add, softmax and layer_norm through
                         ttc.triton.enable(): results, and bandwidth beside
                         Triton's. Triton's launcher starts both binaries on the
                         same buffers. Needs a GPU.
    plugin.py many       compiles hundreds of different kernels, some of which
                         can't compile, in a process of ttc's and one of
                         Triton's; compares what is left behind. With a GPU each
                         kernel is run and its result checked.
    plugin.py latency    `import ttc` and the first compile to PTX, in fresh
                         processes

The package must be importable. Exit status 1 when a result is wrong or a bar is
missed.
"""

import argparse
import gc
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

# ---- bandwidth


def bind(work, inputs, output):
    """Launches by compiler's name, each of its own binary."""
    import ttc.triton

    function, grid = work.kernel.function, work.grid
    arguments = [*inputs, output, *work.scalars.values()]
    if "eps" in function.arg_names:
        arguments.append(1e-5)
    named = {"BLOCK": work.block, "num_warps": work.num_warps}
    compiled = {"triton": function[grid](*arguments, **named)}
    with ttc.triton.enabled(strict=True):
        compiled["ttc"] = function[grid](*arguments, **named)
    if compiled["ttc"].asm["ptx"] == compiled["triton"].asm["ptx"]:
        raise RuntimeError(f"{work.label}: both binaries are the same")
    runners = {who: kernel[grid] for who, kernel in compiled.items()}
    return {
        who: lambda run=run: run(*arguments, work.block) for who, run in runners.items()
    }


def measure_row(work, options):
    """Times by compiler's name, or an error message."""
    import torch

    from bench_rows import measure

    generator = torch.Generator(device="cuda")
    generator.seed()
    inputs, output = work.inputs(generator), work.output()
    launches = bind(work, inputs, output)
    for who, launch in launches.items():
        output.fill_(float("nan"))
        launch()
        problem = work.problem(inputs, output)
        if problem:
            return f"{who}: {problem}"
    times = {who: [] for who in launches}
    for repeat in range(options.repeats):
        for who in list(launches)[:: 1 if repeat % 2 else -1]:
            times[who].append(measure(launches[who], options.launches))
    return times


def bandwidth(options):
    import gpu
    import workloads
    from bench_rows import report, rows

    print(gpu.describe_gpu())
    failures = []
    for kernel, count, columns, warps, block in rows(options.elements):
        if count == 1:
            work = workloads.vector_add(columns, block, warps)
        else:
            work = workloads.rows_of(kernel, count, columns, num_warps=warps)
        times = measure_row(work, options)
        if isinstance(times, str):
            print(f"{work.label:34} FAILED: {times}", flush=True)
            failures.append(work.label)
        elif report(work.label, work, times) < options.least:
            failures.append(work.label)
    if failures:
        print(f"FAILED or below {options.least}: {', '.join(failures)}")
    return bool(failures)


# ---- many

# Every tenth kernel is refused by Triton's frontend, every tenth has an option
# that ttc does not know.
_KERNELS = """
import triton
import triton.language as tl
"""
_KERNEL = """
@triton.jit
def kernel_{i}(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    value = tl.load(x + at, mask=inside, other=0.0)
    {statement}
    tl.store(out + at, value, mask=inside)
"""


def statement_of(i):
    if i % 10 == 3:
        return "value = value + tl.no_such_function(value)"
    kinds = (
        f"value = value * {i}.0 + {i % 7}.0",
        f"value = tl.exp(value) - {i}.0",
        f"value = value - tl.sum(value, axis=0) * {i}.0",
        f"value = tl.where(value > {i % 5}.0, value, {i}.0)",
    )
    return kinds[i % len(kinds)]


def write_kernels(folder, count):
    path = pathlib.Path(folder) / "many_kernels.py"
    kernels = [_KERNEL.format(i=i, statement=statement_of(i)) for i in range(count)]
    path.write_text(_KERNELS + "".join(kernels))
    spec = importlib.util.spec_from_file_location("many_kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [getattr(module, f"kernel_{i}") for i in range(count)]


def resources():
    """What must not grow: memory in KiB, open files, children, files left."""
    gc.collect()
    status = pathlib.Path("/proc/self/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    tasks = pathlib.Path("/proc/self/task")
    children = [
        child for task in tasks.iterdir() for child in (task / "children").read_text().split()
    ]
    return {
        "memory": int(resident.split()[1]),
        "open files": len(os.listdir("/proc/self/fd")),
        "threads": len(list(tasks.iterdir())),
        "children": len(children),
        "temporary files": len(os.listdir(tempfile.gettempdir())),
    }


def compile_one(kernel, options):
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource, compile

    signature = {"x": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    source = ASTSource(kernel, signature, {"BLOCK": 1024}, {})
    compile(source, target=GPUTarget("cuda", 90, 32), options=options)


def launch_one(kernel, options):
    import torch

    x = torch.arange(1000, device="cuda", dtype=torch.float32) / 100 - 3
    out = torch.full((1000,), float("nan"), device="cuda")
    kernel[(1,)](x, out, 1000, BLOCK=1024, **options)
    return out


def run_one(kernel, options, who):
    """Runs it with two binaries: of ttc and Triton, or two of Triton."""
    import torch

    got = launch_one(kernel, options)
    if who == "ttc":
        import ttc.triton

        with ttc.triton.entered(None):
            want = launch_one(kernel, options)
    else:
        want = launch_one(kernel, {**options, "num_warps": 8})
    torch.testing.assert_close(got, want, rtol=1e-5, atol=1e-4)


def work_through(who, count, on_gpu):
    """In a process of its own: compiles all kernels, prints what is left."""
    import warnings

    from triton.compiler.errors import CompilationError

    warnings.simplefilter("ignore")
    if who == "ttc":
        import ttc.triton

        ttc.triton.enable()
    folder = tempfile.mkdtemp()
    kernels = write_kernels(folder, count)
    seen, refused = [], 0
    for i, kernel in enumerate(kernels):
        options = {"enable_fp_fusion": False}
        if i % 10 == 7:
            options = {"extern_libs": {"more": os.environ["MANY_LIBRARY"]}}
        try:
            if on_gpu:
                run_one(kernel, options, who)
            else:
                compile_one(kernel, options)
        except CompilationError:
            refused += 1
        if i in (count // 4, count - 1):
            seen.append(resources())
    facts = {"refused": refused, "early": seen[0], "late": seen[1]}
    if who == "ttc":
        report = ttc.triton.report()
        facts["by ttc"] = len(report.by("ttc"))
        facts["by triton"] = len([e for e in report.by("triton") if e.reason])
    print(json.dumps(facts))


def many(options):
    if options.child:
        work_through(options.child, options.kernels, options.gpu)
        return False
    found = {}
    for who in ("triton", "ttc"):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "TRITON_CACHE_DIR": f"{folder}/cache"}
            environment["TMPDIR"] = f"{folder}/tmp"
            os.mkdir(f"{folder}/tmp")
            # Any bitcode does; it is not linked, as nothing in it is called.
            import triton

            nvidia = pathlib.Path(triton.__file__).parent / "backends" / "nvidia"
            environment["MANY_LIBRARY"] = str(nvidia / "lib" / "libdevice.10.bc")
            command = [sys.executable, __file__, "many", f"--child={who}"]
            command += [f"--kernels={options.kernels}"] + ["--gpu"] * options.gpu
            run = subprocess.run(command, env=environment, capture_output=True, text=True)
        if run.returncode != 0:
            print(f"{who}: exit status {run.returncode}\n{run.stderr}")
            return True
        found[who] = json.loads(run.stdout.splitlines()[-1])
        print(f"{who}: {found[who]}")
    return check_many(found, options.kernels)


def check_many(found, count):
    problems = []
    growth = {
        who: {key: facts["late"][key] - facts["early"][key] for key in facts["late"]}
        for who, facts in found.items()
    }
    for key in ("open files", "threads", "children", "temporary files"):
        if growth["ttc"][key] > max(0, growth["triton"][key]):
            problems.append(f"{key} grow by {growth['ttc'][key]}")
    kernels = count - count // 4
    per_kernel = {who: grown["memory"] / kernels for who, grown in growth.items()}
    print(f"memory for each kernel, KiB: {per_kernel}")
    # A process keeps every kernel that it has compiled, with its texts.
    if per_kernel["ttc"] > 1.25 * per_kernel["triton"] + 64:
        problems.append("memory grows")
    refused = len([i for i in range(count) if i % 10 == 3])
    fallbacks = len([i for i in range(count) if i % 10 == 7])
    if found["ttc"]["refused"] != refused:
        problems.append(f"{found['ttc']['refused']} kernels refused, not {refused}")
    if found["ttc"]["by triton"] != fallbacks:
        problems.append(f"{found['ttc']['by triton']} fallbacks, not {fallbacks}")
    if found["ttc"]["by ttc"] != count - refused - fallbacks:
        problems.append(f"{found['ttc']['by ttc']} kernels compiled by ttc")
    for problem in problems:
        print(f"FAILED: {problem}")
    return bool(problems)


# ---- latency

_FIRST_COMPILE = """
import sys, time
with open(sys.argv[1]) as file:
    text = file.read()
start = time.perf_counter()
import ttc
ttc.compile(text, target="cuda:90", stop_after="ptx")
print((time.perf_counter() - start) * 1e3)
"""


def latency(options):
    times = []
    for _ in range(options.processes):
        run = subprocess.run(
            [sys.executable, "-c", _FIRST_COMPILE, options.kernel],
            capture_output=True,
            text=True,
            check=True,
        )
        times.append(float(run.stdout))
    print(
        f"import ttc and first compile to PTX, {options.processes} processes: "
        f"least {min(times):.1f} ms, median {statistics.median(times):.1f} ms"
    )
    return min(times) > options.most


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("bandwidth")
    command.set_defaults(run=bandwidth)
    command.add_argument("--elements", type=int, default=1 << 28)
    command.add_argument("--repeats", type=int, default=30)
    command.add_argument("--launches", type=int, default=5, help="in one repeat")
    command.add_argument("--least", type=float, default=0.98)
    command = commands.add_parser("many")
    command.set_defaults(run=many)
    command.add_argument("--kernels", type=int, default=300)
    command.add_argument("--gpu", action="store_true", help="run them, too")
    command.add_argument("--child", choices=("triton", "ttc"), help=argparse.SUPPRESS)
    command = commands.add_parser("latency")
    command.set_defaults(run=latency)
    example = pathlib.Path(__file__).parents[2] / "examples" / "rms_norm.ttir"
    command.add_argument("--kernel", default=str(example))
    command.add_argument("--processes", type=int, default=10)
    command.add_argument("--most", type=float, default=60, help="milliseconds")
    options = parser.parse_args()
    return 1 if options.run(options) else 0


if __name__ == "__main__":
    sys.exit(main())
