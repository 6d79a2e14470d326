// Queues. The commands of a list are reported to the GPU when the program gives the list to a queue.
#include <map>

#include "../driver_layers/checked_run.h"
#include "../driver_layers/preloaded.h"
#include "commands.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

ze_result_t create(ze_context_handle_t context, ze_device_handle_t device, const ze_command_queue_desc_t* described,
                   ze_command_queue_handle_t* queue) {
  const ze_result_t result = driver<ze_command_queue_dditable_t>().pfnCreate(context, device, described, queue);
  if (result != ZE_RESULT_SUCCESS || queue == nullptr) return result;
  note_queue();
  if (!is_checked_run()) return result;
  add_queue(*queue);
  const std::scoped_lock lock(layer().synchronous.mutex);
  layer().synchronous.known[*queue] = described != nullptr && described->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
  return result;
}

bool is_synchronous(ze_command_queue_handle_t queue) {
  const std::scoped_lock lock(layer().synchronous.mutex);
  return layer().synchronous.known[queue];
}

ze_result_t execute(ze_command_queue_handle_t queue, std::uint32_t count, ze_command_list_handle_t* lists,
                    ze_fence_handle_t fence) {
  const bool waits = is_synchronous(queue);
  // Takes no lock if the call waits: another thread may have to signal an event that the call waits for.
  std::unique_lock<std::mutex> order;
  if (!waits) order = lock_submission();
  std::vector<std::vector<Command>> commands;
  std::vector<const std::vector<Command>*> all;
  for (std::uint32_t i = 0; lists != nullptr && i < count; ++i) commands.push_back(list_commands(lists[i]));
  for (const std::vector<Command>& each : commands) all.push_back(&each);
  const ReportedLaunches told = tell_commands(queue, all);
  if (fence != nullptr) begin_fence(fence, queue);
  const ze_result_t result = driver<ze_command_queue_dditable_t>().pfnExecuteCommandLists(queue, count, lists, fence);
  if (result != ZE_RESULT_SUCCESS) told.take_back();
  if (result == ZE_RESULT_SUCCESS && waits) end_queue(queue);
  return result;
}

ze_result_t synchronize(ze_command_queue_handle_t queue, std::uint64_t timeout) {
  const ze_result_t result = driver<ze_command_queue_dditable_t>().pfnSynchronize(queue, timeout);
  if (result == ZE_RESULT_SUCCESS) end_queue(queue);
  return result;
}

}  // namespace

void watch(ze_command_queue_dditable_t& table, ze_api_version_t /*version*/) {
  replace(table, &ze_command_queue_dditable_t::pfnCreate, create);
  if (!is_checked_run()) return;
  replace(table, &ze_command_queue_dditable_t::pfnExecuteCommandLists, execute);
  replace(table, &ze_command_queue_dditable_t::pfnSynchronize, synchronize);
}

}  // namespace eugene::inside::level_zero
