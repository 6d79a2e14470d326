// How a program has set the arguments of its kernels so far, for each kernel that it still holds.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../in_process/calls.h"

namespace eugene::i915 {

// An image that a kernel gets, where calls are checked.
struct ImageArgument {
  std::uint64_t memory = 0;  // Images::memory_of
  bool reads = false;        // by the argument's qualifier
  bool writes = false;
};

struct Argument {
  bool is_set = false;
  bool is_null = false;                  // set to a null pointer where a buffer belongs
  cl_int error = CL_SUCCESS;             // of the last attempt
  std::optional<eugene_argument> given;  // in a checked run, where it is set
  std::optional<ImageArgument> image;
};

// Safe for several threads, as launches and releases are.
class KernelArguments {
 public:
  // A new kernel with one reference, whose handle may be that of a released one.
  void add(cl_kernel kernel);
  // A new kernel `to` with the arguments of `from`.
  void clone(cl_kernel from, cl_kernel to);
  // The program has one reference more.
  void retain(cl_kernel kernel);
  // The program has one reference less; with the last one the arguments are forgotten.
  void release(cl_kernel kernel);

  void set(cl_kernel kernel, cl_uint number, bool is_null, cl_int result);
  // Keeps the value that the last set() has given the argument.
  void give(cl_kernel kernel, const eugene_argument& given);
  void give_image(cl_kernel kernel, cl_uint number, const ImageArgument& image);
  std::map<cl_uint, Argument> arguments(cl_kernel kernel);
  std::vector<cl_uint> null_arguments(cl_kernel kernel);
  // Whether this has not been said of the kernel yet.
  bool is_new(cl_kernel kernel, const std::string& text);

  // How many kernels are known.
  std::size_t size();

 private:
  struct Known {
    cl_uint references = 1;  // of the program alone: the driver holds others while a launch is under way
    std::map<cl_uint, Argument> arguments;
    std::set<std::string> told;  // what has been said of the kernel
  };

  std::mutex mutex_;
  std::map<cl_kernel, Known> kernels_;
};

}  // namespace eugene::i915
