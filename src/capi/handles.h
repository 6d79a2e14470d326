// The structures that the handles of eugene.h point to, and helpers for errors of its functions.
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
#include "binary/device_binary.h"
#include "check/finding/finding.h"
#include "check/kinds.h"
#include "checked_executor.h"
#include "eugene.h"
#include "gpu/stats.h"
#include "gpu/tiers/compiler.h"
#include "hooks.h"
#include "instructions.h"
#include "launch/machine.h"
#include "live_handles.h"
#include "profile/counts.h"
#include "settings/settings.h"
#include "step_source.h"
#include "text_program.h"
#include "text_run.h"

namespace eugene::capi {

// Registers a handle for the lifetime of its object (live_handles.h).
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

}  // namespace eugene::capi

struct eugene_program {
  eugene_machine* machine;
  std::unique_ptr<eugene::binary::DeviceBinary> binary;  // `loaded` points to it
  std::unique_ptr<eugene::capi::TextProgram> text;       // null: the program is a binary
  eugene::launch::LoadedProgram loaded;
  mutable std::map<size_t, eugene::capi::Instructions> instructions;  // indexed by kernel; filled on first use
  eugene::capi::Known<eugene_program> known{this};

  const eugene::binary::DeviceKernel* kernel(size_t number) const {
    return number < binary->kernels.size() ? &binary->kernels[number] : nullptr;
  }
  const eugene::binary::DeclaredArgument* argument(size_t number, size_t argument) const {
    const eugene::binary::DeviceKernel* of = kernel(number);
    return of != nullptr && argument < of->arguments.size() ? &of->arguments[argument] : nullptr;
  }
};

enum class Activity : std::uint8_t { none, runs, steps };  // activity of a launch

struct eugene_launch {
  eugene_program* program;
  size_t kernel;
  eugene::launch::Launch launch;
  eugene::gpu::DispatchStats stats;
  eugene::capi::Hook hook;
  std::optional<eugene::check::Kinds> check;  // nothing: the machine's option
  std::vector<eugene::check::Finding> findings;
  std::vector<std::string> finding_texts;
  bool is_profiled = false;
  std::optional<eugene::profile::KernelCounts> profile;  // nothing: the last run was not profiled
  eugene::capi::TextRun text;                            // only for a text program
  std::string output;
  // eugene_launch_interrupt() reads this in other host threads.
  std::atomic<Activity> activity = Activity::none;
  // Used by a launch that steps, which runs in a host thread of the stepper.
  eugene_status result = EUGENE_OK;
  std::string error;
  eugene::capi::Stepper stepper;
  eugene::capi::Known<eugene_launch> known{this};
};

struct eugene_machine {
  // Ends a stopped launch while the members that it uses still exist.
  ~eugene_machine() { end_steps(); }
  eugene_machine() = default;
  eugene_machine(const eugene_machine&) = delete;
  eugene_machine& operator=(const eugene_machine&) = delete;

  eugene::settings::Settings settings;
  std::unique_ptr<eugene::launch::Machine> made;  // created on first use
  std::vector<std::unique_ptr<eugene_program>> programs;
  std::vector<std::unique_ptr<eugene_launch>> launches;
  std::shared_ptr<eugene::capi::HookSource> hooks = std::make_shared<eugene::capi::HookSource>();
  std::shared_ptr<eugene::capi::StepSource> steps = std::make_shared<eugene::capi::StepSource>();
  std::atomic<bool> is_cancelled = false;  // cancels the running launch
  std::atomic<bool> runs = false;          // a launch of the machine is running, so the machine must not change
  eugene_launch* stepped = nullptr;        // the launch that was started step by step and has not ended; null: none
  eugene::Diagnostics diagnostics;         // diagnostics of the program or directives read last
  std::map<std::string, eugene::capi::CheckedExecutor> checked;  // indexed by the names of the checked kinds
  std::unique_ptr<eugene::gpu::Compiler> text_compiler;          // for text programs, if code must be compiled
  unsigned generation = eugene::capi::fork_generation();         // of the process with its host threads
  eugene::capi::Known<eugene_machine> known{this};

  eugene::launch::Machine& get();
  // In the child of a fork, which has no host threads: creates new ones. Returns false if a launch was running at the
  // time of the fork; the machine is then unusable in the child.
  bool adopt();
  // Returns the options of an executor that checks for `kinds`, with `observers` in addition to the observers of every
  // launch.
  eugene::gpu::ExecutorOptions options_for(const eugene::check::Kinds& kinds,
                                           std::shared_ptr<eugene::profile::Profiler> profiler,
                                           eugene::gpu::ObserverSources observers) const {
    eugene::settings::Settings all = settings;
    all.check = kinds;
    observers.push_back(hooks);
    observers.push_back(steps);
    eugene::gpu::ExecutorOptions options = all.executor(std::move(profiler), {}, std::move(observers));
    options.cancelled = &is_cancelled;
    options.tiers->when_missing({});  // the library may be installed without the compiler
    return options;
  }
  eugene::capi::CheckedExecutor& get(const eugene::check::Kinds& kinds) {
    auto [found, is_new] = checked.try_emplace(eugene::check::to_text(kinds));
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

namespace eugene::capi {

// The text that eugene_error() returns in the calling thread.
std::string& last_error();
// Store the error of the call, and return `status`.
eugene_status failed(std::string text, eugene_status status);
eugene_status failed(const Diagnostic& problem, eugene_status status);
// Returns EUGENE_OK, or stores an error if `result` is null or the caller's structure, of `bytes` bytes, is smaller
// than the library's. `type` is the structure's name in eugene.h.
template <typename T>
eugene_status require_room(const T* result, std::size_t bytes, const char* type) {
  if (result == nullptr) return failed(std::string("the pointer to the ") + type + " is null", EUGENE_USAGE);
  if (bytes >= sizeof(T)) return EUGENE_OK;
  return failed(std::string(type) + " has " + std::to_string(sizeof(T)) + " bytes, but there is room for " +
                    std::to_string(bytes) + ": pass sizeof(" + type + ")",
                EUGENE_USAGE);
}
// Store the error of the call, and return null.
std::nullptr_t none(std::string text);
std::nullptr_t none(const Diagnostic& problem);

// Returns EUGENE_USAGE and stores an error if `machine` is not a machine, or a launch of it is running, for example if
// a hook calls this.
eugene_status require_at_rest(eugene_machine* machine);
// Likewise, also if a launch of the machine is stopped.
eugene_status require_no_steps(eugene_machine* machine);
// Likewise if `launch` is not a launch, or is running or stopped. Another launch of its machine may be running.
eugene_status require_idle(eugene_launch* launch);
// Returns EUGENE_USAGE and stores an error if `handle` is not an object of this type.
template <class T>
eugene_status require_live(const T* handle);
// Keeps the diagnostics in the machine, and stores the errors among them as the error of the call.
void keep(eugene_machine& machine, Diagnostics diagnostics);
// Runs the launch to its end, and stores the results in its members.
eugene_status run(eugene_launch& launch);
eugene_status run_text(eugene_launch& launch);

// Returns the result of `function`, or `otherwise` if it throws, for example if there is no memory or no thread can be
// started.
template <class Function, class Value>
Value guarded(Value otherwise, Function function) noexcept {
  try {
    return function();
  } catch (const std::exception& problem) {
    last_error() = problem.what();
    return otherwise;
  }
}

}  // namespace eugene::capi
