// Program and GPU have separate memories, and Eugene decides what to copy between them and when. Each must see whatever
// the other has changed, wherever it lies.

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

constexpr const char* kSource = R"(
kernel void touch(global uint* p, uint first, uint step, uint value) {
  uint i = first + (uint)get_global_id(0) * step;
  p[i] = p[i] * 3 + value;
}
kernel void add(global uint* to, global const uint* from, uint at, uint shift) {
  uint i = at + (uint)get_global_id(0);
  to[i] += from[i + shift];
})";

// A buffer, and the contents that it must have.
struct Place {
  cl::Buffer buffer;
  std::vector<cl_uint> want;
};

// Random commands on buffers and queues, one after the other.
class Actions {
 public:
  Actions(std::uint64_t seed, cl::Program program, std::vector<cl::CommandQueue> queues)
      : random_(seed), program_(std::move(program)), queues_(std::move(queues)) {}

  std::vector<Place> places;

  void act() {
    Place& place = places[random_.below(static_cast<std::uint32_t>(places.size()))];
    const cl::CommandQueue& queue = queues_[random_.below(static_cast<std::uint32_t>(queues_.size()))];
    const auto size = static_cast<cl_uint>(place.want.size());
    const cl_uint at = random_.below(size);
    const cl_uint count = 1 + random_.below(std::min(size - at, random_.below(2) == 0 ? 9U : 5000U));
    switch (random_.below(9)) {
      case 0: write(queue, place, at, count); break;
      case 1: map(queue, place, at, count); break;
      case 2: copy(queue, place, at, count); break;
      case 3: fill(queue, place, at, count); break;
      case 4: sub_buffer(queue, place); break;
      case 5: check(queue, place, at, count); break;
      case 6: add(queue, place); break;
      default: touch(queue, place, at); break;
    }
    // Commands of other queues see a queue's results after a wait. Commands of the same queue need no wait.
    if (queues_.size() > 1 || random_.below(3) == 0) queue.finish();
  }
  void check_all() {
    for (const Place& place : places) check(queues_[0], place, 0, static_cast<cl_uint>(place.want.size()));
  }

 private:
  static void touch(Place& place, cl_uint first, cl_uint step, cl_uint items, cl_uint value) {
    for (cl_uint i = 0; i < items; ++i) place.want[first + i * step] = place.want[first + i * step] * 3 + value;
  }
  void touch(const cl::CommandQueue& queue, Place& place, cl_uint first) {
    const cl_uint left = static_cast<cl_uint>(place.want.size()) - first;
    const cl_uint step = 1 + random_.below(2000);
    const cl_uint items = 1 + random_.below(std::min((left + step - 1) / step, 64U));
    const cl_uint value = random_.below(1000);
    launch(queue, "touch", items, place.buffer, first, step, value);
    touch(place, first, step, items, value);
  }
  void add(const cl::CommandQueue& queue, Place& place) {
    Place& other = places[random_.below(static_cast<std::uint32_t>(places.size()))];
    if (&other == &place) return;
    const auto size = static_cast<cl_uint>(std::min(place.want.size(), other.want.size()));
    const cl_uint shift = random_.below(size / 2);
    const cl_uint at = random_.below(size / 2);
    const cl_uint items = 1 + random_.below(size - shift - at);
    launch(queue, "add", items, place.buffer, other.buffer, at, shift);
    for (cl_uint i = at; i < at + items; ++i) place.want[i] += other.want[i + shift];
  }
  void sub_buffer(const cl::CommandQueue& queue, Place& place) {
    const cl_uint unit = 256;  // in elements: the alignment of sub-buffers
    const cl_uint units = static_cast<cl_uint>(place.want.size()) / unit;
    const cl_uint begin = random_.below(units);
    const cl_uint length = 1 + random_.below(units - begin);
    const cl_buffer_region region{std::size_t{begin} * unit * 4, std::size_t{length} * unit * 4};
    cl::Buffer part = place.buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    const cl_uint value = random_.below(1000);
    launch(queue, "touch", length, part, 0U, unit, value);
    queue.finish();
    touch(place, begin * unit, unit, length, value);
  }
  void write(const cl::CommandQueue& queue, Place& place, cl_uint at, cl_uint count) {
    for (cl_uint i = 0; i < count; ++i) place.want[at + i] = static_cast<cl_uint>(random_.next());
    queue.enqueueWriteBuffer(place.buffer, CL_TRUE, std::size_t{at} * 4, std::size_t{count} * 4, &place.want[at]);
  }
  void map(const cl::CommandQueue& queue, Place& place, cl_uint at, cl_uint count) {
    auto* mapped = static_cast<cl_uint*>(queue.enqueueMapBuffer(place.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                                std::size_t{at} * 4, std::size_t{count} * 4));
    expect_same(std::vector<cl_uint>(mapped, mapped + count),
                std::vector<cl_uint>(place.want.begin() + at, place.want.begin() + at + count), "mapped");
    const cl_uint one = random_.below(count);
    mapped[one] = place.want[at + one] = static_cast<cl_uint>(random_.next());
    queue.enqueueUnmapMemObject(place.buffer, mapped);
  }
  void copy(const cl::CommandQueue& queue, Place& place, cl_uint at, cl_uint count) {
    const Place& from = places[random_.below(static_cast<std::uint32_t>(places.size()))];
    if (&from == &place || from.want.size() < count) return;
    const cl_uint begin = random_.below(static_cast<cl_uint>(from.want.size()) - count + 1);
    queue.enqueueCopyBuffer(from.buffer, place.buffer, std::size_t{begin} * 4, std::size_t{at} * 4,
                            std::size_t{count} * 4);
    std::copy_n(from.want.begin() + begin, count, place.want.begin() + at);
  }
  void fill(const cl::CommandQueue& queue, Place& place, cl_uint at, cl_uint count) {
    const auto value = static_cast<cl_uint>(random_.next());
    queue.enqueueFillBuffer(place.buffer, value, std::size_t{at} * 4, std::size_t{count} * 4);
    std::fill_n(place.want.begin() + at, count, value);
  }
  static void check(const cl::CommandQueue& queue, const Place& place, cl_uint at, cl_uint count) {
    std::vector<cl_uint> got(count);
    queue.enqueueReadBuffer(place.buffer, CL_TRUE, std::size_t{at} * 4, std::size_t{count} * 4, got.data());
    expect_same(got, std::vector<cl_uint>(place.want.begin() + at, place.want.begin() + at + count), "read");
  }
  template <class... Arguments>
  void launch(const cl::CommandQueue& queue, const char* name, cl_uint items, const Arguments&... arguments) {
    cl::Kernel kernel(program_, name);
    Gpu::set(kernel, arguments...);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items));
  }

  Random random_;
  cl::Program program_;
  std::vector<cl::CommandQueue> queues_;
};

Place make_place(cl_mem_flags flags, std::size_t count, cl_uint* host = nullptr) {
  Place place{cl::Buffer(gpu().context, flags | CL_MEM_READ_WRITE, count * 4, host), std::vector<cl_uint>(count)};
  if (host != nullptr) {
    place.want.assign(host, host + count);
  } else {
    gpu().queue.enqueueWriteBuffer(place.buffer, CL_TRUE, 0, count * 4, place.want.data());
  }
  return place;
}

// Device memory, host memory, the program's own (on page borders and not), large and small.
class EveryKind {
 public:
  static constexpr std::size_t kCount = 20'000;

  EveryKind() : own_(kCount + 1024), pages_(kCount + 2048) {
    std::iota(own_.begin(), own_.end(), 1U);
    std::iota(pages_.begin(), pages_.end(), 2U);
    const std::size_t skip = (4096 - reinterpret_cast<std::uintptr_t>(pages_.data()) % 4096) / 4;
    list_ = {make_place(0, kCount),
             make_place(0, 1000),
             make_place(0, 300'000),
             make_place(CL_MEM_ALLOC_HOST_PTR, kCount),
             make_place(CL_MEM_USE_HOST_PTR, kCount, own_.data() + 3),
             make_place(CL_MEM_USE_HOST_PTR, 5 * 1024, pages_.data() + skip)};
  }
  const std::vector<Place>& list() const { return list_; }

 private:
  std::vector<cl_uint> own_;
  std::vector<cl_uint> pages_;
  std::vector<Place> list_;
};

TEST(Copies, OneQueue) {
  const EveryKind kinds;
  Actions actions(120, gpu().build_source(kSource), {gpu().queue});
  actions.places = kinds.list();
  for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) actions.act();
  actions.check_all();
}

TEST(Copies, TwoQueues) {
  const EveryKind kinds;
  Actions actions(121, gpu().build_source(kSource), {gpu().queue, cl::CommandQueue(gpu().context, gpu().device)});
  actions.places = kinds.list();
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) actions.act();
  actions.check_all();
}

TEST(Copies, Threads) {
  const cl::Program program = gpu().build_source(kSource);
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 122; seed < 125; ++seed) {
    threads.emplace_back([seed, program] {
      Actions actions(seed, program, {cl::CommandQueue(gpu().context, gpu().device)});
      for (const std::size_t count : {700, 20'000}) {
        actions.places.push_back(
            {cl::Buffer(gpu().context, CL_MEM_READ_WRITE, count * 4), std::vector<cl_uint>(count)});
        const cl::CommandQueue queue(gpu().context, gpu().device);
        queue.enqueueWriteBuffer(actions.places.back().buffer, CL_TRUE, 0, count * 4,
                                 actions.places.back().want.data());
      }
      for (int i = 0; i < 60; ++i) actions.act();
      actions.check_all();
    });
  }
}

TEST(OpenCl2, SharedMemoryOfManyPages) {
  REQUIRE(gpu().has_shared_memory());
  constexpr cl_uint kPages = 24, kOfPage = 1024;
  auto* shared = static_cast<cl_uint*>(clSVMAlloc(gpu().context(), CL_MEM_READ_WRITE, kPages * kOfPage * 4, 0));
  ASSERT_NE(shared, nullptr);
  std::vector<cl_uint> want(kPages * kOfPage, 5);
  const cl::Program program = gpu().build_source(kSource);
  cl::Kernel kernel(program, "touch");
  const cl_command_queue queue = gpu().queue();
  clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, shared, want.size() * 4, 0, nullptr, nullptr);
  std::copy(want.begin(), want.end(), shared);
  clEnqueueSVMUnmap(queue, shared, 0, nullptr, nullptr);
  Random random(126);
  for (int i = 0; i < 60; ++i) {
    const cl_uint page = random.below(kPages), value = random.below(1000);
    clSetKernelArgSVMPointer(kernel(), 0, shared);
    kernel.setArg(1, page * kOfPage + 7);
    kernel.setArg(2, 64U);
    kernel.setArg(3, value);
    gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(8));
    for (cl_uint k = 0; k < 8; ++k) {
      cl_uint& element = want[page * kOfPage + 7 + k * 64];
      element = element * 3 + value;
    }
    if (random.below(2) == 0) continue;
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, shared, want.size() * 4, 0, nullptr, nullptr);
    expect_same(std::vector<cl_uint>(shared, shared + want.size()), want, "after kernel " + std::to_string(i));
    const cl_uint mine = random.below(kPages * kOfPage);
    shared[mine] = want[mine] = static_cast<cl_uint>(random.next());
    clEnqueueSVMUnmap(queue, shared, 0, nullptr, nullptr);
  }
  gpu().queue.finish();
  clSVMFree(gpu().context(), shared);
}

}  // namespace
}  // namespace suite
