// Shared by the files of this layer: an instruction prepared for checks, sets of operands, and the documents' names.
// Internal to the layer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

#include "isa/limits.h"
#include "isa/region.h"
#include "isa/registers_used.h"
#include "rules/validate.h"

namespace eugene::rules {

// The rules use isa's terms throughout.
using namespace isa;  // NOLINT(google-build-using-namespace)

// Makes a rule from `limit`. `check` finds the operands that break it. If null, the condition in the limit's row does;
// if that is missing too, the encoder or the decoder reports it.
constexpr Rule of(const Limit& limit, Operands (*check)(const Subject&) = nullptr) {
  return {.id = limit.id,
          .citation = limit.citation,
          .text = limit.text,
          .hint = limit.hint,
          .check = check,
          .limit = limit.condition,
          .phase = Phase::encoding};
}

constexpr bool is_qword(Type type) { return byte_size(type) == 8; }
constexpr bool is_dword_int(Type type) { return type == Type::d || type == Type::ud; }
constexpr bool is_word_int(Type type) { return type == Type::w || type == Type::uw; }
constexpr bool is_byte(Type type) { return byte_size(type) == 1; }
constexpr bool is_int(Type type) { return !is_float(type); }
constexpr bool is_vector(Type type) { return info(type).is_vector; }
constexpr bool is_accumulator(const Operand& operand) { return operand.is_arf(Arf::acc); }
// True for (abs), which makes a signed source unsigned, unlike -(abs).
constexpr bool is_magnitude(const Operand& operand) { return operand.absolute && !operand.negate; }
// One instruction, with the properties that most checks use.
struct Subject {
  const Gen& gen;
  const Instruction& i;
  const OpcodeInfo& row;
  unsigned sources;   // sources of the instruction: one-source math functions have one
  bool writes;        // has a destination, and it is not null
  bool align16;       // Align16 access mode
  bool regions;       // operands carry full region descriptions (one, two source and math formats)
  bool three_source;  // three-source format
  bool send;          // send, sendc
  bool split_send;
  bool flow;                // jmpi and branches
  Type exec_type;           // execution data type: 5.3.9
  unsigned exec_bytes;      // size of exec_type
  bool mixed_float;         // F and HF mixed among sources and destination
  bool qword_or_dword_mul;  // 64-bit type anywhere, or integer DWord multiply (BXT region rules 6)

  Subject(const Gen& gen_, const Instruction& instruction);

  const Operand& src(unsigned index) const { return i.src[index]; }
  bool is(std::initializer_list<Opcode> opcodes) const {
    return std::find(opcodes.begin(), opcodes.end(), i.opcode) != opcodes.end();
  }
  bool align1_regions() const { return regions && !align16; }
  bool any_send() const { return send || split_send; }

  // Returns the sources for which `broken(operand)` is true.
  template <class Broken>
  Operands sources_where(Broken broken) const {
    return isa::sources_where(i, broken);
  }
  // Likewise, only sources in registers.
  template <class Broken>
  Operands registers_where(Broken broken) const {
    return sources_where([&](const Operand& operand) { return !operand.is_imm() && broken(operand); });
  }
  // Likewise, only sources in registers with an Align1 region.
  template <class Broken>
  Operands regions_where(Broken broken) const {
    return align1_regions() ? registers_where(broken) : kFine;
  }
  // Likewise, including the destination if there is one.
  template <class Broken>
  Operands operands_where(Broken broken) const {
    const Operands dst = row.has_destination && broken(i.dst) ? kDst : kFine;
    return static_cast<Operands>(dst | sources_where(broken));
  }

  // Returns the explicit accumulator sources.
  Operands accumulator_sources() const {
    return registers_where([](const Operand& operand) { return is_accumulator(operand); });
  }
  bool accumulator_destination() const { return row.has_destination && is_accumulator(i.dst); }
};

struct ProgramSubject {
  const Gen& gen;
  const Program& program;
};

// Machines with restricted regions for 64-bit operands, and all others.
inline constexpr MachineSet kNarrow64 = machines_where([](const Machine& m) { return m.restricts_64bit_regions; });
inline constexpr MachineSet kFull64 = machines_where([](const Machine& m) { return !m.restricts_64bit_regions; });

// Return the targets of JIP and UIP of instruction `index`, as byte offsets.
std::int64_t find_jip(const ProgramSubject& subject, std::size_t index);
std::int64_t find_uip(const ProgramSubject& subject, std::size_t index);

// A closed if block, as indices of instructions.
struct IfBlock {
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t if_ = kNowhere;
  std::size_t else_ = kNowhere;
  std::size_t endif = kNowhere;
  bool well_formed = true;
};
// Returns the closed blocks that have at most one else.
std::vector<IfBlock> closed_if_blocks(const Program& program);

// True if the program has a switch: then a break may leave a case.
inline bool has_case(const Program& program) {
  return std::ranges::any_of(program.instructions, [](const Instruction& i) { return i.opcode == Opcode::case_; });
}

// True for flow control and for writes to ip.
bool branches(const Instruction& instruction);
// Returns, for each instruction, whether a branch or a label leads to it: knowledge from straight-line code ends there.
std::vector<bool> entry_points(const ProgramSubject& subject);

// Appends the diagnostic of `rule`, which `operands` of instruction `index` break. `detail` follows the rule's text.
void report(const ProgramSubject& subject, const Rule& rule, std::size_t index, Diagnostics& diagnostics,
            std::string_view detail = {});

// The rules by subject. Each function is in the file of that name.
std::span<const Rule> encoding_rules();
std::span<const Rule> modifier_rules();
std::span<const Rule> type_rules();
std::span<const Rule> convert_rules();
std::span<const Rule> register_rules();
std::span<const Rule> architecture_rules();
std::span<const Rule> region_rules();
std::span<const Rule> destination_rules();
std::span<const Rule> align16_rules();
std::span<const Rule> indirect_rules();
std::span<const Rule> bounds_rules();
std::span<const Rule> accumulator_rules();
std::span<const Rule> arithmetic_rules();
std::span<const Rule> logic_rules();
std::span<const Rule> interpolation_rules();
std::span<const Rule> move_rules();
std::span<const Rule> mixed_float_rules();
std::span<const Rule> qword_rules();
std::span<const Rule> math_rules();
std::span<const Rule> three_source_rules();
std::span<const Rule> send_rules();
std::span<const Rule> message_rules();
std::span<const Rule> payload_rules();
std::span<const Rule> flow_rules();
std::span<const Rule> program_rules();
std::span<const Rule> block_rules();
std::span<const Rule> leaving_rules();
std::span<const Rule> single_flow_rules();
std::span<const Rule> hazard_rules();
std::span<const Rule> preemption_rules();
std::span<const Rule> scoreboard_rules();

}  // namespace eugene::rules
