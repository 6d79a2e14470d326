// Rules on the messages of the render pipeline and on raw messages: counts, places and types. vISA manual RT_WRITE,
// RT_READ, URB_WRITE, RAW_SEND, RAW_SENDS.
#include <algorithm>

#include "visa/binary_layout.h"
#include "visa/check/legal.h"
#include "visa/check/rule.h"
#include "visa/lsc.h"

namespace eugene::visa {
namespace {

using enum Type;

// The operands of a render target write, in order (kRenderTargetParts).
enum Part : std::size_t {
  kHeader,
  kSampleIndex,
  kCounter,
  kIndex,
  kAlpha0,
  kMask,
  kRed,
  kGreen,
  kBlue,
  kAlpha,
  kDepth,
  kStencil
};

// Returns null if the instruction is not a render target write, or if its mode does not add that operand.
const Operand* find_part(const Subject& s, Part part) {
  if (s.form.page != Page::rt_write) return nullptr;
  const std::int64_t mode = read_number(s, Field::render_target);
  if (!is_brought(kRenderTargetParts[part], mode)) return nullptr;
  const auto before = std::span(kRenderTargetParts).first(part);
  const auto nth = static_cast<std::size_t>(
      std::ranges::count_if(before, [&](const RenderTargetPart& other) { return is_brought(other, mode); }));
  return nth < listed(s).size() ? &listed(s)[nth] : nullptr;
}

std::optional<Type> type_of_part(const Subject& s, Part part) {
  const Operand* operand = find_part(s, part);
  return operand == nullptr || is_null(*operand) ? std::nullopt : operand_type(s.kernel, *operand);
}

struct PartTypes {
  Part part;
  std::uint16_t types;
  std::uint16_t tolerated = 0;  // other types that Intel's compilers write: a warning
};
constexpr std::uint16_t kIntegers = make_set({ub, b, uw, w, ud, d});
constexpr PartTypes kPartTypes[] = {
    {kIndex, make_set({ub}), kIntegers},
    {kAlpha0, legal::kFloats},
    {kMask, make_set({uw}), kIntegers},
    {kRed, legal::kFloats},
    {kGreen, legal::kFloats},
    {kBlue, legal::kFloats},
    {kAlpha, legal::kFloats},
    {kDepth, legal::kFloat},
    {kStencil, make_set({ub}), kIntegers},
};

bool parts_are_among(const Subject& s, bool with_tolerated) {
  return std::ranges::all_of(kPartTypes, [&](const PartTypes& row) {
    const auto type = type_of_part(s, row.part);
    const unsigned taken = row.types | (with_tolerated ? row.tolerated : 0U);
    return !type || (taken >> static_cast<unsigned>(*type) & 1) != 0;
  });
}

bool target_types(const Subject& s) { return parts_are_among(s, true); }
bool exact_target_types(const Subject& s) { return !target_types(s) || parts_are_among(s, false); }

bool colours_are_alike(const Subject& s) {
  std::optional<Type> first;
  for (const Part part : {kAlpha0, kRed, kGreen, kBlue, kAlpha}) {
    const auto type = type_of_part(s, part);
    if (!first) first = type;
    if (type && *type != *first) return false;
  }
  return true;
}

bool target_index(const Subject& s) {
  constexpr std::uint64_t kTargets = 8;
  const Operand* operand = find_part(s, kIndex);
  const auto* index = std::get_if<Immediate>(operand);
  return index == nullptr || index->bits < kTargets;
}

bool target_mode(const Subject& s) {
  constexpr std::int64_t kReserved = ~((1 << 13) - 4);  // bits 1:0, and bits above nullRT
  return s.form.page != Page::rt_write || (read_number(s, Field::render_target) & kReserved) == 0;
}

// A read is for all channels of a half or of a thread, 16 or 32: M1, M5, M1_NM and M5_NM.
bool read_mask(const Subject& s) {
  constexpr unsigned kHalves = 4;
  const auto* execution = std::get_if<Execution>(s.form.page == Page::rt_read ? find(s, Field::execution) : nullptr);
  return execution == nullptr || execution->mask % kHalves == 0;
}

bool urb_count(const Subject& s) {
  const std::int64_t count = read_number(s, Field::number8);
  return s.form.page != Page::urb_write || (count >= 1 && count <= 8);
}

bool urb_offset(const Subject& s) { return s.form.page != Page::urb_write || read_number(s, Field::number16) <= 2047; }

bool send_counts(const Subject& s) {
  const std::int64_t sent = read_number(s, Field::number8), returned = read_number(s, Field::number8, 1);
  return s.form.page != Page::raw_send || (sent >= 1 && sent <= 15 && returned <= 16);
}

bool sends_function(const Subject& s) { return s.form.page != Page::raw_sends || read_number(s, Field::ffid) <= 15; }

constexpr Rule kRules[] = {
    {"visa.rt_write.types",
     "colours must have type HF or F, depth F, the render target's index, oMask and stencil an integer type",
     "declare an alias of such a type", "RT_WRITE", target_types,
     "rt_write_3d.<Z> (M1, 8) T6 %null.0 V34.0 V34.32 V34.64 V34.96 V34.0",
     "rt_write_3d.<Z> (M1, 8) T6 %null.0 V34.0 V34.32 V34.64 V34.96 V32.0"},
    {"visa.rt_write.exact", "the index of the render target and the stencil should have type UB, oMask UW",
     "declare an alias of that type", "RT_WRITE", exact_target_types,
     "rt_write_3d.<RTI> (M1, 8) T6 V40.0 0x1:ub V34.0 V34.32 V34.64 V34.96",
     "rt_write_3d.<RTI> (M1, 8) T6 V40.0 0x1:ud V34.0 V34.32 V34.64 V34.96", Severity::warning},
    {"visa.rt_write.mixed", "colours must all have type F, or all type HF", "convert with mov first", "RT_WRITE, Notes",
     colours_are_alike, "rt_write_3d (M1, 8) T6 %null.0 V38.0 V38.32 V38.64 V38.96",
     "rt_write_3d (M1, 8) T6 %null.0 V34.0 V34.32 V38.64 V34.96"},
    {"visa.rt_write.index", "the index of a render target must be 0 to 7", "use a smaller index", "RT_WRITE, RTI",
     target_index, "rt_write_3d.<RTI> (M1, 8) T6 V40.0 0x7:ub V34.0 V34.32 V34.64 V34.96",
     "rt_write_3d.<RTI> (M1, 8) T6 V40.0 0x8:ub V34.0 V34.32 V34.64 V34.96"},
    {"visa.rt_write.mode", "bits 1:0 of the mode, and all bits from 13 on, must be zero", "clear them",
     "RT_WRITE, Mode", target_mode, "rt_write_3d.<LRTW> (M1, 8) T6 %null.0 V34.0 V34.32 V34.64 V34.96", ""},
    {"visa.rt_read.mask", "the mask must be M1 or M5, with or without NM", "write (M1, 16)", "RT_READ, Exec_size",
     read_mask, "rt_read (M5, 16) T6 V34.0", "rt_read (M3, 16) T6 V34.0"},
    {"visa.urb_write.count", "the data must be 1 to 8 registers", "use several messages", "URB_WRITE, Num_out",
     urb_count, "urb_write_3d (M1, 8) 8 0 %null.0 V40.0 %null.0 V34.0",
     "urb_write_3d (M1, 8) 9 0 %null.0 V40.0 %null.0 V34.0"},
    {"visa.urb_write.offset", "the offset must be 0 to 2047", "use a per-slot offset", "URB_WRITE, Global_offset",
     urb_offset, "urb_write_3d (M1, 8) 1 2047 %null.0 V40.0 %null.0 V34.0",
     "urb_write_3d (M1, 8) 1 2048 %null.0 V40.0 %null.0 V34.0"},
    {"visa.raw_send.counts", "a message must have 1 to 15 registers, and its response 0 to 16", "use raw_sends",
     "RAW_SEND, NumSrc", send_counts, "raw_send (M1, 8) 0xa 15 16 0x0:ud V32.0 V32.0",
     "raw_send (M1, 8) 0xa 16 16 0x0:ud V32.0 V32.0"},
    {"visa.raw_sends.function", "the number of a shared function must be 0 to 15", "see the extended descriptor",
     "RAW_SENDS, SFID", sends_function, "raw_sends.15.1.0.1 (M1, 8) 0x0:ud 0x0:ud V32.0 %null.0 V32.0",
     "raw_sends.16.1.0.1 (M1, 8) 0x0:ud 0x0:ud V32.0 %null.0 V32.0"},
};

}  // namespace

std::span<const Rule> render_rules() { return kRules; }

}  // namespace eugene::visa
