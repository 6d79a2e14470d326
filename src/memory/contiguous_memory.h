// A surface's memory, if the host has it in one piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/view.h"

namespace eugene::memory {

class ContiguousMemory {
 public:
  ContiguousMemory() = default;
  ContiguousMemory(std::uint64_t address, std::uint64_t bytes, Access access)
      : address_(address), bytes_(bytes), access_(access) {}

  // Returns the host address of the first byte; null if the memory is not contiguous, as far as is known now.
  std::byte* find(View& view) {
    // View::contiguous() grows a run when an address just past its end is looked up.
    constexpr unsigned kAttempts = 64;
    for (; !is_there() && attempts_ < kAttempts; ++attempts_) {
      if (run_.contains(address_)) view.contiguous(run_.first + run_.bytes, access_);
      run_ = view.contiguous(address_, access_);
    }
    return is_there() ? run_.host + (address_ - run_.first) : nullptr;
  }

 private:
  bool is_there() const { return run_.contains(address_) && run_.contains(address_ + bytes_ - 1); }

  std::uint64_t address_ = 0;
  std::uint64_t bytes_ = 0;
  Access access_ = Access::read;
  ContiguousPages run_;
  unsigned attempts_ = 0;  // to find all of the memory in one run
};

}  // namespace eugene::memory
