// Rules on block messages and atomics, by platform and surface. vISA manual OWORD_LD, OWORD_ST, OWORD_LD_UNALIGNED,
// SVM_BLOCK_LD, SVM_BLOCK_ST, MEDIA_LD, MEDIA_ST, DWORD_ATOMIC, TYPED_ATOMIC, SVM_ATOMIC.
#include "visa/check/rule.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr std::int64_t kStatelessSurface = kScratchSurface;
constexpr std::int64_t kSixteen = 4;  // code of 16 in the field of sizes

bool is_oword(const Subject& s) { return has_trait(s, kOword); }
bool is_media(const Subject& s) { return has_trait(s, kMedia); }
bool is_local(const Subject& s) { return read_number(s, Field::surface) == kSlmSurface; }

bool local_owords(const Subject& s) { return !is_oword(s) || !is_local(s) || may_be(s, kFromIcllp); }

bool sixteen_owords(const Subject& s) {
  if (!is_oword(s) || read_number(s, Field::owords) != kSixteen) return true;
  return is_local(s) && may_be(s, kFromXehp);
}

bool svm_owords(const Subject& s) {
  constexpr std::int64_t kSize = 7;
  const bool is_block = s.form.page == Page::svm_block_ld || s.form.page == Page::svm_block_st;
  return !is_block || (read_number(s, Field::svm_owords) & kSize) < kSixteen;
}

bool media_surface(const Subject& s) {
  return !is_media(s) || (!is_local(s) && read_number(s, Field::surface) != kStatelessSurface);
}

bool media_plane(const Subject& s) { return !is_media(s) || read_number(s, Field::number8) <= 3; }

bool media_stored_lines(const Subject& s) {
  const std::int64_t lines = read_number(s, Field::store_lines);
  return s.form.page != Page::media_st || lines == 0 || lines == 2 || lines == 3;
}

bool media_stored_offset(const Subject& s) {
  const auto* offset = std::get_if<Immediate>(s.form.page == Page::media_st ? find(s, Field::source) : nullptr);
  return offset == nullptr || offset->bits % 4 == 0;
}

bool atomic_words(const Subject& s) {
  constexpr std::int64_t kWord = 0x20;
  const bool is_word = find_position(s.form, Field::atomic) >= 0 && (read_number(s, Field::atomic) & kWord) != 0;
  return !is_word || may_be(s, kFromTgllp);
}

constexpr Rule kRules[] = {
    {"visa.oword.local", "blocks of owords in local memory (T0) need ICLLP or later", "use gather4_scaled", "OWORD_LD",
     local_owords, "oword_ld (1) T6 0x0:ud V32.0", "oword_ld (1) T0 0x0:ud V32.0", Severity::error, kBxt},
    {"visa.oword.sixteen", "blocks of 16 owords must be in local memory (T0), from XEHP on", "use two messages",
     "OWORD_LD, Size", sixteen_owords, "oword_ld (16) T0 0x0:ud V32.0", "oword_ld (16) T6 0x0:ud V32.0"},
    {"visa.svm.owords", "a block must have 1, 2, 4 or 8 owords", "use two messages", "SVM_BLOCK_LD, Properties",
     svm_owords, "svm_block_ld (8) V35(0,0)<0;1,0> V32.0", "svm_block_ld (16) V35(0,0)<0;1,0> V32.0"},
    {"visa.media.surface", "the surface must not be local memory (T0) or stateless (T5)", "name a surface", "MEDIA_LD",
     media_surface, "media_ld.nomod (4,4) T6 0 0x0:ud 0x0:ud V32.0", "media_ld.nomod (4,4) T5 0 0x0:ud 0x0:ud V32.0"},
    {"visa.media.plane", "the plane must be 0 to 3", "use a smaller number", "MEDIA_LD, Plane", media_plane,
     "media_ld.nomod (4,4) T6 3 0x0:ud 0x0:ud V32.0", "media_ld.nomod (4,4) T6 4 0x0:ud 0x0:ud V32.0"},
    {"visa.media.stored_lines", "a store must be for all lines, .top or .bottom", "write .nomod", "MEDIA_ST, Modifiers",
     media_stored_lines, "media_st.top (4,4) T6 0 0x0:ud 0x0:ud V32.0", ""},
    {"visa.media.stored_offset", "the offset of a store in its row must be a multiple of 4", "store whole dwords",
     "MEDIA_ST, X_offset", media_stored_offset, "media_st.nomod (4,4) T6 0 0x4:ud 0x1:ud V32.0",
     "media_st.nomod (4,4) T6 0 0x2:ud 0x1:ud V32.0"},
    {"visa.atomic.words", "atomics on words need TGLLP or later", "use dwords", "DWORD_ATOMIC, Op", atomic_words,
     "dword_atomic.add (M1, 8) T6 V40.0 V40.32 %null.0 %null.0",
     "dword_atomic.add.16 (M1, 8) T6 V40.0 V40.32 %null.0 %null.0", Severity::error, kBxt},
};

}  // namespace

std::span<const Rule> block_rules() { return kRules; }

}  // namespace eugene::visa
