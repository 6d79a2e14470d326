#include "gpu/schedule/payload.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "base/bits.h"
#include "eu/barrier.h"
#include "eu/batch.h"
#include "eu/prepare/prepared_op.h"
#include "isa/state_registers.h"

namespace eugene::gpu {
namespace {

void write_dword(eu::Grf& grf, unsigned index, std::uint32_t value) {
  std::memcpy(grf.bytes.data() + index * sizeof value, &value, sizeof value);
}

}  // namespace

Placement placement_of(const ThreadPools& pools, unsigned worker, unsigned threads, unsigned index) {
  return {.fixed_function_thread = static_cast<std::uint16_t>(worker * threads + index),
          .barrier = static_cast<std::uint8_t>(worker % eu::Barrier::kIds),
          .topology = pools.topology(worker, threads, index)};
}

std::uint32_t dispatch_mask(const Dispatch& dispatch, unsigned index) {
  const Walker& walker = dispatch.walker;
  auto mask = static_cast<std::uint32_t>(low_mask(std::min(walker.simd, isa::kMaxChannels)));
  const std::uint32_t x = index % walker.threads[0];
  const std::uint32_t y = index / walker.threads[0] % walker.threads[1];
  if (x + 1 == walker.threads[0]) mask &= walker.right_mask;
  if (y + 1 == walker.threads[1]) mask &= walker.bottom_mask;
  return mask;
}

std::uint64_t invocations_of(const Dispatch& dispatch) {
  std::uint64_t of_group = 0;
  for (unsigned index = 0; index < dispatch.threads_of_group(); ++index) {
    of_group += static_cast<unsigned>(std::popcount(dispatch_mask(dispatch, index)));
  }
  return dispatch.groups() * of_group;
}

eu::ThreadChannels thread_channels_of(const Dispatch& dispatch, const eu::Kernel& kernel) {
  const eu::ChannelUse& use = kernel.prepared().channel_use;
  std::uint32_t always = ~0U;
  for (unsigned index = 0; index < dispatch.threads_of_group(); ++index) always &= dispatch_mask(dispatch, index);
  return use.thread_channels(always);
}

// cr0.0 and cr0.1 as the thread dispatcher initialises them: SNB PRM vol4 part2 table 5-15.
std::uint32_t start_control(const Dispatch& dispatch) {
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  return (descriptor.alternate_floats ? isa::cr0::kAlternateFloats : 0) |
         (descriptor.single_program_flow ? isa::cr0::kSingleProgramFlow : 0) |
         (std::uint32_t{descriptor.rounding_mode} << isa::cr0::kRoundingLow);
}

void set_payload(const Dispatch& dispatch, unsigned index, const Placement& placement, eu::Thread& thread) {
  const InterfaceDescriptor& descriptor = dispatch.descriptor;
  thread.ip_base = static_cast<std::uint32_t>(descriptor.kernel_start);
  // r0: the header that GPGPU threads share with other media threads.
  const std::uint64_t scratch_stride = std::uint64_t{1024} << dispatch.vfe.scratch_size_code;
  const std::uint64_t scratch = dispatch.vfe.scratch_base + placement.fixed_function_thread * scratch_stride;
  eu::Grf& header = thread.grf[0];
  header = {};
  std::uint32_t barrier_and_place = (std::uint32_t{bits<std::uint32_t>(placement.barrier, 4, 4)} << 31) |
                                    (bits<std::uint32_t>(placement.barrier, 3, 0) << 24);
  if (!dispatch.places.empty()) barrier_and_place |= (dispatch.walker.descriptor << 4) | dispatch.places[0].color;
  write_dword(header, 2, barrier_and_place);
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

void start_thread(const Dispatch& dispatch, const GroupId& group, unsigned index, const Placement& placement,
                  eu::Thread& thread) {
  eu::start(thread, dispatch_mask(dispatch, index));
  set_payload(dispatch, index, placement, thread);
  set_group(thread, group);
  if (dispatch.pixels) set_pixels(thread, dispatch.pixels->pixels_of(group));
}

void set_group(eu::Thread& thread, const GroupId& group) {
  eu::Grf& header = thread.grf[0];
  for (std::size_t i = 0; i < group.size(); ++i) write_dword(header, eu::kGroupDwords[i], group[i]);
}

void set_place(const Dispatch& dispatch, std::uint64_t group, unsigned index, eu::Thread& thread) {
  constexpr std::uint32_t kColor = 0xF;
  set_group(thread, dispatch.group_dwords(group, index));
  eu::Grf& header = thread.grf[0];
  std::uint32_t value = 0;
  std::memcpy(&value, header.bytes.data() + 2 * sizeof value, sizeof value);
  const MediaPlace& place = dispatch.places[group * dispatch.threads_of_group() + index];
  write_dword(header, 2, (value & ~kColor) | place.color);
}

void set_pixels(eu::Thread& thread, const functions::Pixels& pixels) {
  eu::Grf& grf = thread.grf[1];
  for (unsigned i = 0; i < pixels.subspan.size(); ++i) write_dword(grf, 2 + i, pixels.subspan[i]);
  write_dword(grf, 7, pixels.mask << 16 | pixels.mask);
}

}  // namespace eugene::gpu
