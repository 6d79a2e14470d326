#include "gpu/media/media_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace eugene::gpu {
namespace {

constexpr unsigned kChannels = 32;  // media threads start with all of them

std::size_t registers_for(std::size_t bytes) { return (bytes + eu::kGrfBytes - 1) / eu::kGrfBytes; }

// Appends `bytes` to a payload, from a whole register on.
void append(std::vector<eu::Grf>& payload, std::span<const std::byte> bytes) {
  const std::size_t at = payload.size();
  payload.resize(at + registers_for(bytes.size()));
  if (!bytes.empty()) std::memcpy(payload.data() + at, bytes.data(), bytes.size());
}

// The constants that a descriptor selects of the CURBE; what lies beyond its end reads as 0.
void append_constants(std::vector<eu::Grf>& payload, const InterfaceDescriptor& descriptor,
                      std::span<const std::byte> curbe) {
  const std::size_t at = payload.size();
  payload.resize(at + descriptor.per_thread_registers);
  const std::size_t offset = std::size_t{descriptor.constant_offset} * eu::kGrfBytes;
  if (offset >= curbe.size()) return;
  const std::size_t count =
      std::min(curbe.size() - offset, std::size_t{descriptor.per_thread_registers} * eu::kGrfBytes);
  if (count != 0) std::memcpy(payload.data() + at, curbe.data() + offset, count);
}

}  // namespace

namespace {

Result<Dispatch> without_payload(unsigned descriptor, const PipelineState& state) {
  if (descriptor >= state.descriptors.size()) {
    return fail(
        fmt::format("interface descriptor {} is used, but only {} are loaded", descriptor, state.descriptors.size()),
        kMediaSection, "load it with MEDIA_INTERFACE_DESCRIPTOR_LOAD");
  }
  return Dispatch{.walker = {.descriptor = descriptor, .simd = kChannels},
                  .descriptor = state.descriptors[descriptor],
                  .bases = state.bases,
                  .vfe = state.vfe,
                  .system_ip = state.system_ip};
}

Result<void> check_payload(std::size_t registers) {
  if (registers == 0)
    return fail("the thread has no payload", kMediaSection, "give it inline data, indirect data or CURBE constants");
  if (1 + registers > eu::kGrfCount) {
    return fail(fmt::format("a payload of {} registers does not fit in a thread's {}", 1 + registers, eu::kGrfCount),
                kMediaSection);
  }
  return {};
}

}  // namespace

Result<std::vector<eu::Grf>> object_data(const MediaObject& object, const PipelineState& state, memory::View& memory) {
  std::vector<eu::Grf> data;
  append(data, std::as_bytes(object.inline_data));
  if (object.indirect_length == 0) return data;
  std::vector<std::byte> indirect(object.indirect_length);
  const std::uint64_t address = state.bases.indirect_object + object.indirect_start;
  if (!memory.read(address, indirect)) {
    return fail(fmt::format("indirect data at {:#x}: address {:#x} is not mapped", address & memory::kAddressMask,
                            memory.bad_address()),
                kMediaSection);
  }
  append(data, indirect);
  return data;
}

Result<Dispatch> make_media_dispatch(const MediaObject& object, const PipelineState& state, memory::View& memory) {
  Result<Dispatch> dispatch = without_payload(object.descriptor, state);
  if (!dispatch) return dispatch;
  InterfaceDescriptor& descriptor = dispatch->descriptor;
  std::vector<eu::Grf>& payload = dispatch->cross_thread;
  if (object.takes_constants) append_constants(payload, descriptor, state.curbe);
  const Result<std::vector<eu::Grf>> data = object_data(object, state, memory);
  if (!data) return std::unexpected(data.error());
  payload.insert(payload.end(), data->begin(), data->end());
  if (const Result<void> fits = check_payload(payload.size()); !fits) return std::unexpected(fits.error());
  // They are the same in all threads; the descriptor's own count was for each of them.
  descriptor.per_thread_registers = 0;
  return dispatch;
}

Result<Dispatch> make_group_dispatch(const ObjectGroup& group, const PipelineState& state) {
  Result<Dispatch> dispatch = without_payload(group.descriptor, state);
  if (!dispatch) return dispatch;
  append_constants(dispatch->cross_thread, dispatch->descriptor, state.curbe);
  std::size_t own = 0;
  for (const ObjectGroup::Thread& thread : group.threads) own = std::max(own, thread.data.size());
  if (const Result<void> fits = check_payload(dispatch->cross_thread.size() + own); !fits)
    return std::unexpected(fits.error());
  dispatch->descriptor.per_thread_registers = static_cast<std::uint16_t>(own);
  dispatch->per_thread.resize(own * group.threads.size());
  for (std::size_t i = 0; i < group.threads.size(); ++i) {
    std::ranges::copy(group.threads[i].data, dispatch->per_thread.begin() + static_cast<std::ptrdiff_t>(i * own));
    dispatch->places.push_back(group.threads[i].place);
  }
  if (const Result<void> done = set_group_size(*dispatch, static_cast<unsigned>(group.threads.size())); !done)
    return std::unexpected(done.error());
  return dispatch;
}

Result<void> set_group_size(Dispatch& dispatch, unsigned size) {
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  if (descriptor.barrier && descriptor.threads != size) {
    return fail(fmt::format("a group has {} threads, but its interface descriptor, which enables the barrier, has {}",
                            size, descriptor.threads),
                kMediaSection);
  }
  dispatch.walker.threads = {size, 1, 1};
  return {};
}

}  // namespace eugene::gpu
