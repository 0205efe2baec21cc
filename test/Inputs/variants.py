"""Ops with one operand, type, attribute or region changed."""

import copy
import re

from generic_ir import Block, split

ELEMENTS = ["f32", "f16", "i32", "i8", "i1", "i64", "f64", "f8E5M2", "!tt.ptr<f32>"]
NO_TILES = ["index", "none", "i128", "vector<4xf32>", "tensor<*xf32>", "!tt.ptr<f64>"]
ROWS = (
    "#ttg.blocked<{sizePerThread = [%s], threadsPerWarp = [%s], "
    "warpsPerCTA = [%s], order = [%s]}>"
)


def blocked(rank, warps):
    ones = ["1"] * (rank - 1)
    return ROWS % (
        ", ".join(["2"] + ones),
        ", ".join(ones + ["32"]),
        ", ".join([str(warps)] + ones),
        ", ".join(str(d) for d in range(rank)),
    )


def encodings(rank):
    """Layouts for a rank, among them some of another rank, kind or size."""
    parent = blocked(rank + 1, 4)
    mma = (
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
        f"warpsPerCTA = [{', '.join(['1'] * (rank - 1) + ['4'])}], "
        f"instrShape = [{', '.join(['1'] * (rank - 2) + ['16', '8'])}]}}>"
    )
    yield blocked(rank, 4)
    yield blocked(rank, 8)
    yield blocked(rank + 1, 4)
    yield f"#ttg.slice<{{dim = 0, parent = {parent}}}>"
    yield "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
    yield '"other"'
    if rank >= 2:
        yield mma
        yield f"#ttg.dot_op<{{opIdx = 0, parent = {mma}, kWidth = 2}}>"


SHAPED = re.compile(
    r"(tensor<|!ttg\.memdesc<|!tt\.tensordesc<)((?:\d+x)*)(.*)>$", re.DOTALL
)


def shapes(dims):
    """The extents with one changed."""
    for i in (0, len(dims) - 1) if len(dims) > 1 else range(len(dims)):
        for extent in (dims[i] * 2, max(dims[i] // 2, 1), 3, 1 << 30):
            yield [*dims[:i], extent, *dims[i + 1 :]]
    yield dims[1:]
    yield [*dims, 2]
    if len(dims) > 1:
        yield dims[::-1]


def retyped(written):
    """Types that differ from one in one thing."""
    match = SHAPED.match(written)
    if not match:
        return [t for t in ELEMENTS + NO_TILES + [f"tensor<64x{written}>"]]
    kind, dims, rest = match.groups()
    dims = [int(d) for d in dims.split("x")[:-1]]
    element, *others = split(rest)
    tail = "".join(f", {other}" for other in others)
    result = []
    for shape in shapes(dims):
        text = "".join(f"{d}x" for d in shape)
        result.append(f"{kind}{text}{element}{tail}>")
    text = "".join(f"{d}x" for d in dims)
    for other in ELEMENTS:
        result.append(f"{kind}{text}{other}{tail}>")
    if kind == "tensor<":
        result.append(f"tensor<?x{text[len(str(dims[0])) + 1:] if dims else ''}{rest}>")
        if others:
            result.append(f"tensor<{text}{element}>")
        for encoding in encodings(len(dims)):
            result.append(f"tensor<{text}{element}, {encoding}>")
        result.append(element)
    if kind == "!ttg.memdesc<":
        if others[-1] == "mutable":
            result.append(written.replace(", mutable", ""))
        else:
            result.append(written[:-1] + ", mutable>")
        result.append(written.replace("#ttg.shared_memory", "#ttng.tensor_memory"))
        result.append(f"tensor<{text}{element}, {blocked(len(dims), 4)}>")
    return [t for t in result if t != written]


def revalued(value):
    """Values of an attribute that differ from one in one thing."""
    if value is None:
        return ["false", "1 : i32"]
    match = re.fullmatch(r"(-?\d+) : (i\d+)", value)
    if match:
        number, kind = int(match.group(1)), match.group(2)
        numbers = [-1, 0, 1, 2, 3, 5, number + 1, number * 2, 1000, 2147483647]
        numbers.append(-2147483648)
        values = [f"{n} : {kind}" for n in numbers]
        return values + [f"{number} : i64", f"{number} : i1", '"text"', "unit"]
    match = re.fullmatch(r"array<(i\d+)(?:: (.*))?>", value)
    if match:
        kind, entries = match.group(1), split(match.group(2) or "")
        lists = [entries[:-1], entries + ["1"], entries[::-1], []]
        lists += [[str(n)] + entries[1:] for n in (-1, 0, 1, 2, 100000)]
        other = "i64" if kind == "i32" else "i32"
        arrays = [(kind, entries) for entries in lists] + [(other, entries)]
        return [f"array<{k}: {', '.join(e)}>" if e else f"array<{k}>" for k, e in arrays]
    if value in ("true", "false"):
        return ["false" if value == "true" else "true", "1 : i32", '"true"']
    if value.startswith('"'):
        return ['""', '"$9 %"', '"=r,=r,r,r"', "1 : i32"]
    return ['"text"', "1 : i32"]


def clones(base, what):
    clone = copy.deepcopy(base)
    clone.what = what
    return clone


def operands(base):
    op = base.op
    for i in range(len(op.operands)):
        clone = clones(base, f"operand {i} dropped")
        del clone.op.operands[i], clone.op.operand_types[i]
        yield clone
        clone = clones(base, f"operand {i} twice")
        clone.op.operands.insert(i, op.operands[i])
        clone.op.operand_types.insert(i, op.operand_types[i])
        yield clone
        if i and op.operand_types[i] != op.operand_types[i - 1]:
            clone = clones(base, f"operands {i - 1} and {i} swapped")
            for entries in (clone.op.operands, clone.op.operand_types):
                entries[i - 1], entries[i] = entries[i], entries[i - 1]
            yield clone


def types(base):
    op = base.op
    for i, written in enumerate(op.operand_types):
        for other in retyped(written):
            clone = clones(base, f"operand {i} of type {other}")
            # The others that are the same value keep theirs.
            clone.op.operands[i] = f"%changed{i}"
            clone.types[f"%changed{i}"] = other
            clone.op.operand_types[i] = other
            yield clone
    for i, written in enumerate(op.result_types):
        for other in retyped(written):
            clone = clones(base, f"result {i} of type {other}")
            clone.op.result_types[i] = other
            yield clone


def changes(base):
    """Patterns in types, and what to put in their place: the element type, an
    extent or the layout of the op's first tensor."""
    op = base.op
    tensors = [t for t in op.operand_types + op.result_types if t.startswith("tensor<")]
    if not tensors:
        return
    dims, element = re.match(r"tensor<((?:\d+x)*)([^,>]*)", tensors[0]).groups()
    # As an element, or as the scalar that it is in a region.
    pattern = rf"(?<=[x<]){re.escape(element)}(?=[,>])|^{re.escape(element)}$"
    for other in ELEMENTS + ["bf16", "f8E4M3FN", "i16"]:
        yield pattern, other
    for extent in dict.fromkeys(dims.split("x")[:-1]):
        for other in (1, int(extent) * 2, int(extent) * 4, 4096):
            yield rf"(?<=[x<]){extent}x", f"{other}x"
    encoding = re.search(r", (#.*)>$", tensors[0], re.DOTALL)
    if encoding:
        for other in encodings(dims.count("x")):
            yield re.escape(encoding.group(1)), other
        yield re.escape(", " + encoding.group(1)), ""


def everywhere(base):
    """One element type, extent or layout replaced wherever the op has it."""
    for pattern, other in changes(base):
        clone = clones(base, f"{pattern} -> {other} in all types")

        def change(entries):
            return [re.sub(pattern, lambda _: other, t) for t in entries]

        clone.types = dict(zip(clone.types, change(clone.types.values())))
        for inner in clone.op.walk():
            inner.operand_types = change(inner.operand_types)
            inner.result_types = change(inner.result_types)
            for block in (block for region in inner.regions for block in region):
                names = [name for name, _ in block.arguments]
                kinds = change([kind for _, kind in block.arguments])
                block.arguments = list(zip(names, kinds))
        yield clone


def attributes(base):
    op = base.op
    for where in ("properties", "attributes"):
        for i, (key, value) in enumerate(getattr(op, where)):
            clone = clones(base, f"{key} dropped")
            del getattr(clone.op, where)[i]
            yield clone
            for other in revalued(value):
                if other == value:
                    continue
                clone = clones(base, f"{key} = {other}")
                getattr(clone.op, where)[i] = (key, other)
                yield clone


def blocks(clone):
    return [block for region in clone.op.regions for block in region]


def regions(base):
    op = base.op
    for i in range(len(op.regions)):
        clone = clones(base, f"region {i} dropped")
        del clone.op.regions[i]
        yield clone
        clone = clones(base, f"region {i} twice")
        clone.op.regions.insert(i, copy.deepcopy(op.regions[i]))
        yield clone
        clone = clones(base, f"region {i} empty")
        clone.op.regions[i] = []
        yield clone
        clone = clones(base, f"region {i} with an empty block")
        clone.op.regions[i] = [Block("^bb0", [], [])]
        yield clone
        if op.regions[i]:
            clone = clones(base, f"region {i} with one more block")
            more = copy.deepcopy(op.regions[i][-1])
            more = Block("^more", [], more.ops[-1:])
            clone.op.regions[i].append(more)
            yield clone
    for i, block in enumerate(blocks(base)):
        for j, (name, written) in enumerate(block.arguments):
            clone = clones(base, f"argument {j} of block {i} dropped")
            del blocks(clone)[i].arguments[j]
            yield clone
            clone = clones(base, f"argument {j} of block {i} twice")
            blocks(clone)[i].arguments.insert(j, ("%more", written))
            yield clone
            for other in retyped(written):
                clone = clones(base, f"argument {j} of block {i} of type {other}")
                blocks(clone)[i].arguments[j] = (name, other)
                yield clone
        for name in ["tt.return", "tt.reduce.return", "ttg.mask.return", "scf.yield"]:
            clone = clones(base, f"block {i} ends in {name}")
            if blocks(clone)[i].ops:
                blocks(clone)[i].ops[-1].name = name
                yield clone
        if block.ops:
            clone = clones(base, f"block {i} without its last op")
            del blocks(clone)[i].ops[-1]
            yield clone
            clone = clones(base, f"block {i}: last op")
            clone.op = copy.deepcopy(op)
            for change in operands(_Last(clone, i)):
                yield change.put()


class _Last:
    """The last op of a block, seen as a base, so that it can be changed."""

    def __init__(self, base, index):
        self.base, self.index = base, index
        self.op = blocks(base)[index].ops[-1]
        self.what = ""

    def put(self):
        clone = copy.deepcopy(self.base)
        blocks(clone)[self.index].ops[-1] = self.op
        clone.what = f"block {self.index}, last op: {self.what}"
        return clone


def modules(base):
    for i, (key, _) in enumerate(base.module):
        for other in ["8 : i32", "3 : i32", "16 : i32", '"cuda:80"', '"text"']:
            clone = clones(base, f"{key} = {other}")
            clone.module[i] = (key, other)
            yield clone


def of(base):
    """Every text that differs from a base in one thing, the base first."""
    kinds = (operands, types, everywhere, attributes, regions, modules)
    return [base] + [variant for kind in kinds for variant in kind(base)]
