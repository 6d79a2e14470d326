// The memory interface (MI) commands.
#include <fmt/format.h>

#include <cstring>

#include "base/bits.h"
#include "gpu/commands/command_streamer.h"

namespace eugene::gpu {
namespace {

using Next = CommandStreamer::Next;

AddressSpace space_of(bool global) { return global ? AddressSpace::ggtt : AddressSpace::ppgtt; }
constexpr std::uint64_t kDwordAligned = ~std::uint64_t{3};

}  // namespace

// MI_SET_PREDICATE: while its mode says so, every later command but itself is skipped.
Result<Next> CommandStreamer::mi_set_predicate(Dwords dw) {
  set_predicate_ = bits(dw[0], 3, 0);
  return Next::advance;
}

Result<Next> CommandStreamer::mi_arb_on_off(Dwords dw) {
  arbitration_.is_on = bit(dw[0], 0);
  return Next::advance;
}

bool CommandStreamer::predicated_off() const {
  switch (set_predicate_) {
    case 1: return (registers_->read(reg::kPredicateResult2) & 1) == 0;
    case 2: return (registers_->read(reg::kPredicateResult2) & 1) != 0;
    case 3: return (registers_->read(reg::kPredicateResult1) & 1) == 0;
    case 4: return (registers_->read(reg::kPredicateResult1) & 1) != 0;
    case 15: return true;
    default: return false;
  }
}

Result<Next> CommandStreamer::mi_predicate(Dwords dw) {
  const std::uint64_t source0 = registers_->read64(reg::kPredicateSource0);
  const std::uint64_t source1 = registers_->read64(reg::kPredicateSource1);
  bool compared = false;
  switch (bits(dw[0], 1, 0)) {
    case 0: compared = true; break;
    case 1: compared = false; break;
    case 2: compared = source0 == source1; break;
    default: compared = source0 - source1 == registers_->read64(reg::kPredicateData); break;
  }
  const bool old = (registers_->read(reg::kPredicateResult) & 1) != 0;
  switch (bits(dw[0], 4, 3)) {
    case 0: break;
    case 1: compared = compared && old; break;
    case 2: compared = compared || old; break;
    default: compared = compared != old; break;
  }
  switch (bits(dw[0], 7, 6)) {
    case 2: registers_->write(reg::kPredicateResult, compared ? 1 : 0); break;
    case 3: registers_->write(reg::kPredicateResult, compared ? 0 : 1); break;
    default: break;
  }
  return Next::advance;
}

Result<Next> CommandStreamer::mi_batch_buffer_start(Dwords dw) {
  const bool predicated = bit(dw[0], 15) && (registers_->read(reg::kPredicateResult) & 1) == 0;
  if (predicated) return Next::advance;
  const bool second_level = bit(dw[0], 22);
  // From the ring: the first level. From the first level: the second, or a chain. From the second: a chain.
  if (depth_ == 0 || (depth_ == 1 && second_level)) ++depth_;
  cursors_[depth_] = {address_at(dw, 1) & kDwordAligned, space_of(!bit(dw[0], 8))};
  return Next::jump;
}

Result<void> CommandStreamer::leave_batch() {
  if (depth_ > 0) --depth_;
  return depth_ == 0 ? no_open_groups() : Result<void>{};
}

Result<Next> CommandStreamer::mi_batch_buffer_end(Dwords) {
  if (depth_ == 0) return fail("this command belongs in a batch buffer, not in the ring");
  if (const Result<void> left = leave_batch(); !left) return std::unexpected(left.error());
  return Next::jump;
}

Result<Next> CommandStreamer::mi_conditional_batch_buffer_end(Dwords dw) {
  if (depth_ == 0) return fail("this command belongs in a batch buffer, not in the ring");
  const Result<std::uint64_t> memory =
      read_value(space_of(bit(dw[0], 22)), address_at(dw, 2) & ~std::uint64_t{7}, true);
  if (!memory) return std::unexpected(memory.error());
  std::uint64_t value = *memory & low_mask(32);
  // Compare mask mode: the second dword in memory masks the first.
  if (bit(dw[0], 19)) value &= *memory >> 32;
  // The buffer ends unless memory is greater than the command's data; without Compare Semaphore nothing is compared.
  if (!bit(dw[0], 21) || value > dw[1]) return Next::advance;
  if (const Result<void> left = leave_batch(); !left) return std::unexpected(left.error());
  return Next::jump;
}

Result<Next> CommandStreamer::mi_semaphore_wait(Dwords dw) {
  const std::uint32_t wanted = dw[1];
  std::uint32_t have = 0;
  std::string where;
  if (bit(dw[0], 16)) {  // register poll
    have = registers_->read(dw[2]);
    where = fmt::format("register {:#x}", dw[2] & kRegisterMask);
  } else {
    const std::uint64_t address = address_at(dw, 2) & kDwordAligned;
    const Result<std::uint64_t> memory = read_value(space_of(bit(dw[0], 22)), address, false);
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
  waiting_for_ = fmt::format("MI_SEMAPHORE_WAIT for {} {} {:#x}, which holds {:#x}", where, relation, wanted, have);
  return Next::wait;
}

Result<Next> CommandStreamer::mi_store_data_imm(Dwords dw) {
  const AddressSpace space = space_of(bit(dw[0], 22));
  const bool qword = bit(dw[0], 21);
  constexpr std::size_t kData = 3;  // the address ends before it
  std::uint64_t address = address_at(dw, kData - layout_->address_dwords()) & kDwordAligned;
  const std::size_t step = qword ? 2 : 1;
  if ((dw.size() - kData) % step != 0) return fail("the data end in the middle of a qword");
  for (std::size_t i = kData; i < dw.size(); i += step, address += 4 * step) {
    const Result<void> done = write_value(space, address, qword ? qword_at(dw, i) : dw[i], qword);
    if (!done) return std::unexpected(done.error());
  }
  return Next::advance;
}

Result<Next> CommandStreamer::mi_store_data_index(Dwords dw) {
  const std::uint64_t address = status_page(bit(dw[0], 21)) + (dw[1] & 0xFFC);
  const bool qword = dw.size() > 3;
  const Result<void> done = write_value(AddressSpace::ggtt, address, qword ? qword_at(dw, 2) : dw[2], qword);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::mi_load_register_imm(Dwords dw) {
  if (dw.size() % 2 == 0) return fail("a register has no value");
  for (std::size_t i = 1; i < dw.size(); i += 2) registers_->write(dw[i], dw[i + 1]);
  return Next::advance;
}

Result<Next> CommandStreamer::mi_load_register_mem(Dwords dw) {
  const Result<std::uint64_t> value = read_value(space_of(bit(dw[0], 22)), address_at(dw, 2) & kDwordAligned, false);
  if (!value) return std::unexpected(value.error());
  registers_->write(dw[1], static_cast<std::uint32_t>(*value));
  return Next::advance;
}

Result<Next> CommandStreamer::mi_load_register_reg(Dwords dw) {
  registers_->write(dw[2], registers_->read(dw[1]));
  return Next::advance;
}

Result<Next> CommandStreamer::mi_store_register_mem(Dwords dw) {
  if (bit(dw[0], 21) && (registers_->read(reg::kPredicateResult) & 1) == 0) return Next::advance;
  const Result<void> done =
      write_value(space_of(bit(dw[0], 22)), address_at(dw, 2) & kDwordAligned, registers_->read(dw[1]), false);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::mi_copy_mem_mem(Dwords dw) {
  const Result<std::uint64_t> value = read_value(space_of(bit(dw[0], 22)), address_at(dw, 3) & kDwordAligned, false);
  if (!value) return std::unexpected(value.error());
  const Result<void> done = write_value(space_of(bit(dw[0], 21)), address_at(dw, 1) & kDwordAligned, *value, false);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::mi_flush(Dwords dw) {
  if (bit(dw[0], 1)) invalidate_states();  // State/Instruction Cache Invalidate
  return Next::advance;
}

Result<Next> CommandStreamer::mi_flush_dw(Dwords dw) {
  enum : std::uint32_t { none = 0, immediate = 1, timestamp = 3 };
  const std::uint32_t operation = bits(dw[0], 15, 14);
  if (bit(dw[0], 18) && host_.invalidate) host_.invalidate();
  if (operation == none) return Next::advance;
  if (operation != immediate && operation != timestamp) return fail("the post-sync operation is reserved");
  const bool indexed = bit(dw[0], 21);
  const std::uint64_t address = indexed ? status_page(true) + (dw[1] & 0xFF8) : address_at(dw, 1) & ~std::uint64_t{7};
  const AddressSpace space = space_of(indexed || bit(dw[1], 2));
  const bool qword = operation == timestamp || dw.size() > after_address(3);
  std::uint64_t value = 0;
  if (operation == timestamp) {
    value = registers_->timestamp();
  } else if (dw.size() > after_address(2)) {
    value = qword ? qword_at(dw, after_address(2)) : dw[after_address(2)];
  }
  const Result<void> done = write_value(space, address, value, qword);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

// A report without counters: the report's identifier and time, so that a reader finds it was written.
Result<Next> CommandStreamer::mi_report_perf_count(Dwords dw) {
  constexpr std::size_t kReportDwords = 64;
  std::array<std::uint32_t, kReportDwords> report{};
  report[0] = dw[3];
  report[1] = static_cast<std::uint32_t>(registers_->timestamp());
  const Result<void> done =
      write(space_of(bit(dw[1], 0)), address_at(dw, 1) & ~std::uint64_t{63}, std::as_bytes(std::span(report)));
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::unsupported(Dwords) {
  return fail("not supported", {}, "Eugene runs GPGPU_WALKER and media objects without children");
}

}  // namespace eugene::gpu
