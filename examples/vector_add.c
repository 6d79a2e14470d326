/* The smallest useful OpenCL program: c = a + b on the first GPU, checked on the host.
 *
 *     build/examples/vector_add                      on whatever OpenCL device this machine has
 *     build/eugene run -- build/examples/vector_add  on Eugene
 */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCount = 10000 };

static const char* const kSource =
    "kernel void add(global const float* a, global const float* b, global float* c, uint count) {\n"
    "  uint i = get_global_id(0);\n"
    "  if (i < count) c[i] = a[i] + b[i];\n"
    "}\n";

/* Every OpenCL call reports an error code; a program that ignores it fails later and says less. */
static void check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "vector_add: %s failed with OpenCL error %d\n", what, error);
  exit(1);
}

static cl_device_id first_device(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_uint platforms = 0;
  if (clGetPlatformIDs(1, &platform, &platforms) != CL_SUCCESS || platforms == 0) {
    fprintf(stderr, "vector_add: there is no OpenCL platform\n");
    exit(1);
  }
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  return device;
}

static cl_program build(cl_context context, cl_device_id device) {
  cl_int error;
  char* source = (char*)kSource;
  cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  if (error != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    check(error, "clBuildProgram");
  }
  return program;
}

int main(void) {
  static float a[kCount], b[kCount], c[kCount];
  for (int i = 0; i < kCount; ++i) {
    a[i] = (float)i;
    b[i] = 0.5f * (float)i;
  }

  cl_int error;
  cl_device_id device = first_device();
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  cl_program program = build(context, device);
  cl_kernel kernel = clCreateKernel(program, "add", &error);
  check(error, "clCreateKernel");

  cl_mem buffer_a = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a, &error);
  check(error, "clCreateBuffer");
  cl_mem buffer_b = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof b, b, &error);
  check(error, "clCreateBuffer");
  cl_mem buffer_c = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof c, NULL, &error);
  check(error, "clCreateBuffer");

  const cl_uint count = kCount;
  check(clSetKernelArg(kernel, 0, sizeof buffer_a, &buffer_a), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof buffer_b, &buffer_b), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof buffer_c, &buffer_c), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof count, &count), "clSetKernelArg");

  /* Whole work-groups of 64, so a few work items more than elements: the kernel checks the index. */
  const size_t local = 64;
  const size_t global = (kCount + local - 1) / local * local;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, buffer_c, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "clEnqueueReadBuffer");

  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += c[i] != a[i] + b[i];
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  printf("%s added %d numbers, %d wrong\n", name, kCount, wrong);

  clReleaseMemObject(buffer_c);
  clReleaseMemObject(buffer_b);
  clReleaseMemObject(buffer_a);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return wrong != 0;
}
