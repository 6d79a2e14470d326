#include "isa/dependency.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>

#include "isa/encoding/layout.h"
#include "isa/message/access.h"
#include "isa/message/binding.h"
#include "isa/message/registers.h"
#include "isa/region.h"
#include "isa/registers_used.h"
#include "isa/scoreboard.h"

namespace eugene::isa {
namespace {

constexpr unsigned kRegisters = 128;
static_assert(std::ranges::all_of(kGens, [](const Gen* gen) { return gen->files.grf_count <= kRegisters; }));

void add(RegisterBytes& bytes, const Operand& operand, const Footprint& footprint) {
  if (!operand.is_grf() || operand.indirect) return;
  for (unsigned n = 0; n < footprint.channels; ++n)
    bytes.add(std::size_t{operand.nr} * kRegisterBytes + footprint.first[n], footprint.element);
}

void add_registers(RegisterBytes& bytes, const Operand& operand, unsigned count) {
  if (operand.is_grf() && !operand.indirect)
    bytes.add(std::size_t{operand.nr} * kRegisterBytes, std::size_t{count} * kRegisterBytes);
}

// Adds the bytes that the answer to `send` writes. A message of fewer channels than its lanes writes no lanes of the
// others.
void add_answer(RegisterBytes& bytes, const Gen& gen, const Instruction& send, unsigned registers) {
  if (!send.dst.is_grf() || send.dst.indirect) return;
  const std::size_t first = std::size_t{send.dst.nr} * kRegisterBytes;
  const auto message = decode_message(gen, send.send.sfid, send.send.descriptor, send.send.extended_descriptor);
  const auto access = message ? channel_access(message->body) : std::nullopt;
  if (!access || !access->reads || access->lanes <= send.exec_size) return add_registers(bytes, send.dst, registers);
  const std::size_t part = std::size_t{access->lanes} * access->slot();
  for (std::size_t at = 0; at < std::size_t{registers} * kRegisterBytes; at += part)
    bytes.add(first + at, std::size_t{send.exec_size} * access->slot());
}

Accesses message_accesses(const Gen& gen, const Instruction& send) {
  const MessageRegisters known = message_registers(send);
  const bool unknown = send.send.descriptor_in_a0;
  Accesses result;
  add_registers(result.read, send.src[0], unknown ? 1 : known.payload);
  if (send.row().format == Format::split_send)
    add_registers(result.read, send.src[1], send.send.extended_descriptor_in_a0 ? 1 : known.extended_payload);
  if (unknown) {
    add_registers(result.written, send.dst, 1);
  } else {
    add_answer(result.written, gen, send, known.response);
  }
  return result;
}

// A call writes two dwords, the return address and the mask of its channels, and ret reads them. jmpi reads one dword.
Accesses branch_accesses(const Instruction& branch) {
  constexpr unsigned kReturnBytes = 8;
  const unsigned count = branch.row().format == Format::jump ? 4 : kReturnBytes;
  const auto add_operand = [&](RegisterBytes& bytes, const Operand& operand) {
    if (operand.is_grf() && !operand.indirect)
      bytes.add(std::size_t{operand.nr} * kRegisterBytes + operand.subnr, count);
  };
  Accesses result;
  for (const Operand& source : branch.src) add_operand(result.read, source);
  if (branch.row().has_destination) add_operand(result.written, branch.dst);
  return result;
}

constexpr std::uint16_t bit(unsigned token) { return static_cast<std::uint16_t>(1U << token); }

std::optional<Scoreboard> scoreboard(const Instruction& i) {
  return decode_scoreboard(i.scoreboard, ends_out_of_order(i));
}

// Returns the tokens that a sync waits for: those in its mask, or all tokens if the sync has no mask.
std::uint16_t find_sync_tokens(const Instruction& sync) {
  return sync.src[0].is_imm() ? static_cast<std::uint16_t>(sync.src[0].imm) : std::uint16_t{0xFFFF};
}

// Returns true for messages to shared local memory. Another pipe executes them than other messages.
bool is_to_local_memory(const SendFields& send) {
  const bool is_data_port =
      send.sfid == Sfid::dp_data0 || send.sfid == Sfid::dp_data1 || send.sfid == Sfid::dp_sampler_or_dc2;
  return is_data_port && !send.descriptor_in_a0 && (send.descriptor & 0xFF) == kBtiSlm;
}

bool has_same_function(const Instruction& a, const Instruction& b) {
  if (is_send(a) != is_send(b)) return false;
  if (!is_send(a)) return ends_out_of_order(a) == ends_out_of_order(b);
  return a.send.sfid == b.send.sfid && is_to_local_memory(a.send) == is_to_local_memory(b.send);
}

bool has_same_channels(const Instruction& a, const Instruction& b) {
  if (a.exec_size != b.exec_size || a.channel_offset != b.channel_offset) return false;
  const bool is_predicated = a.pred_control != PredControl::none;
  if (is_predicated != (b.pred_control != PredControl::none)) return false;
  if (is_predicated) return a.flag_nr == b.flag_nr && a.flag_subnr == b.flag_subnr;
  return !a.no_mask && !b.no_mask;
}

// True if the sources of `earlier` are certainly read before `later` writes: both are in one pipe.
bool reads_before_writes(const Instruction& earlier, const Instruction& later) {
  if (!has_same_function(earlier, later)) return false;
  return !ends_out_of_order(earlier) || has_same_channels(earlier, later);
}

constexpr unsigned kTrackedAccumulators = 2;  // the hardware waits for acc0 and acc1

std::string_view find_untracked(const Operand& operand) {
  struct Row {
    Arf kind;
    std::string_view name;
  };
  static constexpr std::array kRows{Row{Arf::sr, "sr"}, Row{Arf::cr, "cr"}, Row{Arf::ip, "ip"},
                                    Row{Arf::sp, "sp"}, Row{Arf::tm, "tm"}, Row{Arf::dbg, "dbg"}};
  for (const Row& row : kRows)
    if (operand.is_arf(row.kind)) return row.name;
  return operand.is_arf(Arf::acc) && operand.arf_nr() >= kTrackedAccumulators ? "acc2 to acc9" : "";
}

}  // namespace

void RegisterBytes::add(std::size_t first, std::size_t count) {
  const std::size_t end = std::min<std::size_t>(first + count, std::size_t{kRegisters} * kRegisterBytes);
  while (first < end) {
    const auto nr = static_cast<std::uint8_t>(first / kRegisterBytes);
    const std::size_t last = std::min(end, (std::size_t{nr} + 1) * kRegisterBytes);
    const std::uint32_t bytes = (~0U >> (kRegisterBytes - (last - first))) << first % kRegisterBytes;
    auto at = std::ranges::lower_bound(parts_, nr, {}, &Part::nr);
    if (at == parts_.end() || at->nr != nr) at = parts_.insert(at, {nr, 0});
    at->bytes |= bytes;
    registers_[nr / 64] |= std::uint64_t{1} << nr % 64;
    first = last;
  }
}

std::optional<unsigned> RegisterBytes::find_common(const RegisterBytes& other) const {
  if ((registers_[0] & other.registers_[0]) == 0 && (registers_[1] & other.registers_[1]) == 0) return std::nullopt;
  auto theirs = other.parts_.begin();
  for (const Part& part : parts_) {
    while (theirs != other.parts_.end() && theirs->nr < part.nr) ++theirs;
    if (theirs == other.parts_.end()) break;
    if (theirs->nr == part.nr && (theirs->bytes & part.bytes) != 0) return part.nr;
  }
  return std::nullopt;
}

bool RegisterBytes::contains(const RegisterBytes& other) const {
  return std::ranges::all_of(other.parts_, [&](const Part& part) {
    const auto at = std::ranges::lower_bound(parts_, part.nr, {}, &Part::nr);
    return at != parts_.end() && at->nr == part.nr && (part.bytes & ~at->bytes) == 0;
  });
}

RegisterBytes RegisterBytes::in_register(unsigned nr) const {
  RegisterBytes found;
  const auto at = std::ranges::lower_bound(parts_, nr, {}, &Part::nr);
  if (at == parts_.end() || at->nr != nr) return found;
  found.parts_ = {*at};
  found.registers_[nr / 64] = std::uint64_t{1} << nr % 64;
  return found;
}

Accesses find_accesses(const Gen& gen, const Instruction& i) {
  if (is_send(i)) return message_accesses(gen, i);
  if (is_branch(i)) return branch_accesses(i);
  Accesses result;
  for (unsigned n = 0; n < source_count(i); ++n) add(result.read, i.src[n], source_footprint(i, i.src[n]));
  if (!i.row().has_destination) return result;
  add(result.written, i.dst, destination_footprint(i));
  if (has_second_result(i)) {
    Operand remainder = i.dst;
    remainder.nr = static_cast<std::uint16_t>(i.dst.nr + destination_footprint(i).registers());
    add(result.written, remainder, destination_footprint(i));
  }
  return result;
}

Waits find_waits(const Instruction& i) {
  Waits waits;
  if (const std::optional<Scoreboard> board = scoreboard(i)) {
    waits.distance = board->distance;
    if (board->use == Scoreboard::Use::src) waits.read_tokens |= bit(board->token);
    if (board->use == Scoreboard::Use::dst || board->use == Scoreboard::Use::set)
      waits.written_tokens |= bit(board->token);
  }
  if (i.opcode == Opcode::sync && i.sync == SyncFunction::allrd) waits.read_tokens |= find_sync_tokens(i);
  if (i.opcode == Opcode::sync && i.sync == SyncFunction::allwr) waits.written_tokens |= find_sync_tokens(i);
  return waits;
}

std::optional<unsigned> find_token(const Instruction& i) {
  const std::optional<Scoreboard> board = scoreboard(i);
  if (!board || board->use != Scoreboard::Use::set) return std::nullopt;
  return board->token;
}

bool counts_in_distance(const Instruction& i) {
  return !ends_out_of_order(i) && i.opcode != Opcode::sync && i.row().format != Format::none;
}

std::optional<Conflict> find_conflict(const OpenAccess& earlier, const Instruction& later, const Accesses& accesses) {
  const bool in_order = !ends_out_of_order(earlier.instruction) && !ends_out_of_order(later);
  if (earlier.writes) {
    if (const auto nr = earlier.accesses.written.find_common(accesses.read))
      return Conflict{Hazard::read_after_write, *nr};
    const auto nr = in_order ? std::nullopt : earlier.accesses.written.find_common(accesses.written);
    if (nr) return Conflict{Hazard::write_after_write, *nr};
  }
  if (!earlier.reads || reads_before_writes(earlier.instruction, later)) return std::nullopt;
  if (const auto nr = earlier.accesses.read.find_common(accesses.written))
    return Conflict{Hazard::write_after_read, *nr};
  return std::nullopt;
}

bool takes_over(const OpenAccess& earlier, const Instruction& later, const Accesses& accesses) {
  return earlier.reads && reads_before_writes(earlier.instruction, later) &&
         (accesses.written.contains(earlier.accesses.read) || accesses.read.contains(earlier.accesses.read));
}

std::string_view find_untracked_register(const Instruction& i) {
  if (is_send(i) || is_branch(i)) return {};
  if (i.row().has_destination)
    if (const std::string_view name = find_untracked(i.dst); !name.empty()) return name;
  for (unsigned n = 0; n < source_count(i); ++n)
    if (const std::string_view name = find_untracked(i.src[n]); !name.empty()) return name;
  return {};
}

std::string describe(const Program& program, const DependencyHazard& hazard) {
  const Instruction& earlier = program.instructions[hazard.earlier];
  const std::string_view other = is_send(earlier) ? "send" : earlier.row().mnemonic;  // Gen12 calls sends send
  const unsigned nr = hazard.conflict.register_nr;
  const std::uint32_t offset = program.offsets[hazard.earlier];
  switch (hazard.conflict.hazard) {
    case Hazard::read_after_write: return fmt::format("r{} is read, and {} at {:#x} writes it", nr, other, offset);
    case Hazard::write_after_write:
      return fmt::format("r{} is written, and {} at {:#x} writes it too", nr, other, offset);
    case Hazard::write_after_read: break;
  }
  return fmt::format("r{} is written, and {} at {:#x} reads it", nr, other, offset);
}

std::string find_missing_wait(const Program& program, const DependencyHazard& hazard) {
  const Instruction& earlier = program.instructions[hazard.earlier];
  if (!ends_out_of_order(earlier)) return fmt::format("@{}", std::min(hazard.distance, kMaxScoreboardDistance));
  const std::optional<unsigned> token = find_token(earlier);
  const bool read = hazard.conflict.hazard == Hazard::write_after_read;
  return token ? fmt::format("${}.{}", *token, read ? "src" : "dst") : std::string();
}

std::string describe_with_mend(const Program& program, const DependencyHazard& hazard) {
  const std::string wait = find_missing_wait(program, hazard);
  return fmt::format("{}; {}", describe(program, hazard), wait.empty() ? "set a token there" : "add " + wait);
}

bool has_scoreboard(const Gen& gen) { return find_layout(gen).control.scoreboard.present(); }

}  // namespace eugene::isa
