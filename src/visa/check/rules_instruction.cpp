// Rules on all instructions: execution sizes, types, modifiers, regions, bounds. vISA manual 3, 5 and the Properties of
// pages.
#include <algorithm>
#include <bit>

#include "visa/check/legal.h"
#include "visa/check/rule.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr unsigned kLargestGrf = 64;  // the maximum over all platforms, because the text does not name one

bool is_source(Field field) { return field == Field::source || field == Field::plain_source; }
bool is_region(Field field) { return is_source(field) || field == Field::destination; }

Modifier read_modifier(const Operand& operand) {
  const Modifier* modifier = find_modifier(operand);
  return modifier != nullptr ? *modifier : Modifier::none;
}

const Region* find_region(const Operand& operand) {
  if (const auto* o = std::get_if<General>(&operand)) return &o->region;
  if (const auto* o = std::get_if<Indirect>(&operand)) return &o->region;
  return nullptr;
}

// True if `holds` is true for every operand that is a source or destination region.
template <class Predicate>
bool all_regions(const Subject& s, Predicate holds) {
  for (std::size_t n = 0; n < s.form.fields.size() && n < s.instruction.operands.size(); ++n) {
    if (is_region(s.form.fields[n]) && !holds(s.form.fields[n], s.instruction.operands[n])) return false;
  }
  return true;
}

bool lanes_are_listed(const Subject& s) {
  const std::uint8_t sizes = find_legal(s.form.page).sizes;
  return sizes == kNoSizes || (sizes >> std::countr_zero(count_lanes(s)) & 1) != 0;
}

bool mask_holds_lanes(const Subject& s) {
  const auto* e = std::get_if<Execution>(find(s, Field::execution));
  return e == nullptr || (e->mask & 7) * 4U + e->lanes <= 32;
}

// The type of the same size and opposite signedness; `type` itself if it is not an integer.
Type other_sign(Type type) {
  switch (type) {
    case Type::uq: return Type::q;
    case Type::q: return Type::uq;
    default: return type <= Type::b ? static_cast<Type>(static_cast<unsigned>(type) ^ 1) : type;
  }
}

// True if the type of every operand is listed. `with_other_sign`: its type of opposite signedness counts too.
bool types_are_among(const Subject& s, bool with_other_sign) {
  const Legal& legal = find_legal(s.form.page);
  if (legal.types == 0) return true;
  const bool shifts = has_trait(s, kShift);
  const bool is_logic = legal.modifiers == Modifiers::logic || s.form.page == Page::bfrev;
  const auto listed = [&](Type t) { return (legal.types >> static_cast<unsigned>(t) & 1) != 0; };
  return all_regions(s, [&](Field field, const Operand& o) {
    if (shifts && &o == find(s, Field::source, 1)) return true;         // the shift count may have any type
    if (is_logic && std::holds_alternative<Immediate>(o)) return true;  // only its bits matter
    const auto type = operand_type(s.kernel, o);
    if (!type || (is_source(field) && is_packed_vector(*type))) return true;
    if (with_other_sign && is_logic) return true;  // floats count as bits too
    // The signedness of a destination does not change its bits.
    return listed(*type) || ((with_other_sign || !is_source(field)) && listed(other_sign(*type)));
  });
}

bool types_are_listed(const Subject& s) { return types_are_among(s, true); }
bool signs_are_listed(const Subject& s) { return !types_are_listed(s) || types_are_among(s, false); }

bool modifiers_fit(const Subject& s) {
  const Legal& legal = find_legal(s.form.page);
  const bool is_unsaid = legal.modifiers == Modifiers::unsaid;
  return all_regions(s, [&](Field field, const Operand& o) {
    const Modifier m = read_modifier(o);
    if (!is_source(field) || m == Modifier::none) return true;
    if (is_unsaid) return m != Modifier::not_;  // which only logic instructions have
    if (legal.modifiers == Modifiers::none) return false;
    return (m == Modifier::not_) == (legal.modifiers == Modifiers::logic);
  });
}

// True if the destination saturates although the page forbids it. `of_integers`: true only for an integer on a page
// that allows saturation of floats.
bool saturates_wrongly(const Subject& s, bool of_integers) {
  const Legal& legal = find_legal(s.form.page);
  const Operand* destination = find(s, Field::destination);
  if (legal.saturation == Saturation::unchecked || destination == nullptr ||
      read_modifier(*destination) != Modifier::saturate)
    return false;
  if (legal.saturation != Saturation::floats) return !of_integers && legal.saturation != Saturation::always;
  const auto type = operand_type(s.kernel, *destination);
  return of_integers && type && !table_row(*type).is_float;
}

bool saturation_fits(const Subject& s) { return !saturates_wrongly(s, false); }
bool saturated_type_fits(const Subject& s) { return !saturates_wrongly(s, true); }

bool widths_fit_lanes(const Subject& s) {
  return all_regions(s, [&](Field field, const Operand& o) {
    const Region* r = find_region(o);
    return r == nullptr || field == Field::plain_source || r->width == kNoStride ||
           r->width <= static_cast<int>(count_lanes(s));
  });
}

bool destination_moves(const Subject& s) {
  return all_regions(s, [&](Field field, const Operand& o) {
    const Region* r = find_region(o);
    return field != Field::destination || r == nullptr || r->horizontal != 0;
  });
}

// Returns the distance from the first to the last element of a region with `lanes` lanes, in elements.
unsigned reach(const Region& r, unsigned lanes) {
  const auto horizontal = static_cast<unsigned>(std::max<int>(r.horizontal, 0));
  if (r.width == kNoStride) return (lanes - 1) * horizontal;
  const auto width = static_cast<unsigned>(std::max<int>(r.width, 1));
  const unsigned rows = std::max(1U, lanes / width);
  const unsigned last_row = (rows - 1) * static_cast<unsigned>(std::max<int>(r.vertical, 0));
  return last_row + (std::min(width, lanes) - 1) * horizontal;
}

// True if the elements of each operand end inside its variable. Rows count registers, of the size that the compiler
// uses.
bool regions_are_inside(const Subject& s) {
  return all_regions(s, [&](Field field, const Operand& operand) {
    const auto* o = std::get_if<General>(&operand);
    if (o == nullptr || field == Field::plain_source || o->variable == 0 || o->row != 0) return true;
    const auto type = operand_type(s.kernel, operand);
    const std::uint32_t size = byte_size(s.kernel, o->variable);
    if (!type || size == 0 || o->variable < kFirstGeneral) return true;
    return (o->column + reach(o->region, count_lanes(s)) + 1) * byte_size(*type) <= size;
  });
}

bool regions_span_two_registers(const Subject& s) {
  return all_regions(s, [&](Field field, const Operand& operand) {
    const auto* o = std::get_if<General>(&operand);
    const auto type = operand_type(s.kernel, operand);
    if (o == nullptr || !type || field == Field::plain_source || s.form.page == Page::dpas) return true;
    return (reach(o->region, count_lanes(s)) + 1) * byte_size(*type) <= 2 * kLargestGrf;
  });
}

bool raws_are_inside(const Subject& s) {
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto* o = std::get_if<Raw>(&operand);
    if (o == nullptr || o->variable < kFirstGeneral) return true;
    const std::uint32_t size = byte_size(s.kernel, o->variable);
    return size == 0 || o->offset < size;
  });
}

bool predicates_are_wide_enough(const Subject& s) {
  const auto wide = [&](unsigned variable) {
    const auto& predicates = s.kernel.variables.predicates;
    if (variable < kFirstPredicate || variable - kFirstPredicate >= predicates.size()) return true;
    return predicates[variable - kFirstPredicate].elements >= count_lanes(s);
  };
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    if (const auto* o = std::get_if<Predication>(&operand)) return wide(o->variable);
    if (const auto* o = std::get_if<PredicateVariable>(&operand)) return wide(o->variable);
    return true;
  });
}

bool operations_on_predicates_have_none(const Subject& s) {
  const Operand* predication = find(s, Field::predication);
  const Operand* destination = find(s, Field::destination);
  if (predication == nullptr || destination == nullptr || s.form.fields.size() > 5) return true;
  const auto* p = std::get_if<Predication>(predication);
  const bool is_logic = has_trait(s, kLogic);
  return !is_logic || !std::holds_alternative<PredicateVariable>(*destination) || p == nullptr || p->variable == 0;
}

bool null_is_no_region(const Subject& s) {
  return all_regions(s, [&](Field, const Operand& operand) {
    const auto* o = std::get_if<General>(&operand);
    return o == nullptr || o->variable != 0;
  });
}

bool addresses_fit(const Subject& s) {
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto& addresses = s.kernel.variables.addresses;
    if (const auto* o = std::get_if<Address>(&operand))
      return o->variable >= addresses.size() || o->element + o->width <= addresses[o->variable].elements;
    if (const auto* o = std::get_if<Indirect>(&operand))
      return o->variable >= addresses.size() || o->element < addresses[o->variable].elements;
    return true;
  });
}

constexpr Rule kRules[] = {
    {"visa.execution.page", "the execution size must be one that the page of the instruction lists", "use another size",
     "6_instructions", lanes_are_listed, "jmp (M1, 1) here", "(P1) jmp (M1, 8) here"},
    {"visa.execution.channels", "the channels of the mask and the execution size must be among the 32 of a thread",
     "use a lower mask, M1 to M8 begin at channels 0, 4, ... 28", "3_execution_model", mask_holds_lanes,
     "mov (M5, 16) V32(0,0)<1> 0x0:d", "mov (M6, 16) V32(0,0)<1> 0x0:d"},
    {"visa.type.page", "the types of the operands must be among those that the page supports", "convert with mov first",
     "6_instructions, Supported Types", types_are_listed, "exp (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0>",
     "exp (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0>"},
    {"visa.type.sign", "the types of the operands must be those on the page, not other types of the same size",
     "declare an alias of that type", "6_instructions, Supported Types", signs_are_listed,
     "asr (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:d", "asr (M1, 8) V32(0,0)<1> V40(0,0)<1;1,0> 0x1:d",
     Severity::warning},
    {"visa.modifier.page", "a source modifier must be of the kind that the page allows",
     "(-), (abs) and (-abs) are for arithmetic, (~) for and, or, xor and not", "5_operands, modifiers", modifiers_fit,
     "and (M1, 8) V32(0,0)<1> (~)V32(0,0)<1;1,0> 0x1:d", "and (M1, 8) V32(0,0)<1> (-)V32(0,0)<1;1,0> 0x1:d"},
    {"visa.saturation.page", "the instruction must be able to saturate", "omit .sat, or use sel or min and max",
     "6_instructions, Saturation", saturation_fits, "mul.sat (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x0:f",
     "and.sat (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:d"},
    {"visa.saturation.type", "the instruction must saturate only floats", "omit .sat, or use sel or min and max",
     "6_instructions, Saturation", saturated_type_fits, "mul.sat (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x0:f",
     "mul.sat (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:d", Severity::warning},
    {"visa.region.lanes", "the width of a region must be at most the execution size", "use a smaller width",
     "5_operands, region restriction 4", widths_fit_lanes, "mov (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1>",
     "mov (M1, 4) V32(0,0)<1> V32(0,0)<8;8,1>"},
    {"visa.region.destination", "the horizontal stride of a destination must not be 0", "write <1>",
     "5_operands, region restriction 5", destination_moves, "mov (M1, 8) V32(0,0)<1> 0x0:d",
     "mov (M1, 8) V32(0,0)<0> 0x0:d"},
    {"visa.region.registers", "the elements of a region must lie in two adjacent registers",
     "use fewer lanes or a smaller stride", "5_operands, region restriction 6", regions_span_two_registers,
     "mov (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0>", "mov (M1, 32) V32(0,0)<1> V40(0,0)<8;4,2>", Severity::warning},
    {"visa.operand.bounds", "the elements of a region must be inside the variable",
     "declare more elements, or use fewer lanes", "5_operands, general operands", regions_are_inside,
     "mov (M1, 16) V37(0,0)<1> 0x0:uw", "mov (M1, 16) V37(0,1)<1> 0x0:uw"},
    {"visa.raw.bounds", "the offset of a raw operand must be inside the variable", "declare more elements",
     "5_operands, raw operands", raws_are_inside, "oword_ld (1) T6 0x0:ud V32.224", "oword_ld (1) T6 0x0:ud V32.256"},
    {"visa.predicate.elements", "a predicate must have an element for each lane", "declare it with more elements",
     "5_operands, predicate operands", predicates_are_wide_enough, "cmp.eq (M1, 16) P1 V32(0,0)<1;1,0> 0x0:d",
     "cmp.eq (M1, 32) P1 V32(0,0)<1;1,0> 0x0:d"},
    {"visa.predicate.logic", "an operation on predicates must have no predicate itself", "combine it with and", "AND",
     operations_on_predicates_have_none, "and (M1, 16) P1 P1 P2", "(P2) and (M1, 16) P1 P1 P2"},
    {"visa.operand.null", "%null must not be the variable of a region", "name a variable",
     "4_visa_header, pre-defined variables", null_is_no_region, "mov (M1, 8) V32(0,0)<1> 0x0:d",
     "mov (M1, 8) %null(0,0)<1> 0x0:d"},
    {"visa.address.bounds", "the elements of an address operand must be inside the variable", "declare more elements",
     "5_operands, address operands", addresses_fit, "addr_add (M1, 8) A0(0)<8> A0(0)<8> 0x20:uw",
     "addr_add (M1, 8) A0(12)<8> A0(0)<8> 0x20:uw"},
};

}  // namespace

std::span<const Rule> instruction_rules() { return kRules; }

}  // namespace eugene::visa
