// Fills new buffers and shared memory in a run with --fill. Without --fill, they begin with zeros.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/variation.h"
#include "layer/hooks.h"

namespace eugene::inside::opencl {

struct NewContents {
  NewContents();  // reads --fill from the environment

  std::optional<Fill> fill;              // nothing: no --fill
  std::atomic<std::uint64_t> count = 0;  // buffers filled so far
};

bool are_contents_wanted();
// Makes new buffers start with the pattern of --fill.
Hooks fill_hooks();

}  // namespace eugene::inside::opencl
