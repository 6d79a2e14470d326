// Launches of kernels: arguments, sizes, hooks and statistics.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "handles.h"

using namespace eugene;
using capi::failed;
using capi::guarded;
using capi::none;

namespace {

launch::ArgumentValue* find_argument(eugene_launch* launch, size_t number) {
  if (number >= launch->launch.arguments.size()) return nullptr;
  return &launch->launch.arguments[number];
}

eugene_status set(eugene_launch* launch, size_t number, launch::ArgumentValue value) {
  if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
  launch::ArgumentValue* argument = find_argument(launch, number);
  if (argument == nullptr) return failed(fmt::format("the kernel has no argument {}", number), EUGENE_USAGE);
  *argument = std::move(value);
  return EUGENE_OK;
}

}  // namespace

eugene_launch* eugene_launch_create(eugene_program* program, size_t kernel) {
  return guarded(static_cast<eugene_launch*>(nullptr), [&]() -> eugene_launch* {
    if (capi::require_live(program) != EUGENE_OK) return nullptr;
    if (capi::require_at_rest(program->machine) != EUGENE_OK) return nullptr;
    const binary::DeviceKernel* found = program->kernel(kernel);
    if (found == nullptr) return none(fmt::format("there is no kernel number {}", kernel));
    auto launch = std::make_unique<eugene_launch>(program, kernel);
    launch->launch.arguments.resize(found->arguments.size());
    return program->machine->launches.emplace_back(std::move(launch)).get();
  });
}

void eugene_launch_destroy(eugene_launch* launch) {
  if (launch == nullptr) return;
  guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    eugene_machine* machine = launch->program->machine;
    if (const auto status = capi::require_at_rest(machine); status != EUGENE_OK) return status;
    if (machine->stepped == launch) machine->end_steps();
    std::erase_if(machine->launches, [&](const auto& each) { return each.get() == launch; });
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_value(eugene_launch* launch, size_t argument, const void* value, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    const auto* first = static_cast<const std::byte*>(value);
    return set(launch, argument, launch::ValueArgument{{first, first + (value == nullptr ? 0 : bytes)}});
  });
}

eugene_status eugene_launch_set_buffer(eugene_launch* launch, size_t argument, eugene_buffer buffer) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    if (const auto status = capi::require_at_rest(launch->program->machine); status != EUGENE_OK) return status;
    const auto found =
        buffer == 0 ? std::optional(launch::BufferArgument{}) : launch->program->machine->get().find(buffer);
    return found ? set(launch, argument, *found) : failed("the launch's machine has no such buffer", EUGENE_USAGE);
  });
}

eugene_status eugene_launch_set_local(eugene_launch* launch, size_t argument, uint32_t bytes) {
  return guarded(EUGENE_WRONG, [&] { return set(launch, argument, launch::LocalArgument{bytes}); });
}

eugene_status eugene_launch_set_global(eugene_launch* launch, unsigned dimensions, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    if (items == nullptr || dimensions == 0 || dimensions > 3)
      return failed("a launch has one to three dimensions", EUGENE_USAGE);
    launch->launch.dimensions = dimensions;
    launch->launch.global = {1, 1, 1};
    std::copy_n(items, dimensions, launch->launch.global.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_group(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    launch->launch.local = {};
    if (items == nullptr) return EUGENE_OK;
    launch->launch.local = {1, 1, 1};
    std::copy_n(items, launch->launch.dimensions, launch->launch.local.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_offset(eugene_launch* launch, const uint32_t* items) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    launch->launch.offset = {};
    if (items != nullptr) std::copy_n(items, launch->launch.dimensions, launch->launch.offset.begin());
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_hook(eugene_launch* launch, unsigned kinds, eugene_hook hook, void* user) {
  return guarded(EUGENE_WRONG, [&] {
    constexpr unsigned kAll = EUGENE_INSTRUCTIONS | EUGENE_ACCESSES | EUGENE_BARRIERS | EUGENE_THREADS;
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    if ((kinds != 0 && hook == nullptr) || kinds > kAll)
      return failed("the hook is null, or the kinds of events have an unknown bit", EUGENE_USAGE);
    launch->hook.kinds = kinds;
    launch->hook.function = hook;
    launch->hook.user = user;
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_set_registers(eugene_launch* launch, unsigned first, unsigned count) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    if (count > capi::kRegisters || first > capi::kRegisters - count)
      return failed(fmt::format("a thread has registers r0 to r{}", capi::kRegisters - 1), EUGENE_USAGE);
    launch->hook.first_register = first;
    launch->hook.registers = count;
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_statistics(const eugene_launch* launch, eugene_statistics* statistics, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    if (const auto status = capi::require_room(statistics, bytes, "eugene_statistics"); status != EUGENE_OK)
      return status;
    *statistics = {.groups = launch->stats.groups,
                   .threads = launch->stats.threads,
                   .instructions = launch->stats.instructions,
                   .lane_operations = launch->stats.lane_operations,
                   .seconds = std::chrono::duration<double>(launch->stats.time).count()};
    return EUGENE_OK;
  });
}
