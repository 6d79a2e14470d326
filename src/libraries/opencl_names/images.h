// The images that a program holds, by the memory that they are of: an image that is made of another, or of a buffer,
// has the memory of that.
#pragma once

#include <CL/cl_icd.h>

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace eugene::i915 {

// Safe for several threads.
class Images {
 public:
  // Returns `image`, which is of the memory of `source` or, where that is null, of its own.
  cl_mem add(cl_mem image, cl_mem source);
  void remove(cl_mem image);
  // Returns a number that all images of the same memory have, and no others. 0: it is not an image.
  std::uint64_t memory_of(cl_mem image);

 private:
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::unordered_map<cl_mem, std::uint64_t> images_;
  std::unordered_map<cl_mem, std::uint64_t> buffers_;  // of which images have been made
};

// Never destroyed: threads may launch kernels until the very end.
Images& images();

void watch_images(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
