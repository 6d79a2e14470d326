// Rules on single pages of instructions that compute and move: alignment, sizes, valid combinations. vISA manual BFE,
// BFI, LRP, PLN, MADW, MULH, SRND, SETP, MOV, MOVS, ADDR_ADD, ROL, ROR.
#include <algorithm>

#include "visa/check/legal.h"
#include "visa/check/rule.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr std::uint8_t kFirstNoMask = 8;  // execution masks from here on
constexpr unsigned kOword = 16;           // bytes

const Execution* find_execution(const Subject& s) { return std::get_if<Execution>(find(s, Field::execution)); }

bool is_predicated(const Subject& s) {
  const auto* predication = std::get_if<Predication>(find(s, Field::predication));
  return predication != nullptr && predication->variable != 0;
}

bool is_scalar(const General& o) { return o.region.vertical == 0 && o.region.width == 1 && o.region.horizontal == 0; }

// True if a region begins at a multiple of `bytes` of its variable, or if the variable is not known.
bool begins_at(const Subject& s, const Operand* operand, unsigned bytes) {
  const auto* o = std::get_if<General>(operand);
  const auto type = o != nullptr ? operand_type(s.kernel, *operand) : std::nullopt;
  const auto storage = o != nullptr ? find_storage(s.kernel, o->variable) : std::nullopt;
  if (!type || !storage) return true;
  const unsigned offset = storage->offset + o->row * register_width(s.platforms) + o->column * byte_size(*type);
  return offset % bytes == 0;
}

bool bit_field_lanes(const Subject& s) { return !has_trait(s, kBitField) || count_lanes(s) != 2; }

// Scalar sources may lie anywhere, because one element is read. LRP says so; BFE and BFI do not
// (docs/record/errata.md).
bool align16_operands(const Subject& s) {
  if ((!has_trait(s, kBitField) && s.form.page != Page::lrp) || count_lanes(s) == 1) return true;
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto* o = std::get_if<General>(&operand);
    return o == nullptr || is_scalar(*o) || begins_at(s, &operand, kOword);
  });
}

bool plane_operands(const Subject& s) {
  if (s.form.page != Page::pln) return true;
  return begins_at(s, find(s, Field::source), kOword) &&
         begins_at(s, find(s, Field::source, 1), register_width(s.platforms));
}

bool madw_destination(const Subject& s) {
  return s.form.page != Page::madw || begins_at(s, find(s, Field::destination), register_width(s.platforms));
}

bool madw_lanes(const Subject& s) { return s.form.page != Page::madw || count_lanes(s) <= 8 || may_be(s, kPvc); }

bool mulh_types(const Subject& s) {
  const auto to = s.form.page == Page::mulh ? type_at(s, Field::destination, 0) : std::nullopt;
  for (unsigned n = 0; to && n < 2; ++n) {
    const auto from = type_at(s, Field::source, n);
    if (from && *from != *to) return false;
  }
  return true;
}

bool random_bits(const Subject& s) {
  const auto to = s.form.page == Page::srnd ? type_at(s, Field::destination, 0) : std::nullopt;
  const auto random = type_at(s, Field::source, 1);
  return !to || !random || (*to == Type::ub ? *random == Type::ub : *to != Type::hf || *random == Type::uw);
}

bool random_mask(const Subject& s) {
  const Execution* execution = find_execution(s);
  return s.form.page != Page::srnd || execution == nullptr || execution->mask >= kFirstNoMask;
}

// A scalar provides a bit for each element of the predicate: 32 bits, or 16 with M1_NM or M5_NM.
bool setp_mask(const Subject& s) {
  const Operand* source = s.form.page == Page::setp ? find(s, Field::source) : nullptr;
  const Execution* execution = find_execution(s);
  if (source == nullptr || execution == nullptr) return true;
  const auto* general = std::get_if<General>(source);
  if (!std::holds_alternative<Immediate>(*source) && (general == nullptr || !is_scalar(*general))) return true;
  const std::uint8_t mask = execution->mask;
  return mask == kFirstNoMask || (execution->lanes < 32 && mask == kFirstNoMask + 4);
}

bool moved_predicate(const Subject& s) {
  const auto* predicate = std::get_if<PredicateVariable>(s.form.page == Page::mov ? find(s, Field::source) : nullptr);
  if (predicate == nullptr) return true;
  const auto type = type_at(s, Field::destination, 0);
  const auto& variables = s.kernel.variables.predicates;
  const std::size_t nth = predicate->variable - kFirstPredicate;
  const unsigned elements = nth < variables.size() ? variables[nth].elements : 0;
  const auto* to = std::get_if<General>(find(s, Field::destination));
  const bool saturates = to != nullptr && to->modifier == Modifier::saturate;
  const bool is_listed = !type || *type == Type::ub || *type == Type::uw || *type == Type::ud;
  return count_lanes(s) == 1 && !is_predicated(s) && !saturates && is_listed &&
         (!type || byte_size(*type) * 8 >= elements);
}

bool moved_state(const Subject& s) {
  const Operand* to = s.form.page == Page::movs ? find(s, Field::destination) : nullptr;
  const Operand* from = find(s, Field::source);
  if (to == nullptr || from == nullptr) return true;
  const auto* to_state = std::get_if<State>(to);
  const auto* from_state = std::get_if<State>(from);
  if (to_state != nullptr && from_state != nullptr) return to_state->kind == from_state->kind;
  return to_state != nullptr || from_state != nullptr;
}

// Among predefined variables, only those that functions pass have known registers.
bool addressed_variable(const Subject& s) {
  const auto* address =
      std::get_if<AddressOf>(s.form.page == Page::addr_add ? find(s, Field::address_source) : nullptr);
  if (address == nullptr) return true;
  if (address->kind == VariableKind::surface) return address->variable >= kFirstSurface;
  if (address->kind != VariableKind::general || address->variable >= kFirstGeneral) return true;
  const std::string_view name = address->variable < kPredefined.size() ? kPredefined[address->variable].name : "";
  return name == "%arg" || name == "%retval";
}

bool rotated_qwords(const Subject& s) {
  if ((s.form.page != Page::rol && s.form.page != Page::ror) || may_be(s, kPvc)) return true;
  for (const Field field : {Field::destination, Field::source}) {
    const auto type = type_at(s, field, 0);
    if (type && byte_size(*type) == 8) return false;
  }
  return true;
}

constexpr Rule kRules[] = {
    {"visa.bitfield.lanes", "the execution size must not be 2", "use 1 or 4", "BFE and BFI, Restriction",
     bit_field_lanes, "bfe (M1, 4) V32(0,0)<1> 0x4:d 0x8:d V32(0,0)<1;1,0>",
     "bfe (M1, 2) V32(0,0)<1> 0x4:d 0x8:d V32(0,0)<1;1,0>"},
    {"visa.align16", "regions must begin at a multiple of 16 bytes, except for scalar sources",
     "copy it to a separate variable", "BFE, BFI and LRP", align16_operands,
     "lrp (M1, 4) V34(0,4)<1> V34(0,1)<0;1,0> V34(1,0)<1;1,0> V34(2,0)<1;1,0>",
     "lrp (M1, 4) V34(0,1)<1> V34(0,1)<0;1,0> V34(1,0)<1;1,0> V34(2,0)<1;1,0>"},
    {"visa.plane.aligned", "source 0 must begin at a multiple of 16 bytes, source 1 at a register", "copy it with mov",
     "PLN, Notes", plane_operands, "plane (M1, 8) V34(0,0)<1> V34(1,4)<0;1,0> V34(2,0)<8;8,1>",
     "plane (M1, 8) V34(0,0)<1> V34(1,1)<0;1,0> V34(2,0)<8;8,1>"},
    {"visa.madw.destination", "the destination must begin at a register", "use another variable", "MADW, Dst",
     madw_destination, "madw (M1, 8) V32(0,0)<1> V32(4,0)<1;1,0> V32(4,0)<1;1,0> V32(4,0)<1;1,0>",
     "madw (M1, 4) V32(0,4)<1> V32(4,0)<1;1,0> V32(4,0)<1;1,0> V32(4,0)<1;1,0>"},
    {"visa.madw.lanes", "an execution size of 16 should be used only on PVC", "use two instructions", "MADW, Exec_size",
     madw_lanes, "madw (M1, 8) V32(0,0)<1> V32(4,0)<1;1,0> V32(4,0)<1;1,0> V32(4,0)<1;1,0>",
     "madw (M1, 16) V32(0,0)<1> V32(4,0)<1;1,0> V32(4,0)<1;1,0> V32(4,0)<1;1,0>", Severity::warning, kDg2},
    {"visa.mulh.types", "destination and sources should have the same type", "declare an alias of that type", "MULH",
     mulh_types, "mulh (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x3:d", "mulh (M1, 8) V40(0,0)<1> V32(0,0)<1;1,0> 0x3:d",
     Severity::warning},
    {"visa.srnd.random", "the random bits must have type UB for BF8, and UW for HF", "declare an alias of that type",
     "SRND, Notes", random_bits, "srnd (M1_NM, 8) V36(0,0)<1> V38(0,0)<1;1,0> 0x5:ub",
     "srnd (M1_NM, 8) V36(0,0)<1> V38(0,0)<1;1,0> 0x5:uw"},
    {"visa.srnd.mask", "srnd must have no mask", "write (M1_NM, ...)", "SRND, Notes", random_mask,
     "srnd (M1_NM, 8) V38(0,0)<1> V34(0,0)<1;1,0> 0x5:uw", "srnd (M1, 8) V38(0,0)<1> V34(0,0)<1;1,0> 0x5:uw"},
    {"visa.setp.mask", "the mask for a scalar should be M1_NM, or M5_NM for fewer than 32 elements",
     "write (M1_NM, ...)", "SETP, Notes", setp_mask, "setp (M5_NM, 16) P2 0x1:ud", "setp (M1, 16) P2 0x1:ud",
     Severity::warning},
    {"visa.mov.predicate",
     "a predicate must be moved by an execution size of 1, without a predicate, to UB, UW or UD with as many bits",
     "write (M1_NM, 1)", "MOV, Notes", moved_predicate, "mov (M1_NM, 1) V40(0,0)<1> P2",
     "mov (M1_NM, 1) V37(0,0)<1> P2"},
    {"visa.movs.kinds", "one operand must be a state variable; two must be both surfaces or both samplers",
     "use mov between general variables", "MOVS, Notes", moved_state, "movs (M1_NM, 1) T6(0) 0x1:ud",
     "movs (M1_NM, 1) T6(0) S0(0)"},
    {"visa.address.predefined", "the address must be of a variable that is declared, %arg or %retval",
     "copy it to a separate variable", "ADDR_ADD, Notes", addressed_variable,
     "addr_add (M1_NM, 1) A0(0)<1> &%retval 0x20:uw", "addr_add (M1_NM, 1) A0(0)<1> &%r0 0x20:uw"},
    {"visa.rotate.qwords", "qwords can be rotated only on PVC", "use shl, shr and or", "ROL and ROR, Supported Types",
     rotated_qwords, "rol (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x3:d", "rol (M1, 4) V35(0,0)<1> V35(0,0)<1;1,0> 0x3:d",
     Severity::error, kDg2},
};

}  // namespace

std::span<const Rule> arithmetic_rules() { return kRules; }

}  // namespace eugene::visa
