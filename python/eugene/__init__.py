"""A software Intel Gen GPU: kernels of OpenCL C, run on arrays of NumPy.

    import eugene, numpy as np
    gpu = eugene.Machine("skl")
    scale = gpu.load("scale.cl").scale
    a = gpu.array(np.arange(256, dtype="f4"))
    run = scale(a, 2.0, global_size=256, local_size=64)
    print(a[:4], run.instructions)
"""
from __future__ import annotations

import os
from pathlib import Path

from . import _native
from . import collecting
from ._native import (ACCESS, ATOMIC, BARRIER, BEGINS, ENDS, INSTRUCTION, READ, THREAD, WRITE, Argument, Diagnostic,
                      Finding, Instruction, Kernel, Local, Option, Program, Run, Site, Steps, Thread, gpus, local, options)
from .compiler import compile_file, compile_text
from .errors import AssemblyError, CompileError, Error, Fault, Stopped, UsageError
from .profile import by_line

__version__: str = _native.version()
__all__ = ["ACCESS", "ATOMIC", "BARRIER", "BEGINS", "ENDS", "INSTRUCTION", "READ", "THREAD", "WRITE", "Argument",
           "AssemblyError", "CompileError", "Diagnostic", "Error", "Fault", "Finding", "Instruction", "Kernel", "Local",
           "Machine", "Option", "Program", "Run", "Site", "Steps", "Stopped", "Thread", "UsageError", "by_line",
           "compile_file", "compile_text", "gpus", "local", "options"]


class Machine(_native.Machine):
    """A GPU with memory, in this process.

    `gpu` is one of gpus(); options are those of options(), which `eugene launch` has too, with _ in place of -: Machine("bxt", threads=2,
    jit=True). With check="memory,race", "all" or True, all launches are checked. Several threads may use a machine; their launches run one after the other.
    """

    def __init__(self, gpu: str = "skl", **options: str | int | float | bool | None) -> None:
        checks = collecting.current.checks
        if checks is not None:
            options = {"check": checks.check} | options
        super().__init__(gpu, **options)
        if checks is not None:
            self.collector = checks.findings.extend

    def load(self, program: str | os.PathLike[str] | bytes, options: str = "") -> Program:
        """A program from a file: OpenCL C (.cl), compiled by ocloc with these options, assembly (.asm), vISA (.visaasm
        as text, .isa as an object file), or a device binary. From bytes: a device binary."""
        if isinstance(program, bytes):
            return self.load_binary(program)
        file = Path(program)
        if file.suffix == ".cl":
            return self.load_binary(compile_file(file, self.gpu, options))
        if file.suffix in (".asm", ".visaasm", ".isa"):
            return self.assemble(file.read_bytes(), str(file))
        return self.load_binary(file.read_bytes())

    def build(self, source: str, options: str = "") -> Program:
        """A program from the text of OpenCL C, compiled by ocloc with these options."""
        return self.load_binary(compile_text(source, self.gpu, options))
