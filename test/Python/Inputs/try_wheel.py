"""Compiles the kernel in a file with the installed package, and shows which it is."""

import pathlib
import sys

import ttc

print(ttc.__file__)
print(ttc.compile(pathlib.Path(sys.argv[1]), target="cuda:90", stop_after="ptx").ptx)
