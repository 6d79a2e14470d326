// Parses an instruction line: predicate, mnemonic with suffixes, operands in the order of its form (form.h).
#include <algorithm>
#include <vector>

#include "base/nearest_name.h"
#include "visa/binary_layout.h"
#include "visa/lsc.h"
#include "visa/parser.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

// Returns the mnemonic closest to `word`; empty if none is close.
std::string_view nearest(std::string_view word) {
  std::vector<std::string_view> mnemonics;
  for (const Form& form : forms()) mnemonics.push_back(form.mnemonic);
  return nearest_name(word, mnemonics);
}

// Returns false for a predicate, an address or a surface, which cannot saturate.
bool set_saturate(Operand& operand) {
  auto* general = std::get_if<General>(&operand);
  auto* indirect = std::get_if<Indirect>(&operand);
  if (general != nullptr) general->modifier = Modifier::saturate;
  if (indirect != nullptr) indirect->modifier = Modifier::saturate;
  return general != nullptr || indirect != nullptr;
}

}  // namespace

std::int64_t Parser::to_number(const Operand& operand) {
  const auto* n = std::get_if<Number>(&operand);
  return n != nullptr ? n->value : 0;
}

bool Parser::predication(Predication& out) {
  if (!in_.accept('(')) return true;
  out.inverse = in_.accept('!');
  const auto name = variable(Name::Kind::predicate);
  if (!name) return false;
  out.variable = static_cast<std::uint16_t>(name->id);
  if (in_.accept(std::string_view(".any"))) out.control = PredicateControl::any;
  if (in_.accept(std::string_view(".all"))) out.control = PredicateControl::all;
  return in_.expect(')', "after the predicate");
}

const Form* Parser::mnemonic() {
  const std::size_t begin = (in_.peek(), in_.offset());
  if (in_.accept(std::string_view(".file"))) return find_mnemonic("FILE");
  if (in_.accept(std::string_view(".loc"))) return find_mnemonic("LOC");
  const std::string word(in_.identifier());
  if (in_.follows(".")) {  // some mnemonics contain a dot
    const std::size_t end = in_.offset();
    in_.accept('.');
    if (const Form* form = find_mnemonic(word + "." + std::string(in_.identifier()))) return form;
    in_.move_to(end);
  }
  const Form* form = find_mnemonic(word);
  if (form != nullptr) return form;
  if (word.empty()) {
    in_.error("an instruction is missing here", "visa.text.syntax");
    return nullptr;
  }
  const std::string_view near = nearest(word);
  in_.error(begin, "unknown instruction " + word, "visa.text.mnemonic",
            near.empty() ? "" : "did you mean " + std::string(near) + "?", static_cast<std::uint32_t>(word.size()));
  return nullptr;
}

bool Parser::instruction() {
  Instruction out;
  Predication predicate;
  const std::size_t begin = (in_.peek(), in_.offset());
  out.line = in_.line();
  if (!predication(predicate)) return false;
  const Form* form = mnemonic();
  if (form == nullptr) return false;
  if (form->page == Page::raw_sends && in_.follows(".")) {  // the compiler prints ".ffid.eot."
    const std::string_view rest = in_.rest();
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    constexpr int kEndsThread = 2;  // bit of the selection
    if (rest.substr(digits).starts_with(".eot."))
      form = &*std::ranges::find(find_forms(form->opcode()), form->selection | kEndsThread, &Form::selection);
  }
  if (form->page == Page::lsc_untyped && in_.follows("." + std::string(kLscTypedSfid))) {
    const auto typed = find_forms(table_row(Page::lsc_typed).opcode);
    const auto same = std::ranges::find(typed, form->selection, &Form::selection);
    if (same == typed.end())
      return in_.error("this instruction does not exist for typed memory", "visa.lsc.sfid",
                       "write .ugm, .ugml or .slm");
    form = &*same;
  }
  out.form = static_cast<std::uint16_t>(form - forms().data());
  out.operands.assign(form->fields.size(), Number{});
  fill_hidden(*form, out);
  const int place = find_position(*form, Field::predication);
  if (place >= 0) out.operands[static_cast<std::size_t>(place)] = predicate;
  if (place < 0 && predicate.variable != 0) {
    return in_.error(begin, std::string(form->mnemonic) + " cannot have a predicate", "visa.predicate.place",
                     "omit it, or branch around the instruction");
  }
  if (is_lsc(*form) ? !lsc(*form, out) : !fields(*form, out)) return false;
  if (!in_.at_line_end() && !longer_form(*form, out)) return false;
  kernel_().instructions.push_back(std::move(out));
  return true;
}

// Parses the remaining operands if there is a longer form with the same mnemonic that begins with the fields of `form`.
// Returns true if there is none.
bool Parser::longer_form(const Form& form, Instruction& out) {
  const auto index = static_cast<std::size_t>(&form - forms().data()) + 1;
  if (index == forms().size() || forms()[index].mnemonic != form.mnemonic) return true;
  const Form& longer = forms()[index];
  if (longer.fields.size() <= form.fields.size() ||
      !std::ranges::equal(form.fields, longer.fields.first(form.fields.size())))
    return true;
  out.form = static_cast<std::uint16_t>(index);
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (is_selector(form.fields[n])) out.operands[n] = Number{longer.selection};
  }
  for (std::size_t n = form.fields.size(); n < longer.fields.size(); ++n) {
    out.operands.emplace_back(Number{});
    if (!operand(longer, longer.fields[n], out.operands[n])) return false;
  }
  return true;
}

// Sets the fields that are not in the text: the number that selects the form, and fields that are always zero.
void Parser::fill_hidden(const Form& form, Instruction& out) {
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (is_selector(form.fields[n])) out.operands[n] = Number{form.selection};
    if (form.fields[n] == Field::execution) out.operands[n] = Execution{};
    if (form.fields[n] == Field::predication) out.operands[n] = Predication{};
  }
}

// On the page of RAW_SENDS, raw_sendsc also has the number of the shared function before the counts. In the grammar of
// Intel's assembler only raw_sends has it. So a fourth number means that the first one was the shared function.
bool Parser::optional_function(const Form& form, Instruction& out) {
  if (!has_optional_function(form) || !in_.follows(".")) return true;
  const auto function = out.operands.begin() + find_position(form, Field::ffid);
  if (!suffix(Field::ffid, *function)) return false;
  const auto first = out.operands.begin() + find_position(form, Field::suffix_number);
  std::rotate(first, first + 1, function + 1);
  return true;
}

bool Parser::fields(const Form& form, Instruction& out) {
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < form.fields.size() && form.order.empty(); ++n) order.push_back(n);
  for (const char c : form.order) order.push_back(static_cast<std::size_t>(c <= '9' ? c - '0' : c - 'a' + 10));
  for (const std::size_t n : order) {
    if (table_row(form.fields[n]).place == FieldPosition::suffix && !suffix(form.fields[n], out.operands[n]))
      return false;
    if (form.fields[n] == Field::ffid) (void)in_.accept(std::string_view(".eot"));
  }
  if (!optional_function(form, out)) return false;
  const bool saturates = in_.accept(std::string_view(".sat"));
  if (saturates && find_position(form, Field::destination) < 0)
    return in_.error(std::string(form.mnemonic) + " cannot saturate", "visa.operand.saturation", "omit .sat");
  for (const std::size_t n : order) {
    const Field field = form.fields[n];
    if (table_row(field).place != FieldPosition::operand || is_list(field)) continue;
    if (field == Field::lifetime_variable) {
      const auto name = variable();
      if (!name) return false;
      const auto kind = static_cast<std::int64_t>(name->kind);
      if (kind > 2) return in_.error("surfaces and samplers have no lifetime", "visa.text.operand");
      out.operands[n] = Number{name->id};
      out.operands[0] = Number{form.selection | kind << 4};
      continue;
    }
    if (!operand(form, field, out.operands[n])) return false;
  }
  if (saturates && !set_saturate(out.operands[static_cast<std::size_t>(find_position(form, Field::destination))]))
    return in_.error("this destination cannot saturate", "visa.operand.saturation", "omit .sat");
  const int unused = find_position(form, Field::unused);
  if (unused > 0) out.operands[static_cast<std::size_t>(unused)] = out.operands[static_cast<std::size_t>(unused - 1)];
  return form.fields.empty() || !is_list(form.fields.back()) || list(form, out);
}

// Parses the list of operands at the end.
bool Parser::list(const Form& form, Instruction& out) {
  out.operands.pop_back();  // placeholder of the list
  if (form.fields.back() == Field::label_list) {
    if (!in_.expect('(', "before the labels")) return false;
    while (!in_.accept(')')) {
      const auto label = label_reference();
      if (!label) return false;
      out.operands.emplace_back(LabelReference{*label});
      (void)in_.accept(',');
    }
    const std::size_t count = out.operands.size() - (form.fields.size() - 1);
    out.operands[static_cast<std::size_t>(find_position(form, Field::label_count))] =
        Number{static_cast<std::int64_t>(count)};
    return (count >= 1 && count <= 32) || in_.error("a table must have 1 to 32 labels", "visa.switchjmp.labels");
  }
  if (!target_list(form.fields.back()).parts.empty()) return target_operands(form, out);
  while (!in_.at_line_end()) {
    Operand o;
    if (!raw(o, false)) return false;
    out.operands.push_back(std::move(o));
  }
  const std::size_t count = out.operands.size() - (form.fields.size() - 1);
  return count <= 15 || in_.error("too many operands", "visa.text.operand");
}

// Parses as many operands as the mode adds: the binary form has no count.
bool Parser::target_operands(const Form& form, Instruction& out) {
  const TargetList list = target_list(form.fields.back());
  const std::int64_t mode = to_number(out.operands[static_cast<std::size_t>(find_position(form, list.mode))]);
  for (const RenderTargetPart& part : list.parts) {
    if (!is_brought(part, mode)) continue;
    Operand o;
    if (part.is_raw ? !raw(o, false) : !vector(false, o)) return false;
    out.operands.push_back(std::move(o));
  }
  return true;
}

}  // namespace eugene::visa
