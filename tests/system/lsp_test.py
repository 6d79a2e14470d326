#!/usr/bin/env python3
"""`eugene lsp` as an editor talks to it: scenarios of a scripted client.

    lsp_test.py EUGENE TEXT.visaasm
"""
import json
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path

EUGENE, VISA = sys.argv[1], Path(sys.argv[2])
TEXT = """mov (8) r2.0<1>:f 1.0:f
start:
add.sat.z.f0.0 (8) r10.0<1>:f r2.0<8;8,1>:f r2.0<8;8,1>:f
(f0.0.any8h) jmpi (1) start {NoMask}
mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}
send (8) null r127 spawner.dereference(keep) {EOT}
"""
GRAMMAR = Path(__file__).parent.parent.parent / "packaging/vscode/syntaxes/gen-assembly.tmLanguage.json"
URI = "file:///here/a.asm"


class Client:
    def __init__(self):
        self.process = subprocess.Popen([EUGENE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0

    def write(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = None
        for line in iter(self.process.stdout.readline, b"\r\n"):
            assert line, "the server has ended"
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **parameters):
        self.write({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method, **parameters):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        answer = self.read()
        assert answer["id"] == self.number, answer
        return answer

    def open(self, text, uri=URI):
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "gen-assembly", "version": 1, "text": text})
        return self.read()["params"]["diagnostics"]

    def at(self, method, line, character, uri=URI):
        return self.ask("textDocument/" + method, textDocument={"uri": uri}, position={"line": line, "character": character})["result"]

    def end(self):
        self.ask("shutdown")
        self.notify("exit")
        self.process.communicate(timeout=20)
        return self.process.returncode


class Lsp(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.capabilities = self.client.ask("initialize", processId=None, rootUri=None, capabilities={})["result"]["capabilities"]
        self.client.notify("initialized")

    def tearDown(self):
        if self.client.process.poll() is None:
            self.client.process.kill()
        self.client.process.communicate()

    def labels(self, line, character):
        return {each["label"] for each in self.client.at("completion", line, character)}

    def test_says_what_it_can(self):
        for name in "hoverProvider", "definitionProvider", "documentSymbolProvider", "completionProvider", "documentFormattingProvider":
            self.assertTrue(self.capabilities[name])

    def test_ends_when_told(self):
        self.assertEqual(self.client.end(), 0)

    def test_ends_with_1_without_shutdown(self):
        self.client.notify("exit")
        self.client.process.communicate(timeout=20)
        self.assertEqual(self.client.process.returncode, 1)

    def test_ends_with_its_client(self):
        self.client.process.communicate(timeout=20)
        self.assertEqual(self.client.process.returncode, 1)

    def test_refuses_what_is_no_message(self):
        _, errors = self.client.process.communicate(b"GET / HTTP/1.1\r\n\r\n", timeout=20)
        self.assertEqual(self.client.process.returncode, 2)
        self.assertIn(b"Language Server Protocol", errors)

    def test_a_right_program_has_no_diagnostics(self):
        self.assertEqual(self.client.open(TEXT), [])

    def test_a_mistake_of_spelling_has_its_place(self):
        found = self.client.open(TEXT.replace("add.sat", "addd.sat"))
        self.assertTrue(found)
        self.assertEqual((found[0]["range"]["start"]["line"], found[0]["severity"], found[0]["source"]), (2, 1, "eugene"))

    def test_a_broken_rule_has_its_name_and_document(self):
        found = self.client.open(TEXT.replace("r2.0<8;8,1>:f r2.0<8;8,1>:f", "r2.0<8;4,3>:f r2.0<8;8,1>:f"))
        self.assertTrue(any("see:" in each["message"] for each in found), found)

    def same_as_check(self, text):
        listed = subprocess.run([EUGENE, "check", "--json", "-"], input=text, capture_output=True, text=True, check=False).stdout
        expected = [(each.get("line", 1) - 1, each.get("rule")) for each in json.loads(listed)["problems"]]
        self.assertTrue(expected)
        self.assertEqual([(each["range"]["start"]["line"], each.get("code")) for each in self.client.open(text)], expected)

    def test_diagnostics_are_those_of_check(self):
        self.same_as_check(TEXT.replace("(8) r10.0", "(16) r10.4"))

    def test_a_change_is_looked_at(self):
        self.client.open(TEXT)
        self.client.notify("textDocument/didChange", textDocument={"uri": URI, "version": 2}, contentChanges=[{"text": "nothing (8)\n"}])
        self.assertTrue(self.client.read()["params"]["diagnostics"])

    def test_a_closed_text_has_none(self):
        self.client.open("nothing\n")
        self.client.notify("textDocument/didClose", textDocument={"uri": URI})
        self.assertEqual(self.client.read()["params"]["diagnostics"], [])

    def test_an_empty_text_has_none(self):
        self.assertEqual(self.client.open("\n  \n"), [])

    def test_gen6_is_told_from_the_text(self):
        self.same_as_check((VISA.parent.parent.parent / "exec/gen6/chapter9.asm").read_text())

    def test_visa_is_checked(self):
        self.same_as_check(VISA.read_text())

    def test_a_mistake_in_visa_is_found(self):
        self.assertTrue(self.client.open(VISA.read_text().replace("add (", "addd (", 1)))

    def test_hover_explains_a_mnemonic(self):
        self.client.open(TEXT)
        hover = self.client.at("hover", 2, 1)
        self.assertIn("add: ", hover["contents"]["value"])
        self.assertIn("see ", hover["contents"]["value"])
        self.assertEqual(hover["range"], {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 3}})

    def test_hover_draws_a_region_with_the_lanes_of_its_instruction(self):
        self.client.open(TEXT)
        drawn = subprocess.run([EUGENE, "explain", "--lanes", "8", "r2.0<8;8,1>:f"], capture_output=True, text=True, check=True).stdout
        hover = self.client.at("hover", 2, 32)
        self.assertIn(drawn, hover["contents"]["value"])

    def test_hover_explains_visa(self):
        text = VISA.read_text()
        line = next(i for i, each in enumerate(text.splitlines()) if each.lstrip().startswith("add ("))
        self.client.open(text)
        self.assertIn("vISA", self.client.at("hover", line, text.splitlines()[line].index("add") + 1)["contents"]["value"])

    def test_hover_beside_everything_is_nothing(self):
        self.client.open(TEXT)
        for line, character in (0, 500), (500, 0), (1, 2):
            self.assertIsNone(self.client.at("hover", line, character))

    def test_definition_of_a_label(self):
        self.client.open(TEXT)
        found = self.client.at("definition", 3, TEXT.splitlines()[3].index("start") + 2)
        self.assertEqual((found["uri"], found["range"]["start"]), (URI, {"line": 1, "character": 0}))

    def test_definition_of_something_else_is_nothing(self):
        self.client.open(TEXT)
        self.assertIsNone(self.client.at("definition", 0, 1))

    def test_symbols_are_labels(self):
        self.client.open(TEXT)
        self.assertEqual([each["name"] for each in self.client.ask("textDocument/documentSymbol", textDocument={"uri": URI})["result"]], ["start"])

    def test_completion_of_a_mnemonic(self):
        self.client.open("ma\n(f0.0) m\n")
        for line, character in (0, 2), (1, 8):
            self.assertLessEqual({"mad", "mach", "mov"}, self.labels(line, character))

    def test_completion_of_a_type(self):
        self.client.open("mov (8) r2.0<1>:u\n")
        self.assertLessEqual({"ud", "uw", "f"}, self.labels(0, 17))

    def test_completion_of_a_condition(self):
        self.client.open("add.\n")
        self.assertLessEqual({"sat", "nz", "le"}, self.labels(0, 4))

    def test_completion_of_a_label(self):
        self.client.open(TEXT)
        self.assertEqual(self.labels(3, TEXT.splitlines()[3].index("start") + 1), {"start"})

    def test_completion_of_visa(self):
        text = VISA.read_text() + "\nad"
        self.client.open(text)
        self.assertLessEqual({"add", "lz"}, self.labels(len(text.splitlines()) - 1, 2) | {"lz"})

    def formatted(self, text, spaces=2, tabs=False):
        self.client.open(text)
        edits = self.client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": spaces, "insertSpaces": not tabs})["result"]
        lines = text.split("\n")
        for edit in edits:
            line = edit["range"]["start"]["line"]
            self.assertEqual(edit["range"]["start"]["character"], 0)
            self.assertEqual(edit["range"]["end"], {"line": line, "character": len(lines[line].encode().rstrip(b"\r"))})
            lines[line] = edit["newText"] + ("\r" if lines[line].endswith("\r") else "")
        return "\n".join(lines)

    def test_formatting_leaves_one_blank_and_indents_blocks(self):
        text = """ start:
add  (8)\tr3<1>:f   r2<8;8,1>:f 1.0:f   {NoMask}// a  comment
  (f0.0)   if (8) out
mov (8) r4.0<1>:f /*  kept  */ 1.0:f  /* at   the end */
        // of the block
else (8) out
do
while (8) out
    endif (8)
    .kernel_name  "two  blanks"
/* left
     as   it is */
    // here
// and here\r
"""
        self.assertEqual(self.formatted(text), """start:
add (8) r3<1>:f r2<8;8,1>:f 1.0:f {NoMask}  // a  comment
(f0.0) if (8) out
  mov (8) r4.0<1>:f /*  kept  */ 1.0:f  /* at   the end */
  // of the block
else (8) out
  do
  while (8) out
endif (8)
.kernel_name "two  blanks"
/* left
     as   it is */
// here
// and here\r
""")
        self.assertIn("\n\tmov (8)", self.formatted(text, tabs=True))

    def test_formatting_of_visa_that_eugene_prints_changes_nothing(self):
        visa = re.sub(r"(?<=\S)  +", " ", VISA.read_text())  # messages of the kind lsc have two blanks between operands
        self.assertEqual(self.formatted(VISA.read_text(), spaces=4), visa)

    def test_formatting_keeps_what_texts_mean(self):
        for name in sorted((VISA.parent.parent.parent / "exec").glob("gen*/*.asm"))[::4]:
            text = name.read_text()
            there = self.formatted(text)
            self.assertEqual(self.formatted(there), there, name)
            self.assertEqual(self.cases(text), self.cases(there), name)

    @staticmethod
    def cases(text):
        said = subprocess.run([EUGENE, "exec", "--json", "--budget", "20000", "-"], input=text, capture_output=True, text=True, check=False).stdout
        return [{key: each[key] for key in ("case", "line", "instructions", "passed", "prints", "mismatches")} for each in json.loads(said)]

    def test_formatting_takes_any_options(self):
        self.client.open(TEXT)
        for options in {"tabSize": 10**9}, {"tabSize": -1}, {"tabSize": "x", "insertSpaces": 3}, [], None:
            self.assertEqual(self.client.ask("textDocument/formatting", textDocument={"uri": URI}, options=options)["result"], [])

    def test_unknown_methods_are_errors(self):
        self.assertEqual(self.client.ask("workspace/nothing")["error"]["code"], -32601)
        self.client.open(TEXT)
        self.assertEqual(self.client.ask("textDocument/rename", textDocument={"uri": URI})["error"]["code"], -32601)

    def test_texts_that_are_not_open_are_errors(self):
        self.assertEqual(self.client.ask("textDocument/hover", textDocument={"uri": "file:///other"})["error"]["code"], -32602)

    def test_anything_may_be_sent(self):
        for message in ([], 5, "x", {"method": 7}, {"id": {}}, {"method": "textDocument/didOpen"}, {"method": "textDocument/didChange", "params": []},
                        {"method": "textDocument/didChange", "params": {"contentChanges": [3]}}):
            self.client.write(message)
        self.client.notify("nothing")
        self.client.number += 1
        self.client.write({"jsonrpc": "2.0", "id": self.client.number, "method": "shutdown"})
        while self.client.read().get("id") != self.client.number:
            pass

    def test_any_text_at_any_place(self):
        chance = random.Random(3)
        for _ in range(60):
            begin = chance.randrange(len(TEXT))
            text = TEXT[:begin] + "".join(chance.choice("r<>;:.,()\n\r\t09a{}é") for _ in range(6)) + TEXT[begin + chance.randrange(9):]
            self.client.open(text)
            for method in "hover", "definition", "completion":
                self.client.at(method, chance.randrange(8), chance.randrange(60))
            there = self.formatted(text)
            self.assertEqual(self.formatted(there), there)


# Python's `re` understands the grammar's `match` patterns, except a look-behind of varying length, which is removed
# here.
class Grammar(unittest.TestCase):
    def setUp(self):
        patterns = json.loads(GRAMMAR.read_text())["patterns"]
        self.patterns = {each["name"]: re.compile(each["match"].replace("(?<=^|\\)|\\) )", "")) for each in patterns if "match" in each}

    def test_names_the_parts_of_an_instruction(self):
        line = "(f0.0) add.sat (8) r10.0<1>:ud r2.0<8;8,1>:f 0x10:ud {NoMask} // so"
        for name, part in {"variable.parameter.predicate": "(f0.0)", "constant.numeric.exec-size": "(8)", "variable.language.register": "r10.0",
                           "meta.region": "<8;8,1>", "storage.type": "ud", "support.type.options": "{NoMask}", "constant.numeric": "0x10",
                           "comment.line.double-slash": "// so"}.items():
            self.assertIn(part, [each[0] for each in self.patterns[name].finditer(line)], name)
        self.assertTrue(self.patterns["entity.name.label"].match("start:"))
        self.assertTrue(self.patterns["keyword.control.directive"].match(".kernel_name k"))


if __name__ == "__main__":
    sys.argv[1:3] = []
    unittest.main()
