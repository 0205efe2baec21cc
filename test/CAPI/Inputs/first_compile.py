"""Times loading libttc.so and the first compilation of a kernel to PTX.

usage: first_compile.py LIBTTC KERNEL MILLISECONDS

Takes the shortest of ten fresh processes, without Python's own start; exits with
1 if that is longer than the limit. Counted is processor time, which other work
on the machine changes little; nothing waits.
"""

import subprocess
import sys
import time

if len(sys.argv) == 4:
    times = [
        float(subprocess.check_output([sys.executable, __file__, *sys.argv[1:3]]))
        for _ in range(10)
    ]
    print(f"{min(times):.1f} ms")
    sys.exit(min(times) > float(sys.argv[3]))

start = time.process_time()
from capi import Library

with open(sys.argv[2], "rb") as file:
    Library(sys.argv[1]).compile(file.read(), target="cuda:90")
print(1e3 * (time.process_time() - start))
