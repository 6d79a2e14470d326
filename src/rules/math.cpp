// Rules on math. SNB PRM vol4 part2 8.3.28; BDW PRM vol2a math.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool math(const Subject& s) { return s.i.opcode == Opcode::math; }

bool integer_division(const Subject& s) { return math(s) && isa::divides_integers(s.i.math); }

bool macro(const Subject& s) { return math(s) && is_macro(s.i.math); }

bool float_function(const Subject& s) { return math(s) && !integer_division(s); }

constexpr Rule kMathRules[] = {
    of(limit("math.function")),
    {.id = "math.function_gen8",
     .citation = {kNone, bdw("vol2a math, function control")},
     .text = "the math function is reserved",
     .hint = "use inv, log, exp, sqt, rsq, sin, cos, fdiv, pow, idiv, iqot, irem, invm or rsqtm",
     .check =
         [](const Subject& s) {
           return broken_if(math(s) && (s.i.math == MathFunction::none || s.i.math == MathFunction::sincos));
         }},
    {.id = "math.register_file",
     .citation = {snb("8.3.28 restrictions"), kNone},
     .text = "math can only read and write general registers",
     .hint = "move other values to general registers",
     .check =
         [](const Subject& s) {
           if (!math(s)) return kFine;
           return s.operands_where([](const Operand& o) { return !o.is_grf(); });
         }},
    {.id = "math.indirect",
     .citation = {snb("8.3.28 restrictions"), bdw("vol2a math")},
     .text = "math does not support indirect addressing",
     .hint = "address the registers directly",
     .check =
         [](const Subject& s) {
           if (!math(s)) return kFine;
           return s.operands_where([](const Operand& o) { return o.indirect; });
         }},
    {.id = "math.exec_size",
     .citation = {snb("8.3.28: the math instruction can not be SIMD16"), kNone},
     .text = "math can have at most 8 channels",
     .hint = "split the instruction",
     .check = [](const Subject& s) { return broken_if(math(s) && s.i.exec_size > 8); }},
    {.id = "math.division_exec_size",
     .citation = {kNone, bdw("vol2a math: INT DIV is limited to SIMD8")},
     .text = "integer division can have at most 8 channels",
     .hint = "split the instruction",
     .check = [](const Subject& s) { return broken_if(integer_division(s) && s.i.exec_size > 8); }},
    {.id = "math.half_exec_size",
     .citation = {kNone, bdw("vol2a math: limited to SIMD8 with half-float")},
     .text = "math on half floats can have at most 8 channels",
     .hint = "split the instruction",
     .check =
         [](const Subject& s) {
           const bool half = s.operands_where([](const Operand& o) { return o.type == Type::hf; }) != kFine;
           return broken_if(math(s) && s.i.exec_size > 8 && half);
         }},
    {.id = "math.thread_control",
     .citation = {snb("8.3.28, figure 5-1: function control bits 5:4 are reserved"), kNone},
     .text = "math cannot have thread control: its bits belong to the function",
     .hint = "remove Switch or Atomic",
     .check = [](const Subject& s) { return broken_if(math(s) && s.i.thread_control != ThreadControl::normal); }},
    {.id = "math.stride",
     .citation = {snb("8.3.28: source and destination horizontal stride must be 1"), kNone},
     .text = "operands of math must have a horizontal stride of 1, or be scalar",
     .hint = "pack the operands",
     .check =
         [](const Subject& s) {
           if (!math(s) || s.align16) return kFine;
           const Operands dst = broken_if(s.i.dst.region.hstride > 1, kDst);
           return static_cast<Operands>(dst | s.registers_where([](const Operand& o) {
             return !is_scalar(o.region) && o.region.hstride != 1 && o.region.width != 1;
           }));
         }},
    {.id = "math.width",
     .citation = {snb("8.3.28: width must be the same as execution size"), kNone},
     .text = "the rows of a math source must follow each other without a gap, or the source must be scalar",
     .hint = "write <N;N,1> with the execution size as N",
     // A region with narrower rows is accepted if its elements are consecutive, as in the required region. Drivers
     // rely on this (docs/record/errata.md).
     .check =
         [](const Subject& s) {
           if (!math(s) || s.align16) return kFine;
           return s.registers_where([&](const Operand& o) {
             return !is_scalar(o.region) && o.region.width < s.i.exec_size &&
                    o.region.vstride != o.region.width * std::max<unsigned>(o.region.hstride, 1);
           });
         }},
    {.id = "math.offset",
     .citation = {snb("8.3.28: source and destination offset must be the same"), kNone},
     .text = "math sources must start at the destination's offset, or be scalar",
     .hint = "align sources and destination to the same subregister",
     .check =
         [](const Subject& s) {
           if (!math(s) || s.align16) return kFine;
           return s.registers_where([&](const Operand& o) {
             return !o.indirect && !s.i.dst.indirect && !is_scalar(o.region) && o.subnr != s.i.dst.subnr;
           });
         }},
    {.id = "math.float_types",
     .citation = {snb("8.3.28: float32 is the only source format for the other functions"), bdw("vol2a math")},
     .text = "this math function needs floats",
     .hint = "convert the source to :f first",
     .check =
         [](const Subject& s) {
           if (!float_function(s)) return kFine;
           return s.sources_where([](const Operand& o) { return !is_float(o.type); });
         }},
    {.id = "math.division_types",
     .citation = {snb("8.3.28: D and UD are the only source formats for INT DIV"), bdw("vol2a math")},
     .text = "integer division needs dword integers",
     .hint = "convert the source to :d or :ud first",
     .check =
         [](const Subject& s) {
           if (!integer_division(s)) return kFine;
           return s.sources_where([](const Operand& o) { return !is_dword_int(o.type); });
         }},
    {.id = "math.division_mixed",
     .citation = {snb("8.3.28: mixed D and UD sources are not allowed"), bdw("vol2a math")},
     .text = "integer division cannot mix :d and :ud",
     .hint = "use one type for both sources",
     .check =
         [](const Subject& s) {
           return broken_if(integer_division(s) && is_dword_int(s.src(0).type) && is_dword_int(s.src(1).type) &&
                                s.src(0).type != s.src(1).type,
                            kSrc0 | kSrc1);
         }},
    {.id = "math.division_modifiers",
     .citation = {errata("math source modifiers"), bdw("vol2a Extended Math Function: INT DIV")},
     .text = "integer division cannot have source modifiers",
     .hint = "apply them with a mov before",
     .check =
         [](const Subject& s) {
           if (!integer_division(s)) return kFine;
           return s.registers_where([](const Operand& o) { return o.has_modifier(); });
         }},
    {.id = "math.remainder_range",
     .citation = {snb("8.3.28: the second destination is the next register"), bdw("vol2a math")},
     .text = "the remainder goes to the register after the destination, which must exist",
     .hint = "use a destination below r127",
     .check =
         [](const Subject& s) {
           return broken_if(has_second_result(s.i) && s.i.dst.is_grf() && !s.i.dst.indirect &&
                                s.i.dst.nr == s.gen.files.grf_count - 1,
                            kDst);
         }},
    {.id = "math.macro_align16",
     .citation = {kNone, bxt("Accumulators acc2-acc9: Align16 mode only"), kNone},
     .text = "invm and rsqtm only work in Align16 mode",
     .hint = "write Align16 operands; the swizzles name the accumulators",
     .check = [](const Subject& s) { return broken_if(macro(s) && !s.align16); }},
};

}  // namespace

std::span<const Rule> math_rules() { return kMathRules; }

}  // namespace eugene::rules
