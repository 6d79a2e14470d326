#include "gpu/schedule/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "gpu/schedule/payload.h"

namespace eugene::gpu {
namespace {

std::uint64_t extent(std::uint32_t first, std::uint32_t end) { return end > first ? end - first : 0; }

std::unexpected<Diagnostic> bad(std::string what, std::string hint = {}) {
  return fail("GPGPU_WALKER: " + std::move(what), "BXT PRM vol6 GPGPU Commands", std::move(hint));
}

// Copies whole registers out of `from`, starting at byte `offset`; what lies beyond the end reads as 0.
void copy_registers(std::span<const std::byte> from, std::size_t offset, std::span<eu::Grf> to) {
  if (to.empty() || offset >= from.size()) return;
  const std::size_t count = std::min(to.size_bytes(), from.size() - offset);
  std::memcpy(to.data(), from.data() + offset, count);
}

}  // namespace

std::uint64_t Dispatch::groups() const {
  if (!places.empty()) return places.size() / threads_of_group();
  if (pixels) return pixels->threads();
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t side = extent(walker.first[i], walker.end[i]);
    if (side == 0) return 0;
    if (count > std::numeric_limits<std::uint64_t>::max() / side) return std::numeric_limits<std::uint64_t>::max();
    count *= side;
  }
  return count;
}

GroupId Dispatch::group(std::uint64_t index) const {
  if (!places.empty()) {
    const MediaPlace& place = places[index * threads_of_group()];
    return {static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y), place.color};
  }
  if (pixels) return pixels->place(index);
  GroupId id{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t side = std::max<std::uint64_t>(extent(walker.first[i], walker.end[i]), 1);
    id[i] = static_cast<std::uint32_t>(walker.first[i] + index % side);
    index /= side;
  }
  return id;
}

GroupId Dispatch::group_dwords(std::uint64_t index, unsigned thread) const {
  if (places.empty()) return group(index);
  constexpr std::uint32_t kCoordinate = 0x7FF;
  const MediaPlace& place = places[index * threads_of_group() + thread];
  const std::uint32_t x = static_cast<std::uint32_t>(place.x) & kCoordinate;
  const std::uint32_t y = static_cast<std::uint32_t>(place.y) & kCoordinate;
  return {x | (y << 16), bits(place.number, 23, 0), place.group};
}

void Dispatch::advance(GroupId& dwords, std::uint64_t index) const {
  if (!places.empty()) {
    if (index < groups()) dwords = group_dwords(index);
    return;
  }
  if (pixels) {
    if (index < pixels->threads()) dwords = pixels->place(index);
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (++dwords[i] < walker.end[i]) return;
    dwords[i] = walker.first[i];
  }
}

Result<Dispatch> make_dispatch(const Walker& walker, const PipelineState& state, memory::View& memory) {
  if (walker.descriptor >= state.descriptors.size()) {
    return bad(fmt::format("interface descriptor {} is used, but only {} are loaded", walker.descriptor,
                           state.descriptors.size()),
               "load it with MEDIA_INTERFACE_DESCRIPTOR_LOAD");
  }
  Dispatch dispatch{.walker = walker,
                    .descriptor = state.descriptors[walker.descriptor],
                    .bases = state.bases,
                    .vfe = state.vfe,
                    .system_ip = state.system_ip,
                    .csr_base = state.csr_base,
                    .pools = state.pools};
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  const unsigned threads = dispatch.threads_of_group();
  if (descriptor.threads != 0 && descriptor.threads != threads) {
    return bad(fmt::format("the walker has {} threads in a group, but its interface descriptor has {}", threads,
                           descriptor.threads));
  }
  const std::size_t cross = descriptor.cross_thread_registers;
  const std::size_t own = descriptor.per_thread_registers;
  if (kHeaderRegisters + cross + own > eu::kGrfCount) {
    return bad(fmt::format("a payload of {} registers does not fit in a thread's {}", kHeaderRegisters + cross + own,
                           eu::kGrfCount));
  }
  dispatch.cross_thread.resize(cross);
  dispatch.per_thread.resize(own * threads);
  std::vector<std::byte> indirect;
  std::span<const std::byte> constants = state.curbe;
  std::size_t offset = std::size_t{descriptor.constant_offset} * eu::kGrfBytes;
  if (walker.indirect_length != 0) {
    indirect.resize(walker.indirect_length);
    const std::uint64_t address = state.bases.indirect_object + walker.indirect_start;
    if (!memory.read(address, indirect)) {
      return bad(fmt::format("indirect data at {:#x}: address {:#x} is not mapped", address & memory::kAddressMask,
                             memory.bad_address()));
    }
    constants = indirect;
    offset = 0;
    dispatch.per_thread_first = true;
  }
  copy_registers(constants, offset, dispatch.cross_thread);
  copy_registers(constants, offset + cross * eu::kGrfBytes, dispatch.per_thread);
  return dispatch;
}

}  // namespace eugene::gpu
