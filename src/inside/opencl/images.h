// The images that a program holds, by their memory. An image that is made from another image, or from a buffer, shares
// the memory of its source.
#pragma once

#include "layer/hooks.h"

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace eugene::inside::opencl {

// Safe for several threads.
class Images {
 public:
  // Adds `image` and returns it. The image uses the memory of `source`, or new memory if `source` is null.
  cl_mem add(cl_mem image, cl_mem source);
  // Forgets an image, or a buffer that images were made from.
  void remove(cl_mem image);
  // Returns a number that identifies the image's memory. 0: the object is not an image.
  std::uint64_t find_memory(cl_mem image);

 private:
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::unordered_map<cl_mem, std::uint64_t> images_;
  std::unordered_map<cl_mem, std::uint64_t> buffers_;  // buffers that images were made from
};

Hooks image_hooks();

}  // namespace eugene::inside::opencl
