// Writes instructions: an opcode, then the fields of its form.
#include <algorithm>

#include "visa/binary_layout.h"
#include "visa/predefined.h"
#include "visa/writer.h"

namespace eugene::visa {
namespace {

template <class T, std::size_t N>
unsigned find_code(const std::array<T, N>& values, T value) {
  const auto at = std::ranges::find(values, value);
  return at == values.end() ? 0 : static_cast<unsigned>(at - values.begin());
}

bool is_vector(Field field) { return table_row(field).coding == Coding::vector || !target_list(field).parts.empty(); }

}  // namespace

void Writer::instruction(const Instruction& instruction) {
  const Form& form = forms()[instruction.form];
  put<std::uint8_t>(form.opcode());
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (!is_list(form.fields[n])) field(form, n, instruction);
  }
  if (form.fields.empty() || !is_list(form.fields.back())) return;
  const std::size_t first = form.fields.size() - 1;
  if (form.fields.back() == Field::parameters)
    put_count<std::uint8_t>(instruction.operands.size() - first, "parameters");
  for (std::size_t n = first; n < instruction.operands.size(); ++n)
    std::visit([&](const auto& o) { operand(o, form.fields.back()); }, instruction.operands[n]);
}

void Writer::field(const Form& form, std::size_t n, const Instruction& instruction) {
  std::visit([&](const auto& o) { operand(o, form.fields[n]); }, instruction.operands[n]);
}

void Writer::tag(unsigned operand_class, Modifier modifier) {
  put<std::uint8_t>(operand_class | static_cast<unsigned>(modifier) << 3);
}

void Writer::region(const Region& r) {
  put<std::uint16_t>(find_code(kStrides, r.vertical) | find_code(kStrides, r.width) << 4 |
                     find_code(kStrides, r.horizontal) << 8);
}

void Writer::operand(const Execution& o, Field field) {
  const unsigned lanes = field == Field::element_count ? find_code(kElementLanes, o.lanes) : find_code(kLanes, o.lanes);
  put<std::uint8_t>(lanes | static_cast<unsigned>(o.mask) << 4);
}

void Writer::operand(const Predication& o, Field) {
  if (o.variable > 0xfff) fail_with("the kernel has more predicates than the binary form can number");
  const unsigned bits = static_cast<unsigned>(o.control) << 13 | (o.inverse ? 0x8000U : 0U);
  put<std::uint16_t>(o.variable == 0 ? 0 : o.variable | bits);
}

void Writer::operand(const General& o, Field field) {
  if (!is_vector(field)) return fail_with("this operand cannot be a region in the binary form");
  tag(static_cast<unsigned>(Class::general), o.modifier);
  put<std::uint32_t>(o.variable);
  put<std::uint8_t>(o.row);
  put<std::uint8_t>(o.column);
  region(o.region);
}

void Writer::operand(const Address& o, Field) {
  tag(static_cast<unsigned>(Class::address), Modifier::none);
  put<std::uint16_t>(o.variable);
  put<std::uint8_t>(o.element);
  put<std::uint8_t>(find_code(kLanes, o.width));
}

void Writer::operand(const PredicateVariable& o, Field) {
  tag(static_cast<unsigned>(Class::predicate), Modifier::none);
  put<std::uint16_t>(o.variable);
}

void Writer::operand(const Indirect& o, Field) {
  tag(static_cast<unsigned>(Class::indirect), o.modifier);
  put<std::uint16_t>(o.variable);
  put<std::uint8_t>(o.element);
  put<std::uint16_t>(static_cast<std::uint16_t>(o.offset));
  put<std::uint8_t>(static_cast<unsigned>(o.type));
  region(o.region);
}

void Writer::operand(const State& o, Field) {
  tag(static_cast<unsigned>(Class::state), Modifier::none);
  put<std::uint8_t>(static_cast<unsigned>(o.kind));
  put<std::uint16_t>(o.variable);
  put<std::uint8_t>(o.element);
}

// Writes the address as the register and element that it points to.
void Writer::operand(const AddressOf& o, Field field) {
  if (field != Field::address_source)
    return fail_with("in the binary form only source 0 of addr_add can be the address of a variable");
  const auto offset = static_cast<std::uint32_t>(o.offset);
  if (o.kind != AddressOf::Kind::general) {
    const State state{o.kind == AddressOf::Kind::surface ? StateKind::surface : StateKind::sampler,
                      static_cast<std::uint16_t>(o.variable), static_cast<std::uint8_t>(offset / kStateElementBytes)};
    return operand(state, field);
  }
  const std::uint32_t element = element_bytes(kernel_, o.variable);
  // Readers count rows in registers of their platform, but they agree about elements. So only elements are used, if
  // they are enough.
  constexpr std::uint32_t kMaxElements = 255;
  const bool has_row = element != 0 && offset / element > kMaxElements;
  const std::uint32_t row = has_row ? offset / kAddressGrfBytes : 0, rest = offset - row * kAddressGrfBytes;
  if (element == 0 || rest % element != 0 || row > 255)
    return fail_with("the binary form cannot encode an address in the middle of an element");
  operand(General{.variable = o.variable,
                  .row = static_cast<std::uint8_t>(row),
                  .column = static_cast<std::uint8_t>(rest / element),
                  .region = {0, 1, 0}},
          field);
}

void Writer::operand(const Immediate& o, Field field) {
  if (!is_vector(field)) return fail_with("this operand cannot be an immediate in the binary form");
  tag(static_cast<unsigned>(Class::immediate), Modifier::none);
  put<std::uint8_t>(static_cast<unsigned>(o.type));
  if (byte_size(o.type) == 8) {
    put<std::uint64_t>(o.bits);
  } else {
    put<std::uint32_t>(o.bits);
  }
}

void Writer::operand(const Raw& o, Field) {
  put<std::uint32_t>(o.variable);
  put<std::uint16_t>(o.offset);
}

void Writer::operand(const Number& o, Field field) {
  const auto value = static_cast<std::uint64_t>(o.value);
  switch (table_row(field).coding) {
    case Coding::u16:
    case Coding::operation: put<std::uint16_t>(value); break;
    case Coding::u32:
    case Coding::i32:
    case Coding::id: put<std::uint32_t>(value); break;
    default: put<std::uint8_t>(value);
  }
}

void Writer::operand(const LabelReference& o, Field) { put<std::uint16_t>(o.label); }

void Writer::operand(const Text& o, Field field) {
  const std::uint32_t index = string(o.text);
  if (table_row(field).coding == Coding::text) {
    put<std::uint32_t>(index);
  } else {
    put_count<std::uint16_t>(index, "names");
  }
}

}  // namespace eugene::visa
