// The files that represent the GPU to programs in /dev and /sys: a PCI device with a DRM render node.
#pragma once

#include <filesystem>

#include "base/diagnostic.h"
#include "gpu/device.h"

namespace eugene::i915 {

// Makes the files below `directory`, which stands for the root of the file system.
Result<void> make_device_files(const std::filesystem::path& directory, const gpu::Device& device);

}  // namespace eugene::i915
