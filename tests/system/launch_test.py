#!/usr/bin/env python3
"""`eugene launch`: kernels without their program give what they give by Intel's driver, from sources and from both formats of binaries.

    launch_test.py EUGENE
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

# All have (out, in, value, vector, shared); each is launched with its sizes, and writes out.
SOURCE = """
constant float table[5] = {1.5f, 2, -4, 8, 16};
typedef struct { char c; float f; short s; } odd_t;
#define ARGUMENTS global float* out, global const float* in, int n, float4 v, local float* shared, uchar small, global float* none, local float* more
#define X get_global_id(0)
#define AT (get_global_id(0) - get_global_offset(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)))
kernel void scale(ARGUMENTS) { out[AT] = in[AT] * n + v.x - v.w + small; }
kernel void looked_up(ARGUMENTS) { out[AT] = table[X % 5] + in[AT]; }
kernel void ids(ARGUMENTS) {
  out[AT] = get_local_id(0) + 7 * get_local_id(1) + 49 * get_local_id(2) + 343 * get_group_id(0) + 1000 * get_group_id(1)
            + 10000 * get_group_id(2) + 0.5f * get_global_id(0);
}
kernel void sizes(ARGUMENTS) {
  out[AT] = get_local_size(0) + 10 * get_global_size(0) + 1000 * get_num_groups(1) + 10000 * get_work_dim() + get_global_offset(0) * 0.25f;
}
kernel void reversed(ARGUMENTS) {
  local float own[256];
  int l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)), last = get_local_size(0) * get_local_size(1) * get_local_size(2) - 1;
  shared[l] = in[AT];
  more[l] = in[AT] + l;
  own[l] = n * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[AT] = shared[last - l] + own[l ^ 1] + more[last - l];
}
kernel void in_memory(ARGUMENTS) {
  float all[200];
  for (int i = 0; i < 200; i++) all[(i * n) % 200] = in[AT] + i;
  out[AT] = all[(X * 7) % 200] + all[(X * 3 + n) % 200];
}
kernel void nothing(ARGUMENTS) { out[AT] = none ? 1 : 2; }
__attribute__((reqd_work_group_size(8, 2, 1))) kernel void required(ARGUMENTS) { out[AT] = get_local_size(1) * 10 + get_local_size(0); }
kernel void twice(ARGUMENTS) { out[AT] = in[AT] * 2; out[AT] += sin(in[AT]) * table[n % 5]; }
"""
# name: global, local, offset.
LAUNCHES = {"scale": ("64", "16", "0"), "looked_up": ("100", "20", "0"), "ids": ("12,6,4", "4,3,2", "0"), "sizes": ("16,4", "8,2", "3"),
            "reversed": ("64,2", "32,2", "0"), "in_memory": ("48", "16", "0"), "nothing": ("32", "8", "0"), "required": ("16,4", "8,2", "0"),
            "twice": ("50", "10", "0")}
# Last groups are smaller.
SMALLER = {"ids": ("13,7,5", "4,3,2", "0"), "sizes": ("19,6", "8,4", "3"), "scale": ("100", "64", "0"), "reversed": ("70,3", "32,2", "0"),
           "in_memory": ("50", "16", "0"), "twice": ("5", "8", "0")}
GLOBAL_BYTES = 4 * 512

PRINTS = r"""
kernel void says(global int* in, float4 v, char c, short s, ulong l) {
  int i = get_global_id(0);
  printf("%d%% \"plain\" \\|%s|%8s|\n", i, "a string", "right");
  printf("%d item has %d, %u, %#x, %-6d|%+05i|%c\n", i, in[i], in[i], in[i], in[i], in[i], 'a' + i % 26);
  printf("%d: %hhd %hd %hhx %hu %ld %lx %lu\n", i, c, s, c, s, l + i, l, l);
  printf("%d: %f %.3e %g %a %8.2f|%v4hlf %.1v4hlf\n", i, v.x, v.y, v.z + i, v.w, v.x, v, v * 2);
  printf("%d: %v3hhd %v8hd %v2hld %v16hhx %v2ld %v4hlu\n", i, (char3)(c, 1, -2), (short8)(s), (int2)(in[i], -in[i]), (uchar16)(200),
         (long2)(l, -l), (uint4)(i));
}
"""
PRINTS_BY_DRIVER = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, open("prints.cl").read()).build(options=sys.argv[1:])
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.arange(-20, 20, dtype="i4"))
program.says(queue, (40,), (8,), buffer, numpy.array([1.5, -2.25, 1e10, 0.1], "f4"), numpy.int8(-100), numpy.int16(-30000), numpy.uint64(1 << 40))
queue.finish()
"""

BY_DRIVER = """
import sys, json, numpy, pyopencl as cl
launches, suffix = sys.argv[2:4]
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, open(sys.argv[1]).read()).build(options=sys.argv[4:])
flags = cl.mem_flags
values = numpy.load("in.npy")
for name, (size, local, offset) in json.loads(launches).items():
    size, local = [tuple(map(int, each.split(","))) for each in (size, local)]
    out = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numpy.zeros(512, "f4"))
    source = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=values)
    kernel = getattr(program, name)
    kernel(queue, size, local, out, source, numpy.int32(3), numpy.array([1, 2, 3, 0.25], "f4"), cl.LocalMemory(512), numpy.uint8(200), None,
           cl.LocalMemory(512), global_offset=(int(offset),) + (0,) * (len(size) - 1))
    result = numpy.zeros(512, "f4")
    cl.enqueue_copy(queue, result, out)
    result.tofile(name + suffix)
"""
ARGUMENTS = ["--arg", "zeros:512f4", "--arg", "in=r:in.npy", "--arg", "n=3", "--arg", "v=1,2,3,0.25", "--arg", "shared=local:512",
             "--arg", "small=200", "--arg", "none=null", "--arg", "more=local:512"]


class Launch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = Path(tempfile.mkdtemp(prefix="launch-"))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        (cls.directory / "k.cl").write_text(SOURCE)
        (cls.directory / "prints.cl").write_text(PRINTS)
        subprocess.run(python("import numpy; numpy.save('in.npy', numpy.random.default_rng(1).normal(size=512).astype('f4'))"),
                       cwd=cls.directory, check=True)

    def run_in(self, *command):
        return run(*command, cwd=self.directory)[0]

    def launch(self, *arguments):
        return self.run_in(EUGENE, "launch", *arguments)

    def compare(self, gpu, launches, file, *options, suffix=".driver"):
        for name, (size, local, offset) in launches.items():
            with self.subTest(name, gpu=gpu, file=file):
                done = self.launch("--gpu", gpu, file, "--kernel", name, "--global", size, "--local", local, "--offset", offset,
                                   *ARGUMENTS, "--save", f"out={name}.raw", *options)
                said = "eugene: 0 errors in 0 of 1 kernel, 0 suppressed; exit status 0\n" if "--check" in " ".join(options) else ""
                self.assertEqual((done.returncode, done.stderr), (0, said))
                expected = (self.directory / f"{name}{suffix}").read_bytes()
                self.assertEqual((self.directory / f"{name}.raw").read_bytes(), expected)

    def test_results_are_those_of_the_driver(self):
        for gpu, standard in ("bxt", "CL1.2"), ("skl", "CL2.0"):
            options = f"-cl-std={standard}"
            self.by_driver(gpu, LAUNCHES, ".driver", options)
            self.compare(gpu, {"scale": LAUNCHES["scale"]}, "k.cl", "--options", options)
            for form in "patchtokens", "zebin":
                self.compile(gpu, form, options)
                self.compare(gpu, LAUNCHES, f"{gpu}{form}.bin")
            self.compare(gpu, {each: LAUNCHES[each] for each in ("twice", "reversed")}, f"{gpu}zebin.bin", "--jit")

    def by_driver(self, gpu, launches, suffix, options):
        done = self.run_in(EUGENE, "run", "--gpu", gpu, "--", *python(BY_DRIVER), "k.cl", json.dumps(launches), suffix, options)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_last_groups_may_be_smaller(self):
        options = "-cl-std=CL2.0"
        self.by_driver("skl", SMALLER, ".smaller", options)
        for form in "patchtokens", "zebin":
            self.compile("skl", form, options)
            self.compare("skl", SMALLER, f"skl{form}.bin", suffix=".smaller")
        self.compare("skl", SMALLER, "sklzebin.bin", "--jit", "--check=memory,race,sync", suffix=".smaller")
        self.compare("skl", {"ids": SMALLER["ids"]}, "k.cl", "--options", options, suffix=".smaller")
        # Not by the driver either.
        self.compile("skl", "zebin", options + " -cl-uniform-work-group-size")
        done = self.launch("--gpu", "skl", "sklzebin.bin", "--kernel", "scale", "--global", "100", "--local", "64", *ARGUMENTS)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not a multiple", done.stderr)

    def test_printf(self):
        arguments = ["--global", "40", "--local", "8", "--arg", "rw:numbers.npy", "--arg", "1.5,-2.25,1e10,0.1", "--arg", "-100", "--arg", "-30000",
                     "--arg", str(1 << 40), "--save", "0=none"]
        subprocess.run(python("import numpy; numpy.save('numbers.npy', numpy.arange(-20, 20, dtype='i4'))"), cwd=self.directory, check=True)
        for gpu, standard in ("bxt", "CL1.2"), ("skl", "CL2.0"):
            options = f"-cl-std={standard}"
            done = self.run_in(EUGENE, "run", "--gpu", gpu, "--", *python(PRINTS_BY_DRIVER), options)
            self.assertEqual(done.returncode, 0, done.stderr)
            expected = sorted(done.stdout.splitlines())
            self.assertEqual(len(expected), 5 * 40)
            for form in "patchtokens", "zebin":
                self.compile(gpu, form, options, "prints")
                for how in ("--jit", "--interpret"):
                    with self.subTest(gpu=gpu, form=form, how=how):
                        done = self.launch("--gpu", gpu, f"{gpu}{form}.bin", how, *arguments)
                        self.assertEqual((done.returncode, done.stderr), (0, ""))
                        self.assertEqual(sorted(done.stdout.splitlines()), expected)
        # The compiler escapes characters of strings. Intel's driver undoes none of that in arguments and some of it in
        # formats; `eugene launch` undoes all.
        (self.directory / "escapes.cl").write_text(r'kernel void k(global int* out) { printf("\t<%s>\r\n", "\"a\"\t\\"); '
                                                   r'printf("%s\n", out[0] == -20 ? "chosen" : "other"); }')
        for form in "patchtokens", "zebin":
            self.compile("skl", form, "", "escapes")
            done = self.launch(f"skl{form}.bin", "--arg", "r:numbers.npy", "--json")
            self.assertEqual(json.loads(done.stdout)["output"], '\t<"a"\t\\>\r\nchosen\n')
        done = self.launch("prints.cl", *arguments, "--json")
        self.assertEqual(sorted(json.loads(done.stdout)["output"].splitlines()), expected)

    def compile(self, gpu, form, options, source="k"):
        done = self.run_in("ocloc", "compile", "-file", source + ".cl", "-device", gpu, "-32" if gpu == "bxt" else "-64", "--format", form,
                           "-output", gpu + form, "-out_dir", ".", "-options", options + " -cl-kernel-arg-info")
        self.assertEqual(done.returncode, 0, done.stdout)
        [file] = self.directory.glob(f"{gpu}{form}_*.bin")
        file.rename(self.directory / f"{gpu}{form}.bin")

    def test_buffers_are_printed_and_kept(self):
        arguments = ["k.cl", "--kernel", "sizes", "--global", "4", *ARGUMENTS]
        done = self.launch(*arguments, "--print", "3")
        self.assertEqual(done.stdout, "out: 11044 11044 11044 ... (512 elements)\n", done.stderr)
        done = self.launch(*arguments, "--print", "2", "--json")
        report = json.loads(done.stdout)
        self.assertEqual(report["buffers"]["out"], {"type": "<f4", "bytes": 2048, "elements": [11044, 11044]})
        self.assertEqual((report["kernel"], report["groups"], report["fault"]), ("sizes", 1, None))
        done = self.launch(*arguments, "--save", "out=out.npy")
        self.assertEqual(done.stdout, "")
        check = "import numpy; a = numpy.load('out.npy'); print(a.dtype, a.shape, a[:5])"
        self.assertEqual(self.run_in(*python(check)).stdout, "float32 (512,) [11044. 11044. 11044. 11044.     0.]\n")

    def test_a_fault_is_reported(self):
        (self.directory / "wild.cl").write_text("kernel void wild(global int* out, ulong at) {\n  *(global int*)at = 1;\n  out[0] = 2;\n}\n")
        done = self.launch("wild.cl", "--arg", "zeros:64", "--arg", "0x10")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"write to unmapped memory at address 0x10\n  kernel +wild ")
        self.assertRegex(done.stderr, r"source .*wild\.cl:2:")
        finding = json.loads(self.launch("wild.cl", "--arg", "zeros:64", "--arg", "0x10", "--json").stdout)["finding"]
        site = finding["sites"][0]
        self.assertEqual((finding["id"], finding["kernel"], finding["memory"]), ("memory.unmapped", "wild", "address 0x10"))
        self.assertEqual((site["access"], site["source"]["line"], site["item"]["group"]), ("write", 2, [0, 0, 0]))

    def test_what_is_wrong_is_said(self):
        self.run_in("cp", "k.cl", "wrong.cl")
        (self.directory / "wrong.cl").write_text("kernel void k( { }\n")
        (self.directory / "images.cl").write_text("kernel void k(read_only image2d_t i, global int* out) { out[0] = get_image_width(i); }\n")
        (self.directory / "short.npy").write_bytes((self.directory / "in.npy").read_bytes()[:200])
        for status, said, *arguments in (
                (2, r"k\.cl has 9 kernels: scale, .*\n.*choose one of them with --kernel", "k.cl"),
                (2, r"no kernel of .*k\.cl is named 'scal'; did you mean 'scale'\?", "k.cl", "--kernel", "scal"),
                (2, r"wrong\.cl does not compile:\n.*wrong\.cl:1:16: error:", "wrong.cl"),
                (2, r"argument 0 \(out\) is not set", "k.cl", "--kernel", "scale"),
                (2, r"has no argument outt; did you mean 'out'\?", "k.cl", "--kernel", "scale", "--arg", "outt=3"),
                (2, r'"3" is a value, but the argument.s kind is global\n.*zeros:COUNT', "k.cl", "--kernel", "scale", "--arg", "out=3"),
                (2, r'"3x" is not a number of 4 bytes', "k.cl", "--kernel", "scale", "--arg", "n=3x"),
                (2, r'"300" is not a number of 1 bytes', "k.cl", "--kernel", "scale", "--arg", "small=300"),
                (2, r"2 numbers do not make a value of 16 bytes \(float4\)", "k.cl", "--kernel", "scale", "--arg", "v=1,2"),
                (2, r"nothing\.bin: .*cannot read", "k.cl", "--kernel", "scale", "--arg", "out=r:nothing.bin"),
                (2, r"short\.npy: the file is shorter than its array", "k.cl", "--kernel", "scale", "--arg", "out=r:short.npy"),
                (2, r"100 work-items is not a multiple of the local size 64", "k.cl", "--kernel", "scale", "--global", "100", "--local", "64",
                 *ARGUMENTS),
                (2, r"requires groups of 8x2x1 work-items, not of 16x1x1", "k.cl", "--kernel", "required", "--global", "16", "--local", "16",
                 *ARGUMENTS),
                (2, r"kind image, which cannot be launched without a driver\n.*eugene run", "images.cl", "--arg", "0=null", "--arg",
                 "out=zeros:1"),
                (2, r'--global: "0" is not one to three numbers', "k.cl", "--global", "0"),
                (1, r"this is not", "in.npy"),
                (2, r"cannot read: No such file", "nothing.cl")):
            with self.subTest(arguments=arguments):
                done = self.launch(*arguments)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertRegex(done.stderr, said)

    def test_mistakes_are_found(self):
        (self.directory / "shift.cl").write_text("kernel void shift(global int* values, int by) {\n"
                                                 "  values[get_global_id(0) + by] = values[get_global_id(0)];\n}\n")
        shift = ("shift.cl", "--global", "64", "--arg", "zeros:64i4", "--arg")
        unchecked, right = self.launch(*shift, "0"), self.launch(*shift, "0", "--check=all")
        self.assertEqual((unchecked.returncode, right.returncode), (0, 0), right.stderr)
        self.assertIn("0 errors in 0 of 1 kernel", right.stderr)
        for how in ("--jit", "--interpret"):
            done = self.launch(*shift, "4", how, "--check=memory,race", "--check-json", "found.json", "--check-sarif", "found.sarif")
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertRegex(done.stderr, r"memory\.bounds: write .* argument 0 `values` \(buffer of 256 bytes\)\n.*shift\.cl:2 .*\(60,0,0\)")
            self.assertNotIn("warning", done.stderr)  # it is told once
            found = json.loads((self.directory / "found.json").read_text())
            self.assertEqual({each["id"] for each in found["findings"]}, {"memory.bounds", "race.global"})
            self.assertIn("race.global", (self.directory / "found.sarif").read_text())
        self.assertEqual(self.launch(*shift, "4", "--check=memory", "--error-exitcode", "9").returncode, 9)
        self.assertEqual(self.launch(*shift, "4", "--check=memory", "--warn-only").returncode, 0)
        self.assertEqual(self.launch(*shift, "4", "--check-json", "found.json").returncode, 2)
        faulted = self.launch("shift.cl", "--global", "1", "--arg", "null", "--arg", "0", "--check=memory")
        self.assertEqual(faulted.returncode, 4, faulted.stderr)
        self.assertIn("memory.null", faulted.stderr)

    def test_another_gpus_binary_is_refused(self):
        done = self.launch("--gpu", "snb", "k.cl", "--kernel", "scale")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
