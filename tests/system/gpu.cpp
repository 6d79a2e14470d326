#include "gpu.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace suite {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

cl::Device find_device(const std::string& wanted) {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {  // the loader reports "no platform" as an error
  }
  std::string names;
  for (const cl::Platform& platform : platforms) {
    const std::string name = platform.getInfo<CL_PLATFORM_NAME>();
    names += (names.empty() ? "" : ", ") + name;
    if (name.find(wanted) == std::string::npos) continue;
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    if (!devices.empty()) return devices.front();
  }
  throw std::runtime_error("no OpenCL platform named \"" + wanted + "\" with a device; the platforms here: " +
                           (names.empty() ? "none" : names) + ". Install intel-opencl-icd and run under `eugene run`.");
}

}  // namespace

Gpu& Gpu::get() {
  static Gpu* const instance = new Gpu;  // never destroyed: drivers dislike calls from static destructors
  return *instance;
}

Gpu::Gpu() {
  const char* platform = std::getenv("CL_SUITE_PLATFORM");
  device = find_device(platform != nullptr ? platform : "Intel");
  context = cl::Context(device);
  queue = cl::CommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE);
  is_intel_ =
      cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>().find("Intel") != std::string::npos;
  extensions_ = " " + device.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
}

bool Gpu::has(const std::string& extension) const {
  return extensions_.find(" " + extension + " ") != std::string::npos;
}

bool Gpu::has_opencl2() const {
  return is_intel_ && device.getInfo<CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT>() != CL_FALSE &&
         device.getInfo<CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT>() != CL_FALSE;
}

bool Gpu::has_shared_memory() const {
  return (device.getInfo<CL_DEVICE_SVM_CAPABILITIES>() & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
}

std::vector<unsigned> Gpu::widths() const {
  if (!has("cl_intel_required_subgroup_size")) return {0};
  return {8, 16, 32};
}

cl::Program Gpu::build(const std::string& file, const std::string& options, unsigned width) {
  std::string all = options + " -I " SUITE_KERNELS;
  // A macro's value with parentheses and commas is best left to the source.
  const std::string simd =
      width == 0 ? "" : "__attribute__((intel_reqd_sub_group_size(" + std::to_string(width) + ")))";
  const std::string key = file + '\n' + all + '\n' + simd;
  const auto found = programs_.find(key);
  if (found != programs_.end()) return found->second;
  const std::string source =
      "#define SIMD " + simd + "\n#line 1 \"" + file + "\"\n" + read_file(SUITE_KERNELS "/" + file);
  return programs_[key] = build_source(source, all);
}

cl::Program Gpu::build_source(const std::string& source, const std::string& options) {
  cl::Program program(context, source);
  try {
    program.build({device}, options.c_str());
  } catch (const cl::Error&) {
    throw std::runtime_error("building with \"" + options + "\" fails:\n" +
                             program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  }
  return program;
}

}  // namespace suite
