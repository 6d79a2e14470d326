// Workloads whose kernels are short, use private arrays, meet at barriers, or compute with other numbers than 32 bits.
#include <cstdint>
#include <type_traits>
#include <utility>

#include "workload_parts.h"

namespace bench {
namespace {

using Prepare = std::function<Job(const Session&, const cl::Program&, int)>;

// Returns dwords that look random, the same on every platform.
std::vector<cl_uint> words(std::size_t count) {
  std::vector<cl_uint> values(count);
  std::uint32_t state = 7;
  for (cl_uint& value : values) {
    state = state * 1664525U + 1013904223U;
    value = state ^ state >> 15;
  }
  return values;
}

// A kernel with one work item for each of `size` elements. Its arguments are `first`, a source if `Source` is a type,
// and the result, of `Result` elements.
template <class Source, class Result, class... First>
Prepare elementwise(const char* name, int launches, First... first) {
  return [=](const Session& session, const cl::Program& program, int size) {
    const auto count = static_cast<std::size_t>(size);
    Job job{cl::Kernel(program, name), {count}, {256}, {}};
    job.buffers.push_back(cl::Buffer(session.context, CL_MEM_READ_WRITE, count * sizeof(Result)));
    if constexpr (std::is_void_v<Source>) {
      set_arguments(job.kernel, first..., job.buffers[0]);
    } else {
      // Some random bits are denormal floats. The host takes 55 ns to multiply a vector with a denormal float.
      if constexpr (std::is_same_v<Source, cl_float>)
        job.buffers.insert(job.buffers.begin(), filled(session, numbers(count)));
      else
        job.buffers.insert(job.buffers.begin(), filled(session, words((count * sizeof(Source) + 3) / 4)));
      set_arguments(job.kernel, first..., job.buffers[0], job.buffers[1]);
    }
    job.result_bytes = count * sizeof(Result);
    job.items = double(size) * launches;
    job.launches = launches;
    return job;
  };
}

// A kernel with one work item for each cell of a square.
template <class Cell>
Prepare on_square(const char* name, cl::NDRange group) {
  return [=](const Session& session, const cl::Program& program, int size) {
    const auto side = static_cast<std::size_t>(size);
    Job job{cl::Kernel(program, name), {side, side}, group, {}};
    if constexpr (std::is_same_v<Cell, cl_float>)
      job.buffers.push_back(filled(session, numbers(side * side)));
    else
      job.buffers.push_back(filled(session, words(side * side / (4 / sizeof(Cell)))));
    job.buffers.push_back(cl::Buffer(session.context, CL_MEM_READ_WRITE, side * side * sizeof(Cell)));
    job.result_bytes = side * side * sizeof(Cell);
    job.items = double(size) * size;
    set_arguments(job.kernel, cl_int{size}, job.buffers[0], job.buffers[1]);
    return job;
  };
}

Job double_nbody(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  const std::vector<cl_float> from = numbers(4 * count);
  Job job{cl::Kernel(program, "double_nbody"), {count}, {64}, {}};
  job.buffers = {filled(session, std::vector<cl_double>(from.begin(), from.end())),
                 filled(session, std::vector<cl_double>(4 * count))};
  job.result_bytes = 4 * count * sizeof(cl_double);
  job.items = double(size) * size;
  set_arguments(job.kernel, cl_int{size}, job.buffers[0], job.buffers[1]);
  return job;
}

Job atomics(const Session& session, const cl::Program& program, int size) {
  constexpr std::size_t kBins = 1024;
  const auto count = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "atomics"), {count}, {256}, {filled(session, words(count)), zeros(session, kBins)}};
  job.result_bytes = kBins * sizeof(cl_uint);
  job.items = size;
  set_arguments(job.kernel, job.buffers[0], job.buffers[1]);
  return job;
}

// `size` rows of 16 entries.
Job sparse(const Session& session, const cl::Program& program, int size) {
  constexpr cl_int kWidth = 16;
  const auto rows = static_cast<std::size_t>(size);
  std::vector<cl_uint> columns = words(rows * kWidth);
  for (cl_uint& column : columns) column %= static_cast<cl_uint>(size);
  Job job{cl::Kernel(program, "sparse"), {rows}, {256}, {}};
  job.buffers = {filled(session, columns), filled(session, numbers(rows * kWidth)), filled(session, numbers(rows)),
                 results(session, rows)};
  job.result_bytes = rows * sizeof(cl_float);
  job.items = double(size) * kWidth;
  set_arguments(job.kernel, kWidth, job.buffers[0], job.buffers[1], job.buffers[2], job.buffers[3]);
  return job;
}

Job matrix_vector(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "matrix_vector"), {side}, {64}, {}};
  job.buffers = {filled(session, numbers(side * side)), filled(session, numbers(side)), results(session, side)};
  job.result_bytes = side * sizeof(cl_float);
  job.items = double(size) * size;
  set_arguments(job.kernel, cl_int{size}, job.buffers[0], job.buffers[1], job.buffers[2]);
  return job;
}

// 256 numbers for each of `size` work items, 16 counts of each.
Job bins(const Session& session, const cl::Program& program, int size) {
  const auto items = static_cast<std::size_t>(size);
  Job job{
      cl::Kernel(program, "bins"), {items}, {64}, {filled(session, words(256 * items)), results(session, 16 * items)}};
  job.result_bytes = 16 * items * sizeof(cl_uint);
  job.items = 256.0 * size;
  set_arguments(job.kernel, job.buffers[0], job.buffers[1]);
  return job;
}

// A tree of 1023 nodes for each of `size` work items.
Job stack(const Session& session, const cl::Program& program, int size) {
  constexpr cl_int kNodes = 1023;
  const auto items = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "stack"), {items}, {64}, {filled(session, words(kNodes)), results(session, items)}};
  job.result_bytes = items * sizeof(cl_uint);
  job.items = double(size) * kNodes;
  set_arguments(job.kernel, kNodes, job.buffers[0], job.buffers[1]);
  return job;
}

Job ring(const Session& session, const cl::Program& program, int size) {
  constexpr cl_int kSamples = 256;
  const auto items = static_cast<std::size_t>(size);
  Job job{
      cl::Kernel(program, "ring"), {items}, {64}, {filled(session, words(kSamples * items)), results(session, items)}};
  job.result_bytes = items * sizeof(cl_uint);
  job.items = double(size) * kSamples;
  set_arguments(job.kernel, kSamples, job.buffers[0], job.buffers[1]);
  return job;
}

Job calls(const Session& session, const cl::Program& program, int size) {
  constexpr cl_int kRounds = 64;
  const auto items = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "calls"), {items}, {64}, {filled(session, words(items))}};
  job.result_bytes = items * sizeof(cl_uint);
  job.items = 2.0 * size * kRounds;
  set_arguments(job.kernel, kRounds, job.buffers[0]);
  return job;
}

// A kernel of groups of 256 work items, each with `bytes` bytes of a source, and of a result that may be the source.
Prepare in_groups(const char* name, std::size_t bytes, bool in_place) {
  return [=](const Session& session, const cl::Program& program, int size) {
    const auto items = static_cast<std::size_t>(size);
    Job job{cl::Kernel(program, name), {items}, {256}, {filled(session, words(items * bytes / 4))}};
    if (bytes == 2 * sizeof(cl_float2)) job.buffers = {filled(session, numbers(items * bytes / 4))};
    if (!in_place) job.buffers.push_back(results(session, items * bytes / 4));
    job.result_bytes = items * bytes;
    job.items = size;
    if (in_place)
      set_arguments(job.kernel, job.buffers[0]);
    else
      set_arguments(job.kernel, job.buffers[0], job.buffers[1]);
    return job;
  };
}

}  // namespace

std::vector<Workload> short_workloads() {
  return {
      {"fill", "short.cl", 16 * kMillion, "floats", elementwise<void, cl_float>("fill", 1, cl_float{2})},
      {"copy", "short.cl", 16 * kMillion, "floats", elementwise<cl_float, cl_float>("copy", 1)},
      {"scale", "short.cl", 16 * kMillion, "floats", elementwise<cl_float, cl_float>("scale", 1, cl_float{0.5f})},
      {"bytes", "short.cl", 16 * kMillion, "bytes", elementwise<cl_uchar, cl_uchar>("bytes", 1)},
      {"launches", "short.cl", 65536, "floats", elementwise<cl_float, cl_float>("scale", 64, cl_float{0.5f})},
      {"halves", "short.cl", 8 * kMillion, "halves", elementwise<cl_half, cl_half>("halves", 1, cl_float{0.5f})},
      {"long_division", "short.cl", kMillion, "divisions", elementwise<cl_ulong, cl_ulong>("long_division", 1)},
      {"stencil", "short.cl", 2048, "cells", on_square<cl_float>("stencil", {32, 8})},
      {"sobel", "short.cl", 2048, "pixels", on_square<cl_uchar>("sobel", {32, 8})},
      {"transpose", "short.cl", 2048, "floats", on_square<cl_float>("transpose", {16, 16})},
      {"double_nbody", "short.cl", 2048, "interactions", double_nbody},
      {"atomics", "short.cl", 4 * kMillion, "additions", atomics},
      {"sparse", "short.cl", 262144, "entries", sparse},
      {"matrix_vector", "short.cl", 2048, "entries", matrix_vector},
      {"bins", "private.cl", 32768, "numbers", bins},
      {"stack", "private.cl", 65536, "nodes", stack},
      {"ring", "private.cl", 32768, "samples", ring},
      {"calls", "private.cl", 262144, "calls", calls},
      {"scan", "barriers.cl", 4 * kMillion, "numbers", in_groups("scan", sizeof(cl_uint), false)},
      {"bitonic", "barriers.cl", kMillion, "work items", in_groups("bitonic", 2 * sizeof(cl_uint), true)},
      {"fft", "barriers.cl", kMillion, "work items", in_groups("fft", 2 * sizeof(cl_float2), false)},
  };
}

}  // namespace bench
