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

  void group_begins() { local_.clear(); }
  void note(bool is_local, std::uint64_t address, std::uint64_t bytes, const Writer& writer);
  // The latest of those of `bytes` bytes. Nothing: nobody, or there were too many pages.
  std::optional<Writer> last(bool is_local, std::uint64_t address, std::uint64_t bytes) const;
  bool is_complete() const { return is_complete_; }

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  using Page = std::array<Writer, kPageBytes>;
  using Pages = std::unordered_map<std::uint64_t, std::unique_ptr<Page>>;

  Pages global_, local_;
  bool is_complete_ = true;
};

}  // namespace eugene::debug
