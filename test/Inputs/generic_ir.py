"""Reads and writes IR in MLIR's generic form, as ops, regions and blocks.

Types and attributes stay text. Relies on what tt-opt prints with
--mlir-print-op-generic --mlir-print-local-scope: one op a line, no aliases.
"""

import dataclasses
import re

OPENING, CLOSING = "([{<", ")]}>"


@dataclasses.dataclass
class Block:
    label: str
    arguments: list  # of (name, type)
    ops: list


@dataclasses.dataclass
class Op:
    name: str
    results: list
    operands: list
    properties: list  # of (key, value); None as the value of a unit attribute
    regions: list  # of lists of blocks
    attributes: list
    operand_types: list
    result_types: list
    successors: str = ""

    def walk(self):
        """This op and all below it."""
        yield self
        for region in self.regions:
            for block in region:
                for op in block.ops:
                    yield from op.walk()


def closing(text, start):
    """The index after the bracket that closes the one at `start`."""
    depth = 0
    i = start
    while i < len(text):
        char = text[i]
        if char == '"':
            i = end_of_string(text, i) - 1
        elif char in OPENING:
            depth += 1
        elif char in CLOSING and not (char == ">" and text[i - 1] == "-"):
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    raise ValueError(f"nothing closes {text[start : start + 40]!r}")


def end_of_string(text, start):
    i = start + 1
    while text[i] != '"':
        i += 2 if text[i] == "\\" else 1
    return i + 1


def split(text):
    """Splits at the commas outside brackets and strings."""
    parts, i, start = [], 0, 0
    while i < len(text):
        if text[i] == '"':
            i = end_of_string(text, i)
        elif text[i] in OPENING:
            i = closing(text, i)
        else:
            if text[i] == ",":
                parts.append(text[start:i].strip())
                start = i + 1
            i += 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def dictionary(text):
    """The entries of an attribute dictionary without its braces."""
    entries = []
    for part in split(text):
        key = re.match(r'"[^"]*"|[\w.$-]+', part).group()
        rest = part[len(key) :].strip()
        entries.append((key, rest[1:].strip() if rest else None))
    return entries


class Parser:
    """Reads the one op that a text has."""

    def __init__(self, text):
        self.text = text
        self.position = 0

    def peek(self, token):
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1
        return self.text.startswith(token, self.position)

    def take(self, token):
        if not self.peek(token):
            return False
        self.position += len(token)
        return True

    def bracket(self):
        """What the brackets here hold."""
        self.peek("")
        start = self.position
        self.position = closing(self.text, start)
        return self.text[start + 1 : self.position - 1]

    def line(self):
        end = self.text.find("\n", self.position)
        start, self.position = self.position, len(self.text) if end < 0 else end
        return self.text[start : self.position].strip()

    def op(self):
        results = []
        if self.peek("%"):
            names = self.text[self.position : self.text.index("=", self.position)]
            self.position += len(names) + 1
            for name in split(names):
                base, _, count = name.partition(":")
                numbers = range(int(count)) if count else []
                results += [f"{base}#{i}" for i in numbers] or [base]
        self.peek('"')
        end = end_of_string(self.text, self.position)
        name = self.text[self.position + 1 : end - 1]
        self.position = end
        operands = split(self.bracket())
        successors = f"[{self.bracket()}]" if self.peek("[") else ""
        properties = []
        if self.take("<"):
            properties = dictionary(self.bracket())
            self.take(">")
        regions = self.regions() if self.take("(") else []
        attributes = dictionary(self.bracket()) if self.peek("{") else []
        self.take(":")
        operand_types = split(self.bracket())
        self.take("->")
        text = self.line()
        result_types = split(text[1:-1]) if text.startswith("(") else [text]
        return Op(
            name,
            results,
            operands,
            properties,
            regions,
            attributes,
            operand_types,
            result_types,
            successors,
        )

    def regions(self):
        regions = []
        while self.take("{"):
            blocks = []
            if not self.peek("^") and not self.peek("}"):
                blocks.append(Block("", [], self.ops()))
            while self.peek("^"):
                label = re.match(r"\^\w+", self.text[self.position :]).group()
                self.position += len(label)
                arguments = []
                if self.peek("("):
                    for argument in split(self.bracket()):
                        arguments.append(tuple(argument.split(": ", 1)))
                self.take(":")
                if self.peek("//"):
                    self.line()
                blocks.append(Block(label, arguments, self.ops()))
            self.take("}")
            self.take(",")
            regions.append(blocks)
        self.take(")")
        return regions

    def ops(self):
        ops = []
        while not self.peek("}") and not self.peek("^"):
            ops.append(self.op())
        return ops


def written(entries):
    return ", ".join(k if v is None else f"{k} = {v}" for k, v in entries)


def print_op(op, rename=None):
    """The text of an op, values named by `rename`."""
    rename = rename or (lambda name: name)
    text = ""
    if op.results:
        count = f":{len(op.results)}" if len(op.results) > 1 else ""
        text = rename(op.results[0]).split("#")[0] + count + " = "
    text += f'"{op.name}"({", ".join(map(rename, op.operands))}){op.successors}'
    if op.properties:
        text += f" <{{{written(op.properties)}}}>"
    if op.regions:
        texts = []
        for region in op.regions:
            lines = []
            for block in region:
                arguments = [f"{rename(n)}: {t}" for n, t in block.arguments]
                if block.label or arguments:
                    label = block.label or "^bb0"
                    lines.append(f"{label}({', '.join(arguments)}):")
                lines += [print_op(inner, rename) for inner in block.ops]
            texts.append("{\n" + "\n".join(lines) + "\n}")
        text += " (" + ", ".join(texts) + ")"
    if op.attributes:
        text += f" {{{written(op.attributes)}}}"
    operands, results = ", ".join(op.operand_types), ", ".join(op.result_types)
    return f"{text} : ({operands}) -> ({results})"
