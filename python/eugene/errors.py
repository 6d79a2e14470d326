"""Exceptions. Their text is the library's message, with kernel, instruction, source line and thread if these are known."""

from __future__ import annotations

from typing import Any


class Error(RuntimeError):
    """The input is wrong: a damaged binary, an argument that does not fit."""


class UsageError(Error, ValueError):
    """A function was called wrongly, for example with an unknown option or GPU."""


class AssemblyError(Error):
    """Assembly, vISA or a directive is wrong. `diagnostics` lists the errors."""
    diagnostics: tuple[Any, ...] = ()


class Stopped(Error):
    """machine.interrupt() has ended the launch."""


class CompileError(Error):
    """ocloc cannot compile a source. The text is the compiler's output."""


class Fault(Error):
    """The kernel faulted or timed out."""
