#!/bin/bash
# Installs what is missing, builds everything, and runs all tests. The last
# line counts them; the exit status is 0 when none failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
cmake --preset release
cmake --build --preset release
cmake --build --preset release --target check-ttc
