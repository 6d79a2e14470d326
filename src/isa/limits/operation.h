// Limits of the operation doubleword: opcode, execution size, channels, predicate and flag. SNB PRM vol4 part2 7.2.2
// and 7.3.
#pragma once

#include <array>

#include "isa/limits/limit.h"
#include "isa/limits/values.h"

namespace eugene::isa {

// True if predicates can use `control` in access mode `mode`. Both modes have plain flags. Align16 has its own codes
// for groups of four and for components.
constexpr bool is_of_access_mode(PredControl control, AccessMode mode) {
  switch (control) {
    case PredControl::none:
    case PredControl::normal: return true;
    case PredControl::rep_x:
    case PredControl::rep_y:
    case PredControl::rep_z:
    case PredControl::rep_w:
    case PredControl::any4h_a16:
    case PredControl::all4h_a16: return mode == AccessMode::align16;
    default: return mode == AccessMode::align1;
  }
}

inline constexpr auto kOperationLimits = std::to_array<Limit>({
    {.id = "encoding.opcode",
     .citation = {snb("7.3, opcode encoding"), bdw("vol7 Opcode Encoding")},
     .text = "the generation has no instruction {op}",
     .hint = "compile for a generation that has it, or write it with other instructions",
     .condition = Condition::of_instruction(
         [](const Gen& gen, const Instruction& i, const Operand&) { return !i.row().in(gen); })},
    {.id = "encoding.reserved_field",
     .citation = {snb("7.2, tables of the machine formats"), bdw("vol7 Instruction Machine Formats")},
     .text = "a field holds a reserved encoding",
     .hint = "this may be data, or code of another generation (--gen)"},
    {.id = "encoding.value",
     .citation = {snb("7.2, tables of the machine formats"), bdw("vol7 Instruction Machine Formats")},
     .text = "a value has no encoding in its field",
     .hint = "use a value that the generation has, or another generation (--gen)"},
    {.id = "encoding.reserved_given",
     .citation = {snb("7.2, tables of the machine formats: reserved, must be zero; ignored"),
                  bdw("vol7 Instruction Machine Formats")},
     .text = "{op} uses a bit that is given as reserved",
     .hint = "write what the bit stands for, not {Bit=}"},
    {.id = "encoding.compacted",
     .citation = {snb("5.5.3 rules and restrictions"), bdw("vol7 Instruction Compaction")},
     .text = "{op} has no compacted form",
     .hint = "leave Compacted out"},
    {.id = "encoding.exec_size",
     .citation = {snb("7.2.2 ExecSize"), bdw("vol7 ExecSize")},
     .text = "the execution size must be 1, 2, 4, 8, 16 or 32",
     .hint = "split the instruction or round the size to a power of two",
     .condition = Condition::of_instruction([](const Instruction& i) { return !is_exec_size(i.exec_size); })},
    {.id = "encoding.channel_offset",
     .citation = {snb("7.2.2 QtrCtrl"), bdw("vol7 QtrCtrl, NibCtrl")},
     .text = "the channel offset must be a multiple of the execution size, and end within 32 channels",
     .hint = "select the quarter, half or nibble that the execution size can address",
     .condition = Condition::of_instruction(
         [](const Instruction& i) { return !is_channel_offset(i.channel_offset, i.exec_size); }),
     .has_words = true},
    {.id = "predicate.access_mode",
     .citation = {snb("7.2.2 PredCtrl"), bdw("vol7 PredCtrl")},
     .text = "the predicate control belongs to the other access mode",
     .hint = "Align1 has .any2h to .all16h, .anyv, .allv; Align16 has .x, .y, .z, .w, .any4h, .all4h",
     .condition = Condition::of_instruction(
         [](const Instruction& i) { return !is_of_access_mode(i.pred_control, i.access_mode); })},
    {.id = "predicate.any32h",
     .citation = {snb("7.2.2 PredCtrl: 1100 to 1111 reserved"), kNone},
     .text = "the generation has no .any32h and .all32h",
     .hint = "use .any16h or .all16h",
     .condition = Condition::of_instruction([](const Instruction& i) {
       return i.pred_control == PredControl::any32h || i.pred_control == PredControl::all32h;
     })},
    {.id = "flag.register",
     .citation = {snb("5.3.4.6, Table 5-10"), bdw("vol7 Flag Register")},
     .text = "the flag subregister does not exist",
     .hint = "use f0.0 or f0.1 (f1 only where the generation has it)",
     .condition = Condition::of_instruction(
         [](const Gen& gen, const Instruction& i, const Operand&) { return !has_flag(gen, i.flag_nr, i.flag_subnr); })},
    {.id = "math.function",
     .citation = {snb("8.3.28, function control"), kNone},
     .text = "the math function is reserved",
     .hint = "use inv, log, exp, sqt, rsq, sin, cos, fdiv, pow, idiv, iqot or irem",
     .condition = Condition::of_instruction([](const Instruction& i) {
       return i.opcode == Opcode::math &&
              (i.math == MathFunction::none || i.math == MathFunction::sincos || is_macro(i.math));
     }),
     .has_words = true},
});

}  // namespace eugene::isa
