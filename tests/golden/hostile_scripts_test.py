#!/usr/bin/env python3
"""Attacks on the scripts that install and pack Eugene and complete its command line: lists of files that lead
elsewhere, file masks, links, variables of shells and archives, words of a command line.

    hostile_scripts_test.py ROOT EUGENE
"""
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, EUGENE = (Path(each).resolve() for each in sys.argv[1:3])
INSTALL = ROOT / "tools/install-tree"
NOBODY = 65534


def call(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100, check=False, **options)


class Scripts(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.victim = self.root / "victim"
        self.victim.write_text("kept")

    def tearDown(self):
        self.assertEqual(self.victim.read_text(), "kept")


class InstallTree(Scripts):
    @classmethod
    def setUpClass(cls):
        """A project of two files."""
        cls.work = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (cls.work / "source").mkdir()
        (cls.work / "source/made").touch()
        (cls.work / "source/CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\n"
                                                         "install(PROGRAMS made DESTINATION bin)\ninstall(FILES made DESTINATION lib/eugene)\n")
        cls.build = cls.work / "build"
        subprocess.run(["cmake", "-S", cls.work / "source", "-B", cls.build], stdout=subprocess.DEVNULL, check=True)

    def setUp(self):
        super().setUp()
        self.prefix = self.root / "prefix"

    def install(self, prefix=None, status=0, **options):
        done = call(INSTALL, self.build, prefix or self.prefix, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def remove(self, status=0, **options):
        done = call(INSTALL, "--remove", self.prefix, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def list_of(self, *names):
        """Writes a list of files, as an earlier installation would leave it."""
        file = self.prefix / "lib/eugene/installed-files"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{each}\n" for each in names))
        return file

    def test_names_that_lead_out(self):
        (self.root / "empty").mkdir()
        self.list_of("../victim", "lib/../../victim", "lib/eugene/../../../victim", "../empty/", "lib/../../empty/", "..", "../", "./../victim", "")
        said = self.remove()
        self.assertEqual(said.count("it leads to another directory"), 9)
        self.assertTrue((self.root / "empty").is_dir())

    def test_names_of_other_places(self):
        self.list_of(str(self.victim), f"/{self.victim}", "-rf", "--", "*", "$(rm victim)", "`rm victim`", "\\", "'", "a\rb")
        (self.prefix / "kept").touch()
        self.remove(cwd=self.root)
        self.assertTrue((self.prefix / "kept").exists())

    def test_links_on_the_way(self):
        elsewhere = self.root / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "file").touch()
        (self.prefix / "lib").mkdir(parents=True)
        (self.prefix / "share").symlink_to(elsewhere)
        (self.prefix / "lib/up").symlink_to("../..")
        self.list_of("share/file", "lib/up/victim", "lib/up/elsewhere/")
        self.assertEqual(self.remove().count("it leads to another directory"), 3)
        self.assertTrue((elsewhere / "file").exists())

    def test_a_link_is_removed_and_not_its_target(self):
        self.list_of("bin/link")
        (self.prefix / "bin").mkdir()
        (self.prefix / "bin/link").symlink_to(self.victim)
        self.remove()
        self.assertFalse((self.prefix / "bin/link").is_symlink())

    def test_a_list_that_others_can_write(self):
        for mode in (0o666, 0o664, 0o777):
            self.list_of("bin/made").chmod(mode)
            self.assertIn("others can write it", self.remove(1))
            self.assertIn("others can write it", self.install(status=1))

    @unittest.skipUnless(os.geteuid() == 0, "only root can give files to others")
    def test_a_list_of_another_user(self):
        os.chown(self.list_of("bin/made"), NOBODY, NOBODY)
        self.assertIn("belongs to another user", self.remove(1))
        self.assertIn("belongs to another user", self.install(status=1))

    def test_a_list_that_is_none(self):
        for make in (lambda at: at.symlink_to(self.victim), os.mkfifo, lambda at: at.mkdir(), lambda at: at.symlink_to("/dev/zero")):
            (place := self.prefix / "lib/eugene/installed-files").parent.mkdir(parents=True)
            make(place)
            self.remove(1)
            self.install(status=1)
            shutil.rmtree(self.prefix)

    def test_masks(self):
        for mask in (0, 0o002, 0o777, 0o077):
            self.install(umask=mask)
            for each in (self.prefix, *self.prefix.rglob("*")):
                mode = stat.S_IMODE(each.stat().st_mode)
                self.assertEqual((mode & 0o022, mode & 0o444), (0, 0o444), f"{each} {mode:o} under {mask:o}")
            self.remove()
            self.assertFalse(self.prefix.exists())

    def test_names_of_prefixes(self):
        for name in ("with space", "with'quote", 'with"quote', "-n", "--remove", "$(touch victim)", "a;b", "*", "é", "with\nline"):
            with self.subTest(name=name):
                self.prefix = self.root / "prefixes" / name
                self.install()
                self.assertTrue((self.prefix / "bin/made").is_file())
                self.remove()
                self.assertFalse(self.prefix.exists())

    def test_places_where_a_link_is(self):
        """A file is put in place of a link, not through it."""
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/made").symlink_to(self.victim)
        self.install()
        self.assertFalse((self.prefix / "bin/made").is_symlink())
        self.remove()
        (self.root / "elsewhere").mkdir()
        (self.prefix / "bin").rmdir() if (self.prefix / "bin").exists() else self.prefix.mkdir(exist_ok=True)
        (self.prefix / "bin").symlink_to(self.root / "elsewhere")
        self.install(status=1)
        self.assertEqual(list((self.root / "elsewhere").iterdir()), [])

    def test_names_with_a_line_end(self):
        build = self.root / "build"
        shutil.copytree(self.build, build)
        source = self.root / "docs"
        source.mkdir()
        (source / "a\nvictim").touch()
        (build / "cmake_install.cmake").write_text(f'file(INSTALL DESTINATION "${{CMAKE_INSTALL_PREFIX}}" TYPE DIRECTORY FILES "{source}/")\n')
        done = call(INSTALL, build, self.prefix)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has a line's end in it", done.stderr)
        self.assertFalse(self.prefix.exists())

    def test_arguments(self):
        for arguments in ([], [""], ["", ""], [self.build, ""], ["--remove", ""], ["a", "b", "c"], ["--remove", self.victim], ["--remove", "/nonexistent"], [self.victim, self.prefix],
                          ["/nonexistent", self.prefix]):
            with self.subTest(arguments=arguments):
                self.assertIn(call(INSTALL, *arguments, cwd=self.root).returncode, (1, 2))

    def test_environment(self):
        self.install(env={**os.environ, "CDPATH": "/:/tmp", "IFS": "/", "POSIXLY_CORRECT": "1", "LC_ALL": "tr_TR.UTF-8", "TMPDIR": str(self.root), "DESTDIR": "", "CP": "x"})
        self.remove(env={**os.environ, "CDPATH": "/", "GREP_OPTIONS": "-v", "LC_ALL": "nonsense"})
        self.assertFalse(self.prefix.exists())


class Packages(Scripts):
    def test_directories_of_shells(self):
        """With CDPATH set, `cd` goes to another directory and prints its name on standard output."""
        (self.root / "tools").mkdir()
        for script in (ROOT / "tools/package", ROOT / "tools/tidy", ROOT / ".ci/run", ROOT / "tests/packages/packages_test", ROOT / "tests/packages/image_test"):
            lines = [line for line in script.read_text().splitlines() if re.match(r"(CDPATH='' )?cd ", line)][:1]
            self.assertEqual(len(lines), 1, script)
            done = call("bash", "-c", lines[0] + " && pwd", "tools/package", cwd=ROOT, env={**os.environ, "CDPATH": str(self.root)})
            self.assertTrue(done.stdout.count("\n") == 1 and Path(done.stdout.strip()) in (ROOT, ROOT.parent), (script, done.stdout, done.stderr))

    def test_a_source_whose_name_tools_split(self):
        for name in ("with space", "with'quote", "a:b", "$(touch victim)", "a;b", "é"):
            tools = self.root / name / "tools"
            tools.mkdir(parents=True)
            shutil.copy(ROOT / "tools/package", tools)
            done = call(tools / "package", "deb", cwd=self.root)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("use another directory", done.stderr)
            self.assertFalse((self.root / name / "build-package").exists())

    def test_what_is_packed(self):
        """A word in an environment variable that is meant for another archive must not end up in the packages."""
        tools = self.root / "eugene/tools"
        tools.mkdir(parents=True)
        shutil.copy(ROOT / "tools/package", tools)
        (programs := self.root / "bin").mkdir()
        (programs / "dpkg-parsechangelog").write_text('#!/bin/sh\nenv >"$OUT"\nexit 1\n')
        (programs / "dpkg-parsechangelog").chmod(0o755)
        out = self.root / "environment"
        hostile = {"TAR_OPTIONS": "--to-command=touch", "XZ_OPT": "-9", "XZ_DEFAULTS": "-T0", "GIT_DIR": "/nonexistent", "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "/x"}
        call(tools / "package", "deb", env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "OUT": str(out), **hostile})
        given = {line.split("=")[0] for line in out.read_text().splitlines()}
        self.assertFalse(given & hostile.keys(), given)

    def test_no_script_runs_as_root(self):
        """Debian's packages have no maintainer scripts, so installing and removing them executes nothing."""
        for each in (ROOT / "debian").iterdir():
            self.assertNotRegex(each.name, r"(preinst|postinst|prerm|postrm|config|triggers|tmpfiles|service|cron)")

    def test_folders_that_are_not_trusted(self):
        """In a folder that is not trusted, its settings must not choose the command that the VS Code extension
        starts."""
        self.assertIs(json.loads((ROOT / "packaging/vscode/package.json").read_text())["capabilities"]["untrustedWorkspaces"]["supported"], False)


class Completion(Scripts):
    WORDS = ["--x/y/;e touch victim2\ns/", "--x/y/;w victim2\ns/", "--timeout$(touch victim2)", "--x`touch victim2`", "--[", "--(", "--\\", "--.*", "--x\n", "--%s", "--'", '--"', "--x/;r /etc/passwd"]

    def offered(self, command, words):
        done = call(*command, cwd=self.root, env={"PATH": os.environ["PATH"], "WORDS": "\n".join(words), "HOME": "/nonexistent"})
        self.assertFalse((self.root / "victim2").exists(), words)
        return done

    def test_bash(self):
        for word in self.WORDS:
            for words in ([str(EUGENE), "run", word, "te"], [str(EUGENE), "run", word], [str(EUGENE), word, "x"], [str(EUGENE), "run", word, "=", "x"]):
                program = 'source "$0"; unset -f _command_offset; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _eugene; printf "%s\\n" "${COMPREPLY[@]}"'
                done = self.offered(["bash", "--norc", "-c", program, ROOT / "tools/completion/eugene.bash", *words], words)
                self.assertEqual((done.returncode, done.stderr), (0, ""), words)

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        for word in self.WORDS:
            program = 'compdef() { :; }; compset() { :; }; _files() { :; }; _normal() { :; }; _describe() { :; }; words=("$@"); CURRENT=$#; source "$0"; _eugene; true'
            for words in ([str(EUGENE), "run", word, "te"], [str(EUGENE), "run", word + "=te"], [str(EUGENE), word, "x"]):
                self.assertEqual(self.offered(["zsh", "-f", "-c", program, ROOT / "tools/completion/_eugene", *words], words).stderr, "", words)

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        for word in self.WORDS:
            quoted = "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"
            program = f'source {ROOT}/tools/completion/eugene.fish; complete -C "$WORDS"; true'
            self.offered(["fish", "--no-config", "-c", program], [f"eugene run {quoted} te"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
