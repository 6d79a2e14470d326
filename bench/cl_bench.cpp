// Times one OpenCL kernel on the first platform and prints a line of JSON: what ran, where, how long each
// repetition took by the host's clock and by the event's, and a checksum of the result.
//
//     cl_bench WORKLOAD [--size N] [--repeat N]
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Session {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

// What one repetition enqueues, and where its result is.
struct Job {
  cl::Kernel kernel;
  cl::NDRange global, local;
  cl::Buffer result;
  std::size_t result_bytes = 0;
  double items = 0;  // of whatever the workload counts
};

struct Workload {
  const char* name;
  const char* file;
  int size;          // by default
  const char* unit;  // of Job::items
  std::function<Job(const Session&, const cl::Program&, int size)> prepare;
};

cl::Program build(const Session& session, const std::string& file) {
  std::ifstream stream(BENCH_KERNELS "/" + file);
  if (!stream) throw std::runtime_error("cannot read " BENCH_KERNELS "/" + file);
  std::ostringstream text;
  text << stream.rdbuf();
  cl::Program program(session.context, text.str());
  try {
    program.build({session.device}, "-DSIMD=");
  } catch (const cl::Error&) {
    throw std::runtime_error(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(session.device));
  }
  return program;
}

// A square of the set's whole, 256 iterations at most.
Job mandelbrot(const Session& session, const cl::Program& program, int size) {
  const auto side = static_cast<std::size_t>(size);
  Job job{cl::Kernel(program, "mandelbrot"), {side, side},       {16, 4}, {},
          side * side * sizeof(cl_int),      double(size) * size};
  job.result = cl::Buffer(session.context, CL_MEM_WRITE_ONLY, job.result_bytes);
  const cl_float step = 3.0f / static_cast<float>(size);
  job.kernel.setArg(0, job.result);
  job.kernel.setArg(1, cl_int{size});
  job.kernel.setArg(2, cl_float{-2.2f});
  job.kernel.setArg(3, cl_float{-1.5f});
  job.kernel.setArg(4, step);
  job.kernel.setArg(5, cl_int{256});
  return job;
}

// All pairs of `size` bodies, through local memory.
Job nbody(const Session& session, const cl::Program& program, int size) {
  const auto count = static_cast<std::size_t>(size);
  constexpr std::size_t kGroup = 64;
  std::vector<cl_float> positions(4 * count);
  unsigned state = 1;
  for (cl_float& value : positions)
    value = static_cast<float>((state = state * 1664525U + 1013904223U) >> 8) * 0x1p-24f;
  cl::Buffer input(session.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, positions.size() * sizeof(cl_float),
                   positions.data());
  Job job{cl::Kernel(program, "nbody"), {count}, {kGroup}, {}, 4 * count * sizeof(cl_float), double(size) * size};
  std::vector<cl_float> zeros(4 * count);
  job.result = cl::Buffer(session.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, job.result_bytes, zeros.data());
  job.kernel.setArg(0, input);
  job.kernel.setArg(1, job.result);
  job.kernel.setArg(2, cl_int{size});
  job.kernel.setArg(3, cl_float{0.01f});
  job.kernel.setArg(4, cl::Local(kGroup * 4 * sizeof(cl_float)));
  static std::vector<cl::Buffer> kept;  // a kernel does not keep its buffers
  kept.push_back(input);
  return job;
}

const Workload kWorkloads[] = {
    {"mandelbrot", "programs.cl", 256, "pixels", mandelbrot},
    {"nbody", "programs.cl", 1024, "interactions", nbody},
};

nlohmann::ordered_json time(const Workload& workload, int size, int repeat) {
  Session session;
  session.device = cl::Device::getDefault();
  session.context = cl::Context(session.device);
  session.queue = cl::CommandQueue(session.context, session.device, CL_QUEUE_PROFILING_ENABLE);
  Job job = workload.prepare(session, build(session, workload.file), size);
  std::vector<double> host, device;
  for (int i = 0; i < repeat; ++i) {
    session.queue.finish();
    cl::Event event;
    const auto start = std::chrono::steady_clock::now();
    session.queue.enqueueNDRangeKernel(job.kernel, cl::NullRange, job.global, job.local, nullptr, &event);
    session.queue.finish();
    host.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    device.push_back(1e-9 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                event.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
  }
  std::vector<unsigned char> bytes(job.result_bytes);
  session.queue.enqueueReadBuffer(job.result, CL_TRUE, 0, bytes.size(), bytes.data());
  unsigned long long checksum = 0xcbf29ce484222325U;
  for (const unsigned char byte : bytes) checksum = (checksum ^ byte) * 0x100000001b3U;
  return {{"workload", workload.name},
          {"device", session.device.getInfo<CL_DEVICE_NAME>()},
          {"size", size},
          {"unit", workload.unit},
          {"items", job.items},
          {"host_seconds", host},
          {"event_seconds", device},
          {"checksum", checksum}};
}

}  // namespace

int main(int argc, char** argv) try {
  std::string name;
  int size = 0, repeat = 3;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--size" && i + 1 < argc)
      size = std::stoi(argv[++i]);
    else if (word == "--repeat" && i + 1 < argc)
      repeat = std::stoi(argv[++i]);
    else
      name = word;
  }
  for (const Workload& workload : kWorkloads) {
    if (name != workload.name) continue;
    std::printf("%s\n", time(workload, size > 0 ? size : workload.size, repeat).dump().c_str());
    return 0;
  }
  std::fprintf(stderr, "usage: cl_bench WORKLOAD [--size N] [--repeat N], where WORKLOAD is one of:");
  for (const Workload& workload : kWorkloads) std::fprintf(stderr, " %s", workload.name);
  std::fprintf(stderr, "\n");
  return 2;
} catch (const cl::Error& error) {
  std::fprintf(stderr, "cl_bench: %s: OpenCL error %d\n", error.what(), error.err());
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "cl_bench: %s\n", error.what());
  return 1;
}
