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

#include "../process/calls.h"

namespace eugene::inside::opencl {

// An image argument. Kept if calls are checked.
struct ImageArgument {
  std::uint64_t memory = 0;  // Images::find_memory
  bool reads = false;        // allowed by the argument's qualifier
  bool writes = false;
};

struct ArgumentState {
  bool is_set = false;
  bool is_null = false;                  // a null pointer in place of a buffer
  cl_int error = CL_SUCCESS;             // error of the last attempt to set
  std::optional<eugene_argument> given;  // the value, if it is set in a checked run
  std::optional<ImageArgument> image;
};

// Safe for several threads, like launches and releases.
class KernelArguments {
 public:
  // Adds a new kernel. Its handle may be the handle of a released kernel.
  void add(cl_kernel kernel);
  // Adds a new kernel `to` with the arguments of `from`.
  void clone(cl_kernel from, cl_kernel to);
  void remove(cl_kernel kernel);

  void set(cl_kernel kernel, cl_uint number, bool is_null, cl_int result);
  // Keeps the value that the last set() has set.
  void give(cl_kernel kernel, const eugene_argument& given);
  void give_image(cl_kernel kernel, cl_uint number, const ImageArgument& image);
  std::map<cl_uint, ArgumentState> arguments(cl_kernel kernel);
  std::vector<cl_uint> null_arguments(cl_kernel kernel);
  // Returns true if `text` has not been reported for the kernel yet.
  bool is_new(cl_kernel kernel, const std::string& text);

  // Returns the number of known kernels.
  std::size_t size();

 private:
  struct Known {
    std::map<cl_uint, ArgumentState> arguments;
    std::set<std::string> told;  // texts reported for the kernel
  };

  std::mutex mutex_;
  std::map<cl_kernel, Known> kernels_;
};

}  // namespace eugene::inside::opencl
