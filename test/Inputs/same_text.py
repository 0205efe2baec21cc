#!/usr/bin/env python3
"""Checks that tt-opt, printing in the syntax of the Triton version that wrote a
file, writes the same text, up to the order of attributes, white space, and the
names of values and of aliases for attributes and locations.

usage: same_text.py TT_OPT VERSION PATTERN...
"""

import difflib
import glob
import pathlib
import re
import subprocess
import sys

MARKER = "// -----\n"
ALIAS = re.compile(r"[#!][a-zA-Z_]\w*")


def expand(text):
    """Replaces aliases by what they stand for; returns the other lines."""
    definitions = {}
    lines = []
    for line in text.splitlines():
        match = re.match(r"([#!][a-zA-Z_]\w*) = (.*)$", line)
        if match:
            definitions[match.group(1)] = match.group(2).strip()
        elif line.strip():
            lines.append(line)
    expanded = {}

    def value(name):
        if name not in definitions:
            return name
        if name not in expanded:
            expanded[name] = ALIAS.sub(lambda m: value(m.group()), definitions[name])
        return expanded[name]

    return [ALIAS.sub(lambda m: value(m.group()), line) for line in lines]


def split_top(text):
    """Splits at commas outside brackets and strings."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, char in enumerate(text):
        if char == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and text[i - 1] != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def sort_attributes(line):
    """Sorts the entries of every dictionary of a line."""
    stack = []
    for i, char in enumerate(line):
        if char == "{":
            stack.append(i)
        elif char == "}" and stack:
            start = stack.pop()
            inner = line[start + 1 : i]
            ordered = ",".join(sorted(part.strip() for part in split_top(inner)))
            if len(ordered) <= len(inner):
                line = line[: start + 1] + ordered.ljust(len(inner)) + line[i:]
    return line


VALUE = re.compile(r"%[\w$.-]+")
# Where a line defines values.
DEFINITIONS = [
    re.compile(r"^((?:%[\w$.-]+(?::\d+)?,? )+)="),
    re.compile(r"scf\.for (%[\w$.-]+) ="),
]
ARGUMENTS = re.compile(r"(?:iter_args|scf\.while ?)\(((?:%[^=()]+ = [^,()]+,? ?)+)\)")


def defined(line):
    """The values that a line defines."""
    names = []
    for pattern in DEFINITIONS:
        match = pattern.search(line)
        if match:
            names += VALUE.findall(match.group(1))
    for match in ARGUMENTS.finditer(line):
        names += re.findall(r"(%[\w$.-]+) =", match.group(1))
    if re.match(r"\^bb|tt\.func|partition\d", line):
        names += re.findall(r"[(,] ?(%[\w$.-]+):", line)
    return names


def number_values(lines):
    """Names values by the order in which they are defined."""
    names = {}
    count = 0
    result = []
    for line in lines:
        new = {}
        for name in defined(line):
            new[name] = f"%{count}"
            count += 1
        # Operands on the left of their own redefinition don't occur: names are
        # only used again once the region of the first use has ended.
        names.update(new)
        result.append(VALUE.sub(lambda m: names.get(m.group(), m.group()), line))
    return result


def normalize(text):
    lines = [
        re.sub(r"\s+", " ", sort_attributes(line)).strip() for line in expand(text)
    ]
    return [line.replace(" ", "") for line in number_values(lines)]


def main():
    tool, version, patterns = sys.argv[1], sys.argv[2], sys.argv[3:]
    files = sorted(f for pattern in patterns for f in glob.glob(pattern))
    if not files:
        sys.exit("error: no file matches")
    different = 0
    for start in range(0, len(files), 64):
        batch = files[start : start + 64]
        texts = [pathlib.Path(file).read_text(encoding="utf-8") for file in batch]
        command = [tool, "-", "--split-input-file", f"--tt-syntax={version}"]
        command.append("--mlir-print-debuginfo")
        result = subprocess.run(
            command,
            input=MARKER.join(texts),
            capture_output=True,
            text=True,
            check=False,
        )
        parts = result.stdout.split(MARKER)
        if result.returncode or len(parts) != len(texts):
            sys.exit(result.stderr or "error: files are missing in the output")
        for file, text, part in zip(batch, texts, parts):
            original, printed = normalize(text), normalize(part)
            if printed != original:
                different += 1
                print(f"{file}:", file=sys.stderr)
                diff = difflib.unified_diff(original, printed, lineterm="", n=0)
                print("\n".join(list(diff)[:12]), file=sys.stderr)
    print(f"{len(files) - different} of {len(files)} files")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
