#!/usr/bin/env python3
"""A disk that is full, or a file that may not grow: `eugene run` says so and fails, and no setting is lost.

    full_disk_test.py EUGENE VECTOR_ADD
"""
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import unittest

from running import TWICE, keep_compiled, python, run

keep_compiled()
EUGENE, VECTOR_ADD = sys.argv[1:3]
DOOR = (EUGENE, "run", "--no-cache", "--gpu", "skl", "--stats")

PROGRAM = TWICE + """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it
print(context.devices[0].name)
def run():
    numbers = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    twice(queue, (64,), (8,), buffer)
    cl.enqueue_copy(queue, numbers, buffer)
    print("right" if (numbers == 2 * numpy.arange(64)).all() else "wrong", flush=True)
"""
FILL = """
with open(os.environ["TMPDIR"] + "/full", "wb", buffering=0) as file:
    try:
        while True: file.write(bytes(4096))
    except OSError: pass
"""
LIMIT = "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"

LOST = r"eugene: the statistics are lost: cannot write to \S+: {}\n(.|\n)*eugene run: the statistics are not complete"


def can_mount():
    command = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /tmp"]
    return subprocess.run(command, capture_output=True).returncode == 0


class FullDisk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.environment = {**os.environ, "TMPDIR": self.folder.name}

    def tearDown(self):
        self.assertEqual(os.listdir(self.folder.name), [])

    def limited(self, *command, **options):
        """Captures the output by pipes, because files may not grow."""
        return subprocess.run(command, capture_output=True, text=True, timeout=100, env=self.environment, **options)

    def on_full_disk(self, *command, before="", options="size=256k"):
        """With a file system of its own for temporary files, of 256 KB."""
        script = f"mount -t tmpfs -o {options} none {self.folder.name} && {before} exec \"$@\""
        return run("unshare", "-rm", "sh", "-c", script, "sh", *command, env=self.environment)[0]

    def test_no_directory(self):
        none = self.folder.name + "/none"
        done, _ = run(*DOOR, "--", VECTOR_ADD, env={**os.environ, "TMPDIR": none})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"eugene: temporary files are in /tmp, as TMPDIR cannot be used: {none}: No such file or directory\n", done.stderr)

    def test_limit_at_the_start(self):
        done = self.limited(*DOOR, "--", VECTOR_ADD, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^eugene run: cannot write to \S+: File too large\n  hint: set TMPDIR ")

    def test_limit_that_comes_later(self):
        done = self.limited(*DOOR, "--", *python(PROGRAM + LIMIT + "run()"))
        self.assertRegex(done.stdout, r"^Intel.* 530 .*\nright\n$")
        self.assertRegex(done.stderr, LOST.format("File too large"))
        self.assertEqual(done.returncode, 2)
        done = self.limited(*DOOR, "--", *python(PROGRAM + LIMIT + "run()\nsys.exit(7)"))
        self.assertEqual(done.returncode, 7, "the program's own status says more")
        done = self.limited(*DOOR, "--check", "--", *python(PROGRAM + LIMIT + "run()"))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\neugene: 0 errors .*; exit status 2\n$")

    @unittest.skipUnless(can_mount(), "needs a mount namespace")
    def test_full_at_the_start(self):
        done = self.on_full_disk(*DOOR, "--", VECTOR_ADD, before=f"dd if=/dev/zero of={self.folder.name}/full bs=4k 2>/dev/null;")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^eugene run: cannot .*: No space left on device\n  hint: set TMPDIR ")

    @unittest.skipUnless(can_mount(), "needs a mount namespace")
    def test_full_later(self):
        done = self.on_full_disk(*DOOR, "--", *python(PROGRAM + FILL + "run()"))
        self.assertRegex(done.stdout, r"^Intel.* 530 .*\nright\n$")
        self.assertRegex(done.stderr, LOST.format("No space left on device"))
        self.assertEqual(done.returncode, 2)

    @unittest.skipUnless(can_mount(), "needs a mount namespace")
    def test_cannot_be_written(self):
        done = self.on_full_disk(*DOOR, "--timeout", "2", "--", VECTOR_ADD, options="ro")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^eugene: temporary files are in /tmp, as TMPDIR cannot be used: \S+: Read-only file system\n")

    @unittest.skipUnless(can_mount(), "needs a mount namespace")
    def test_program_that_goes_on(self):
        """A full disk does not make a meant end of `eugene run` look like a kill to what the program leaves running."""
        with tempfile.NamedTemporaryFile("r") as said:
            later = PROGRAM + f"run()\nopen({said.name!r}, 'w').write('begun ')\nimport time\ntime.sleep(2)\n" \
                f"open({said.name!r}, 'a').write('alive')"
            start = f"import os, subprocess, time\nsubprocess.Popen({python(later)!r}, start_new_session=True)\n" \
                f"while not os.path.getsize({said.name!r}): time.sleep(0.1)\n"
            self.on_full_disk(*DOOR, "--", *python(start + FILL))
            end = time.monotonic() + 60
            while "alive" not in said.read() and time.monotonic() < end:
                time.sleep(0.2)
                said.seek(0)
            said.seek(0)
            self.assertEqual(said.read(), "begun alive")

    def test_lost_settings(self):
        for settings in "", "{}", '{"gpu":':
            with self.subTest(settings):
                done, _ = run(*DOOR, "--", "env", "EUGENE_SETTINGS=" + settings, VECTOR_ADD, env=self.environment)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, "eugene: the settings of `eugene run` are lost: ")
        done, _ = run(*DOOR, "--", "env", "-u", "EUGENE_SETTINGS", VECTOR_ADD, env=self.environment)
        self.assertRegex(done.stderr, "eugene: the settings of `eugene run` are lost: EUGENE_SETTINGS is not set")

    def test_enough_room(self):
        done, _ = run(*DOOR, "--", *python(PROGRAM + "run()"), env=self.environment)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("statistics", done.stderr)
        self.assertTrue(re.search(r"dispatches +1 ", done.stderr), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
