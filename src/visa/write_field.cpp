// Writes instructions: an opcode, then the fields of its form.
#include "visa/writer.h"

namespace eugene::visa {
namespace {

bool is_vector(Field field) { return table_row(field).coding == Coding::vector || !target_list(field).parts.empty(); }

}  // namespace

void Writer::instruction(const Instruction& instruction) {
  const Form& form = forms()[instruction.form];
  put(form.opcode(), 1);
  const auto write = [&](const Operand& o, Field field) {
    std::visit([&](const auto& each) { operand(each, field); }, o);
  };
  std::size_t n = 0;
  for (const Field field : form.fields) {
    if (field == Field::parameters) put_count(instruction.operands.size() - n, 1, "parameters");
    if (!is_list(field)) {
      write(instruction.operands[n++], field);
    } else {
      while (n < instruction.operands.size()) write(instruction.operands[n++], field);
    }
  }
}

void Writer::operand(const General& o, Field field) {
  if (!is_vector(field)) return fail_with("this operand cannot be a region in the binary form");
  vector(Class::general, o, o.modifier);
}

void Writer::operand(const Immediate& o, Field field) {
  if (!is_vector(field)) return fail_with("this operand cannot be an immediate in the binary form");
  vector(Class::immediate, o);
}

// Writes the address as the register and element that it points to.
void Writer::operand(const AddressOf& o, Field field) {
  if (field != Field::address_source)
    return fail_with("in the binary form only source 0 of addr_add can be the address of a variable");
  const auto offset = static_cast<std::uint32_t>(o.offset);
  if (o.kind != VariableKind::general) {
    const State state{o.kind, static_cast<std::uint16_t>(o.variable),
                      static_cast<std::uint8_t>(offset / kStateElementBytes)};
    return operand(state, field);
  }
  const std::uint32_t element = element_bytes(kernel_(), o.variable);
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

}  // namespace eugene::visa
