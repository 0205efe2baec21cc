#!/usr/bin/env python3
"""Opens files in a language server, as an editor would.

usage: diagnose.py SERVER FILE...

Prints each diagnostic as "FILE:LINE:COLUMN: MESSAGE", then the number of files
opened. Exits with 1 if the server ends before it is told to.
"""

import json
import pathlib
import subprocess
import sys


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--log=error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def send(self, method, params, **fields):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **fields}
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.partition(b":")[2])
        if not length:
            sys.exit(f"the server ended with {self.process.wait()}")
        return json.loads(self.process.stdout.read(length))


def main():
    server = Server(sys.argv[1])
    server.send("initialize", {"processId": None, "capabilities": {}}, id=0)
    server.receive()
    for file in map(pathlib.Path, sys.argv[2:]):
        document = {
            "uri": file.resolve().as_uri(),
            "languageId": "mlir",
            "version": 1,
            "text": file.read_text(),
        }
        server.send("textDocument/didOpen", {"textDocument": document})
        # The answer to having opened it.
        for diagnostic in server.receive()["params"]["diagnostics"]:
            start = diagnostic["range"]["start"]
            place = f"{file.name}:{start['line'] + 1}:{start['character'] + 1}"
            print(f"{place}: {diagnostic['message']}")
        server.send("textDocument/didClose", {"textDocument": document})
        server.receive()
    print(f"{len(sys.argv) - 2} files")
    server.send("shutdown", None, id=1)
    server.receive()
    server.send("exit", None)
    sys.exit(server.process.wait())


if __name__ == "__main__":
    main()
