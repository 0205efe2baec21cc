# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""under_each.py VARIABLE PROGRAM FOLDER: runs the program under each Python that
the environment variable lists, with a fresh folder for Triton's cache."""

import os
import shutil
import subprocess
import sys

variable, program, folder = sys.argv[1:]
status = 0
for number, python in enumerate(os.environ[variable].split(":")):
    scratch = f"{folder}.{number}"
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    environment = {
        **os.environ,
        "HOME": scratch,
        "TRITON_CACHE_DIR": os.path.join(scratch, "triton"),
        "TORCHINDUCTOR_CACHE_DIR": os.path.join(scratch, "inductor"),
    }
    print(f"under {python}", flush=True)
    status |= subprocess.run([python, program], env=environment).returncode
sys.exit(status != 0)
