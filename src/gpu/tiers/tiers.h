// All kernels of the process, and the thread that compiles them.
//
// A kernel is interpreted at first: compiling takes tens of milliseconds, more than most kernels run. Workers report
// how much they have interpreted. Once compiling pays (compile_rule.h) the kernel enters a queue, and a separate thread
// compiles it while it is still interpreted, of several kernels first that which has been interpreted longest. Each
// turn of a thread (tier_runner.h) checks for code. Both tiers leave the same results, so a thread may change tiers
// between any two of its turns.
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
  jit,  // compile before the first thread runs; what cannot be compiled is interpreted
};

struct TierOptions {
  Tier tier = Tier::interpret;
  // Tier::automatic compiles a kernel after this many executions of each of its instructions, on average; none: when
  // that begins to pay (compile_rule.h).
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
  ~Tiers();  // a compilation under way is given up
  Tiers(const Tiers&) = delete;
  Tiers& operator=(const Tiers&) = delete;

  // The kernel with this machine code, for threads that start with `control` in cr0.0. All callers share it.
  Result<std::shared_ptr<TieredKernel>> find(const isa::Gen& gen, std::span<const std::byte> code,
                                             std::uint32_t control);

  // A kernel made from `bytes` that is not shared with other callers.
  std::shared_ptr<TieredKernel> add(eu::Kernel kernel, std::span<const std::byte> bytes, std::uint32_t control) const;

  // Call before a dispatch to `workers` workers whose threads need code for `needed`. Returns at once, except with
  // Tier::jit, where it waits for the code.
  void prepare(TieredKernel& kernel, eu::ThreadChannels needed, unsigned workers);
  // `more` of `kernel` has been interpreted, in a dispatch that needs `left` more time (compile_rule.h).
  void interpreted(TieredKernel& kernel, const Interpreted& more,
                   std::chrono::nanoseconds left = CompileRule::kUnknown);
  // A worker begins to run threads, and ends: whether a processor is idle depends on it.
  void begin_work() { working_.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { working_.fetch_sub(1, std::memory_order_relaxed); }

  // Has a dispatch that waits for code for a second, with Tier::jit, tell of it: `tell` gets the kernel's code. Call
  // before the first one.
  void when_waiting(std::function<void(std::span<const std::byte>)> tell) { tell_waiting_ = std::move(tell); }

  // Has the first kernel that should be compiled, but cannot be because the compiler is missing, tell of that. Call
  // before the first dispatch.
  void when_missing(std::function<void(const CompilerTrouble&)> tell) { tell_missing_ = std::move(tell); }

  // Stops compiling: kernels that have code keep it, others are interpreted. Waits until a compilation under way has
  // been cancelled. From one thread at a time.
  void stop_compiling();

  // Kernels whose code keeps digests (eu/digest.h), and nothing else that is observed, of threads that start with
  // contents in `given` registers. They are made when first asked for, and compile as these do.
  const std::shared_ptr<Tiers>& with_digests(unsigned given);

  // Whether a compilation is under way. Cancelling it may take tenths of a second.
  bool is_compiling() const;
  // Of every kernel that has run, in no order.
  std::vector<KernelStats> stats() const;

 private:
  Interpreted so_far(const TieredKernel& kernel) const;
  static CompileSize size_of(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  bool has_idle(unsigned more_workers) const;
  void ask_if_due(TieredKernel& kernel, const CompileRule::Now& now);
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
  std::unordered_map<std::string, std::shared_ptr<TieredKernel>> kernels_;  // by key_of()
  std::vector<std::shared_ptr<TieredKernel>> queue_;                        // in the order of asking
  std::condition_variable_any wake_;
  std::function<void(std::span<const std::byte>)> tell_waiting_;  // null: nothing is told
  std::function<void(const CompilerTrouble&)> tell_missing_;      // null: nothing is told
  std::atomic<bool> has_told_missing_ = false;
  std::mutex done_mutex_;
  std::condition_variable done_;  // a kernel has left TieredKernel::State::asked
  Compiler compiler_;
  CompileRule rule_;
  std::atomic<bool> compiling_ = false;
  bool stopped_ = false;                                     // under mutex_
  std::map<unsigned, std::shared_ptr<Tiers>> with_digests_;  // by given registers; under mutex_
  std::atomic<unsigned> working_ = 0;                        // workers
  std::jthread thread_;                                      // started when there is first something to compile
};

}  // namespace eugene::gpu
