# Configuration of the GoogleTest programs: lit runs each and counts its tests.

import os

import lit.formats

config.name = "ttc-unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_exec_root = os.path.join(config.ttc_binary_dir, "unittests")
config.test_source_root = config.test_exec_root
for name in ["CUDA_HOME", "HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["TTC_SOURCE_DIR"] = config.ttc_source_dir
