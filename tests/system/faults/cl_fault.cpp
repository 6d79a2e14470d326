// Kernels and commands that go wrong, each in its own way, and what the program then sees:
//
//     cl_fault [KERNEL [WAIT]]
//
// KERNEL: one of kSource, "fine-for-long", or what becomes of the driver's commands on their way: one of kDamages.
// WAIT: how the program waits, one of kWaits. Prints "finished" and exits with 0 if the driver reported nothing.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <dlfcn.h>
#include <sys/socket.h>

#include <CL/opencl.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// A pointer made of a number leads outside of every buffer, and past the bounds that a surface would keep.
constexpr const char* kSource = R"(
kernel void fine(global int* data, ulong where) { data[get_global_id(0)] = 1; }
kernel void read(global int* data, ulong where) { data[get_global_id(0)] = ((global int*)where)[get_global_id(0)]; }
kernel void write(global int* data, ulong where) { ((global int*)where)[get_global_id(0)] = data[get_global_id(0)]; }
kernel void beyond(global int* data, ulong where) { data[get_global_id(0)] = data[get_global_id(0) + 5000] + 1; }
kernel void endless(global volatile int* data, ulong where) {
  while (data[0] != 12345) data[1 + get_global_id(0)] += 1;
}
)";

// Words of the driver's command buffers, and what to write over them.
struct Damage {
  std::string_view name;
  std::uint32_t find;
  unsigned at;  // words behind the one found
  std::uint32_t write;
};
constexpr std::array kDamages{
    Damage{"unknown-command", 0x7105'000D, 0, 0x7FFF'000D},  // GPGPU_WALKER
    Damage{"garbage", 0x7105'000D, 0, 0xFFFF'FFFF},
    Damage{"reserved-field", 0x7105'000D, 4, 0xFFFF'FFFF},  // its SIMD size
    Damage{"batch-address", 0x1880'0101, 2, 0x0000'7ABC},   // MI_BATCH_BUFFER_START
    Damage{"no-batch-end", 0x0500'0000, 0, 0},              // MI_BATCH_BUFFER_END
    Damage{"no-end-at-all", 0x0500'0000, 0, 0x1880'0101},   // a jump to somewhere instead
    Damage{"ring-address", 0x0000'2038, 1, 0x7FFF'F000},    // RING_BUFFER_START in the context image
    Damage{"ring-disabled", 0x0000'203C, 1, 0},
    Damage{"page-tables", 0x0000'2270, 1, 0x7654'3000},  // PDP0
    // MI_SEMAPHORE_WAIT for a register that never changes.
    Damage{"endless-wait", 0x7105'000D, 0, 0x0E01'5002},
};
std::atomic<const Damage*> damage = nullptr;

constexpr std::array<std::string_view, 6> kWaits{"finish", "event", "status", "read", "callback", "new-queue"};

}  // namespace

namespace {

// Damages the words of a memory write, but for page table entries, which are shorter than any command buffer.
void damage_words(const Damage& wanted, std::span<char> data) {
  const std::size_t at = 4 * wanted.at;
  for (std::size_t i = 0; data.size() >= 64 && i + at + 4 <= data.size(); i += 4) {
    if (std::memcmp(&data[i], &wanted.find, 4) == 0) std::memcpy(&data[i + at], &wanted.write, 4);
  }
}

// Damages what a piece of the conversation writes to memory; `left` is how much of a write's data is still to come.
void damage_messages(const Damage* wanted, std::span<char> bytes, std::size_t& left) {
  while (!bytes.empty()) {
    std::size_t count = std::min(left, bytes.size());
    if (left > 0) {
      if (wanted != nullptr) damage_words(*wanted, bytes.first(count));
      left -= count;
    } else {
      // Type, transaction and size; for a memory write the body's third word is how much data follows.
      std::array<std::uint32_t, 6> head{};
      std::memcpy(head.data(), bytes.data(), std::min(sizeof head, bytes.size()));
      count = std::min<std::size_t>(12 + head[2], bytes.size());
      if (head[0] == 4) left = head[5];
    }
    bytes = bytes.subspan(count);
  }
}

}  // namespace

// The driver's own send() is this one.
extern "C" ssize_t send(int socket, const void* data, size_t size, int flags) {
  static const auto real = reinterpret_cast<ssize_t (*)(int, const void*, size_t, int)>(::dlsym(RTLD_NEXT, "send"));
  static std::map<int, std::size_t> left;  // the driver's calls are made one after the other
  std::vector<char> changed(static_cast<const char*>(data), static_cast<const char*>(data) + size);
  damage_messages(damage, changed, left[socket]);
  return real(socket, changed.data(), size, flags);
}

namespace {

// Waits in the way named, as a program that wants to know of failures does.
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
    if (status < 0) throw cl::Error(status, "callback");
  } else if (how == "new-queue") {
    // What goes wrong in one queue is no news of the next.
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
  for (const Damage& one : kDamages) {
    if (one.name != name) continue;
    damage = &one;
    name = "fine";
  }
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
