#include "gpu/commands/l3_check.h"

#include <fmt/format.h>

#include <utility>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// Bits of PIPE_CONTROL: written data leave the L3, and later commands wait for the flush.
constexpr unsigned kDcFlush = 5;
constexpr unsigned kStall = 20;

Diagnostic problem(std::string what, std::string reference, std::string hint) {
  return fail(std::move(what), std::move(reference), std::move(hint)).error();
}

}  // namespace

void L3Check::flushed(std::uint32_t flags) { is_flushed_ |= bit(flags, kDcFlush) && bit(flags, kStall); }

std::optional<Diagnostic> L3Check::look(std::uint32_t value) {
  if (bank_ == nullptr || value == value_) return std::nullopt;
  value_ = value;
  if (!memory::find_l3_configuration(*bank_, value)) {
    const memory::L3Configuration wanted = memory::l3_division(*bank_, memory::decode_l3_control(value));
    return problem(
        fmt::format("L3CNTLREG becomes {:#010x}, which is not a validated configuration: SLM {}, URB {}, all {}, data "
                    "{}, read-only {} KB of a bank of {} KB",
                    value, wanted.slm, wanted.urb, wanted.rest, wanted.data, wanted.read_only, bank_->kilobytes),
        "BXT PRM vol6 \"Size of L3 Bank and Allocations\"", "");
  }
  if (!is_flushed_) {
    return problem(
        fmt::format("L3CNTLREG becomes {:#010x} without a flush of the L3 before", value),
        "BXT PRM vol6 \"Shared Local Memory\": only once L3 content is completely flushed",
        "put a PIPE_CONTROL with DC Flush Enable and Command Streamer Stall Enable after the last thread group");
  }
  return std::nullopt;
}

std::optional<Diagnostic> L3Check::dispatched(std::uint32_t slm_bytes) {
  is_flushed_ = false;
  if (bank_ == nullptr || slm_bytes == 0 || memory::decode_l3_control(value_).slm) return std::nullopt;
  return problem("thread groups use shared local memory while its bit in L3CNTLREG is clear",
                 "BXT PRM vol6 \"Shared Local Memory\"", "set bit 0 of register 0x7034");
}

}  // namespace eugene::gpu
