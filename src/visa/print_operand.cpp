#include "visa/print_operand.h"

#include <fmt/format.h>

#include "visa/number_text.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

std::string print_region(const Region& region) {
  if (region.width == kNoStride) return fmt::format("<{}>", region.horizontal);
  if (region.vertical == kNoStride) return fmt::format("<{},{}>", region.width, region.horizontal);
  return fmt::format("<{};{},{}>", region.vertical, region.width, region.horizontal);
}

std::string_view print_modifier(Modifier modifier) { return kModifiers[static_cast<std::size_t>(modifier)]; }

std::string print_operand(const Kernel& kernel, const General& o) {
  return fmt::format("{}{}({},{}){}", print_modifier(o.modifier),
                     variable_name(kernel, VariableKind::general, o.variable), o.row, o.column, print_region(o.region));
}
std::string print_operand(const Kernel& kernel, const Address& o) {
  return fmt::format("{}({})<{}>", variable_name(kernel, VariableKind::address, o.variable), o.element, o.width);
}
std::string print_operand(const Kernel& kernel, const PredicateVariable& o) {
  return variable_name(kernel, VariableKind::predicate, o.variable);
}
std::string print_operand(const Kernel& kernel, const Indirect& o) {
  return fmt::format("{}r[{}({}),{}]{}:{}", print_modifier(o.modifier),
                     variable_name(kernel, VariableKind::address, o.variable), o.element, o.offset,
                     print_region(o.region), table_row(o.type).name);
}
std::string print_operand(const Kernel& kernel, const State& o) {
  return fmt::format("{}({})", variable_name(kernel, o.kind, o.variable), o.element);
}
std::string print_operand(const Kernel& kernel, const AddressOf& o) {
  const std::string name = variable_name(kernel, o.kind, o.variable);
  return o.offset == 0 ? "&" + name : fmt::format("&{}[{}]", name, o.offset);
}
std::string print_operand(const Kernel&, const Immediate& o) {
  return fmt::format("0x{:x}:{}", o.bits, table_row(o.type).name);
}
std::string print_operand(const Kernel& kernel, const Raw& o) {
  return fmt::format("{}.{}", variable_name(kernel, VariableKind::general, o.variable), o.offset);
}
std::string print_operand(const Kernel&, const Execution& o) { return print_execution(o); }
std::string print_operand(const Kernel&, const Predication&) { return {}; }
std::string print_operand(const Kernel&, const Number& o) { return std::to_string(o.value); }
std::string print_operand(const Kernel& kernel, const LabelReference& o) {
  return o.label < kernel.labels.size() ? kernel.labels[o.label].name : "?";
}
std::string print_operand(const Kernel&, const Text& o) { return is_identifier(o.text) ? o.text : quoted(o.text); }

}  // namespace

void print_predication(const Kernel& kernel, const Predication& predication, std::string& out) {
  if (predication.variable == 0) return;
  static constexpr std::string_view kControls[] = {"", ".any", ".all"};
  out += fmt::format("({}{}{}) ", predication.inverse ? "!" : "",
                     variable_name(kernel, VariableKind::predicate, predication.variable),
                     kControls[static_cast<std::size_t>(predication.control)]);
}

void print_field(const Kernel& kernel, Field field, const Operand& operand, std::string& out) {
  const std::int64_t value = to_number(operand);
  if (has_number_text(field)) return print_number_field(field, value, out);
  const auto text = [&] { return std::visit([&](const auto& o) { return print_operand(kernel, o); }, operand); };
  switch (field) {
    case Field::surface: out += variable_name(kernel, VariableKind::surface, static_cast<std::uint32_t>(value)); return;
    case Field::sampler: out += variable_name(kernel, VariableKind::sampler, static_cast<std::uint32_t>(value)); return;
    case Field::file_name: out += quoted(std::get<Text>(operand).text); return;
    case Field::vme_mode: out += "(" + text() + ","; return;
    case Field::vme_shape: out += text() + ","; return;
    case Field::vme_prediction: out += text() + ")"; return;
    case Field::plain_source: {
      const std::string whole = text();
      out += whole.substr(0, whole.find('<'));
      return;
    }
    default: out += text();
  }
}

}  // namespace eugene::visa
