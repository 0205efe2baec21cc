#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures `--tt-optimize`: real kernels, and generated ones of growing size.

A pass that takes more than linear time does not show on kernels of a thousand
ops. So functions of --ops ops and of a quarter of that are generated, of shapes
that are each some pass's worst case, and the times are compared: four times the
ops should take about four times as long.

    optimizer_time.py --tt-opt=build/release/bin/tt-opt [FILE.ttir...]
    optimizer_time.py --write=FOLDER          (the generated files, no times)

Times are of the processor, user and system, so a busy machine disturbs them
little: that of tt-opt with `--tt-optimize` less that without, the least of
--repeats. Exit status 1 if a generated file takes longer than --limit seconds,
or a given one longer than --file-limit milliseconds.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

F32 = "tensor<1024xf32>"
I32 = "tensor<1024xi32>"
I1 = "tensor<1024xi1>"
POINTERS = "tensor<1024x!tt.ptr<f32>>"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--tt-opt", default="tt-opt")
    parser.add_argument("--ops", type=int, default=100_000)
    parser.add_argument("--only", help="generated shapes, separated by commas")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--file-limit", type=float, default=5.0)
    parser.add_argument("--write", type=pathlib.Path)
    return parser.parse_args()


class Function:
    """Lines of a kernel, and the names of its values."""

    def __init__(self):
        self.lines = []
        self.count = 0

    def __len__(self):
        return len(self.lines)

    def op(self, text):
        """Adds an op with one result; its name."""
        name = f"%{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def do(self, text):
        self.lines.append(text)

    def splat(self, scalar, element, tile):
        return self.op(f"tt.splat {scalar} : {element} -> {tile}")

    def binary(self, name, a, b, kind):
        return self.op(f"arith.{name} {a}, {b} : {kind}")

    def add_pointers(self, pointers, offsets):
        return self.op(f"tt.addptr {pointers}, {offsets} : {POINTERS}, {I32}")

    def load(self, pointers, mask=None):
        return self.op(f"tt.load {pointers}{f', {mask}' if mask else ''} : {POINTERS}")

    def store(self, pointers, value):
        self.do(f"tt.store {pointers}, {value} : {POINTERS}")

    def start(self):
        """The positions, and pointers at them."""
        positions = self.op(f"tt.make_range {{start = 0 : i32, end = 1024 : i32}} : {I32}")
        pointers = self.splat("%p", "!tt.ptr<f32>", POINTERS)
        return positions, self.add_pointers(pointers, positions)

    def text(self):
        body = "\n".join(f"  {line}" for line in self.lines)
        signature = "%p: !tt.ptr<f32>, %n: i32, %m: i32, %x: f32"
        return f"tt.func public @kernel({signature}) {{\n{body}\n  tt.return\n}}\n"


def elementwise(f, ops):
    """A chain where each op needs the one before."""
    _, pointers = f.start()
    value = scale = f.load(pointers)
    while len(f) < ops:
        value = f.binary("mulf", value, scale, F32)
        value = f.binary("addf", value, scale, F32)
        value = f.op(f"math.exp2 {value} : {F32}")
    f.store(pointers, value)


def splats(f, ops):
    """Scalars join a chain of integers, each a splat of its own."""
    value, pointers = f.start()
    while len(f) < ops:
        value = f.binary("addi", value, f.splat("%n", "i32", I32), I32)
        value = f.binary("muli", value, f.splat("%m", "i32", I32), I32)
    f.store(pointers, f.op(f"arith.sitofp {value} : {I32} to {F32}"))


def sums(f, ops):
    """One long sum of what differs and what repeats, by turns."""
    positions, pointers = f.start()
    loaded = f.op(f"arith.fptosi {f.load(pointers)} : {F32} to {I32}")
    value = positions
    while len(f) < ops:
        value = f.binary("addi", value, loaded, I32)
        value = f.binary("addi", value, f.splat("%n", "i32", I32), I32)
    f.store(pointers, f.op(f"arith.sitofp {value} : {I32} to {F32}"))


def pointers(f, ops):
    """A chain of addresses, offsets that differ and that repeat by turns."""
    positions, pointers = f.start()
    while len(f) < ops:
        pointers = f.add_pointers(pointers, positions)
        pointers = f.add_pointers(pointers, f.splat("%n", "i32", I32))
    f.store(pointers, f.splat("%x", "f32", F32))


def accesses(f, ops):
    """Loads and stores with masks, each at an address of its own."""
    positions, _ = f.start()
    bases = f.splat("%p", "!tt.ptr<f32>", POINTERS)
    limit = f.splat("%n", "i32", I32)
    while len(f) < ops:
        step = f.op(f"arith.constant dense<{len(f)}> : {I32}")
        at = f.binary("addi", positions, step, I32)
        mask = f.op(f"arith.cmpi slt, {at}, {limit} : {I32}")
        address = f.add_pointers(bases, at)
        value = f.load(address, mask)
        chosen = f.op(f"arith.select {mask}, {value}, {value} : {I1}, {F32}")
        f.do(f"tt.store {address}, {chosen}, {mask} : {POINTERS}")


def uses(f, ops):
    """A few values that everything uses."""
    _, pointers = f.start()
    wide = f.splat("%x", "f32", F32)
    loaded = f.load(pointers)
    value = loaded
    while len(f) < ops:
        product = f.binary("mulf", wide, wide, F32)
        sum_ = f.binary("addf", product, loaded, F32)
        value = f.binary("maxnumf", sum_, value, F32)
    f.store(pointers, value)


def views(f, ops):
    """Rows and columns that become tiles again and again."""
    square, row, column = "tensor<32x32xi32>", "tensor<1x32xi32>", "tensor<32x1xi32>"
    line = "tensor<32xi32>"
    positions = f.op(f"tt.make_range {{start = 0 : i32, end = 32 : i32}} : {line}")
    tile = f.op(f"arith.constant dense<1> : {square}")
    while len(f) < ops:
        rows = f.op(f"tt.expand_dims {positions} {{axis = 0 : i32}} : {line} -> {row}")
        rows = f.op(f"tt.broadcast {rows} : {row} -> {square}")
        columns = f.op(f"tt.expand_dims {positions} {{axis = 1 : i32}} : {line} -> {column}")
        columns = f.op(f"tt.broadcast {columns} : {column} -> {square}")
        tile = f.binary("addi", tile, rows, square)
        tile = f.op(f"tt.trans {tile} {{order = array<i32: 1, 0>}} : {square} -> {square}")
        tile = f.binary("xori", tile, columns, square)
    f.do(f'tt.print "tile: " {{hex = false, isSigned = array<i32: 1>}} : {tile} : {square}')


def loops(f, ops):
    """Loops in loops, 40 deep, with something to hoist in each."""
    _, pointers = f.start()
    zero, one = (f.op(f"arith.constant {i} : i32") for i in (0, 1))
    while len(f) < ops:
        for depth in range(40):
            f.do(f"scf.for %i{depth} = {zero} to %n step {one} : i32 {{")
            scalar = f.binary("addi", f"%i{depth}", "%m", "i32")
            address = f.add_pointers(pointers, f.splat(scalar, "i32", I32))
            f.store(address, f.binary("addf", f.load(address), f.load(pointers), F32))
        f.lines += ["}"] * 40


def carried(f, ops):
    """Loops that each carry 32 tiles of pointers."""
    _, pointers = f.start()
    zero, one = (f.op(f"arith.constant {i} : i32") for i in (0, 1))
    value = f.splat("%x", "f32", F32)
    step = f.splat("%m", "i32", I32)
    names = [f"%c{i}" for i in range(32)]
    kinds = ", ".join([POINTERS] * 32)
    carry = ", ".join(f"{name} = {pointers}" for name in names)
    while len(f) < ops:
        f.do(f"scf.for %i = {zero} to %n step {one} iter_args({carry}) -> ({kinds}) : i32 {{")
        for name in names:
            f.store(name, value)
        nexts = [f.add_pointers(name, step) for name in names]
        f.do(f"scf.yield {', '.join(nexts)} : {kinds}")
        f.do("}")


def branches(f, ops):
    """One `if` after the other, each with a value."""
    _, pointers = f.start()
    value = f.load(pointers)
    while len(f) < ops:
        bound = f.op(f"arith.constant {len(f)} : i32")
        condition = f.op(f"arith.cmpi slt, %n, {bound} : i32")
        name = f.op(f"scf.if {condition} -> ({F32}) {{")
        f.do(f"scf.yield {f.binary('addf', value, value, F32)} : {F32}")
        f.do("} else {")
        f.do(f"scf.yield {f.binary('mulf', value, value, F32)} : {F32}")
        f.do("}")
        value = f.binary("subf", name, value, F32)
    f.store(pointers, value)


def reductions(f, ops):
    """Reductions and what is computed of them."""
    _, pointers = f.start()
    value = f.load(pointers)
    while len(f) < ops:
        total = f.op(f'"tt.reduce"({value}) <{{axis = 0 : i32}}> ({{')
        f.do("^bb0(%a: f32, %b: f32):")
        f.do(f"tt.reduce.return {f.binary('addf', '%a', '%b', 'f32')} : f32")
        f.do(f"}}) : ({F32}) -> f32")
        value = f.binary("subf", value, f.splat(total, "f32", F32), F32)
    f.store(pointers, value)


def constants(f, ops):
    """Constants, all different, and arithmetic on them."""
    value, pointers = f.start()
    while len(f) < ops:
        constant = f.op(f"arith.constant dense<{len(f)}> : {I32}")
        value = f.binary("remsi", f.binary("xori", value, constant, I32), constant, I32)
    f.store(pointers, f.op(f"arith.sitofp {value} : {I32} to {F32}"))


SHAPES = [elementwise, splats, sums, pointers, accesses, uses, views, loops]
SHAPES += [carried, branches, reductions, constants]


def generate(shape, ops):
    function = Function()
    shape(function, ops)
    return function.text()


# ===----------------------------------------------------------------------===#
# Times
# ===----------------------------------------------------------------------===#


def processor_seconds(command):
    """Time of one process, both in itself and in the system."""
    child = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime


def optimizer_seconds(tool, path, repeats):
    """What `--tt-optimize` adds to parsing and verifying."""
    command = [tool, str(path), "-o", os.devnull]
    least = [min(processor_seconds(command + more) for _ in range(repeats))
             for more in ([], ["--tt-optimize"])]
    return least[1] - least[0]


def measure_generated(shapes, folder, options):
    """Prints a line for each shape; the names of those that took too long."""
    slow = []
    for shape in shapes:
        times = []
        for ops in (options.ops // 4, options.ops):
            path = pathlib.Path(folder) / f"{shape.__name__}-{ops}.ttir"
            path.write_text(generate(shape, ops))
            times.append(optimizer_seconds(options.tt_opt, path, options.repeats))
        growth = times[1] / times[0] if times[0] > 0 else float("nan")
        name = f"{shape.__name__} of {options.ops} ops"
        print(f"{name:32} {times[1]:8.3f} s, {growth:.1f} times a quarter of it", flush=True)
        if times[1] > options.limit:
            slow.append(name)
    return slow


def measure_files(options):
    slow = []
    for path in options.files:
        time = optimizer_seconds(options.tt_opt, path, 10 * options.repeats) * 1e3
        print(f"{path.name:32} {time:8.2f} ms", flush=True)
        if time > options.file_limit:
            slow.append(path.name)
    return slow


def main():
    options = parse_arguments()
    tool = shutil.which(options.tt_opt)
    if not tool:
        raise SystemExit(f"no such program: {options.tt_opt}")
    options.tt_opt = tool
    wanted = options.only.split(",") if options.only else None
    shapes = [s for s in SHAPES if wanted is None or s.__name__ in wanted]
    if options.write:
        for shape in shapes:
            path = options.write / f"{shape.__name__}-{options.ops}.ttir"
            path.write_text(generate(shape, options.ops))
        return 0
    slow = measure_files(options)
    with tempfile.TemporaryDirectory() as folder:
        slow += measure_generated(shapes, folder, options)
    if slow:
        print(f"too slow: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
