// For --check: finds values of L3CNTLREG that the documents forbid: BXT PRM vol6 "Shared Local Memory" and "Size of L3
// Bank and Allocations". The commands are executed in any case.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "memory/l3_configuration.h"

namespace eugene::gpu {

// The check of one context.
class L3Check {
 public:
  // `bank` is the device's L3 bank; null if it has no L3. There is nothing to find where L3CNTLREG does
  // not divide the bank.
  explicit L3Check(const memory::L3Bank* bank) : bank_(bank != nullptr && bank->has_control ? bank : nullptr) {}

  // Must be called after a PIPE_CONTROL with these flags (its dword 1).
  void flushed(std::uint32_t flags);
  // Must be called after each command with the register's value. Returns an error if the register was changed to a
  // configuration that was not validated, or before the cache was flushed.
  std::optional<Diagnostic> look(std::uint32_t value);
  // Must be called before thread groups that use `slm_bytes` of shared local memory run.
  std::optional<Diagnostic> dispatched(std::uint32_t slm_bytes);

 private:
  const memory::L3Bank* bank_;
  std::uint32_t value_ = 0;
  bool is_flushed_ = true;  // no thread group has run since the last flush, or ever
};

}  // namespace eugene::gpu
