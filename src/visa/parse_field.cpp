// Parses suffixes and operands by field.
#include "visa/number_text.h"
#include "visa/parser.h"

namespace eugene::visa {

bool Parser::number(Field field, Operand& out) {
  std::int64_t value = to_number(out);
  const bool is_good = parse_number_field(in_, field, value);
  out = Number{value};
  return is_good;
}

// Parses an operand that is a name: a variable, a label, a file or a text.
bool Parser::name_operand(const Form& form, Field field, Operand& out) {
  if (field == Field::surface || field == Field::sampler) {
    const auto name = variable(field == Field::surface ? VariableKind::surface : VariableKind::sampler);
    out = Number{name ? name->id : 0};
    return name.has_value();
  }
  if (field == Field::label) {
    const auto label = label_reference();
    if (!label) return false;
    if (form.is_composable) kernel_().labels[*label].kind = LabelKind::composable;
    out = LabelReference{*label};
    return true;
  }
  const bool is_file = field == Field::file_name;
  auto text = is_file || in_.peek() == '"' ? in_.string() : std::optional(std::string(in_.identifier()));
  if (is_file && !text) return in_.error("the name of a file is missing", "visa.text.operand", "write it in quotes");
  if (!text || (!is_file && text->empty())) return in_.error("a name is missing here", "visa.text.operand");
  out = Text{std::move(*text)};
  return true;
}

bool Parser::plain_source(Operand& out) {
  General o{.region = {1, 1, 0}};
  const auto name = variable(VariableKind::general);
  if (!name || !subscript(o.row, o.column)) return false;
  o.variable = name->id;
  out = o;
  return true;
}

bool Parser::operand(const Form& form, Field field, Operand& out) {
  if (has_number_text(field)) return number(field, out);
  switch (field) {
    case Field::execution:
    case Field::element_count: return parse_execution(in_, out.emplace<Execution>());
    case Field::destination: return vector(true, out);
    case Field::surface:
    case Field::sampler:
    case Field::label:
    case Field::symbol:
    case Field::file_name: return name_operand(form, field, out);
    case Field::raw: return raw(out, false);
    case Field::plain_source: return plain_source(out);
    case Field::vme_mode:
      return in_.expect('(', "before the modes") && vector(false, out) && in_.expect(',', "after it");
    case Field::vme_shape: return vector(false, out) && in_.expect(',', "after it");
    case Field::vme_prediction: return vector(false, out) && in_.expect(')', "after the modes");
    default: return vector(false, out);
  }
}

}  // namespace eugene::visa
