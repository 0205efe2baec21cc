# Configuration of the IR tests.
#
# A test is a .mlir, .ttir, .ttgir or .test file with RUN lines. It names tools
# plainly (tt-opt, FileCheck, not, split-file). Substitutions and features:
#
#   %corpus    ../shared/corpus beside the checkout     corpus
#   %static-bin, %static-tools: folder and paths
#              of the self-contained tools              static
#   %libttc    libttc.so                               static
#   %libllvm   the shared library of Debian's LLVM
#   %wheel-python: a Python with scikit-build-core          wheel
#   %source, %build: the roots of checkout and build
#   %cmake     the CMake that configured it
#              a CUDA driver with a device              cuda
#              the assembler, the disassembler, NVIDIA's bitcode library,
#              found as the tools find them             ptxas nvdisasm libdevice
#              built with the debug preset              debug
#
# A test that needs a feature says `REQUIRES: name` and counts as skipped
# elsewhere.

import ctypes
import os
import pathlib
import shutil

import lit.formats
from lit.llvm import llvm_config

config.name = "ttc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ttir", ".ttgir", ".test"]
config.excludes = ["Inputs", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ttc_binary_dir, "test")

tools_dir = os.path.join(config.ttc_binary_dir, "bin")
static_dir = os.path.join(config.ttc_binary_dir, "static", "bin")

llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", tools_dir, append_path=True)
llvm_config.with_system_environment(["CUDA_HOME", "HOME", "TMPDIR"])
llvm_config.add_tool_substitutions(
    ["clang", "clang++", "llvm-nm", "llvm-readelf", "mlir-tblgen", "split-file"],
    config.llvm_tools_dir,
)
llvm_config.add_tool_substitutions(config.ttc_tools, tools_dir)

config.substitutions.append(("%source", config.ttc_source_dir))
config.substitutions.append(("%build", config.ttc_binary_dir))
config.substitutions.append(("%cmake", config.cmake))
libllvm = os.path.join(config.llvm_tools_dir, "..", "lib", "libLLVM.so")
config.substitutions.append(("%libllvm", os.path.realpath(libllvm)))

corpus = os.path.join(config.ttc_source_dir, "..", "shared", "corpus")
if os.path.isdir(corpus):
    config.available_features.add("corpus")
    config.substitutions.append(("%corpus", os.path.realpath(corpus)))

if any(config.ttc_static_tools):
    names = [name.removesuffix("-static") for name in config.ttc_static_tools]
    paths = [os.path.join(static_dir, name) for name in names]
    config.available_features.add("static")
    config.substitutions.append(("%static-tools", " ".join(paths)))
    config.substitutions.append(("%static-bin", static_dir))
    libttc = os.path.join(config.ttc_binary_dir, "lib", "libttc.so")
    config.substitutions.append(("%libttc", libttc))

if config.ttc_build_type == "Debug":
    config.available_features.add("debug")


# Made by tools/setup.sh, in the checkout's build folder.
wheel_python = os.path.join(config.ttc_source_dir, "build", "python", "bin", "python")
if os.path.exists(wheel_python):
    config.available_features.add("wheel")
    config.substitutions.append(("%wheel-python", wheel_python))


def has_cuda_device():
    """Whether the CUDA driver loads, initializes and sees a device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def find_in_toolkit(relative):
    """The tools' own search: CUDA_HOME, PATH, the usual folder, and a `cuda`
    folder above the tools, where the set-up script puts it."""
    roots = [os.environ.get("CUDA_HOME")]
    ptxas = shutil.which("ptxas")
    if ptxas:
        roots.append(os.path.dirname(os.path.dirname(os.path.realpath(ptxas))))
    roots += ["/usr/local/cuda"]
    roots += [folder / "cuda" for folder in pathlib.Path(tools_dir).parents]
    if relative.startswith("bin/") and shutil.which(os.path.basename(relative)):
        return True
    return any(root and os.path.exists(os.path.join(root, relative)) for root in roots)


if has_cuda_device():
    config.available_features.add("cuda")
for feature, relative in [
    ("ptxas", "bin/ptxas"),
    ("nvdisasm", "bin/nvdisasm"),
    ("libdevice", "nvvm/libdevice/libdevice.10.bc"),
]:
    if find_in_toolkit(relative):
        config.available_features.add(feature)
