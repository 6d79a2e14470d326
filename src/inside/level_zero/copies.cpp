// Commands that access memory: copies, fills, and writes of timestamps by the GPU.
#include "../driver_layers/host_writes.h"
#include "layer.h"
#include "lists.h"

namespace eugene::inside::level_zero {
namespace {

using T = ze_command_list_dditable_t;

// Adds a copy to `command`: at most `to_bytes` are written, and at most `from_bytes` read. `reads` and `writes` are the
// texts for a report.
Command make_copy(const char* reads, const char* writes, void* to, std::size_t to_bytes, const void* from,
                  std::size_t from_bytes, Command command) {
  command.touches.push_back({.what = reads, .memory = from, .bytes = from_bytes, .writes = false, .to = to});
  command.touches.push_back({.what = writes, .memory = to, .bytes = to_bytes, .writes = true});
  return command;
}

ze_result_t copy(ze_command_list_handle_t list, void* to, const void* from, std::size_t bytes,
                 ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  Command command = make_copy("zeCommandListAppendMemoryCopy reads", "zeCommandListAppendMemoryCopy writes", to, bytes,
                              from, bytes, with_events(signals, count, waits));
  return append(list, std::move(command),
                [&] { return driver<T>().pfnAppendMemoryCopy(list, to, from, bytes, signals, count, waits); });
}

ze_result_t copy_from_context(ze_command_list_handle_t list, void* to, ze_context_handle_t context, const void* from,
                              std::size_t bytes, ze_event_handle_t signals, std::uint32_t count,
                              ze_event_handle_t* waits) {
  Command command =
      make_copy("zeCommandListAppendMemoryCopyFromContext reads", "zeCommandListAppendMemoryCopyFromContext writes", to,
                bytes, from, bytes, with_events(signals, count, waits));
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendMemoryCopyFromContext(list, to, context, from, bytes, signals, count, waits);
  });
}

ze_result_t fill(ze_command_list_handle_t list, void* to, const void* pattern, std::size_t pattern_bytes,
                 std::size_t bytes, ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  Command command = with_events(signals, count, waits);
  command.touches.push_back(
      {.what = "zeCommandListAppendMemoryFill writes", .memory = to, .bytes = bytes, .writes = true});
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendMemoryFill(list, to, pattern, pattern_bytes, bytes, signals, count, waits);
  });
}

// Returns the offset of the end of the box in the memory.
std::size_t find_end(const ze_copy_region_t* box, std::uint32_t row, std::uint32_t slice) {
  if (box == nullptr || box->width == 0 || box->height == 0) return 0;
  const std::size_t last_slice = box->originZ + (box->depth == 0 ? 0 : box->depth - 1);
  return last_slice * slice + std::size_t{box->originY + box->height - 1} * row + box->originX + box->width;
}

ze_result_t copy_region(ze_command_list_handle_t list, void* to, const ze_copy_region_t* to_box, std::uint32_t to_row,
                        std::uint32_t to_slice, const void* from, const ze_copy_region_t* from_box,
                        std::uint32_t from_row, std::uint32_t from_slice, ze_event_handle_t signals,
                        std::uint32_t count, ze_event_handle_t* waits) {
  Command command = make_copy("zeCommandListAppendMemoryCopyRegion reads", "zeCommandListAppendMemoryCopyRegion writes",
                              to, find_end(to_box, to_row, to_slice), from, find_end(from_box, from_row, from_slice),
                              with_events(signals, count, waits));
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendMemoryCopyRegion(list, to, to_box, to_row, to_slice, from, from_box, from_row,
                                                 from_slice, signals, count, waits);
  });
}

// The size of the image is unknown, so all of the memory counts as written.
ze_result_t copy_from_image(ze_command_list_handle_t list, void* to, ze_image_handle_t from,
                            const ze_image_region_t* box, ze_event_handle_t signals, std::uint32_t count,
                            ze_event_handle_t* waits) {
  Command command = with_events(signals, count, waits);
  command.touches.push_back(
      {.what = "zeCommandListAppendImageCopyToMemory writes", .memory = to, .bytes = kWhole.end, .writes = true});
  return append(list, std::move(command),
                [&] { return driver<T>().pfnAppendImageCopyToMemory(list, to, from, box, signals, count, waits); });
}

ze_result_t copy_to_image(ze_command_list_handle_t list, ze_image_handle_t to, const void* from,
                          const ze_image_region_t* box, ze_event_handle_t signals, std::uint32_t count,
                          ze_event_handle_t* waits) {
  return append(list, with_events(signals, count, waits),
                [&] { return driver<T>().pfnAppendImageCopyFromMemory(list, to, from, box, signals, count, waits); });
}

ze_result_t copy_image(ze_command_list_handle_t list, ze_image_handle_t to, ze_image_handle_t from,
                       ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  return append(list, with_events(signals, count, waits),
                [&] { return driver<T>().pfnAppendImageCopy(list, to, from, signals, count, waits); });
}

ze_result_t copy_image_region(ze_command_list_handle_t list, ze_image_handle_t to, ze_image_handle_t from,
                              const ze_image_region_t* to_box, const ze_image_region_t* from_box,
                              ze_event_handle_t signals, std::uint32_t count, ze_event_handle_t* waits) {
  return append(list, with_events(signals, count, waits), [&] {
    return driver<T>().pfnAppendImageCopyRegion(list, to, from, to_box, from_box, signals, count, waits);
  });
}

Command make_times(const char* what, void* to, std::size_t bytes, Command command) {
  command.touches.push_back({.what = what, .memory = to, .bytes = bytes, .writes = true});
  return command;
}

ze_result_t write_time(ze_command_list_handle_t list, std::uint64_t* to, ze_event_handle_t signals, std::uint32_t count,
                       ze_event_handle_t* waits) {
  Command command =
      make_times("zeCommandListAppendWriteGlobalTimestamp writes", to, sizeof *to, with_events(signals, count, waits));
  return append(list, std::move(command),
                [&] { return driver<T>().pfnAppendWriteGlobalTimestamp(list, to, signals, count, waits); });
}

ze_result_t write_kernel_times(ze_command_list_handle_t list, std::uint32_t event_count, ze_event_handle_t* events,
                               void* to, const std::size_t* offsets, ze_event_handle_t signals, std::uint32_t count,
                               ze_event_handle_t* waits) {
  Command command =
      make_times("zeCommandListAppendQueryKernelTimestamps writes", to, kWhole.end, with_events(signals, count, waits));
  return append(list, std::move(command), [&] {
    return driver<T>().pfnAppendQueryKernelTimestamps(list, event_count, events, to, offsets, signals, count, waits);
  });
}

}  // namespace

void watch_copies(ze_command_list_dditable_t& table) {
  const auto take = [&](auto T::* member, auto ours) { replace(table, member, ours); };
  take(&T::pfnAppendMemoryCopy, copy);
  take(&T::pfnAppendMemoryCopyFromContext, copy_from_context);
  take(&T::pfnAppendMemoryFill, fill);
  take(&T::pfnAppendMemoryCopyRegion, copy_region);
  take(&T::pfnAppendImageCopyToMemory, copy_from_image);
  take(&T::pfnAppendImageCopyFromMemory, copy_to_image);
  take(&T::pfnAppendImageCopy, copy_image);
  take(&T::pfnAppendImageCopyRegion, copy_image_region);
  take(&T::pfnAppendWriteGlobalTimestamp, write_time);
  take(&T::pfnAppendQueryKernelTimestamps, write_kernel_times);
}

}  // namespace eugene::inside::level_zero
