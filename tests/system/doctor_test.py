#!/usr/bin/env python3
"""`eugene doctor`, and `eugene run`, on machines that bubblewrap makes of this one: without drivers, without /dev/dri, with a home or a
root that cannot be written, for a user without a name, in another language, under a filter of system calls.

    doctor_test.py EUGENE VECTOR_ADD
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from docker_seccomp import seccomp_filter  # noqa: E402
from running import run  # noqa: E402

EUGENE, VECTOR_ADD = (str(Path(each).resolve()) for each in sys.argv[1:3])
BUILD = str(Path(EUGENE).parent)
DRIVERS = ["/etc/OpenCL/vendors", "/usr/lib/x86_64-linux-gnu/dri", "/usr/lib/x86_64-linux-gnu/intel-opencl", "/usr/share/vulkan/icd.d"]
RIGHT = r"(?m)added 10000 numbers, 0 wrong$"
needs_intel = unittest.skipUnless(os.path.exists("/etc/OpenCL/vendors/intel.icd"), "Intel's OpenCL driver is not installed")


def sandboxed(*options, environment=None):
    """The command of bubblewrap for a sandbox with everything of this machine, read-only, and a /dev of its own without
    /dev/dri. The build is visible even where `options` put an empty directory above it."""
    given = {"PATH": "/usr/bin:/bin", **(environment or {})}
    variables = [word for name, value in given.items() for word in ("--setenv", name, value)]
    return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *options, "--ro-bind", BUILD, BUILD, "--clearenv", *variables]


def without_drivers():
    return [word for each in DRIVERS if os.path.isdir(each) for word in ("--tmpfs", each)]


class Doctor(unittest.TestCase):
    def doctor(self, *options, environment=None):
        done, _ = run(*sandboxed(*options, environment=environment), EUGENE, "doctor", "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(done.returncode, 1 if report["missing"] else 0)
        text, _ = run(*sandboxed(*options, environment=environment), EUGENE, "doctor")
        self.assertEqual(text.returncode, done.returncode)
        for each in report["missing"]:
            self.assertIn(f"  {each}\n", text.stdout)
        return report, text.stdout

    def place(self, report, what):
        return next(each for each in report["places"] if each["what"] == what)

    @needs_intel
    def test_a_full_machine(self):
        report, text = self.doctor("--tmpfs", "/tmp", environment={"HOME": "/tmp"})
        self.assertEqual(report["missing"], [])
        self.assertIn("\nnothing is missing\n", text)
        self.assertEqual(report["default_gpu"], "skl")
        self.assertRegex(text, r"(?m)^  skl +Intel.* iris +anv +iHD, i965 +(Intel|-) +the default$")
        self.assertRegex(text, r"(?m)^  bxt +Intel.* anv +iHD, i965 +- *$", "Intel's driver has no Level Zero there")
        self.assertRegex(text, r"(?m)^  snb +- +crocus +- +i965 +- *$")
        self.assertRegex(text, r"(?m)^  OpenCL +driver Intel +/\S+libigdrcl\.so  \(intel-opencl-icd \S+\)$")
        self.assertFalse(report["dev_dri"])
        self.assertRegex(text, r"/dev/dri +not there; Eugene does not need it")

    def test_without_any_driver(self):
        report, text = self.doctor("--tmpfs", "/tmp", *without_drivers())
        self.assertEqual([each for each in report["missing"] if "driver" in each],
                         [f"{api}: there is no driver" for api in ("OpenCL", "OpenGL", "Vulkan", "VA-API")])
        self.assertIn("to install: apt-get install intel-opencl-icd libgl1-mesa-dri mesa-vulkan-drivers intel-media-va-driver\n", text)
        # Level Zero's driver is among the libraries, and no program misses it.
        self.assertEqual({names for api, names in report["gpus"]["skl"].items() if api != "Level Zero"}, {""})

    @needs_intel
    def test_a_driver_that_nothing_names(self):
        report, text = self.doctor("--tmpfs", "/etc/OpenCL/vendors")
        self.assertIn("OpenCL: there is no driver", report["missing"])
        self.assertRegex(text, r"libigdrcl.so .*; no file tells the loader its name")

    def test_a_home_that_cannot_be_written(self):
        report, text = self.doctor("--tmpfs", "/tmp", environment={"HOME": "/usr/share"})
        self.assertEqual(report["missing"], [], "kernels are compiled again in every run, and that is all")
        self.assertEqual(self.place(report, "compiled kernels"),
                         {"what": "compiled kernels", "path": "/usr/share/.cache/eugene", "trouble": "Read-only file system"})
        self.assertIn("/usr/share/.cache/eugene: cannot be written: Read-only file system\n", text)

    def test_no_home(self):
        report, _ = self.doctor("--tmpfs", "/tmp")
        self.assertEqual(self.place(report, "home")["trouble"], "HOME is not set")
        self.assertEqual(self.place(report, "compiled kernels")["path"], "")

    def test_no_place_for_temporary_files(self):
        report, text = self.doctor("--remount-ro", "/dev")
        self.assertRegex(self.place(report, "temporary files")["trouble"], "/tmp: Read-only file system; .*/dev/shm: ")
        self.assertRegex(text, r"a directory for temporary files: .*/tmp: Read-only file system")


class Attacks(unittest.TestCase):
    """Wrong files in the places where `doctor` looks. The report may say less, but must be right and come soon."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def examine(self, *options, environment=None, prefix=()):
        """The report as JSON."""
        command = [*sandboxed("--tmpfs", "/tmp", *options, environment=environment), *prefix, EUGENE, "doctor"]
        done, seconds = run(*command, "--json")
        self.assertLess(seconds, 20)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        text, seconds = run(*command)
        self.assertLess(seconds, 20)
        self.assertEqual(text.returncode, done.returncode)
        return json.loads(done.stdout)

    def program(self, name, text):
        """Options with a directory of programs in front of the others."""
        (directory := self.root / "bin").mkdir(exist_ok=True)
        (directory / name).write_text("#!/bin/sh\n" + text)
        (directory / name).chmod(0o755)
        return ["--ro-bind", directory, "/mnt"], {"PATH": "/mnt:/usr/bin:/bin"}

    def versions(self, text):
        options, environment = self.program("dpkg-query", text)
        return {each["version"] for each in self.examine(*options, environment=environment)["components"]}

    def test_dpkg_that_hangs(self):
        self.assertEqual(self.versions("sleep 1000"), {""})
        self.assertEqual(self.versions("trap '' TERM PIPE; while :; do sleep 1; done"), {""})

    def test_dpkg_that_says_too_much(self):
        self.assertEqual(self.versions("yes"), {""})
        self.assertEqual(self.versions("head -c 100000000 /dev/zero"), {""})

    def test_dpkg_that_says_something_else(self):
        for text in ("exit 1", "kill -9 $$", "printf 'intel-opencl-icd'", "printf ' 1\\n  \\n \\n'", "cat"):
            with self.subTest(text=text):
                self.assertEqual(self.versions(text), {""})
        self.assertIn("\ufffd\ufffd", self.versions("printf 'libegl1 \\377\\376\\n'"))

    def test_no_dpkg(self):
        (self.root / "empty").mkdir()
        report = self.examine("--ro-bind", self.root / "empty", "/mnt", environment={"PATH": "/mnt"})
        self.assertEqual({each["version"] for each in report["components"]}, {""})

    def names(self, make):
        """Returns the components of OpenCL that are found if `make` fills /etc/OpenCL/vendors."""
        (vendors := self.root / "vendors").mkdir()
        make(vendors)
        report = self.examine("--ro-bind", vendors, "/etc/OpenCL/vendors")
        shutil.rmtree(vendors)
        return [each["name"] for each in report["components"] if each["api"] == "OpenCL" and each["kind"] == "driver" and each["found"]]

    @needs_intel
    def test_files_that_name_drivers(self):
        def sparse(vendors):
            with (vendors / "a.icd").open("w") as file:
                file.truncate(1 << 40)
        for make in (lambda at: os.mkfifo(at / "a.icd"), lambda at: (at / "a.icd").mkdir(), lambda at: (at / "a.icd").symlink_to("a.icd"),
                     lambda at: (at / "a.icd").symlink_to("/dev/zero"), lambda at: (at / "a.icd").symlink_to("/dev/tty"), lambda at: (at / "a.icd").symlink_to("/proc/self/mem"), sparse,
                     lambda at: (at / "a.icd").write_bytes(bytes(1 << 19)), lambda at: [(at / f"{i}.icd").touch() for i in range(3000)]):
            self.assertEqual(self.names(make), [])
        self.assertEqual(self.names(lambda at: (os.mkfifo(at / "a.icd"), (at / "b.icd").write_text("libigdrcl.so"))), ["Intel"])

    def test_a_place_of_these_files_that_is_none(self):
        (self.root / "file").touch()
        (self.root / "OpenCL").mkdir()
        report = self.examine("--ro-bind", self.root / "OpenCL", "/etc/OpenCL")
        self.assertIn("OpenCL: there is no driver", report["missing"])
        for target in ("vendors", "/dev/zero", "/nonexistent", "/proc/self/fd"):
            with self.subTest(target=target):
                (self.root / "OpenCL/vendors").symlink_to(target)
                report = self.examine("--ro-bind", self.root / "OpenCL", "/etc/OpenCL")
                self.assertIn("OpenCL: there is no driver", report["missing"])
                (self.root / "OpenCL/vendors").unlink()

    def test_drivers_that_are_no_files(self):
        (place := self.root / "dri").mkdir()
        for make in (lambda name: os.mkfifo(place / name), lambda name: (place / name).mkdir(), lambda name: (place / name).symlink_to(name),
                     lambda name: (place / name).symlink_to("/nonexistent"), lambda name: (place / name).symlink_to("/dev/zero")):
            for name in ("iris_dri.so", "iris_dri.so.1", "crocus_dri.so"):
                make(name)
            report = self.examine("--ro-bind", place, "/usr/lib/x86_64-linux-gnu/dri")
            self.assertIn("OpenGL: there is no driver", report["missing"])
            shutil.rmtree(place)
            place.mkdir()
        for i in range(5000):
            (place / f"iris_dri.s{i}").touch()
        self.assertIn("OpenGL: there is no driver", self.examine("--ro-bind", place, "/usr/lib/x86_64-linux-gnu/dri")["missing"])

    def place(self, what, *options, **environment):
        report = self.examine(*options, environment=environment)
        return next(each for each in report["places"] if each["what"] == what)["trouble"]

    def test_homes_that_are_none(self):
        (self.root / "loop").symlink_to("loop")
        (self.root / "dangling").symlink_to("nothing")
        (self.root / "file").touch()
        os.mkfifo(self.root / "pipe")
        here = ["--ro-bind", self.root, "/mnt"]
        for home, why in {"/mnt/loop": "Too many levels", "/mnt/dangling": "No such file", "/mnt/file": "is not a directory", "/mnt/file/below": "not a directory",
                          "/mnt/pipe": "not a directory", "/" + "x" * 300: "name too long", "/x/" * 2000: "name too long", "relative": "No such file", "..": "Read-only",
                          "\n\033[31m": "No such file", "/dev/null": "not a directory"}.items():
            with self.subTest(home=home[:20]):
                self.assertIn(why, self.place("home", *here, HOME=home))
        self.assertEqual(self.place("home", *here, HOME="/tmp/not/yet/there"), "")

    def test_caches_that_are_none(self):
        (self.root / "loop").symlink_to("loop")
        (self.root / "file").touch()
        here = ["--ro-bind", self.root, "/mnt"]
        for cache, why in {"/mnt/loop": "Too many levels", "/mnt/file": "is not a directory", "/" + "x" * 300: "name too long", "off": "no directory for them"}.items():
            with self.subTest(cache=cache[:20]):
                self.assertIn(why, self.place("compiled kernels", *here, EUGENE_CACHE=cache))
        self.assertEqual(self.place("compiled kernels", *here, EUGENE_CACHE="", XDG_CACHE_HOME="relative", HOME="/tmp"), "")

    def test_environments(self):
        for environment in ({"HOME": "\udcff\udcfe"}, {"EUGENE_CACHE": "\udcff"}, {"LD_PRELOAD": "/nonexistent.so"}, {"LD_LIBRARY_PATH": ":::/nonexistent"}, {"LC_ALL": "x" * 10_000},
                            {"TMPDIR": "x" * 10_000}, {"NO_COLOR": "", "TERM": "\033"}, {"IFS": "/", "ENV": "/dev/zero", "PS4": "$(touch /tmp/x)"}):
            with self.subTest(**environment):
                self.examine(environment={"HOME": "/tmp"} | environment)

    def test_without_proc(self):
        report = self.examine("--tmpfs", "/proc")
        self.assertTrue(report["compiles"])

    def test_limits(self):
        for limit in ("-n 12", "-v 2000000", "-c 0", "-s 256"):
            with self.subTest(limit=limit):
                self.examine(prefix=["sh", "-c", f'ulimit {limit}; exec "$@"', "sh"])

    def test_outputs(self):
        for redirection in (">/dev/full", ">&-", "<&-", "2>&-", "| head -c 1 >/dev/null"):
            with self.subTest(redirection=redirection):
                done, seconds = run(*sandboxed("--tmpfs", "/tmp"), "sh", "-c", f"{EUGENE} doctor {redirection}")
                self.assertLess(seconds, 20)
                self.assertIn(done.returncode, (0, 1, 2))

    @unittest.skipUnless(os.geteuid() == 0, "only root can give files to others")
    def test_own_libraries_of_somebody_else(self):
        """Libraries that another user can write are neither loaded nor reported as right."""
        for each in (EUGENE, *Path(BUILD).glob("libeugene_*.so")):
            shutil.copy(each, self.root)
        for each in self.root.iterdir():
            if each.suffix == ".so":
                os.chmod(each, 0o777)
        done, _ = run(self.root / "eugene", "doctor", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["compiles"]), (1, False))
        for each in ("i915", "gpu", "names"):
            self.assertRegex("\n".join(report["missing"]), f"Eugene: .*libeugene_{each}.so may be written by everybody, so it is not loaded")
        self.assertIn("libeugene_jit.so may be written by everybody", report["missing"][-1])


# A container or chroot may allow no user namespaces, which another user id needs.
has_user_ids = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-user", "--uid", "4711", "true"], capture_output=True, check=False).returncode == 0
needs_user_ids = unittest.skipUnless(has_user_ids, "the kernel allows no user namespaces here")


class Run(unittest.TestCase):
    def run_it(self, *options, environment=None, arguments=()):
        return run(*sandboxed(*options, environment=environment), EUGENE, "run", *arguments, "--", VECTOR_ADD)[0]

    def right(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, RIGHT)
        return done.stderr

    @needs_user_ids
    def test_without_home_dri_and_root(self):
        stderr = self.right(self.run_it("--tmpfs", "/tmp", "--unshare-all", "--uid", "4711", "--gid", "4711",
                                        arguments=["--require-gpu"]))
        self.assertEqual(stderr, "")

    @needs_user_ids
    def test_a_root_that_cannot_be_written(self):
        stderr = self.right(self.run_it("--uid", "4711", "--unshare-user", arguments=["--jit"]))
        self.assertEqual(stderr, "", "/dev/shm is for such machines")

    def test_nowhere_to_write(self):
        done = self.run_it("--remount-ro", "/dev")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^eugene run: cannot make a temporary directory: /tmp: Read-only file system; ")
        self.assertIn("hint: set TMPDIR to", done.stderr)

    def test_a_home_that_cannot_be_written(self):
        self.right(self.run_it("--tmpfs", "/tmp", environment={"HOME": "/usr/share"}, arguments=["--jit"]))

    def test_other_languages(self):
        for language in ("tr_TR.UTF-8", "C.UTF-8", "nonsense"):
            with self.subTest(language):
                self.right(self.run_it("--tmpfs", "/tmp", environment={"LC_ALL": language, "LANG": language}, arguments=["--jit"]))

    def test_calls_that_a_container_refuses(self):
        refused = self.enterContext(tempfile.TemporaryFile())
        refused.write(seccomp_filter())
        refused.seek(0)
        command = sandboxed("--tmpfs", "/tmp", "--seccomp", str(refused.fileno()))
        done = subprocess.run([*command, EUGENE, "run", "--jit", "--", VECTOR_ADD], pass_fds=[refused.fileno()], text=True,
                              capture_output=True, check=False)
        self.right(done)


class WithoutLlvm(unittest.TestCase):
    """A copy of the command whose compiler asks for a version of LLVM that nobody has."""

    def setUp(self):
        self.copy = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for each in (Path(EUGENE), *Path(BUILD).glob("libeugene_*.so")):
            shutil.copy(each, self.copy)
        library = self.copy / "libeugene_jit.so"
        code = library.read_bytes()
        [name] = set(re.findall(rb"\0(libLLVM[-.\d]*so[.\d]+)\0", code))
        library.write_bytes(code.replace(name, re.sub(rb"\d", b"0", name)))

    def test_doctor_names_the_package(self):
        done, _ = run(self.copy / "eugene", "doctor", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["compiles"]), (1, False))
        self.assertRegex(report["missing"][-1], r"^Eugene: kernels cannot be compiled: libLLVM\S+: cannot open shared object file")
        self.assertRegex(report["packages"][-1], r"^libllvm\d+$")
        done, _ = run(self.copy / "eugene", "doctor")
        self.assertIn(" interpreted only\n", done.stdout)

    def test_run_says_so_once(self):
        for options, lines in (["--jit"], 1), (["--interpret"], 0):
            done, _ = run(self.copy / "eugene", "run", "--no-cache", *options, "--", VECTOR_ADD)
            self.assertRegex(done.stdout, RIGHT)
            said = "".join(line for line in done.stderr.splitlines(keepends=True) if line.startswith("eugene: "))  # Mesa warns too
            self.assertRegex(said, rf"^(eugene: kernels are interpreted, .*: libLLVM\S+: cannot open .* \(apt-get install libllvm\d+\)\n){{{lines}}}$")


class Drivers(unittest.TestCase):
    """Drivers outside the system's directories."""

    LIBRARIES = "/usr/lib/x86_64-linux-gnu/intel-opencl"

    @needs_intel
    def test_a_directory(self):
        hidden = sandboxed("--tmpfs", "/tmp", "--tmpfs", "/etc/OpenCL/vendors")
        done, _ = run(*hidden, EUGENE, "run", "--driver", self.LIBRARIES, "--", VECTOR_ADD)
        self.assertRegex(done.stdout, RIGHT, done.stderr)
        done, _ = run(*hidden, EUGENE, "run", "--driver", "/usr", "--stats", "--", VECTOR_ADD)
        self.assertRegex(done.stdout, RIGHT, done.stderr)
        done, _ = run(*hidden, EUGENE, "run", "--", VECTOR_ADD)
        self.assertNotRegex(done.stdout, RIGHT)

    @needs_intel
    def test_the_names_since_the_driver_is_in_two_parts(self):
        """The file names of Debian's intel-opencl-icd-legacy. The other part of the driver, without Gen9, may be
        installed too."""
        names = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (names / "intel.icd").write_text("/none/libigdrcl.so\n")
        (names / "intel_legacy1.icd").write_text(f"{self.LIBRARIES}/libigdrcl_legacy1.so\n")
        renamed = sandboxed("--ro-bind", names, "/etc/OpenCL/vendors", "--tmpfs", self.LIBRARIES,
                            "--ro-bind", f"{self.LIBRARIES}/libigdrcl.so", f"{self.LIBRARIES}/libigdrcl_legacy1.so")
        for more in [], ["--icd", "/etc/OpenCL/vendors/intel_legacy1.icd"], ["--driver", self.LIBRARIES]:
            done, _ = run(*renamed, EUGENE, "run", *more, "--", VECTOR_ADD)
            self.assertRegex(done.stdout, RIGHT, done.stderr)
        done, _ = run(*renamed, EUGENE, "doctor")
        self.assertRegex(done.stdout, r"(?m)^  OpenCL +driver Intel +/\S+libigdrcl_legacy1\.so  \(intel-opencl-icd-legacy\)$")
        self.assertRegex(done.stdout, r"(?m)^  skl +Intel")

    def test_the_part_of_the_driver_for_the_gpu(self):
        """Both parts of Intel's driver are installed, and each GPU gets the part that knows it. The libraries are empty
        files: the test only asks which one a program would load."""
        place = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (vendors := place / "vendors").mkdir()
        (libraries := place / "libraries").mkdir()
        parts = {"skl": "_legacy1", "bxt": "_legacy1", "tgl": "", "rplp": ""}
        for part in set(parts.values()):
            for library in (f"libigdrcl{part}.so", f"libze_intel_gpu{part}.so.1"):
                (libraries / library).touch()
        (vendors / "intel.icd").write_text("/mnt/libigdrcl.so\n")
        (vendors / "intel_legacy1.icd").write_text("/mnt/libigdrcl_legacy1.so\n")
        both = sandboxed("--ro-bind", vendors, "/etc/OpenCL/vendors", "--ro-bind", libraries, "/mnt")
        show = ["--", "sh", "-c", 'echo "${EUGENE_ZE_DRIVER:-$ZE_ENABLE_ALT_DRIVERS}"; cat "$OCL_ICD_VENDORS"']
        for gpu, part in parts.items():
            with self.subTest(gpu=gpu):
                done, _ = run(*both, EUGENE, "run", "--gpu", gpu, *show)
                self.assertEqual(done.stdout.splitlines()[-1:], [f"/mnt/libigdrcl{part}.so"], done.stderr)
                done, _ = run(*both, EUGENE, "run", "--gpu", gpu, "--driver", "/mnt", *show)
                self.assertEqual(done.stdout.splitlines(), [f"/mnt/libze_intel_gpu{part}.so.1", f"/mnt/libigdrcl{part}.so"], done.stderr)

    def test_other_apis(self):
        done, _ = run(EUGENE, "run", "--driver", "/usr", "--", "printenv", "LIBGL_DRIVERS_PATH", "LIBVA_DRIVERS_PATH", "LD_LIBRARY_PATH")
        self.assertEqual(done.stdout.splitlines()[:2], ["/usr/lib/x86_64-linux-gnu/dri"] * 2)
        self.assertIn("/usr/lib/x86_64-linux-gnu", done.stdout.splitlines()[2].split(":"))
        if any(Path("/usr/lib/x86_64-linux-gnu").glob("libze_intel_gpu.so*")):
            # Where Eugene's layer is installed, it stands in front of the driver.
            done, _ = run(EUGENE, "run", "--driver", "/usr", "--", "sh", "-c", "echo ${EUGENE_ZE_DRIVER:-$ZE_ENABLE_ALT_DRIVERS}")
            self.assertRegex(done.stdout, r"^/usr/lib/x86_64-linux-gnu/libze_intel_gpu\.so")
        done, _ = run(EUGENE, "run", "--driver", "/usr", "--", "sh", "-c", "cat $VK_DRIVER_FILES")
        self.assertEqual(json.loads(done.stdout)["ICD"]["library_path"], "/usr/lib/x86_64-linux-gnu/libvulkan_intel.so")

    @needs_intel
    def test_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "own.icd"
            file.write_text(f"{self.LIBRARIES}/libigdrcl.so\n")
            done, _ = run(EUGENE, "run", "--icd", file, "--require-gpu", "--", VECTOR_ADD)
            self.assertEqual(done.returncode, 0, done.stderr)
            file.write_text(f"{directory}/none.so\n")
            done, _ = run(EUGENE, "run", "--icd", file, "--", VECTOR_ADD)
            self.assertNotRegex(done.stdout, RIGHT)

    def test_what_is_wrong(self):
        done, _ = run(EUGENE, "run", "--driver", "/etc", "--", VECTOR_ADD)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^eugene run: there is no driver in /etc, nor .*\n  hint: looked for libigdrcl.so, ")
        done, _ = run(EUGENE, "run", "--icd", "/none.icd", "--", VECTOR_ADD)
        self.assertEqual(done.returncode, 2)

    def test_a_gpu_that_is_required(self):
        done, _ = run(EUGENE, "run", "--require-gpu", "--", "true")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, "--require-gpu: nothing has run on the GPU: no driver has opened it")
        done, _ = run(EUGENE, "run", "--require-gpu", "--", "sh", "-c", "exit 7")
        self.assertEqual(done.returncode, 7, "the program's own status says more")
        done, _ = run(EUGENE, "run", "--", "true")
        self.assertEqual(done.returncode, 0)

    @needs_intel
    def test_a_gpu_that_is_required_by_the_driver_for_simulators(self):
        done, _ = run(*sandboxed("--tmpfs", "/tmp"), EUGENE, "run", "--require-gpu", "--door", "tbx", "--", "true")
        self.assertEqual(done.returncode, 3, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
