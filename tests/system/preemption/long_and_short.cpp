// A kernel that takes seconds in a queue of low priority, and short ones in another queue meanwhile: each is to be done
// within a tenth of a second. Intel's driver gives queues of low priority a context of their own.
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr const char* kSource = R"(
kernel void takes_long(global uint* out, uint turns) {
  uint x = get_global_id(0);
  for (uint i = 0; i < turns; ++i) { x = x * 1664525u + 1013904223u; x ^= x >> 7; }
  out[get_global_id(0)] = x;
}
kernel void is_short(global uint* out) { out[get_global_id(0)] = get_global_id(0) * 3; }
)";
constexpr std::size_t kLong = 1024;
constexpr std::size_t kShort = 4096;

using Time = std::chrono::steady_clock::time_point;
double seconds_since(Time start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::uint32_t mixed(std::uint32_t x, std::uint32_t turns) {
  for (std::uint32_t i = 0; i < turns; ++i) {
    x = x * 1664525U + 1013904223U;
    x ^= x >> 7;
  }
  return x;
}

struct Queue {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem buffer = nullptr;
};

Queue make_queue(cl_device_id device, const cl_queue_properties* properties, const char* name, std::size_t count) {
  Queue result;
  result.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  result.queue = clCreateCommandQueueWithProperties(result.context, device, properties, nullptr);
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(result.context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS) std::exit(2);
  result.kernel = clCreateKernel(program, name, nullptr);
  result.buffer = clCreateBuffer(result.context, 0, count * sizeof(cl_uint), nullptr, nullptr);
  clSetKernelArg(result.kernel, 0, sizeof result.buffer, &result.buffer);
  return result;
}

void launch(const Queue& queue, std::size_t count) {
  const std::size_t group = 64;
  if (clEnqueueNDRangeKernel(queue.queue, queue.kernel, 1, nullptr, &count, &group, 0, nullptr, nullptr) != CL_SUCCESS)
    std::exit(2);
  clFlush(queue.queue);
}

std::vector<cl_uint> results(const Queue& queue, std::size_t count) {
  std::vector<cl_uint> values(count);
  clEnqueueReadBuffer(queue.queue, queue.buffer, CL_TRUE, 0, count * sizeof(cl_uint), values.data(), 0, nullptr,
                      nullptr);
  return values;
}

}  // namespace

// Turns of the long kernel; most milliseconds that a short one may take.
int main(int count, char** arguments) {
  const cl_uint turns = count > 1 ? static_cast<cl_uint>(std::atoi(arguments[1])) : 1'000'000;
  const double limit = count > 2 ? std::atof(arguments[2]) : 100;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr) != CL_SUCCESS) return 2;
  constexpr std::array<cl_queue_properties, 3> kLow{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0};
  const Queue slow = make_queue(device, kLow.data(), "takes_long", kLong);
  const Queue fast = make_queue(device, nullptr, "is_short", kShort);
  clSetKernelArg(slow.kernel, 1, sizeof turns, &turns);

  const Time start = std::chrono::steady_clock::now();
  launch(slow, kLong);
  cl_event end = nullptr;
  clEnqueueMarkerWithWaitList(slow.queue, 0, nullptr, &end);
  clFlush(slow.queue);
  std::vector<double> times;
  for (cl_int status = CL_QUEUED; status > CL_COMPLETE;) {
    const Time begin = std::chrono::steady_clock::now();
    launch(fast, kShort);
    clFinish(fast.queue);
    times.push_back(seconds_since(begin) * 1000);
    clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  }
  clFinish(slow.queue);
  const double all = seconds_since(start);

  const std::vector<cl_uint> long_results = results(slow, kLong);
  const std::vector<cl_uint> short_results = results(fast, kShort);
  unsigned wrong = 0;
  for (cl_uint i = 0; i < kLong; i += 37) wrong += long_results[i] != mixed(i, turns);
  for (cl_uint i = 0; i < kShort; ++i) wrong += short_results[i] != i * 3;
  std::ranges::sort(times);
  const double median = times[times.size() / 2];
  std::printf("the long kernel took %.2f s; %zu short ones: median %.1f ms, longest %.1f ms; %u results wrong\n", all,
              times.size(), median, times.back(), wrong);
  return wrong == 0 && times.size() > 2 && median < limit ? 0 : 1;
}
