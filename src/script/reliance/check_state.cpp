// --check of state that affects the thread's execution: cr0 with single program flow, ip, and the address registers of
// movi. SNB PRM vol4 part2 5.3.4.8, 5.3.4.10, 8.3.30.
#include <fmt/format.h>

#include <algorithm>

#include "eu/register_file.h"
#include "isa/state_registers.h"
#include "script/reliance/channel_value.h"
#include "script/reliance/checker.h"
#include "sem/channels.h"
#include "sem/flow.h"

namespace eugene::script::reliance {
namespace {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;

constexpr std::uint32_t kIpBits = ~7U;  // 5.3.4.10 ignores the three lowest bits
constexpr unsigned kGrfShift = 5;       // position of the register number in an address in a0

// Returns channel 0 of an integer source of at most 32 bits as a dword. Also handles cr0 and ip.
std::optional<std::uint32_t> scalar(const Instruction& i, const Operand& source, const eu::Thread& thread) {
  if (isa::is_float(source.type) || isa::byte_size(source.type) > 4 || source.absolute) return std::nullopt;
  std::optional<std::uint64_t> bits = read_value(i, source, thread, 0);
  if (source.is_arf(isa::Arf::ip)) bits = thread.ip_base + thread.ip;
  if (source.is_arf(isa::Arf::cr) && source.subnr % 4 == 0) bits = thread.control[source.subnr / 4U];
  if (!bits) return std::nullopt;
  const unsigned unused = 32 - 8 * isa::byte_size(source.type);
  auto value = static_cast<std::uint32_t>(*bits) << unused;
  value = isa::is_signed(source.type) ? static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> unused)
                                      : value >> unused;
  return source.negate ? 0 - value : value;
}

// Returns the dword that the instruction will write; nothing for unusual opcodes.
std::optional<std::uint32_t> written_dword(const Instruction& i, const eu::Thread& thread) {
  const auto a = scalar(i, i.src[0], thread);
  if (!a || i.saturate || isa::byte_size(i.dst.type) != 4) return std::nullopt;
  if (i.opcode == Opcode::mov) return a;
  const auto b = scalar(i, i.src[1], thread);
  if (!b) return std::nullopt;
  switch (i.opcode) {
    case Opcode::add: return *a + *b;
    case Opcode::and_: return *a & *b;
    case Opcode::or_: return *a | *b;
    case Opcode::xor_: return *a ^ *b;
    default: return std::nullopt;
  }
}

// Whether nop (16) follows instruction `index`.
bool waits_after(const isa::Program& program, std::size_t index) {
  if (index + 1 >= program.instructions.size()) return false;
  const Instruction& next = program.instructions[index + 1];
  return next.opcode == Opcode::nop && next.exec_size == 16;
}

bool is_flow(const Instruction& i) { return i.row().action == isa::Action::branch; }

}  // namespace

// 5.3.4.10: checks the target of a write to ip.
void Checker::check_scoreboard(const Step& step) {
  if (!isa::has_scoreboard(*program_->gen)) return;
  std::vector<isa::DependencyHazard> hazards;
  open_.execute(*program_, step.index, isa::find_accesses(*program_->gen, step.instruction), hazards);
  for (const isa::DependencyHazard& each : hazards) suspect(Cause::scoreboard, describe_with_mend(*program_, each));
}

void Checker::check_jump(const Step& step) {
  const Instruction& i = step.instruction;
  if (!i.row().has_destination || !i.dst.is_arf(isa::Arf::ip) || step.channels == 0) return;
  if (i.row().format != isa::Format::two_source) return;
  const auto to = written_dword(i, step.thread);
  if (!to) return;
  std::uint32_t target = (*to & kIpBits) - step.thread.ip_base;
  if (!std::ranges::binary_search(program_->offsets, target)) {
    if (i.opcode == Opcode::mov) suspect(Cause::ip_inside);  // 9.2.6 adds offsets whose lowest bits are ignored
    target &= ~8U;
  }
  const std::uint32_t distance = target - step.thread.ip;
  if (program_->gen->has_message_registers() && distance != 0 && distance < isa::kLeastIpDistance)
    suspect(Cause::ip_distance);
}

// If fork has selected one half of 32 channels, the next instruction must name that half, H1 or H2 (8.3.17). Only there
// is it certain that fork, not a branch, disabled the other half: fork is outside of blocks.
void Checker::check_half(const Step& step) {
  constexpr unsigned kHalf = 16;
  const Instruction& i = step.instruction;
  if (step.index == 0 || i.no_mask || is_flow(i) || i.row().format == isa::Format::none) return;
  const Instruction& before = program_->instructions[step.index - 1];
  if (!is_flow(before) || sem::flow_rule(*program_->gen, before).kind != sem::Flow::fork) return;
  const std::uint32_t low = step.thread.running & 0xFFFF, high = step.thread.running >> kHalf;
  if (step.thread.dispatched >> kHalf == 0 || (low == 0) == (high == 0)) return;
  if (i.channel_offset / kHalf != (high != 0 ? 1U : 0U) || i.channel_offset % kHalf + i.exec_size > kHalf)
    suspect(Cause::single_flow, "works on the half of the channels that fork did not select");
}

// 5.3.4.8: checks for forbidden writes to cr0, and for operations that single program flow forbids.
void Checker::check_control(const Step& step) {
  const Instruction& i = step.instruction;
  if (!program_->gen->has_message_registers()) return;
  if ((step.thread.control[0] & isa::cr0::kSingleProgramFlow) == 0) check_half(step);
  if (step.channels == 0) return;
  const bool writes = i.row().has_destination && i.row().format == isa::Format::two_source;
  if (writes && i.dst.is_arf(isa::Arf::cr) && i.dst.subnr % 4 == 0 && i.dst.subnr / 4U < isa::kControlReserved.size()) {
    const unsigned dword = i.dst.subnr / 4U;
    const auto value = written_dword(i, step.thread);
    const std::uint32_t changed = value ? *value ^ step.thread.control[dword] : 0;
    if (dword == 0 && value && (changed & ~*value & isa::cr0::kMaster) != 0 && !waits_after(*program_, step.index))
      suspect(Cause::exception_return);
    if (value && (*value & changed & isa::kControlReserved[dword]) != 0) suspect(Cause::control_reserved);
    if (dword == 0 && (changed & isa::cr0::kSingleProgramFlow) != 0 && !in_system_routine_)
      suspect(Cause::single_flow, "writes single program flow directly: fork toggles it");
  }
  if ((step.thread.control[0] & isa::cr0::kSingleProgramFlow) == 0) return;
  if (isa::leaves_single_flow(i.exec_size, i.channel_offset))
    suspect(Cause::single_flow, "selects channels under single program flow");
  if (writes && i.dst.is_arf(isa::Arf::ip)) suspect(Cause::single_flow, "writes ip under single program flow");
  check_scalar_branch(step);
}

// All channels must branch in the same way (5.3.4.8). Predicates of call and ret must be scalar (8.3.6, 8.3.36).
void Checker::check_scalar_branch(const Step& step) {
  const Instruction& i = step.instruction;
  if (!is_flow(i) || sem::flow_rule(*program_->gen, i).kind == sem::Flow::fork ||
      i.pred_control == isa::PredControl::none)
    return;
  const std::uint32_t eligible = eligible_channels(i, step.thread);
  if (step.channels != 0 && step.channels != eligible)
    suspect(Cause::single_flow, "the predicate is not the same for all channels under single program flow");
}

// 8.3.30: every address register that movi uses must be defined, and all must point to one register.
void Checker::check_indices(const Step& step) {
  const Instruction& i = step.instruction;
  const Operand& source = i.src[0];
  if (!i.row().has(isa::kGathers) || !source.indirect) return;
  // Element n of the destination's register uses a0.n.
  const auto address = [&](unsigned n) { return eu::register_address(*program_->gen, step.thread, n); };
  const int begin = i.dst.indirect ? address(i.dst.addr_subnr) + i.dst.addr_imm : i.dst.subnr;
  const unsigned first = static_cast<unsigned>(begin) % eu::kGrfBytes / isa::byte_size(i.dst.type);
  const auto register_number = [&](unsigned n) { return address(n) >> kGrfShift; };
  any_channel(step.channels, [&](unsigned channel) {
    const unsigned n = source.addr_subnr + first + channel;
    if (n >= step.thread.address.size()) return true;  // reported as a fault
    if (!written_[offsetof(eu::Thread, address) + n * 2U]) {
      suspect(Cause::never_written, fmt::format("source 0 is addressed by a0.{}, which was never written", n));
      return true;
    }
    if (register_number(n) == register_number(source.addr_subnr)) return false;
    suspect(Cause::index_registers);
    return true;
  });
}

}  // namespace eugene::script::reliance
