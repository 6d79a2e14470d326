// Programs that compiling dominates, for bench/cold: each is run once, from start to end, with nothing cached.
//
//     cold_programs straight TYPE LAUNCHES   one kernel of 256 mad in a row; TYPE: float, double, int, half, long
//     cold_programs forty ROUNDS             forty short kernels of one program, launched one after the other
//     cold_programs loop COUNT               one work-item that loops COUNT times
//     cold_programs branches COUNT           the same with a branch, where the compiler cannot know that they are one
//     cold_programs lookups COUNT            few work-items that search a table COUNT times, in a long kernel of which
//                                            most is hardly ever executed
//
// Prints a checksum of the result, the same on each platform.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kItems = 1 << 14;
constexpr int kKernels = 40;

// One buffer of kItems elements of up to eight bytes, all zero at first.
class Device {
 public:
  explicit Device(const std::string& source)
      : context_(cl::Device::getDefault()),
        queue_(context_, cl::Device::getDefault()),
        program_(context_, source),
        buffer_(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host_.size() * sizeof host_[0], host_.data()) {
    program_.build();
  }

  cl::Kernel kernel(const std::string& name) {
    cl::Kernel kernel(program_, name.c_str());
    kernel.setArg(0, buffer_);
    return kernel;
  }
  void launch(const cl::Kernel& kernel, std::size_t items) {
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, {items});
  }
  std::uint64_t checksum() {
    queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, host_.size() * sizeof host_[0], host_.data());
    std::uint64_t sum = 0xcbf29ce484222325U;
    for (const std::uint64_t each : host_) sum = (sum ^ each) * 0x100000001b3U;
    return sum;
  }

 private:
  std::vector<std::uint64_t> host_ = std::vector<std::uint64_t>(kItems);
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Program program_;
  cl::Buffer buffer_;
};

// The numbers stay small and exact in each type, so all platforms agree whether or not they fuse: in turn n becomes
// n * 1 + 1 and n * 1 - 1.
std::uint64_t straight(const std::string& type, int launches) {
  std::string body;
  for (int i = 0; i < 256; ++i) body += i % 2 == 0 ? "  x = x * one + one;\n" : "  x = x * one - one;\n";
  std::string source =
      "kernel void straight(global T* values, int unit) {\n  const T one = (T)unit;\n"
      "  T x = values[get_global_id(0)];\n" +
      body + "  values[get_global_id(0)] = x + one;\n}\n";
  source = (type == "half"     ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
            : type == "double" ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                               : "") +
           ("#define T " + type + "\n") + source;
  Device device(source);
  cl::Kernel kernel = device.kernel("straight");
  kernel.setArg(1, cl_int{1});
  for (int i = 0; i < launches; ++i) device.launch(kernel, kItems);
  return device.checksum();
}

std::uint64_t forty(int rounds) {
  std::string source;
  for (int i = 0; i < kKernels; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n +
              "(global uint* values) {\n  const uint i = get_global_id(0);\n  uint x = values[i] + " + n +
              ";\n  for (uint k = 0; k < " + std::to_string(8 + i) + "; ++k) x = x * 1664525u + (i ^ (x >> " +
              std::to_string(1 + i % 16) + "));\n  values[i] = x;\n}\n";
  }
  Device device(source);
  std::vector<cl::Kernel> kernels;
  for (int i = 0; i < kKernels; ++i) kernels.push_back(device.kernel("k" + std::to_string(i)));
  for (int round = 0; round < rounds; ++round)
    for (const cl::Kernel& each : kernels) device.launch(each, kItems);
  return device.checksum();
}

std::uint64_t loop(int count) {
  Device device(
      "kernel void loop(global uint* values, int count) {\n  uint x = 1;\n"
      "  for (int i = 0; i < count; ++i) x = x * 1664525u + 1013904223u;\n  values[0] = x;\n}\n");
  cl::Kernel kernel = device.kernel("loop");
  kernel.setArg(1, cl_int{count});
  device.launch(kernel, 1);
  return device.checksum();
}

std::uint64_t branches(int count) {
  Device device(
      "kernel void branches(global uint* values, int count) {\n  uint x = get_global_id(0) + 1;\n"
      "  for (uint i = 0; i < count; ++i) {\n    if (x & 1) x = x * 1664525u + 1013904223u; else x ^= i + (x >> 7);\n"
      "  }\n  values[get_global_id(0)] = x;\n}\n");
  cl::Kernel kernel = device.kernel("branches");
  kernel.setArg(1, cl_int{count});
  device.launch(kernel, 1);
  return device.checksum();
}

std::uint64_t lookups(int count) {
  std::string rare;
  for (int i = 0; i < 100; ++i) {
    rare.append("      sum = sum * 6364136223846793005ul + (sum >> ");
    rare.append(std::to_string(i % 23 + 5)).append(") * x;\n");
  }
  Device device(
      "#define KEYS 8192\n"
      "kernel void fill(global ulong* values) { values[get_global_id(0)] = get_global_id(0) << 11; }\n"
      "kernel void lookups(global ulong* values, int count) {\n"
      "  ulong x = get_global_id(0) + 1, sum = 0;\n"
      "  for (int i = 0; i < count; ++i) {\n"
      "    x = x * 6364136223846793005ul + 1442695040888963407ul;\n"
      "    const uint key = x >> 40;\n"
      "    uint low = 0, high = KEYS;\n"
      "    while (high - low > 1) {\n"
      "      const uint middle = (low + high) / 2;\n"
      "      if (values[middle] > key) high = middle; else low = middle;\n"
      "    }\n"
      "    sum += low * (key & 15);\n"
      "    if ((x >> 44) == 77) {\n" +
      rare + "    }\n  }\n  values[KEYS + get_global_id(0)] = sum;\n}\n");
  device.launch(device.kernel("fill"), 8192);
  cl::Kernel kernel = device.kernel("lookups");
  kernel.setArg(1, cl_int{count});
  device.launch(kernel, 3072);
  return device.checksum();
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::uint64_t sum = 0;
  if (words.size() == 3 && words[0] == "straight")
    sum = straight(words[1], std::stoi(words[2]));
  else if (words.size() == 2 && words[0] == "forty")
    sum = forty(std::stoi(words[1]));
  else if (words.size() == 2 && words[0] == "loop")
    sum = loop(std::stoi(words[1]));
  else if (words.size() == 2 && words[0] == "branches")
    sum = branches(std::stoi(words[1]));
  else if (words.size() == 2 && words[0] == "lookups")
    sum = lookups(std::stoi(words[1]));
  else {
    std::fprintf(stderr,
                 "usage: cold_programs straight TYPE LAUNCHES | forty ROUNDS | loop COUNT | branches COUNT |\n"
                 "       lookups COUNT\n");
    return 2;
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(sum));
  return 0;
} catch (const cl::Error& error) {
  std::fprintf(stderr, "cold_programs: %s: OpenCL error %d\n", error.what(), error.err());
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "cold_programs: %s\n", error.what());
  return 1;
}
