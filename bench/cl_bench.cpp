// Times one OpenCL kernel on the first platform and prints a line of JSON: what ran, where, how long each
// repetition took by the host's clock and by the event's, and a checksum of the result.
//
//     cl_bench WORKLOAD [--size N] [--repeat N] [--fresh]
//
// --fresh: each repetition has buffers of its own, so that nothing has written to its result buffers before.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "workloads.h"

namespace {

using bench::Job;
using bench::Session;
using bench::Workload;

cl::Program build(const Session& session, const std::string& file) {
  std::ifstream stream(BENCH_DIRECTORY "/" + file);
  if (!stream) stream.open(SUITE_KERNELS "/" + file);
  if (!stream) throw std::runtime_error("cannot read " + file);
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

std::vector<unsigned char> read_result(const Session& session, const Job& job) {
  std::vector<unsigned char> bytes(job.result_bytes);
  if (!job.result_image) {
    session.queue.enqueueReadBuffer(job.buffers.back(), CL_TRUE, 0, bytes.size(), bytes.data());
    return bytes;
  }
  const cl::Image2D& image = *job.result_image;
  session.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0},
                                 {image.getImageInfo<CL_IMAGE_WIDTH>(), image.getImageInfo<CL_IMAGE_HEIGHT>(), 1}, 0, 0,
                                 bytes.data());
  return bytes;
}

nlohmann::ordered_json time(const Workload& workload, int size, int repeat, bool is_fresh) {
  Session session;
  session.device = cl::Device::getDefault();
  session.context = cl::Context(session.device);
  session.queue = cl::CommandQueue(session.context, session.device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Program program = build(session, workload.file);
  Job job = workload.prepare(session, program, size);
  std::vector<double> host, device;
  for (int i = 0; i < repeat; ++i) {
    if (is_fresh) job = workload.prepare(session, program, size);
    session.queue.finish();
    std::vector<cl::Event> events(static_cast<std::size_t>(job.launches));
    const auto start = std::chrono::steady_clock::now();
    for (cl::Event& event : events)
      session.queue.enqueueNDRangeKernel(job.kernel, cl::NullRange, job.global, job.local, nullptr, &event);
    session.queue.finish();
    host.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    device.push_back(1e-9 * static_cast<double>(events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>()));
  }
  const std::vector<unsigned char> bytes = read_result(session, job);
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
  bool is_fresh = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--size" && i + 1 < argc)
      size = std::stoi(argv[++i]);
    else if (word == "--repeat" && i + 1 < argc)
      repeat = std::stoi(argv[++i]);
    else if (word == "--fresh")
      is_fresh = true;
    else
      name = word;
  }
  for (const Workload& workload : bench::workloads()) {
    if (name != workload.name) continue;
    std::printf("%s\n", time(workload, size > 0 ? size : workload.size, repeat, is_fresh).dump().c_str());
    return 0;
  }
  std::fprintf(stderr, "usage: cl_bench WORKLOAD [--size N] [--repeat N] [--fresh], where WORKLOAD is one of:");
  for (const Workload& workload : bench::workloads()) std::fprintf(stderr, " %s", workload.name);
  std::fprintf(stderr, "\n");
  return 2;
} catch (const cl::Error& error) {
  std::fprintf(stderr, "cl_bench: %s: OpenCL error %d\n", error.what(), error.err());
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "cl_bench: %s\n", error.what());
  return 1;
}
