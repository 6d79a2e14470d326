// Kernels and commands that go wrong, each in its own way, and what the program then sees:
//
//     cl_fault [KERNEL [WAIT]]
//
// KERNEL: one of kSource, "fine-for-long", or what becomes of the driver's commands on their way (damage.h).
// WAIT: how the program waits, one of kWaits. Prints "finished" and exits with 0 if the driver reported nothing.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "damage.h"

namespace {

// A pointer made from a number reaches outside of every buffer. Accesses through a surface would be bounded.
constexpr const char* kSource = R"(
kernel void fine(global int* data, ulong where) { data[get_global_id(0)] = 1; }
kernel void read(global int* data, ulong where) { data[get_global_id(0)] = ((global int*)where)[get_global_id(0)]; }
kernel void write(global int* data, ulong where) { ((global int*)where)[get_global_id(0)] = data[get_global_id(0)]; }
kernel void beyond(global int* data, ulong where) { data[get_global_id(0)] = data[get_global_id(0) + 5000] + 1; }
kernel void local_beyond(global int* data, ulong where) {
  local int shared[256];
  const int id = get_local_id(0), zero = data[255];
  shared[id] = id;
  shared[id + 256 + zero] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = shared[id - 1 + zero];
}
kernel void endless(global volatile int* data, ulong where) {
  while (data[0] != 12345) data[1 + get_global_id(0)] += 1;
}
)";

constexpr std::array<std::string_view, 6> kWaits{"finish", "event", "status", "read", "callback", "new-queue"};

// Waits in the way named, and detects failures as a program would.
void wait(const cl::CommandQueue& queue, const cl::Event& event, const cl::Buffer& buffer, std::string_view how) {
  if (how == "event") {
    event.wait();
  } else if (how == "status") {
    queue.flush();
    cl_int status = CL_QUEUED;
    while ((status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>()) > CL_COMPLETE) std::this_thread::yield();
    if (status < 0) throw cl::Error(status, "status");
  } else if (how == "read") {
    cl_int value = 0;
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
    if (value != 1) {
      std::printf("wrong result %d\n", value);
      std::exit(1);
    }
  } else if (how == "callback") {
    std::atomic<cl_int> status = CL_QUEUED;
    cl::Event(event).setCallback(
        CL_COMPLETE, [](cl_event, cl_int result, void* data) { *static_cast<std::atomic<cl_int>*>(data) = result; },
        &status);
    queue.flush();
    while (status > CL_COMPLETE) std::this_thread::yield();
    // At the end of the process, Intel's driver frees a mutex that its thread for callbacks may still be about to lock.
    // The thread sleeps soon after the callback.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (status < 0) throw cl::Error(status, "callback");
  } else if (how == "new-queue") {
    // A failure in one queue is not reported by another.
    try {
      queue.finish();
    } catch (const cl::Error&) {
      std::printf("told\n");
    }
    const cl::CommandQueue other(buffer.getInfo<CL_MEM_CONTEXT>(), queue.getInfo<CL_QUEUE_DEVICE>());
    other.enqueueFillBuffer(buffer, cl_int{1}, 0, sizeof(cl_int));
    other.finish();
  } else {
    queue.finish();
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 3) return 2;
  std::string name = argc > 1 ? argv[1] : "fine";
  int repeats = 1;
  if (name == "fine-for-long") {
    name = "fine";
    repeats = 200;
  }
  if (choose_damage(name)) name = "fine";
  const cl::Device device = cl::Device::getDefault();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Program program(context, kSource);
  program.build({device});
  cl::Kernel kernel(program, name.c_str());
  std::vector<cl_int> zeros(256);
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.size() * sizeof(cl_int),
                          zeros.data());
  kernel.setArg(0, buffer);
  kernel.setArg(1, cl_ulong{0x7F000000});
  for (int i = 0; i < repeats; ++i) {
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, {128}, {64}, nullptr, &event);
    wait(queue, event, buffer, argc > 2 ? argv[2] : kWaits.front());
  }
  std::printf("finished\n");
  return 0;
} catch (const cl::Error& error) {
  std::printf("%s: OpenCL error %d\n", error.what(), error.err());
  return 1;
}
