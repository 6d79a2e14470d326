#!/usr/bin/env python3
"""`eugene debug --dap` as an editor uses it: scenarios of a scripted client, each in a launch of its own.

    dap_test.py EUGENE
"""
import base64
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from dap_client import Client  # noqa: E402
from running import ENDLESS, python  # noqa: E402

EUGENE = sys.argv[1]
PATH = "/home/user/scale.cl"

SOURCE = """typedef struct { float a; int b[2]; } pair_t;
int twice(int x, int y) {
  int z = x * 2;
  return z + y;
}
kernel void scale(global int* out, local int* t, int n) {
  int i = get_global_id(0), l = get_local_id(0);
  pair_t p;
  p.a = i * 0.5f;
  p.b[0] = i;
  p.b[1] = twice(i, n);
  t[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int k = t[63 - l];
  if (i > 100)
    k = twice(k, 1);
  out[i] = k + p.b[1];
}
kernel void wrong(global int* out, local int* t) {
  int i = get_global_id(0), l = get_local_id(0);
  t[l] = i;
  out[i] = t[63 - l];
}
"""
# Each program has a separate cache. PyOpenCL locks its cache, and a program that is killed leaves the lock behind.
PROGRAM = f"""
import os
os.environ["XDG_CACHE_HOME"] += f"/{{os.getpid()}}"
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build(options="-cl-opt-disable")
out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)
for _ in range(int(sys.argv[1])):
    program.scale(queue, (256,), (64,), out, cl.LocalMemory(256), numpy.int32(3))
    program.wrong(queue, (256,), (64,), out, cl.LocalMemory(256))
queue.finish()
print("the program's end", os.environ.get("OF_THE_EDITOR"), os.getcwd(), flush=True)
"""


class Scenarios(unittest.TestCase):
    """Each scenario begins at the start of a kernel, without breakpoints."""

    @classmethod
    def setUpClass(cls):
        cls.client = Client(EUGENE)
        cls.addClassCleanup(cls.client.close)
        cls.client.begin(program=PROGRAM, arguments=["1000"], path=PATH, stopOnEntry=True)
        cls.client.event("stopped")

    def setUp(self):
        self.client.clear()

    def at_kernel(self, name):
        """Continues to the first thread of a new launch. Returns the thread's ID."""
        for each in ("wrong" if name == "scale" else "scale", name):  # each thread of a launch is at its beginning once
            self.client.breakpoints("Function", breakpoints=[{"name": each}])
            stopped = self.client.move("continue")
        self.client.clear()
        return stopped["threadId"]

    def at_line(self, line, kernel="scale", **choices):
        """Stops there. Returns the editor's thread that has stopped."""
        self.at_kernel(kernel)
        self.assertTrue(self.client.breakpoints("source", PATH, breakpoints=[{"line": line, **choices}])[0]["verified"])
        stopped = self.client.move("continue")
        self.client.clear()
        self.assertEqual(stopped["reason"], "breakpoint")
        self.assertEqual(self.client.line(stopped["threadId"]), line)
        return stopped["threadId"]

    def item(self, thread):
        return next(each["name"] for each in self.client.ask("threads")["threads"] if each["id"] == thread).split(" thread")[0]

    def thread_of(self, item):
        return next(each["id"] for each in self.client.ask("threads")["threads"] if each["name"].startswith(item))

    # Breakpoints.

    def test_a_line_is_verified_and_named(self):
        self.at_kernel("scale")
        set_ = self.client.breakpoints("source", PATH, breakpoints=[{"line": 10}])
        self.assertEqual((set_[0]["verified"], set_[0]["line"]), (True, 10))
        stopped = self.client.move("continue")
        self.assertEqual((stopped["reason"], stopped["hitBreakpointIds"]), ("breakpoint", [set_[0]["id"]]))

    def test_a_line_without_code_is_the_next_that_has_some(self):
        self.at_kernel("scale")
        self.assertEqual(self.client.breakpoints("source", PATH, breakpoints=[{"line": 8}])[0]["line"], 9)

    def test_a_line_beyond_the_source_is_none(self):
        self.at_kernel("scale")
        self.assertFalse(self.client.breakpoints("source", PATH, breakpoints=[{"line": 400}])[0]["verified"])

    def test_a_condition_stops_in_its_work_item(self):
        self.assertEqual(self.item(self.at_line(12, condition="i == 70")), "(70, 0, 0)")

    def test_a_condition_of_parts(self):
        self.assertEqual(self.item(self.at_line(12, condition="p.b[1] == 131 && n == 3")), "(64, 0, 0)")

    def test_a_wrong_condition_is_told(self):
        self.at_kernel("scale")
        set_ = self.client.breakpoints("source", PATH, breakpoints=[{"line": 12, "condition": "i >"}])[0]
        self.assertFalse(set_["verified"])
        self.assertIn("value is missing", set_["message"])

    def test_a_hit_condition_counts(self):
        self.assertEqual(self.item(self.at_line(12, hitCondition="3")), "(16, 0, 0)")

    def test_a_log_message_does_not_stop(self):
        self.at_kernel("scale")
        self.client.breakpoints("source", PATH, breakpoints=[{"line": 12, "condition": "i == 3", "logMessage": "i is {i}, {p.b[1]}"},
                                                             {"line": 17, "condition": "i == 3"}])
        self.client.move("continue")
        self.assertEqual(self.client.event("output")["output"], "(3, 0, 0): i is 3, 9\n")

    def test_a_kernel_by_name(self):
        self.assertEqual(self.client.frames(self.at_kernel("wrong"))[0]["name"], "wrong")

    def test_a_function_by_name_with_a_condition(self):
        self.at_kernel("scale")
        self.client.breakpoints("Function", breakpoints=[{"name": "twice", "condition": "x == 40"}])
        thread = self.client.move("continue")["threadId"]
        self.assertEqual(self.client.locals(thread)["x"], "40")

    def test_an_unknown_function_is_none(self):
        self.at_kernel("scale")
        self.assertFalse(self.client.breakpoints("Function", breakpoints=[{"name": "thrice"}])[0]["verified"])
        self.assertFalse(self.client.breakpoints("Function", breakpoints=[{"name": "a b"}])[0]["verified"])

    def test_an_instruction(self):
        thread = self.at_line(10)
        place = self.client.frames(thread)[0]["instructionPointerReference"]
        self.client.breakpoints("Instruction", breakpoints=[{"instructionReference": place}])
        stopped = self.client.move("continue")
        self.assertEqual(self.client.frames(stopped["threadId"])[0]["instructionPointerReference"], place)
        self.assertNotEqual(stopped["threadId"], thread)  # the next thread gets there

    def test_removed_breakpoints_do_not_stop(self):
        self.at_kernel("scale")
        self.client.breakpoints("source", PATH, breakpoints=[{"line": 10}])
        self.client.breakpoints("source", PATH, breakpoints=[{"line": 17}])
        self.assertEqual(self.client.line(self.client.move("continue")["threadId"]), 17)

    def test_written_global_memory(self):
        thread = self.at_line(9)
        info = self.client.ask("dataBreakpointInfo", name="out[200]", variablesReference=self.client.scopes(thread)["Locals"])
        self.assertEqual(info["accessTypes"], ["write"])
        self.assertTrue(self.client.breakpoints("Data", breakpoints=[{"dataId": info["dataId"]}])[0]["verified"])
        stopped = self.client.move("continue")
        self.assertEqual(stopped["reason"], "data breakpoint")
        self.assertEqual(self.client.line(stopped["threadId"]), 17)
        self.assertIn("i", self.client.locals(stopped["threadId"]))

    def test_written_local_memory(self):
        self.at_line(9)
        info = self.client.ask("dataBreakpointInfo", name="local:80", asAddress=True, bytes=4)
        self.client.breakpoints("Data", breakpoints=[{"dataId": info["dataId"]}])
        self.assertEqual(self.client.line(self.client.move("continue")["threadId"]), 12)

    def test_what_is_not_in_memory_cannot_be_watched(self):
        self.at_line(9)
        self.assertIsNone(self.client.ask("dataBreakpointInfo", name="nothing")["dataId"])

    def test_a_race_is_an_exception(self):
        self.at_kernel("wrong")
        self.client.breakpoints("Exception", breakpoints=["race"])
        stopped = self.client.move("continue")
        self.assertEqual(stopped["reason"], "exception")
        self.assertIn("race.local", stopped["description"])
        self.assertEqual(self.client.ask("exceptionInfo", threadId=stopped["threadId"])["exceptionId"], "finding")
        self.assertIn(self.client.line(stopped["threadId"]), (21, 22))  # the later one

    # Threads and frames.

    def test_threads_are_work_items(self):
        self.at_line(12, condition="i == 70")
        threads = self.client.ask("threads")["threads"]
        self.assertEqual(len(threads), 64)
        self.assertEqual(threads[9]["name"], "(73, 0, 0) thread 1 channel 1")

    def test_work_items_that_wait_are_said_to(self):
        self.at_line(16, condition="i == 101")
        names = [each["name"] for each in self.client.ask("threads")["threads"]]
        self.assertIn("(100, 0, 0) thread 4 channel 4, waits", names)
        self.assertIn("(101, 0, 0) thread 4 channel 5", names)

    def test_frames_are_functions(self):
        thread = self.at_line(4, condition="x == 5")
        frames = self.client.frames(thread)
        self.assertEqual([(each["name"], each["line"]) for each in frames], [("twice", 4), ("scale", 11)])
        self.assertEqual(frames[0]["source"]["path"], PATH)

    def test_frames_in_parts(self):
        thread = self.at_line(4)
        body = self.client.ask("stackTrace", threadId=thread, startFrame=1, levels=1)
        self.assertEqual((body["totalFrames"], [each["name"] for each in body["stackFrames"]]), (2, ["scale"]))

    def test_a_thread_that_does_not_exist_has_no_frames(self):
        self.at_line(4)
        self.assertIn("this group has no thread 1000", self.client.refused("stackTrace", threadId=1000))

    def test_completions(self):
        thread = self.at_line(14)
        frame = self.client.frames(thread)[0]["id"]
        for text, labels in (("print i", ["i"]), ("print p.", ["a", "b"]), ("print get_lo", ["get_local_id", "get_local_size"]), ("backt", ["backtrace"]),
                             ("print nothing_of_that_name", [])):
            targets = self.client.ask("completions", frameId=frame, text=text, column=len(text) + 1)["targets"]
            self.assertEqual([each["label"] for each in targets], labels, text)

    def test_loaded_sources(self):
        self.at_line(4)
        self.assertEqual([each["path"] for each in self.client.ask("loadedSources")["sources"]], [PATH])

    def test_variables_of_callers(self):
        thread = self.at_line(4, condition="x == 5")
        self.assertEqual(self.client.locals(thread), {"x": "5", "y": "3", "z": "10"})
        outer = self.client.locals(thread, 1)
        self.assertEqual(outer["i"], "5")
        self.assertNotIn("x", outer)

    def test_structures_and_arrays(self):
        thread = self.at_line(12, condition="i == 70")
        local = self.client.variables(self.client.scopes(thread)["Locals"])
        self.assertEqual((local["i"]["value"], local["i"]["type"]), ("70", "int"))
        self.assertEqual(local["p"]["value"], "{a = 35, b = {70, 143}}")
        parts = self.client.variables(local["p"]["variablesReference"])
        self.assertEqual(parts["a"]["value"], "35")
        self.assertEqual(self.client.variables(parts["b"]["variablesReference"])["[1]"]["value"], "143")

    def test_each_thread_has_its_values(self):
        self.at_line(12, condition="i == 70")
        self.assertEqual(self.client.locals(self.thread_of("(67, 0, 0)"))["i"], "67")

    def test_all_channels_in_a_row(self):
        thread = self.at_line(16, condition="i == 101")
        rows = self.client.variables(self.client.scopes(thread)["All channels"])
        self.assertEqual(rows["i"]["value"], "(96) (97) (98) (99) (100) 101 102 103")
        items = self.client.variables(rows["i"]["variablesReference"])
        self.assertEqual(items["(102, 0, 0)"]["value"], "102")

    def test_registers(self):
        registers = self.client.variables(self.client.scopes(self.at_line(9))["Registers"])
        self.assertEqual(len(registers["r5"]["value"].split()), 8)
        self.assertTrue(registers["f0"]["value"].startswith("0x"))

    def test_expressions(self):
        frame = self.client.frames(self.at_line(12, condition="i == 70"))[0]["id"]
        for expression, value in (("p.b[1]", "143"), ("i", "70"), ("p.a", "35"), ("p.b[i - 70] + 1", "71"), ("get_group_id(0)", "1"), ("*out", None), ("r0.1:ud", None)):
            result = self.client.ask("evaluate", expression=expression, context="hover", frameId=frame)["result"]
            self.assertEqual(result, value or result)
        self.assertIn("no variable", self.client.refused("evaluate", expression="nothing", context="watch", frameId=frame))

    def test_commands_of_the_terminal(self):
        self.at_line(12, condition="i == 70")
        self.assertIn("p.b[1] = 143", self.client.ask("evaluate", expression="print p.b[1]", context="repl")["result"])
        self.assertIn("scale at", self.client.ask("evaluate", expression="backtrace", context="repl")["result"])
        self.assertIn("buttons", self.client.refused("evaluate", expression="continue", context="repl"))

    def test_changes_a_variable(self):
        thread = self.at_line(12, condition="i == 70")
        scope = self.client.scopes(thread)["Locals"]
        self.assertEqual(self.client.ask("setVariable", variablesReference=scope, name="i", value="75")["value"], "75")
        self.assertEqual(self.client.locals(thread)["i"], "75")
        self.client.refused("setVariable", variablesReference=scope, name="i", value="many")

    def test_changes_an_element(self):
        thread = self.at_line(12, condition="i == 70")
        frame = self.client.frames(thread)[0]["id"]
        self.assertEqual(self.client.ask("setExpression", expression="p.b[1]", value="9", frameId=frame)["value"], "9")
        self.assertEqual(self.client.locals(thread)["p"], "{a = 35, b = {70, 9}}")

    def test_old_references_are_refused(self):
        self.at_line(9)
        self.assertIn("these variables no longer exist", self.client.refused("variables", variablesReference=9999))

    def test_memory(self):
        thread = self.at_line(12, condition="i == 70")
        place = self.client.variables(self.client.scopes(thread)["Locals"])["p"]["memoryReference"]
        memory = self.client.ask("readMemory", memoryReference=place, offset=4, count=8)
        self.assertEqual(base64.b64decode(memory["data"]), (70).to_bytes(4, "little") + (143).to_bytes(4, "little"))

    def test_memory_that_is_not_there(self):
        self.at_line(9)
        self.assertEqual(self.client.ask("readMemory", memoryReference="0x10", count=8)["unreadableBytes"], 8)

    def test_disassembly(self):
        place = self.client.frames(self.at_line(12))[0]["instructionPointerReference"]
        code = self.client.ask("disassemble", memoryReference=place, instructionOffset=-2, instructionCount=5)["instructions"]
        self.assertEqual((len(code), code[2]["address"], code[2]["line"]), (5, place, 12))

    def test_the_source(self):
        self.at_line(9)
        self.assertEqual(self.client.ask("source", sourceReference=1)["content"], SOURCE)

    # Motion.

    def test_next_does_not_go_into_functions(self):
        thread = self.at_line(11, condition="i == 0")
        self.assertEqual(self.client.move("next", threadId=thread)["reason"], "step")
        self.assertEqual([each["line"] for each in self.client.frames(thread)], [12])

    def test_step_in_and_out(self):
        thread = self.at_line(11, condition="i == 0")
        lines = []
        while len(self.client.frames(thread)) == 1 and len(lines) < 5:
            self.client.move("stepIn", threadId=thread)
            lines.append(self.client.line(thread))
        self.assertEqual([each["name"] for each in self.client.frames(thread)], ["twice", "scale"])
        self.client.move("stepOut", threadId=thread)
        self.assertEqual([(each["name"], each["line"]) for each in self.client.frames(thread)], [("scale", 11)])

    def test_steps_follow_the_work_item(self):
        self.at_line(15, condition="i == 101")
        waits, runs = self.thread_of("(100, 0, 0)"), self.thread_of("(101, 0, 0)")
        self.client.move("next", threadId=runs)
        self.assertEqual(self.client.line(runs), 16)
        lines = []
        while lines[-1:] != [17] and len(lines) < 5:
            self.assertEqual(self.client.move("next", threadId=waits)["threadId"], waits)
            lines.append(self.client.line(waits))
        self.assertEqual(lines[-1], 17)
        self.assertNotIn(16, lines)

    def test_instructions_forwards_and_back(self):
        thread = self.at_line(11, condition="i == 0")
        places = [self.client.frames(thread)[0]["instructionPointerReference"]]
        for command in ("next", "stepIn", "stepBack", "stepBack"):
            self.client.move(command, threadId=thread, granularity="instruction")
            places.append(self.client.frames(thread)[0]["instructionPointerReference"])
        self.assertEqual((places[3], places[4]), (places[1], places[0]))
        self.assertEqual(len(set(places)), 3)

    def test_step_back_does_not_go_into_functions(self):
        thread = self.at_line(12, condition="i == 0")
        lines = []
        for _ in range(3):
            self.client.move("stepBack", threadId=thread)
            lines.append(self.client.line(thread))
        self.assertEqual(lines, [11, 10, 9])

    def test_reverse_continue_to_a_breakpoint(self):
        self.at_line(17, condition="i == 70")
        self.client.breakpoints("source", PATH, breakpoints=[{"line": 10, "condition": "i == 70"}])
        stopped = self.client.move("reverseContinue")
        self.assertEqual((stopped["reason"], self.client.line(stopped["threadId"])), ("breakpoint", 10))
        self.assertEqual(self.item(stopped["threadId"]), "(70, 0, 0)")

    def test_reverse_continue_to_a_write(self):
        self.at_line(17, condition="i == 10")
        info = self.client.ask("dataBreakpointInfo", name="local:80", asAddress=True, bytes=4)
        self.client.breakpoints("Data", breakpoints=[{"dataId": info["dataId"]}])
        self.assertEqual(self.client.line(self.client.move("reverseContinue")["threadId"]), 12)

    def test_who_wrote(self):
        self.at_line(17, condition="i == 10")
        answer = self.client.ask("evaluate", expression="writer local:80", context="repl")["result"]
        self.assertIn("written by work-item (20, 0, 0)", answer)
        self.assertIn(":12:", answer)

    def test_who_wrote_before_what_is_of_the_future(self):
        self.at_line(17, condition="i == 130")
        self.client.breakpoints("source", PATH, breakpoints=[{"line": 9, "condition": "i == 70"}])
        thread = self.client.move("reverseContinue")["threadId"]
        answer = self.client.ask("evaluate", expression="writer out[64]", context="repl")["result"]
        stopped = self.client.event("stopped")  # it has looked for it in the past
        self.assertIn("nobody has written", answer + stopped["text"])
        self.assertEqual(self.client.line(thread), 9)

    def test_reverse_continue_to_the_beginning(self):
        self.at_line(17, condition="i == 70")
        self.assertEqual(self.client.move("reverseContinue")["text"], "the beginning of the launch")


class Sessions(unittest.TestCase):
    """Beginnings and ends."""

    def client(self, *arguments, **begin):
        client = Client(EUGENE, *arguments)
        self.addCleanup(client.close)
        client.begin(**begin)
        return client

    def test_from_the_launch_to_the_end(self):
        client = self.client(program=PROGRAM, arguments=["1"], path=PATH, env={"OF_THE_EDITOR": "yes"}, cwd="/",
                             breakpoints=[{"line": 9, "condition": "i == 70"}])
        for each in ("supportsStepBack", "supportsConditionalBreakpoints", "supportsLogPoints", "supportsReadMemoryRequest"):
            self.assertTrue(client.can[each])
        self.assertFalse(client.set[0]["verified"])  # the program does not run yet
        changed = client.event("breakpoint")["breakpoint"]
        self.assertEqual((changed["verified"], changed["line"]), (True, 9))
        self.assertEqual(client.event("stopped")["hitBreakpointIds"], [changed["id"]])
        client.ask("continue", threadId=1)
        self.assertEqual(client.output(), "the program's end yes /\n")
        self.assertEqual(client.wait(lambda each: each.get("event") == "exited")["body"]["exitCode"], 0)
        client.end()

    def test_a_source_of_no_file_comes_from_the_program(self):
        client = self.client(program=PROGRAM, arguments=["1"], stopOnEntry=True)
        stopped = client.event("stopped")
        self.assertEqual(stopped["reason"], "entry")
        self.assertEqual(client.frames(stopped["threadId"])[0]["source"]["sourceReference"], 1)
        client.end()

    def test_breakpoints_in_a_program_that_has_its_kernels_as_text(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "app.py"
            path.write_text("# A program.\n" + PROGRAM)
            line = next(i for i, each in enumerate(path.read_text().splitlines(), 1) if "p.b[0] = i" in each)
            client = self.client(program=PROGRAM, arguments=["1"], path=str(path), breakpoints=[{"line": line}, {"line": 2}])
            changed = [client.event("breakpoint")["breakpoint"] for _ in range(2)]
            self.assertEqual([(each["verified"], each.get("line")) for each in changed], [(True, line), (False, None)])
            frame = client.frames(client.event("stopped")["threadId"])[0]
            self.assertEqual((frame["line"], frame["source"]["path"]), (line, str(path)))
            client.end()

    def test_breakpoints_in_included_files(self):
        """Breakpoints in the main source, in included files, and in a file that the program does not use."""
        with tempfile.TemporaryDirectory() as directory:
            files = {name: Path(directory) / name for name in ("main.cl", "inc/part.cl", "inc/apart.h", "other.cl")}
            (Path(directory) / "inc").mkdir()
            files["main.cl"].write_text('#include "part.cl"\n#include "apart.h"\n'
                                        'kernel void k(global int* out) {\n  int i = get_global_id(0);\n  out[i] = SCALE * twice(i) + more(i);\n}\n')
            files["inc/part.cl"].write_text("int twice(int x) {\n  int r = x * 2;\n  return r;\n}\n")
            files["inc/apart.h"].write_text("// more\n\nint more(int x) {\n  return x + 7;\n}\n")
            files["other.cl"].write_text("kernel void other(global int* out) {\n  int i = 1;\n\n\n  out[i] = 2;\n}\n")
            program = f"""
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
text = open('{files["main.cl"]}').read().replace("SCALE", "3")  # as templates are
program = cl.Program(context, text).build(options=["-I", "{directory}/inc", "-cl-opt-disable"])
program.k(queue, (64,), (64,), cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024))
queue.finish()
"""
            client = self.client(program=program, stopOnEntry=True)
            client.event("stopped")
            wanted = {"main.cl": 5, "inc/part.cl": 2, "inc/apart.h": 2, "other.cl": 5}
            set_ = {name: client.breakpoints("source", str(path), breakpoints=[{"line": wanted[name]}])[0]
                    for name, path in files.items()}
            self.assertEqual({name: (each["verified"], each.get("line")) for name, each in set_.items()},
                             {"main.cl": (True, 5), "inc/part.cl": (True, 2), "inc/apart.h": (True, 4), "other.cl": (False, None)})
            for name, lines in (("main.cl", (5, None)), ("inc/part.cl", (2, 5)), ("inc/apart.h", (4, 5))):
                while (stopped := client.move("continue"))["hitBreakpointIds"] != [set_[name]["id"]]:
                    pass
                frames = client.frames(stopped["threadId"])
                self.assertEqual((frames[0]["source"]["path"], frames[0]["line"]), (str(files[name]), lines[0]))
                if lines[1]:  # the caller
                    self.assertEqual((frames[1]["source"]["path"], frames[1]["line"]), (str(files["main.cl"]), lines[1]))
                client.breakpoints("source", str(files[name]), breakpoints=[])
            client.end()

    def test_the_extension_describes_what_a_launch_takes(self):
        extension = Path(__file__).parents[2] / "packaging" / "vscode"
        package = json.loads((extension / "package.json").read_text())
        debugger = package["contributes"]["debuggers"][0]
        self.assertTrue((extension / package["main"]).exists())
        self.assertIn(f'"{debugger["type"]}"', (extension / package["main"]).read_text())
        described = debugger["configurationAttributes"]["launch"]["properties"]
        client = self.client(program="import os; print(os.environ['A'], os.getcwd())", env={"A": "5"}, cwd="/", stopOnEntry=True)
        self.assertEqual(client.output(), "5 /\n")
        self.assertEqual({"program", "args", "env", "cwd", "stopOnEntry"} | {"eugene", "options"}, set(described))

    def test_pause(self):
        client = self.client("--", *python(ENDLESS))
        self.assertIn("running", client.refused("stackTrace", threadId=1))
        self.assertEqual(client.ask("threads")["threads"], [{"id": 1, "name": "GPU"}])
        client.ask("pause", threadId=1)
        self.assertEqual(client.event("stopped")["reason"], "pause")
        client.ask("continue", threadId=1)
        client.refused("next", threadId=1)
        client.ask("pause", threadId=1)
        self.assertEqual(client.event("stopped")["reason"], "pause")
        client.end()

    def test_breakpoints_of_a_program_that_runs(self):
        client = self.client("--", *python(ENDLESS.replace(" d[1] += 1", r"\n d[1] += 1")))
        client.ask("pause", threadId=1)
        client.event("stopped")
        client.ask("continue", threadId=1)
        self.assertFalse(client.breakpoints("source", "x.cl", breakpoints=[{"line": 2}])[0]["verified"])
        self.assertTrue(client.event("breakpoint")["breakpoint"]["verified"])
        self.assertEqual(client.event("stopped")["reason"], "breakpoint")
        client.end()

    def test_restarts_with_the_same_breakpoints(self):
        client = self.client(program=PROGRAM, arguments=["1000"], path=PATH, breakpoints=[{"line": 9, "condition": "i == 70"}])
        for _ in range(2):
            thread = client.event("stopped")["threadId"]
            self.assertEqual((client.line(thread), client.locals(thread)["i"]), (9, "70"))
            client.ask("restart")
        client.event("stopped")
        client.end()

    def test_what_is_not_understood(self):
        client = self.client("--", "/bin/true")
        self.assertIn("frobnicate", client.refused("frobnicate"))
        self.assertIn("launched", client.refused("launch", program="/bin/true"))
        client.end()

    def test_a_program_without_kernels(self):
        client = self.client(program="print('nothing')")
        self.assertEqual(client.output(), "nothing\n")
        client.end()

    def test_a_program_that_is_not_there(self):
        client = self.client("--", "/no/such/program")
        self.assertIn("/no/such/program", client.output("stderr"))
        self.assertEqual(client.wait(lambda each: each.get("event") == "exited")["body"]["exitCode"], 127)
        client.end()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
