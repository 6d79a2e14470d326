#!/usr/bin/env python3
"""Whose libraries are loaded: installations in which others can write, names that loaders split, and names of sources that would be
options of a compiler. Nothing of another user's is executed, and what is refused is said.

    libraries_test.py EUGENE DIRECTORY_WITH_BINARIES
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE, DATA = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
BUILD = EUGENE.parent
LIBRARIES = [each for each in ("libeugene_i915.so", "libeugene_gpu.so", "libeugene_jit.so", "libeugene_names.so", "libeugene_gpu_watched.so",
                              "libeugene_tools.so") if (BUILD / each).exists()]
HAS_JIT = "libeugene_jit.so" in LIBRARIES
NOBODY = 65534
IS_ROOT = os.geteuid() == 0

# A library that prints a line when its code runs.
PLANTED = '#include <stdio.h>\n__attribute__((constructor)) static void run(void) { fputs("PLANTED\\n", stderr); }\n'


class Installation(unittest.TestCase):
    """A copy of Eugene as `make install` puts it: bin/eugene and lib/eugene."""

    @classmethod
    def setUpClass(cls):
        cls.shared = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        os.chmod(cls.shared, 0o755)
        for directory in ("bin", "lib", "lib/eugene"):
            (cls.shared / directory).mkdir(mode=0o755)
        shutil.copy2(EUGENE, cls.shared / "bin/eugene")
        for each in LIBRARIES:
            shutil.copy2(BUILD / each, cls.shared / "lib/eugene" / each)
        cls.planted = cls.shared / "planted.so"
        if compiler := shutil.which("cc"):
            subprocess.run([compiler, "-shared", "-fPIC", "-xc", "-", "-o", cls.planted], input=PLANTED, text=True, check=True)
        else:
            cls.planted.write_text("no library")

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.chmod(self.root, 0o755)
        self.tree = self.install(self.root / "eugene")

    def install(self, tree, copy=shutil.copy2):
        return Path(shutil.copytree(self.shared, tree, copy_function=copy))

    def plant(self, place, owner=NOBODY):
        """Copies the planted file to `place`, owned by the user who can write there."""
        file = self.tree / place
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self.planted, file)
        os.chmod(file, 0o755)
        if IS_ROOT:
            os.chown(file, owner, owner)
        else:
            os.chmod(file, 0o777)
        return file

    def eugene(self, *arguments, tree=None, **options):
        return run((tree or self.tree) / "bin/eugene", *arguments, **options)[0]

    def right(self, done):
        self.assertEqual((done.returncode, done.stdout), (0, "it ran\n"), done.stderr)
        self.assertNotIn("PLANTED", done.stderr)

    def refused(self, done, why):
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, why)
        self.assertNotIn("PLANTED", done.stderr)

    def echo(self, **options):
        return self.eugene("run", "--", "echo", "it ran", **options)

    def test_an_installation_of_its_owner(self):
        self.right(self.echo())
        for each in ("bin", "lib", "lib/eugene"):  # as with a mask of 002
            os.chmod(self.tree / each, 0o775)
        self.right(self.echo())

    def test_libraries_that_others_can_write(self):
        for each in LIBRARIES[:3]:
            with self.subTest(library=each):
                file = self.tree / "lib/eugene" / each
                os.chmod(file, 0o777)
                self.refused(self.echo(), f"{each} may be written by everybody, so it is not loaded")
                os.chmod(file, 0o755)
        os.chmod(self.tree / "lib/eugene", 0o777)
        self.refused(self.echo(), "lib/eugene may be written by everybody, so it is not loaded")
        os.chmod(self.tree / "lib/eugene", 0o755)
        self.right(self.echo())

    @unittest.skipUnless(IS_ROOT, "only root can give files to others")
    def test_libraries_of_another_user(self):
        for each in LIBRARIES[:3]:
            with self.subTest(library=each):
                file = self.tree / "lib/eugene" / each
                os.chown(file, NOBODY, NOBODY)
                self.refused(self.echo(), rf"{each} belongs to another user \({NOBODY}\), so it is not loaded")
                os.chown(file, 0, 0)
        # The files may belong to the user who owns the command.
        for each in ("bin/eugene", *(f"lib/eugene/{name}" for name in LIBRARIES)):
            os.chown(self.tree / each, NOBODY, NOBODY)
        self.right(self.echo())
        self.right(self.echo(user=NOBODY, env={**os.environ, "HOME": "/nonexistent"}))

    def test_libraries_that_are_planted(self):
        """In the places that Eugene tries before the right one, and beside the libraries that it preloads."""
        for place in ("bin", "lib/eugene", "bin/eugene.d", "bin/../eugene"):
            for each in LIBRARIES[:3]:
                with self.subTest(place=place, library=each):
                    if place == "lib/eugene":
                        continue
                    file = self.plant(f"{place}/{each}")
                    self.right(self.echo())
                    file.unlink()
        for each in LIBRARIES[:3]:
            with self.subTest(place="lib/eugene", library=each):
                file = self.tree / "lib/eugene" / each
                file.rename(self.tree / "away")
                self.plant(f"lib/eugene/{each}")
                self.refused(self.echo(), f"{each} (belongs to another user|may be written by everybody)")
                os.replace(self.tree / "away", file)

    def test_a_part_of_eugene(self):
        """What `make demo` builds: programs run, and the rest is named."""
        for each in ("libeugene_tools.so", "libeugene_gpu_watched.so"):
            (self.tree / "lib/eugene" / each).unlink()
        self.right(self.echo())
        for command in (["asm", "--help"], ["exec", "no.asm"], ["run", "--check", "--", "echo"], ["run", "--trace", "memory", "--", "echo"],
                        ["profile", "--", "echo"], ["debug", "--", "echo"]):
            with self.subTest(command=command):
                done = self.eugene(*command)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, "cannot find libeugene_tools.so(.|\n)*`make` builds")
        done = self.eugene("help", "dis")
        self.assertNotIn("unknown command", done.stderr)
        self.assertRegex(done.stderr, "cannot find libeugene_tools.so(.|\n)*`make` builds")
        self.assertRegex(self.eugene("doctor").stdout, "cannot find libeugene_tools.so.*`make` builds")
        # A watched run may begin another one, which needs no watchers.
        opened = self.eugene("run", "--", "cat", "/dev/dri/renderD128", env=dict(os.environ, EUGENE_WATCHED="1"))
        self.assertNotIn("cannot load the GPU", opened.stderr)
        help_ = self.eugene("--help")
        self.assertEqual(help_.returncode, 0)
        self.assertRegex(help_.stdout, r"\n  run +Run a GPU program")

    def test_a_gpu_without_watchers(self):
        (self.tree / "lib/eugene/libeugene_gpu_watched.so").unlink()
        self.right(self.echo())
        self.refused(self.eugene("run", "--check", "--", "echo", "it ran"), "cannot find libeugene_gpu_watched.so(.|\n)*`make` builds")

    @unittest.skipUnless(IS_ROOT, "only root can give files to others")
    def test_tools_of_another_user(self):
        os.chown(self.tree / "lib/eugene/libeugene_tools.so", NOBODY, NOBODY)
        done = self.eugene("asm", "--help")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"libeugene_tools.so belongs to another user \(65534\), so it is not loaded")

    def test_a_link_to_a_planted_library(self):
        file = self.tree / "lib/eugene" / LIBRARIES[0]
        file.unlink()
        file.symlink_to(self.plant("elsewhere/library.so"))
        self.refused(self.echo(), "so it is not loaded")

    @unittest.skipUnless(HAS_JIT, "there is no compiler")
    def test_a_compiler_that_is_planted(self):
        kernel = self.root / "kernel.asm"
        kernel.write_text("// threads 1\nadd (8) r2<1>:d r2<8;8,1>:d 1:d\n// expect r2:d = 1 1 1 1 1 1 1 1\n")
        file = self.tree / "lib/eugene/libeugene_jit.so"
        file.unlink()
        looked_in = ("lib/eugene/libeugene_jit.so", "lib/eugene/eugene/libeugene_jit.so", "lib/libeugene_jit.so")
        for place in (*looked_in, "bin/libeugene_jit.so", "bin/eugene.d/libeugene_jit.so", "eugene/libeugene_jit.so"):
            with self.subTest(place=place):
                planted = self.plant(place)
                for command in (["exec", "--jit", kernel], ["launch", "--gpu", "bxt", "--jit", "--kernel", "shift", "--global", "16", "--arg", "values=zeros:64i4", "--arg", "by=4", DATA / "lines.bin"]):
                    done = self.eugene(*command)
                    self.assertNotIn("PLANTED", done.stderr)
                    if place in looked_in:
                        self.assertRegex(done.stderr, "kernels are interpreted, .*so it is not loaded")
                planted.unlink()

    def test_names_that_loaders_split(self):
        for name in ("with space", "with:colon", "with$ORIGIN", "with ${LIB}"):
            with self.subTest(name=name):
                tree = self.install(self.root / name, os.link)
                self.refused(self.echo(tree=tree), "contains a space, a colon or a dollar sign, which LD_PRELOAD")
                self.refused(self.eugene("debug", "--batch", "--", "true", tree=tree), "contains a space, a colon or a dollar sign")
        for name in ("ünïcode", "with-dash_and.dot", "with'quote", "with;semicolon", "with\nnewline", "with\\012", "(deleted)"):
            with self.subTest(name=name):
                self.right(self.echo(tree=self.install(self.root / name, os.link)))

    def test_drivers_in_a_directory_whose_name_loaders_split(self):
        for name in ("a:b", "a;b", "$LIB", "a\nb"):
            with self.subTest(name=name):
                (self.root / name).mkdir()
                self.refused(self.eugene("run", "--driver", self.root / name, "--", "echo", "it ran"), "contains a colon, a semicolon, a dollar sign or")

    def test_drivers_in_a_directory_with_a_quotation_mark(self):
        """The file that names a driver of Vulkan is JSON."""
        for name in ('"}, {"x", "y', "back\\slash", "with space", "é", "{}"):
            with self.subTest(name=name):
                (directory := self.root / name).mkdir()
                shutil.copy2(self.planted, directory / "libvulkan_intel.so")
                done = self.eugene("run", "--driver", directory, "--", "sh", "-c", 'cat "$VK_DRIVER_FILES"')
                self.assertEqual(json.loads(done.stdout)["ICD"]["library_path"], str(directory / "libvulkan_intel.so"), done.stderr)

    def test_temporary_files_in_a_directory_with_a_colon(self):
        (place := self.root / "tmp:x").mkdir()
        done = self.echo(env={**os.environ, "TMPDIR": str(place)})
        self.right(done)
        self.assertRegex(done.stderr, "as TMPDIR cannot be used: .*: its path contains a colon")


class Loading(unittest.TestCase):
    """The C library, found by a name that is relative to a directory that the program leaves."""

    @unittest.skipUnless(HAS_JIT and (BUILD / "libeugene.so").exists(), "there is no compiler, or no library")
    def test_a_relative_path(self):
        program = """
import ctypes, os, sys
library = ctypes.CDLL("libeugene.so.0")
os.chdir(sys.argv[1])
library.eugene_machine_create.restype = library.eugene_program_load.restype = library.eugene_launch_create.restype = ctypes.c_void_p
library.eugene_buffer_create.restype = ctypes.c_uint64
library.eugene_error.restype = ctypes.c_char_p
machine = ctypes.c_void_p(library.eugene_machine_create(b"bxt"))
library.eugene_machine_set(machine, b"jit", b"")
library.eugene_machine_set(machine, b"no-cache", b"")
binary = open(sys.argv[2], "rb").read()
program = ctypes.c_void_p(library.eugene_program_load(machine, binary, ctypes.c_size_t(len(binary))))
library.eugene_kernel_find.restype = ctypes.c_size_t
launch = ctypes.c_void_p(library.eugene_launch_create(program, ctypes.c_size_t(library.eugene_kernel_find(program, b"shift"))))
buffer = ctypes.c_uint64(library.eugene_buffer_create(machine, ctypes.c_uint64(256)))
library.eugene_launch_set_buffer(launch, ctypes.c_size_t(0), buffer)
library.eugene_launch_set_value(launch, ctypes.c_size_t(1), ctypes.byref(ctypes.c_int(4)), ctypes.c_size_t(4))
library.eugene_launch_set_global(launch, 1, (ctypes.c_uint32 * 1)(16))
print(library.eugene_launch_run(launch), library.eugene_error().decode())
print(*{line.split()[-1] for line in open("/proc/self/maps") if "libeugene_jit" in line})
"""
        with tempfile.TemporaryDirectory() as directory:
            elsewhere = Path(directory, "elsewhere")
            for name in (BUILD.name, "x"):
                (elsewhere / name).mkdir(parents=True)
                (elsewhere / name / "libeugene_jit.so").write_text("no library")
            done = subprocess.run([sys.executable, "-c", program, elsewhere, DATA / "lines.bin"], cwd=BUILD.parent, stdout=subprocess.PIPE,
                                  env={**os.environ, "LD_LIBRARY_PATH": BUILD.name}, text=True, timeout=100, check=True)
        self.assertEqual(done.stdout.splitlines(), ["0 ", str(BUILD / "libeugene_jit.so")])


class Sources(unittest.TestCase):
    """A file's name is a name, whatever is in it."""

    def test_names(self):
        source = "kernel void k(global int* out) { out[0] = 1; }"
        with tempfile.TemporaryDirectory() as directory:
            for name in ('a" -D kernel="', "a\\", 'a\\" -w "', "a\nb", 'dir"/k', "dir\\/k", "\t", "a\x7f"):
                file = Path(directory, name + ".cl")
                file.parent.mkdir(exist_ok=True)
                file.write_text(source)
                with self.subTest(name=name):
                    done, _ = run(EUGENE, "launch", "--arg", "out=zeros:1i4", file)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn("cannot be passed to the compiler", done.stderr)
            if shutil.which("ocloc") is None:
                return
            for name in ("with space", "$(touch x)", "`touch x`", "-D k=x", "a;b", "a'b", "é", "dir with space/k"):
                file = Path(directory, name + ".cl")
                file.parent.mkdir(exist_ok=True)
                file.write_text(source)
                with self.subTest(name=name):
                    done, _ = run(EUGENE, "launch", "--arg", "out=zeros:1i4", file, cwd=directory)
                    self.assertEqual(done.returncode, 0, done.stderr)
            self.assertFalse(Path(directory, "x").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
