#!/usr/bin/env python3
"""The extension for VS Code: its archive, and what it does in an editor, which node and vscode_editor.js stand for.

    vscode_test.py ROOT EUGENE
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

ROOT, EUGENE = Path(sys.argv[1]), sys.argv[2]
EXTENSION = ROOT / "packaging/vscode"
SCHEMA = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
TEXT = """start:
add  (8) r10.0<1>:f r2.0<8;8,1>:f r2.0<8;8,1>:f
jmpi (1) start {NoMask}
mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}
send (8) null r127 spawner.dereference(keep) {EOT}
"""


class Archive(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = self.pack("a.vsix")
        with zipfile.ZipFile(self.path) as archive:
            self.assertIsNone(archive.testzip())
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.package = json.loads(self.files["extension/package.json"])
        self.manifest = ElementTree.fromstring(self.files["extension.vsixmanifest"])

    def pack(self, name):
        path = Path(self.folder.name) / name
        subprocess.run([ROOT / "tools/make-vsix", path], check=True)
        return path

    def test_every_file_has_a_type(self):
        types = ElementTree.fromstring(self.files["[Content_Types].xml"])
        known = {each.get("Extension") for each in types.iter(f"{TYPES}Default")}
        self.assertEqual({Path(name).suffix for name in self.files if name != "[Content_Types].xml"} - known - {".xml"}, set())

    def test_the_manifest_says_what_the_package_does(self):
        identity = self.manifest.find(f"{SCHEMA}Metadata/{SCHEMA}Identity")
        self.assertEqual([identity.get(name) for name in ("Id", "Version", "Publisher")],
                         [self.package[name] for name in ("name", "version", "publisher")])
        self.assertEqual(self.manifest.find(f"{SCHEMA}Metadata/{SCHEMA}DisplayName").text, self.package["displayName"])
        engine = {each.get("Id"): each.get("Value") for each in self.manifest.iter(f"{SCHEMA}Property")}
        self.assertEqual(engine["Microsoft.VisualStudio.Code.Engine"], self.package["engines"]["vscode"])

    def test_what_the_manifest_names_is_there(self):
        assets = {each.get("Type"): each.get("Path") for each in self.manifest.iter(f"{SCHEMA}Asset")}
        self.assertEqual(assets["Microsoft.VisualStudio.Code.Manifest"], "extension/package.json")
        for path in assets.values():
            self.assertIn(path, self.files)

    def test_what_the_package_names_is_there(self):
        named = [self.package["main"]] + [each["path"] for each in self.package["contributes"]["grammars"]]
        for path in named:
            self.assertIn("extension/" + path.removeprefix("./"), self.files)

    def test_it_needs_no_other_packages(self):
        self.assertEqual({"dependencies", "devDependencies"} & set(self.package), set())
        for name in ("extension", "language", "server"):
            self.assertIn(f"extension/{name}.js", self.files)

    def test_its_version_is_the_command_s(self):
        printed = subprocess.run([EUGENE, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn(self.package["version"], printed)

    def test_the_same_files_give_the_same_archive(self):
        self.assertEqual(self.pack("b.vsix").read_bytes(), self.path.read_bytes())


@unittest.skipIf(shutil.which("node") is None, "node is not installed")
class Editor(unittest.TestCase):
    def run_editor(self, text=TEXT, **settings):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.asm"
            path.write_text(text)
            done = subprocess.run(["node", Path(__file__).parent / "vscode_editor.js", EXTENSION, EUGENE, path, json.dumps(settings)],
                                  capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_server_starts_by_itself_and_answers(self):
        seen = self.run_editor()
        self.assertEqual(seen["errors"], [])
        self.assertLessEqual({"hover", "completion", "definition", "symbols", "formatting"}, set(seen["providers"]))
        self.assertLessEqual({".", ":"}, set(seen["triggers"]))
        self.assertEqual(seen["atFirst"], [])
        self.assertIn("add: ", seen["hover"]["contents"]["value"])
        self.assertEqual(seen["hover"]["range"], {"startLine": 1, "startCharacter": 0, "endLine": 1, "endCharacter": 3})
        self.assertIsNone(seen["nothing"])
        self.assertIn({"label": "add", "kind": 2}, seen["completion"])  # CompletionItemKind.Function
        self.assertEqual(seen["definition"]["range"]["startLine"], 0)
        self.assertEqual([each["name"] for each in seen["symbols"]], ["start"])
        self.assertTrue(seen["formatting"])
        self.assertEqual((seen["changed"][0]["range"]["startLine"], seen["changed"][0]["severity"]), (1, 0))  # DiagnosticSeverity.Error
        self.assertEqual(seen["closed"], [])

    def test_the_debugger_starts_too(self):
        seen = self.run_editor()
        self.assertEqual((seen["type"], seen["adapter"]), ("eugene", {"command": EUGENE, "args": ["debug", "--dap"]}))

    def test_a_command_that_is_not_there_is_said(self):
        seen = self.run_editor(command="/nowhere/eugene")
        self.assertEqual(seen["providers"], [])
        self.assertIn("/nowhere/eugene", seen["errors"][0])

    def test_a_command_that_is_no_server_is_said(self):
        seen = self.run_editor(command="/bin/false")
        self.assertIn("status 1", seen["errors"][0])

    def test_the_server_can_be_turned_off(self):
        seen = self.run_editor(languageServer=False)
        self.assertEqual((seen["providers"], seen["errors"]), ([], []))


if __name__ == "__main__":
    sys.argv[1:3] = []
    unittest.main()
