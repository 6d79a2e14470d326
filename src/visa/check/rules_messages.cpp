// Rules on memory messages: operands that must be present, and the types of atomics' operands.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

// The raw operands of an instruction. `data` are the sources of atomics, which depend on the operation. Other optional
// operands are neither `needed` nor `data`.
struct MessagePage {
  Page page;
  std::uint8_t needed;    // bit n: raw operand n must be present
  std::int8_t data = -1;  // the first of two sources; the destination follows
};
constexpr MessagePage kMessagePages[] = {
    {Page::gather, 0b11},
    {Page::scatter, 0b11},
    {Page::gather_scaled, 0b11},
    {Page::scatter_scaled, 0b11},
    {Page::gather4_scaled, 0b11},
    {Page::scatter4_scaled, 0b11},
    {Page::svm_gather, 0b11},
    {Page::svm_scatter, 0b11},
    {Page::oword_ld, 0b1},
    {Page::oword_st, 0b1},
    {Page::oword_ld_unaligned, 0b1},
    {Page::svm_block_ld, 0b1},
    {Page::svm_block_st, 0b1},
    {Page::media_ld, 0b1},
    {Page::media_st, 0b1},
    {Page::svm_gather4_scaled, 0b11},
    {Page::gather4_typed, 0b1'0001},
    {Page::scatter4_typed, 0b1'0001},
    {Page::svm_scatter4_scaled, 0b11},
    {Page::dword_atomic, 0b1, 1},
    {Page::svm_atomic, 0b1, 1},
    {Page::typed_atomic, 0b1, 4},
    {Page::urb_write, 0b1010},
    {Page::raw_send, 0b1},
    {Page::dpas, 0b101},
    {Page::dpasw, 0b101},
    {Page::sample_3d, 0b1},
    {Page::load_3d, 0b1},
    {Page::sample4_3d, 0b1},
};

const MessagePage* find_page(const Subject& s) {
  const auto* found = std::ranges::find(kMessagePages, s.form.page, &MessagePage::page);
  return found == std::end(kMessagePages) ? nullptr : found;
}

bool needed_operands(const Subject& s) {
  const MessagePage* page = find_page(s);
  if (page == nullptr) return true;
  for (unsigned n = 0; n < 8; ++n) {
    const Operand* operand = (page->needed >> n & 1) != 0 ? find(s, Field::raw, n) : nullptr;
    if (operand != nullptr && is_null(*operand)) return false;
  }
  return true;
}

// Returns the operation of an atomic; null for other instructions.
const AtomicRow* find_operation(const Subject& s) {
  const MessagePage* page = find_page(s);
  const auto number = static_cast<std::size_t>(read_number(s, Field::atomic)) & 0x1F;
  return page == nullptr || page->data < 0 || number >= kAtomicRows.size() ? nullptr : &kAtomicRows[number];
}

bool atomic_data(const Subject& s) {
  const AtomicRow* operation = find_operation(s);
  if (operation == nullptr) return true;
  for (unsigned n = 0; n < 2; ++n) {
    const Operand* operand = find(s, Field::raw, static_cast<unsigned>(find_page(s)->data) + n);
    if (operand != nullptr && is_null(*operand) != (n >= operation->sources)) return false;
  }
  return true;
}

Type type_of_atomic(AtomicRow::Kind kind, bool is_wide) {
  switch (kind) {
    case AtomicRow::Kind::signed_: return is_wide ? Type::q : Type::d;
    case AtomicRow::Kind::float_: return is_wide ? Type::df : Type::f;
    case AtomicRow::Kind::unsigned_: break;
  }
  return is_wide ? Type::uq : Type::ud;
}

bool has_atomic_types(const Subject& s) {
  const AtomicRow* operation = find_operation(s);
  if (operation == nullptr) return true;
  const bool is_wide = s.form.page == Page::svm_atomic && (read_number(s, Field::atomic) & 0x40) != 0;
  const Type wanted = type_of_atomic(operation->kind, is_wide);
  for (unsigned n = 0; n < 3; ++n) {
    const Operand* operand = find(s, Field::raw, static_cast<unsigned>(find_page(s)->data) + n);
    const auto type = operand != nullptr && !is_null(*operand) ? operand_type(s.kernel, *operand) : std::nullopt;
    if (type && *type != wanted) return false;
  }
  return true;
}

bool atomic_types(const Subject& s) { return s.form.page == Page::svm_atomic || has_atomic_types(s); }

bool svm_atomic_types(const Subject& s) { return s.form.page != Page::svm_atomic || has_atomic_types(s); }

bool svm_atomic_addresses(const Subject& s) {
  const Operand* addresses = s.form.page == Page::svm_atomic ? find(s, Field::raw) : nullptr;
  const auto type = addresses != nullptr && !is_null(*addresses) ? operand_type(s.kernel, *addresses) : std::nullopt;
  return !type || *type == Type::uq;
}

// Blocks of fewer lanes would be stored as for eight lanes, and not as in the pseudo-code.
bool svm_lanes(const Subject& s) {
  const bool is_scattered = has_trait(s, kSvmBlocks);
  return !is_scattered || read_number(s, Field::block_count) == 0 || count_lanes(s) >= 8;
}

constexpr Rule kRules[] = {
    {"visa.message.null", "addresses and data of a message must not be %null", "name a variable", "GATHER4_TYPED",
     needed_operands, "gather4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0",
     "gather4_typed.R (M1, 8) T6 %null.0 %null.0 %null.0 %null.0 V34.0"},
    {"visa.atomic.data", "an atomic must have as many sources as its operation, and %null for the others",
     "write %null where there is no source", "DWORD_ATOMIC", atomic_data,
     "dword_atomic.add (M1, 8) T6 V40.0 V40.32 %null.0 V40.64",
     "dword_atomic.inc (M1, 8) T6 V40.0 V40.32 %null.0 V40.64"},
    {"visa.atomic.type",
     "sources and destination of an atomic must have type ud, or d for signed operations, or f for floats",
     "declare an alias of this type", "DWORD_ATOMIC, notes", atomic_types,
     "dword_atomic.minsint (M1, 8) T6 V40.0 V32.0 %null.0 V32.32",
     "dword_atomic.minsint (M1, 8) T6 V40.0 V40.32 %null.0 V32.0"},
    {"visa.svm.atomic_type",
     "sources and destination of an atomic must have type ud, or d for signed operations, or f for floats, with 64 "
     "bits if it "
     "says so",
     "declare an alias of this type", "SVM_ATOMIC, notes", svm_atomic_types,
     "svm_atomic.add (M1, 8) V35.0 V40.0 V40.0 %null.0", "svm_atomic.add (M1, 8) V35.0 V32.0 V32.0 %null.0",
     Severity::warning},
    {"visa.svm.atomic_addresses", "addresses must be of type uq", "declare an alias of type uq", "SVM_ATOMIC",
     svm_atomic_addresses, "svm_atomic.inc (M1, 8) V35.0 V40.0 %null.0 %null.0",
     "svm_atomic.inc (M1, 8) V40.0 V40.0 %null.0 %null.0"},
    {"visa.svm.lanes", "a message with several blocks must have eight channels or more", "use a message for each block",
     "SVM_SCATTER, notes", svm_lanes, "svm_gather.1.2 (M1, 8) V35.0 V36.0", "svm_gather.1.2 (M1, 4) V35.0 V36.0"},
};

}  // namespace

std::span<const Rule> message_rules() { return kRules; }

}  // namespace eugene::visa
