#!/usr/bin/env python3
"""Traces of kernels that Intel's compiler has made: the same rows from both tiers and any number of workers, with the addresses that the source
says, and caches that count what the profile of the same launch counts.

    trace_test.py EUGENE
"""
import csv
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE = sys.argv[1]
SOURCE = """
kernel void copy(global uint* out, global const uint* in) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void gather(global uint* out, global const uint* in, local uint* part) {
  uint l = get_local_id(0), x = get_global_id(0);
  part[l] = in[(x * 577 + 13) % 4096];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[part[l ^ 5] % 64], part[l]);
  for (int i = 0; i < 6; i++) out[64 + x] += in[(x * 31 + i * i * 640) % 4096];
}
"""
SIZES = ["--global", "2048", "--local", "64"]
ARGUMENTS = {"copy": ["--arg", "out=zeros:4096u4", "--arg", "in=zeros:4096u4"],
             "gather": ["--arg", "out=zeros:4096u4", "--arg", "in=zeros:4096u4", "--arg", "part=local:256"]}


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = Path(tempfile.mkdtemp(prefix="trace-"))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        (cls.directory / "k.cl").write_text(SOURCE)

    def eugene(self, *words, status=0):
        done = run(EUGENE, *words, cwd=self.directory)[0]
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def launch(self, kernel, *options):
        return self.eugene("launch", "k.cl", "--kernel", kernel, *SIZES, *ARGUMENTS[kernel], *options)

    def rows(self, file):
        return list(csv.DictReader(io.StringIO(self.eugene("trace", file, "--csv").stdout)))

    def test_both_tiers_write_the_same(self):
        for kernel in ARGUMENTS:
            self.launch(kernel, "--interpret", "--threads", "1", "--trace", "memory", "-o", "one.parquet")
            self.launch(kernel, "--jit", "--threads", "3", "--trace", "memory", "-o", "two.parquet")
            with self.subTest(kernel):
                self.assertEqual((self.directory / "one.parquet").read_bytes(), (self.directory / "two.parquet").read_bytes())

    def test_rows_are_the_accesses_of_the_source(self):
        self.launch("copy", "--trace", "memory", "-o", "copy.parquet")
        read, written = set(), set()
        for row in self.rows("copy.parquet"):
            self.assertEqual((row["launch"], row["path"]), ("1", "data"))
            lanes, stride, bytes_ = int(row["lanes"]), int(row["stride"]), int(row["bytes"])
            listed = [int(each) for each in row["addresses"].split()]
            for each in listed or [int(row["address"]) + lane * stride for lane in range(lanes)]:
                (read if row["kind"] == "read" else written).update(range(each, each + bytes_, 4))
        for places in read, written:
            self.assertEqual(places, set(range(min(places), min(places) + 4 * 2048, 4)))
        self.assertFalse(read & written)

    def test_rows_name_buffers_lines_and_kernels(self):
        """A row has the argument's buffer and the offset in the source, for accesses by surface and by address (the atomic)."""
        for gpu in "skl", "bxt":
            with self.subTest(gpu):
                self.launch("gather", "--gpu", gpu, "--trace", "memory", "-o", f"{gpu}.parquet")
                seen = set()
                for row in self.rows(f"{gpu}.parquet"):
                    self.assertEqual(row["kernel"], "gather")
                    self.assertTrue(row["source"].endswith("k.cl"), row["source"])
                    seen.add((row["kind"], row["buffer"], int(row["line"])))
                    self.assertEqual(int(row["surface"]) >= 0, row["buffer"] != "local memory" and row["kind"] != "atomic", row)
                    most = {"in": 4 * 4096, "out": 4 * 4096, "local memory": 256}[row["buffer"]]
                    self.assertTrue(0 <= int(row["offset"]) < most, row)
                    if row["kind"] == "write" and row["buffer"] == "out":  # out[64 + x]: of the first item of the group or of its half
                        self.assertEqual((int(row["offset"]) - 256 - 256 * int(row["group"])) % 32, 0, row)
                self.assertEqual(seen, {("read", "in", 5), ("write", "local memory", 5), ("read", "local memory", 7), ("atomic", "out", 7),
                                        ("read", "in", 8), ("read", "out", 8), ("write", "out", 8)})

    def test_instructions_are_as_many_as_were_executed(self):
        done = self.launch("gather", "--trace", "memory,instructions", "-o", "all.parquet", "--json")
        summary = json.loads(self.eugene("trace", "all.parquet", "--json").stdout)
        self.assertEqual(summary["kinds"]["instruction"], json.loads(done.stdout)["instructions"])
        self.assertGreater(summary["paths"]["local"], 0)
        self.assertGreater(summary["kinds"]["atomic"], 0)
        self.assertEqual([each["kernel"] for each in summary["launches"]], ["gather"])

    # Simulating the trace of a program in the same caches gives the counts of the program's profile.
    def test_caches_count_what_the_profile_counts(self):
        program = self.directory / "program.py"
        program.write_text("import numpy, pyopencl as cl\n"
                           "context = cl.create_some_context(interactive=False)\nqueue = cl.CommandQueue(context)\n"
                           "program = cl.Program(context, open('k.cl').read()).build()\n"
                           "data = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.arange(4096, dtype='u4')) for _ in range(2)]\n"
                           "for _ in range(2): program.gather(queue, (2048,), (64,), *data, cl.LocalMemory(256))\n"
                           "program.copy(queue, (2048,), (64,), *data)\nqueue.finish()\n")
        self.eugene("run", "--trace", "memory", "-o", "run.parquet", "--profile", "--profile-json", "run.json", "--", "/usr/bin/python3", "program.py")
        expected = [[0, 0] for _ in range(3)]
        for kernel in json.loads((self.directory / "run.json").read_text())["kernels"]:
            for total, each in zip(expected, kernel["l3"]):
                total[0] += each["accesses"]
                total[1] += each["hits"]
        counted = json.loads(self.eugene("trace", "run.parquet", "--cache", "own", "--cache", "shared=256", "--cache", "shared=2", "--json").stdout)
        own, large, small = ([[each[name]["accesses"], each[name]["hits"]] for name in ("data", "read_only", "urb")] for each in counted)
        self.assertEqual(own[0], expected[0])
        self.assertGreater(large[0][1], small[0][1])

    # Addresses that descend, and a file that says which GPU each launch was on.
    def test_strides_may_be_negative(self):
        (self.directory / "back.cl").write_text("kernel void back(global uint* out) { out[2047 - get_global_id(0)] = 7; }\n")
        self.eugene("launch", "back.cl", "--kernel", "back", *SIZES, "--arg", "out=zeros:2048u4", "--gpu", "skl", "--trace", "memory", "-o", "back.parquet")
        strides = {row["stride"] for row in self.rows("back.parquet") if row["kind"] == "write"}
        self.assertEqual(strides, {"-4"})
        launches = json.loads(self.eugene("trace", "back.parquet", "--json").stdout)["launches"]
        self.assertIn("Skylake", launches[0]["device"])

    # A disk without room: here a limit on the size of files.
    def test_a_trace_that_cannot_be_written_is_told(self):
        (self.directory / "far.cl").write_text("kernel void far(global uint* out) { uint x = get_global_id(0); out[x * x * 2654435761u >> 18] = 7; }\n")
        done = run("bash", "-c", 'ulimit -f 50; trap "" XFSZ; exec "$@"', "_", EUGENE, "launch", "far.cl", "--kernel", "far", "--global", "65536",
                   "--arg", "out=zeros:16384u4", "--trace", "memory", "-o", "full.parquet", cwd=self.directory)[0]
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the trace is not complete: cannot write to ", done.stderr)
        for wrong in "no/such.parquet", ".":
            done = self.eugene("launch", "k.cl", "--kernel", "copy", *SIZES, *ARGUMENTS["copy"], "--trace", "memory", "-o", wrong, status=2)
            self.assertIn(wrong, done.stderr)

    # The limits of kernels are those of the run's profile. With a slower memory, a kernel that waits for memory is slower.
    def test_cycles_are_those_of_the_profile(self):
        program = self.directory / "gather.py"
        program.write_text("import numpy, pyopencl as cl\n"
                           "context = cl.create_some_context(interactive=False)\nqueue = cl.CommandQueue(context)\n"
                           "program = cl.Program(context, open('k.cl').read()).build()\n"
                           "data = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.arange(4096, dtype='u4')) for _ in range(2)]\n"
                           "program.copy(queue, (2048,), (64,), *data)\n"
                           "for _ in range(2): program.gather(queue, (2048,), (64,), *data, cl.LocalMemory(256))\nqueue.finish()\n")
        for model in "own", "l3_latency=90,miss_latency=700,slm_banks=4,slm_latency=33,shared=16,line=32,replacement=lru,write_allocate=0,pipe_latency=11":
            self.eugene("run", "--interpret", "--trace", "memory,instructions", "-o", "both.parquet", "--profile", "--profile-model", model,
                        "--profile-json", "both.json", "--", "/usr/bin/python3", "gather.py")
            profile = {each["name"]: each for each in json.loads((self.directory / "both.json").read_text())["kernels"]}
            found = json.loads(self.eugene("trace", "both.parquet", "--cycles", "--cache", model, "--json").stdout)[0]["kernels"]
            self.assertEqual({each["kernel"] for each in found}, {"copy", "gather"})
            for each in found:
                with self.subTest(model=model, kernel=each["kernel"]):
                    self.assertEqual(each["limits"], profile[each["kernel"]]["limits"])
                    self.assertEqual(each["cycles"], profile[each["kernel"]]["estimated_cycles"])
        own, slow = json.loads(self.eugene("trace", "both.parquet", "--cycles", "--cache", "own", "--cache", "miss_latency=9000", "--json").stdout)
        own, slow = ({each["kernel"]: each["cycles"] for each in one["kernels"]} for one in (own, slow))
        self.assertGreater(slow["copy"], 2 * own["copy"])
        self.eugene("run", "--trace", "memory", "-o", "memory.parquet", "--", "/usr/bin/python3", "gather.py")
        self.assertIn("without its instructions", self.eugene("trace", "memory.parquet", "--cycles", "--cache", "own").stdout)

    def test_models_that_are_none_are_refused(self):
        for words in (["--profile", "--profile-model", "ways=3"], ["--profile-model", "banks=2"]):
            self.assertIn("profile-model", self.eugene("run", *words, "--", "/bin/true", status=2).stderr)

    def test_what_is_no_trace_is_refused(self):
        (self.directory / "not.parquet").write_text("PAR1 nothing PAR1")
        self.assertIn("not a trace", self.eugene("trace", "not.parquet", status=1).stderr)
        self.eugene("trace", "missing.parquet", status=2)
        self.launch("copy", "--trace", "memory", "-o", "some.parquet")
        self.assertIn("not a parameter", self.eugene("trace", "some.parquet", "--cache", "ways=3", status=1).stderr)
        whole = (self.directory / "some.parquet").read_bytes()
        (self.directory / "cut.parquet").write_bytes(whole[:len(whole) // 2])
        self.eugene("trace", "cut.parquet", status=1)


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main()
