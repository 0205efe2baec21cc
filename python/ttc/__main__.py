# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m ttc` prints versions, and what ttc finds on this machine."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import sys

import ttc

from ._library import library


def _describe_tool(name: str, cuda_path) -> str:
    try:
        path, version = ttc.find_tool(name, cuda_path=cuda_path)
    except ttc.Error as error:
        return f"not found: {error}"
    return f"{path} ({version})" if version else path


def _describe_devices() -> str:
    try:
        targets = [ttc.cuda_target(i) for i in range(ttc.cuda_device_count())]
    except ttc.CUDAError as error:
        return f"none: {error}"
    return ", ".join(targets) or "none"


def _describe_package(name: str) -> str:
    """The version, without importing the package."""
    if importlib.util.find_spec(name) is None:
        return "not installed"
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "installed, of unknown version"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ttc", description=__doc__)
    parser.add_argument("--cuda-path", help="folder of a CUDA toolkit, looked in first")
    arguments = parser.parse_args()
    rows = {
        "ttc": f"{ttc.__version__}, build {ttc.build_id()}",
        "LLVM": ttc.llvm_version(),
        "Python": platform.python_version(),
        "library": library().path,
        "targets": " ".join(ttc.targets()),
    }
    for tool in ("ptxas", "nvdisasm", "libdevice"):
        rows[tool] = _describe_tool(tool, arguments.cuda_path)
    rows["devices"] = _describe_devices()
    for package in ("triton", "torch"):
        rows[package] = _describe_package(package)
    try:
        lines = [f"{key:10}{value}" for key, value in rows.items()]
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Who reads has seen enough. Python is not to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
