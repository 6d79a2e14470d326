// Buffers in the program's own memory, which it has not as the kernel wants it:
//
//   taken_memory HOW [handler]
//
// HOW: "kept", "const" (never writable), "const-read" (so, and the kernel only reads it), and after a first use, of the
// second half: "read-only", "protected", "unmapped", "truncated". "unused": after a first use, the first page is
// protected, and a kernel reads the others by some of its channels. With `handler` the program has a handler of SIGSEGV
// of its own, installed once the device is in use, and uses it afterwards.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <sys/mman.h>
#include <unistd.h>

#include <CL/opencl.hpp>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <string>

namespace {

constexpr std::size_t kBytes = 1U << 20;
constexpr std::size_t kHalf = kBytes / 2;
constexpr const char* kSource = R"(
kernel void fill(global int* d) { d[get_global_id(0)] = 5; }
kernel void sum(global const int* d, global int* s) { atomic_add(s, d[get_global_id(0)]); }
kernel void some(global const int* d, global int* s) {
  const int i = get_global_id(0);
  if (i % 3 != 0) atomic_add(s, d[1024 + i * 5 % 200000]);
}
)";

sigjmp_buf recovered;
void recover(int) { siglongjmp(recovered, 1); }

// Whether the program's own handler still works.
bool has_own_handler() {
  void* page = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (sigsetjmp(recovered, 1) != 0) return true;
  *static_cast<volatile int*>(page) = 1;
  return false;
}

void take(const std::string& how, char* memory, std::FILE* file) {
  if (how == "read-only") ::mprotect(memory + kHalf, kHalf, PROT_READ);
  if (how == "protected") ::mprotect(memory + kHalf, kHalf, PROT_NONE);
  if (how == "unmapped") ::munmap(memory + kHalf, kHalf);
  if (how == "truncated" && ::ftruncate(::fileno(file), kHalf) != 0) throw cl::Error(-1, "ftruncate");
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string how = argc > 1 ? argv[1] : "kept";
  std::FILE* file = std::tmpfile();
  if (::ftruncate(::fileno(file), kBytes) != 0) return 2;
  auto* memory = static_cast<char*>(::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, ::fileno(file), 0));
  for (std::size_t i = 0; i < kBytes; i += sizeof(int)) *reinterpret_cast<int*>(memory + i) = 1;
  if (how.starts_with("const")) ::mprotect(memory, kBytes, PROT_READ);

  const cl::Device device = cl::Device::getDefault();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Program program(context, kSource);
  program.build({device});
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes, memory);
  cl_int total = 0;
  const cl::Buffer sum(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof total, &total);
  const auto run = [&](const char* name) {
    cl::Kernel kernel(program, name);
    kernel.setArg(0, buffer);
    if (std::string(name) != "fill") kernel.setArg(1, sum);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, {kBytes / sizeof(int)}, {64});
    queue.finish();
  };
  run("sum");
  if (argc > 2) std::signal(SIGSEGV, recover);
  if (how == "unused") {
    ::mprotect(memory, 4096, PROT_NONE);
    run("some");
  } else if (how != "const-read") {
    if (how != "const") run("fill");
    take(how, memory, file);
    try {
      run("fill");
    } catch (const cl::Error& error) {
      std::printf("%s: OpenCL error %d\n", error.what(), error.err());
    }
  }
  if (argc > 2) std::printf("%s\n", has_own_handler() ? "own handler" : "no handler");
  if (how == "const-read" || how == "kept" || how == "unused") {
    queue.enqueueReadBuffer(sum, CL_TRUE, 0, sizeof total, &total);
    std::printf("sum %d, last %d\n", total, *reinterpret_cast<const int*>(memory + kBytes - sizeof(int)));
  }
  std::printf("finished\n");
  std::fflush(stdout);
  ::_exit(0);  // the driver still has the memory
} catch (const cl::Error& error) {
  std::printf("%s: OpenCL error %d\n", error.what(), error.err());
  return 1;
}
