// Decides when to compile a kernel: a ski-rental problem, as its remaining run time is unknown. The estimate of the
// remaining time is the time that interpreting it has taken so far, or the rest of the dispatch if that is known to be
// shorter. The kernel is compiled once
//
//   min(time so far, time left) >= patience * C,    C = expected compile time
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace eugene::gpu {

// Cost of interpreting a kernel so far.
struct Interpreted {
  std::uint64_t instructions = 0;
  std::chrono::nanoseconds time{0};  // processor time, summed over all workers
};

// Size of a kernel for the estimate of its compile time.
struct CompileSize {
  std::size_t instructions = 0;
  std::size_t messages = 0;  // messages among the instructions
  unsigned versions = 1;     // versions of the code (jit/record/record_versions.h)

  // Cost of a message; the unit is an instruction that sends no message. Measured costs are in
  // docs/record/performance.md, "What compiling costs".
  static constexpr std::size_t kMessage = 9;
  std::size_t work() const { return versions * (instructions + (kMessage - 1) * messages); }
};

// Safe to use from several host threads.
class CompileRule {
 public:
  // The situation at the time of the decision.
  struct Situation {
    // Estimated processor time that the current dispatch still needs.
    std::chrono::nanoseconds left = kUnknown;
    bool has_idle = false;  // a processor runs no thread
  };
  static constexpr std::chrono::nanoseconds kUnknown = std::chrono::nanoseconds::max();

  // Worst case while all W processors are busy: the kernel ends just as its compilation does. Interpreting took
  // kPatience * C before and W * C meanwhile, so the wasted C adds 1 / (kPatience + W) to that: a third with
  // two processors. Chosen by measuring (docs/how/jit.md, "When compiling pays"). Compiling on an idle processor takes
  // no time from other work. A kernel that keeps running then loses only the time it has waited for the start of
  // compiling, kIdleShare * kPatience * C: an eighth.
  static constexpr double kPatience = 1;
  static constexpr double kIdleShare = 0.125;

  // With `hot_after`, a kernel is compiled after this many executions of each of its instructions, on average. Without,
  // the cost model above decides, and `patience` is its factor while all processors are busy.
  explicit CompileRule(std::optional<std::uint64_t> hot_after, double patience = kPatience)
      : hot_after_(hot_after), patience_(patience) {}

  // Whether to compile a kernel now.
  bool is_due(const Interpreted& so_far, const CompileSize& size, const Situation& now) const;
  // Records that compiling a kernel took `time` of a processor. Updates the estimate for later kernels.
  void compiled(const CompileSize& size, std::chrono::nanoseconds time);
  std::chrono::nanoseconds expected(const CompileSize& size) const;

  double patience(const Situation& now) const { return now.has_idle ? kIdleShare * patience_ : patience_; }
  // Prior of the estimate: kPrior units of work at kPerWork each.
  static constexpr std::chrono::nanoseconds kPerWork{310'000};
  static constexpr std::uint64_t kPrior = 1000;

 private:
  std::optional<std::uint64_t> hot_after_;
  double patience_;
  std::atomic<std::uint64_t> work_ = kPrior;
  std::atomic<std::uint64_t> nanoseconds_ = kPrior * static_cast<std::uint64_t>(kPerWork.count());
};

}  // namespace eugene::gpu
