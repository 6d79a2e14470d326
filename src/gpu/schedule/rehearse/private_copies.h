// Private copies of memory for up to three runs of a Work, as many as a trial or a comparison needs. The host's memory
// for copies is kept for the next runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "memory/private_pages.h"

namespace eugene::gpu {

class PrivateCopies {
 public:
  static constexpr std::size_t kMaxRuns = 3;

  // Begins copies for run `number`. The copies of earlier runs end.
  memory::PrivatePages& begin(std::size_t number, memory::PageSource& source,
                              memory::PrivatePages::Change change = {}) {
    return pages_[number].emplace(source, storage_[number], std::move(change));
  }
  // Must be called after the last run. Drops all copies, and returns memory to the host if it is much.
  void end() {
    std::uint64_t bytes = 0;
    for (auto& pages : pages_) {
      bytes += pages ? pages->copied_bytes() : 0;
      pages.reset();
    }
    if (bytes <= kMaxKept) return;
    for (memory::PrivateStorage& each : storage_) each.release();
  }

 private:
  static constexpr std::uint64_t kMaxKept = std::uint64_t{96} << 20;  // max bytes of copies that are kept

  std::array<memory::PrivateStorage, kMaxRuns> storage_;
  std::array<std::optional<memory::PrivatePages>, kMaxRuns> pages_;
};

}  // namespace eugene::gpu
