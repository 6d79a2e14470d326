// Rules on operands by page: types of the fields of messages and of a few instructions, registers of raw operands,
// mixing of integers and floats, operands of atomics and fences. vISA manual 2_datatypes, 5_operands and the lists of
// operands of the pages.
#include <algorithm>

#include "visa/check/legal.h"
#include "visa/check/operand_types.h"
#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

using enum Type;
using operand_types::kOperandTypes;

// True if each operand of a row has one of the row's types, or one of the tolerated types. %null has no type, and the
// elements of a packed vector take the type of the destination.
bool types_are_among(const Subject& s, bool with_tolerated) {
  return std::ranges::all_of(kOperandTypes, [&](const OperandTypes& row) {
    if (row.page != s.form.page) return true;
    const auto type = type_at(s, row.field, row.nth);
    if (!type || is_packed_vector(*type)) return true;
    const unsigned taken = row.types | (with_tolerated ? row.tolerated : 0U);
    return (taken >> static_cast<unsigned>(*type) & 1) != 0;
  });
}

bool operand_types(const Subject& s) { return types_are_among(s, true); }
bool exact_operand_types(const Subject& s) { return !operand_types(s) || types_are_among(s, false); }

// Returns 0 for an integer, 1 for a float of at most 32 bits, 2 for a double. Floats of 16 and 32 bits may be mixed.
unsigned classify(Type type) { return type == df ? 2 : table_row(type).is_float ? 1 : 0; }

// Returns the types of the destination and the sources, as far as they have one.
std::vector<Type> computed_types(const Subject& s) {
  std::vector<Type> types;
  for (std::size_t n = 0; n < s.form.fields.size() && n < s.instruction.operands.size(); ++n) {
    const Field field = s.form.fields[n];
    if (field != Field::source && field != Field::destination) continue;
    if (const auto type = operand_type(s.kernel, s.instruction.operands[n])) types.push_back(*type);
  }
  return types;
}

bool kinds_are_not_mixed(const Subject& s) {
  if (find_legal(s.form.page).kinds != Kinds::unmixed) return true;
  const std::vector<Type> types = computed_types(s);
  return std::ranges::all_of(types, [&](Type type) { return classify(type) == classify(types.front()); });
}

// Intel's compiler uses floats as bits here, but Intel's assembler rejects them.
bool logic_is_of_integers(const Subject& s) {
  if (find_legal(s.form.page).kinds != Kinds::integers) return true;
  return std::ranges::none_of(computed_types(s), [](Type type) { return table_row(type).is_float; });
}

bool raws_begin_registers(const Subject& s) {
  const unsigned bytes = register_width(s.platforms);
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto* raw = std::get_if<Raw>(&operand);
    if (raw == nullptr) return true;
    if (raw->variable == 0) return raw->offset == 0;
    const auto place = find_storage(s.kernel, raw->variable);
    return !place || place->size < bytes || (place->offset + raw->offset) % bytes == 0;
  });
}

bool lsc_atomic_data(const Subject& s) {
  const LscShape shape = lsc_shape(s.form);
  if (!shape.is_atomic) return true;
  for (unsigned n = 0; n < 2; ++n) {
    const Operand* operand = find(s, Field::payload, n);
    if (operand != nullptr && is_null(*operand) != (n >= shape.data)) return false;
  }
  return true;
}

bool lsc_stored_data(const Subject& s) {
  const Operand* data = lsc_shape(s.form).is_store ? find(s, Field::payload) : nullptr;
  return data == nullptr || !is_null(*data);
}

bool lsc_addresses(const Subject& s) {
  for (const Field field : {Field::lsc_address, Field::lsc_base}) {
    const Operand* address = find(s, field);
    if (address != nullptr && !lsc_shape(s.form).is_state && is_null(*address)) return false;
  }
  return true;
}

bool fence_has_no_predicate(const Subject& s) {
  const auto* predication =
      std::get_if<Predication>(s.form.page == Page::lsc_fence ? find(s, Field::predication) : nullptr);
  return predication == nullptr || predication->variable == 0;
}

bool samplers_read_surfaces(const Subject& s) {
  const bool is_sampler = table_row(s.form.page).group == Group::sampler || find(s, Field::sampler) != nullptr;
  return !is_sampler || read_number(s, Field::surface) != kSlmSurface;
}

constexpr Rule kRules[] = {
    {"visa.operand.type", "an operand must have one of the types that the page lists for it",
     "declare an alias of such a type", "6_instructions, operands of the page", operand_types,
     "gather.4 (M1, 8) T6 0x0:ud V40.0 V32.0", "gather.4 (M1, 8) T6 0x0:ud V32.0 V32.0"},
    {"visa.operand.same_size",
     "an operand should have the type that the page lists for it, not another type of that size",
     "declare an alias of such a type", "6_instructions, operands of the page", exact_operand_types,
     "resinfo.R (M1, 8) T6 V40.0 V40.32", "resinfo.R (M1, 8) T6 V32.0 V40.32", Severity::warning},
    {"visa.type.mixed", "integers, floats and doubles must not be mixed", "convert with mov first",
     "2_datatypes, Type Conversion", kinds_are_not_mixed, "add (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x3f800000:f",
     "add (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x1:d"},
    {"visa.logic.integers", "operands that are not predicates must be integers", "declare an alias of an integer type",
     "AND", logic_is_of_integers, "and (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x7fffffff:d",
     "and (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x7fffffff:d", Severity::warning},
    {"visa.raw.registers", "a raw operand must begin at a register, and %null at 0",
     "use a multiple of 32 as the offset, of 64 on PVC", "5_operands, raw operands", raws_begin_registers,
     "oword_ld (1) T6 0x0:ud V32.32", "oword_ld (1) T6 0x0:ud V32.16"},
    {"visa.lsc.atomic_data", "an atomic must have as many data operands as its page says, and %null for the others",
     "write %null where there is no data", "LSC_TYPED, notes", lsc_atomic_data,
     "lsc_atomic_iadd.ugm (M1, 8) V32:d32 flat[V35]:a64 V32 %null",
     "lsc_atomic_iadd.ugm (M1, 8) V32:d32 flat[V35]:a64 %null %null"},
    {"visa.lsc.stored_data", "a store must have data", "name a variable", "LSC_UNTYPED", lsc_stored_data,
     "lsc_store.ugm (M1, 8) flat[V35]:a64 V32:d32", "lsc_store.ugm (M1, 8) flat[V35]:a64 %null:d32"},
    {"visa.lsc.address", "an access must have an address", "name a variable", "LSC_UNTYPED", lsc_addresses,
     "lsc_load.ugm (M1, 8) V32:d32 flat[V35]:a64", "lsc_load.ugm (M1, 8) V32:d32 flat[%null]:a64"},
    {"visa.lsc.fence", "a fence of the load/store cache cannot have a predicate", "branch around it", "LSC_FENCE, Text",
     fence_has_no_predicate, "lsc_fence.ugm.evict.gpu", "(P1) lsc_fence.ugm.evict.gpu"},
    {"visa.sampler.surface", "the sampler must not read local memory (T0)", "use a load of the data port", "3D_SAMPLE",
     samplers_read_surfaces, "load_3d.R (M1, 8) 0x0:uw T6 V34.0 V40.0", "load_3d.R (M1, 8) 0x0:uw T0 V34.0 V40.0"},
};

}  // namespace

std::span<const Rule> operand_rules() { return kRules; }

}  // namespace eugene::visa
