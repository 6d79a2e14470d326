// The host's side: copies, fills, maps, rectangles, sub-buffers, events, queues, shared virtual memory.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <future>
#include <numeric>
#include <utility>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

std::vector<cl_uint> counted(std::size_t count, cl_uint first = 0) {
  std::vector<cl_uint> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(Commands, Fill) {
  for (const std::size_t pattern : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const std::size_t size = 128 * 9, offset = 128, length = 128 * 5;
    const auto bytes = random_bits<cl_uchar>(pattern, 100 + pattern);
    auto want = random_bits<cl_uchar>(size, 101);
    const auto buffer = gpu().array(want);
    cl_int error =
        clEnqueueFillBuffer(gpu().queue(), buffer.buffer(), bytes.data(), pattern, offset, length, 0, nullptr, nullptr);
    ASSERT_EQ(error, CL_SUCCESS) << pattern;
    for (std::size_t i = 0; i < length; ++i) want[offset + i] = bytes[i % pattern];
    expect_same(gpu().read(buffer), want, "pattern of " + std::to_string(pattern));
  }
}

TEST(Commands, Copy) {
  const auto from = random_bits<cl_uchar>(5000, 102);
  auto want = random_bits<cl_uchar>(5000, 103);
  const auto source = gpu().array(from), target = gpu().array(want);
  for (const auto [at, to, size] :
       {std::array<std::size_t, 3>{0, 0, 5000}, {1, 2, 1000}, {17, 3000, 1}, {100, 4, 4096}, {3, 77, 63}}) {
    gpu().queue.enqueueCopyBuffer(source.buffer, target.buffer, at, to, size);
    std::copy_n(from.begin() + at, size, want.begin() + to);
  }
  expect_same(gpu().read(target), want);
}

TEST(Commands, Rectangles) {
  const std::size_t row = 40, slice = row * 12;
  const auto host = random_bits<cl_uchar>(slice * 5, 104);
  const auto source = gpu().array(host);
  const auto target = gpu().array(std::vector<cl_uchar>(slice * 5));
  const std::array<std::size_t, 3> from = {3, 2, 1}, to = {8, 5, 2}, size = {17, 6, 2};
  gpu().queue.enqueueCopyBufferRect(source.buffer, target.buffer, from, to, size, row, slice, row, slice);
  std::vector<cl_uchar> want(slice * 5), part(size[0] * size[1] * size[2]);
  const auto at = [&](const std::array<std::size_t, 3>& o, std::size_t x, std::size_t y, std::size_t z) {
    return (o[2] + z) * slice + (o[1] + y) * row + o[0] + x;
  };
  for (std::size_t z = 0; z < size[2]; ++z) {
    for (std::size_t y = 0; y < size[1]; ++y) {
      for (std::size_t x = 0; x < size[0]; ++x) {
        want[at(to, x, y, z)] = host[at(from, x, y, z)];
        part[(z * size[1] + y) * size[0] + x] = host[at(from, x, y, z)];
      }
    }
  }
  expect_same(gpu().read(target), want, "copy");
  std::vector<cl_uchar> got(part.size());
  gpu().queue.enqueueReadBufferRect(target.buffer, CL_TRUE, to, {0, 0, 0}, size, row, slice, size[0], size[0] * size[1],
                                    got.data());
  expect_same(got, part, "read");
  std::reverse(part.begin(), part.end());
  gpu().queue.enqueueWriteBufferRect(target.buffer, CL_TRUE, from, {0, 0, 0}, size, row, slice, size[0],
                                     size[0] * size[1], part.data());
  gpu().queue.enqueueReadBufferRect(target.buffer, CL_TRUE, from, {0, 0, 0}, size, row, slice, size[0],
                                    size[0] * size[1], got.data());
  expect_same(got, part, "write");
}

TEST(Commands, Map) {
  const std::size_t count = 3000;
  const auto buffer = gpu().array(counted(count));
  auto* mapped = static_cast<cl_uint*>(
      gpu().queue.enqueueMapBuffer(buffer.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 400, 4 * 1000));
  ASSERT_NE(mapped, nullptr);
  EXPECT_EQ(mapped[0], 100U);
  for (std::size_t i = 0; i < 1000; ++i) mapped[i] *= 3;
  gpu().queue.enqueueUnmapMemObject(buffer.buffer, mapped);
  gpu().run(gpu().build("ranges.cl"), "increment", {count}, cl::NullRange, buffer);
  auto want = counted(count);
  for (std::size_t i = 0; i < count; ++i) want[i] = (i >= 100 && i < 1100 ? 3 * want[i] : want[i]) + 1;
  expect_same(gpu().read(buffer), want);
}

TEST(Commands, HostMemory) {
  const std::size_t count = 4096;
  alignas(4096) static cl_uint storage[count];
  std::iota(std::begin(storage), std::end(storage), 7U);
  const cl::Buffer buffer(gpu().context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE, sizeof storage, storage);
  gpu().run(gpu().build("ranges.cl"), "increment", {count}, cl::NullRange, buffer);
  void* mapped = gpu().queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, sizeof storage);
  EXPECT_EQ(mapped, storage);
  expect_same(std::vector<cl_uint>(storage, storage + count), counted(count, 8));
  gpu().queue.enqueueUnmapMemObject(buffer, mapped);
  gpu().queue.finish();

  const auto filled = counted(500, 1000);
  const cl::Buffer copied(gpu().context, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, std::size_t{2000},
                          const_cast<cl_uint*>(filled.data()));
  gpu().run(gpu().build("ranges.cl"), "increment", {500}, cl::NullRange, copied);
  expect_same(gpu().read(Array<cl_uint>{copied, 500}), counted(500, 1001));
}

// Host memory of which page 1 and the last one, which is not a whole page, may only be read. The driver reads back
// whatever memory the GPU can reach, that page too.
class PartlyReadOnly {
 public:
  static constexpr std::size_t kPage = 4096, kBytes = 5 * kPage + 640, kCount = kBytes / 4;

  PartlyReadOnly() : data_(static_cast<cl_uint*>(std::aligned_alloc(kPage, 6 * kPage))) {
    std::iota(data_, data_ + kCount, 7U);
    protect(PROT_READ);
  }
  PartlyReadOnly(const PartlyReadOnly&) = delete;
  PartlyReadOnly& operator=(const PartlyReadOnly&) = delete;
  ~PartlyReadOnly() {
    protect(PROT_READ | PROT_WRITE);
    std::free(data_);
  }
  cl_uint* data() const { return data_; }

 private:
  void protect(int allowed) {
    for (const std::size_t page : {1, 5}) EXPECT_EQ(::mprotect(data_ + page * kPage / 4, kPage, allowed), 0);
  }
  cl_uint* data_;
};

TEST(Commands, HostMemoryPartlyReadOnly) {
  const PartlyReadOnly memory;
  const cl::Buffer buffer(gpu().context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE, PartlyReadOnly::kBytes,
                          memory.data());
  auto want = counted(PartlyReadOnly::kCount, 7);
  for (const auto& [first, end] : {std::pair<std::size_t, std::size_t>{0, 1024}, {2048, 5120}}) {
    gpu().run_at(gpu().build("ranges.cl"), "increment", {first}, {end - first}, cl::NullRange, buffer);
    for (std::size_t i = first; i < end; ++i) ++want[i];
  }
  gpu().queue.finish();
  expect_same(std::vector<cl_uint>(memory.data(), memory.data() + PartlyReadOnly::kCount), want);
}

TEST(Commands, SubBuffer) {
  const std::size_t align = gpu().device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8 / 4;  // in elements
  const std::size_t count = 8 * align;
  const auto whole = gpu().array(counted(count));
  cl_buffer_region region{2 * align * 4, 3 * align * 4};
  cl::Buffer part = cl::Buffer(whole.buffer).createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
  gpu().run(gpu().build("ranges.cl"), "increment", {3 * align}, cl::NullRange, part);
  auto want = counted(count);
  for (std::size_t i = 2 * align; i < 5 * align; ++i) ++want[i];
  expect_same(gpu().read(whole), want);
}

TEST(Commands, LargeBuffer) {
  const std::size_t bytes = std::size_t{64} << 20, count = bytes / 4;
  const auto buffer = gpu().array<cl_uint>(count);
  const cl_uint stride = 4097;
  const std::size_t items = count / stride / 16;
  auto host = counted(count, 5);
  gpu().queue.enqueueWriteBuffer(buffer.buffer, CL_TRUE, 0, bytes, host.data());
  const auto sums = gpu().array<cl_uint>(items);
  gpu().run(gpu().build("ranges.cl"), "sum_large", {items}, cl::NullRange, buffer, stride, sums);
  std::vector<cl_uint> want(items);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t k = 0; k < 16; ++k) want[i] += host[(16 * i + k) * stride];
  }
  expect_same(gpu().read(sums), want);
  expect_same(gpu().read(buffer), host, "read back");
}

// A chain and a fan-out of events in an out-of-order queue.
TEST(Commands, OutOfOrder) {
  const cl::CommandQueue queue(gpu().context, gpu().device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const std::size_t count = 1024;
  const auto a = gpu().array(counted(count)), b = gpu().array<cl_uint>(count), c = gpu().array<cl_uint>(count);
  const auto program = gpu().build("ranges.cl");
  cl::Kernel increment(program, "increment"), twice(program, "twice"), again(program, "twice");
  Gpu::set(increment, a);
  Gpu::set(twice, a, b);
  Gpu::set(again, b, c);
  cl::UserEvent gate(gpu().context);
  std::vector<cl::Event> after = {gate};
  for (int i = 0; i < 10; ++i) {
    cl::Event done;
    queue.enqueueNDRangeKernel(increment, cl::NullRange, {count}, cl::NullRange, &after, &done);
    after = {done};
  }
  cl::Event doubled, redoubled;
  queue.enqueueNDRangeKernel(twice, cl::NullRange, {count}, cl::NullRange, &after, &doubled);
  after = {doubled};
  queue.enqueueNDRangeKernel(again, cl::NullRange, {count}, cl::NullRange, &after, &redoubled);
  after.push_back(redoubled);
  EXPECT_NE(redoubled.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_COMPLETE);
  gate.setStatus(CL_COMPLETE);
  std::vector<cl_uint> got(count);
  queue.enqueueReadBuffer(c.buffer, CL_TRUE, 0, 4 * count, got.data(), &after);
  auto want = counted(count);
  for (auto& value : want) value = 4 * (value + 10);
  expect_same(got, want);
}

TEST(Commands, ManyQueues) {
  const std::size_t count = 512, queues = 4, rounds = 16;
  std::vector<cl::CommandQueue> queue;
  std::vector<Array<cl_uint>> data;
  std::vector<cl::Kernel> kernels;
  for (std::size_t q = 0; q < queues; ++q) {
    queue.emplace_back(gpu().context, gpu().device);
    data.push_back(gpu().array(counted(count, static_cast<cl_uint>(1000 * q))));
    kernels.emplace_back(gpu().build("ranges.cl"), "increment");
    Gpu::set(kernels.back(), data.back());
  }
  for (std::size_t r = 0; r < rounds; ++r) {
    for (std::size_t q = 0; q < queues; ++q)
      queue[q].enqueueNDRangeKernel(kernels[q], cl::NullRange, {count}, cl::NullRange);
  }
  for (auto& q : queue) q.flush();
  for (auto& q : queue) q.finish();
  for (std::size_t q = 0; q < queues; ++q)
    expect_same(gpu().read(data[q]), counted(count, static_cast<cl_uint>(1000 * q + rounds)),
                "queue " + std::to_string(q));
}

// Threads of the program that enqueue, read and wait at the same time, each for itself. How often one read wrong
// values.
std::size_t failures_of_threads() {
  const cl::Program program = gpu().build("ranges.cl");
  const std::size_t count = 1000;
  const auto work = [&](cl_uint first) {
    std::vector<cl_uint> values = counted(count, first);
    const cl::CommandQueue queue(gpu().context, gpu().device);
    const cl::Buffer buffer(gpu().context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, 4 * count, values.data());
    cl::Kernel kernel(program, "increment");
    kernel.setArg(0, buffer);
    std::size_t wrong = 0;
    for (cl_uint i = 1; i <= 30; ++i) {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, {count}, cl::NullRange);
      if (i % 3 == 0) queue.finish();
      if (i % 5 != 0) continue;
      queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4 * count, values.data());
      if (values != counted(count, first + i)) ++wrong;
    }
    return wrong;
  };
  std::vector<std::future<std::size_t>> threads;
  for (cl_uint i = 0; i < 4; ++i) threads.push_back(std::async(std::launch::async, work, 1000 * i));
  std::size_t wrong = 0;
  for (auto& thread : threads) wrong += thread.get();
  return wrong;
}

TEST(Commands, ManyThreads) { EXPECT_EQ(failures_of_threads(), 0U); }

// The OpenCL layer then waits for other threads' queues, which they release meanwhile.
TEST(Commands, ManyThreadsWithSharedMemory) {
  void* shared = clSVMAlloc(gpu().context(), CL_MEM_READ_WRITE, 4096, 0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(failures_of_threads(), 0U);
  clSVMFree(gpu().context(), shared);
}

TEST(Commands, Profiling) {
  cl::Kernel kernel(gpu().build("ranges.cl"), "increment");
  const auto data = gpu().array(counted(4096));  // a kernel does not keep its buffers
  Gpu::set(kernel, data);
  cl::Event event;
  gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, {4096}, cl::NullRange, nullptr, &event);
  event.wait();
  // Only these two are the GPU's; without a kernel driver Intel's leaves the host's (QUEUED, SUBMIT) undefined.
  const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  EXPECT_LT(start, end);
  EXPECT_LT(end - start, 60'000'000'000U);
}

TEST(Commands, EmptyKernelManyTimes) {
  cl::Kernel kernel(gpu().build("ranges.cl"), "nothing");
  for (int i = 0; i < 200; ++i) gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, {64}, {64});
  gpu().queue.finish();
  EXPECT_EQ(kernel.getInfo<CL_KERNEL_NUM_ARGS>(), 0U);
}

// A binary taken from one program builds another without the source.
TEST(Commands, ProgramBinary) {
  const auto program = gpu().build("ranges.cl");
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  ASSERT_EQ(binaries.size(), 1U);
  ASSERT_FALSE(binaries[0].empty());
  cl::Program again(gpu().context, {gpu().device}, binaries);
  again.build({gpu().device});
  const auto data = gpu().array(counted(100));
  gpu().run(again, "increment", {100}, cl::NullRange, data);
  expect_same(gpu().read(data), counted(100, 1));
}

// The GPU has a copy of shared memory while it runs, whatever the driver says of Skylake.
TEST(OpenCl2, NoFineGrainedSharing) {
  REQUIRE(gpu().has_shared_memory());
  EXPECT_EQ(gpu().device.getInfo<CL_DEVICE_SVM_CAPABILITIES>(), CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  for (const cl_svm_mem_flags flags :
       {CL_MEM_SVM_FINE_GRAIN_BUFFER, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS}) {
    EXPECT_EQ(clSVMAlloc(gpu().context(), CL_MEM_READ_WRITE | flags, 4096, 0), nullptr);
  }
}

TEST(OpenCl2, SharedVirtualMemory) {
  REQUIRE(gpu().has_shared_memory());
  const std::size_t count = 2000, bytes = 4 * count;
  auto* shared = static_cast<cl_uint*>(clSVMAlloc(gpu().context(), CL_MEM_READ_WRITE, bytes, 0));
  ASSERT_NE(shared, nullptr);
  ASSERT_EQ(clEnqueueSVMMap(gpu().queue(), CL_TRUE, CL_MAP_WRITE, shared, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  std::iota(shared, shared + count, 3U);
  ASSERT_EQ(clEnqueueSVMUnmap(gpu().queue(), shared, 0, nullptr, nullptr), CL_SUCCESS);
  cl::Kernel kernel(gpu().build("ranges.cl"), "increment");
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel(), 0, shared), CL_SUCCESS);
  gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, {count}, cl::NullRange);
  ASSERT_EQ(clEnqueueSVMMap(gpu().queue(), CL_TRUE, CL_MAP_READ, shared, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  expect_same(std::vector<cl_uint>(shared, shared + count), counted(count, 4));
  ASSERT_EQ(clEnqueueSVMUnmap(gpu().queue(), shared, 0, nullptr, nullptr), CL_SUCCESS);
  gpu().queue.finish();
  clSVMFree(gpu().context(), shared);
}

// Each kernel sees the results of those before it, without a wait in between.
TEST(OpenCl2, SharedVirtualMemoryInOrder) {
  REQUIRE(gpu().has_shared_memory());
  const std::size_t count = 2000, bytes = 4 * count;
  auto* shared = static_cast<cl_uint*>(clSVMAlloc(gpu().context(), CL_MEM_READ_WRITE, bytes, 0));
  ASSERT_NE(shared, nullptr);
  const cl_uint zero = 0;
  clEnqueueSVMMemFill(gpu().queue(), shared, &zero, sizeof zero, bytes, 0, nullptr, nullptr);
  cl::Kernel kernel(gpu().build("ranges.cl"), "increment");
  clSetKernelArgSVMPointer(kernel(), 0, shared);
  const cl::CommandQueue other(gpu().context, gpu().device);
  std::vector<cl::Event> last;
  for (int i = 0; i < 8; ++i) {
    const cl::CommandQueue& queue = i % 4 == 3 ? other : gpu().queue;
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, {count}, cl::NullRange, last.empty() ? nullptr : &last, &event);
    last = {event};
  }
  // The kernel and the barrier wait for the program's event. Enqueueing them must not block.
  cl::UserEvent go(gpu().context);
  const std::vector<cl::Event> gone{go};
  gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, {count}, cl::NullRange, &gone);
  gpu().queue.enqueueBarrierWithWaitList();
  go.setStatus(CL_COMPLETE);
  gpu().queue.finish();
  clEnqueueSVMMap(gpu().queue(), CL_TRUE, CL_MAP_READ, shared, bytes, 0, nullptr, nullptr);
  expect_same(std::vector<cl_uint>(shared, shared + count), std::vector<cl_uint>(count, 9));
  clEnqueueSVMUnmap(gpu().queue(), shared, 0, nullptr, nullptr);
  gpu().queue.finish();
  clSVMFree(gpu().context(), shared);
}

}  // namespace
}  // namespace suite
