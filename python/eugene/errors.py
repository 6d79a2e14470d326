"""What goes wrong. The text is the library's, with kernel, instruction, source line and thread where it has them."""


class Error(RuntimeError):
    """The input is wrong: a damaged binary, an argument that does not fit."""


class UsageError(Error, ValueError):
    """A function was called wrongly: an option or GPU that there is none of, say."""


class CompileError(Error):
    """ocloc does not compile a source; the text is the compiler's."""


class Fault(Error):
    """The kernel faulted or timed out."""
