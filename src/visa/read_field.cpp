// Reads instructions: an opcode, then the fields of its form in order.
#include <fmt/format.h>

#include <algorithm>

#include "visa/binary_layout.h"
#include "visa/predefined.h"
#include "visa/reader.h"
#include "visa/spelling.h"

namespace eugene::visa {

Instruction Reader::instruction() {
  Instruction out;
  const std::size_t begin = at_;
  const auto opcode = take<std::uint8_t>("an instruction");
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
      list(*form, out);
      break;
    }
    out.operands.push_back(field(form->fields[n], out));
    if (!is_selector(form->fields[n]) || !is_good()) continue;
    const auto* value = std::get_if<Number>(&out.operands.back());
    const std::int16_t selection = find_selection(form->fields[n], value != nullptr ? value->value : 0);
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
  const std::int64_t masked = take<std::uint8_t>("the channels");
  Execution e = execution();
  e.lanes = 8;
  out.operands = {e, Predication{}, Number{~masked & 15}, field(Field::surface, out)};
  for (int n = 0; n < 3; ++n) out.operands.emplace_back(raw());
  out.operands.emplace_back(Raw{});
  out.operands.emplace_back(raw());
  return form.fields.size() == out.operands.size();
}

Operand Reader::field(Field field, const Instruction& so_far) {
  const FieldRow& row = table_row(field);
  const Variables& v = kernel_().variables;
  if (field == Field::texel_offsets && !since(kWideIds)) return Immediate{Type::uw, take<std::uint16_t>(row.name)};
  if (field == Field::wait_mask && !since(kWaitHasMask)) return Immediate{Type::uw, 0};
  if (field == Field::ffid && !since(kSendsHasFfid)) return Number{};
  switch (row.coding) {
    case Coding::execution: return execution();
    case Coding::elements: return elements();
    case Coding::predication: return predication();
    case Coding::vector: return vector(field);
    case Coding::raw: return raw();
    case Coding::label: return label();
    case Coding::u16: return Number{take<std::uint16_t>(row.name)};
    case Coding::u32: return Number{take<std::uint32_t>(row.name)};
    case Coding::i32: return Number{take<std::int32_t>(row.name)};
    case Coding::symbol: return Text{string(take<std::uint16_t>(row.name))};
    case Coding::text: return Text{string(id(row.name))};
    case Coding::operation: {
      if (since(kWideOperation)) return Number{take<std::uint16_t>(row.name)};
      const std::int64_t value = take<std::uint8_t>(row.name);
      return Number{(value & 0x1f) | (value >> 5) << kFirstSamplerFlag};
    }
    case Coding::id: {  // the variable of lifetime.*
      const std::uint32_t variable = id(row.name);
      const auto* properties = so_far.operands.empty() ? nullptr : std::get_if<Number>(&so_far.operands[0]);
      const std::int64_t kind = properties != nullptr ? properties->value >> 4 : 0;
      check(kind == 0   ? has_general(variable)
            : kind == 1 ? variable < v.addresses.size()
                        : kind == 2 && variable >= kFirstPredicate && variable < kFirstPredicate + v.predicates.size(),
            "variable", variable);
      return Number{variable};
    }
    default: break;
  }
  const std::int64_t value = take<std::uint8_t>(row.name);
  if (field == Field::surface)
    check(value < static_cast<std::int64_t>(kFirstSurface + v.surfaces.size()), "surface",
          static_cast<std::uint32_t>(value));
  if (field == Field::sampler)
    check(value == kBindlessSampler || value < static_cast<std::int64_t>(v.samplers.size()), "sampler",
          static_cast<std::uint32_t>(value));
  return Number{value};
}

std::uint8_t Reader::mask(unsigned code) {
  if (since({3, 1})) return static_cast<std::uint8_t>(code);
  return kOldMasks[std::min<std::size_t>(code, kOldMasks.size() - 1)];
}

Execution Reader::execution() {
  const std::size_t begin = at_;
  const unsigned value = take<std::uint8_t>("an execution size");
  if ((value & 15) >= kLanes.size()) {
    fail_at(begin, fmt::format("unknown code {} of an execution size", value & 15), "vISA manual 6_instructions");
    return {};
  }
  return {kLanes[value & 15], mask(value >> 4)};
}

Execution Reader::elements() {
  const std::size_t begin = at_;
  const unsigned value = take<std::uint8_t>("a number of elements");
  if ((value & 3) >= kElementLanes.size()) {
    fail_at(begin, "unknown code 3 of a number of elements", "vISA manual GATHER");
    return {};
  }
  return {kElementLanes[value & 3], mask(value >> 4)};
}

Predication Reader::predication() {
  const std::size_t begin = at_;
  const unsigned value = take<std::uint16_t>("a predicate");
  if (value == 0 || !is_good()) return {};
  Predication p{.variable = static_cast<std::uint16_t>(value & 0xfff), .inverse = (value & 0x8000) != 0};
  const unsigned control = value >> 13 & 3;
  if (control == 3) fail_at(begin, "unknown code 3 of a predicate control", "vISA manual 5_operands");
  p.control = static_cast<PredicateControl>(control);
  check(p.variable >= kFirstPredicate && p.variable < kFirstPredicate + kernel_().variables.predicates.size(),
        "predicate", p.variable);
  return p;
}

Region Reader::region() {
  const std::size_t begin = at_;
  const unsigned value = take<std::uint16_t>("a region");
  const unsigned vertical = value & 15, width = value >> 4 & 15, horizontal = value >> 8 & 15;
  if (std::max({vertical, width, horizontal}) >= kStrides.size()) {
    fail_at(begin, fmt::format("unknown code 0x{:x} of a region", value), "vISA manual 5_operands");
    return {};
  }
  return {kStrides[vertical], kStrides[width], kStrides[horizontal]};
}

Raw Reader::raw() {
  Raw o{.variable = id("a raw operand")};
  o.offset = take<std::uint16_t>("the offset of a raw operand");
  check(has_general(o.variable), "variable", o.variable);
  return o;
}

LabelReference Reader::label() {
  LabelReference o{take<std::uint16_t>("a label")};
  check(o.label < kernel_().labels.size(), "label", o.label);
  return o;
}

Operand Reader::vector(Field field) {
  const std::size_t begin = at_;
  const unsigned tag = take<std::uint8_t>("an operand");
  const unsigned modifier = tag >> 3 & 7;
  if (modifier > static_cast<unsigned>(Modifier::not_))
    fail_at(begin, fmt::format("unknown code {} of a source modifier", modifier), "vISA manual 5_operands");
  const auto m = static_cast<Modifier>(modifier);
  const bool is_address = field == Field::address_source;
  const Variables& v = kernel_().variables;
  switch (static_cast<Class>(tag & 7)) {
    case Class::general: return general(m, is_address);
    case Class::indirect: return indirect(m);
    case Class::immediate: return immediate();
    case Class::state: return state(is_address);
    case Class::address: {
      Address o{.variable = take<std::uint16_t>("an address variable")};
      o.element = take<std::uint8_t>("the element of an address variable");
      const unsigned width = take<std::uint8_t>("the width of an address operand") & 15;
      check(o.variable < v.addresses.size(), "address variable", o.variable);
      if (width >= kLanes.size())
        fail_at(begin, fmt::format("unknown code {} of a width", width), "vISA manual 5_operands");
      o.width = kLanes[std::min<std::size_t>(width, kLanes.size() - 1)];
      return o;
    }
    case Class::predicate: {
      PredicateVariable o{static_cast<std::uint16_t>(take<std::uint16_t>("a predicate") & 0xfff)};
      check(o.variable >= kFirstPredicate && o.variable < kFirstPredicate + v.predicates.size(), "predicate",
            o.variable);
      return o;
    }
    default: fail_at(begin, fmt::format("unknown operand class {}", tag & 7), "vISA manual 5_operands"); return {};
  }
}

Operand Reader::general(Modifier modifier, bool is_address) {
  General o{.variable = id("a variable"), .modifier = modifier};
  o.row = take<std::uint8_t>("the row of an operand");
  o.column = take<std::uint8_t>("the column of an operand");
  o.region = region();
  if (!check(has_general(o.variable), "variable", o.variable) || !is_address) return o;
  const std::uint32_t offset = o.row * kAddressGrfBytes + o.column * element_bytes(kernel_(), o.variable);
  return AddressOf{AddressOf::Kind::general, o.variable, static_cast<std::int32_t>(offset)};
}

Operand Reader::state(bool is_address) {
  const std::size_t begin = at_;
  const unsigned kind = take<std::uint8_t>("the class of a state operand");
  State o{.variable = take<std::uint16_t>("a surface or sampler")};
  o.element = take<std::uint8_t>("the element of a surface or sampler");
  const Variables& v = kernel_().variables;
  if (kind > 1) fail_at(begin, fmt::format("unknown class {} of a state operand", kind), "vISA manual 5_operands");
  o.kind = kind == 0 ? StateKind::surface : StateKind::sampler;
  check(kind == 0 ? o.variable < kFirstSurface + v.surfaces.size()
                  : o.variable == kBindlessSampler || o.variable < v.samplers.size(),
        kind == 0 ? "surface" : "sampler", o.variable);
  if (!is_address) return o;
  return AddressOf{kind == 0 ? AddressOf::Kind::surface : AddressOf::Kind::sampler, o.variable,
                   static_cast<std::int32_t>(o.element * kStateElementBytes)};
}

Operand Reader::immediate() {
  Immediate o{.type = static_cast<Type>(take<std::uint8_t>("the type of an immediate") & 15)};
  o.bits = byte_size(o.type) == 8 ? take<std::uint64_t>("an immediate") : take<std::uint32_t>("an immediate");
  return o;
}

Operand Reader::indirect(Modifier modifier) {
  Indirect o{.variable = take<std::uint16_t>("an address variable"), .modifier = modifier};
  o.element = take<std::uint8_t>("the element of an address variable");
  o.offset = take<std::int16_t>("the offset of an indirect operand");
  o.type = static_cast<Type>(take<std::uint8_t>("the type of an indirect operand") & 15);
  o.region = region();
  check(o.variable < kernel_().variables.addresses.size(), "address variable", o.variable);
  return o;
}

void Reader::list(const Form& form, Instruction& out) {
  const auto number = [&](Field field) {
    const int at = find_position(form, field);
    const auto* value = at < 0 ? nullptr : std::get_if<Number>(&out.operands[static_cast<std::size_t>(at)]);
    return value != nullptr ? value->value : 0;
  };
  switch (form.fields.back()) {
    case Field::parameters: {
      const std::size_t begin = at_;
      const unsigned count = take<std::uint8_t>("the number of parameters");
      if (count > 15)
        return fail_at(begin, fmt::format("a message can have at most 15 parameters, not {}", count),
                       "vISA manual 3D_SAMPLE");
      for (unsigned n = 0; n < count; ++n) out.operands.emplace_back(raw());
      return;
    }
    case Field::label_list: {
      const std::int64_t count = number(Field::label_count);
      if (count < 1 || count > 32) return fail_at(at_, "a table must have 1 to 32 labels", "vISA manual SWITCHJMP");
      for (std::int64_t n = 0; n < count; ++n) out.operands.emplace_back(label());
      return;
    }
    default:
      const TargetList list = target_list(form.fields.back());
      for (const RenderTargetPart& part : list.parts) {
        if (!is_brought(part, number(list.mode))) continue;
        if (part.is_raw) {
          out.operands.emplace_back(raw());
        } else {
          out.operands.push_back(vector(Field::source));
        }
      }
  }
}

}  // namespace eugene::visa
