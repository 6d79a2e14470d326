// State, media and pipeline commands: BXT PRM vol6 "GPGPU Commands".
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "base/bits.h"
#include "gpu/commands/command_streamer.h"
#include "gpu/draw/depth_clear.h"
#include "gpu/draw/fast_clear.h"
#include "gpu/draw/rectangle.h"
#include "gpu/schedule/payload.h"

namespace eugene::gpu {
namespace {

using Next = CommandStreamer::Next;

constexpr std::size_t kMaxCurbeBytes = 1U << 17;  // CURBE Total Data Length is 17 bits

}  // namespace

Result<Next> CommandStreamer::pipeline_select(Dwords dw) {
  const std::uint32_t mask = bits(dw[0], 15, 8);
  const std::uint32_t selected = bits(dw[0], 1, 0);
  if (layout_->select_has_mask && (mask & 3) != 3)
    return Next::advance;  // the mask bits of the field are clear: it keeps its value
  if (selected > 2) return fail("the pipeline selected is reserved");
  state_.pipeline = static_cast<Pipeline>(selected);
  return Next::advance;
}

Result<Next> CommandStreamer::pipe_control(Dwords dw) {
  enum : std::uint32_t { none = 0, immediate = 1, depth_count = 2, timestamp = 3 };
  const std::uint32_t flags = dw[1];
  // Programs leave out the upper half of the data.
  const std::uint32_t data = dw[after_address(3)];
  const std::uint32_t data_high = dw.size() > after_address(4) ? dw[after_address(4)] : 0;
  const bool invalidates = bit(flags, 18) || bit(flags, 11) || bit(flags, 10) || bit(flags, 3) || bit(flags, 2);
  if (invalidates && host_.invalidate) host_.invalidate();
  // State Cache Invalidation Enable; what samplers have of states goes with the texture cache, too (docs/undefined.md).
  if (bit(flags, 10) || bit(flags, 2)) invalidate_states();
  if (bit(flags, 20)) checks_.stall();
  if (bit(flags, 23)) {  // LRI post-sync operation
    registers_->write(dw[2], data);
    return Next::advance;
  }
  const std::uint32_t operation = bits(flags, 15, 14);
  if (operation == none) return Next::advance;
  if (!given_up_) {
    const Result<void> done = run_hz_operation(state_.state_3d, *ppgtt_, [this] { return still_wanted(); });
    if (!done) {
      if (const Result<Next> skipped = skip(done.error()); !skipped) return skipped;
    }
  }
  std::uint64_t value = 0;
  switch (operation) {
    case immediate: value = data | std::uint64_t{data_high} << 32; break;
    case timestamp: value = registers_->timestamp(); break;
    default: break;  // the depth count of a context that only computes is 0
  }
  // PIPE_CONTROL writes a qword, so lower bits of the address are ignored (igt-gpu-tools sets bit 2 on Gen9).
  constexpr std::uint64_t kWritten = sizeof(value);
  const bool indexed = bit(flags, 21);
  const std::uint64_t address = indexed ? status_page(true) + (dw[2] & 0xFF8) : address_at(dw, 2) & ~(kWritten - 1);
  const bool global = bit(flags, 24) || (layout_->global_bit_in_address && bit(dw[2], 2));
  const AddressSpace space = indexed || global ? AddressSpace::ggtt : AddressSpace::ppgtt;
  const Result<void> done = write_value(space, address, value, true);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

void CommandStreamer::invalidate_states() {
  checks_.states_invalidated();
  if (host_.invalidate_states) host_.invalidate_states();
}

Result<Next> CommandStreamer::state_base_address(Dwords dw) {
  StateBases& bases = state_.bases;
  const StateBases before = bases;
  constexpr std::uint32_t kModify = 1;
  constexpr std::uint64_t kPage = ~std::uint64_t{0xFFF};
  for (const BaseField& base : layout_->bases) {
    if (after_address(base.dword) >= dw.size() || (dw[base.dword] & kModify) == 0) continue;
    bases.*base.value = address_at(dw, base.dword) & kPage;
  }
  for (const BoundField& bound : layout_->bounds) {
    if (bound.dword >= dw.size() || (dw[bound.dword] & kModify) == 0) continue;
    const std::uint64_t end = dw[bound.dword] & kPage;
    const std::uint64_t base = layout_->bounds_are_addresses ? bases.*bound.base : 0;
    bases.*bound.size = end > base ? end - base : 0;
  }
  if (dw.size() > 18 && (dw[16] & kModify) != 0) {
    bases.bindless_surface_size = (std::uint64_t{dw[18] >> 12} + 1) * 64;  // surface states of 64 bytes
  }
  if (bases.surface != before.surface || bases.dynamic != before.dynamic) checks_.bases_moved();
  return Next::advance;
}

Result<Next> CommandStreamer::state_sip(Dwords dw) {
  state_.system_ip = address_at(dw, 1) & ~std::uint64_t{0xF};
  return Next::advance;
}

Result<Next> CommandStreamer::gpgpu_csr_base_address(Dwords dw) {
  state_.csr_base = qword_at(dw, 1) & memory::kAddressMask & ~std::uint64_t{0xFFF};
  return Next::advance;
}

Result<Next> CommandStreamer::media_vfe_state(Dwords dw) {
  constexpr unsigned kLargestScratchCode = 11;  // 2 MB
  if (const Result<void> ended = no_open_groups(); !ended) return std::unexpected(ended.error());
  report(checks_.media_vfe_state());
  VfeState& vfe = state_.vfe;
  vfe.scratch_base = address_at(dw, 1) & ~std::uint64_t{0x3FF};
  vfe.scratch_size_code = static_cast<std::uint8_t>(bits(dw[1], 3, 0));
  if (vfe.scratch_size_code > kLargestScratchCode) return fail("more than 2 MB of scratch space per thread");
  const std::uint32_t threads = dw[after_address(2)];
  const std::uint32_t sizes = dw[after_address(4)];
  vfe.maximum_threads = static_cast<std::uint16_t>(bits(threads, 31, 16));
  vfe.urb_entries = static_cast<std::uint8_t>(bits(threads, 15, 8));
  vfe.resets_gateway_timer = bit(threads, 7);
  vfe.bypasses_gateway = layout_->vfe_has_gateway_bypass && bit(threads, 6);
  vfe.stack_size_code = static_cast<std::uint8_t>(layout_->vfe_has_stack ? bits(dw[1], 7, 4) : 0);
  vfe.slice_disable = static_cast<std::uint8_t>(layout_->vfe_has_stack ? bits(dw[after_address(3)], 1, 0) : 0);
  vfe.curbe_registers = bits(sizes, 15, 0);
  vfe.urb_entry_registers = static_cast<std::uint16_t>(bits(sizes, 31, 16));
  vfe.scoreboard = decode_scoreboard(dw.subspan(after_address(5)).first<3>());
  return Next::advance;
}

// The threads before it have ended: nothing is left to wait for.
Result<Next> CommandStreamer::media_state_flush(Dwords) {
  checks_.media_state_flush();
  return advance_after(no_open_groups());
}

Result<Next> CommandStreamer::media_pool_state(Dwords dw) {
  state_.pools = {.enabled = (dw[1] & PoolState::kEnable) != 0, .configuration = dw[2]};
  return Next::advance;
}

Result<Next> CommandStreamer::media_curbe_load(Dwords dw) {
  report(checks_.media_curbe_load());
  const std::size_t bytes = bits(dw[2], 16, 0);
  if (bytes > kMaxCurbeBytes) return fail("CURBE data is too long");
  state_.curbe.assign(bytes, std::byte{0});
  const Result<void> done = read(AddressSpace::ppgtt, state_.bases.dynamic + dw[3], state_.curbe);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::media_interface_descriptor_load(Dwords dw) {
  const std::size_t bytes = bits(dw[2], 16, 0);
  const std::size_t count = bytes / kInterfaceDescriptorBytes;
  if (count > kMaxInterfaceDescriptors) return fail(fmt::format("{} interface descriptors; the limit is 64", count));
  state_.descriptors.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint32_t, 8> dwords{};
    const std::uint64_t address = state_.bases.dynamic + dw[3] + i * kInterfaceDescriptorBytes;
    const Result<void> done = read(AddressSpace::ppgtt, address, std::as_writable_bytes(std::span(dwords)));
    if (!done) return std::unexpected(done.error());
    state_.descriptors.push_back(decode_interface_descriptor(*layout_, dwords));
  }
  return Next::advance;
}

Result<Next> CommandStreamer::gpgpu_walker(Dwords dw) {
  if (walker_.left != nullptr) return run_walker();
  if (bit(dw[0], 8) && (registers_->read(reg::kPredicateResult) & 1) == 0) return Next::advance;
  constexpr std::uint32_t kReservedSimd = 3;
  Walker walker;
  walker.descriptor = bits(dw[1], 5, 0);
  walker.indirect_length = bits(dw[2], 16, 0);
  walker.indirect_start = dw[3] & ~0x3FU;
  const std::uint32_t simd = bits(dw[4], 31, 30);
  if (simd == kReservedSimd) return fail("the SIMD size is reserved");
  walker.simd = 8U << simd;
  walker.threads = {bits(dw[4], 5, 0) + 1, bits(dw[4], 13, 8) + 1, bits(dw[4], 21, 16) + 1};
  walker.first = {dw[5], dw[8], dw[11]};
  walker.end = {dw[7], dw[10], dw[12]};
  if (bit(dw[0], 10)) {  // indirect parameters
    walker.end = {registers_->read(reg::kDispatchDimX), registers_->read(reg::kDispatchDimY),
                  registers_->read(reg::kDispatchDimZ)};
  }
  walker.right_mask = dw[13];
  walker.bottom_mask = dw[14];
  Result<Dispatch> dispatch = make_dispatch(walker, state_, *ppgtt_);
  if (!dispatch) return std::unexpected(dispatch.error());
  dispatch->l3_control = registers_->read(memory::kL3ControlRegister);
  dispatch->preemption_level = preemption_level(registers_->read(reg::kPreemptionControl));
  report(checks_.threads(dispatch->descriptor, false, state_.pools.enabled));
  if (dispatch->groups() == 0 || !host_.dispatch) return Next::advance;
  walker_.dispatch = *std::move(dispatch);
  return run_walker();
}

// Runs the walker, or the rest of it after a preemption.
Result<Next> CommandStreamer::run_walker() {
  const Result<void> done =
      run_dispatch(walker_.dispatch, arbitration_.is_on || walker_.left != nullptr ? &walker_.left : nullptr);
  if (!done) return std::unexpected(done.error());
  arbitration_.has_come_back = walker_.left != nullptr;
  if (walker_.left == nullptr) {
    registers_->write64(reg::kComputeInvocations,
                        registers_->read64(reg::kComputeInvocations) + invocations_of(walker_.dispatch));
  }
  return walker_.left == nullptr ? Next::advance : Next::preempted;
}

Result<Next> CommandStreamer::state_3d(Dwords dw) {
  state_.state_3d.remember(dw);
  return Next::advance;
}

Result<Next> CommandStreamer::skip(const Diagnostic& why) {
  if (!host_.skipped) return std::unexpected(why);
  host_.skipped(why.message + ": what it draws is missing");
  return Next::advance;
}

// Draws rectangles, which drivers use to copy and clear. Other draws are skipped, so that compute work in the same
// context still runs.
Result<Next> CommandStreamer::primitive(Dwords dw) {
  if (bit(dw[0], 8) && (registers_->read(reg::kPredicateResult) & 1) == 0) return Next::advance;
  const TargetOperation operation = target_operation(state_.state_3d);
  if (operation == TargetOperation::resolve) return Next::advance;
  if (operation == TargetOperation::fast_clear) {
    const Result<void> done = clear_target(*gen_, dw, state_, *ppgtt_, [this] { return still_wanted(); });
    return done ? Next::advance : skip(done.error());
  }
  if (writes_depth_alone(state_.state_3d)) {
    const Result<void> done = draw_depth(dw, state_.state_3d, *ppgtt_, [this] { return still_wanted(); });
    return done ? Next::advance : skip(done.error());
  }
  const Result<std::vector<Dispatch>> rectangles = make_rectangles(dw, state_, *ppgtt_);
  if (!rectangles) return skip(rectangles.error());
  for (const Dispatch& dispatch : *rectangles) {
    if (!host_.dispatch) break;
    if (const Result<void> done = run_dispatch(dispatch, nullptr); !done) return std::unexpected(done.error());
  }
  return Next::advance;
}

}  // namespace eugene::gpu
