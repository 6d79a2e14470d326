// Launches of kernels: arguments, sizes, the run and its statistics.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "findings/collection.h"
#include "findings/text.h"
#include "gpu/report.h"
#include "handles.h"
#include "profile/profiler.h"

using namespace eugene;
using library::failed;
using library::guarded;
using library::none;

namespace {

launch::ArgumentValue* argument_of(eugene_launch* launch, size_t number) {
  if (launch == nullptr || number >= launch->launch.arguments.size()) return nullptr;
  return &launch->launch.arguments[number];
}

eugene_status set(eugene_launch* launch, size_t number, launch::ArgumentValue value) {
  launch::ArgumentValue* argument = argument_of(launch, number);
  if (argument == nullptr) return failed(fmt::format("the kernel has no argument {}", number), EUGENE_USAGE);
  *argument = std::move(value);
  return EUGENE_OK;
}

// Each once, as `eugene run --check` tells of them.
void keep_findings(eugene_launch& launch, std::vector<findings::Finding> found) {
  findings::Collection all;
  for (findings::Finding& each : found) all.add(std::move(each));
  launch.findings = all.findings();
  for (const findings::Finding& each : launch.findings) launch.finding_texts.push_back(findings::format(each));
}

}  // namespace

eugene_launch* eugene_launch_create(eugene_program* program, size_t kernel) {
  return guarded(static_cast<eugene_launch*>(nullptr), [&]() -> eugene_launch* {
    const load::DeviceKernel* found = program == nullptr ? nullptr : program->kernel(kernel);
    if (found == nullptr) return none("there is no such kernel");
    auto launch = std::make_unique<eugene_launch>(program, kernel);
    launch->launch.arguments.resize(found->arguments.size());
    return program->machine->launches.emplace_back(std::move(launch)).get();
  });
}

void eugene_launch_destroy(eugene_launch* launch) {
  if (launch == nullptr) return;
  std::erase_if(launch->program->machine->launches, [&](const auto& each) { return each.get() == launch; });
}

eugene_status eugene_launch_set_value(eugene_launch* launch, size_t argument, const void* value, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    const auto* first = static_cast<const std::byte*>(value);
    return set(launch, argument, launch::ValueArgument{{first, first + (value == nullptr ? 0 : bytes)}});
  });
}

eugene_status eugene_launch_set_buffer(eugene_launch* launch, size_t argument, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    const auto found =
        buffer == 0 ? std::optional(launch::BufferArgument{}) : launch->program->machine->get().find(buffer);
    return found ? set(launch, argument, *found) : failed("there is no such buffer", EUGENE_USAGE);
  });
}

eugene_status eugene_launch_set_local(eugene_launch* launch, size_t argument, uint32_t bytes) {
  return guarded(EUGENE_WRONG, [&] { return set(launch, argument, launch::LocalArgument{bytes}); });
}

eugene_status eugene_launch_set_global(eugene_launch* launch, unsigned dimensions, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || items == nullptr || dimensions == 0 || dimensions > 3)
      return failed("a launch has one to three dimensions", EUGENE_USAGE);
    launch->launch.dimensions = dimensions;
    launch->launch.global = {1, 1, 1};
    std::copy_n(items, dimensions, launch->launch.global.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_group(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    launch->launch.local = {};
    if (items == nullptr) return EUGENE_OK;
    launch->launch.local = {1, 1, 1};
    std::copy_n(items, launch->launch.dimensions, launch->launch.local.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_offset(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    launch->launch.offset = {};
    if (items != nullptr) std::copy_n(items, launch->launch.dimensions, launch->launch.offset.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_run(eugene_launch* launch) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    eugene_machine& machine = *launch->program->machine;
    launch->findings.clear();
    launch->finding_texts.clear();
    const auto hooked = machine.hooks->hold(launch->hook);
    const gpu::CheckKinds kinds = launch->check.value_or(machine.settings.check);
    library::CheckedExecutor* checked = kinds.any() ? &machine.get(kinds) : nullptr;
    if (checked != nullptr) checked->checks->begin(*launch->program->kernel(launch->kernel), launch->launch);
    gpu::Executor* executor = checked == nullptr ? nullptr : checked->executor.get();
    launch->profile.clear();
    const auto profiler = launch->is_profiled ? std::make_shared<profile::Profiler>() : nullptr;
    std::unique_ptr<gpu::Executor> profiling;
    if (profiler != nullptr) {
      gpu::ObserverSources observers = checked == nullptr ? gpu::ObserverSources() : checked->checks->sources();
      observers.push_back(machine.hooks);
      profiling = machine.get().executor(machine.settings_for(kinds).executor(profiler, {}, std::move(observers)));
      executor = profiling.get();
    }
    auto stats = machine.get().launch(launch->program->loaded, launch->kernel, launch->launch, executor);
    if (profiler != nullptr) {
      for (profile::KernelCounts& each : profiler->kernels()) launch->profile = std::move(each.instructions);
    }
    if (!stats) return failed(stats.error(), EUGENE_WRONG);
    launch->stats = *std::move(stats);
    if (checked != nullptr) keep_findings(*launch, checked->checks->take(launch->stats));
    return launch->stats.fault ? failed(gpu::format({.kernel = launch->stats.fault}), EUGENE_FAULTED) : EUGENE_OK;
  });
}

eugene_status eugene_launch_set_hook(eugene_launch* launch, unsigned kinds, eugene_hook hook, void* user) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || (kinds != 0 && hook == nullptr) || kinds > (EUGENE_INSTRUCTIONS | EUGENE_ACCESSES))
      return failed("no launch, no hook, or a kind of events that there is none of", EUGENE_USAGE);
    launch->hook.kinds = kinds;
    launch->hook.function = hook;
    launch->hook.user = user;
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_registers(eugene_launch* launch, unsigned first, unsigned count) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || count > library::kRegisters || first > library::kRegisters - count)
      return failed(fmt::format("a thread has registers r0 to r{}", library::kRegisters - 1), EUGENE_USAGE);
    launch->hook.first_register = first;
    launch->hook.registers = count;
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_statistics(const eugene_launch* launch, eugene_statistics* statistics, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || statistics == nullptr || bytes < sizeof(eugene_statistics))
      return failed("no launch, or too few bytes for its statistics", EUGENE_USAGE);
    *statistics = {.groups = launch->stats.groups,
                   .threads = launch->stats.threads,
                   .instructions = launch->stats.instructions,
                   .lane_operations = launch->stats.lane_operations,
                   .seconds = std::chrono::duration<double>(launch->stats.time).count()};
    return EUGENE_OK;
  });
}
