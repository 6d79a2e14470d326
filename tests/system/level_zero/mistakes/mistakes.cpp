// Programs of Level Zero with one mistake each, and beside them such as are right:
//   level_zero_mistakes NAME
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "../ze.h"

namespace ze {
namespace {

constexpr std::size_t kSize = 64;

void run(const std::function<void(ze_command_list_handle_t)>& append) {
  const auto list = gpu().new_list();
  append(list);
  gpu().finish(list);
}
void copy(ze_command_list_handle_t list, void* to, const void* from, std::size_t bytes) {
  ZE(zeCommandListAppendMemoryCopy, list, to, from, bytes, nullptr, 0, nullptr);
}

// One work-item writes the element behind the array.
void beyond(Where where) {
  const auto kernel = gpu().kernel("one_more", 16);
  set_all(kernel, gpu().array<int>(where, kSize).data(), 7);
  run([&](auto list) { launch(list, kernel, {kSize / 16, 1, 1}); });
}

// A pointer into the middle of an array is of the whole array.
void from_the_middle() {
  const auto kernel = gpu().kernel("scale", 16);
  const auto data = gpu().array<int>(Where::shared, 2 * kSize);
  std::fill(data.begin(), data.end(), 1);
  set_all(kernel, data.data(), data.data() + kSize);
  run([&](auto list) { launch(list, kernel, {kSize / 16, 1, 1}); });
}

void launched_with_freed() {
  const auto kernel = gpu().kernel("same_place", 1);
  const auto data = gpu().array<int>(Where::shared, kSize);
  set_all(kernel, data.data());
  ZE(zeMemFree, gpu().context, data.data());
  run([&](auto list) { launch(list, kernel, {1, 1, 1}); });
}

// The pointer to freed memory is in memory.
void freed() {
  const auto kernel = gpu().kernel("through", 1);
  const auto addresses = gpu().array<int*>(Where::shared, 1);
  addresses[0] = gpu().array<int>(Where::shared, kSize).data();
  set_all(kernel, addresses.data());
  ZE(zeKernelSetIndirectAccess, kernel, ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED);
  ZE(zeMemFree, gpu().context, addresses[0]);
  run([&](auto list) { launch(list, kernel, {1, 1, 1}); });
}

void null() {
  const auto kernel = gpu().kernel("same_place", 1);
  ZE(zeKernelSetArgumentValue, kernel, 0, sizeof(int*), nullptr);
  run([&](auto list) { launch(list, kernel, {1, 1, 1}); });
}

void local_memory(std::size_t elements) {
  const auto kernel = gpu().kernel("beyond_local", 8);
  set_all(kernel, gpu().array<int>(Where::device, kSize).data(), Local{elements * sizeof(int)});
  run([&](auto list) { launch(list, kernel, {2, 1, 1}); });
}

// A program copies the first elements of 64, and then a kernel uses all of them.
void undefined(std::size_t copied, bool reads_back = false) {
  std::vector<int> numbers(kSize);
  std::iota(numbers.begin(), numbers.end(), 0);  // no two work-items of `scatter` write the same
  std::vector<int> result(kSize);
  const auto from = gpu().array<int>(Where::device, kSize), to = gpu().array<int>(Where::device, kSize);
  const auto kernel = gpu().kernel(reads_back ? "scale" : "scatter", 16);
  set_all(kernel, from.data(), to.data());
  run([&](auto list) {
    if (copied != 0) copy(list, from.data(), numbers.data(), copied * sizeof(int));
    barrier(list);
    launch(list, kernel, {kSize / 16, 1, 1});
    barrier(list);
    if (reads_back) copy(list, result.data(), to.data(), kSize * sizeof(int));
  });
}

// The host may have written it.
void of_the_host() {
  const auto from = gpu().array<int>(Where::host, kSize);
  std::iota(from.begin(), from.end(), 0);
  const auto kernel = gpu().kernel("scatter", 16);
  set_all(kernel, from.data(), gpu().array<int>(Where::device, kSize).data());
  run([&](auto list) { launch(list, kernel, {kSize / 16, 1, 1}); });
}

// Two launches of one list. The second reads what the first writes.
void two_launches(bool has_barrier, bool has_event) {
  const auto first = gpu().kernel("scale", 16), second = gpu().kernel("scale", 16);
  const auto a = gpu().array<int>(Where::shared, kSize), b = gpu().array<int>(Where::shared, kSize),
             c = gpu().array<int>(Where::shared, kSize);
  std::fill(a.begin(), a.end(), 1);
  set_all(first, a.data(), b.data());
  set_all(second, b.data(), c.data());
  auto pool_desc = described<ze_event_pool_desc_t>(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
  pool_desc.count = 1;
  ze_event_pool_handle_t pool = nullptr;
  ZE(zeEventPoolCreate, gpu().context, &pool_desc, 1, &gpu().device, &pool);
  const auto event_desc = described<ze_event_desc_t>(ZE_STRUCTURE_TYPE_EVENT_DESC);
  ze_event_handle_t event = nullptr;
  ZE(zeEventCreate, pool, &event_desc, &event);
  run([&](auto list) {
    launch(list, first, {kSize / 16, 1, 1}, has_event ? event : nullptr);
    if (has_barrier) barrier(list);
    launch(list, second, {kSize / 16, 1, 1}, nullptr,
           has_event ? std::vector{event} : std::vector<ze_event_handle_t>());
  });
}

// A list, or two of one queue, which come one after the other.
void two_lists() {
  const auto first = gpu().kernel("scale", 16), second = gpu().kernel("scale", 16);
  const auto a = gpu().array<int>(Where::shared, kSize), b = gpu().array<int>(Where::shared, kSize);
  std::fill(a.begin(), a.end(), 1);
  set_all(first, a.data(), b.data());
  set_all(second, b.data(), a.data());
  ze_command_list_handle_t lists[] = {gpu().new_list(), gpu().new_list()};
  launch(lists[0], first, {kSize / 16, 1, 1});
  launch(lists[1], second, {kSize / 16, 1, 1});
  for (auto each : lists) ZE(zeCommandListClose, each);
  for (int i = 0; i < 3; ++i) ZE(zeCommandQueueExecuteCommandLists, gpu().queue, 2, lists, nullptr);
  ZE(zeCommandQueueSynchronize, gpu().queue, UINT64_MAX);
}

// Lists of two queues.
void two_queues(bool waits) {
  const auto first = gpu().kernel("scale", 16), second = gpu().kernel("scale", 16);
  const auto a = gpu().array<int>(Where::shared, kSize), b = gpu().array<int>(Where::shared, kSize);
  std::fill(a.begin(), a.end(), 1);
  set_all(first, a.data(), b.data());
  set_all(second, b.data(), a.data());
  const auto other = gpu().new_queue();
  auto list = gpu().new_list();
  launch(list, first, {kSize / 16, 1, 1});
  ZE(zeCommandListClose, list);
  ZE(zeCommandQueueExecuteCommandLists, other, 1, &list, nullptr);
  if (waits) ZE(zeCommandQueueSynchronize, other, UINT64_MAX);
  run([&](auto own) { launch(own, second, {kSize / 16, 1, 1}); });
  ZE(zeCommandQueueSynchronize, other, UINT64_MAX);
}

// A kernel and the copy of its result.
void copied_early(bool has_barrier) {
  std::vector<int> result(kSize);
  const auto from = gpu().array<int>(Where::shared, kSize), to = gpu().array<int>(Where::device, kSize);
  std::fill(from.begin(), from.end(), 1);
  const auto kernel = gpu().kernel("scale", 16);
  set_all(kernel, from.data(), to.data());
  run([&](auto list) {
    launch(list, kernel, {kSize / 16, 1, 1});
    if (has_barrier) barrier(list);
    copy(list, result.data(), to.data(), kSize * sizeof(int));
  });
}

void in_group(const char* name, std::uint32_t size) {
  const auto kernel = gpu().kernel(name, size);
  set_all(kernel, gpu().array<int>(Where::device, kSize).data());
  run([&](auto list) { launch(list, kernel, {static_cast<std::uint32_t>(kSize) / size, 1, 1}); });
}

// The groups are counted by the GPU, and the list is an immediate one.
void indirectly() {
  const auto kernel = gpu().kernel("one_more", 16);
  const auto groups = gpu().array<ze_group_count_t>(Where::shared, 1);
  groups[0] = {kSize / 16, 1, 1};
  set_all(kernel, gpu().array<int>(Where::device, kSize).data(), 7);
  auto desc = described<ze_command_queue_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  desc.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
  ze_command_list_handle_t list = nullptr;
  ZE(zeCommandListCreateImmediate, gpu().context, gpu().device, &desc, &list);
  ZE(zeCommandListAppendLaunchKernelIndirect, list, kernel, groups.data(), nullptr, 0, nullptr);
}

// The program sees the memory as large as it has asked for.
void sizes() {
  auto* const memory = static_cast<char*>(gpu().allocate(Where::device, 12345));
  void* base = nullptr;
  std::size_t size = 0;
  ZE(zeMemGetAddressRange, gpu().context, memory + 7, &base, &size);
  std::printf("%d %zu\n", base == memory, size);
}

const std::map<std::string, std::function<void()>> kCases{
    {"beyond device", [] { beyond(Where::device); }},
    {"beyond host", [] { beyond(Where::host); }},
    {"beyond shared", [] { beyond(Where::shared); }},
    {"from the middle", from_the_middle},
    {"launched with freed", launched_with_freed},
    {"freed", freed},
    {"null", null},
    {"local", [] { local_memory(8); }},
    {"local enough", [] { local_memory(16); }},
    {"undefined", [] { undefined(0); }},
    {"half defined", [] { undefined(kSize / 2); }},
    {"defined", [] { undefined(kSize); }},
    {"undefined result", [] { undefined(kSize / 2, true); }},
    {"defined result", [] { undefined(kSize, true); }},
    {"of the host", of_the_host},
    {"no barrier", [] { two_launches(false, false); }},
    {"barrier", [] { two_launches(true, false); }},
    {"event", [] { two_launches(false, true); }},
    {"two lists", two_lists},
    {"two queues", [] { two_queues(false); }},
    {"two queues in order", [] { two_queues(true); }},
    {"copied early", [] { copied_early(false); }},
    {"copied late", [] { copied_early(true); }},
    {"neighbours", [] { in_group("neighbours", 64); }},
    {"same place", [] { in_group("same_place", 16); }},
    {"some return", [] { in_group("some_return", 32); }},
    {"indirectly", indirectly},
    {"sizes", sizes},
};

}  // namespace
}  // namespace ze

int main(int argc, char** argv) {
  const auto found = ze::kCases.find(argc == 2 ? argv[1] : "");
  if (found == ze::kCases.end()) {
    for (const auto& each : ze::kCases) std::printf("%s\n", each.first.c_str());
    return 2;
  }
  try {
    found->second();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "level_zero_mistakes: %s\n", error.what());
    return 1;
  }
}
