// Converts a KernelObject to the bytes of a file, and back.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

std::vector<std::byte> serialise(const KernelObject& kernel);
// Returns nothing if the lengths in `bytes` are inconsistent.
std::optional<KernelObject> deserialise(std::span<const std::byte> bytes);

}  // namespace eugene::jit
