// The workloads of cl_bench.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace bench {

struct Session {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

// A repetition, and the place of its result.
struct Job {
  cl::Kernel kernel;
  cl::NDRange global, local;
  std::vector<cl::Buffer> buffers;  // the last holds the result
  std::size_t result_bytes = 0;
  double items = 0;  // how many of what the workload counts
  std::vector<cl::Memory> images;
  std::optional<cl::Image2D> result_image;  // replaces the last buffer
  int launches = 1;                         // of the kernel, in one repetition
};

struct Workload {
  const char* name;
  const char* file;  // the kernel's file, in the folder of the system tests' kernels or in this one
  int size;          // by default
  const char* unit;  // of Job::items
  std::function<Job(const Session&, const cl::Program&, int size)> prepare;
};

std::vector<Workload> workloads();
// Parts of workloads().
std::vector<Workload> short_workloads();
std::vector<Workload> image_workloads();

}  // namespace bench
