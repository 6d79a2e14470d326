"""OpenCL C to device binaries, by Intel's offline compiler."""
from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

from .errors import CompileError

_CHATTER = re.compile(r"^(Command was:|Build succeeded|Build failed|Compilation from IR|\s*$)")


def compile_file(file: str | os.PathLike[str], gpu: str = "skl", options: str = "") -> bytes:
    """The device binary of an OpenCL source, with the names of arguments and line numbers, as `eugene launch` has it."""
    source = Path(file).absolute()
    if not source.is_file():
        raise FileNotFoundError(f"there is no file {file}")
    with tempfile.TemporaryDirectory(prefix="eugene-") as directory:
        command = ["ocloc", "compile", "-file", str(source), "-device", gpu, "-out_dir", directory,
                   "-options", f'-cl-kernel-arg-info -g -s "{source}" {options}']
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        except FileNotFoundError:
            raise CompileError("ocloc, which compiles OpenCL for Intel's GPUs, is not installed: "
                               "apt-get install intel-opencl-icd (Debian 12), or load a compiled file") from None
        made = list(Path(directory).glob("*.bin"))
        if done.returncode == 0 and made:
            return made[0].read_bytes()
    said = "\n".join(line for line in done.stdout.splitlines() if not _CHATTER.match(line))
    raise CompileError(f"{file} does not compile:\n{said}")


def compile_text(source: str, gpu: str = "skl", options: str = "") -> bytes:
    """The same of a source's text."""
    with tempfile.TemporaryDirectory(prefix="eugene-") as directory:
        file = Path(directory, "program.cl")
        file.write_text(source)
        return compile_file(file, gpu, options)
