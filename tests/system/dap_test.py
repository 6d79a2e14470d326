#!/usr/bin/env python3
"""`eugene debug --dap` as an editor uses it: a client of the Debug Adapter Protocol with scripted sessions.

    dap_test.py EUGENE
"""
import base64
import json
import queue
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import ENDLESS, python  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """typedef struct { float a; int b[2]; } pair_t;
kernel void scale(global int* out, local int* t) {
  int i = get_global_id(0), l = get_local_id(0);
  pair_t p;
  p.a = i * 0.5f;
  p.b[0] = i;
  p.b[1] = 7;
  t[l] = i;
  out[i] = t[63 - l];
  out[i] += p.b[1];
}
"""
PROGRAM = f"""
import os, sys, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build(options="-cl-opt-disable")
out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)
program.scale(queue, (256,), (64,), out, cl.LocalMemory(256))
queue.finish()
print("the program's end", os.environ.get("OF_THE_EDITOR"), flush=True)
"""


class Client:
    """One session: requests with their answers, and events."""

    def __init__(self, *command):
        self.process = subprocess.Popen([EUGENE, "debug", "--dap", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        self.messages = queue.Queue()
        self.kept = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                length = int(line.split(b":")[1])
            if not line:
                return self.messages.put(None)
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def wait(self, wanted):
        """The first message that is wanted; others are kept."""
        for each in self.kept:
            if wanted(each):
                self.kept.remove(each)
                return each
        while True:
            try:
                message = self.messages.get(timeout=40)
            except queue.Empty:
                raise AssertionError(f"nothing comes; kept: {self.kept}") from None
            if message is None:
                raise AssertionError(f"it has ended; kept: {self.kept}")
            if wanted(message):
                return message
            self.kept.append(message)

    def send(self, command, **arguments):
        self.last += 1
        text = json.dumps({"seq": self.last, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()
        return self.last

    def answer(self, number):
        return self.wait(lambda each: each["type"] == "response" and each["request_seq"] == number)

    def ask(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        if not answer["success"]:
            raise AssertionError(f"{command}: {answer['message']}")
        return answer["body"]

    def refused(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        assert not answer["success"], answer
        return answer["message"]

    def event(self, name):
        return self.wait(lambda each: each["type"] == "event" and each["event"] == name)["body"]

    def move(self, command, **arguments):
        """Lets the program run to its next stop."""
        self.ask(command, threadId=arguments.pop("threadId", 1), **arguments)
        return self.event("stopped")

    def begin(self, program=None, path="", breakpoints=(), filters=(), **launch):
        self.can = self.ask("initialize", adapterID="eugene")
        self.event("initialized")
        if program:
            command = python(program)
            launch.update(program=command[0], args=list(command[1:]))
        self.launched = self.send("launch", **launch)
        self.set = self.ask("setBreakpoints", source={"path": path}, breakpoints=list(breakpoints))["breakpoints"]
        self.ask("setExceptionBreakpoints", filters=list(filters))
        self.ask("configurationDone")
        assert self.answer(self.launched)["success"]

    def variables(self, reference):
        return {each["name"]: each for each in self.ask("variables", variablesReference=reference)["variables"]}

    def scopes(self, thread):
        frame = self.ask("stackTrace", threadId=thread)["stackFrames"][0]
        return {each["name"]: each["variablesReference"] for each in self.ask("scopes", frameId=frame["id"])["scopes"]}

    def line(self, thread=1):
        return self.ask("stackTrace", threadId=thread)["stackFrames"][0]["line"]

    def output(self, category="stdout"):
        texts = []
        while True:
            message = self.wait(lambda each: each["type"] == "event" and each["event"] in ("output", "terminated"))
            if message["event"] == "terminated":
                return "".join(texts)
            if message["body"]["category"] == category:
                texts.append(message["body"]["output"])

    def end(self):
        self.ask("disconnect")
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


class Dap(unittest.TestCase):
    def client(self, *arguments, **begin):
        client = Client(*arguments)
        self.addCleanup(client.process.kill)
        client.begin(**begin)
        return client

    def test_a_session_with_breakpoints_steps_and_variables(self):
        client = self.client(program=PROGRAM, path="/home/user/scale.cl", env={"OF_THE_EDITOR": "yes"},
                             breakpoints=[{"line": 9, "condition": "i == 70"}, {"line": 5, "logMessage": "i is {i}", "condition": "i == 3"},
                                          {"line": 9, "condition": "i >"}])
        for each in ("supportsStepBack", "supportsConditionalBreakpoints", "supportsLogPoints", "supportsReadMemoryRequest"):
            self.assertTrue(client.can[each])
        self.assertEqual([each["verified"] for each in client.set], [False] * 3)  # the program does not run yet
        changed = [client.event("breakpoint")["breakpoint"] for _ in range(3)]
        self.assertEqual([each["verified"] for each in changed], [True, True, False], changed)
        self.assertEqual(changed[0]["line"], 9)
        self.assertIn("value is missing", changed[2]["message"])
        stopped = client.event("stopped")
        self.assertEqual(stopped["reason"], "breakpoint")
        self.assertEqual(stopped["hitBreakpointIds"], [changed[0]["id"]])
        self.assertEqual(client.event("output")["output"], "(3, 0, 0): i is 3\n")
        thread = stopped["threadId"]
        threads = client.ask("threads")["threads"]
        self.assertEqual(len(threads), 8)
        self.assertEqual(threads[0]["name"], "thread 0, from (64, 0, 0)")
        frame = client.ask("stackTrace", threadId=thread)["stackFrames"][0]
        self.assertEqual((frame["name"], frame["line"]), ("scale (70, 0, 0)", 9))
        self.assertEqual(frame["source"]["path"], "/home/user/scale.cl")
        scopes = client.scopes(thread)
        local = client.variables(scopes["Locals"])
        self.assertEqual((local["i"]["value"], local["i"]["type"]), ("70", "int"))
        self.assertEqual(local["p"]["value"], "{a = 35, b = {70, 7}}")
        parts = client.variables(local["p"]["variablesReference"])
        self.assertEqual(parts["a"]["value"], "35")
        self.assertEqual(client.variables(parts["b"]["variablesReference"])["[1]"]["value"], "7")
        channels = client.variables(scopes["Channels"])
        self.assertEqual(channels["(71, 0, 0)"]["value"], "runs")
        self.assertEqual(client.variables(channels["(71, 0, 0)"]["variablesReference"])["i"]["value"], "71")
        registers = client.variables(scopes["Registers"])
        self.assertEqual(len(registers["r5"]["value"].split()), 8)
        client.ask("evaluate", expression="lane 6", context="repl")
        self.assertEqual(client.ask("evaluate", expression="p.b[0]", context="hover")["result"], "70")
        self.assertIn("p.b[1] = 7", client.ask("evaluate", expression="print p.b[1]", context="repl")["result"])
        self.assertIn("no variable", client.refused("evaluate", expression="nothing", context="watch"))
        self.assertIn("buttons", client.refused("evaluate", expression="continue", context="repl"))
        self.assertEqual(client.ask("setVariable", variablesReference=scopes["Locals"], name="i", value="75")["value"], "75")
        client.refused("setVariable", variablesReference=scopes["Locals"], name="i", value="many")
        client.refused("variables", variablesReference=9999)
        client.ask("setVariable", variablesReference=scopes["Locals"], name="i", value="70")
        memory = client.ask("readMemory", memoryReference=local["p"]["memoryReference"], count=12)
        self.assertEqual(base64.b64decode(memory["data"])[4:8], (70).to_bytes(4, "little"))
        self.assertEqual(client.ask("readMemory", memoryReference="0x10", count=8)["unreadableBytes"], 8)
        code = client.ask("disassemble", memoryReference=frame["instructionPointerReference"], instructionOffset=-2, instructionCount=5)
        self.assertEqual(len(code["instructions"]), 5)
        self.assertEqual(code["instructions"][2]["address"], frame["instructionPointerReference"])
        self.assertEqual(code["instructions"][2]["line"], 9)
        self.assertEqual(client.ask("source", sourceReference=1)["content"], SOURCE)
        self.assertEqual(client.move("next", threadId=thread)["reason"], "step")
        self.assertEqual(client.line(thread), 10)
        client.move("stepBack", threadId=thread)
        self.assertEqual(client.line(thread), 9)
        client.move("stepIn", threadId=thread, granularity="instruction")
        ip = client.ask("stackTrace", threadId=thread)["stackFrames"][0]["instructionPointerReference"]
        client.move("stepBack", threadId=thread, granularity="instruction")
        self.assertEqual(client.ask("stackTrace", threadId=thread)["stackFrames"][0]["instructionPointerReference"],
                         frame["instructionPointerReference"])
        self.assertNotEqual(ip, frame["instructionPointerReference"])
        client.move("stepOut", threadId=thread)
        self.assertEqual(client.line(thread), 11)
        replaced = client.ask("setBreakpoints", source={"path": "/home/user/scale.cl"}, breakpoints=[{"line": 8}])["breakpoints"]
        self.assertTrue(replaced[0]["verified"])
        self.assertEqual(client.move("reverseContinue")["reason"], "breakpoint")
        client.ask("setBreakpoints", source={"path": "/home/user/scale.cl"}, breakpoints=[])
        client.ask("continue", threadId=1)
        self.assertEqual(client.output(), "the program's end yes\n")
        self.assertEqual(client.wait(lambda each: each.get("event") == "exited")["body"]["exitCode"], 0)
        client.end()

    def test_findings_writes_and_entry(self):
        client = self.client(program=PROGRAM, filters=["race", "fault"], stopOnEntry=True)
        self.assertEqual(client.event("stopped")["reason"], "entry")
        self.assertEqual(client.ask("stackTrace", threadId=1)["stackFrames"][0]["source"]["sourceReference"], 1)
        stopped = client.move("continue")
        self.assertEqual(stopped["reason"], "exception")
        self.assertIn("race.local", stopped["description"])
        self.assertEqual(client.ask("exceptionInfo", threadId=1)["exceptionId"], "finding")
        client.ask("setExceptionBreakpoints", filters=[])
        scopes = client.scopes(stopped["threadId"])
        local = client.variables(scopes["Locals"])
        info = client.ask("dataBreakpointInfo", variablesReference=scopes["Locals"], name="p")
        self.assertIsNotNone(info["dataId"])
        out = client.ask("evaluate", expression="out[200]", context="watch")
        self.assertIsNone(client.ask("dataBreakpointInfo", name="nothing")["dataId"])
        info = client.ask("dataBreakpointInfo", name="out[200]")
        self.assertEqual(info["accessTypes"], ["write"])
        self.assertTrue(client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])["breakpoints"][0]["verified"])
        stopped = client.move("continue")
        self.assertEqual(stopped["reason"], "data breakpoint")
        self.assertEqual(client.line(stopped["threadId"]), 9)
        self.assertEqual(client.move("reverseContinue")["text"], "the beginning of the launch")
        self.assertIn("r0", client.variables(client.scopes(1)["Registers"]))
        self.assertTrue(client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": "0x20"}])["breakpoints"][0]["verified"])
        self.assertEqual(client.move("continue")["reason"], "breakpoint")
        client.end()
        self.assertIsNotNone(local and out)

    def test_pause_and_kill(self):
        client = self.client("--", *python(ENDLESS))
        self.assertEqual(client.event("output")["output"][:5], "ready")
        self.assertIn("runs", client.refused("stackTrace", threadId=1))
        self.assertEqual(client.ask("threads")["threads"], [{"id": 1, "name": "GPU"}])
        self.assertTrue(client.ask("setBreakpoints", source={"path": "x.cl"}, breakpoints=[{"line": 1, "hitCondition": "100000000"}]))
        client.ask("pause", threadId=1)
        self.assertEqual(client.event("stopped")["reason"], "pause")
        client.ask("continue", threadId=1)
        client.refused("next", threadId=1)
        client.end()

    def test_says_what_it_does_not_understand(self):
        client = Client("--", "/bin/true")
        self.addCleanup(client.process.kill)
        client.begin()
        self.assertIn("frobnicate", client.refused("frobnicate"))
        self.assertIn("launched", client.refused("launch", program="/bin/true"))
        client.end()

    def test_programs_without_kernels_end(self):
        client = self.client(program="print('nothing')")
        self.assertEqual(client.output(), "nothing\n")
        client.end()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
