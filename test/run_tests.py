#!/usr/bin/env python3
"""Runs lit and closes with one line of counts, taken from lit's own report.

usage: run_tests.py LIT REPORT.xml SUITE...

Exits with lit's status, and with 1 when no test ran at all. LIT_OPTS and
LIT_FILTER are lit's own environment variables and work as usual.
"""

import collections
import importlib.util
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

# Seconds after which a single test counts as hanging.
TIMEOUT = 600


def main():
    lit, report, suites = sys.argv[1], sys.argv[2], sys.argv[3:]
    if os.path.exists(report):
        os.remove(report)
    command = [sys.executable, lit, "-sv", "--no-progress-bar"]
    command += ["--xunit-xml-output", report]
    # lit ends a hanging test with the help of psutil only.
    if importlib.util.find_spec("psutil"):
        command.append(f"--timeout={TIMEOUT}")
    status = subprocess.call(command + suites)
    if not os.path.exists(report):
        print(f"error: {lit} wrote no report", file=sys.stderr)
        return status or 1

    total = failed = skipped = 0
    reasons = collections.Counter()
    root = ElementTree.parse(report).getroot()
    for suite in root.iter("testsuite"):
        total += int(suite.get("tests"))
        failed += int(suite.get("failures"))
        skipped += int(suite.get("skipped"))
    for skip in root.iter("skipped"):
        if skip.get("message").startswith("Test not selected"):
            total, skipped = total - 1, skipped - 1
        else:
            reasons[skip.get("message")] += 1
    for reason, count in reasons.most_common():
        print(f"skipped {count}: {reason}")
    passed = total - failed - skipped
    if passed + failed == 0:
        print("error: no test ran", file=sys.stderr)
        status = status or 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return status or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main())
