// A kernel and the ways there are to run it, shared by all workers and contexts that use it.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "eu/analysis/channel_use.h"
#include "eu/kernel.h"

namespace eugene::gpu {

class HostCode;  // compiler.h

// Work done in one tier.
struct TierCounts {
  std::uint64_t threads = 0;  // that ended in it
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;  // enabled channels over all instructions
  TierCounts& operator+=(const TierCounts& other) {
    threads += other.threads;
    instructions += other.instructions;
    lane_operations += other.lane_operations;
    return *this;
  }
  TierCounts operator-(const TierCounts& other) const {
    return {threads - other.threads, instructions - other.instructions, lane_operations - other.lane_operations};
  }
  bool operator==(const TierCounts&) const = default;
};

// Statistics of one kernel.
struct KernelStats {
  std::string name;  // empty if unknown
  std::vector<std::byte> code;
  std::uint64_t dispatches = 0;
  TierCounts interpreted;
  TierCounts compiled;
  std::chrono::nanoseconds time{0};          // in dispatches
  std::uint64_t preemptions = 0;             // of its walkers
  bool is_compiled = false;                  // there is host code
  bool from_cache = false;                   // and the last of it was found on disk
  std::chrono::nanoseconds compile_time{0};  // compiling or loading
  std::size_t host_bytes = 0;                // of host code
  std::string refusal;                       // why there is no code, or not for all threads; empty: not refused
};

class TieredKernel : public std::enable_shared_from_this<TieredKernel> {
 public:
  // `bytes` is the machine code that `kernel` was decoded from.
  TieredKernel(std::span<const std::byte> bytes, eu::Kernel kernel, std::uint32_t control);
  TieredKernel(const TieredKernel&) = delete;
  TieredKernel& operator=(const TieredKernel&) = delete;

  const eu::Kernel& kernel() const { return kernel_; }
  std::uint32_t control() const { return control_; }  // cr0.0 that its threads start with
  std::span<const std::byte> bytes() const { return bytes_; }

  // Code for threads of a dispatch that needs `needed`; null: interpret. From any host thread; once there is code it
  // stays.
  const HostCode* code(eu::ThreadChannels needed) const {
    const HostCode* for_needed = slot(needed).code.load(std::memory_order_acquire);
    if (for_needed != nullptr || needed == eu::ThreadChannels::any) return for_needed;
    return slot(eu::ThreadChannels::any).code.load(std::memory_order_acquire);
  }

  // Is code for it under way, or in the compiler's queue?
  bool is_compiling() const { return state_ == State::asked; }

  void count_dispatch(const TierCounts& interpreted, const TierCounts& compiled, std::chrono::nanoseconds time,
                      std::uint64_t preemptions);
  KernelStats stats() const;
  std::uint64_t preemptions() const;

 private:
  friend class Tiers;

  // State in the compile queue.
  enum class State : std::uint8_t {
    idle,   // not queued
    asked,  // queued, or being compiled
    done,   // finished, unless a dispatch needs code for more threads
  };
  struct Slot {
    std::shared_ptr<const HostCode> owned;  // set once, before the next
    std::atomic<const HostCode*> code = nullptr;
    std::atomic<bool> looked_up = false;  // in the cache on disk
  };
  static constexpr std::uint8_t bit(eu::ThreadChannels needed) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(needed));
  }
  // What is to be compiled for the dispatches so far. Code for any threads also runs those of one channel, slower: a
  // kernel that has both gets no code of their own for them.
  eu::ThreadChannels wanted() const;

  Slot& slot(eu::ThreadChannels thread_channels) { return slots_[static_cast<std::size_t>(thread_channels)]; }
  const Slot& slot(eu::ThreadChannels thread_channels) const {
    return slots_[static_cast<std::size_t>(thread_channels)];
  }

  std::vector<std::byte> bytes_;
  eu::Kernel kernel_;
  std::uint32_t control_;
  std::size_t messages_;                  // that instructions send
  std::array<Slot, 3> slots_;             // by ThreadChannels
  std::atomic<std::uint8_t> needed_ = 0;  // bit() of what dispatches have needed so far
  std::atomic<State> state_ = State::idle;
  std::atomic<std::uint64_t> interpreted_ = 0;  // instructions
  std::atomic<std::int64_t> interpreting_ = 0;  // nanoseconds of processors
  mutable std::mutex mutex_;                    // of what follows
  KernelStats stats_;
};

}  // namespace eugene::gpu
