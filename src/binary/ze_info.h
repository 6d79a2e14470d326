// Reads the section .ze_info of a zebin: kernels, their arguments and requirements as YAML. Intel's compiler documents
// the section in IGC/ZEBinWriter/zebin/spec/zeinfo.md. Supports versions 1.0 to 1.73, which only add keys. Internal to
// the layer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "binary/device_binary.h"

namespace eugene::binary {

struct ZeInfo {
  std::string version;                // "1.20"
  std::vector<DeviceKernel> kernels;  // without code, relocations and debug data
};

// Errors carry a byte offset, counted from `origin`.
Result<ZeInfo> read_ze_info(std::span<const std::byte> section, std::size_t origin);

}  // namespace eugene::binary
