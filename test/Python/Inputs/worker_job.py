# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What test_torch.py has compile workers do: a kernel without a GPU."""

import os

from test_triton import compile, add, library

import ttc.triton


def compile_job(block, environment, configuration):
    options = {"extern_libs": {"more": library()}} if block == 64 else {}
    kernel = compile(add, block=block, **options)
    facts = getattr(kernel.metadata, "ttc", None)
    return (facts, ttc.triton.is_enabled(), os.getpid()), 7
