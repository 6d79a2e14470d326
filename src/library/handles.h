// The structures behind the handles of eugene.h, and the ways in which its functions fail.
#pragma once

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
#include "hooks.h"
#include "instructions.h"
#include "launch/machine.h"
#include "load/device_binary.h"
#include "profile/counts.h"

struct eugene_program {
  eugene_machine* machine;
  std::unique_ptr<eugene::load::DeviceBinary> binary;  // its address is in `loaded`
  eugene::launch::LoadedProgram loaded;
  mutable std::map<size_t, eugene::library::Instructions> instructions;  // by kernel: of those that were asked for

  const eugene::load::DeviceKernel* kernel(size_t number) const {
    return number < binary->kernels.size() ? &binary->kernels[number] : nullptr;
  }
  const eugene::load::Argument* argument(size_t number, size_t argument) const {
    const eugene::load::DeviceKernel* of = kernel(number);
    return of != nullptr && argument < of->arguments.size() ? &of->arguments[argument] : nullptr;
  }
};

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
  std::vector<eugene::profile::InstructionCounts> profile;  // by number; empty: the last run has none
};

struct eugene_machine {
  eugene::gpu::Settings settings;
  std::unique_ptr<eugene::launch::Machine> made;  // with the first thing that needs it
  std::vector<std::unique_ptr<eugene_program>> programs;
  std::vector<std::unique_ptr<eugene_launch>> launches;
  std::shared_ptr<eugene::library::HookSource> hooks = std::make_shared<eugene::library::HookSource>();
  std::map<std::string, eugene::library::CheckedExecutor> checked;  // by the kinds that are looked for

  eugene::launch::Machine& get() {
    if (made == nullptr)
      made = std::make_unique<eugene::launch::Machine>(settings.device(), settings.executor(nullptr, {}, {hooks}),
                                                       settings.threads);
    return *made;
  }
  eugene::gpu::Settings settings_for(const eugene::gpu::CheckKinds& kinds) const {
    eugene::gpu::Settings all = settings;
    all.check = kinds;
    return all;
  }
  eugene::library::CheckedExecutor& get(const eugene::gpu::CheckKinds& kinds) {
    auto [found, is_new] = checked.try_emplace(eugene::gpu::text_of(kinds));
    if (is_new) {
      found->second.checks = std::make_unique<eugene::launch::Checks>(kinds);
      eugene::gpu::ObserverSources observers = found->second.checks->sources();
      observers.push_back(hooks);
      found->second.executor = get().executor(settings_for(kinds).executor(nullptr, {}, std::move(observers)));
    }
    return found->second;
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
