// The files of the GPU in /dev and /sys, as values: those that a kernel with i915 has.
#pragma once

#include <string>
#include <vector>

#include "gpu/device.h"

namespace eugene::i915 {

struct TreeEntry {
  enum class Kind : std::uint8_t { file, link, directory };
  std::string path;           // from the root of the file system, without a slash before it
  std::string text;           // contents, or where the link leads
  unsigned mode = kReadable;  // permissions of a file
  Kind kind = Kind::file;

  static constexpr unsigned kReadable = 0444;
  static constexpr unsigned kWritable = 0644;   // by the administrator
  static constexpr unsigned kWriteOnly = 0200;  // what is written there has no effect
};

std::vector<TreeEntry> device_tree(const gpu::Device& device);

}  // namespace eugene::i915
