// A kernel and the ways to run it, shared by all workers and contexts that use it.
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

#include "base/stage.h"
#include "eu/analysis/channel_use.h"
#include "eu/interpreter.h"
#include "eu/kernel.h"
#include "gpu/tiers/compile_rule.h"

namespace eugene::gpu {

class HostCode;  // compiler.h

// Work done in one tier.
struct TierCounts {
  std::uint64_t threads = 0;  // threads that ended in this tier
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
  Stage stage = Stage::compute;  // of the last dispatch
  std::uint64_t dispatches = 0;
  TierCounts interpreted;
  TierCounts compiled;
  std::chrono::nanoseconds time{0};          // time in dispatches
  std::uint64_t preemptions = 0;             // preemptions of the kernel's walkers
  bool is_compiled = false;                  // there is host code
  bool from_cache = false;                   // the newest host code was found on disk
  std::chrono::nanoseconds compile_time{0};  // time of compiling or loading
  std::size_t host_bytes = 0;                // size of host code
  std::string refusal;                       // why code is missing, for all or some threads; empty: not refused
};

// What a dispatch adds to the statistics of its kernel.
struct CountedDispatch {
  Stage stage = Stage::compute;
  TierCounts interpreted, compiled;
  std::chrono::nanoseconds time{0};
  std::uint64_t preemptions = 0;
  unsigned workers = 1;
};

// What to compile of a kernel.
struct KernelPart {
  std::shared_ptr<const std::vector<bool>> instructions = nullptr;  // whether to compile each; null: all
  bool diverges = false;  // in most turns some channel waits, so the version for threads whose channels all run is
                          // not compiled
};

class TieredKernel : public std::enable_shared_from_this<TieredKernel> {
 public:
  // `bytes` is the machine code that `kernel` was decoded from.
  TieredKernel(std::span<const std::byte> bytes, eu::Kernel kernel, std::uint32_t control);
  TieredKernel(const TieredKernel&) = delete;
  TieredKernel& operator=(const TieredKernel&) = delete;

  const eu::Kernel& kernel() const { return kernel_; }
  std::uint32_t control() const { return control_; }  // cr0.0 at the start of threads
  std::span<const std::byte> bytes() const { return bytes_; }

  // Returns code for threads of a dispatch that needs `needed`; null: interpret. May be called by any host thread. Code
  // is never removed.
  const HostCode* code(eu::ThreadChannels needed) const {
    const HostCode* for_needed = slot(needed).code.load(std::memory_order_acquire);
    if (for_needed != nullptr || needed == eu::ThreadChannels::any) return for_needed;
    return slot(eu::ThreadChannels::any).code.load(std::memory_order_acquire);
  }

  // Whether compiling the whole kernel takes long, so that it may pay to compile only the instructions that are
  // executed often.
  bool is_long() const { return is_long_; }
  // Adds executions of the instructions of a long kernel, and sets `visits` to zero.
  void take_visits(eu::Visits& visits);
  // Counts a turn of an interpreted thread. `diverged`: some channel waited at its end.
  void count_turn(bool diverged) { (diverged ? diverged_ : undiverged_).fetch_add(1, std::memory_order_relaxed); }

  // Whether the kernel is being compiled, or is in the compiler's queue.
  bool is_compiling() const { return state_ == State::asked; }

  void count_dispatch(const CountedDispatch& done);
  KernelStats stats() const;
  std::uint64_t preemptions() const;
  // Returns the processor time that `threads` threads would take at the pace of the last dispatch;
  // CompileRule::kUnknown before the first dispatch has ended.
  std::chrono::nanoseconds expected_time(std::uint64_t threads) const;

 private:
  friend class Tiers;

  // State in the compile queue.
  enum class State : std::uint8_t {
    idle,   // not queued
    asked,  // queued, or being compiled
    done,   // finished, unless a dispatch needs code for more threads
  };
  struct Slot {
    std::shared_ptr<const HostCode> owned;  // set before `code`
    std::atomic<const HostCode*> code = nullptr;
    std::atomic<bool> looked_up = false;  // the cache on disk has been searched
    // The code was generated fast. It is compiled again, with optimisations, once dispatches with it have taken long.
    std::atomic<bool> is_provisional = false;
    std::atomic<bool> optimise = false;        // the next compilation optimises code of any size
    std::chrono::nanoseconds published_at{0};  // KernelStats::time when `owned` was set; guarded by mutex_
  };
  static constexpr std::uint8_t bit(eu::ThreadChannels needed) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(needed));
  }
  // Returns the kind of threads to compile for, given the dispatches so far. Code for any threads also runs threads of
  // one channel, but slower. A kernel with both kinds gets no separate code for threads of one channel.
  eu::ThreadChannels wanted() const;

  CompileSize whole_size(unsigned versions = 1) const;
  // Returns the size of the part of a long kernel that is executed often, for one version of the code.
  CompileSize part_size() const {
    return {.instructions = part_instructions_.load(std::memory_order_relaxed),
            .messages = part_messages_.load(std::memory_order_relaxed)};
  }
  KernelPart part() const;
  bool diverges() const { return diverged_ >= kEnoughTurns && diverged_ >= 3 * undiverged_; }
  bool has_outgrown(const HostCode& code) const;
  // Returns the time in dispatches since the code in `slot` was published.
  std::chrono::nanoseconds time_since_code(const Slot& slot) const;
  // Begins to count what `code`, which has just been compiled and is part of the kernel, leaves to the interpreter.
  void begin_strays(const HostCode& code);
  void choose_part();

  Slot& slot(eu::ThreadChannels thread_channels) { return slots_[static_cast<std::size_t>(thread_channels)]; }
  const Slot& slot(eu::ThreadChannels thread_channels) const {
    return slots_[static_cast<std::size_t>(thread_channels)];
  }

  std::vector<std::byte> bytes_;
  eu::Kernel kernel_;
  std::uint32_t control_;
  std::size_t messages_;  // number of instructions that send messages
  bool is_long_;
  std::array<Slot, 3> slots_;             // indexed by ThreadChannels
  std::atomic<std::uint8_t> needed_ = 0;  // bit() of each kind of threads that dispatches have needed
  std::atomic<State> state_ = State::idle;
  std::atomic<std::uint64_t> interpreted_ = 0;  // instructions
  std::atomic<std::int64_t> interpreting_ = 0;  // processor time, nanoseconds
  std::atomic<double> pace_ = 0;                // nanoseconds an interpreted instruction, when code was last published
  static constexpr unsigned kEnoughTurns = 4;
  std::atomic<unsigned> diverged_ = 0;    // turns of interpreted threads
  std::atomic<unsigned> undiverged_ = 0;  // turns of interpreted threads
  std::atomic<std::size_t> part_instructions_ = 0;
  std::atomic<std::size_t> part_messages_ = 0;
  std::atomic<float> thread_time_ = kUnknownTime;  // nanoseconds of a thread in the last dispatch
  static constexpr float kUnknownTime = -1;
  mutable std::mutex mutex_;  // guards the members below
  KernelStats stats_;
  // How often each instruction of a long kernel was interpreted since code was last published; which instructions the
  // code has; which instructions the next code should have.
  std::vector<std::uint64_t> visits_;
  std::uint64_t all_visits_ = 0;
  std::uint64_t chosen_at_ = 0;  // all_visits_ when part_ was chosen
  std::vector<bool> compiled_;
  std::vector<bool> part_;
  std::vector<std::shared_ptr<const HostCode>> replaced_;  // earlier code, which threads may still run
};

}  // namespace eugene::gpu
