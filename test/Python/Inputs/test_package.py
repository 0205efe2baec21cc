# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package as such: what importing it costs, Python 3.9, `python -m ttc`."""

import ast
import os
import pathlib
import subprocess
import sys
import unittest

import ttc

ROOT = pathlib.Path(ttc.__file__).parent


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


class Package(unittest.TestCase):
    def test_import_is_lean(self):
        code = "import sys, ttc; print('ctypes' in sys.modules, 'json' in sys.modules)"
        self.assertEqual(run(code), "False False")

    def test_compile_needs_no_triton_or_numpy(self):
        code = (
            "import sys, ttc; ttc.compile; ttc.load; ttc.run_cpu;"
            "print([m for m in ('triton', 'torch', 'numpy') if m in sys.modules])"
        )
        self.assertEqual(run(code), "[]")

    def test_all_names_exist(self):
        for name in ttc.__all__:
            self.assertIsNotNone(getattr(ttc, name), name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'nothing'"):
            ttc.nothing

    def test_type_checkers_see_all_names(self):
        text = (ROOT / "__init__.py").read_text()
        for name in ttc._HOME_OF:
            self.assertIn(f"import {name} as {name}\n", text)
        self.assertTrue((ROOT / "py.typed").exists())

    def test_sources_are_python_3_9(self):
        for path in ROOT.rglob("*.py"):
            text = path.read_text()
            ast.parse(text, str(path), feature_version=(3, 9))
            if path.name not in ("__init__.py",):
                self.assertIn("from __future__ import annotations", text, path)

    def test_versions(self):
        self.assertRegex(ttc.__version__, r"^\d+\.\d+\.\d+$")
        self.assertRegex(ttc.llvm_version(), r"^22\.")
        self.assertRegex(ttc.build_id(), r"^[0-9a-f]{8,}$")
        self.assertIn("cuda:90", ttc.targets())

    def test_command(self):
        done = subprocess.run(
            [sys.executable, "-m", "ttc"], capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        for row in ("ttc", "LLVM", "targets", "ptxas", "libdevice", "triton", "torch"):
            self.assertRegex(done.stdout, rf"(?m)^{row} +\S")
        self.assertIn(ttc.build_id(), done.stdout)

    def test_reader_that_goes_away(self):
        command = f"{sys.executable} -m ttc | true; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_path_of_the_library(self):
        from ttc._library import library_path

        folder, name = os.path.split(library_path())
        done = subprocess.run(
            [sys.executable, "-c", "import ttc; print(ttc.build_id())"],
            env={**os.environ, "TTC_LIBRARY": name},
            cwd=folder,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.stdout.strip(), ttc.build_id(), done.stderr)
        code = (
            f"import os; os.environ['TTC_LIBRARY'] = {__file__!r}\n"
            "import ttc\n"
            "try: ttc.build_id()\n"
            "except ImportError as error: print(error)"
        )
        self.assertIn("can't be loaded", run(code))

    def test_library_that_is_not_there(self):
        code = (
            "import os; os.environ['TTC_LIBRARY'] = '/nowhere/libttc.so'\n"
            "import ttc\n"
            "try: ttc.build_id()\n"
            "except ImportError as error: print(error)"
        )
        self.assertIn("there is no /nowhere/libttc.so", run(code))


if __name__ == "__main__":
    unittest.main()
