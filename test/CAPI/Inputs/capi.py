"""As much of libttc.so as scripts of tests need, through ctypes."""

import ctypes


class Library:
    def __init__(self, path, mode=ctypes.DEFAULT_MODE):
        self.library = ctypes.CDLL(path, mode=mode)
        for name in ["ErrorGetMessage", "ResultGetArtifact"]:
            self.get(name).restype = ctypes.c_char_p
        for name in ["OptionsCreate", "OptionsSetString", "Compile"]:
            self.get(name).restype = ctypes.c_void_p
        self.get("CPUProgramCreate").restype = ctypes.c_void_p

    def get(self, name):
        return getattr(self.library, "ttc" + name)

    def check(self, error):
        if error:
            message = self.get("ErrorGetMessage")(ctypes.c_void_p(error))
            raise RuntimeError(message.decode())

    def options(self, **values):
        options = ctypes.c_void_p(self.get("OptionsCreate")())
        for name, value in values.items():
            self.check(
                self.get("OptionsSetString")(options, name.encode(), value.encode())
            )
        return options

    def compile(self, text, **options):
        """PTX of the kernel `text`, which is bytes."""
        options = self.options(stop_after="ptx", **options)
        result = ctypes.c_void_p()
        self.check(
            self.get("Compile")(
                text,
                ctypes.c_size_t(len(text)),
                b"kernel",
                options,
                ctypes.byref(result),
            )
        )
        ptx = self.get("ResultGetArtifact")(result, 4, None)
        self.get("ResultDestroy")(result)
        self.get("OptionsDestroy")(options)
        return ptx

    def compile_for_cpu(self, text):
        """Compiles for this machine, and returns nothing."""
        program = ctypes.c_void_p()
        self.check(
            self.get("CPUProgramCreate")(
                text,
                ctypes.c_size_t(len(text)),
                b"kernel",
                None,
                None,
                ctypes.byref(program),
            )
        )
        self.get("CPUProgramDestroy")(program)
