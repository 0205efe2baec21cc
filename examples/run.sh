#!/bin/bash
# Installs what is missing, builds tt-run, and runs a kernel: on the GPU where
# there is one, otherwise on the CPU. Prints its input and its result.
#
# usage: examples/run.sh [FILE [tt-run option...]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
cmake --preset release
cmake --build --preset release --target tt-run

device=cpu
if nvidia-smi -L >/dev/null 2>&1; then
  device=cuda
fi
kernel=${1:-examples/rms_norm.ttir}
echo "$kernel on --device=$device:"
build/release/bin/tt-run "$kernel" --device=$device "${@:2}"
