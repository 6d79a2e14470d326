// Rules on 64-bit types and on the integer dword multiply of Apollo Lake and its relatives. BXT PRM vol6 "Register
// Region Restrictions" 6.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr unsigned kQwordBytes = 8;

bool align1_qwords(const Subject& s) { return s.qword_or_dword_mul && !s.align16; }

unsigned step(const Operand& operand) {
  const unsigned elements = operand.region.hstride != 0 ? operand.region.hstride : operand.region.vstride;
  return elements * byte_size(operand.type);
}

bool architecture(const Operand& operand) { return operand.file == RegFile::arf && !operand.is_null(); }

constexpr Rule kQwordRules[] = {
    {.id = "qword.stride",
     .citation = {kNone, bxt("Register Region Restrictions 6.1")},
     .machines = kNarrow64,
     .text = "with 64-bit types or a dword multiply, source and destination steps must be equal multiples of 8 bytes",
     .hint = "stride narrower operands by 2",
     .check =
         [](const Subject& s) {
           if (!align1_qwords(s)) return kFine;
           const unsigned to = s.i.dst.region.hstride * byte_size(s.i.dst.type);
           return s.registers_where([&](const Operand& o) {
             return !is_scalar(o.region) && !is_row_addressed(o) &&
                    (step(o) % kQwordBytes != 0 || to % kQwordBytes != 0 || step(o) != to);
           });
         }},
    {.id = "qword.vertical_stride",
     .citation = {kNone, bxt("Register Region Restrictions 6.2")},
     .machines = kNarrow64,
     .text = "with 64-bit types or a dword multiply, the vertical stride must be width times horizontal stride",
     .hint = "use a region without gaps between rows",
     .check =
         [](const Subject& s) {
           if (!align1_qwords(s)) return kFine;
           return s.registers_where([](const Operand& o) {
             return !is_row_addressed(o) && o.region.vstride != o.region.width * o.region.hstride;
           });
         }},
    {.id = "qword.offset",
     .citation = {kNone, bxt("Register Region Restrictions 6.3")},
     .machines = kNarrow64,
     .text = "with 64-bit types or a dword multiply, sources must start at the destination's offset",
     .hint = "align both to the same subregister; a scalar source may be anywhere",
     .check =
         [](const Subject& s) {
           if (!align1_qwords(s)) return kFine;
           return s.registers_where([&](const Operand& o) {
             return !o.indirect && !s.i.dst.indirect && !is_scalar(o.region) && o.subnr != s.i.dst.subnr;
           });
         }},
    {.id = "qword.indirect",
     .citation = {kNone, bxt("Register Region Restrictions 6: indirect addressing must not be used")},
     .machines = kNarrow64,
     .text = "64-bit types and the dword multiply do not work with indirect addressing",
     .hint = "address the registers directly",
     .check =
         [](const Subject& s) {
           if (!s.qword_or_dword_mul) return kFine;
           return s.operands_where([](const Operand& o) { return !o.is_imm() && o.indirect; });
         }},
    {.id = "qword.arf",
     .citation = {kNone, bxt("Register Region Restrictions 6: ARF registers must never be used")},
     .machines = kNarrow64,
     .text = "64-bit types and the dword multiply cannot use architecture registers",
     .hint = "use general registers; null is allowed",
     .check =
         [](const Subject& s) {
           if (!s.qword_or_dword_mul) return kFine;
           const Operands whole = broken_if(s.i.opcode == Opcode::mac || s.i.acc_wr_en);
           return static_cast<Operands>(whole | s.operands_where(architecture));
         }},
    {.id = "qword.dependency_control",
     .citation = {kNone, bxt("Register Region Restrictions 6: DepCtrl must not be used")},
     .machines = kNarrow64,
     .text = "64-bit types and the dword multiply do not allow NoDDClr and NoDDChk",
     .hint = "remove them",
     .check = [](const Subject& s) { return broken_if(s.qword_or_dword_mul && (s.i.no_dd_clr || s.i.no_dd_chk)); }},
};

}  // namespace

std::span<const Rule> qword_rules() { return kQwordRules; }

}  // namespace eugene::rules
