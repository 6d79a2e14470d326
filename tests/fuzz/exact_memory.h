// GPU memory of blocks that are exactly as large as what they hold, so that the address sanitizer sees every access
// beside one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "memory/view.h"

namespace eugene {

class ExactMemory final : public memory::PageSource {
 public:
  static constexpr std::uint64_t kMaxBlock = 4 * memory::kPageBytes;

  // Maps `pages` pages at GPU address `address`. At most kMaxBlock bytes follow each other in the host's memory too.
  void map(std::uint64_t address, std::uint64_t pages) {
    for (std::uint64_t left = pages * memory::kPageBytes; left != 0;) {
      const std::uint64_t bytes = left < kMaxBlock ? left : kMaxBlock;
      auto* host = static_cast<std::byte*>(std::aligned_alloc(memory::kPageBytes, bytes));
      if (host == nullptr) std::abort();
      std::memset(host, 0, bytes);
      blocks_.push_back({.begin = address, .bytes = bytes, .host = std::unique_ptr<std::byte, Free>(host)});
      address += bytes;
      left -= bytes;
    }
  }

  std::byte* page(std::uint64_t address, memory::Access /*access*/) override {
    for (const Block& each : blocks_) {
      const std::uint64_t offset = (address & ~(memory::kPageBytes - 1)) - each.begin;
      if (offset < each.bytes) return each.host.get() + offset;
    }
    return nullptr;
  }

  // Returns all bytes, block after block.
  std::vector<std::byte> copy() const {
    std::vector<std::byte> all;
    for (const Block& each : blocks_) all.insert(all.end(), each.host.get(), each.host.get() + each.bytes);
    return all;
  }
  // Sets all bytes to those of a copy().
  void restore(std::span<const std::byte> all) {
    for (const Block& each : blocks_) {
      std::memcpy(each.host.get(), all.data(), each.bytes);
      all = all.subspan(each.bytes);
    }
  }

 private:
  struct Free {
    void operator()(std::byte* host) const { std::free(host); }
  };
  struct Block {
    std::uint64_t begin = 0, bytes = 0;
    std::unique_ptr<std::byte, Free> host;
  };
  std::vector<Block> blocks_;
};

}  // namespace eugene
