// The section .ze_info of a zebin: kernels, their arguments and needs as YAML. Intel's compiler documents it in
// IGC/ZEBinWriter/zebin/spec/zeinfo.md; versions 1.0 to 1.73 are read, whose differences here are keys that are added.
// Internal to the layer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "load/device_binary.h"

namespace eugene::load {

struct ZeInfo {
  std::string version;                // "1.20"
  std::vector<DeviceKernel> kernels;  // without code, relocations and debug data
};

// Errors carry a byte offset that begins at `origin`.
Result<ZeInfo> read_ze_info(std::span<const std::byte> section, std::size_t origin);

}  // namespace eugene::load
