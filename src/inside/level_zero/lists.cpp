#include "lists.h"

#include <map>

#include "../driver_layers/checked_run.h"
#include "../driver_layers/preloaded.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

using T = ze_command_list_dditable_t;

// Returns the list without its commands. An unknown list counts as an ordinary one.
List find_kind(ze_command_list_handle_t list) {
  const std::scoped_lock lock(layer().lists.mutex);
  const auto found = layer().lists.known.find(list);
  if (found == layer().lists.known.end()) return {};
  return {.is_immediate = found->second.is_immediate, .waits = found->second.waits, .commands = {}};
}

}  // namespace

ze_result_t append(ze_command_list_handle_t list, Command command, const std::function<ze_result_t()>& append) {
  const List kind = find_kind(list);
  if (!kind.is_immediate) {
    const ze_result_t result = append();
    const std::scoped_lock lock(layer().lists.mutex);
    if (result == ZE_RESULT_SUCCESS) layer().lists.known[list].commands.push_back(std::move(command));
    return result;
  }
  // Takes no lock: Intel's driver waits here for the command, and another thread may have to signal an event that the
  // command waits for.
  const ReportedLaunches told = tell_command(list, command);
  const ze_result_t result = append();
  if (result != ZE_RESULT_SUCCESS) told.take_back();
  if (result == ZE_RESULT_SUCCESS && kind.waits) end_queue(list);
  return result;
}

Command with_events(ze_event_handle_t signals, std::uint32_t count, const ze_event_handle_t* waits) {
  Command command;
  if (waits != nullptr) command.waits.assign(waits, waits + count);
  command.signals = signals;
  return command;
}

namespace {

ze_result_t create(ze_context_handle_t context, ze_device_handle_t device, const ze_command_list_desc_t* described,
                   ze_command_list_handle_t* list) {
  const ze_result_t result = driver<T>().pfnCreate(context, device, described, list);
  const std::scoped_lock lock(layer().lists.mutex);
  if (result == ZE_RESULT_SUCCESS && list != nullptr) layer().lists.known[*list] = {};
  return result;
}

ze_result_t create_immediate(ze_context_handle_t context, ze_device_handle_t device,
                             const ze_command_queue_desc_t* described, ze_command_list_handle_t* list) {
  const ze_result_t result = driver<T>().pfnCreateImmediate(context, device, described, list);
  if (result != ZE_RESULT_SUCCESS || list == nullptr) return result;
  note_queue();
  if (!is_checked_run()) return result;
  add_queue(*list);
  const bool waits = described != nullptr && described->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
  const std::scoped_lock lock(layer().lists.mutex);
  layer().lists.known[*list] = {.is_immediate = true, .waits = waits, .commands = {}};
  return result;
}

ze_result_t destroy(ze_command_list_handle_t list) {
  {
    const std::scoped_lock lock(layer().lists.mutex);
    layer().lists.known.erase(list);
  }
  return driver<T>().pfnDestroy(list);
}

ze_result_t reset(ze_command_list_handle_t list) {
  const ze_result_t result = driver<T>().pfnReset(list);
  const std::scoped_lock lock(layer().lists.mutex);
  if (result == ZE_RESULT_SUCCESS) layer().lists.known[list].commands.clear();
  return result;
}

Command make_launch(ze_kernel_handle_t kernel, const ze_group_count_t* groups, Command command) {
  Command::KernelLaunch launch{.kernel = kernel_state(kernel)};
  if (groups != nullptr) launch.groups = {groups->groupCountX, groups->groupCountY, groups->groupCountZ};
  command.launches.push_back(std::move(launch));
  return command;
}

ze_result_t launch(ze_command_list_handle_t list, ze_kernel_handle_t kernel, const ze_group_count_t* groups,
                   ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  return append(list, make_launch(kernel, groups, with_events(signals, count, waits)),
                [&] { return driver<T>().pfnAppendLaunchKernel(list, kernel, groups, signals, count, waits); });
}

ze_result_t launch_cooperative(ze_command_list_handle_t list, ze_kernel_handle_t kernel, const ze_group_count_t* groups,
                               ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  return append(list, make_launch(kernel, groups, with_events(signals, count, waits)), [&] {
    return driver<T>().pfnAppendLaunchCooperativeKernel(list, kernel, groups, signals, count, waits);
  });
}

ze_result_t launch_indirect(ze_command_list_handle_t list, ze_kernel_handle_t kernel, const ze_group_count_t* groups,
                            ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  return append(list, make_launch(kernel, nullptr, with_events(signals, count, waits)),
                [&] { return driver<T>().pfnAppendLaunchKernelIndirect(list, kernel, groups, signals, count, waits); });
}

ze_result_t launch_several(ze_command_list_handle_t list, std::uint32_t kernel_count, ze_kernel_handle_t* kernels,
                           const std::uint32_t* counted, const ze_group_count_t* groups, ze_event_handle_t signals,
                           std::uint32_t count, ze_event_handle_t* waits) {
  Command command = with_events(signals, count, waits);
  for (std::uint32_t i = 0; kernels != nullptr && i < kernel_count; ++i)
    command = make_launch(kernels[i], nullptr, std::move(command));
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendLaunchMultipleKernelsIndirect(list, kernel_count, kernels, counted, groups, signals,
                                                              count, waits);
  });
}

ze_result_t barrier(ze_command_list_handle_t list, ze_event_handle_t signals, std::uint32_t count,
                    ze_event_handle_t* waits) {
  Command command = with_events(signals, count, waits);
  command.follows_all = command.leads_all = true;
  return append(list, std::move(command), [&] { return driver<T>().pfnAppendBarrier(list, signals, count, waits); });
}

ze_result_t ranges_barrier(ze_command_list_handle_t list, std::uint32_t range_count, const std::size_t* sizes,
                           const void** ranges, ze_event_handle_t signals, std::uint32_t count,
                           ze_event_handle_t* waits) {
  Command command = with_events(signals, count, waits);
  command.follows_all = command.leads_all = true;
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendMemoryRangesBarrier(list, range_count, sizes, ranges, signals, count, waits);
  });
}

// Level Zero does not guarantee that commands before the signal have ended. They count as ended, so that no race is
// invented.
ze_result_t signal(ze_command_list_handle_t list, ze_event_handle_t event) {
  Command command = with_events(event, 0, nullptr);
  command.follows_all = true;
  return append(list, std::move(command), [&] { return driver<T>().pfnAppendSignalEvent(list, event); });
}

ze_result_t wait(ze_command_list_handle_t list, std::uint32_t count, ze_event_handle_t* events) {
  Command command = with_events(nullptr, count, events);
  command.leads_all = true;
  return append(list, std::move(command), [&] { return driver<T>().pfnAppendWaitOnEvents(list, count, events); });
}

ze_result_t reset_event(ze_command_list_handle_t list, ze_event_handle_t event) {
  Command command;
  command.resets = event;
  return append(list, std::move(command), [&] { return driver<T>().pfnAppendEventReset(list, event); });
}

}  // namespace

std::vector<Command> list_commands(ze_command_list_handle_t list) {
  const std::scoped_lock lock(layer().lists.mutex);
  const auto found = layer().lists.known.find(list);
  return found == layer().lists.known.end() ? std::vector<Command>() : found->second.commands;
}

void watch(ze_command_list_dditable_t& table, ze_api_version_t /*version*/) {
  const auto take = [&](auto T::* member, auto ours) { replace(table, member, ours); };
  take(&T::pfnCreateImmediate, create_immediate);
  if (!is_checked_run()) return;
  take(&T::pfnCreate, create);
  take(&T::pfnDestroy, destroy);
  take(&T::pfnReset, reset);
  take(&T::pfnAppendLaunchKernel, launch);
  take(&T::pfnAppendLaunchCooperativeKernel, launch_cooperative);
  take(&T::pfnAppendLaunchKernelIndirect, launch_indirect);
  take(&T::pfnAppendLaunchMultipleKernelsIndirect, launch_several);
  take(&T::pfnAppendBarrier, barrier);
  take(&T::pfnAppendMemoryRangesBarrier, ranges_barrier);
  watch_copies(table);
  take(&T::pfnAppendSignalEvent, signal);
  take(&T::pfnAppendWaitOnEvents, wait);
  take(&T::pfnAppendEventReset, reset_event);
}

}  // namespace eugene::inside::level_zero
