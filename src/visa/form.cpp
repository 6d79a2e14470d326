#include "visa/form.h"

#include <algorithm>

#include "visa/form_table.h"

namespace eugene::visa {
namespace {

using forms_of_opcodes::kForms;

constexpr int selector_position(const Form& form) {
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (is_selector(form.fields[n])) return static_cast<int>(n);
  }
  return -1;
}

// Checks that opcode, selection and kind of label identify a form, and that the selector can be read before the form is
// known.
constexpr bool forms_can_be_told_apart() {
  for (std::size_t n = 1; n < std::size(kForms); ++n) {
    const Form &a = kForms[n - 1], &b = kForms[n];
    if (a.opcode() > b.opcode()) return false;
    if (a.opcode() != b.opcode()) continue;
    if (a.selection == b.selection && a.is_composable == b.is_composable) return false;
    const int at = selector_position(a);
    if (at != selector_position(b)) return false;
    for (int k = 0; k <= at; ++k) {
      if (a.fields[static_cast<std::size_t>(k)] != b.fields[static_cast<std::size_t>(k)]) return false;
    }
  }
  return true;
}
static_assert(forms_can_be_told_apart());

constexpr bool every_page_has_a_form() {
  return std::ranges::all_of(
      kPages, [](const PageRow& row) { return std::ranges::find(kForms, row.page, &Form::page) != std::end(kForms); });
}
static_assert(every_page_has_a_form());

// defines_label() relies on this: it only tests the trait.
constexpr bool places_have_a_label() {
  return std::ranges::all_of(kForms, [](const Form& form) {
    return table_row(form.page).is(kPlace) == (form.fields.size() == 1 && form.fields[0] == Field::label);
  });
}
static_assert(places_have_a_label());

constexpr bool lists_are_last() {
  for (const Form& form : kForms) {
    for (std::size_t n = 0; n + 1 < form.fields.size(); ++n) {
      if (is_list(form.fields[n])) return false;
    }
    if ((form.selection == kNoSelection) != (selector_position(form) < 0)) return false;
  }
  return true;
}
static_assert(lists_are_last());

constexpr auto sorted_by_mnemonic() {
  std::array<std::uint16_t, std::size(kForms)> order{};
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<std::uint16_t>(n);
  std::ranges::sort(order, [](std::uint16_t a, std::uint16_t b) {
    return kForms[a].mnemonic != kForms[b].mnemonic ? kForms[a].mnemonic < kForms[b].mnemonic : a < b;
  });
  return order;
}
constexpr auto kByMnemonic = sorted_by_mnemonic();

}  // namespace

std::span<const Form> forms() { return kForms; }

const Form* find_mnemonic(std::string_view mnemonic) {
  const auto at =
      std::ranges::lower_bound(kByMnemonic, mnemonic, {}, [](std::uint16_t n) { return kForms[n].mnemonic; });
  return at != kByMnemonic.end() && kForms[*at].mnemonic == mnemonic ? &kForms[*at] : nullptr;
}

std::span<const Form> find_forms(std::uint8_t opcode) {
  const auto found = std::ranges::equal_range(kForms, opcode, {}, &Form::opcode);
  return {found.begin(), found.end()};
}

std::int16_t find_selection(Field selector, std::int64_t value) {
  switch (selector) {
    case Field::sampler_selector: return static_cast<std::int16_t>(value & 0xff);
    case Field::fence_selector: return static_cast<std::int16_t>((value & 0x80) != 0 ? 0x80 : value & 0x20);
    case Field::lifetime_selector: return static_cast<std::int16_t>(value & 1);
    default: return static_cast<std::int16_t>(value);
  }
}

int find_position(const Form& form, Field field, unsigned nth) {
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (form.fields[n] == field && nth-- == 0) return static_cast<int>(n);
  }
  return -1;
}

std::vector<std::size_t> find_text_order(const Form& form) {
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < form.fields.size() && form.order.empty(); ++n) order.push_back(n);
  for (const char c : form.order) order.push_back(static_cast<std::size_t>(c <= '9' ? c - '0' : c - 'a' + 10));
  return order;
}

bool has_optional_function(const Form& form) {
  const int place = find_position(form, Field::ffid);
  return place >= 0 && form.order.find(static_cast<char>('0' + place)) == std::string_view::npos;
}

}  // namespace eugene::visa
