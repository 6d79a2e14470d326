#include "gpu/media/media_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace eugene::gpu {
namespace {

constexpr const char* kSection = "BXT PRM vol6 Media State and Primitive Commands";
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

Result<Dispatch> make_media_dispatch(const MediaObject& object, std::span<const MediaPlace> places,
                                     const PipelineState& state, memory::View& memory) {
  if (object.descriptor >= state.descriptors.size()) {
    return fail(fmt::format("interface descriptor {} is used, but only {} are loaded", object.descriptor,
                            state.descriptors.size()),
                kSection, "load it with MEDIA_INTERFACE_DESCRIPTOR_LOAD");
  }
  Dispatch dispatch{.walker = {.descriptor = object.descriptor, .simd = kChannels},
                    .descriptor = state.descriptors[object.descriptor],
                    .bases = state.bases,
                    .vfe = state.vfe,
                    .system_ip = state.system_ip};
  std::vector<eu::Grf>& payload = dispatch.cross_thread;
  append_constants(payload, dispatch.descriptor, state.curbe);
  append(payload, std::as_bytes(object.inline_data));
  if (object.indirect_length != 0) {
    std::vector<std::byte> indirect(object.indirect_length);
    const std::uint64_t address = state.bases.indirect_object + object.indirect_start;
    if (!memory.read(address, indirect)) {
      return fail(fmt::format("indirect data at {:#x}: address {:#x} is not mapped", address & memory::kAddressMask,
                              memory.bad_address()),
                  kSection);
    }
    append(payload, indirect);
  }
  if (payload.empty())
    return fail("the thread has no payload", kSection, "give it inline data, indirect data or CURBE constants");
  if (1 + payload.size() > eu::kGrfCount) {
    return fail(
        fmt::format("a payload of {} registers does not fit in a thread's {}", 1 + payload.size(), eu::kGrfCount),
        kSection);
  }
  // They are the same in all threads; the descriptor's own count was for each of them.
  dispatch.descriptor.per_thread_registers = 0;
  dispatch.places.assign(places.begin(), places.end());
  return dispatch;
}

}  // namespace eugene::gpu
