"""Each loop is compiled by one process of the tests; the others wait for it, and read it from Numba's cache on disk."""

import fcntl
import zlib

from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher


def compile_once():
    """From now on in this process. A function's lock is a byte of this file."""
    compile_anyhow, held, file = Dispatcher.compile, set(), open(__file__, "r+b")  # noqa: SIM115

    def compile_in_turn(self, signature):
        code = self.py_func.__code__
        byte = zlib.crc32(f"{code.co_filename}:{code.co_firstlineno}".encode())
        with global_compiler_lock:
            if byte in held:  # recursion
                return compile_anyhow(self, signature)
            fcntl.lockf(file, fcntl.LOCK_EX, 1, byte)
            held.add(byte)
            try:
                return compile_anyhow(self, signature)
            finally:
                held.remove(byte)
                fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)

    Dispatcher.compile = compile_in_turn
