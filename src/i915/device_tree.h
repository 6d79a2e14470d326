// The GPU's files in /dev and /sys, as values: the same files as with the kernel's i915 driver.
#pragma once

#include <string>
#include <vector>

#include "gpu/device.h"

namespace eugene::i915 {

struct TreeEntry {
  enum class Kind : std::uint8_t { file, link, directory };
  std::string path;           // from the root of the file system, without a leading slash
  std::string text;           // contents of a file, or target of a link
  unsigned mode = kReadable;  // permissions of a file
  Kind kind = Kind::file;

  static constexpr unsigned kReadable = 0444;
  static constexpr unsigned kWritable = 0644;   // writable by the administrator
  static constexpr unsigned kWriteOnly = 0200;  // writes have no effect
};

std::vector<TreeEntry> device_tree(const gpu::Device& device);

}  // namespace eugene::i915
