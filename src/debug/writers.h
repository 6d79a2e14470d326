// Tracks the instruction and channel that last wrote each byte of the GPU's memory and of local memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "gpu/timeline.h"

namespace eugene::debug {

struct Writer {
  std::uint32_t group = 0;  // index in dispatch order
  std::uint32_t event = 0;  // event of the group; 0: the byte was not written
  std::uint32_t instruction = 0;
  std::uint16_t thread = 0;
  std::uint16_t channel = kNoChannel;
  static constexpr std::uint16_t kNoChannel = 0xFFFF;  // the message has several channels

  gpu::Moment moment() const { return {.group = group, .event = event}; }
};

class Writers {
 public:
  static constexpr std::size_t kMaxPages = 8192;  // 64 KB of host memory each

  void group_begins() { forget_local(true); }
  // Called when a group resumes from its middle. Earlier writes to local memory are unknown, unless the group was the
  // current group.
  void group_resumes(bool was_at_hand) {
    if (!was_at_hand) forget_local(false);
  }
  void note(bool is_local, std::uint64_t address, std::uint64_t bytes, const Writer& writer);
  // Returns the latest writer of any of `bytes` bytes. Returns nothing if there was no write, or if there were too many
  // pages to know.
  std::optional<Writer> last(bool is_local, std::uint64_t address, std::uint64_t bytes) const;
  bool is_complete(bool is_local) const { return is_complete_ && (!is_local || knows_local_); }

 private:
  void forget_local(bool begins) {
    local_.clear();
    knows_local_ = begins;
  }

  static constexpr std::uint64_t kPageBytes = 4096;
  using Page = std::array<Writer, kPageBytes>;
  using Pages = std::unordered_map<std::uint64_t, std::unique_ptr<Page>>;

  Pages global_, local_;
  bool is_complete_ = true;
  bool knows_local_ = true;
};

}  // namespace eugene::debug
