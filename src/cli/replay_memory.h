// Writes memory that a trace leaves to a file, for `replay --dump` and `--surface`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "replay_report.h"

namespace eugene::cli {

struct MemoryRequest {
  std::optional<std::string> dump;  // ADDRESS:SIZE
  std::optional<unsigned> surface;  // binding table index
  std::optional<unsigned> dispatch;
  std::string output = "-";

  bool is_made() const { return dump || surface; }
};

Result<void> write_memory(const MemoryRequest& request, const std::vector<ReplayedDispatch>& dispatches,
                          gpu::MmioGpu& gpu);

}  // namespace eugene::cli
