"""What goes wrong. The text is the library's, with kernel, instruction, source line and thread where it has them."""

from __future__ import annotations

from typing import Any


class Error(RuntimeError):
    """The input is wrong: a damaged binary, an argument that does not fit."""


class UsageError(Error, ValueError):
    """A function was called wrongly: an option or GPU that there is none of, say."""


class AssemblyError(Error):
    """Assembly, vISA or a directive is wrong. `diagnostics` has what is, one by one."""
    diagnostics: tuple[Any, ...] = ()


class Stopped(Error):
    """machine.interrupt() has ended the launch."""


class CompileError(Error):
    """ocloc does not compile a source; the text is the compiler's."""


class Fault(Error):
    """The kernel faulted or timed out."""
