#include "commands.h"

#include <algorithm>
#include <set>

#include "../driver_layers/command_order.h"
#include "../driver_layers/current_command.h"
#include "../driver_layers/pending_reads.h"
#include "../driver_layers/preloaded.h"
#include "allocations.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

eugene_argument make_argument(unsigned number, const GivenValue& given) {
  eugene_argument argument{
      .number = number, .given = eugene_given_value, .bytes = given.bytes, .reads = 1, .writes = 1};
  if (given.is_local)
    argument.given = eugene_given_local;
  else if (given.bytes == sizeof given.pointer && given.pointer == nullptr)
    argument.given = eugene_given_null;
  else if (given.bytes == sizeof given.pointer)
    argument = layer().allocations.describe(number, given.pointer);
  return argument;
}

unsigned long tell(const Command::KernelLaunch& launch, const CurrentCommand& order) {
  const KernelState& kernel = launch.kernel;
  if (kernel.name.empty()) return 0;
  if (kernel.reaches_device_memory) layer().allocations.stop_tracking();
  std::vector<eugene_argument> arguments;
  for (const auto& [number, given] : kernel.arguments) arguments.push_back(make_argument(number, given));
  eugene_launched told{.kernel = kernel.name.c_str(), .arguments = arguments.data(), .count = arguments.size()};
  for (std::size_t i = 0; i < 3; ++i) {
    told.offset[i] = kernel.offset[i];
    told.local[i] = kernel.local[i];
    told.global[i] = launch.groups[i] * kernel.local[i];
  }
  told.order = make_order(order);
  return tell_launch(told);
}

void tell(QueueHandle queue, const Touch& touch, const CurrentCommand& order) {
  const Allocations::Position place = layer().allocations.find(touch.memory);
  if (place.object == 0) return;
  const std::size_t end = place.begin + std::min(touch.bytes, place.bytes - place.begin);
  if (!order.is_alone || !order.unordered.empty())
    tell_access({.what = touch.what,
                 .buffer = place.object,
                 .begin = place.begin,
                 .end = end,
                 .writes = touch.writes ? 1 : 0,
                 .order = make_order(order)});
  if (touch.writes) layer().allocations.write(touch.memory, touch.bytes);
  // The program sees the bytes as soon as they are in memory that it reads without a call.
  if (touch.to != nullptr && layer().allocations.find(touch.to).buffer == 0)
    pending_reads().add(queue, place.buffer, place.begin, end - place.begin);
}

void tell(QueueHandle queue, const Command& command, const CurrentCommand& order, ReportedLaunches& told) {
  for (const Touch& each : command.touches) tell(queue, each, order);
  for (const Command::KernelLaunch& each : command.launches) {
    if (const unsigned long launch = tell(each, order); launch != 0) told.add(launch);
  }
}

// Adds the command to the order of all commands.
CommandOrder::Number begin(QueueHandle queue, const Command& command) {
  const std::vector<Handle> waits(command.waits.begin(), command.waits.end());
  CommandOrder& order = layer().commands.order;
  const CommandOrder::Number number = order.begin(
      {.queue = queue, .waits = waits, .follows_queue = command.follows_all, .leads_queue = command.leads_all});
  if (command.resets != nullptr) order.forget(command.resets);
  if (command.signals != nullptr) order.give(number, command.signals);
  return number;
}

// Adds the commands of a list to the order of all commands. Commands of different lists of a queue never run at the
// same time.
std::vector<CurrentCommand> begin_list(QueueHandle queue, const std::vector<Command>& commands) {
  const std::scoped_lock lock(layer().commands.mutex);
  Command barrier;
  barrier.follows_all = barrier.leads_all = true;
  begin(queue, barrier);
  std::vector<CurrentCommand> all;
  for (const Command& each : commands)
    all.push_back({.number = begin(queue, each), .unordered = {}, .is_of_level_zero = true});
  for (CurrentCommand& each : all) {
    each.unordered = layer().commands.order.unordered(each.number);
    each.is_alone = layer().commands.queues.size() < 2;
  }
  std::set<CommandOrder::Number> met;  // commands that a later command may overlap
  for (const CurrentCommand& each : all) met.insert(each.unordered.begin(), each.unordered.end());
  for (CurrentCommand& each : all) each.is_alone = each.is_alone && !met.contains(each.number);
  return all;
}

}  // namespace

void ReportedLaunches::take_back() const {
  for (const unsigned long each : launches_) inside::take_back(each);
}

void add_queue(QueueHandle queue) {
  const std::scoped_lock lock(layer().commands.mutex);
  layer().commands.order.add_queue(queue, false);
  layer().commands.queues.insert(queue);
}

ReportedLaunches tell_commands(QueueHandle queue, std::span<const std::vector<Command>* const> lists) {
  ReportedLaunches told;
  for (const std::vector<Command>* commands : lists) {
    const std::vector<CurrentCommand> order = begin_list(queue, *commands);
    for (std::size_t i = 0; i < commands->size(); ++i) tell(queue, (*commands)[i], order[i], told);
  }
  return told;
}

ReportedLaunches tell_command(QueueHandle queue, const Command& command) {
  CurrentCommand order{.number = 0, .unordered = {}, .is_alone = false, .is_of_level_zero = true};
  {
    const std::scoped_lock lock(layer().commands.mutex);
    order.number = begin(queue, command);
    order.unordered = layer().commands.order.unordered(order.number);
  }
  ReportedLaunches told;
  tell(queue, command, order, told);
  return told;
}

std::unique_lock<std::mutex> lock_submission() { return std::unique_lock(layer().giving); }

void end_queue(QueueHandle queue) {
  {
    const std::scoped_lock lock(layer().commands.mutex);
    layer().commands.order.end_queue(queue);
  }
  pending_reads().tell(queue);
}

void begin_fence(ze_fence_handle_t fence, QueueHandle queue) {
  const std::scoped_lock lock(layer().commands.mutex);
  Command all_before;
  all_before.follows_all = true;
  layer().commands.fences[fence] = {queue, begin(queue, all_before), pending_reads().last()};
}

void end_fence(ze_fence_handle_t fence) {
  GivenCommands::Fence ended;
  {
    const std::scoped_lock lock(layer().commands.mutex);
    const auto found = layer().commands.fences.find(fence);
    if (found == layer().commands.fences.end()) return;
    ended = found->second;
    layer().commands.order.end(ended.command);
  }
  pending_reads().tell(ended.queue, ended.last_read);
}

void end_event(ze_event_handle_t event) {
  const std::scoped_lock lock(layer().commands.mutex);
  layer().commands.order.end_event(event);
}

void forget_event(ze_event_handle_t event) {
  const std::scoped_lock lock(layer().commands.mutex);
  layer().commands.order.forget(event);
}

}  // namespace eugene::inside::level_zero
