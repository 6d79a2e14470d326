#include "visa/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/name_character.h"
#include "visa/lsc.h"
#include "visa/predefined.h"
#include "visa/print_operand.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

std::string print_attribute(const Attribute& attribute) {
  std::string out = attribute.name;
  if (const auto* value = std::get_if<std::int32_t>(&attribute.value)) {
    const bool is_target = attribute.name == "Target" && *value >= 0 && *value < 2;
    out += is_target ? fmt::format("=\"{}\"", kTargets[static_cast<std::size_t>(*value)]) : fmt::format("={}", *value);
  } else if (const auto* text = std::get_if<std::string>(&attribute.value)) {
    out += "=" + quoted(*text);
  }
  return out;
}

std::string print_attributes(const Attributes& attributes) {
  std::string out;
  for (const Attribute& a : attributes) out += (out.empty() ? " attrs={" : ", ") + print_attribute(a);
  return out.empty() ? out : out + "}";
}

void print_generals(const Kernel& kernel, std::string& out) {
  for (const GeneralVariable& v : kernel.variables.generals) {
    out += fmt::format(".decl {} v_type=G type={} num_elts={}", v.name, table_row(v.type).name, v.elements);
    if (v.align != Align::byte) out += fmt::format(" align={}", kAligns[static_cast<std::size_t>(v.align)].name);
    if (v.alias != 0)
      out += fmt::format(" alias=<{}, {}>", variable_name(kernel, VariableKind::general, v.alias), v.alias_offset);
    out += print_attributes(v.attributes) + "\n";
  }
}

void print_others(const std::vector<OtherVariable>& variables, char kind, std::string& out) {
  for (const OtherVariable& v : variables) {
    out += fmt::format(".decl {} v_type={} num_elts={}", v.name, kind, v.elements);
    if (!v.label.empty()) out += fmt::format(" v_name={}", v.label);
    out += print_attributes(v.attributes) + "\n";
  }
}

void print_input(const Kernel& kernel, const Input& input, std::string& out) {
  const std::string name = variable_name(kernel, input.kind, input.variable);
  if (kernel.is_function) {
    out += fmt::format(".parameter {} size={}\n", name, input.size);
    return;
  }
  const auto named = std::ranges::find(kImplicitInputs, input.implicit, &ImplicitInput::number);
  const std::string directive = input.implicit == 0              ? ".input"
                                : named != kImplicitInputs.end() ? std::string(named->directive)
                                                                 : fmt::format("{}{}", kUnnamedInput, input.implicit);
  out += fmt::format("{} {} offset={} size={}\n", directive, name, input.offset, input.size);
}

void print_kernel(const Module& module, const Kernel& kernel, std::string& out) {
  out += fmt::format("{} {}\n", kernel.is_function ? ".global_function" : ".kernel", quoted(kernel.name));
  if (!kernel.is_function) {
    for (const std::string& name : module.declared_functions) out += fmt::format(".funcdecl {}\n", quoted(name));
  }
  out += "\n";
  const Variables& v = kernel.variables;
  print_generals(kernel, out);
  print_others(v.addresses, 'A', out);
  print_others(v.predicates, 'P', out);
  print_others(v.samplers, 'S', out);
  print_others(v.surfaces, 'T', out);
  for (const Input& input : kernel.inputs) print_input(kernel, input, out);
  for (const Attribute& a : kernel.attributes) {
    if (a.name == "OutputAsmPath" || a.name == "AsmName") continue;  // only the compiler's output paths
    out += ".kernel_attr " + print_attribute(a) + "\n";
  }
  for (const Instruction& i : kernel.instructions) {
    const bool is_place = defines_label(forms()[i.form]);
    out += (is_place ? "\n" : "    ") + print(kernel, i) + "\n";
  }
}

// Returns the variable of lifetime.*, whose class is in the properties.
std::string print_lifetime(const Kernel& kernel, const Instruction& instruction) {
  const auto id = static_cast<std::uint32_t>(to_number(instruction.operands[1]));
  return variable_name(kernel, static_cast<VariableKind>(to_number(instruction.operands[0]) >> 4 & 3), id);
}

// Prints the fields that have a place in the text, in the order of the text.
void print_fields(const Kernel& kernel, const Form& form, const Instruction& instruction, std::string& out) {
  std::string suffixes, operands;
  const auto add = [&](std::size_t n) {
    const FieldPosition place = table_row(form.fields[n]).place;
    if (place != FieldPosition::suffix && place != FieldPosition::operand) return;
    if (is_list(form.fields[n])) return;
    if (form.fields[n] == Field::lifetime_variable) {
      operands += " " + print_lifetime(kernel, instruction);
      return;
    }
    std::string text;
    print_field(kernel, form.fields[n], instruction.operands[n], text);
    if (place == FieldPosition::suffix) {
      suffixes += text;
    } else if (!text.empty()) {
      operands += " " + text;
    }
  };
  if (has_optional_function(form)) {
    const auto function = static_cast<std::size_t>(find_position(form, Field::ffid));
    if (to_number(instruction.operands[function]) != 0) add(function);
  }
  for (const std::size_t n : find_text_order(form)) add(n);
  const int destination = find_position(form, Field::destination);
  if (destination >= 0) {
    const Modifier* modifier = find_modifier(instruction.operands[static_cast<std::size_t>(destination)]);
    if (modifier != nullptr && *modifier == Modifier::saturate) suffixes += ".sat";
  }
  out += suffixes + operands;
}

// Prints the list after the fields: parameters, operands of a render target message, or labels of a table.
void print_list(const Kernel& kernel, const Form& form, const Instruction& instruction, std::string& out) {
  if (form.fields.empty() || !is_list(form.fields.back())) return;
  const bool is_table = form.fields.back() == Field::label_list;
  if (is_table) out += " (";
  for (std::size_t n = form.fields.size() - 1; n < instruction.operands.size(); ++n) {
    out += !is_table ? " " : n >= form.fields.size() ? ", " : "";
    print_field(kernel, is_table ? Field::label : Field::source, instruction.operands[n], out);
  }
  if (is_table) out += ")";
}

}  // namespace

std::string variable_name(const Kernel& kernel, VariableKind kind, std::uint32_t id) {
  const auto named = [id](const auto& variables, std::uint32_t first) -> std::string {
    return id >= first && id - first < variables.size() ? variables[id - first].name : "?";
  };
  const Variables& v = kernel.variables;
  switch (kind) {
    case VariableKind::general:
      return id < kPredefined.size() ? std::string(kPredefined[id].name) : named(v.generals, kFirstGeneral);
    case VariableKind::address: return named(v.addresses, 0);
    case VariableKind::predicate: return named(v.predicates, kFirstPredicate);
    case VariableKind::sampler:
      return id == kBindlessSampler ? std::string(kBindlessSamplerName) : named(v.samplers, 0);
    default: return id < kFirstSurface ? std::string(kPredefinedSurfaces[id]) : named(v.surfaces, kFirstSurface);
  }
}

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, is_name_character);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '"': out += "\\\""; break;
      case '\'': out += "\\'"; break;
      case '\\': out += "\\\\"; break;
      default:
        out += c >= ' ' && c < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out + "\"";
}

std::string print(const Kernel& kernel, const Instruction& instruction) {
  const Form& form = forms()[instruction.form];
  if (defines_label(form)) {
    const std::size_t label = std::get<LabelReference>(instruction.operands[0]).label;
    const std::string name = label < kernel.labels.size() ? kernel.labels[label].name : "?";
    return form.page == Page::label ? name + ":" : fmt::format(".function {}\n\n{}:", quoted(name), name);
  }
  std::string out;
  const int predication = find_position(form, Field::predication);
  if (predication >= 0) {
    print_predication(kernel, std::get<Predication>(instruction.operands[static_cast<std::size_t>(predication)]), out);
  }
  out += form.mnemonic;
  if (is_lsc(form)) {
    print_lsc(kernel, form, instruction, out);
    return out;
  }
  print_fields(kernel, form, instruction, out);
  print_list(kernel, form, instruction, out);
  return out;
}

std::string print(const Module& module) {
  std::string out;
  for (const Kernel& kernel : module.kernels) {
    if (!out.empty()) out += "\n";
    if (out.empty()) out = fmt::format(".version {}.{}\n", module.version.major, module.version.minor);
    print_kernel(module, kernel, out);
  }
  return out;
}

}  // namespace eugene::visa
