/* Runs the one kernel of a file of OpenCL C, for trying things out:
 *
 *     build/eugene run -- build/examples/kernel FILE.cl [ARGUMENT...]
 *
 * 64 work-items in groups of 16. Each argument of the kernel is a buffer of 64 ints, 0, 1, 2, ..., unless the command line
 * says otherwise: a number is an int, `null` a null pointer, and `unset` leaves the argument without a value. What the buffers
 * begin with afterwards is printed. The kernel is built with -g, so that its lines are known.
 */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kItems = 64, kGroup = 16, kShown = 8, kMostArguments = 16 };

/* Every OpenCL call reports an error code; a program that ignores it fails later and says less. */
static void check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "kernel: %s failed with OpenCL error %d\n", what, error);
  exit(1);
}

static char* read_source(const char* path) {
  static char source[65536];
  FILE* file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  source[fread(source, 1, sizeof source - 1, file)] = 0;
  fclose(file);
  return source;
}

static cl_program build(cl_context context, cl_device_id device, const char* path) {
  char options[4200];
  snprintf(options, sizeof options, "-g -cl-kernel-arg-info -s \"%.4000s\"", path);
  const char* source = read_source(path);
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, NULL, NULL);
  if (error != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    check(error, "clBuildProgram");
  }
  return program;
}

/* Sets one argument; a buffer of its own, or none. */
static cl_mem set_argument(cl_context context, cl_kernel kernel, cl_uint index, const char* value) {
  cl_mem buffer = NULL;
  if (strcmp(value, "unset") == 0) return NULL;
  if (strcmp(value, "buffer") != 0 && strcmp(value, "null") != 0) {
    const cl_int number = (cl_int)strtol(value, NULL, 0);
    check(clSetKernelArg(kernel, index, sizeof number, &number), "clSetKernelArg");
    return NULL;
  }
  if (strcmp(value, "buffer") == 0) {
    cl_int numbers[kItems], error;
    for (int i = 0; i < kItems; ++i) numbers[i] = i;
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &error);
    check(error, "clCreateBuffer");
  }
  check(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "clSetKernelArg");
  return buffer;
}

static void print(cl_command_queue queue, cl_kernel kernel, cl_uint index, cl_mem buffer) {
  cl_int numbers[kShown];
  char name[256] = "";
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL), "clEnqueueReadBuffer");
  clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
  printf("%s:", name);
  for (int i = 0; i < kShown; ++i) printf(" %d", numbers[i]);
  printf(" ...\n");
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: kernel FILE.cl [buffer | null | unset | NUMBER]...\n");
    return 2;
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  cl_program program = build(context, device, argv[1]);
  cl_kernel kernel;
  cl_uint arguments = 0;
  check(clCreateKernelsInProgram(program, 1, &kernel, NULL), "clCreateKernelsInProgram");
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL), "clGetKernelInfo");
  if (arguments > kMostArguments) arguments = kMostArguments;

  cl_mem buffers[kMostArguments] = {NULL};
  for (cl_uint i = 0; i < arguments; ++i)
    buffers[i] = set_argument(context, kernel, i, (int)i + 2 < argc ? argv[i + 2] : "buffer");
  const size_t global = kItems;
  const size_t local = kGroup;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  for (cl_uint i = 0; i < arguments; ++i)
    if (buffers[i] != NULL) print(queue, kernel, i, buffers[i]);
  return 0;
}
