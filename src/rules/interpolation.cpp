// Rules on the vector arithmetic group: dot products, line, pln. SNB PRM vol4 part2 8.3.11 to 8.3.14, 8.3.22, 8.3.35.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool dot_product(const Subject& s) { return s.is({Opcode::dp2, Opcode::dp3, Opcode::dp4, Opcode::dph}); }
bool interpolation(const Subject& s) { return s.is({Opcode::line, Opcode::pln}); }

constexpr Rule kInterpolationRules[] = {
    {.id = "dot.exec_size",
     .citation = {snb("8.3.11 to 8.3.14 restrictions"), bdw("vol2a dp2, dp3, dp4, dph"), kNone},
     .text = "{op} needs at least four channels",
     .hint = "use an execution size of 4 or 8",
     .check = [](const Subject& s) { return broken_if(dot_product(s) && s.i.exec_size < 4); }},
    {.id = "dot.stride",
     .citation = {snb("8.3.11 to 8.3.14: horizontal stride must be 1"), kNone},
     .text = "operands of {op} must have a horizontal stride of 1",
     .hint = "pack the vectors",
     .check =
         [](const Subject& s) {
           if (!dot_product(s) || s.align16) return kFine;
           const Operands dst = broken_if(s.writes && s.i.dst.region.hstride != 1, kDst);
           return static_cast<Operands>(dst | s.regions_where([](const Operand& o) { return o.region.hstride != 1; }));
         }},
    {.id = "dot.align16",
     .citation = {kNone, bdw("vol2a dp2, dp3, dp4, dph: Align16"), kNone},
     .text = "{op} only works in Align16 mode",
     .hint = "write Align16 operands",
     .check = [](const Subject& s) { return broken_if(dot_product(s) && !s.align16); }},
    {.id = "plane.exec_size",
     .citation = {snb("8.3.22, 8.3.35 restrictions"), bdw("vol2a line, pln"), kNone},
     .text = "{op} can only have 8 or 16 channels",
     .hint = "use an execution size of 8 or 16",
     .check =
         [](const Subject& s) { return broken_if(interpolation(s) && s.i.exec_size != 8 && s.i.exec_size != 16); }},
    {.id = "plane.scalar",
     .citation = {snb("8.3.22, 8.3.35 restrictions"), bdw("vol2a line, pln"), kNone},
     .text = "src0 of {op} must be a replicated scalar",
     .hint = "write <0;1,0>",
     .check =
         [](const Subject& s) {
           const bool scalar = s.align16 ? s.src(0).region.vstride == 0 : is_scalar(s.src(0).region);
           return broken_if(interpolation(s) && !s.src(0).is_imm() && !scalar, kSrc0);
         }},
    {.id = "plane.subregister",
     .citation = {snb("8.3.22, 8.3.35 restrictions"), bdw("vol2a line, pln"), kNone},
     .text = "src0 of {op} must start at dword 0 or 4 of its register",
     .hint = "use subregister .0 or .4",
     .check =
         [](const Subject& s) {
           return broken_if(interpolation(s) && !s.src(0).is_imm() && !s.src(0).indirect && s.src(0).subnr % 16 != 0,
                            kSrc0);
         }},
    {.id = "line.float",
     .citation = {kNone, bdw("vol2a line, Src Types"), kNone},
     .text = "line only works on floats",
     .hint = "use :f",
     .check =
         [](const Subject& s) {
           if (s.i.opcode != Opcode::line) return kFine;
           return s.operands_where([](const Operand& o) { return o.type != Type::f && o.type != Type::vf; });
         }},
    {.id = "plane.even_register",
     .citation = {snb("8.3.35 pln restrictions [DevSNB]"), kNone},
     .text = "src1 of pln must be an even register",
     .hint = "allocate the pair of coordinates at an even register",
     .check =
         [](const Subject& s) {
           return broken_if(
               s.i.opcode == Opcode::pln && s.src(1).is_grf() && !s.src(1).indirect && s.src(1).nr % 2 != 0, kSrc1);
         }},
    {.id = "plane.range",
     .citation = {snb("8.3.35: v is in the next register, and SIMD16 continues two registers further"),
                  bdw("vol2a pln"), kNone},
     .text = "pln reads a pair of registers from src1 on for each 8 channels, which must exist",
     .hint = "use a lower register",
     .check =
         [](const Subject& s) {
           const unsigned registers = elements_in_sequence(s.i, 1) * 4 / kRegisterBytes;
           return broken_if(registers != 0 && s.src(1).is_grf() && !s.src(1).indirect &&
                                s.src(1).nr + registers > s.gen.files.grf_count,
                            kSrc1);
         }},
    {.id = "plane.immediate",
     .citation = {snb("8.3.35 pln syntax"), bdw("vol2a pln"), kNone},
     .text = "pln reads a pair of registers in src1: it cannot be an immediate",
     .hint = "use line for one coordinate, or load the value into registers",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::pln && s.src(1).is_imm(), kSrc1); }},
};

}  // namespace

std::span<const Rule> interpolation_rules() { return kInterpolationRules; }

}  // namespace eugene::rules
