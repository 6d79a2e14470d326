// When compiling a kernel begins to pay. How long a kernel will still run is unknown; what it has cost so far is the
// best guess, as for skiers who rent until they have paid the price of a pair.
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

// What there is to compile.
struct CompileSize {
  std::size_t instructions = 0;
  std::size_t messages = 0;  // among them
  unsigned versions = 1;     // of the code (jit/record/record_versions.h)

  // In what goes into one instruction that sends no message: docs/jit.md, "What compiling costs".
  static constexpr std::size_t kMessage = 9;
  std::size_t work() const { return versions * (instructions + (kMessage - 1) * messages); }
};

// Safe to use from several host threads.
class CompileRule {
 public:
  // The moment of the decision.
  struct Now {
    // The dispatch under way will still take the processors so long, as far as anybody can tell.
    std::chrono::nanoseconds left = kUnknown;
    bool has_idle = false;  // a processor runs no thread
  };
  static constexpr std::chrono::nanoseconds kUnknown = std::chrono::nanoseconds::max();

  // `hot_after`: a kernel is compiled after this many executions of each of its instructions, on average. None: once
  // interpreting has taken patience() times as long as compiling is expected to, unless the dispatch under way will be
  // over before as much time again has passed.
  explicit CompileRule(std::optional<std::uint64_t> hot_after) : hot_after_(hot_after) {}

  // Is it time to compile a kernel?
  bool is_due(const Interpreted& so_far, const CompileSize& size, const Now& now) const;
  // Compiling a kernel has taken that much processor time: so will those to come.
  void compiled(const CompileSize& size, std::chrono::nanoseconds time);
  std::chrono::nanoseconds expected(const CompileSize& size) const;

  // Where a kernel ends while it is compiled, that was in vain: W busy processors have lost the compilation, beside
  // kBusyPatience times as much before it and W times as much during it. So it costs a sixth at most of two processors.
  // An idle one takes time from no other work, and a kernel that keeps running loses what it has waited: an eighth of
  // compiling.
  static constexpr double kBusyPatience = 4;
  static constexpr double kIdlePatience = 0.125;
  static constexpr double patience(const Now& now) { return now.has_idle ? kIdlePatience : kBusyPatience; }
  // Before there is anything to go by: as if so much work had taken that.
  static constexpr std::chrono::nanoseconds kPerWork{310'000};
  static constexpr std::uint64_t kPrior = 1000;

 private:
  std::optional<std::uint64_t> hot_after_;
  std::atomic<std::uint64_t> work_ = kPrior;
  std::atomic<std::uint64_t> nanoseconds_ = kPrior * static_cast<std::uint64_t>(kPerWork.count());
};

}  // namespace eugene::gpu
