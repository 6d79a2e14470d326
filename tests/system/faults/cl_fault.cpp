// Kernels that go wrong, each in its own way, and what the program then sees:
//
//     cl_fault read|write|endless|fine
//
// Prints "finished" and exits with 0 if the driver reported nothing.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <vector>

namespace {

// A pointer made of a number leads outside of every buffer, and past the bounds that a surface would keep.
constexpr const char* kSource = R"(
kernel void fine(global int* data, ulong where) { data[get_global_id(0)] = 1; }
kernel void read(global int* data, ulong where) { data[get_global_id(0)] = ((global int*)where)[get_global_id(0)]; }
kernel void write(global int* data, ulong where) { ((global int*)where)[get_global_id(0)] = data[get_global_id(0)]; }
kernel void endless(global volatile int* data, ulong where) {
  while (data[0] != 12345) data[1 + get_global_id(0)] += 1;
}
)";

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const cl::Device device = cl::Device::getDefault();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Program program(context, kSource);
  program.build({device});
  cl::Kernel kernel(program, argv[1]);
  std::vector<cl_int> zeros(256);
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.size() * sizeof(cl_int),
                          zeros.data());
  kernel.setArg(0, buffer);
  kernel.setArg(1, cl_ulong{0x7F000000});
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, {128}, {64});
  queue.finish();
  std::printf("finished\n");
  return 0;
} catch (const cl::Error& error) {
  std::printf("%s: OpenCL error %d\n", error.what(), error.err());
  return 1;
}
