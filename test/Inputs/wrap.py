"""Puts one op into a module: alone, its operands arguments of a function; or
in a kernel, which makes the operands from memory and stores the results.
"""

import copy
import dataclasses
import re

import generic_ir
from generic_ir import Op


@dataclasses.dataclass
class Base:
    """An op, and what it was found in."""

    op: Op
    module: list  # attributes
    types: dict  # of values that the op and its regions use
    what: str = "unchanged"


def signature(op):
    """What sets instances of an op apart: kinds of types, attributes, regions."""
    kinds = [re.match(r"[!\w.]*", t).group() for t in op.operand_types]
    keys = [key for key, _ in op.properties]
    return (tuple(kinds), tuple(keys), len(op.regions))


def free_names(op):
    """The values that an op and its regions use and don't define, in order."""
    used, defined = [], set()
    for inner in op.walk():
        used += inner.operands
        if inner is not op:
            defined.update(inner.results)
        for region in inner.regions:
            for block in region:
                defined.update(name for name, _ in block.arguments)
    return [name for name in dict.fromkeys(used) if name not in defined]


# Exist only below another op, with which they are changed.
NESTED = re.compile(r".*return|tt\.call|ttg\.warp_(yield|specialize\.partitions)")


def instances(module, dialects):
    """Every op of the dialects in a module, with the types of its values."""
    types = {}
    for op in module.walk():
        types.update(zip(op.results, op.result_types))
        for region in op.regions:
            for block in region:
                types.update(block.arguments)

    def visit(op, attributes):
        if op.name == "builtin.module" and op.attributes:
            attributes = op.attributes
        if op.name.startswith(dialects) and not NESTED.fullmatch(op.name):
            clone = copy.deepcopy(op)
            if op.name == "tt.func":
                for region in clone.regions:
                    for block in region:
                        block.ops = block.ops[-1:]
                if clone.regions[0] and free_names(clone):
                    return
            used = free_names(clone)
            if op.name != "tt.func" and any(
                inner.name == "tt.call" for inner in op.walk()
            ):
                return
            yield Base(clone, attributes, {name: types[name] for name in used})
        for region in op.regions:
            for block in region:
                for inner in block.ops:
                    yield from visit(inner, attributes)

    yield from visit(module, [])


def is_gpu(base):
    text = generic_ir.print_op(base.op)
    return bool(base.module) or "ttg." in text or "ttng." in text


def module(attributes, body):
    entries = generic_ir.written(attributes)
    return f'"builtin.module"() ({{\n{body}}}) {{{entries}}} : () -> ()\n'


def function(visibility, arguments, lines):
    """A function with these (name, type) arguments."""
    types = ", ".join(t for _, t in arguments)
    block = ", ".join(f"{n}: {t}" for n, t in arguments)
    body = "\n".join(lines)
    return (
        f'"tt.func"() <{{function_type = ({types}) -> (), sym_name = "f", '
        f'sym_visibility = "{visibility}"}}> ({{\n^bb0({block}):\n{body}\n'
        '"tt.return"() : () -> ()\n}) : () -> ()\n'
    )


def operand_types(base):
    """Types of the values that an op uses, those of its own operands as it says."""
    types = dict(base.types)
    for name, written in zip(base.op.operands, base.op.operand_types):
        if name in types:
            types[name] = written
    return types


def alone(base):
    op = base.op
    if op.name == "tt.func":
        return module(base.module, generic_ir.print_op(op) + "\n")
    names = free_names(op)
    types = operand_types(base)
    text = generic_ir.print_op(op)
    arguments = [(name, types.get(name, "i32")) for name in names]
    for i, (name, _) in enumerate(arguments):
        text = re.sub(re.escape(name) + r"(?![\w#])", f"%v{i}", text)
    arguments = [(f"%v{i}", t) for i, (_, t) in enumerate(arguments)]
    return module(base.module, function("private", arguments, [text]))


SCALAR = re.compile(r"(i8|i16|i32|i64|f16|bf16|f32|f64|f8E4M3FN|f8E5M2)$")
TENSOR = re.compile(r"tensor<((?:\d+x)*)([^,]*?)(?:, (#.*))?>$", re.DOTALL)
MEMDESC = re.compile(r"!ttg\.memdesc<((?:\d+x)+)(\w+), (.*)>$", re.DOTALL)


class Kernel:
    """Lines of a kernel that make values and store others."""

    def __init__(self, warps):
        self.warps = warps
        self.arguments = []
        self.lines = []
        self.count = 0

    def name(self):
        self.count += 1
        return f"%k{self.count}"

    def argument(self, written):
        name = self.name()
        self.arguments.append((name, written))
        return name

    def line(self, op, operands, operand_types, result, properties=""):
        name = self.name()
        used, types = ", ".join(operands), ", ".join(operand_types)
        text = f'"{op}"({used}) {properties} : ({types}) -> '
        self.lines.append(f"{name} = {text}{result}" if result else text + "()")
        return name

    def pointers(self, tensor, element):
        """A tile of pointers to elements for the tile, all different ones."""
        encoding = f", {tensor.group(3)}" if tensor.group(3) else ""
        pointer = f"!tt.ptr<{element}>"
        written = f"tensor<{tensor.group(1)}{pointer}{encoding}>"
        base = self.argument(pointer)
        return self.line("tt.splat", [base], [pointer], written), written

    def make(self, written):
        """A value of a type; None if the kernel can't have one."""
        if SCALAR.match(written) or re.match(r"!tt\.(ptr<\w+>|tensordesc)", written):
            return self.argument(written)
        if written == "i1":
            return self.argument("i1")
        if written == "!ttg.async.token":
            return self.line("ttg.async_commit_group", [], [], written)
        tensor = TENSOR.match(written)
        if tensor:
            element = tensor.group(2)
            if SCALAR.match(element):
                pointers, kind = self.pointers(tensor, element)
                hints = (
                    "<{cache = 1 : i32, evict = 1 : i32, isVolatile = true, "
                    "operandSegmentSizes = array<i32: 1, 0, 0>}>"
                )
                return self.line("tt.load", [pointers], [kind], written, hints)
            scalar = self.make(element)
            return scalar and self.line("tt.splat", [scalar], [element], written)
        memory = MEMDESC.match(written)
        if memory and written.endswith("#ttg.shared_memory, mutable>"):
            return self.line("ttg.local_alloc", [], [], written)
        if memory and written.endswith("#ttg.shared_memory>"):
            kind = f"tensor<{memory.group(1)}{memory.group(2)}, {self.blocked(memory)}>"
            source = self.make(kind)
            return source and self.line("ttg.local_alloc", [source], [kind], written)
        return None

    def blocked(self, memory):
        rank = memory.group(1).count("x")

        def ones(last):
            return ", ".join(["1"] * (rank - 1) + [str(last)])

        order = ", ".join(str(d) for d in reversed(range(rank)))
        return (
            f"#ttg.blocked<{{sizePerThread = [{ones(1)}], threadsPerWarp = "
            f"[{ones(32)}], warpsPerCTA = [{ones(self.warps)}], order = [{order}]}}>"
        )

    def store(self, value, written):
        """Keeps a value alive."""
        memory = MEMDESC.match(written)
        if memory and "#ttg.shared_memory" in written:
            kind = f"tensor<{memory.group(1)}{memory.group(2)}, {self.blocked(memory)}>"
            value = self.line("ttg.local_load", [value], [written], kind)
            written = kind
        tensor = TENSOR.match(written)
        element = tensor.group(2) if tensor else written
        if element.startswith("!tt.ptr"):
            integers = written.replace(element, "i64")
            value = self.line("tt.ptr_to_int", [value], [written], integers)
            written, element = integers, "i64"
        if not SCALAR.match(element) and element != "i1":
            return
        hints = "<{cache = 1 : i32, evict = 1 : i32}>"
        if tensor:
            pointers, kind = self.pointers(TENSOR.match(written), element)
        else:
            kind = f"!tt.ptr<{element}>"
            pointers = self.argument(kind)
        self.line("tt.store", [pointers, value], [kind, written], "", hints)


def kernel(base):
    """The op in a kernel; None if it needs a value that kernels can't have."""
    op = base.op
    if op.name == "tt.func":
        return alone(base)
    warps = dict(base.module).get('"ttg.num-warps"', "4 : i32")
    lines = Kernel(int(warps.split()[0]))
    text = generic_ir.print_op(op)
    types = operand_types(base)
    for name in free_names(op):
        value = lines.make(types.get(name, "i32"))
        if value is None:
            return None
        text = re.sub(re.escape(name) + r"(?![\w#])", value, text)
    lines.lines.append(text)
    for name, written in zip(op.results, op.result_types):
        lines.store(name, written)
    return module(base.module, function("public", lines.arguments, lines.lines))
