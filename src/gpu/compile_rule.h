// When compiling a kernel begins to pay. Nobody knows how long a kernel will go on; what it has cost so far is the best
// guess, as for skiers who rent until they have paid the price of a pair.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eugene::gpu {

// What interpreting a kernel has taken so far.
struct Interpreted {
  std::uint64_t instructions = 0;
  std::chrono::nanoseconds time{0};  // of processors, over all workers
};

// Safe to use from several host threads.
class CompileRule {
 public:
  // `hot_after`: a kernel is compiled after this many executions of each of its instructions, on average. None: once
  // interpreting has taken kPatience times as long as compiling is expected to, unless the dispatch under way will be
  // over before as much time again has passed.
  explicit CompileRule(std::optional<std::uint64_t> hot_after) : hot_after_(hot_after) {}

  // Is it time to compile a kernel of so many instructions? `left` of processors' time will the dispatch under way
  // still take, as far as anybody can tell.
  static constexpr std::chrono::nanoseconds kUnknown = std::chrono::nanoseconds::max();
  bool is_due(const Interpreted& so_far, std::size_t instructions, std::chrono::nanoseconds left = kUnknown) const;
  // Compiling a kernel of so many instructions has taken that much processor time: so will those to come.
  void compiled(std::size_t instructions, std::chrono::nanoseconds time);
  std::chrono::nanoseconds expected(std::size_t instructions) const;

  // Where a kernel ends while it is compiled, that was in vain: W busy processors have lost the compilation, beside
  // kPatience times as much before it and W times as much during it. So it costs a sixth at most of two processors.
  static constexpr int kPatience = 4;
  // Before there is anything to go by: docs/jit.md, "What compiling costs"; as if so many instructions had taken that.
  static constexpr std::chrono::nanoseconds kPerInstruction{650'000};
  static constexpr std::uint64_t kPrior = 500;

 private:
  std::optional<std::uint64_t> hot_after_;
  std::atomic<std::uint64_t> instructions_ = kPrior;
  std::atomic<std::uint64_t> nanoseconds_ = kPrior * static_cast<std::uint64_t>(kPerInstruction.count());
};

}  // namespace eugene::gpu
