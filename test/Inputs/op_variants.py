#!/usr/bin/env python3
"""Checks what becomes of ops with one thing changed.

usage: op_variants.py TT_OPT FILE... [--sample N] [--seed S] [--list]

Takes each op of the dialects from FILEs that tt-opt accepts, alone in a
function, and changes one operand, type, attribute or region at a time. Each
text must be accepted, or refused with a message that says what was expected.
What is accepted must come through the optimizers and the lowering, or be
refused there as not supported: a message of a verifier, about IR that a pass
made, is a failure, and so is any crash.

With --sample, N texts drawn with the seed S are tried instead of all. --list
prints each kind of message once, with a text that it is about.
"""

import argparse
import collections
import os
import random
import re
import subprocess
import sys

import generic_ir
import variants
import wrap

MARKER = "// -----\n"
DIALECTS = ("tt.", "ttg.", "ttng.")
TARGET = "target=cuda:90"
TILE_PASSES = [f"--tt-optimize={TARGET}", f"--tt-to-llvm={TARGET}"]
GPU_PASSES = [f"--ttg-optimize={TARGET}", f"--ttg-to-llvm={TARGET}"]
# A message says what would have been right, or what is missing.
SAYS = re.compile(
    r"expect|must|requires?\b|needs?\b|at most|at least|more than|only |nothing|"
    r"has no |does not |not supported|beyond|too large|unknown|undeclared|"
    r"should match|incompatible|failed to (satisfy|verify)|with no terminator|"
    r"is for |size mismatch in attribute conversion|out of range|cannot"
)
# What the generic form's parser says of a property that is no such attribute.
PROPERTY = re.compile(r"invalid properties .* Invalid attribute `\w+`")
# Of a pass that lost its way, or a verifier that reports about its work.
LOST = re.compile(
    r"^crash|^failed|failed to legalize|unresolved materialization|does not dominate|"
    r"operand #|result #|requires the same|failed to (satisfy|verify)|invalid kind|"
    r"requires attribute|type mismatch|to have type"
)


def bases(tool, files, per_op):
    """Instances of each op: op, attributes of the module, types of values."""
    found = collections.defaultdict(dict)
    for file in files:
        command = [tool, file, "--split-input-file", "--mlir-print-op-generic"]
        command.append("--mlir-print-local-scope")
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(result.stderr)
        for part in result.stdout.split(MARKER):
            module = generic_ir.Parser(part).op()
            for base in wrap.instances(module, DIALECTS):
                key = wrap.signature(base.op)
                if len(found[base.op.name]) < per_op:
                    found[base.op.name].setdefault(key, base)
    return [base for name in sorted(found) for base in found[name].values()]


def run(tool, texts, *options):
    """The first message about each text, None where there is none; a text that
    crashes the tool has "crash"."""
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 1
    command = [tool, "-", "--split-input-file", "--mlir-print-op-on-diagnostic=false"]
    result = subprocess.run(
        command + ["-o", os.devnull, *options],
        input=MARKER.join(texts),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode not in (0, 1):
        if len(texts) == 1:
            return [f"crash: exit status {result.returncode}"]
        middle = len(texts) // 2
        first = run(tool, texts[:middle], *options)
        return first + run(tool, texts[middle:], *options)
    messages = [None] * len(texts)
    index = 0
    pattern = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)", re.MULTILINE)
    for match in pattern.finditer(result.stderr):
        number = int(match.group(1))
        if number:
            index = sum(start <= number for start in starts) - 1
        if messages[index] is None:
            messages[index] = match.group(2)
    if result.returncode and not any(messages):
        return ["failed without a message"] * len(texts)
    return messages


def batches(items, size):
    return [items[i : i + size] for i in range(0, len(items), size)]


def template(message):
    """A message without what differs from text to text."""
    message = re.sub(r"'[^']*' op", "OP", message)
    message = re.sub(r"'[^']*[!<0-9][^']*'", "T", message)
    return re.sub(r"-?\d+", "N", message)


class Report:
    def __init__(self, is_list):
        self.is_list = is_list
        self.seen = collections.Counter()
        self.counts = collections.Counter()
        self.failures = 0

    def add(self, stage, variant, message, is_bad):
        self.counts[stage, "refused" if message else "accepted"] += 1
        if is_bad:
            self.failures += 1
        key = (stage, template(message or ""), bool(is_bad))
        self.seen[key] += 1
        if not message or self.seen[key] > 1 or not (is_bad or self.is_list):
            return
        print(f"{'FAILED' if is_bad else 'refused'} {stage}: {message}")
        print(f"  {variant.what}\n  {generic_ir.print_op(variant.op)}\n")

    def end(self):
        if self.is_list:
            for (stage, message, _), count in self.seen.most_common():
                print(f"{count} {stage}: {message or 'accepted'}")
        for (stage, outcome), count in sorted(self.counts.items()):
            print(f"{stage}: {count} {outcome}")


def check_verifier(tool, texts, report):
    """The variants that are accepted."""
    accepted = []
    for batch in batches(texts, 400):
        messages = run(tool, [wrap.alone(v) for v in batch])
        for variant, message in zip(batch, messages):
            bad = message and not SAYS.search(message) and not PROPERTY.match(message)
            report.add("verifier", variant, message, bad)
            if not message:
                accepted.append(variant)
    return accepted


def check_passes(tool, variants_, passes, report):
    """Runs the passes over kernels with the variants."""
    kernels = [(variant, wrap.kernel(variant)) for variant in variants_]
    kernels = [(variant, text) for variant, text in kernels if text]
    for batch in batches(kernels, 200):
        # What makes or stores a value of a changed type may not exist.
        errors = run(tool, [text for _, text in batch])
        batch = [pair for pair, error in zip(batch, errors) if not error]
        for option in passes if batch else ():
            messages = run(tool, [text for _, text in batch], option)
            for (variant, _), message in zip(batch, messages):
                bad = message and LOST.search(message)
                report.add(option.split("=", 1)[0], variant, message, bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tt_opt")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sample", type=int, help="try so many texts only")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--per-op", type=int, default=3, help="instances of an op")
    parser.add_argument("--only", default="", help="ops whose name matches")
    parser.add_argument("--list", action="store_true", help="print all messages")
    arguments = parser.parse_args()

    texts = []
    for base in bases(arguments.tt_opt, arguments.files, arguments.per_op):
        if re.search(arguments.only, base.op.name):
            texts += variants.of(base)
    if arguments.sample and arguments.sample < len(texts):
        texts = random.Random(arguments.seed).sample(texts, arguments.sample)
    report = Report(arguments.list)
    accepted = check_verifier(arguments.tt_opt, texts, report)
    for is_gpu, passes in ((False, TILE_PASSES), (True, GPU_PASSES)):
        chosen = [variant for variant in accepted if wrap.is_gpu(variant) == is_gpu]
        check_passes(arguments.tt_opt, chosen, passes, report)
    report.end()
    print(f"{len(texts)} texts, {report.failures} failures")
    sys.exit(1 if report.failures else 0)


if __name__ == "__main__":
    main()
