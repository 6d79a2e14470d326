#!/usr/bin/env python3
"""The examples in the --help of each command are executed, each in a directory that has the files which it names.

    help_test.py EUGENE VECTOR_ADD
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pages_test  # noqa: E402

EUGENE, VECTOR_ADD = (Path(each).resolve() for each in sys.argv[1:3])
ROOT = pages_test.ROOT
SERVES = 2  # seconds that what waits for others is let run
WAITS = r"eugene (serve|debug --gdb)\b"
TEXT = """mov (8) r2.0<1>:f 1.0:f
add (8) r10.0<1>:f r2.0<8;8,1>:f r2.0<8;8,1>:f
"""
ENDS = {"gen6": "mov (8) m1.0<1>:f r10.0<8;8,1>:f\nmov (8) m2.0<1>:f r10.0<8;8,1>:f\nsend (8) null m1 0x26 0x0608C000\n",
        "gen9": "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\nsend (8) null r127 spawner.dereference(keep) {EOT}\n"}
KERNEL = """kernel void axpy(global float* y, global const float* x, float a) {
  y[get_global_id(0)] = a * x[get_global_id(0)] + y[get_global_id(0)];
}
"""
# An array of NumPy: 1024 floats.
HEADER = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1024,), }\n"
ARRAY = b"\x93NUMPY\x01\x00" + len(HEADER).to_bytes(2, "little") + HEADER + bytes(4096)
SCRIPT = """import sys
import pyopencl
assert sys.argv[1:] == ["--its-own-option"]
assert pyopencl.create_some_context(interactive=False).devices
"""
CAPTURE = f"""NEOReadDebugKeys=1 SetCommandStreamReceiver=1 ProductFamilyOverride=skl OCL_ICD_VENDORS=/etc/OpenCL/vendors/intel.icd {VECTOR_ADD}
test -n "$(find . -name '*.aub')" && cat *.aub >job.aub.tmp && rm *.aub && mv job.aub.tmp job.aub && xz -k job.aub"""
# Exit statuses of examples that do not end with 0.
STATUS = {
    "eugene replay job.aub --dump 0x7f0000:4096 | xxd": 2,  # the address is another in each trace
    "eugene serve": 124,  # `timeout` ends it
    "eugene serve --port 0 --gpu kbl": 124,
    "eugene debug --gdb 4321 -- ./app": 124,
    "eugene debug --dap": 2,  # no editor names a program
    "eugene exec --set 'r2:f = 1 ...' --kernel axpy kernel_Gen9lp.bin": 3,  # nothing gives it buffers, which it accesses
}


def help_of(*command):
    return subprocess.run([EUGENE, *command, "--help"], text=True, capture_output=True, check=True).stdout


def examples(*command):
    """The lines below "Examples:", without the words beside them that say what they do."""
    block = re.search(r"Examples:\n((?:  \S.*(?:\n|$))+)", help_of(*command))
    lines = [re.split(r" {2,}", line.strip())[0] for line in block[1].splitlines()] if block else []
    return [line for line in lines if "COMMAND" not in line]


def subcommands():
    text = help_of()
    return re.findall(r"(?m)^  (\w+) {2,}\S", text[text.index("Subcommands:"):text.index("Examples:")])


def put_text(folder, example):
    """Writes the files that the example uses, for the generation that it names."""
    gen = "gen6" if "gen6" in example else "gen9"
    for name in ("kernel", "a", "b", "c", "k"):
        (folder / f"{name}.asm").write_text(TEXT + ENDS[gen])
    if "part.asm" in example:
        (folder / "part.asm").write_text(TEXT)
    for options, name in (["--hex"], "lines.txt"), (["--hex"], "list.txt"), ([], "kernel.dat"):
        subprocess.run([EUGENE, "asm", "--gen", gen, *options, folder / "kernel.asm", "-o", folder / name], check=True)
    if "shader.asm" in example:
        subprocess.run([EUGENE, "dis", "--gen", gen, "--dialect", "mesa", folder / "kernel.dat", "-o", folder / "shader.asm"], check=True)


def put_files(folder, example):
    put_text(folder, example)
    (folder / "tests").symlink_to(ROOT / "tests")
    (folder / "kernel.visaasm").symlink_to(ROOT / "tests/unit/visa/every_form.visaasm")
    subprocess.run([EUGENE, "asm", "kernel.visaasm", "-o", "kernel.isa"], cwd=folder, check=True)
    for name in ("app", "vector_add"):
        (folder / name).symlink_to(VECTOR_ADD)
    for name, text in ("k.cl", KERNEL), ("script.py", SCRIPT), ("commands.txt", "continue\n"):
        (folder / name).write_text(text)
    (folder / "in.npy").write_bytes(ARRAY)
    (folder / "y.bin").write_bytes(bytes(4096))


def has(*parts):
    return not any(pages_test.lacking(part) for part in parts)


class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="help-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.binaries = {}
        if has("ocloc"):
            (cls.folder / "k.cl").write_text(KERNEL)
            for device, name in ("bxt", "kernel_Gen9lp.bin"), ("skl", "kernel_Gen9core.bin"):
                subprocess.run(["ocloc", "compile", "-file", "k.cl", "-device", device, "-output", device], cwd=cls.folder,
                               stdout=subprocess.DEVNULL, check=True)
                [cls.binaries[name]] = cls.folder.glob(f"{device}_*.bin")
        if has("intel-opencl"):
            (cls.folder / "trace").mkdir()
            subprocess.run(["sh", "-c", CAPTURE], cwd=cls.folder / "trace", capture_output=True, timeout=60, check=True)

    def execute(self, example):
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        put_files(folder, example)
        for name, file in self.binaries.items():
            shutil.copy(file, folder / name)
        for each in (self.folder / "trace").glob("job.aub*"):
            (folder / each.name).symlink_to(each)
        if "program.bin" in example:
            shutil.copy(self.binaries["kernel_Gen9core.bin"], folder / "program.bin")
        if example.startswith("eugene info"):
            shutil.copy(self.binaries["kernel_Gen9lp.bin"], folder / "k_Gen9lp.bin")
        if example.startswith("eugene trace"):
            subprocess.run([EUGENE, "launch", "kernel_Gen9core.bin", "--gpu", "skl", "--kernel", "axpy", "--global", "64", "--arg", "zeros:64f4",
                            "--arg", "zeros:64f4", "--arg", "2", "--trace", "memory", "-o", "t.parquet"], cwd=folder, check=True)
        command = f"timeout {SERVES} {example}" if re.match(WAITS, example) else example
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=pages_test.environment(EUGENE.parent, folder),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        said = f"{example}\n{done.stdout.decode(errors='replace')[-2000:]}{done.stderr.decode(errors='replace')[-2000:]}"
        self.assertEqual(done.returncode, STATUS.get(example, 0), said)

    def test_examples_do_what_they_say(self):
        commands = [[]] + [[each] for each in subcommands()]
        self.assertGreater(len(commands), 10)
        for command in commands:
            found = examples(*command)
            self.assertTrue(found, command)
            for example in found:
                needs = []
                if re.match(r"eugene (run|debug|profile|replay|doctor)\b", example):
                    needs.append("intel-opencl")
                if re.search(r"Gen9|ocloc|program.bin|eugene trace|eugene launch .*\.cl\b", example):
                    needs.append("ocloc")
                needs += [each for each in ("jq", "xxd") if f"| {each} " in example]
                if has(*needs):
                    with self.subTest(example):
                        self.execute(example)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
