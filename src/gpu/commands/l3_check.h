// Values of L3CNTLREG that the documents forbid: BXT PRM vol6 "Shared Local Memory" and "Size of L3 Bank and
// Allocations". For --check; commands execute in any case.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "memory/l3_configuration.h"

namespace eugene::gpu {

// Of one context.
class L3Check {
 public:
  // `bank`: of the device; null where it has no L3.
  explicit L3Check(const memory::L3Bank* bank) : bank_(bank) {}

  // A PIPE_CONTROL with these flags (its dword 1) has been executed.
  void flushed(std::uint32_t flags);
  // After a command: what the register holds now. Something is wrong where it has changed to what no product validated,
  // or before the cache was flushed.
  std::optional<Diagnostic> look(std::uint32_t value);
  // Call before thread groups that use `slm_bytes` of shared local memory run.
  std::optional<Diagnostic> dispatched(std::uint32_t slm_bytes);

 private:
  const memory::L3Bank* bank_;
  std::uint32_t value_ = 0;
  bool is_flushed_ = true;  // nothing has run since, or ever
};

}  // namespace eugene::gpu
