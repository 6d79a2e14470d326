#include "asm/implied.h"

#include <algorithm>
#include <array>
#include <span>

#include "isa/encoding/layout.h"
#include "isa/region.h"

namespace eugene::assembly {
namespace {

using isa::Format;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using isa::RegFile;
using isa::Region;
using isa::Type;

constexpr Operand null_source(Type type, Region region = {0, 1, 0}) { return {.type = type, .region = region}; }
constexpr Operand null_destination(Type type) { return {.type = type, .region = {0, 1, 1}}; }
constexpr Operand distance_field(Type type) { return {.file = RegFile::imm, .type = type}; }
constexpr std::uint8_t kIp = static_cast<std::uint8_t>(isa::Arf::ip) << 4;
constexpr Operand kIpDestination{.type = Type::ud, .nr = kIp, .region = {0, 1, 1}};
constexpr Operand kIpSource{.type = Type::ud, .nr = kIp};

// Values of the operand slots that a branch has but its text does not name. They depend on the generation, and on the
// assembler that a dialect follows.
struct BranchFill {
  Opcode opcode;
  Operand dst, src0, src1;
};

constexpr Region k881{8, 8, 1};

// Gen6: JIP is in the destination (SNB PRM vol4 part2 chapter 8, "In DevSNB binary, <JIP> is at location..."), or JIP
// and UIP are in source 1. The null operands are those that real drivers emit.
constexpr auto kGen6Fills = std::to_array<BranchFill>({
    {Opcode::if_, distance_field(Type::w), null_source(Type::d), null_source(Type::d)},
    {Opcode::else_, distance_field(Type::w), null_source(Type::d, k881), null_source(Type::d, k881)},
    {Opcode::endif, distance_field(Type::w), null_source(Type::d, k881), null_source(Type::d, k881)},
    {Opcode::while_, distance_field(Type::w), null_source(Type::d, k881), null_source(Type::d, k881)},
    {Opcode::case_, distance_field(Type::w), null_source(Type::d), null_source(Type::d)},
    {Opcode::fork, distance_field(Type::w), null_source(Type::d), null_source(Type::d)},
    {Opcode::break_, null_destination(Type::d), null_source(Type::d, k881), distance_field(Type::d)},
    {Opcode::cont, null_destination(Type::d), null_source(Type::d, k881), distance_field(Type::d)},
    {Opcode::halt, null_destination(Type::d), null_source(Type::d, k881), distance_field(Type::d)},
    {Opcode::call, null_destination(Type::d), null_source(Type::d, {2, 2, 1}), distance_field(Type::w)},  // 8.3.6
    {Opcode::ret, null_destination(Type::d), null_source(Type::d), null_source(Type::d)},
    {Opcode::jmpi, kIpDestination, kIpSource, distance_field(Type::d)},
});

constexpr auto kGen6MesaFills = std::to_array<BranchFill>({
    {Opcode::cont, kIpDestination, {.type = Type::ud, .nr = kIp, .region = {4, 1, 0}}, distance_field(Type::d)},
});

// Gen9: two distances are in source 0, a single one is in source 1.
constexpr auto kGen9Fills = std::to_array<BranchFill>({
    {Opcode::if_, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::else_, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::break_, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::cont, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::halt, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::goto_, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::brc, null_destination(Type::ud), distance_field(Type::d), {}},
    {Opcode::brd, null_destination(Type::ud), {}, distance_field(Type::d)},
    {Opcode::endif, null_destination(Type::ud), {}, distance_field(Type::d)},
    {Opcode::while_, null_destination(Type::ud), {}, distance_field(Type::d)},
    {Opcode::join, null_destination(Type::ud), {}, distance_field(Type::d)},
    {Opcode::call, null_destination(Type::ud), null_source(Type::ud, {2, 4, 1}), distance_field(Type::d)},
    {Opcode::calla, null_destination(Type::ud), null_source(Type::ud, {2, 4, 1}), distance_field(Type::d)},
    {Opcode::ret, null_destination(Type::ud), {}, {}},
    {Opcode::jmpi, kIpDestination, kIpSource, distance_field(Type::d)},
});

constexpr auto kGen9MesaFills = std::to_array<BranchFill>({
    {Opcode::if_, null_destination(Type::d), distance_field(Type::d), {}},
    {Opcode::else_, null_destination(Type::d), distance_field(Type::d), {}},
    {Opcode::break_, null_destination(Type::d), distance_field(Type::d), {}},
    {Opcode::cont, kIpDestination, distance_field(Type::d), {}},
    {Opcode::halt, null_destination(Type::d), distance_field(Type::d), {}},
    {Opcode::endif, {}, distance_field(Type::d), null_source(Type::d)},
    {Opcode::while_, null_destination(Type::d), distance_field(Type::d), null_source(Type::d)},
});

// Gen12: the distances stand in both sources, and no other slot has fields.
constexpr auto kGen12Fills = [] {
  constexpr std::array kBranches{Opcode::if_,  Opcode::else_, Opcode::endif, Opcode::while_, Opcode::break_,
                                 Opcode::cont, Opcode::halt,  Opcode::goto_, Opcode::join,   Opcode::brc,
                                 Opcode::brd,  Opcode::call,  Opcode::calla, Opcode::jmpi};
  std::array<BranchFill, kBranches.size()> fills{};
  for (std::size_t n = 0; n < fills.size(); ++n) fills[n] = {kBranches[n], {}, distance_field(Type::d), {}};
  return fills;
}();

// How the assemblers of a generation fill operand slots that the text does not name.
struct FillRules {
  std::span<const BranchFill> branches;
  std::span<const BranchFill> mesa_branches;  // rows in which Mesa's assembler differs
  bool source1_follows_immediate;             // an absent source 1 has the type of an immediate source 0
};

constexpr isa::PerGen<FillRules> kHabits{
    {kGen6Fills, kGen6MesaFills, true}, {kGen9Fills, kGen9MesaFills, false}, {kGen12Fills, {}, false}};

const FillRules& find_habits(const isa::Gen& gen) { return kHabits[gen.id]; }

const BranchFill* find(std::span<const BranchFill> fills, Opcode opcode) {
  for (const BranchFill& row : fills) {
    if (row.opcode == opcode) return &row;
  }
  return nullptr;
}

const BranchFill* find(const isa::Gen& gen, const Dialect& dialect, Opcode opcode) {
  const FillRules& habits = find_habits(gen);
  const BranchFill* row = dialect.mesa_operands ? find(habits.mesa_branches, opcode) : nullptr;
  return row != nullptr ? row : find(habits.branches, opcode);
}

// Converts `operand` for an Align16 instruction. If the opcode does not use the slot, isa keeps its bits as an Align1
// operand, where write mask and swizzle are part of the byte offset, width and stride.
Operand in_align16(const Instruction& i, Operand operand, Slot slot) {
  if (operand.is_imm() || operand == Operand{}) return operand;
  const bool used = slot_access_mode(i, slot) == isa::AccessMode::align16;
  const auto rows = static_cast<std::uint8_t>(operand.region.vstride == 8 ? 4 : operand.region.vstride);
  if (used) {
    if (slot != Slot::dst) operand.region = {rows, 4, 1};
  } else if (slot == Slot::dst) {
    operand.subnr = 15;
  } else {
    operand.subnr = 4;
    operand.region = {rows, 8, 2};
  }
  return operand;
}

void fill_branch(const isa::Gen& gen, const Dialect& dialect, Instruction& i, const Spelled& said) {
  const BranchFill* row = find(gen, dialect, i.opcode);
  if (row == nullptr) return;
  const auto put = [&](Operand& slot, const Operand& fill, Slot which) {
    slot = i.access_mode == isa::AccessMode::align16 ? in_align16(i, fill, which) : fill;
  };
  if (!said.dst) put(i.dst, row->dst, Slot::dst);
  if (dialect.flow.compare_names_null && i.dst.is_imm() && i.cond_mod != isa::CondMod::none)
    i.dst.type = compare_destination_type(i.src[0].type);
  if (said.sources < 1) put(i.src[0], row->src0, Slot::src0);
  if (said.sources < 2) put(i.src[1], row->src1, Slot::src1);
}

void fill_two_source(const isa::Gen& gen, const Dialect& dialect, Instruction& i, const Spelled& said) {
  if (!said.dst) i.dst = {};
  if (i.opcode == Opcode::wait) {
    i.src[0] = i.dst;
    i.src[0].write_mask = isa::kWriteAll;
    i.src[0].region = i.access_mode == isa::AccessMode::align16 ? Region{0, 4, 1} : Region{0, 1, 0};
    i.src[1] = dialect.mesa_operands ? null_source(Type::f, k881) : Operand{};
    return;
  }
  if (said.sources == 1 && i.row().sources == 1) {
    // In compacted machine code it is ud: all entries of the tables with an immediate source 0 have that (5.5.1).
    const bool follows = !i.compacted && (dialect.mesa_operands || find_habits(gen).source1_follows_immediate) &&
                         i.src[0].is_imm() && isa::byte_size(i.src[0].type) < 8;
    i.src[1] = null_source(follows ? i.src[0].type : Type::ud);
  }
}

// If the distance is in the destination, the sources belong to an embedded compare. Otherwise an immediate source is
// the distance.
Spelled spelled_branch(const Instruction& i) {
  const isa::OpcodeInfo& row = i.row();
  Spelled said{
      .dst = row.has_destination && !i.dst.is_imm(), .sources = row.sources, .target = i.opcode != Opcode::ret};
  if (i.dst.is_imm()) {
    if (i.cond_mod != isa::CondMod::none) said.sources = 2;
    said.target = true;
    return said;
  }
  for (std::uint8_t n = 0; n < 2; ++n) {
    if (!i.src[n].is_imm()) continue;
    said.sources = std::min(said.sources, n);
    said.target = true;
  }
  return said;
}

}  // namespace

Type compare_destination_type(Type type) { return isa::byte_size(type) == 1 ? Type::w : type; }

bool fills_source1(const Operand& src0) { return src0.is_imm() && isa::byte_size(src0.type) == 8; }

Spelled spelled(const Instruction& i) {
  const isa::OpcodeInfo& row = i.row();
  Spelled said{.dst = row.has_destination, .sources = row.sources};
  switch (row.format) {
    case Format::none: return {};
    case Format::jump: return {.target = true};
    case Format::branch:
    case Format::branch_jip: return spelled_branch(i);
    case Format::two_source:
      if (i.opcode == Opcode::wait) said.sources = 0;
      if (said.sources == 2 && fills_source1(i.src[0])) said.sources = 1;
      return said;
    case Format::math:
      if (fills_source1(i.src[0])) said.sources = 1;
      return said;
    case Format::three_source:
    case Format::send:
    case Format::split_send:
    case Format::sync: break;
  }
  return said;
}

isa::AccessMode slot_access_mode(const Instruction& i, Slot slot) {
  const isa::OpcodeInfo& row = i.row();
  const bool compares = is_branch(i) && i.cond_mod != isa::CondMod::none;
  const bool used = slot == Slot::dst    ? row.has_destination
                    : slot == Slot::src0 ? row.sources > 0 || compares
                                         : row.sources > 1 || compares;
  return used ? i.access_mode : isa::AccessMode::align1;
}

Region macro_region(const Instruction& i, Type type, bool is_destination) {
  const bool ternary = i.opcode == Opcode::madm;
  if (is_destination) return {.hstride = static_cast<std::uint8_t>(ternary ? 1 : 0)};
  return {static_cast<std::uint8_t>(ternary || isa::byte_size(type) < 8 ? 4 : 2), 4, 1};
}

const Operand* distance_slot(const Instruction& branch) {
  if (branch.dst.is_imm()) return &branch.dst;
  for (std::size_t n = spelled(branch).sources; n < 2; ++n) {  // compared sources are not distances
    if (branch.src[n].is_imm()) return &branch.src[n];
  }
  return nullptr;
}

bool may_have_register_target(const isa::Gen& gen, const Instruction& branch) {
  return isa::takes_register_target(gen, branch.opcode) && branch.opcode != Opcode::ret;
}

bool names_register_target(const isa::Gen& gen, const Instruction& branch) {
  return distance_slot(branch) == nullptr && may_have_register_target(gen, branch) &&
         register_target_slot(gen, branch.opcode) >= spelled(branch).sources;
}

unsigned register_target_slot(const isa::Gen& gen, Opcode opcode) {
  const BranchFill* row = find(find_habits(gen).branches, opcode);
  return row != nullptr && row->src0.is_imm() ? 0 : 1;
}

Operand unnamed_math_source(const Dialect& dialect, const Instruction& i) {
  const bool is_macro = i.access_mode == isa::AccessMode::align16 && selects_macro_accumulators(i);
  if (!dialect.macro_registers_bare || !is_macro) return {};
  return {.region = {0, 4, 1}, .swizzle = 0};  // Intel's compiler leaves the accumulator's field zero
}

void fill_implied(const isa::Gen& gen, const Dialect& dialect, Instruction& i) {
  const Spelled said = spelled(i);
  switch (i.row().format) {
    case Format::none: i.dst = i.src[0] = i.src[1] = {}; return;
    case Format::jump:
    case Format::branch:
    case Format::branch_jip: fill_branch(gen, dialect, i, said); return;
    case Format::two_source: fill_two_source(gen, dialect, i, said); return;
    case Format::sync: i.dst = null_destination(Type::ud); return;
    case Format::math:
    case Format::three_source:
    case Format::send:
    case Format::split_send: return;
  }
}

}  // namespace eugene::assembly
