#!/usr/bin/env python3
"""Directories for temporary files, and a cache, in which another user has been first, or can write: what Eugene puts there is its own, or
is put elsewhere, and nothing of the other's is removed, followed or executed.

    temporary_test.py EUGENE
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE = str(Path(sys.argv[1]).resolve())
OTHER, MINE = 65534, 65533
IS_ROOT = os.geteuid() == 0
SHOW = 'ls -ldn "$EUGENE_I915"; echo "$EUGENE_I915"'


@unittest.skipUnless(IS_ROOT, "only root can be two users")
class OtherUser(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.chmod(self.root, 0o755)

    def directory(self, name, owner=0, mode=0o755, parent=None):
        path = (parent or self.root) / name
        path.mkdir()
        os.chown(path, owner, owner)
        os.chmod(path, mode)
        return path

    def show(self, place, user=MINE):
        """Returns the run's directory and messages."""
        done, _ = run(EUGENE, "run", "--", "sh", "-c", SHOW, user=user, group=user, extra_groups=[],
                      env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "EUGENE_CACHE": "off", "TMPDIR": str(place)})
        self.assertEqual(done.returncode, 0, done.stderr)
        listed, path = done.stdout.splitlines()[:2]
        self.assertRegex(listed, f"^drwx------ +\\d+ {user} ", "nobody else has a part of it")
        return Path(path), done.stderr

    def is_used(self, place, user=MINE):
        path, said = self.show(place, user)
        self.assertEqual(path.parent, place)
        self.assertNotIn("TMPDIR", said)
        self.assertFalse(path.exists())

    def is_not_used(self, place, why, user=MINE):
        path, said = self.show(place, user)
        self.assertNotEqual(path.parent, place)
        self.assertRegex(said, f"as TMPDIR cannot be used: .*{why}")

    def test_places(self):
        self.is_used(self.directory("own", MINE, 0o700))
        self.is_used(self.directory("shared", 0, 0o1777))
        self.is_used(self.directory("of root for root", 0, 0o700), 0)
        self.is_not_used(self.directory("open", 0, 0o777), "may be written by everybody")
        self.is_not_used(self.directory("of another", OTHER, 0o777), "belongs to another user")
        self.is_not_used(self.directory("of another, sticky", OTHER, 0o1777), "belongs to another user")
        self.is_not_used(self.directory("own, open", MINE, 0o777), "may be written by everybody")
        self.is_not_used(self.directory("in", MINE, 0o700, self.directory("an open one", 0, 0o777)), "may be written by everybody")
        self.is_not_used(self.directory("in", MINE, 0o700, self.directory("another's", OTHER, 0o755)), "belongs to another user")
        self.is_not_used(self.directory("of another for root", OTHER, 0o777), "belongs to another user", 0)
        (link := self.root / "link").symlink_to(self.root / "open")
        self.is_not_used(link, "may be written by everybody")

    def test_what_another_user_has_put_there(self):
        """Names like those of Eugene's directories, in a directory that all users can write."""
        place = self.directory("tmp", 0, 0o1777)
        (target := self.directory("target", MINE, 0o700)).joinpath("kept").touch()
        victims = [self.directory("eugene-of-another", OTHER, 0o777, place), self.directory("eugene-open", MINE, 0o777, place),
                   self.directory("eugene-link-in", MINE, 0o777, place)]
        (place / "eugene-link").symlink_to(target)
        os.mkfifo(place / "eugene-pipe")
        (place / "eugene-file").touch()
        (place / "eugene-loop").symlink_to("eugene-loop")
        for each in victims:
            (each / "kept").touch()
        (victims[0] / "held").touch()           # as if it had been Eugene's
        (victims[1] / "held").touch()           # another user's file in this user's directory
        os.chown(victims[1] / "held", OTHER, OTHER)
        (victims[2] / "held").symlink_to("/etc/passwd")
        (place / "eugene-tree").mkdir()
        os.chown(place / "eugene-tree", MINE, MINE)
        (place / "eugene-tree" / "held").touch()  # of a process that was killed
        os.chown(place / "eugene-tree" / "held", MINE, MINE)
        (place / "eugene-tree" / "out").symlink_to(target)
        self.is_used(place)
        self.assertEqual(sorted(each.name for each in place.iterdir()),
                         ["eugene-file", "eugene-link", "eugene-link-in", "eugene-loop", "eugene-of-another", "eugene-open", "eugene-pipe"])
        for each in (target, *victims):
            self.assertTrue((each / "kept").exists(), each)

    def test_a_directory_that_lives_is_not_removed(self):
        place = self.directory("tmp", 0, 0o1777)
        environment = {"PATH": os.environ["PATH"], "EUGENE_CACHE": "off", "TMPDIR": str(place)}
        with subprocess.Popen([EUGENE, "run", "--", "sleep", "100"], env=environment, user=OTHER, group=OTHER, extra_groups=[]) as living:
            try:
                end = time.monotonic() + 20
                while not list(place.iterdir()) and time.monotonic() < end:
                    time.sleep(0.05)
                self.is_used(place)
                self.is_used(place, OTHER)
                self.assertEqual(len(list(place.iterdir())), 1)
            finally:
                living.terminate()
        self.assertEqual(list(place.iterdir()), [])

    def test_the_cache(self):
        """Code in the cache is executed, so Eugene loads only files that this user has written and others cannot
        write."""
        place = self.directory("cache", MINE, 0o777)  # the worst place for it
        program = ["launch", "--jit", "--gpu", "bxt", "--kernel", "shift", "--global", "16", "--arg", "values=zeros:64i4", "--arg", "by=4",
                   str(Path(__file__).parent.parent / "unit/binary/data/lines.bin")]

        def compiled():
            done, _ = run(EUGENE, *program, user=MINE, group=MINE, extra_groups=[], env={"PATH": os.environ["PATH"], "EUGENE_CACHE": str(place)})
            self.assertEqual(done.returncode, 0, done.stderr)
        compiled()
        files = list(place.iterdir())
        if not files:
            self.skipTest("there is no compiler")
        before = {each: each.read_bytes() for each in files}
        for harm in ("owner", "everybody", "pipe", "link", "directory", "device"):
            with self.subTest(harm):
                for each, contents in before.items():
                    subprocess.run(["rm", "-rf", each], check=True)
                    if harm == "pipe":
                        os.mkfifo(each)
                    elif harm == "directory":
                        each.mkdir()
                    elif harm == "device":
                        each.symlink_to("/dev/zero")
                    else:
                        file = self.root / "elsewhere" if harm == "link" else each
                        file.write_bytes(contents)
                        os.chown(file, OTHER if harm == "owner" else MINE, MINE)
                        os.chmod(file, 0o666 if harm == "everybody" else 0o600)
                        if harm == "link":
                            each.symlink_to(file)
                compiled()  # must compile again, not load what is there

    def test_a_map_for_perf(self):
        """The name of the file is predictable, and all users can write to /tmp."""
        program = f"""
import os, subprocess, sys
path = f"/tmp/perf-{{os.getpid()}}.map"
how = sys.argv[1]
if how == "pipe": os.mkfifo(path)
elif how == "link": os.symlink(sys.argv[2], path)
elif how == "file":
    open(path, "w").close()
    os.chown(path, {OTHER}, {OTHER})
    os.chmod(path, 0o666)
os.execv({EUGENE!r}, [{EUGENE!r}, *sys.argv[3:]])
"""
        data = str(Path(__file__).parent.parent / "unit/binary/data/lines.bin")
        (victim := self.root / "victim").write_text("kept")
        for how in ("pipe", "link", "file"):
            with self.subTest(how):
                process = subprocess.Popen([sys.executable, "-c", program, how, victim, "launch", "--jit", "--perf-map", "--no-cache", "--gpu", "bxt", "--kernel",
                                            "shift", "--global", "16", "--arg", "values=zeros:64i4", "--arg", "by=4", data], stdout=subprocess.DEVNULL)
                path = Path(f"/tmp/perf-{process.pid}.map")
                try:
                    self.assertEqual(process.wait(60), 0)
                    self.assertEqual(victim.read_text(), "kept")
                    if how == "file":
                        self.assertEqual(path.stat().st_size, 0)
                finally:
                    path.unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
