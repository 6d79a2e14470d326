#include "workloads.h"

#include <cstdint>

#include "workload_parts.h"

namespace bench {
namespace {

// A square of the set's whole, 256 iterations at most.
Job mandelbrot(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "mandelbrot"), {side, side}, {16, 4}, {results(session, side * side)}};
  job.result_bytes = side * side * sizeof(cl_int);
  job.items = double(size) * size;
  set_arguments(job.kernel, job.buffers[0], cl_int{size}, cl_float{-2.2f}, cl_float{-1.5f},
                cl_float{3.0f / static_cast<float>(size)}, cl_int{256});
  return job;
}

// All pairs of `size` bodies, through local memory.
Job nbody(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  constexpr std::size_t kGroup = 64;
  Job job{cl::Kernel(program, "nbody"), {count}, {kGroup}, {}};
  job.buffers = {filled(session, numbers(4 * count)), zeros(session, 4 * count)};
  job.result_bytes = 4 * count * sizeof(cl_float);
  job.items = double(size) * size;
  set_arguments(job.kernel, job.buffers[0], job.buffers[1], cl_int{size}, cl_float{0.01f},
                cl::Local(kGroup * 4 * sizeof(cl_float)));
  return job;
}

// Messages of 32 bytes.
Job sha256(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  constexpr cl_uint kLength = 32;
  std::vector<cl_uint> messages(count * kLength / 4);
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i] = static_cast<cl_uint>(i * 2654435761U);
  Job job{cl::Kernel(program, "sha256"), {count}, {64}, {filled(session, messages), results(session, 8 * count)}};
  job.result_bytes = 32 * count;
  job.items = size;
  set_arguments(job.kernel, job.buffers[0], kLength, job.buffers[1]);
  return job;
}

std::function<Job(const Session&, const cl::Program&, int)> sgemm(const char* name) {
  return [name](const Session& session, const cl::Program& program, int size) {
    const auto side = static_cast<std::size_t>(size);
    Job job{cl::Kernel(program, name), {side, side}, {16, 16}, {}};
    job.buffers = {filled(session, numbers(side * side)), filled(session, numbers(side * side)),
                   results(session, side * side)};
    job.result_bytes = side * side * sizeof(cl_float);
    job.items = 2.0 * size * size * size;
    set_arguments(job.kernel, cl_int{size}, job.buffers[0], job.buffers[1], job.buffers[2]);
    return job;
  };
}

Job reduce(const Session& session, const cl::Program& program, int size) {
  constexpr std::size_t kGroup = 256, kGroups = 256;
  Job job{cl::Kernel(program, "reduce"), {kGroup * kGroups}, {kGroup}, {}};
  job.buffers = {filled(session, numbers(static_cast<std::size_t>(size))), results(session, kGroups)};
  job.result_bytes = kGroups * sizeof(cl_float);
  job.items = size;
  set_arguments(job.kernel, job.buffers[0], static_cast<cl_uint>(size), job.buffers[1],
                cl::Local(kGroup * sizeof(cl_float)));
  return job;
}

Job histogram(const Session& session, const cl::Program& program, int size) {
  constexpr std::size_t kGroup = 256, kGroups = 64;
  Job job{cl::Kernel(program, "histogram"), {kGroup * kGroups}, {kGroup}, {}};
  job.buffers = {filled(session, numbers(static_cast<std::size_t>(size) / 4)), zeros(session, 256)};
  job.result_bytes = 256 * sizeof(cl_uint);
  job.items = size;
  set_arguments(job.kernel, job.buffers[0], static_cast<cl_uint>(size / 4), job.buffers[1]);
  return job;
}

Job vector_add(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "vector_add"), {count}, {256}, {}};
  job.buffers = {filled(session, numbers(count)), filled(session, numbers(count)), results(session, count)};
  job.result_bytes = count * sizeof(cl_float);
  job.items = size;
  set_arguments(job.kernel, job.buffers[0], job.buffers[1], job.buffers[2]);
  return job;
}

Job saxpy(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "saxpy"), {count}, {256}, {filled(session, numbers(count)), zeros(session, count)}};
  job.result_bytes = count * sizeof(cl_float);
  job.items = size;
  set_arguments(job.kernel, cl_float{1.5f}, job.buffers[0], job.buffers[1]);
  return job;
}

// A cube of densities in [0, 1).
cl::Image3D cube(const Session& session, std::size_t side) {
  std::vector<cl_float> densities = numbers(side * side * side);
  return cl::Image3D(session.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, cl::ImageFormat(CL_R, CL_FLOAT), side,
                     side, side, 0, 0, densities.data());
}

// A picture twice as large as its source, which has `size` / 2 pixels a side.
Job bilinear(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "bilinear"), {side, side}, {16, 4}, {results(session, side * side)}};
  job.images = {picture(session, side / 2)};
  job.result_bytes = side * side * sizeof(cl_uint);
  job.items = double(size) * size;
  set_arguments(job.kernel, job.images[0], cl_float{1.0f / static_cast<float>(size)}, job.buffers[0]);
  return job;
}

Job convolve(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "convolve"), {side, side}, {16, 4}, {results(session, 4 * side * side)}};
  job.images = {picture(session, side)};
  job.result_bytes = side * side * sizeof(cl_float4);
  job.items = double(size) * size;
  set_arguments(job.kernel, job.images[0], job.buffers[0]);
  return job;
}

// Rays of `size` steps, 4 x 4 for each column of the cube.
Job walk(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size) * 4;
  Job job{cl::Kernel(program, "walk"), {side, side}, {16, 4}, {results(session, side * side)}};
  job.images = {cube(session, static_cast<std::size_t>(size))};
  job.result_bytes = side * side * sizeof(cl_float);
  job.items = double(size) * static_cast<double>(side) * static_cast<double>(side);
  set_arguments(job.kernel, job.images[0], cl_int{size}, job.buffers[0]);
  return job;
}

// `size` numbers, one work item.
Job generator(const Session& session, const cl::Program& program, int size) {
  Job job{cl::Kernel(program, "generator"), {1}, {1}, {zeros(session, 1)}};
  job.result_bytes = sizeof(cl_uint);
  job.items = size;
  set_arguments(job.kernel, static_cast<cl_uint>(size), job.buffers[0]);
  return job;
}

// `size` steps in one group, all of whose threads meet twice in each.
Job heat(const Session& session, const cl::Program& program, int size) {
  constexpr std::size_t kCells = 256;
  Job job{cl::Kernel(program, "heat"), {kCells}, {kCells}, {filled(session, numbers(kCells))}};
  job.result_bytes = kCells * sizeof(cl_float);
  job.items = double(size) * kCells;
  set_arguments(job.kernel, static_cast<cl_uint>(size), job.buffers[0], cl::Local(kCells * sizeof(cl_float)));
  return job;
}

// `size` steps of five bodies in each of eight work items, which are one thread: a long kernel.
Job orbit(const Session& session, const cl::Program& program, int size) {
  constexpr std::size_t kItems = 8, kBodies = 5;
  Job job{cl::Kernel(program, "orbit"), {kItems}, {kItems}, {}};
  job.buffers = {filled(session, numbers(4 * kItems * kBodies)), filled(session, numbers(4 * kItems * kBodies))};
  job.result_bytes = 4 * kItems * kBodies * sizeof(cl_float);
  job.items = double(size) * kItems;
  set_arguments(job.kernel, static_cast<cl_uint>(size), cl_float{0.001f}, job.buffers[0], job.buffers[1]);
  return job;
}

// `size` work items that do nothing.
Job empty(const Session& session, const cl::Program& program, int size) {
  Job job{cl::Kernel(program, "empty"), {static_cast<std::size_t>(size)}, {32}, {zeros(session, 1)}};
  job.result_bytes = sizeof(cl_uint);
  job.items = size;
  return job;
}

const Workload kWorkloads[] = {
    {"mandelbrot", "programs.cl", 256, "pixels", mandelbrot},
    {"nbody", "programs.cl", 1024, "interactions", nbody},
    {"sha256", "programs.cl", kMillion, "messages", sha256},
    {"sgemm_tiled", "kernels.cl", 512, "floating-point operations", sgemm("sgemm_tiled")},
    {"sgemm_naive", "kernels.cl", 512, "floating-point operations", sgemm("sgemm_naive")},
    {"reduce", "kernels.cl", 16 * kMillion, "floats", reduce},
    {"histogram", "kernels.cl", 16 * kMillion, "bytes", histogram},
    {"vector_add", "kernels.cl", 16 * kMillion, "floats", vector_add},
    {"saxpy", "kernels.cl", 16 * kMillion, "floats", saxpy},
    {"bilinear", "images.cl", 1024, "pixels", bilinear},
    {"convolve", "images.cl", 512, "pixels", convolve},
    {"walk", "images.cl", 64, "steps", walk},
    {"generator", "kernels.cl", 4 * kMillion, "numbers", generator},
    {"heat", "kernels.cl", 4096, "cells", heat},
    {"orbit", "kernels.cl", 4096, "steps", orbit},
    {"empty", "kernels.cl", 32, "work items", empty},
};

}  // namespace

std::vector<Workload> workloads() {
  std::vector<Workload> all(std::begin(kWorkloads), std::end(kWorkloads));
  for (const auto& more : {short_workloads(), image_workloads()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace bench
