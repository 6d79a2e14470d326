// All kernels of the process, and the thread that compiles them.
//
// A kernel is interpreted at first: compiling takes tens of milliseconds, longer than most kernels run. Workers report
// how much they have interpreted. Once compiling pays (compile_rule.h), the kernel enters a queue, and a separate
// thread compiles it while it is still interpreted. Of several kernels, the one that has been interpreted longest comes
// first. If a kernel is long and spends its time in a small part, only that part is compiled (hot_part.h), and later a
// larger part if other instructions are executed often. Code of large kernels is first generated fast, and is compiled
// again with optimisations if the kernel runs for long. Each turn of a thread (tier_runner.h) checks for code. Both
// tiers leave the same results, so a thread may change tiers between any two of its turns.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/tiers/compile_rule.h"
#include "gpu/tiers/compiler.h"
#include "gpu/tiers/tiered_kernel.h"
#include "isa/gen.h"

namespace eugene::gpu {

enum class Tier : std::uint8_t {
  automatic,  // interpret; compile hot kernels in the background, and change tiers even in the middle of a dispatch
  interpret,
  jit,  // compile before the first thread runs; interpret kernels that cannot be compiled
};

struct TierOptions {
  Tier tier = Tier::interpret;
  // Tier::automatic compiles a kernel after this many executions of each of its instructions, on average. Nothing: when
  // compiling begins to pay (compile_rule.h).
  std::optional<std::uint64_t> hot_after = std::nullopt;
  double patience = CompileRule::kPatience;
  unsigned processors = std::thread::hardware_concurrency();  // processors for workers and the compiler
  CompilerOptions compiler;
};

// Safe to use from several host threads.
class Tiers {
 public:
  static constexpr std::size_t kMaxKernels = 4096;

  explicit Tiers(TierOptions options = {});
  ~Tiers();  // cancels a running compilation
  Tiers(const Tiers&) = delete;
  Tiers& operator=(const Tiers&) = delete;

  // Returns the kernel with this machine code, for threads that start with `control` in cr0.0. All callers share it.
  Result<std::shared_ptr<TieredKernel>> find(const isa::Gen& gen, std::span<const std::byte> code,
                                             std::uint32_t control);

  // Makes a kernel from `bytes` that is not shared with other callers.
  std::shared_ptr<TieredKernel> add(eu::Kernel kernel, std::span<const std::byte> bytes, std::uint32_t control) const;

  // Whether only a part of the kernel may be compiled, so that executions of its instructions are counted.
  bool compiles_parts(const TieredKernel& kernel) const {
    return kernel.is_long() && options_.tier == Tier::automatic && !options_.compiler.observed.any_in_code();
  }

  // Must be called before a dispatch to `workers` workers whose threads need code for `needed`. Returns at once, except
  // with Tier::jit, which waits for the code.
  void prepare(TieredKernel& kernel, eu::ThreadChannels needed, unsigned workers);
  // Records that `more` of `kernel` was interpreted, in a dispatch that needs `left` more time (compile_rule.h).
  void interpreted(TieredKernel& kernel, const Interpreted& more,
                   std::chrono::nanoseconds left = CompileRule::kUnknown);
  // Records that code of a part of `kernel` has left `instructions` to the interpreter.
  void strayed(TieredKernel& kernel, std::uint64_t instructions, std::chrono::nanoseconds left);
  // Must be called when a worker begins and ends running threads. The count of workers decides whether a processor is
  // idle.
  void begin_work() { working_.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { working_.fetch_sub(1, std::memory_order_relaxed); }

  // With Tier::jit: `tell` is called with the kernel's code when a dispatch has waited for that code for a second. Must
  // be set before the first dispatch.
  void when_waiting(std::function<void(std::span<const std::byte>)> tell) { tell_waiting_ = std::move(tell); }

  // `tell` is called for the first kernel that should be compiled but cannot be, because the compiler is missing. Must
  // be set before the first dispatch.
  void when_missing(std::function<void(const CompilerTrouble&)> tell) { tell_missing_ = std::move(tell); }

  // Stops compiling: kernels with code keep it, others are interpreted. Waits until a running compilation has been
  // cancelled. Must be called by one thread at a time.
  void stop_compiling();

  // Returns kernels whose code keeps digests (eu/digest.h), and has no other support for observers. Their threads start
  // with contents in `given` registers. They are made at the first call, and are compiled by the same rules.
  const std::shared_ptr<Tiers>& with_digests(unsigned given);

  // Whether a compilation is running. Cancelling it may take tenths of a second.
  bool is_compiling() const;
  // Statistics of every kernel that has run, in no particular order.
  std::vector<KernelStats> stats() const;

 private:
  Interpreted so_far(const TieredKernel& kernel) const;
  // What to compile of a kernel: all of it, or only TieredKernel::part().
  struct Extent {
    CompileSize size;
    bool is_part = false;
  };
  Extent find_extent(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const;
  bool has_idle(unsigned more_workers) const;
  void ask_if_due(TieredKernel& kernel, const CompileRule::Situation& now);
  void ask_to_optimise_if_due(TieredKernel& kernel, const CompileRule::Situation& now);
  void ask(TieredKernel& kernel);
  void wait_for_code(const TieredKernel& kernel);
  static void reopen(TieredKernel& kernel);
  static void leave_to_interpreter(TieredKernel& kernel);
  void work(const std::stop_token& stop);
  std::shared_ptr<TieredKernel> take_next();
  void compile(TieredKernel& kernel);
  void report_missing(const CompilerTrouble& trouble);
  bool is_stopped() const;
  void publish(TieredKernel& kernel, eu::ThreadChannels thread_channels, std::shared_ptr<const HostCode> code,
               bool from_cache, std::chrono::steady_clock::time_point start);

  TierOptions options_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<TieredKernel>> kernels_;  // indexed by make_key()
  std::vector<std::shared_ptr<TieredKernel>> queue_;                        // in the order of requests
  std::condition_variable_any wake_;
  std::function<void(std::span<const std::byte>)> tell_waiting_;  // null: disabled
  std::function<void(const CompilerTrouble&)> tell_missing_;      // null: disabled
  std::atomic<bool> has_told_missing_ = false;
  std::mutex done_mutex_;
  std::condition_variable done_;  // a kernel has left TieredKernel::State::asked
  Compiler compiler_;
  CompileRule rule_;
  std::atomic<bool> compiling_ = false;
  bool stopped_ = false;                                     // guarded by mutex_
  std::map<unsigned, std::shared_ptr<Tiers>> with_digests_;  // indexed by `given`; guarded by mutex_
  std::atomic<unsigned> working_ = 0;                        // number of working workers
  std::jthread thread_;                                      // started for the first compilation
};

}  // namespace eugene::gpu
