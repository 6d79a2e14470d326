#!/usr/bin/env python3
"""`--gpu tgl`: OpenCL programs run as machine code or as vISA, the driver's own kernels too, and the tools work with both.

    tgl_test.py EUGENE
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE = str(Path(sys.argv[1]).resolve())

SOURCE = r"""
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

#define N 1024

static const char* kText =
    "kernel void add(global float* c, global const float* a, global const float* b) {\n"
    "  int i = get_global_id(0); c[i] = a[i] + b[i];\n"
    "}\n"
    "kernel void sums(global int* out, global const int* in, local int* part) {\n"
    "  int l = get_local_id(0); part[l] = in[get_global_id(0)];\n"
    "  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); if (l < n) part[l] += part[l + n];\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = part[0];\n"
    "}\n"
    "kernel void wide(global long* p) { long v = p[get_global_id(0)]; p[get_global_id(0)] = v / 7 * 3 - (v << 3) + v % 1000; }\n"
    "kernel void say(int n) { if (get_global_id(0) == 3) printf(\"item %d of %d\\n\", (int)get_global_id(0), n); }\n";

int main(int count, char** words) {
  cl_platform_id platform; cl_device_id device; char name[256];
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  printf("%s\n", name);
  cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueue(c, device, 0, NULL);
  cl_program p = clCreateProgramWithSource(c, 1, &kText, NULL, NULL);
  if (clBuildProgram(p, 1, &device, "", NULL, NULL)) { printf("no program\n"); return 1; }
  static float a[N], b[N], r[N]; static int in[N], out[N / 64]; static cl_long w[N], x[N];
  for (int i = 0; i < N; ++i) { a[i] = i; b[i] = 2 * i; in[i] = i; w[i] = (cl_long)i * 1234567891 - 5; }
  const cl_mem_flags copy = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  cl_mem A = clCreateBuffer(c, copy, sizeof a, a, NULL), B = clCreateBuffer(c, copy, sizeof b, b, NULL);
  cl_mem R = clCreateBuffer(c, copy, sizeof r, r, NULL), I = clCreateBuffer(c, copy, sizeof in, in, NULL);
  cl_mem O = clCreateBuffer(c, copy, sizeof out, out, NULL), W = clCreateBuffer(c, copy, sizeof w, w, NULL);
  size_t all = N, group = 64, few = 8; int wrong = 0, n = 8;
  cl_kernel k = clCreateKernel(p, "add", NULL);
  clSetKernelArg(k, 0, sizeof R, &R); clSetKernelArg(k, 1, sizeof A, &A); clSetKernelArg(k, 2, sizeof B, &B);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &all, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(q, R, CL_TRUE, 0, sizeof r, r, 0, NULL, NULL);
  for (int i = 0; i < N; ++i) wrong += r[i] != 3.0f * i;
  printf("add: %d wrong\n", wrong); wrong = 0;
  k = clCreateKernel(p, "sums", NULL);
  clSetKernelArg(k, 0, sizeof O, &O); clSetKernelArg(k, 1, sizeof I, &I); clSetKernelArg(k, 2, group * 4, NULL);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &all, &group, 0, NULL, NULL);
  clEnqueueReadBuffer(q, O, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
  for (int i = 0; i < N / 64; ++i) wrong += out[i] != 64 * 64 * i + 64 * 63 / 2;
  printf("sums: %d wrong\n", wrong); wrong = 0;
  k = clCreateKernel(p, "wide", NULL);
  clSetKernelArg(k, 0, sizeof W, &W);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &all, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(q, W, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
  for (int i = 0; i < N; ++i) wrong += x[i] != w[i] / 7 * 3 - w[i] * 8 + w[i] % 1000;
  printf("wide: %d wrong\n", wrong);
  k = clCreateKernel(p, "say", NULL);
  clSetKernelArg(k, 0, sizeof n, &n);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &few, NULL, 0, NULL, NULL);
  clFinish(q);
  if (count > 1) {
    clEnqueueCopyBuffer(q, B, R, 0, 0, sizeof b, 0, NULL, NULL);
    clEnqueueReadBuffer(q, R, CL_TRUE, 0, sizeof r, r, 0, NULL, NULL);
    wrong = 0;
    for (int i = 0; i < N; ++i) wrong += r[i] != b[i];
    printf("copy: %d wrong\n", wrong);
  }
  return 0;
}
"""


# Two builds of one source, whose files the compiler names alike. The division of the first is rounded correctly.
TWO_BUILDS = r"""
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>

#define N 1024

static const char* kText = "kernel void first(global float* o) { o[0] = 1; }\n"
                           "kernel void divide(global float* o, global const float* a, global const float* b) {\n"
                           "  int i = get_global_id(0); o[i] = a[i] / b[i];\n"
                           "}\n";

int main(void) {
  cl_platform_id platform; cl_device_id device;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
  cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueue(c, device, 0, NULL);
  static float a[N], b[N], r[N];
  for (int i = 0; i < N; ++i) { a[i] = i * 1.37f + 0.1f; b[i] = 3.3f + i * 0.77f; }
  cl_mem A = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof a, a, NULL), B = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof b, b, NULL);
  cl_mem R = clCreateBuffer(c, 0, sizeof r, NULL, NULL);
  cl_program exact = clCreateProgramWithSource(c, 1, &kText, NULL, NULL), other = clCreateProgramWithSource(c, 1, &kText, NULL, NULL);
  clBuildProgram(exact, 1, &device, "-cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL);
  size_t all = N, one = 1; int wrong = 0;
  cl_kernel k = clCreateKernel(exact, "first", NULL);
  clSetKernelArg(k, 0, sizeof R, &R);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL);
  clFinish(q);
  clBuildProgram(other, 1, &device, "", NULL, NULL);
  for (int n = 0; n < 2; ++n) {
    k = clCreateKernel(n == 0 ? other : exact, "divide", NULL);
    clSetKernelArg(k, 0, sizeof R, &R); clSetKernelArg(k, 1, sizeof A, &A); clSetKernelArg(k, 2, sizeof B, &B);
    clEnqueueNDRangeKernel(q, k, 1, NULL, &all, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(q, R, CL_TRUE, 0, sizeof r, r, 0, NULL, NULL);
  }
  for (int i = 0; i < N; ++i) wrong += r[i] != a[i] / b[i];
  printf("divide: %d wrong\n", wrong);
  return 0;
}
"""


# Exchanges of half floats, in pairs that share a dword. Each place keeps one of the values that were given, and the others come back once.
HALVES = r"""
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>

#define N 512
#define PLACES 8

static const char* kText =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "kernel void swap(global atomic_half* p, global half* out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = atomic_exchange_explicit(p + i % 8, (half)(i + 9), memory_order_relaxed, memory_scope_device);\n"
    "}\n"
    "kernel void swap_local(global half* last, global half* out) {\n"
    "  local atomic_half p[8]; int i = get_local_id(0), g = get_group_id(0);\n"
    "  if (i < 8) atomic_store_explicit(p + i, (half)(i + 1), memory_order_relaxed, memory_scope_work_group);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  half old = atomic_exchange_explicit(p + i % 8, (half)(i + 9), memory_order_relaxed, memory_scope_work_group);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = old;\n"
    "  if (i < 8) last[g * 8 + i] = atomic_load_explicit(p + i, memory_order_relaxed, memory_scope_work_group);\n"
    "}\n";

// Numbers of up to 2048 are exact in a half.
static int number(cl_half h) { int e = (h >> 10) - 25, m = (h & 0x3FF) | 0x400; return h == 0 ? 0 : e >= 0 ? m << e : m >> -e; }

static int count_wrong(const cl_half* last, const cl_half* out, int count) {
  static int seen[N + 16]; int wrong = 0;
  for (int n = 0; n < count + 9; ++n) seen[n] = 0;
  for (int n = 0; n < count + PLACES; ++n) {
    const int value = number(n < PLACES ? last[n] : out[n - PLACES]), place = n < PLACES ? n : (n - PLACES) % PLACES;
    if (value < 1 || value >= count + 9 || (value - 1) % PLACES != place || seen[value]++) ++wrong;
  }
  return wrong;
}

int main(void) {
  cl_platform_id platform; cl_device_id device; static char log[4096];
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
  cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueueWithProperties(c, device, NULL, NULL);
  cl_program p = clCreateProgramWithSource(c, 1, &kText, NULL, NULL);
  if (clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL)) {
    clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    printf("no program: %s\n", log); return 1;
  }
  static cl_half last[N], out[N]; static const char* names[] = {"swap", "swap_local"};
  static const cl_half first[PLACES] = {0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800};
  size_t all = N, group = 64;
  for (int n = 0; n < 2; ++n) {
    for (int i = 0; i < PLACES; ++i) last[i] = first[i];
    cl_mem L = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof last, last, NULL), O = clCreateBuffer(c, 0, sizeof out, NULL, NULL);
    cl_kernel k = clCreateKernel(p, names[n], NULL);
    clSetKernelArg(k, 0, sizeof L, &L); clSetKernelArg(k, 1, sizeof O, &O);
    clEnqueueNDRangeKernel(q, k, 1, NULL, &all, &group, 0, NULL, NULL);
    clEnqueueReadBuffer(q, L, CL_TRUE, 0, sizeof last, last, 0, NULL, NULL);
    clEnqueueReadBuffer(q, O, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    int wrong = 0, each = n == 0 ? N : 64;
    for (int g = 0; g < N / each; ++g) wrong += count_wrong(last + g * PLACES, out + g * each, each);
    printf("%s: %d wrong\n", names[n], wrong);
  }
  return 0;
}
"""


class TigerLake(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        source = Path(cls.place.name) / "tgl.c"
        source.write_text(SOURCE)
        cls.program = str(source.with_suffix(""))
        subprocess.run(["cc", "-O1", "-w", source, "-o", cls.program, "-lOpenCL"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def run_tgl(self, *words, command="run"):
        return subprocess.run([EUGENE, command, "--gpu", "tgl", *words], capture_output=True, text=True, timeout=200)

    def expect_results(self, done, *, copies=False):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Xe Graphics", done.stdout)
        for each in ("add: 0 wrong", "sums: 0 wrong", "wide: 0 wrong", "item 3 of 8"):
            self.assertIn(each, done.stdout, done.stderr)
        if copies:
            self.assertIn("copy: 0 wrong", done.stdout, done.stderr)

    def test_kernels_run(self):
        for options in ([], ["--jit"], ["--interpret"]):
            done = self.run_tgl("--stats=json", *options, "--", self.program, "copies")
            self.expect_results(done, copies=True)
            stats = json.loads(done.stderr.strip().splitlines()[-1])
            self.assertEqual(stats["dispatches"], 5)

    def test_kernels_run_as_visa(self):
        for options in (["--visa"], ["--visa", "--jit"]):
            self.expect_results(self.run_tgl(*options, "--", self.program))

    def test_machine_code_and_visa_give_the_same(self):
        done = self.run_tgl("--visa=compare", "--", self.program)
        self.expect_results(done)
        self.assertRegex(done.stderr, r"compared in (\d+) of \1 dispatches: 0 differ")

    def test_each_build_has_its_visa(self):
        source = Path(self.place.name) / "builds.c"
        source.write_text(TWO_BUILDS)
        program = str(source.with_suffix(""))
        subprocess.run(["cc", "-O1", "-w", source, "-o", program, "-lOpenCL"], check=True)
        done = self.run_tgl("--visa", "--", program)
        self.assertEqual((done.returncode, done.stdout), (0, "divide: 0 wrong\n"), done.stderr)

    def test_atomics_on_halves(self):
        source = Path(self.place.name) / "halves.c"
        source.write_text(HALVES)
        program = str(source.with_suffix(""))
        subprocess.run(["cc", "-O1", "-w", source, "-o", program, "-lOpenCL"], check=True)
        for options in ([], ["--jit"], ["--interpret"], ["--check"]):
            done = self.run_tgl(*options, "--", program)
            self.assertEqual((done.returncode, done.stdout), (0, "swap: 0 wrong\nswap_local: 0 wrong\n"), (options, done.stderr))

    def test_checks_find_mistakes(self):
        done = self.run_tgl("--check", "--", self.program)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_tools_run(self):
        place = Path(self.place.name)
        for command, options in (("run", ["--profile"]), ("profile", []), ("run", [f"--trace-file={place}/t", "--trace=memory"]), ("run", ["--door", "tbx"])):
            done = self.run_tgl(*options, "--", self.program, command=command)
            self.assertEqual(done.returncode, 0, (command, options, done.stderr))
            self.assertIn("wide: 0 wrong", done.stdout)

    def test_machine_code_of_the_compiler_survives(self):
        file = Path(self.place.name) / "k.cl"
        file.write_text("kernel void k(global int* d, int n) { for (int i = 0; i < n; ++i) d[get_global_id(0)] += d[i] * i; }")
        made = subprocess.run(["ocloc", "compile", "-q", "-file", file, "-device", "tgllp", "-out_dir", self.place.name, "-output", "k"],
                              capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        binary = next(Path(self.place.name).glob("k*.bin"))
        text = subprocess.run([EUGENE, "dis", str(binary)], capture_output=True, text=True)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("sync.nop", text.stdout)
        self.assertIn("$0", text.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
