#!/usr/bin/env python3
"""`eugene run --check`: one finding for a line, with that line, files for tools, suppressions, and an exit status.

    check_test.py EUGENE
"""
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """// line 1
kernel void beyond(global int* data) {
  data[get_global_id(0) + 5000] = 7;
}
kernel void known(global int* data) {
  data[get_global_id(0) + 5000] = 8;  // eugene: ignore memory.bounds
}
kernel void parted(global int* data, local int* shared) {
  if (get_local_id(0) < 16) barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = shared[0];
}
kernel void missed(global int* data, local int* shared) {
  if (get_local_id(0) < 32) barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = shared[0];
}
kernel void fine(global int* data) { data[get_global_id(0)] = 7; }
kernel void single(global char* data) {
  if (get_global_id(0) == 3) data[4095] = 7;
}
kernel void twin(global char* data) {
  if (get_global_id(0) == 3) data[4095] = 7;
}
kernel void far(global int* data) {
  data[get_global_id(0) + 9000] = 7;
}
kernel void far_twin(global int* data) {
  data[get_global_id(0) + 9000] = 7;
}
kernel void part(global int4* data, global uchar4* bytes) {
  data[get_global_id(0)].y = 7;
  bytes[get_global_id(0)].z = 7;
}
kernel void again(global int4* data, global uchar4* bytes) {
  data[get_global_id(0)].y += 7;
  bytes[get_global_id(0)].z = data[get_global_id(0)].x;
}
"""
LINE = 3  # line of the write in `beyond`
# Lines of the writes in kernels with the same machine code.
TWIN_LINES = {name: SOURCE[:SOURCE.index(f"void {name}(")].count("\n") + 2 for name in ("single", "twin", "far", "far_twin")}

SCRIPT = f"""
import os, signal, sys, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
if os.path.exists("binary"):
    with open("binary", "rb") as file:
        program = cl.Program(context, context.devices, [file.read()]).build()
else:
    program = cl.Program(context, '''{SOURCE}''').build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4095)
written = [cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 4096) for _ in range(2)]
for name in sys.argv[1:]:
    if name == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "save":
        with open("binary", "wb") as file:
            file.write(program.get_info(cl.program_info.BINARIES)[0])
        continue
    kernel = getattr(program, name)
    kernel.set_arg(0, buffer)
    if name in ("part", "again"):
        for number in range(2):
            kernel.set_arg(number, written[number])
    if name in ("parted", "missed"):
        kernel.set_arg(1, cl.LocalMemory(64))
    cl.enqueue_nd_range_kernel(queue, kernel, (64,), (64,))
    try:
        queue.finish()
    except cl.Error:
        break
"""


def summary(text):
    return [line for line in text.splitlines() if "; exit status " in line]


class Check(unittest.TestCase):
    def check(self, *words, kernels=("beyond",), kinds="memory,sync", program=SCRIPT):
        done, _ = run(EUGENE, "run", f"--check={kinds}", *words, "--", *python(program), *kernels)
        return done

    def test_right_program(self):
        done = self.check(kernels=["fine"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "eugene: 0 errors in 0 of 1 kernel, 0 suppressed; exit status 0\n")

    def test_one_finding_for_a_line_in_both_tiers(self):
        """Both halves of 32 channels write beyond the buffer, in every launch."""
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check(tier, kernels=["fine", "beyond", "beyond"])
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertEqual(done.stderr.count("eugene: memory.bounds: "), 1, done.stderr)
                self.assertRegex(done.stderr, rf"  write   [^\n:]+:{LINE}  data\[get_global_id\(0\) \+ 5000\] = 7;  global id \(0,0,0\)")
                self.assertRegex(done.stderr, r"  kernel  beyond, launch 2; instruction 0x")
                self.assertNotIn("warning", done.stderr)
                self.assertEqual(summary(done.stderr),
                                 ["eugene: 1 error in 1 of 2 kernels (memory.bounds 1), 0 suppressed; exit status 4"])

    def test_kernels_with_the_same_machine_code(self):
        done = self.check(kernels=["twin", "single"])
        for launch, kernel in enumerate(["twin", "single"], 1):
            self.assertRegex(done.stderr, rf"(?s)  write   [^\n:]+:{TWIN_LINES[kernel]} [^\n]*  global id \(3,0,0\)\n[^\n]*\n  kernel  {kernel}, launch {launch};")
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_kernels_with_the_same_machine_code_beyond_a_surface(self):
        """There is no memory at these addresses, so a fault reports the error."""
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check(tier, kernels=["far", "far_twin", "far"])
                for launch, kernel in enumerate(["far", "far_twin"], 1):
                    self.assertRegex(done.stderr, rf"  write   [^\n:]+:{TWIN_LINES[kernel]} .*  global id \(0,0,0\)\n  kernel  {kernel}, launch {launch};")
                self.assertEqual(summary(done.stderr), ["eugene: 2 errors in 2 of 2 kernels (memory.bounds 2), 0 suppressed; exit status 4"])

    def test_reads_of_write_only_buffers(self):
        """A compiler reads a vector to write a part of it. This read is not an error."""
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check(tier, kernels=["part"])
                self.assertEqual(done.returncode, 0, done.stderr)
                done = self.check(tier, kernels=["again"])
                self.assertIn("memory.writeonly: read of ", done.stderr)
                self.assertNotIn("`bytes`", done.stderr)
                self.assertEqual(done.returncode, 4, done.stderr)

    def test_binary_without_debug_data(self):
        with tempfile.TemporaryDirectory() as directory:
            run(EUGENE, "run", "--", *python(SCRIPT), "save", cwd=directory)
            done, _ = run(EUGENE, "run", "--check=memory", "--", *python(SCRIPT), "beyond", "far", "beyond", cwd=directory)
        self.assertRegex(done.stderr, r"  write   0x[0-9a-f]{4}: sends? \(16[^\n]*  global id \(0,0,0\)")
        self.assertEqual(done.stderr.count("eugene: beyond comes from a binary without debug data"), 1, done.stderr)
        self.assertEqual(done.stderr.count("eugene: far comes from a binary without debug data"), 1, done.stderr)

    def test_exit_status(self):
        self.assertEqual(self.check("--warn-only").returncode, 0)
        self.assertEqual(self.check("--error-exitcode", "77").returncode, 77)
        self.assertEqual(self.check(program=SCRIPT + "sys.exit(5)\n").returncode, 5)

    def test_barrier_that_some_reach(self):
        for kernel, what in (("parted", "a barrier that 16 of the 32 work-items"), ("missed", "the barrier cannot complete")):
            with self.subTest(kernel):
                done = self.check(kernels=[kernel])
                self.assertIn(f"eugene: sync.barrier: {what}", done.stderr)
                self.assertEqual(done.stderr.count("sync.barrier:"), 1, done.stderr)
                self.assertEqual(done.returncode, 4, done.stderr)

    def test_compiled_code_of_other_kinds(self):
        """Kinds of checks need different compiled code. The cache keeps the code for each."""
        with tempfile.TemporaryDirectory() as directory:
            for kinds in "memory", "race", "memory,race", "sync":
                with self.subTest(kinds):
                    done, _ = run(EUGENE, "run", "--jit", f"--check={kinds}", "--", *python(SCRIPT), "fine",
                                  env={**os.environ, "XDG_CACHE_HOME": directory})
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_files(self):
        with tempfile.TemporaryDirectory() as directory:
            paths = {each: f"{directory}/{each}" for each in ("json", "sarif", "log")}
            options = [word for each, path in paths.items() for word in (f"--check-{each}", path)]
            done = self.check(*options, "--stats=json")
            self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)  # statistics and the summary
            self.assertEqual(json.loads(done.stderr.splitlines()[0])["findings"], 1)
            found = json.loads(Path(paths["json"]).read_text())
            self.assertEqual((found["schema"], len(found["findings"]), found["suppressed"]), (1, 1, []))
            self.assertEqual(found["findings"][0]["sites"][0]["source"]["line"], LINE)
            self.assertGreater(found["findings"][0]["count"], 1)
            result = json.loads(Path(paths["sarif"]).read_text())["runs"][0]["results"][0]
            self.assertEqual(result["ruleId"], "memory.bounds")
            self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], LINE)
            self.assertIn("eugene: memory.bounds: ", Path(paths["log"]).read_text())

    def test_suppressions(self):
        done = self.check("--generate-suppressions")
        blocks = done.stderr[done.stderr.index("kind: "):done.stderr.index("eugene: 1 error")]
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(blocks + "kind: race.*\n")
            file.flush()
            done = self.check("--suppressions", file.name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("memory.bounds:", done.stderr)
            self.assertIn("0 errors in 0 of 1 kernel, 1 suppressed; exit status 0", done.stderr)
            self.assertIn("(kind race.*) has matched nothing", done.stderr)
            file.write("what: is this\n")
            file.flush()
            done = self.check("--suppressions", file.name)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{file.name}:", done.stderr)

    def test_comment_in_the_source(self):
        done = self.check(kernels=["known"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 suppressed", done.stderr)

    def test_kernel_and_launch(self):
        for options, status in ((["--kernel", "b*"], 4), (["--kernel", "fine"], 0), (["--launch", "2-3"], 4), (["--launch", "1"], 0)):
            with self.subTest(options):
                done = self.check(*options, kernels=["fine", "beyond"])
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertNotIn("warning", done.stderr)

    def test_program_that_is_killed(self):
        done = self.check(kernels=["beyond", "die"])
        self.assertEqual(done.returncode, 128 + 9)
        self.assertEqual(len(summary(done.stderr)), 1)
        self.assertIn("memory.bounds 1", summary(done.stderr)[0])

    def test_program_that_dies_of_its_own(self):
        """The status is a shell's for the signal, or the program's own. The summary is always the last line."""
        deaths = {"import ctypes; ctypes.string_at(0)": 128 + 11, "os.abort()": 128 + 6, "os._exit(7)": 7, "os._exit(0)": 4,
                  "os.kill(os.getpid(), signal.SIGTERM)": 128 + 15, "raise ValueError": 1,
                  # A death in a thread, and in another process.
                  "import ctypes, threading; t = threading.Thread(target=ctypes.string_at, args=[0]); t.start(); t.join()": 128 + 11,
                  "os.fork() or os.abort(); os.wait()": 4}
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("kind: race.*\n")
            file.flush()
            for death, status in deaths.items():
                for kernels, kept in ((["beyond"], status), (["fine"], 0 if status == 4 else status)):
                    with self.subTest(death, kernels=kernels):
                        done = self.check("--suppressions", file.name, kernels=kernels, program=SCRIPT + death + "\n")
                        self.assertEqual(done.returncode, kept, done.stderr)
                        self.assertEqual(done.stderr.splitlines()[-1:], summary(done.stderr), done.stderr)
                        self.assertTrue(done.stderr.endswith(f"; exit status {kept}\n"), done.stderr)
                        self.assertEqual(done.stderr.count("memory.bounds 1"), len(set(kernels) - {"fine"}), done.stderr)

    def test_counts_are_the_same_in_text_and_json(self):
        """Counts add up the two SIMD halves, and all launches."""
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "found.json"
            for kernels in (["beyond"], ["beyond", "beyond", "single", "beyond"], ["again", "part", "again"]):
                for tier in "--interpret", "--jit":
                    with self.subTest(kernels=kernels, tier=tier):
                        done = self.check("--check-json", str(report), tier, kernels=kernels)
                        found = json.loads(report.read_text())["findings"]
                        texts = re.findall(r"(?m)^eugene: (\w+\.\w+): .*\n(?:  (?!count).*\n)*(?:  count   (\d+)\n)?", done.stderr)
                        self.assertEqual([(each["id"], each["count"]) for each in found],
                                         [(name, int(count or 1)) for name, count in texts], done.stderr)
                        for each in found:
                            self.assertGreaterEqual(each["total"], each["count"])
                        self.assertEqual(found[0]["total"], found[0]["count"] * kernels.count(kernels[0]))

    def test_lines_are_quoted_by_their_names(self):
        """Sources name their lines as #line has it: C99 6.10.4, and `# N "file"`."""
        body = 'kernel void beyond(global int* data) {\n  data[get_global_id(0) + 5000] = 7;\n}\n'
        sources = {'#line 1 "/no/such/kernel.cl"\n' + body: ("/no/such/kernel.cl", 2),
                   '#line 1 "kernel.cl"\n' + body: ("/kernel.cl", 2),
                   '# 1 "kernel.cl" 1\n' + body: ("/kernel.cl", 2),
                   "// first\n#line 50\n" + body: ("program 1", 51),
                   '#define N 1\n#line 10 "a.cl"\nkernel void other(global int* data) { data[0] = N; }\n#line 20 "b.cl"\n' + body: ("/b.cl", 21),
                   '#ifdef NONE\n#line 70 "none.cl"\n#else\n#line 80 "some.cl"\n#endif\n' + body: ("/some.cl", 82)}
        with tempfile.TemporaryDirectory() as directory:
            paths = {each: f"{directory}/{each}" for each in ("json", "sarif")}
            for source, (file, line) in sources.items():
                with self.subTest(source):
                    program = SCRIPT.replace(SOURCE, source.replace("\n", "\\n"))
                    done = self.check("--check-json", paths["json"], "--check-sarif", paths["sarif"], program=program)
                    self.assertIn(f"{file}:{line}  data[get_global_id(0) + 5000] = 7;", done.stderr)
                    site = json.loads(Path(paths["json"]).read_text())["findings"][0]["sites"][0]
                    self.assertTrue(site["source"]["file"].endswith(file), site)
                    self.assertEqual((site["source"]["line"], site["text"]), (line, "data[get_global_id(0) + 5000] = 7;"))
                    result = json.loads(Path(paths["sarif"]).read_text())["runs"][0]["results"][0]
                    region = result["locations"][0]["physicalLocation"]["region"]
                    self.assertEqual((region["startLine"], region["snippet"]["text"]), (line, site["text"]))

    def test_without_check_nothing_changes(self):
        done, _ = run(EUGENE, "run", "--", *python(SCRIPT), "beyond")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_kinds(self):
        self.assertEqual(self.check(kinds="memories").returncode, 2)
        self.assertEqual(self.check(kinds="driver").returncode, 0)  # bounds are of another kind
        done, _ = run(EUGENE, "run", "--warn-only", "--", "true")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
