#!/bin/bash
# Installs, on Debian 12, what ttc is built, tested and run with: Debian
# packages that are missing, and of NVIDIA's assembler (ptxas), disassembler
# (nvdisasm) and device library (libdevice) those that no CUDA toolkit here
# has. These come from NVIDIA's PyPI packages and go to build/cuda: the tools
# look last in folders of that name above their own. What builds the Python
# package's wheel comes from PyPI too and goes to build/python. Asks for nothing
# and changes nothing that is in place; a user other than root needs sudo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  clang-22 lld-22 llvm-22-dev llvm-22-tools       # compiler, linker, LLVM, lit
  libmlir-22-dev mlir-22-tools                    # MLIR, mlir-tblgen
  libclang-rt-22-dev                              # sanitizers of the debug preset
  cmake ninja-build ccache
  zlib1g-dev libzstd-dev libxml2-dev              # named by LLVM's CMake files
  libcurl4-openssl-dev
  libboost-context-dev                            # fibers of the CPU device
  libgtest-dev libbenchmark-dev
  python3 python3-pip python3-venv python3-psutil ca-certificates
)

# package==version, checksum of its x86-64 wheel, file that it brings. ptxas
# and libdevice are of CUDA 13.0; PyPI's first nvdisasm is of 13.2 and reads
# what the older ptxas writes.
cuda_packages=(
  "nvidia-cuda-nvcc==13.0.88
   56fe502eb77625a12f25172caa3cdddb4e4c8ba2c8c17dba44b164761b380f03
   bin/ptxas"
  "nvidia-cuda-nvdisasm==13.2.78
   b4ebcd3c5046bf8039ac52675b9dbefd843600969649ecaab0a42b0713a61dae
   bin/nvdisasm"
  "nvidia-nvvm==13.0.88
   c5f41ffeb6466944a026dfa5317d7d85355c119bbec279205d22f1869d1054e0
   nvvm/libdevice/libdevice.10.bc"
)

install_debian_packages() {
  local missing=() package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local root=()
  ((EUID == 0)) || root=(sudo)
  echo "Installing ${missing[*]}"
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
             -o Acquire::Retries=3 -o DPkg::Lock::Timeout=600)
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# Whether a toolkit of this machine has the file: in CUDA_HOME, beside or as a
# program in PATH, or in the usual folder.
toolkit_has() {
  local folder
  for folder in "${CUDA_HOME:-}" /usr/local/cuda; do
    [[ -n $folder && -e $folder/$1 ]] && return 0
  done
  if [[ $1 == bin/* ]]; then
    command -v "${1#bin/}" >/dev/null
  else
    folder=$(command -v ptxas) && [[ -e $(dirname "$folder")/../$1 ]]
  fi
}

# Each package has a folder of its own; build/cuda is laid out like a toolkit,
# out of links.
install_cuda_packages() {
  local entry requirement checksum file folder
  for entry in "${cuda_packages[@]}"; do
    read -r -d '' requirement checksum file <<<"$entry" || true
    toolkit_has "$file" && continue
    folder=build/cuda-packages/$requirement
    [[ $(realpath -q "build/cuda/$file") == $(realpath -q "$folder")/* ]] &&
      continue
    echo "Fetching $requirement for $(basename "$file")"
    /usr/bin/python3 -m pip install --quiet --no-deps --upgrade \
      --disable-pip-version-check --root-user-action=ignore \
      --only-binary=:all: --target "$folder" --require-hashes \
      -r <(echo "$requirement --hash=sha256:$checksum")
    mkdir -p "$(dirname "build/cuda/$file")"
    ln -srfn "$folder/nvidia/cu13/$file" "build/cuda/$file"
  done
}

# An environment with scikit-build-core, in which a test builds the wheel;
# without it the test is skipped, and nothing else is missing.
install_wheel_builder() {
  local requirements=cmake/wheel/requirements.txt
  cmp -s $requirements build/python/requirements.txt && return 0
  echo "Fetching scikit-build-core"
  rm -rf build/python
  if /usr/bin/python3 -m venv build/python &&
    build/python/bin/python -m pip install --quiet --disable-pip-version-check \
      --only-binary=:all: --require-hashes -r $requirements; then
    cp $requirements build/python/
  else
    echo "tools/setup.sh: no scikit-build-core: the wheel is not tested" >&2
    rm -rf build/python
  fi
}

if ! command -v dpkg-query >/dev/null; then
  echo "tools/setup.sh: this is no Debian system; see docs/development.md for what to install" >&2
  exit 1
fi
install_debian_packages
install_cuda_packages
install_wheel_builder
