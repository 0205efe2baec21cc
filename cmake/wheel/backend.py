# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scikit-build-core, with the wheel's platform.

It would tag the wheel for any Linux. libttc.so needs glibc 2.34, and nothing
else, as a test makes sure of, which is what the tag manylinux_2_34 says.
"""

import os

os.environ["_PYTHON_HOST_PLATFORM"] = "manylinux_2_34_x86_64"

from scikit_build_core.build import *  # noqa: E402,F401,F403
