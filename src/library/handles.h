// The structures behind the handles of eugene.h, and the ways in which its functions fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "checked_executor.h"
#include "eugene.h"
#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/settings.h"
#include "gpu/stats.h"
#include "gpu/tiers/compiler.h"
#include "hooks.h"
#include "instructions.h"
#include "launch/machine.h"
#include "live_handles.h"
#include "load/device_binary.h"
#include "profile/counts.h"
#include "step_source.h"
#include "text_program.h"
#include "text_run.h"

namespace eugene::library {

// Has a handle known as long as the object that it is of.
template <class T>
class Known {
 public:
  explicit Known(const T* handle) : handle_(handle) { add_handle(handle); }
  ~Known() { remove_handle(handle_); }
  Known(const Known&) = delete;
  Known& operator=(const Known&) = delete;

 private:
  const T* handle_;
};

}  // namespace eugene::library

struct eugene_program {
  eugene_machine* machine;
  std::unique_ptr<eugene::load::DeviceBinary> binary;  // its address is in `loaded`
  std::unique_ptr<eugene::library::TextProgram> text;  // that the binary stands for; null: it is one
  eugene::launch::LoadedProgram loaded;
  mutable std::map<size_t, eugene::library::Instructions> instructions;  // by kernel: of those that were asked for
  eugene::library::Known<eugene_program> known{this};

  const eugene::load::DeviceKernel* kernel(size_t number) const {
    return number < binary->kernels.size() ? &binary->kernels[number] : nullptr;
  }
  const eugene::load::Argument* argument(size_t number, size_t argument) const {
    const eugene::load::DeviceKernel* of = kernel(number);
    return of != nullptr && argument < of->arguments.size() ? &of->arguments[argument] : nullptr;
  }
};

enum class Activity : std::uint8_t { none, runs, steps };  // of a launch

struct eugene_launch {
  eugene_program* program;
  size_t kernel;
  eugene::launch::Launch launch;
  eugene::gpu::DispatchStats stats;
  eugene::library::Hook hook;
  std::optional<eugene::gpu::CheckKinds> check;  // nothing: as the machine has it
  std::vector<eugene::findings::Finding> findings;
  std::vector<std::string> finding_texts;
  bool is_profiled = false;
  std::optional<eugene::profile::KernelCounts> profile;  // nothing: the last run has none
  eugene::library::TextRun text;                         // of a text program
  std::string output;
  // What eugene_launch_interrupt() asks in other host threads.
  std::atomic<Activity> activity = Activity::none;
  // The rest of a launch that stops: it runs in a host thread of the stepper.
  eugene_status result = EUGENE_OK;
  std::string error;
  eugene::library::Stepper stepper;
  eugene::library::Known<eugene_launch> known{this};
};

struct eugene_machine {
  // A launch that is stopped ends while there is what it uses.
  ~eugene_machine() { end_steps(); }
  eugene_machine() = default;
  eugene_machine(const eugene_machine&) = delete;
  eugene_machine& operator=(const eugene_machine&) = delete;

  eugene::gpu::Settings settings;
  std::unique_ptr<eugene::launch::Machine> made;  // with the first thing that needs it
  std::vector<std::unique_ptr<eugene_program>> programs;
  std::vector<std::unique_ptr<eugene_launch>> launches;
  std::shared_ptr<eugene::library::HookSource> hooks = std::make_shared<eugene::library::HookSource>();
  std::shared_ptr<eugene::library::StepSource> steps = std::make_shared<eugene::library::StepSource>();
  std::atomic<bool> is_cancelled = false;  // the launch that runs
  std::atomic<bool> runs = false;          // a launch of it: meanwhile nothing of the machine changes
  eugene_launch* stepped = nullptr;        // the launch that has been started and has not ended
  eugene::Diagnostics diagnostics;         // of what was read last
  std::map<std::string, eugene::library::CheckedExecutor> checked;  // by the kinds that are looked for
  std::unique_ptr<eugene::gpu::Compiler> text_compiler;             // of text programs, where code is to be compiled
  unsigned generation = eugene::library::fork_generation();         // of the process that has its host threads
  eugene::library::Known<eugene_machine> known{this};

  eugene::launch::Machine& get();
  // In the child of a fork, which has none of its parent's host threads: makes others. False: a launch was under way at
  // the fork, and the child has no part of the machine as a whole.
  bool adopt();
  // Of an executor that looks for `kinds`, by observers of these besides those of every launch.
  eugene::gpu::ExecutorOptions options_for(const eugene::gpu::CheckKinds& kinds,
                                           std::shared_ptr<eugene::profile::Profiler> profiler,
                                           eugene::gpu::ObserverSources observers) const {
    eugene::gpu::Settings all = settings;
    all.check = kinds;
    observers.push_back(hooks);
    observers.push_back(steps);
    eugene::gpu::ExecutorOptions options = all.executor(std::move(profiler), {}, std::move(observers));
    options.cancelled = &is_cancelled;
    options.tiers->when_missing({});  // the library may be installed without the compiler
    return options;
  }
  eugene::library::CheckedExecutor& get(const eugene::gpu::CheckKinds& kinds) {
    auto [found, is_new] = checked.try_emplace(eugene::gpu::text_of(kinds));
    if (is_new) {
      found->second.checks = std::make_unique<eugene::launch::Checks>(kinds);
      found->second.executor = get().executor(options_for(kinds, nullptr, found->second.checks->sources()));
    }
    return found->second;
  }
  void end_steps() {
    if (stepped == nullptr) return;
    stepped->stepper.abandon([this] { is_cancelled = true; });
    stepped = nullptr;
  }
};

namespace eugene::library {

// Of the calling thread: what eugene_error() gives.
std::string& last_error();
// `status`, after the error has been kept.
eugene_status failed(std::string text, eugene_status status);
eugene_status failed(const Diagnostic& problem, eugene_status status);
// Null likewise.
std::nullptr_t none(std::string text);
std::nullptr_t none(const Diagnostic& problem);

// EUGENE_USAGE, with the error, if this is no machine or a launch of it runs: in its hooks, say.
eugene_status require_at_rest(eugene_machine* machine);
// Likewise if a launch of the machine is stopped.
eugene_status require_no_steps(eugene_machine* machine);
// Likewise if this is no launch, or it runs or is stopped. Another launch of its machine may run.
eugene_status require_idle(eugene_launch* launch);
// EUGENE_USAGE, with the error, if this is no such object.
template <class T>
eugene_status require_live(const T* handle);
// Keeps them as the machine's, with the errors among them as that of the call.
void keep(eugene_machine& machine, Diagnostics diagnostics);
// Runs the launch to its end, and has what it has done as its members.
eugene_status run(eugene_launch& launch);
eugene_status run_text(eugene_launch& launch);

// The result of `function`; `otherwise` if it throws, as where there is no memory or no thread can be started.
template <class Function, class Value>
Value guarded(Value otherwise, Function function) noexcept {
  try {
    return function();
  } catch (const std::exception& problem) {
    last_error() = problem.what();
    return otherwise;
  }
}

}  // namespace eugene::library
