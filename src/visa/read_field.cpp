// Reads instructions: an opcode, then the fields of its form in order.
#include <fmt/format.h>

#include <algorithm>

#include "visa/reader.h"

namespace eugene::visa {

Instruction Reader::instruction() {
  Instruction out;
  const std::size_t begin = at_;
  const auto opcode = static_cast<std::uint8_t>(take("an instruction", 1));
  const auto candidates = find_forms(opcode);
  if (candidates.empty()) {
    fail_at(begin, fmt::format("unknown opcode 0x{:02x}", opcode), "vISA manual 6_instructions");
    return out;
  }
  const Form* form = &candidates.front();
  out.form = static_cast<std::uint16_t>(form - forms().data());
  if (form->fields.data() == find_forms(0x4b).front().fields.data() && !since(kTypedHasPredicate) &&
      old_typed(*form, out))
    return out;
  for (std::size_t n = 0; n < form->fields.size() && is_good(); ++n) {
    if (is_list(form->fields[n])) {
      operand_list(*form, out);
      break;
    }
    out.operands.push_back(field(form->fields[n], out));
    if (!is_selector(form->fields[n]) || !is_good()) continue;
    const std::int16_t selection = find_selection(form->fields[n], to_number(out.operands.back()));
    const auto chosen = std::ranges::find(candidates, selection, &Form::selection);
    if (chosen == candidates.end()) {
      fail_at(at_, fmt::format("opcode 0x{:02x} has no operation {}", opcode, selection), "vISA manual 6_instructions");
      return out;
    }
    form = &*chosen;
  }
  if (form->fields.size() == out.operands.size() && !out.operands.empty() && is_good()) {
    const auto* reference = std::get_if<LabelReference>(&out.operands.back());
    const bool is_composable = reference != nullptr && kernel_().labels[reference->label].kind == LabelKind::composable;
    const auto other = std::ranges::find(candidates, true, &Form::is_composable);
    if (is_composable && other != candidates.end()) form = &*other;
  }
  out.form = static_cast<std::uint16_t>(form - forms().data());
  return out;
}

// Reads gather4_typed or scatter4_typed before version 3.2: a mask of disabled channels, no predicate, no LOD.
bool Reader::old_typed(const Form& form, Instruction& out) {
  const auto masked = static_cast<std::int64_t>(take("the channels", 1));
  auto e = operand<Execution>(Field::execution);
  e.lanes = 8;
  out.operands = {e, Predication{}, Number{~masked & 15}, field(Field::surface, out)};
  for (int n = 0; n < 3; ++n) out.operands.emplace_back(operand<Raw>());
  out.operands.emplace_back(Raw{});
  out.operands.emplace_back(operand<Raw>());
  return form.fields.size() == out.operands.size();
}

Operand Reader::field(Field field, const Instruction& so_far) {
  const FieldRow& row = table_row(field);
  if (field == Field::texel_offsets && !since(kWideIds)) return Immediate{Type::uw, take(row.name, 2)};
  if (field == Field::wait_mask && !since(kWaitHasMask)) return Immediate{Type::uw, 0};
  if (field == Field::ffid && !since(kSendsHasFfid)) return Number{};
  switch (row.coding) {
    case Coding::execution:
    case Coding::elements: return operand<Execution>(field);
    case Coding::predication: return operand<Predication>();
    case Coding::vector: return vector(field);
    case Coding::raw: return operand<Raw>();
    case Coding::label: return operand<LabelReference>();
    case Coding::symbol:
    case Coding::text: return operand<Text>(field);
    case Coding::id: {  // the variable of lifetime.*
      const auto variable = operand<Number>(field);
      const auto kind = static_cast<VariableKind>(to_number(so_far.operands.at(0)) >> 4);  // in the properties
      const auto id = static_cast<std::uint32_t>(variable.value);
      check(kind <= VariableKind::predicate && has(kind, id), "variable", id);
      return variable;
    }
    default: return operand<Number>(field);
  }
}

// Reads an operand that can have several classes. The source of addr_add has the address of its variable.
Operand Reader::vector(Field field) {
  const std::size_t begin = at_;
  const auto tag = operand<Tag>();
  const bool is_address = field == Field::address_source;
  switch (tag.operand_class) {
    case Class::general: {
      auto o = operand<General>();
      o.modifier = tag.modifier;
      if (!is_address || !is_good()) return o;
      const std::uint32_t offset = o.row * kAddressGrfBytes + o.column * element_bytes(kernel_(), o.variable);
      return AddressOf{VariableKind::general, o.variable, static_cast<std::int32_t>(offset)};
    }
    case Class::state: {
      const auto o = operand<State>();
      if (!is_address) return o;
      return AddressOf{o.kind, o.variable, static_cast<std::int32_t>(o.element * kStateElementBytes)};
    }
    case Class::indirect: {
      auto o = operand<Indirect>();
      o.modifier = tag.modifier;
      return o;
    }
    case Class::immediate: return operand<Immediate>();
    case Class::address: return operand<Address>();
    case Class::predicate: return operand<PredicateVariable>();
    default:
      fail_at(begin, fmt::format("unknown operand class {}", static_cast<unsigned>(tag.operand_class)), kOperandPage);
      return {};
  }
}

void Reader::operand_list(const Form& form, Instruction& out) {
  const auto number = [&](Field field) {
    const int at = find_position(form, field);
    return at < 0 ? 0 : to_number(out.operands[static_cast<std::size_t>(at)]);
  };
  switch (form.fields.back()) {
    case Field::parameters: {
      const std::size_t begin = at_;
      const auto count = static_cast<unsigned>(take("the number of parameters", 1));
      if (count > 15)
        return fail_at(begin, fmt::format("a message can have at most 15 parameters, not {}", count),
                       "vISA manual 3D_SAMPLE");
      for (unsigned n = 0; n < count; ++n) out.operands.emplace_back(operand<Raw>());
      return;
    }
    case Field::label_list: {
      const std::int64_t count = number(Field::label_count);
      if (count < 1 || count > 32) return fail_at(at_, "a table must have 1 to 32 labels", "vISA manual SWITCHJMP");
      for (std::int64_t n = 0; n < count; ++n) out.operands.emplace_back(operand<LabelReference>());
      return;
    }
    default:
      const TargetList list = target_list(form.fields.back());
      for (const RenderTargetPart& part : list.parts) {
        if (!is_brought(part, number(list.mode))) continue;
        if (part.is_raw) {
          out.operands.emplace_back(operand<Raw>());
        } else {
          out.operands.push_back(vector(Field::source));
        }
      }
  }
}

}  // namespace eugene::visa
