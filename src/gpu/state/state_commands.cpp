// State, media and pipeline commands: BXT PRM vol6 "GPGPU Commands".
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <optional>

#include "base/bits.h"
#include "gpu/commands/handlers.h"
#include "gpu/commands/vfe_check.h"
#include "gpu/draw/depth_clear.h"
#include "gpu/media/scoreboard.h"

namespace eugene::gpu {
namespace {

constexpr std::size_t kMaxCurbeBytes = 1U << 17;  // CURBE Total Data Length is 17 bits

}  // namespace

Result<Next> pipeline_select(ContextState& c, CommandDwords dw) {
  const std::uint32_t mask = bits(dw[0], 15, 8);
  const std::uint32_t selected = bits(dw[0], 1, 0);
  if (c.layout.select_has_mask && (mask & 3) != 3)
    return Next::advance;  // the mask bits are clear, so the field keeps its value
  if (selected > 2) return fail("the pipeline selected is reserved");
  c.pipeline.pipeline = static_cast<Pipeline>(selected);
  return Next::advance;
}

Result<Next> pipe_control(ContextState& c, CommandDwords dw) {
  enum : std::uint32_t { none = 0, immediate = 1, depth_count = 2, timestamp = 3 };
  const std::uint32_t flags = dw[1];
  // Programs may omit the upper half of the data.
  const std::uint32_t data = dw[c.after_address(3)];
  const std::uint32_t data_high = dw.size() > c.after_address(4) ? dw[c.after_address(4)] : 0;
  const bool invalidates = bit(flags, 18) || bit(flags, 11) || bit(flags, 10) || bit(flags, 3) || bit(flags, 2);
  if (invalidates && c.host.invalidate) c.host.invalidate();
  // State Cache Invalidation Enable. The texture cache's invalidation also drops states that samplers have cached
  // (docs/record/undefined.md).
  if (bit(flags, 10) || bit(flags, 2)) c.invalidate_states();
  if (bit(flags, 20)) c.checks.stall();
  if (bit(flags, 23)) {  // LRI post-sync operation
    c.registers.write(dw[2], data);
    return Next::advance;
  }
  const std::uint32_t operation = bits(flags, 15, 14);
  if (operation == none) return Next::advance;
  if (!c.given_up) {
    const Result<void> done = run_hz_operation(c.pipeline.state_3d, c.ppgtt, [&c] { return c.still_wanted(); });
    if (!done) {
      if (const Result<Next> skipped = c.skip(done.error()); !skipped) return skipped;
    }
  }
  std::uint64_t value = 0;
  switch (operation) {
    case immediate: value = data | std::uint64_t{data_high} << 32; break;
    case timestamp: value = c.registers.timestamp(); break;
    case depth_count: value = c.registers.read64(reg::kDepthCount); break;
    default: break;
  }
  // PIPE_CONTROL writes a qword, so lower bits of the address are ignored (igt-gpu-tools sets bit 2 on Gen9).
  constexpr std::uint64_t kWritten = sizeof(value);
  const bool indexed = bit(flags, 21);
  const std::uint64_t address = indexed ? c.status_page(true) + (dw[2] & 0xFF8) : c.address_at(dw, 2) & ~(kWritten - 1);
  const bool global = bit(flags, 24) || (c.layout.global_bit_in_address && bit(dw[2], 2));
  const AddressSpace space = indexed || global ? AddressSpace::ggtt : AddressSpace::ppgtt;
  const Result<void> done = c.write_value(space, address, value, true);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> state_base_address(ContextState& c, CommandDwords dw) {
  StateBases& bases = c.pipeline.bases;
  const StateBases before = bases;
  constexpr std::uint32_t kModify = 1;
  constexpr std::uint64_t kPage = ~std::uint64_t{0xFFF};
  for (const BaseField& base : c.layout.bases) {
    if (c.after_address(base.dword) >= dw.size() || (dw[base.dword] & kModify) == 0) continue;
    bases.*base.value = c.address_at(dw, base.dword) & kPage;
  }
  for (const BoundField& bound : c.layout.bounds) {
    if (bound.dword >= dw.size() || (dw[bound.dword] & kModify) == 0) continue;
    const std::uint64_t end = dw[bound.dword] & kPage;
    const std::uint64_t base = c.layout.bounds_are_addresses ? bases.*bound.base : 0;
    bases.*bound.size = end > base ? end - base : 0;
  }
  if (dw.size() > 18 && (dw[16] & kModify) != 0) {
    bases.bindless_surface_size = (std::uint64_t{dw[18] >> 12} + 1) * 64;  // surface states of 64 bytes
  }
  if (bases.surface != before.surface || bases.dynamic != before.dynamic) c.checks.bases_moved();
  return Next::advance;
}

Result<Next> state_sip(ContextState& c, CommandDwords dw) {
  c.pipeline.system_ip = c.address_at(dw, 1) & ~std::uint64_t{0xF};
  return Next::advance;
}

Result<Next> gpgpu_csr_base_address(ContextState& c, CommandDwords dw) {
  c.pipeline.csr_base = qword_at(dw, 1) & memory::kAddressMask & ~std::uint64_t{0xFFF};
  return Next::advance;
}

// Binding tables then lie in the pool.
Result<Next> binding_table_pool(ContextState& c, CommandDwords dw) {
  constexpr unsigned kEnable = 11;
  const std::uint64_t pool = qword_at(dw, 1) & memory::kAddressMask & ~std::uint64_t{0xFFF};
  c.pipeline.binding_table_pool = bit(dw[1], kEnable) ? std::optional(pool) : std::nullopt;
  return Next::advance;
}

Result<Next> media_vfe_state(ContextState& c, CommandDwords dw) {
  constexpr unsigned kLargestScratchCode = 11;  // 2 MB
  if (const Result<void> ended = c.no_open_groups(); !ended) return std::unexpected(ended.error());
  c.report(c.checks.media_vfe_state());
  VfeState& vfe = c.pipeline.vfe;
  vfe.scratch_base = c.address_at(dw, 1) & ~std::uint64_t{0x3FF};
  vfe.scratch_size_code = static_cast<std::uint8_t>(bits(dw[1], 3, 0));
  if (vfe.scratch_size_code > kLargestScratchCode) return fail("more than 2 MB of scratch space per thread");
  const std::uint32_t threads = dw[c.after_address(2)];
  const std::uint32_t sizes = dw[c.after_address(4)];
  vfe.maximum_threads = static_cast<std::uint16_t>(bits(threads, 31, 16));
  vfe.urb_entries = static_cast<std::uint8_t>(bits(threads, 15, 8));
  vfe.resets_gateway_timer = bit(threads, 7);
  vfe.bypasses_gateway = c.layout.vfe_has_gateway_bypass && bit(threads, 6);
  vfe.stack_size_code = static_cast<std::uint8_t>(c.layout.vfe_has_stack ? bits(dw[1], 7, 4) : 0);
  vfe.slice_disable = static_cast<std::uint8_t>(c.layout.vfe_has_stack ? bits(dw[c.after_address(3)], 1, 0) : 0);
  vfe.curbe_registers = bits(sizes, 15, 0);
  vfe.urb_entry_registers = static_cast<std::uint16_t>(bits(sizes, 31, 16));
  vfe.scoreboard = decode_scoreboard(dw.subspan(c.after_address(5)).first<3>());
  if (!c.finding) c.report(impossible_setting(vfe, c.host.device));
  return Next::advance;
}

// Earlier threads have already ended, so there is nothing to wait for.
Result<Next> media_state_flush(ContextState& c, CommandDwords) {
  c.checks.media_state_flush();
  return advance_after(c.no_open_groups());
}

Result<Next> media_pool_state(ContextState& c, CommandDwords dw) {
  c.pipeline.pools = {.enabled = (dw[1] & PoolState::kEnable) != 0, .configuration = dw[2]};
  return Next::advance;
}

Result<Next> media_curbe_load(ContextState& c, CommandDwords dw) {
  c.report(c.checks.media_curbe_load());
  const std::size_t bytes = bits(dw[2], 16, 0);
  if (bytes > kMaxCurbeBytes) return fail("CURBE data is too long");
  c.pipeline.curbe.assign(bytes, std::byte{0});
  const Result<void> done = c.read(AddressSpace::ppgtt, c.pipeline.bases.dynamic + dw[3], c.pipeline.curbe);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> media_interface_descriptor_load(ContextState& c, CommandDwords dw) {
  const std::size_t bytes = bits(dw[2], 16, 0);
  const std::size_t count = bytes / kInterfaceDescriptorBytes;
  if (count > kMaxInterfaceDescriptors) return fail(fmt::format("{} interface descriptors; the limit is 64", count));
  c.pipeline.descriptors.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint32_t, 8> dwords{};
    const std::uint64_t address = c.pipeline.bases.dynamic + dw[3] + i * kInterfaceDescriptorBytes;
    const Result<void> done = c.read(AddressSpace::ppgtt, address, std::as_writable_bytes(std::span(dwords)));
    if (!done) return std::unexpected(done.error());
    c.pipeline.descriptors.push_back(decode_interface_descriptor(c.layout, dwords));
  }
  return Next::advance;
}

}  // namespace eugene::gpu
