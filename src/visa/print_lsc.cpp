// Prints lsc_* instructions. In text, several fields of the binary form an address operand, "flat[0x2*V32+0x10]:a64",
// and a data operand, "V34:d32x2". vISA manual, LSC_UNTYPED and LSC_TYPED.
#include <fmt/format.h>

#include "visa/lsc.h"
#include "visa/number_text.h"
#include "visa/print_operand.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

std::string print_raw(const Kernel& kernel, const Operand& operand) {
  const auto* raw = std::get_if<Raw>(&operand);
  if (raw == nullptr) return "?";
  const std::string name = variable_name(kernel, VariableKind::general, raw->variable);
  return raw->offset == 0 ? name : fmt::format("{}.{}", name, raw->offset);
}

// Prints a scalar: an immediate without its type, or a variable with its element.
std::string print_scalar(const Kernel& kernel, const Operand& operand) {
  if (const auto* immediate = std::get_if<Immediate>(&operand)) return fmt::format("0x{:X}", immediate->bits);
  const auto* general = std::get_if<General>(&operand);
  if (general == nullptr) return "?";
  std::string name = variable_name(kernel, VariableKind::general, general->variable);
  if (general->row == 0 && general->column == 0) return name;
  return fmt::format("{}({},{})", name, general->row, general->column);
}

struct Printer {
  const Kernel& kernel;
  const Form& form;
  const Instruction& instruction;
  LscShape shape = lsc_shape(form);

  const Operand& at(Field field, unsigned nth = 0) const { return lsc_operand(form, instruction, field, nth); }
  std::int64_t value(Field field) const { return find_position(form, field) < 0 ? 0 : to_number(at(field)); }

  std::string model() const {
    const std::int64_t kind = value(Field::lsc_model);
    std::string text = spelled(kLscModels, kind);
    if (kind == kLscBss || kind == kLscSs || kind == kLscBti)
      text += "(" + print_scalar(kernel, at(Field::lsc_surface)) + ")";
    return text;
  }

  std::string untyped_address() const {
    std::string text = model() + "[";
    if (value(Field::lsc_scale) > 1) text += fmt::format("0x{:x}*", value(Field::lsc_scale));
    text += print_raw(kernel, at(Field::lsc_address));
    const std::int64_t offset = value(Field::lsc_offset);
    if (offset != 0) text += fmt::format("{}0x{:x}", offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
    if (find_position(form, Field::lsc_pitch) >= 0 && !is_null(at(Field::lsc_pitch)))
      text += ", " + print_scalar(kernel, at(Field::lsc_pitch));
    return text + "]:" + spelled(kLscAddressSizes, value(Field::lsc_address_size));
  }

  std::string typed_address() const {
    std::string text = model();
    if (shape.is_state) return text;
    text += "[";
    for (unsigned n = 0; n < 4 && !is_null(at(Field::lsc_address, n)); ++n)
      text += (n == 0 ? "" : ", ") + print_raw(kernel, at(Field::lsc_address, n));
    return text + "]:" + spelled(kLscAddressSizes, value(Field::lsc_address_size));
  }

  std::string block_address() const {
    std::string text = (shape.is_typed ? model() : "flat") + "[";
    for (unsigned n = 0; n < (shape.is_typed ? 2U : 6U); ++n)
      text += (n == 0 ? "" : ", ") + print_scalar(kernel, at(Field::lsc_base, n));
    return text + "]";
  }

  std::string address() const {
    return shape.is_block ? block_address() : shape.is_typed ? typed_address() : untyped_address();
  }

  std::string block_shape() const {
    const std::int64_t blocks = value(Field::lsc_blocks);
    return fmt::format(".{}{}x{}{}{}", blocks == 1 ? "" : fmt::format("{}x", blocks), value(Field::lsc_width),
                       value(Field::lsc_height), value(Field::lsc_order) == kLscTransposed ? 't' : 'n',
                       value(Field::lsc_vnni) != 0 ? 't' : 'n');
  }

  std::string data(const Operand& operand) const {
    std::string text = print_raw(kernel, operand);
    if (shape.is_state) return text;
    if (shape.is_block && shape.is_typed)
      return text + fmt::format(":{}x{}", value(Field::lsc_width), value(Field::lsc_height));
    text += ":" + spelled(kLscDataSizes, value(Field::lsc_data_size));
    if (shape.is_block) return text + block_shape();
    if (shape.has_channels) return text + "." + spelled(kLscChannels, value(Field::lsc_channels));
    if (value(Field::lsc_elements) != 1) text += "x" + spelled(kLscElements, value(Field::lsc_elements));
    return text + (value(Field::lsc_order) == kLscTransposed ? "t" : "");
  }
};

}  // namespace

void print_lsc(const Kernel& kernel, const Form& form, const Instruction& instruction, std::string& out) {
  const Printer p{kernel, form, instruction};
  const auto add = [&](Field field) { print_number_field(field, p.value(field), out); };
  if (p.shape.is_typed) {
    out += "." + std::string(kLscTypedSfid);
  } else {
    add(Field::lsc_sfid);
  }
  if (find_position(form, Field::lsc_fence_scope) >= 0) {
    add(Field::lsc_fence_operation);
    return add(Field::lsc_fence_scope);
  }
  if (p.value(Field::lsc_cache1) != 0 || p.value(Field::lsc_cache3) != 0) {
    add(Field::lsc_cache1);
    add(Field::lsc_cache3);
  }
  const bool is_scalar = p.shape.is_state || (p.shape.is_block && p.shape.is_typed);
  if (!is_scalar) out += " " + print_execution(std::get<Execution>(p.at(Field::execution)));
  if (p.shape.is_counter) {
    const Operand& operand = p.at(Field::payload);
    out += fmt::format("  {}  {}  {}", p.data(p.at(Field::lsc_destination)), p.model(), p.data(operand));
    return;
  }
  const std::string address = p.address();
  if (p.shape.is_store) {
    out += fmt::format("  {}  {}", address, p.data(p.at(Field::payload)));
    return;
  }
  out += fmt::format("  {}  {}", p.data(p.at(Field::lsc_destination)), address);
  if (!p.shape.is_atomic) return;
  out += fmt::format("  {}  {}", print_raw(kernel, p.at(Field::payload)), print_raw(kernel, p.at(Field::payload, 1)));
}

}  // namespace eugene::visa
