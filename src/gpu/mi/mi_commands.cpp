// The memory interface (MI) commands.
#include <fmt/format.h>

#include <cstring>

#include "base/bits.h"
#include "gpu/commands/handlers.h"

namespace eugene::gpu {
namespace {

AddressSpace choose_space(bool global) { return global ? AddressSpace::ggtt : AddressSpace::ppgtt; }
constexpr std::uint64_t kDwordAligned = ~std::uint64_t{3};

Result<void> leave_batch(ContextState& c) {
  if (c.depth > 0) --c.depth;
  return c.depth == 0 ? c.no_open_groups() : Result<void>{};
}

}  // namespace

// MI_SET_PREDICATE: while its mode's condition holds, every command except MI_SET_PREDICATE is skipped.
Result<Next> mi_set_predicate(ContextState& c, CommandDwords dw) {
  c.set_predicate = bits(dw[0], 3, 0);
  return Next::advance;
}

Result<Next> mi_arb_on_off(ContextState& c, CommandDwords dw) {
  c.arbitration.is_on = bit(dw[0], 0);
  return Next::advance;
}

bool is_predicated_off(const ContextState& c) {
  switch (c.set_predicate) {
    case 1: return (c.registers.read(reg::kPredicateResult2) & 1) == 0;
    case 2: return (c.registers.read(reg::kPredicateResult2) & 1) != 0;
    case 3: return (c.registers.read(reg::kPredicateResult1) & 1) == 0;
    case 4: return (c.registers.read(reg::kPredicateResult1) & 1) != 0;
    case 15: return true;
    default: return false;
  }
}

Result<Next> mi_predicate(ContextState& c, CommandDwords dw) {
  const std::uint64_t source0 = c.registers.read64(reg::kPredicateSource0);
  const std::uint64_t source1 = c.registers.read64(reg::kPredicateSource1);
  bool compared = false;
  switch (bits(dw[0], 1, 0)) {
    case 0: compared = true; break;
    case 1: compared = false; break;
    case 2: compared = source0 == source1; break;
    default: compared = source0 - source1 == c.registers.read64(reg::kPredicateData); break;
  }
  const bool old = (c.registers.read(reg::kPredicateResult) & 1) != 0;
  switch (bits(dw[0], 4, 3)) {
    case 0: break;
    case 1: compared = compared && old; break;
    case 2: compared = compared || old; break;
    default: compared = compared != old; break;
  }
  switch (bits(dw[0], 7, 6)) {
    case 2: c.registers.write(reg::kPredicateResult, compared ? 1 : 0); break;
    case 3: c.registers.write(reg::kPredicateResult, compared ? 0 : 1); break;
    default: break;
  }
  return Next::advance;
}

Result<Next> mi_batch_buffer_start(ContextState& c, CommandDwords dw) {
  const bool predicated = bit(dw[0], 15) && c.is_predicate_false();
  if (predicated) return Next::advance;
  const bool second_level = bit(dw[0], 22);
  // From the ring, this enters the first level; from the first level, the second level or a chain; from the second, a
  // chain.
  if (c.depth == 0 || (c.depth == 1 && second_level)) ++c.depth;
  c.cursors[c.depth] = {c.address_at(dw, 1) & kDwordAligned, choose_space(!bit(dw[0], 8))};
  ++c.batch.jumps;
  return Next::jump;
}

Result<Next> mi_batch_buffer_end(ContextState& c, CommandDwords) {
  if (c.depth == 0) return fail("this command belongs in a batch buffer, not in the ring");
  if (const Result<void> left = leave_batch(c); !left) return std::unexpected(left.error());
  return Next::jump;
}

Result<Next> mi_conditional_batch_buffer_end(ContextState& c, CommandDwords dw) {
  if (c.depth == 0) return fail("this command belongs in a batch buffer, not in the ring");
  const Result<std::uint64_t> memory =
      c.read_value(choose_space(bit(dw[0], 22)), c.address_at(dw, 2) & ~std::uint64_t{7}, true);
  if (!memory) return std::unexpected(memory.error());
  std::uint64_t value = *memory & low_mask(32);
  // Compare mask mode: the second dword in memory masks the first.
  if (bit(dw[0], 19)) value &= *memory >> 32;
  // The buffer ends unless memory is greater than the command's data; without Compare Semaphore nothing is compared.
  if (!bit(dw[0], 21) || value > dw[1]) return Next::advance;
  if (const Result<void> left = leave_batch(c); !left) return std::unexpected(left.error());
  return Next::jump;
}

Result<Next> mi_semaphore_wait(ContextState& c, CommandDwords dw) {
  const std::uint32_t wanted = dw[1];
  std::uint32_t have = 0;
  std::string where;
  if (bit(dw[0], 16)) {  // register poll
    have = c.registers.read(dw[2]);
    where = fmt::format("register {:#x}", dw[2] & kRegisterMask);
  } else {
    const std::uint64_t address = c.address_at(dw, 2) & kDwordAligned;
    const Result<std::uint64_t> memory = c.read_value(choose_space(bit(dw[0], 22)), address, false);
    if (!memory) return std::unexpected(memory.error());
    have = static_cast<std::uint32_t>(*memory);
    where = fmt::format("address {:#x}", address);
  }
  bool passed = false;
  std::string_view relation;
  switch (bits(dw[0], 14, 12)) {
    case 0: passed = have > wanted, relation = ">"; break;
    case 1: passed = have >= wanted, relation = ">="; break;
    case 2: passed = have < wanted, relation = "<"; break;
    case 3: passed = have <= wanted, relation = "<="; break;
    case 4: passed = have == wanted, relation = "=="; break;
    case 5: passed = have != wanted, relation = "!="; break;
    default: return fail("the compare operation is reserved");
  }
  if (passed) return Next::advance;
  c.waiting_for = fmt::format("MI_SEMAPHORE_WAIT for {} {} {:#x}, which holds {:#x}", where, relation, wanted, have);
  return Next::wait;
}

Result<Next> mi_store_data_imm(ContextState& c, CommandDwords dw) {
  const AddressSpace space = choose_space(bit(dw[0], 22));
  const bool qword = bit(dw[0], 21);
  constexpr std::size_t kData = 3;  // first dword of the data, after the address
  std::uint64_t address = c.address_at(dw, kData - c.layout.address_dwords()) & kDwordAligned;
  const std::size_t step = qword ? 2 : 1;
  if ((dw.size() - kData) % step != 0) return fail("the data end in the middle of a qword");
  for (std::size_t i = kData; i < dw.size(); i += step, address += 4 * step) {
    const Result<void> done = c.write_value(space, address, qword ? qword_at(dw, i) : dw[i], qword);
    if (!done) return std::unexpected(done.error());
  }
  return Next::advance;
}

Result<Next> mi_store_data_index(ContextState& c, CommandDwords dw) {
  const std::uint64_t address = c.status_page(bit(dw[0], 21)) + (dw[1] & 0xFFC);
  const bool qword = dw.size() > 3;
  const Result<void> done = c.write_value(AddressSpace::ggtt, address, qword ? qword_at(dw, 2) : dw[2], qword);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> mi_load_register_imm(ContextState& c, CommandDwords dw) {
  if (dw.size() % 2 == 0) return fail("a register has no value");
  for (std::size_t i = 1; i < dw.size(); i += 2) c.registers.write(c.register_at(dw, i), dw[i + 1]);
  return Next::advance;
}

Result<Next> mi_load_register_mem(ContextState& c, CommandDwords dw) {
  const Result<std::uint64_t> value =
      c.read_value(choose_space(bit(dw[0], 22)), c.address_at(dw, 2) & kDwordAligned, false);
  if (!value) return std::unexpected(value.error());
  c.registers.write(c.register_at(dw, 1), static_cast<std::uint32_t>(*value));
  return Next::advance;
}

Result<Next> mi_load_register_reg(ContextState& c, CommandDwords dw) {
  constexpr unsigned kSourceRelative = 18;
  c.registers.write(c.register_at(dw, 2), c.registers.read(c.register_at(dw, 1, kSourceRelative)));
  return Next::advance;
}

Result<Next> mi_store_register_mem(ContextState& c, CommandDwords dw) {
  if (bit(dw[0], 21) && c.is_predicate_false()) return Next::advance;
  const std::uint32_t value = c.registers.read(c.register_at(dw, 1));
  const Result<void> done =
      c.write_value(choose_space(bit(dw[0], 22)), c.address_at(dw, 2) & kDwordAligned, value, false);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> mi_copy_mem_mem(ContextState& c, CommandDwords dw) {
  const Result<std::uint64_t> value =
      c.read_value(choose_space(bit(dw[0], 22)), c.address_at(dw, 3) & kDwordAligned, false);
  if (!value) return std::unexpected(value.error());
  const Result<void> done =
      c.write_value(choose_space(bit(dw[0], 21)), c.address_at(dw, 1) & kDwordAligned, *value, false);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> mi_flush(ContextState& c, CommandDwords dw) {
  if (bit(dw[0], 1)) c.invalidate_states();  // State/Instruction Cache Invalidate
  return Next::advance;
}

Result<Next> mi_flush_dw(ContextState& c, CommandDwords dw) {
  enum : std::uint32_t { none = 0, immediate = 1, timestamp = 3 };
  const std::uint32_t operation = bits(dw[0], 15, 14);
  if (bit(dw[0], 18) && c.host.invalidate) c.host.invalidate();
  if (operation == none) return Next::advance;
  if (operation != immediate && operation != timestamp) return fail("the post-sync operation is reserved");
  const bool indexed = bit(dw[0], 21);
  const std::uint64_t address =
      indexed ? c.status_page(true) + (dw[1] & 0xFF8) : c.address_at(dw, 1) & ~std::uint64_t{7};
  const AddressSpace space = choose_space(indexed || bit(dw[1], 2));
  const bool qword = operation == timestamp || dw.size() > c.after_address(3);
  std::uint64_t value = 0;
  if (operation == timestamp) {
    value = c.registers.timestamp();
  } else if (dw.size() > c.after_address(2)) {
    value = qword ? qword_at(dw, c.after_address(2)) : dw[c.after_address(2)];
  }
  const Result<void> done = c.write_value(space, address, value, qword);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

// Writes a report without counters: only the report's identifier and time, so that a reader sees that it was written.
Result<Next> mi_report_perf_count(ContextState& c, CommandDwords dw) {
  constexpr std::size_t kReportDwords = 64;
  std::array<std::uint32_t, kReportDwords> report{};
  report[0] = dw[3];
  report[1] = static_cast<std::uint32_t>(c.registers.timestamp());
  const Result<void> done =
      c.write(choose_space(bit(dw[1], 0)), c.address_at(dw, 1) & ~std::uint64_t{63}, std::as_bytes(std::span(report)));
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

}  // namespace eugene::gpu
