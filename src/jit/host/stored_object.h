// A KernelObject as bytes of a file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

std::vector<std::byte> serialise(const KernelObject& kernel);
// Nothing if the lengths in `bytes` contradict each other.
std::optional<KernelObject> deserialise(std::span<const std::byte> bytes);

}  // namespace eugene::jit
