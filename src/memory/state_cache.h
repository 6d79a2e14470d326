// The state cache of sampler and data port: keeps state objects as they were when a message first read them (BXT PRM
// vol6 "State Caching").
//
// Surface and sampler states are in memory, and the hardware caches them by address. A program that changes a state, or
// the base addresses, must invalidate the cache: by PIPE_CONTROL, or by the sampler's cache flush message. A GPU's
// cache is small and evicts entries, so a program that invalidates too little fails only sometimes. This cache never
// evicts and is shared by all threads, so such a program gets the old state every time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>

#include "memory/view.h"

namespace eugene::memory {

// May be used from several host threads, each with a separate view.
class StateCache {
 public:
  StateCache() = default;
  StateCache(const StateCache&) = delete;
  StateCache& operator=(const StateCache&) = delete;

  // Copies the cached state at `address`: its bytes when it was first read after invalidate(). Returns false if the
  // address is not mapped; see view.bad_address().
  bool read(View& view, std::uint64_t address, std::span<std::byte> bytes);
  void invalidate();
  // Changes with every invalidation. Values derived from states are valid while the version is the same.
  std::uint32_t version() const { return version_.load(std::memory_order_acquire); }

 private:
  static constexpr std::size_t kPartBytes = 64;  // larger states are split into parts
  using Part = std::array<std::byte, kPartBytes>;

  bool read_part(View& view, std::uint64_t address, std::span<std::byte> bytes);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Part> parts_;  // keyed by address and size
  std::atomic<std::uint32_t> version_{0};
};

}  // namespace eugene::memory
