#!/usr/bin/env python3
"""Checks that the dialects are documented and tested op by op, message by
message.

usage: check_ops.py ROOT

ROOT is the checkout. For every op: its reference explains it in words and with
an example; a round-trip test has it; a canonicalization test has it if it folds
or has patterns. For every message of lib/Dialect/*/IR: some test expects it.
"""

import pathlib
import re
import sys

SECTION = re.compile(r"^### `([\w.]+)` \(::ttc::\w+::\w+Op\)$", re.MULTILINE)
EXAMPLE = re.compile(r"```mlir.*?```", re.DOTALL)
CODE = re.compile(r"```.*?```", re.DOTALL)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
RAW = re.compile(r'R"\((.*?)\)"')
# What begins a message in C++.
MESSAGE = re.compile(
    r"\b(?:emitOpError|emitError|emitOptionalError|error|inTensor|shapeError)\s*\("
)
EXPECTED = re.compile(r"expected-(?:error|note|warning|remark)[^{]*\{\{(.*)\}\}")
DEFINITION = re.compile(r'^def \w+\s*:\s*\w+<\s*"([\w.]+)"', re.MULTILINE)


def read(paths):
    return {path: path.read_text(encoding="utf-8") for path in sorted(paths)}


def ops(root):
    """Name and reference of each op."""
    for text in read((root / "docs/Dialects").glob("*.md")).values():
        names = list(SECTION.finditer(text))
        for match, following in zip(names, names[1:] + [None]):
            end = following.start() if following else len(text)
            yield match.group(1), text[match.end() : end]


def check_reference(name, text):
    """The words of a reference end where its tables begin."""
    text = re.split(r"^(?:Traits|Interfaces|Effects|####|## )", text, flags=re.M)[0]
    if not EXAMPLE.search(text):
        yield f"{name}: its description has no example"
    words = CODE.sub("", text).replace("Syntax:", "")
    words = re.sub(r"^_.*_$", "", words, flags=re.MULTILINE)
    if len(words.split()) < 4:
        yield f"{name}: its description has no words"


def folding_ops(root):
    """Ops with folds or patterns."""
    for path, text in read((root / "include/ttc/Dialect").glob("*/IR/*.td")).items():
        dialect = path.parts[-3].lower()
        starts = [match.start() for match in re.finditer(r"^(?:def|class) ", text, re.M)]
        for start, end in zip(starts, starts[1:] + [len(text)]):
            match = DEFINITION.match(text[start:end])
            if match and re.search(r"hasFolder|hasCanonicalize", text[start:end]):
                yield f"{dialect}.{match.group(1)}"


def has_op(text, name):
    return re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text)


def messages(text):
    """Line and longest literal part of each message of a source file."""
    text = re.sub(r"//[^\n]*", "", text)
    text = RAW.sub(lambda m: '"' + m.group(1).replace('"', '\\"') + '"', text)
    for match in MESSAGE.finditer(text):
        end = text.find(";", match.start())
        while len(STRING.sub("", text[match.start() : end]).split('"')) > 1:
            end = text.find(";", end + 1)
        statement = text[match.start() : end]
        parts, last = [], None
        for literal in STRING.finditer(statement):
            if last is not None and not statement[last : literal.start()].strip():
                parts[-1] += literal.group(1)
            else:
                parts.append(literal.group(1))
            last = literal.end()
        longest = max(parts, key=len, default="").strip()
        # Shorter ones are what stands between two values.
        if len(longest) > 3:
            yield text.count("\n", 0, match.start()) + 1, longest


def is_expected(message, expected):
    """A test has the message, or begins or ends within it."""
    if any(message in text for text in expected):
        return True
    for text in expected:
        for size in range(min(len(message), len(text)), 9, -1):
            if text.endswith(message[:size]) or text.startswith(message[-size:]):
                return True
        if len(text) > 9 and text in message:
            return True
    return False


def main():
    root = pathlib.Path(sys.argv[1])
    tests = read((root / "test").rglob("*.mlir"))
    tests.update(read((root / "test").rglob("*.test")))
    problems = []

    round_trip = "".join(t for t in tests.values() if "--verify-roundtrip" in t)
    for name, text in ops(root):
        problems += check_reference(name, text)
        if not has_op(round_trip, name) and not name.startswith("ptx."):
            problems.append(f"{name}: no test with --verify-roundtrip has it")
    canonical = "".join(
        text for path, text in tests.items() if "canonicalize" in path.name
    )
    for name in folding_ops(root):
        if not has_op(canonical, name):
            problems.append(f"{name}: no canonicalization test has it")

    expected = []
    for text in tests.values():
        for line in text.splitlines():
            match = EXPECTED.search(line)
            if match:
                expected.append(match.group(1))
            elif re.search(r"[A-Z][\w-]*: ", line):
                expected.append(line.split(":", 1)[1].strip())
    count = 0
    for path, text in read((root / "lib/Dialect").glob("*/IR/*.[ch]*")).items():
        for line, message in messages(text):
            count += 1
            message = message.replace('\\"', '"')
            if not is_expected(message, expected):
                place = f"{path.relative_to(root)}:{line}"
                problems.append(f"{place}: no test expects {message!r}")
    print("\n".join(problems))
    print(f"{count} messages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
