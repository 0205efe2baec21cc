"""Optimizes every file twice: `optimize_twice.py TT-OPT GLOB...`.

Prints the files where the second time changes something, or where there are
more ops than canonicalization and common subexpressions leave, once descriptors
and block pointers are plain pointers, and no remark says what they paid for,
and how many files were good, of how many."""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys

OP = re.compile(r'^\s+(%[^=]* = )?"?[a-z]+\.[a-z]')


def run(tool, *options, text=None):
    command = [tool, *options]
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(result.stderr.strip().split("\n")[0])
    return result.stdout


def count(text):
    return sum(bool(OP.match(line)) for line in text.split("\n"))


def count_paying_rewrites(tool, path):
    """How many remarks tell of a rewrite that may add an op to save work."""
    options = ["--remarks-filter=tt-optimize", "--remark-format=emitRemark"]
    result = subprocess.run(
        [tool, path, "--tt-optimize", "-o", os.devnull, *options],
        capture_output=True, text=True)
    names = "splat|broadcast|reassociate|reduce|hoist-load|unroll"
    names += "|partial-reduction"
    return len(re.findall(rf"\[Passed\] (?:{names}) ", result.stderr))


def problem(tool, path):
    try:
        once = run(tool, path, "--tt-optimize")
        if run(tool, "-", "--tt-optimize", text=once) != once:
            return "the second time changes something"
        plain = run(tool, path, "--inline", "--tt-lower-block-pointers",
                    "--canonicalize", "--cse")
    except RuntimeError as error:
        return str(error)
    added = count(once) - count(plain)
    if added > 0 and added > count_paying_rewrites(tool, path):
        return f"{count(once)} ops instead of {count(plain)}"
    return None


def main():
    tool, patterns = sys.argv[1], sys.argv[2:]
    files = sorted(file for pattern in patterns for file in glob.glob(pattern))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda path: problem(tool, path), files))
    for path, text in zip(files, problems):
        if text:
            print(f"{path}: {text}")
    print(f"{problems.count(None)} of {len(files)} files")


if __name__ == "__main__":
    main()
