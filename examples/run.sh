#!/bin/bash
# Installs what is missing, builds tt-run, and runs a kernel: on the GPU where
# there is one, otherwise on the CPU. Prints its input and its result, and fails
# where the result is not what the kernel's file says it must be.
#
# usage: examples/run.sh [tt-run option...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
cmake --preset release
cmake --build --preset release --target tt-run

device=cpu
if nvidia-smi -L >/dev/null 2>&1; then
  device=cuda
fi
set -x
build/release/bin/tt-run examples/rms_norm.ttir --device=$device "$@"
