// Rules on source regions in Align1 mode. SNB PRM vol4 part2 5.3.10; BXT PRM vol6 "Register Region
// Restrictions" 1 to 3.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Returns the size of the largest element among sources and destination, in bytes.
unsigned largest_element(const Subject& s) {
  unsigned bytes = s.row.has_destination ? byte_size(s.i.dst.type) : 0;
  for (unsigned n = 0; n < s.sources; ++n) bytes = std::max(bytes, byte_size(s.src(n).type));
  return bytes;
}

// True if a row of the region has elements in two registers.
bool row_crosses_register(const Operand& operand, unsigned exec_size) {
  const Region& region = operand.region;
  const unsigned width = std::max<unsigned>(region.width, 1);
  const unsigned bytes = byte_size(operand.type);
  const unsigned rows = std::max(exec_size / width, 1U);
  for (unsigned row = 0; row < rows; ++row) {
    const unsigned first = operand.subnr + row * region.vstride * bytes;
    const unsigned last = first + (width - 1) * region.hstride * bytes + bytes - 1;
    if (first / kRegisterBytes != last / kRegisterBytes) return true;
  }
  return false;
}

bool fixed_rows(const Operand& operand) { return operand.region.vstride != Region::kPerRowAddress; }

// Width 1, with a horizontal stride that repeats the vertical stride and is never used. Intel's compiler writes
// `<4;1,4>:q`, because restriction 6.2 on 64-bit types requires it (docs/record/errata.md).
bool repeats_stride(const Operand& o) {
  return is_qword(o.type) && o.region.width == 1 && o.region.hstride != 0 && o.region.hstride == o.region.vstride;
}

constexpr bool legal_stride(unsigned stride) {
  return stride == 0 || stride == 1 || stride == 2 || stride == 4 || stride == 8 || stride == 16 || stride == 32;
}

// True if the region has exactly one row, with different elements.
bool single_row(const Subject& s, const Operand& o) {
  return fixed_rows(o) && o.region.width == s.i.exec_size && o.region.width != 1 && o.region.hstride != 0;
}

Operands strided_scalars(const Subject& s) {
  return s.regions_where([&](const Operand& o) {
    return fixed_rows(o) && s.i.exec_size == 1 && o.region.width == 1 && o.region.hstride == 0 && o.region.vstride != 0;
  });
}

constexpr Rule kRegionRules[] = {
    {.id = "region.exec_size",
     .citation = {snb("5.3.10 rule 1, Table 5-24"), bxt("Register Region Restrictions 1.1")},
     .text = "the execution size times the largest element must not exceed 64 bytes",
     .hint = "split the instruction into halves",
     .check =
         [](const Subject& s) {
           // smov writes only the channels that its immediate names, in Intel's code one of sixteen.
           return broken_if(s.regions && s.i.opcode != Opcode::smov && s.i.exec_size * largest_element(s) > 64);
         }},
    {.id = "region.encoding",
     .citation = {snb("7.2.1.1 VertStride, Width, HorzStride"), bdw("vol7 VertStride, Width, HorzStride")},
     .text = "the strides or the width are reserved encodings",
     .hint = "vertical stride 0 to 32, width 1 to 16, horizontal stride 0, 1, 2 or 4",
     .check =
         [](const Subject& s) {
           return s.regions_where([](const Operand& o) {
             const Region& r = o.region;
             return (fixed_rows(o) && !legal_stride(r.vstride)) || !legal_stride(r.width) || r.width == 0 ||
                    r.width > 16 || !legal_stride(r.hstride) || r.hstride > 4;
           });
         }},
    {.id = "region.wide_stride",
     .citation = {snb("7.2.1.1 VertStride: 16 for byte or word, 32 for byte"), kNone},
     .text = "a vertical stride of 16 needs bytes or words, a vertical stride of 32 needs bytes",
     .hint = "use a smaller vertical stride: a source lies in two registers",
     .check =
         [](const Subject& s) {
           return s.regions_where([](const Operand& o) {
             const unsigned stride = o.region.vstride;
             return (stride == 16 && byte_size(o.type) > 2) || (stride == 32 && byte_size(o.type) > 1);
           });
         }},
    {.id = "region.width",
     .citation = {snb("5.3.10 rule 3"), bxt("Register Region Restrictions 2.1")},
     .text = "the width of a region must not exceed the execution size",
     .hint = "use a smaller width",
     .check =
         [](const Subject& s) {
           return s.regions_where([&](const Operand& o) { return o.region.width > s.i.exec_size; });
         }},
    {.id = "region.single_row",
     .citation = {snb("5.3.10 rule 4"), bxt("Register Region Restrictions 2.2")},
     .text = "if the width is the execution size, the vertical stride must be width times horizontal stride",
     .hint = "write <W*H;W,H>",
     .check =
         [](const Subject& s) {
           return s.regions_where([&](const Operand& o) {
             const Region& r = o.region;
             return single_row(s, o) && r.vstride != 0 && r.vstride != r.width * r.hstride;
           });
         }},
    {.id = "region.single_row_repeated",
     .severity = Severity::warning,
     .citation = {snb("5.3.10 rule 4"), bxt("Register Region Restrictions 2.2")},
     .text = "if the width is the execution size, the vertical stride is documented to be width times horizontal "
             "stride (Intel's media kernels write 0 for one row)",
     .hint = "write <W*H;W,H>",
     .check =
         [](const Subject& s) {
           return s.regions_where([&](const Operand& o) { return single_row(s, o) && o.region.vstride == 0; });
         }},
    {.id = "region.single_column",
     .citation = {snb("5.3.10 rule 6"), bxt("Register Region Restrictions 2.4")},
     .text = "if the width is 1, the horizontal stride must be 0",
     .hint = "write <V;1,0>",
     .check =
         [](const Subject& s) {
           return s.regions_where(
               [](const Operand& o) { return o.region.width == 1 && o.region.hstride != 0 && !repeats_stride(o); });
         }},
    {.id = "region.repeated_stride",
     .severity = Severity::warning,
     .citation = {kNone, bxt("Register Region Restrictions 2.4")},
     .text = "if the width is 1, the horizontal stride is documented to be 0 (Intel's compiler repeats the vertical "
             "one)",
     .hint = "write <V;1,0>",
     .check = [](const Subject& s) { return s.regions_where(repeats_stride); }},
    {.id = "region.scalar",
     .citation = {kNone, bxt("Register Region Restrictions 2.5")},
     .text = "if execution size and width are 1, both strides must be 0",
     .hint = "write <0;1,0>",
     .check = strided_scalars},
    {.id = "region.scalar_stride",
     .severity = Severity::warning,
     .citation = {snb("5.3.10 rule 7"), kNone},
     .text = "if execution size and width are 1, both strides are documented to be 0 (Intel's media kernels have "
             "<1;1,0>)",
     .hint = "write <0;1,0>",
     .check = strided_scalars},
    {.id = "region.replicated",
     .citation = {snb("5.3.10 rule 8"), bxt("Register Region Restrictions 2.6")},
     .text = "if both strides are 0, the width must be 1",
     .hint = "write <0;1,0>",
     .check =
         [](const Subject& s) {
           return s.regions_where(
               [](const Operand& o) { return o.region.vstride == 0 && o.region.hstride == 0 && o.region.width != 1; });
         }},
    {.id = "region.row_crosses",
     .citation = {snb("5.3.10.1 example 3"), bxt("Register Region Restrictions 2.8")},
     .text = "the elements of one row must lie in one register",
     .hint = "use a smaller width so that the vertical stride crosses the register boundary",
     .check =
         [](const Subject& s) {
           return s.regions_where([&](const Operand& o) {
             return !o.indirect && fixed_rows(o) && o.region.width <= s.i.exec_size &&
                    row_crosses_register(o, s.i.exec_size);
           });
         }},
    {.id = "region.two_registers",
     .citation = {snb("5.3.10 rule 11"), bxt("Register Region Restrictions 3.1")},
     .text = "a source must lie in two adjacent registers",
     .hint = "use smaller strides, fewer channels, or an earlier start",
     .check =
         [](const Subject& s) {
           return s.regions_where([&](const Operand& o) {
             return !o.indirect && fixed_rows(o) && source_footprint(s.i, o).registers() > 2;
           });
         }},
    {.id = "region.overlap",
     .citation = {kNone, bxt("Register Region Restrictions, Special Restrictions: src, dst overlapping")},
     .text = "the first register of the destination cannot be the second register of a source",
     .hint = "use other registers, or split the instruction",
     .check =
         [](const Subject& s) {
           if (!s.writes || !s.i.dst.is_grf() || s.i.dst.indirect || s.i.exec_size < 16 ||
               destination_footprint(s.i).registers() != 2) {
             return kFine;
           }
           return s.regions_where([&](const Operand& o) {
             return o.is_grf() && !o.indirect && o.nr + 1 == s.i.dst.nr && source_footprint(s.i, o).registers() == 2;
           });
         }},
    {.id = "region.alignment",
     .citation = {snb("4.1, 5.3.8: operands are aligned to their data type"), bdw("vol7 Fundamental Data Types")},
     .text = "an operand must be aligned to its element size",
     .hint = "use a subregister that is a multiple of the type's size",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.operands_where(
               [](const Operand& o) { return !o.is_imm() && !o.indirect && o.subnr % byte_size(o.type) != 0; });
         }},
};

}  // namespace

std::span<const Rule> region_rules() { return kRegionRules; }

}  // namespace eugene::rules
