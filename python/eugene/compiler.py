"""Compiles OpenCL C to device binaries with Intel's offline compiler."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from .errors import CompileError
from .temporary import held_directory

_CHATTER = re.compile(r"^(Command was:|Build succeeded|Build failed|Compilation from IR|\s*$)")
# The compiler reads its options as a line of words, in which these characters would end the file's name.
_NOT_IN_NAMES = re.compile(r'["\\\x00-\x1f\x7f]')


def compile_file(file: str | os.PathLike[str], gpu: str = "skl", options: str = "") -> bytes:
    """Compiles an OpenCL source like `eugene launch`: with argument names and line numbers. Returns the device binary."""
    source = Path(file).absolute()
    if not source.is_file():
        raise FileNotFoundError(f"there is no file {file}")
    if _NOT_IN_NAMES.search(str(source)):
        raise CompileError(f"{str(source)!r} contains a quotation mark, backslash or control character, which cannot be passed to "
                           "the compiler: rename the file or its directory")
    with held_directory() as directory:
        command = ["ocloc", "compile", "-file", str(source), "-device", gpu, "-out_dir", directory,
                   "-options", f'-cl-kernel-arg-info -g -s "{source}" {options}']
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  check=False)
        except FileNotFoundError:
            raise CompileError("ocloc, which compiles OpenCL for Intel's GPUs, is not installed: "
                               "apt-get install intel-opencl-icd (Debian 12), or load a compiled file") from None
        made = list(Path(directory).glob("*.bin"))
        if done.returncode == 0 and made:
            return made[0].read_bytes()
    said = "\n".join(line for line in done.stdout.splitlines() if not _CHATTER.match(line))
    raise CompileError(f"{file} does not compile:\n{said}")


def compile_text(source: str, gpu: str = "skl", options: str = "") -> bytes:
    """Does the same for the text of a source."""
    with held_directory() as directory:
        file = Path(directory, "program.cl")
        file.write_text(source, encoding="utf-8")
        return compile_file(file, gpu, options)
