// Which instruction of which channel has written each byte last, in the memory of the GPU and in local memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "debug/track.h"

namespace eugene::debug {

struct Writer {
  std::uint32_t group = 0;  // in the order of the walk
  std::uint32_t event = 0;  // of the group; 0: nobody has written the byte
  std::uint32_t instruction = 0;
  std::uint16_t thread = 0;
  std::uint16_t channel = kNoChannel;
  static constexpr std::uint16_t kNoChannel = 0xFFFF;  // one message of several channels

  Moment moment() const { return {.group = group, .event = event}; }
};

class Writers {
 public:
  static constexpr std::size_t kMostPages = 8192;  // 64 KB of the host's each

  void group_begins() { forget_local(true); }
  // A group goes on from its middle; of what its threads have written to local memory until then nothing is known,
  // unless it is the group that was at hand.
  void group_resumes(bool was_at_hand) {
    if (!was_at_hand) forget_local(false);
  }
  void note(bool is_local, std::uint64_t address, std::uint64_t bytes, const Writer& writer);
  // The latest of those of `bytes` bytes. Nothing: nobody, or there were too many pages.
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
