// Rules on conversions between data types. BDW PRM vol2a mov; BXT PRM vol6 "Register Region Restrictions" 5, 7 and
// Special Restrictions.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr bool half_and_integer(Type a, Type b) { return a == Type::hf && is_int(b); }

// True if a source and the destination are HF and an integer, in either order.
bool converts_hf_integer(const Subject& s) {
  if (!s.regions || !s.row.has_destination) return false;
  return s.sources_where([&](const Operand& o) {
    return half_and_integer(o.type, s.i.dst.type) || half_and_integer(s.i.dst.type, o.type);
  }) != kFine;
}

// Returns the sources for which `first` and `second` hold for source and destination types, in either order.
template <class First, class Second>
Operands converted(const Subject& s, First first, Second second) {
  if (!s.regions || !s.row.has_destination) return kFine;
  return s.sources_where([&](const Operand& o) {
    return (first(o.type) && second(s.i.dst.type)) || (second(o.type) && first(s.i.dst.type));
  });
}

// Returns byte sources that are extended to 64-bit integers.
Operands widened_bytes(const Subject& s) {
  return is_int(s.i.dst.type) && is_qword(s.i.dst.type) ? converted(s, is_byte, is_qword) : kFine;
}

// True if the destination of a conversion between integers and half floats does not start at a dword.
bool starts_inside_dword(const Subject& s) {
  return converts_hf_integer(s) && !s.align16 && s.i.exec_size > 1 && s.i.dst.subnr % 4 != 0;
}

// True if the destination is the second lowest byte of each channel, as in "Register Region Restrictions" 4.2.
bool fills_second_bytes(const Subject& s) { return is_byte(s.i.dst.type) && s.i.dst.subnr % 4 == 1; }

constexpr Rule kConvertRules[] = {
    {.id = "convert.byte_qword",
     .citation = {kNone, bdw("vol2a mov: no direct conversion between B or UB and 64-bit types"), kNone},
     .text = "bytes and 64-bit types cannot be converted into each other directly",
     .hint = "convert through :d or :f",
     .check = [](const Subject& s) { return widened_bytes(s) == kFine ? converted(s, is_byte, is_qword) : kFine; }},
    {.id = "convert.byte_to_qword",
     .citation = {kNone, bdw("vol2a mov: no direct conversion between B or UB and 64-bit types")},
     .machines = kNarrow64,
     .text = "bytes cannot be converted into 64-bit integers directly",
     .hint = "convert through :d",
     .check = widened_bytes},
    {.id = "convert.widened_byte",
     .severity = Severity::warning,
     .citation = {kNone, bdw("vol2a mov: no direct conversion between B or UB and 64-bit types")},
     .machines = kFull64,
     .text = "bytes are documented not to be converted into 64-bit integers (Intel's compiler does it)",
     .hint = "convert through :d",
     .check = widened_bytes},
    {.id = "convert.half_qword",
     .citation = {kNone, bdw("vol2a mov: no direct conversion between HF and 64-bit types"), kNone},
     .text = "half floats and 64-bit types cannot be converted into each other directly",
     .hint = "convert through :f",
     .check = [](const Subject& s) { return converted(s, [](Type t) { return t == Type::hf; }, is_qword); }},
    {.id = "convert.half_integer_stride",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: integer and HF")},
     .text = "a conversion between integer and half float must have a destination stride of one dword",
     .hint = "use stride 2 for a 16-bit destination, 1 for a 32-bit one",
     .check =
         [](const Subject& s) {
           return broken_if(converts_hf_integer(s) && !s.align16 && s.i.exec_size > 1 &&
                                byte_size(s.i.dst.type) * s.i.dst.region.hstride != 4,
                            kDst);
         }},
    {.id = "convert.half_integer_alignment",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: integer and HF")},
     .text = "a conversion between integer and half float must have a dword-aligned destination",
     .hint = "start the destination at a multiple of 4 bytes",
     .check = [](const Subject& s) { return broken_if(starts_inside_dword(s) && !fills_second_bytes(s), kDst); }},
    {.id = "convert.half_to_second_byte",
     .severity = Severity::warning,
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: integer and HF")},
     .text =
         "bytes of half floats are documented to be dword-aligned (Intel's compiler writes each second lowest byte)",
     .hint = "start the destination at a multiple of 4 bytes",
     .check = [](const Subject& s) { return broken_if(starts_inside_dword(s) && fills_second_bytes(s), kDst); }},
    {.id = "convert.half_destination",
     .severity = Severity::warning,
     .citation = {kNone, bxt("Register Region Restrictions 5 and 7")},
     .text = "halves of floats are documented to have a stride of 1 or 2 (Intel's compiler writes a stride of 4)",
     .hint = "use a destination stride of 2",
     .check =
         [](const Subject& s) {
           const bool to_half = s.align1_regions() && s.mixed_float && s.i.dst.type == Type::hf;
           return broken_if(to_half && s.i.exec_size > 1 && s.i.dst.region.hstride == 4, kDst);
         }},
};

}  // namespace

std::span<const Rule> convert_rules() { return kConvertRules; }

}  // namespace eugene::rules
