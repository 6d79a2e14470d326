#include "gpu/media/gpgpu_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "base/bits.h"

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

// The constants of the walker's threads. Indirect payloads put a thread's own before those of all threads; the CURBE
// puts them after.
Result<Constants> read_constants(const Walker& walker, const InterfaceDescriptor& descriptor,
                                 const PipelineState& state, memory::View& memory) {
  const std::size_t cross = descriptor.cross_thread_registers;
  Constants constants{.own = descriptor.per_thread_registers, .own_first = walker.indirect_length != 0};
  constants.cross_thread.resize(cross);
  constants.per_thread.resize(constants.own * walker.threads_of_group());
  std::vector<std::byte> indirect(walker.indirect_length);
  std::span<const std::byte> from = state.curbe;
  std::size_t offset = std::size_t{descriptor.constant_offset} * eu::kGrfBytes;
  if (walker.indirect_length != 0) {
    const std::uint64_t address = state.bases.indirect_object + walker.indirect_start;
    if (!memory.read(address, indirect)) {
      return bad(fmt::format("indirect data at {:#x}: address {:#x} is not mapped", address & memory::kAddressMask,
                             memory.bad_address()));
    }
    from = indirect;
    offset = 0;
  }
  copy_registers(from, offset, constants.cross_thread);
  copy_registers(from, offset + cross * eu::kGrfBytes, constants.per_thread);
  return constants;
}

}  // namespace

std::uint64_t Walker::groups() const {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t side = extent(first[i], end[i]);
    if (side == 0) return 0;
    if (count > std::numeric_limits<std::uint64_t>::max() / side) return std::numeric_limits<std::uint64_t>::max();
    count *= side;
  }
  return count;
}

std::uint32_t GpgpuPayload::channels(unsigned thread) const {
  auto mask = static_cast<std::uint32_t>(low_mask(std::min(walker_.simd, isa::kMaxChannels)));
  const std::uint32_t x = thread % walker_.threads[0];
  const std::uint32_t y = thread / walker_.threads[0] % walker_.threads[1];
  if (x + 1 == walker_.threads[0]) mask &= walker_.right_mask;
  if (y + 1 == walker_.threads[1]) mask &= walker_.bottom_mask;
  return mask;
}

GroupId GpgpuPayload::dwords(std::uint64_t group) const {
  GroupId id{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t side = std::max<std::uint64_t>(extent(walker_.first[i], walker_.end[i]), 1);
    id[i] = static_cast<std::uint32_t>(walker_.first[i] + group % side);
    group /= side;
  }
  return id;
}

void GpgpuPayload::advance(GroupId& dwords, std::uint64_t /*group*/) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (++dwords[i] < walker_.end[i]) return;
    dwords[i] = walker_.first[i];
  }
}

std::size_t given_registers(const Work& work) {
  const auto* payload = dynamic_cast<const GpgpuPayload*>(work.payload.get());
  if (payload == nullptr) return eu::kGrfCount;
  const Constants& constants = payload->constants();
  return std::min<std::size_t>(kHeaderRegisters + constants.cross_thread.size() + constants.own, eu::kGrfCount);
}

void set_groups(Work& work, const Walker& walker, Constants constants) {
  work.simd = walker.simd;
  work.groups = walker.groups();
  work.threads = walker.threads_of_group();
  work.payload = std::make_shared<GpgpuPayload>(walker, std::move(constants));
}

Result<Work> make_gpgpu_work(const Walker& walker, const PipelineState& state, memory::View& memory) {
  if (walker.descriptor >= state.descriptors.size()) {
    return bad(fmt::format("interface descriptor {} is used, but only {} are loaded", walker.descriptor,
                           state.descriptors.size()),
               "load it with MEDIA_INTERFACE_DESCRIPTOR_LOAD");
  }
  const InterfaceDescriptor& descriptor = state.descriptors[walker.descriptor];
  const unsigned threads = walker.threads_of_group();
  if (descriptor.threads != 0 && descriptor.threads != threads) {
    return bad(fmt::format("the walker has {} threads in a group, but its interface descriptor has {}", threads,
                           descriptor.threads));
  }
  const std::size_t registers =
      kHeaderRegisters + std::size_t{descriptor.cross_thread_registers} + descriptor.per_thread_registers;
  if (registers > eu::kGrfCount) {
    return bad(fmt::format("a payload of {} registers does not fit in a thread's {}", registers, eu::kGrfCount));
  }
  Result<Constants> constants = read_constants(walker, descriptor, state, memory);
  if (!constants) return forward_error(constants);
  Work work = make_work(descriptor, state);
  work.csr_base = state.csr_base;
  work.pools = state.pools;
  set_groups(work, walker, *std::move(constants));
  return work;
}

}  // namespace eugene::gpu
