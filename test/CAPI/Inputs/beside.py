"""Loads libttc.so beside another library with an LLVM, all symbols public.

usage: beside.py LIBTTC KERNEL OTHER...

Compiles KERNEL alone, and then, in processes of their own, with libttc.so loaded
before and after the others. Prints "same" if the PTX is the same each time.
"""

import ctypes
import subprocess
import sys

from capi import Library


def show(order, libttc, kernel, others):
    if order == "after":
        for other in others:
            ctypes.CDLL(other, mode=ctypes.RTLD_GLOBAL)
    library = Library(libttc, mode=ctypes.RTLD_GLOBAL)
    if order == "before":
        for other in others:
            ctypes.CDLL(other, mode=ctypes.RTLD_GLOBAL)
    with open(kernel, "rb") as file:
        text = file.read()
    library.compile_for_cpu(text)
    sys.stdout.buffer.write(library.compile(text, target="cuda:90"))


def main():
    texts = {
        subprocess.check_output([sys.executable, __file__, order, *sys.argv[1:]])
        for order in ["alone", "before", "after"]
    }
    print("same" if len(texts) == 1 and b".entry" in texts.pop() else "different")


if __name__ == "__main__":
    if sys.argv[1] in ("alone", "before", "after"):
        show(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        main()
