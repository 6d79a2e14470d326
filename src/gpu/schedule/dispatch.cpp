#include "gpu/schedule/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "base/bits.h"
#include "eu/batch.h"
#include "eu/interpreter.h"
#include "eu/prepare/decoded_op.h"
#include "isa/state_registers.h"

namespace eugene::gpu {
namespace {

constexpr unsigned kHeaderRegisters = 1;  // r0
constexpr std::uint32_t kMaxChannels = 32;

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

void write_dword(eu::Grf& grf, unsigned index, std::uint32_t value) {
  std::memcpy(grf.bytes.data() + index * sizeof value, &value, sizeof value);
}

}  // namespace

std::uint64_t Dispatch::groups() const {
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
  GroupId id{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t side = std::max<std::uint64_t>(extent(walker.first[i], walker.end[i]), 1);
    id[i] = static_cast<std::uint32_t>(walker.first[i] + index % side);
    index /= side;
  }
  return id;
}

void Dispatch::advance(GroupId& group) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (++group[i] < walker.end[i]) return;
    group[i] = walker.first[i];
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
                    .system_ip = state.system_ip};
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

std::uint32_t dispatch_mask(const Dispatch& dispatch, unsigned index) {
  const Walker& walker = dispatch.walker;
  auto mask = static_cast<std::uint32_t>(low_mask(std::min(walker.simd, kMaxChannels)));
  const std::uint32_t x = index % walker.threads[0];
  const std::uint32_t y = index / walker.threads[0] % walker.threads[1];
  if (x + 1 == walker.threads[0]) mask &= walker.right_mask;
  if (y + 1 == walker.threads[1]) mask &= walker.bottom_mask;
  return mask;
}

eu::Coverage coverage_of(const Dispatch& dispatch, const eu::Kernel& kernel) {
  const eu::ChannelUse& use = kernel.decoded().channel_use;
  std::uint32_t always = ~0U;
  for (unsigned index = 0; index < dispatch.threads_of_group(); ++index) always &= dispatch_mask(dispatch, index);
  return use.coverage(always);
}

// cr0.0 and cr0.1 as the thread dispatcher initialises them: SNB PRM vol4 part2 table 5-15.
std::uint32_t start_control(const Dispatch& dispatch) {
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  return (descriptor.alternate_floats ? isa::cr0::kAlternateFloats : 0) |
         (descriptor.single_program_flow ? isa::cr0::kSingleProgramFlow : 0) |
         (std::uint32_t{descriptor.rounding_mode} << isa::cr0::kRoundingLow);
}

namespace {

// Registers that are not zero at the start, but for the number of the group.
void set_payload(const Dispatch& dispatch, unsigned index, const Placement& placement, eu::Thread& thread) {
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  thread.ip_base = static_cast<std::uint32_t>(descriptor.kernel_start);
  // r0: the header that GPGPU threads share with other media threads.
  const std::uint64_t scratch_stride = std::uint64_t{1024} << dispatch.vfe.scratch_size_code;
  const std::uint64_t scratch = dispatch.vfe.scratch_base + placement.fixed_function_thread * scratch_stride;
  eu::Grf& header = thread.grf[0];
  header = {};
  write_dword(header, 2,
              (std::uint32_t{bits<std::uint32_t>(placement.barrier, 4, 4)} << 31) |
                  (bits<std::uint32_t>(placement.barrier, 3, 0) << 24));
  write_dword(header, 3, descriptor.sampler_state | dispatch.vfe.scratch_size_code);
  write_dword(header, 4, descriptor.binding_table);
  write_dword(header, 5, (static_cast<std::uint32_t>(scratch) & ~0x3FFU) | (placement.fixed_function_thread & 0x1FFU));

  const std::size_t own = descriptor.per_thread_registers;
  const std::span<const eu::Grf> mine(dispatch.per_thread.data() + index * own, own);
  const std::span<const eu::Grf> shared(dispatch.cross_thread);
  auto at = std::ranges::copy(dispatch.per_thread_first ? mine : shared, thread.grf.begin() + kHeaderRegisters).out;
  std::ranges::copy(dispatch.per_thread_first ? shared : mine, at);

  thread.state[0] = placement.topology;
  thread.state[1] = std::uint32_t{placement.fixed_function_thread} << 24;
  thread.control[0] = start_control(dispatch);
  thread.control[1] = (descriptor.software_exceptions ? isa::cr1::kSoftwareEnable : 0) |
                      (descriptor.illegal_opcode_exceptions ? isa::cr1::kIllegalOpcodeEnable : 0) |
                      (descriptor.mask_stack_exceptions ? isa::cr1::kStackEnable : 0);
}

}  // namespace

void start_thread(const Dispatch& dispatch, const GroupId& group, unsigned index, const Placement& placement,
                  eu::Thread& thread) {
  eu::start(thread, dispatch_mask(dispatch, index));
  set_payload(dispatch, index, placement, thread);
  set_group(thread, group);
}

void start_model(const Dispatch& dispatch, const eu::Kernel& kernel, unsigned index, const Placement& placement,
                 eu::Thread& thread) {
  eu::start_unseen(thread, kernel, dispatch_mask(dispatch, index));
  set_payload(dispatch, index, placement, thread);
}

void set_group(eu::Thread& thread, const GroupId& group) {
  eu::Grf& header = thread.grf[0];
  for (std::size_t i = 0; i < group.size(); ++i) write_dword(header, eu::kGroupDwords[i], group[i]);
}

}  // namespace eugene::gpu
