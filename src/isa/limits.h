// Limits: properties of an instruction for which its machine word has no room. Each limit is one row with identifier,
// citation, text and hint.
//
// A limit is met in several places: by the assembler, which can mark the operand; by the encoder, for instructions from
// elsewhere; by the decoder, in bytes that mean nothing; and by the rules, in an instruction that is only checked. All
// of them report the row of this table, so that a user meets one identifier and one text, and `eugene check --rules`
// lists it once. Where a limit can be seen in the instruction, its row has the condition, which all of them call.
// Others are about what was written or encoded, such as a number that no field holds. Instructions that can be encoded
// but are forbidden are the subject of src/rules.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/citation.h"
#include "isa/encoding/codes.h"
#include "isa/limit_condition.h"

namespace eugene::isa {

struct Limit {
  std::string_view id;  // "three_source.align16"
  Citations citation;
  std::string_view text;  // what must hold, or what is not there; {op} stands for the mnemonic
  std::string_view hint;  // what to write instead
  Condition condition{};  // what breaks it
};

inline constexpr auto kLimits = std::to_array<Limit>({
    {.id = "encoding.opcode",
     .citation = {{snb("7.3, opcode encoding"), bdw("vol7 Opcode Encoding")}},
     .text = "the generation has no instruction {op}",
     .hint = "compile for a generation that has it, or write it with other instructions"},
    {.id = "encoding.reserved_field",
     .citation = {{snb("7.2, tables of the machine formats"), bdw("vol7 Instruction Machine Formats")}},
     .text = "a field holds a reserved encoding",
     .hint = "this may be data, or code of another generation (--gen)"},
    {.id = "encoding.value",
     .citation = {{snb("7.2, tables of the machine formats"), bdw("vol7 Instruction Machine Formats")}},
     .text = "a value has no encoding in its field",
     .hint = "use a value that the generation has, or another generation (--gen)"},
    {.id = "encoding.reserved_given",
     .citation = {{snb("7.2, tables of the machine formats: reserved, must be zero; ignored"),
                   bdw("vol7 Instruction Machine Formats")}},
     .text = "{op} uses a bit that is given as reserved",
     .hint = "write what the bit stands for, not {Bit=}"},
    {.id = "encoding.compacted",
     .citation = {{snb("5.5.3 rules and restrictions"), bdw("vol7 Instruction Compaction")}},
     .text = "{op} has no compacted form",
     .hint = "leave Compacted out"},
    {.id = "encoding.exec_size",
     .citation = {{snb("7.2.2 ExecSize"), bdw("vol7 ExecSize")}},
     .text = "the execution size is 1, 2, 4, 8, 16 or 32",
     .hint = "split the instruction or round the size to a power of two"},
    {.id = "encoding.channel_offset",
     .citation = {{snb("7.2.2 QtrCtrl"), bdw("vol7 QtrCtrl, NibCtrl")}},
     .text = "the channel offset is a multiple of the execution size that ends within 32 channels",
     .hint = "select the quarter, half or nibble that the execution size can address"},
    {.id = "predicate.access_mode",
     .citation = {{snb("7.2.2 PredCtrl"), bdw("vol7 PredCtrl")}},
     .text = "the predicate control belongs to the other access mode",
     .hint = "Align1 has .any2h to .all16h, .anyv, .allv; Align16 has .x, .y, .z, .w, .any4h, .all4h"},
    {.id = "predicate.any32h",
     .citation = {{snb("7.2.2 PredCtrl: 1100 to 1111 reserved"), kNone}},
     .text = "groups of 32 channels cannot be combined",
     .hint = "use .any16h or .all16h"},
    {.id = "flag.register",
     .citation = {{snb("5.3.4.6, Table 5-10"), bdw("vol7 Flag Register")}},
     .text = "predicate and condition use a flag subregister that exists",
     .hint = "use f0.0 or f0.1 (f1 only where the generation has it)"},
    {.id = "math.function",
     .citation = {{snb("8.3.28, function control"), kNone}},
     .text = "the math function is reserved",
     .hint = "use inv, log, exp, sqt, rsq, sin, cos, fdiv, pow, idiv, iqot or irem"},
    {.id = "type.generation",
     .citation = {{snb("4.2, Table 4-1"), kNone}},
     .text = "the generation does not have this type",
     .hint = "64-bit types and half floats need Gen8 or later",
     .condition = Condition::of_operands(
         [](const Gen& gen, const Instruction&, const Operand& o) { return !has_type(gen, o.type); })},
    {.id = "type.vector_register",
     .citation = {{snb("4.2.4, 4.2.5"), bdw("vol7 Packed Signed Half-Byte Integer Vector")}},
     .text = "a packed vector type is for immediates only",
     .hint = "use :w, :uw or :f for registers",
     .condition = Condition::of_operands([](const Operand& o) { return info(o.type).is_vector && !o.is_imm(); })},
    {.id = "type.byte_immediate",
     .citation = {{snb("5.3.5 Immediate"), bdw("vol7 Immediate")}},
     .text = "an immediate cannot be a byte",
     .hint = "write it as :w or :uw",
     .condition = Condition::of_sources([](const Operand& o) { return o.is_imm() && size_of(o.type) == 1; })},
    {.id = "type.qword_immediate",
     .citation = {{kNone, bdw("vol7 Immediate: a 64-bit immediate needs the bits of the second source")}},
     .text = "a 64-bit immediate is possible in one-source instructions only",
     .hint = "load it with mov first"},
    {.id = "immediate.last_source",
     .citation = {{snb("7.2.3.1 implementation note 1"), bdw("vol7 Immediate")}},
     .text = "only the last source can be an immediate",
     .hint = "swap the sources where the operation allows it, or load the constant with mov"},
    {.id = "immediate.destination",
     .citation = {{snb("5.3.1 Register Files, 5.3.5 Immediate"), bdw("vol7 Immediate")}},
     .text = "the destination cannot be immediate",
     .hint = "write a register, or null",
     .condition = Condition::of_destination([](const Operand& o) { return o.is_imm(); })},
    {.id = "register.file",
     .citation = {{kNone, bdw("vol7 Register Files: no MRF")}},
     .text = "the generation has no message registers",
     .hint = "use general registers"},
    {.id = "register.number",
     .citation = {{snb("5.3.2, Table 5-3"), bdw("vol7 GRF Registers")}},
     .text = "there is no such register",
     .hint = "general registers are r0 to r127"},
    {.id = "arf.notification",
     .citation = {{snb("5.3.4.9, 8.3.48"), bdw("vol7 Notification Registers")}},
     .text = "the notification registers are n0.0, n0.1 and n0.2",
     .hint = "write n0.1 for the second"},
    {.id = "arf.indirect",
     .citation = {{snb("5.3.4: index-ability No"), bdw("vol7 ARF Registers")}},
     .text = "architecture registers cannot be addressed through a0",
     .hint = "address them directly",
     .condition = Condition::of_operands([](const Operand& o) { return o.file == RegFile::arf && o.indirect; })},
    {.id = "indirect.rows_direct",
     .citation = {{snb("7.2.1.1 VertStride: encoding 1111b"), bdw("vol7 VertStride")}},
     .text = "one address for each row needs register-indirect addressing in Align1 mode",
     .hint = "write a vertical stride"},
    {.id = "indirect.subregister",
     .citation = {{snb("7.2.1.1 AddrSubRegNum"), bdw("vol7 AddrSubRegNum")}},
     .text = "the address subregister does not exist",
     .hint = "a0 has subregisters 0 to 7 on Gen6, 0 to 15 on Gen8 and later"},
    {.id = "indirect.offset",
     .citation = {{snb("7.2.1.1 AddrImm"), bdw("vol7 AddrImm")}},
     .text = "the address immediate must be from -512 to 511",
     .hint = "add the rest to the address register",
     .condition =
         Condition::of_operands([](const Operand& o) { return o.indirect && !fits_address_immediate(o.addr_imm); })},
    {.id = "align16.alignment",
     .citation = {{snb("5.3.8: the origins of all operands are 16-byte aligned"), bdw("vol7 Access Modes")}},
     .text = "in Align16 mode operands start at a multiple of 16 bytes",
     .hint = "use subregister 0 or the upper half, and swizzle"},
    {.id = "three_source.align16",
     .citation = {{snb("7.2: must be Align16"), bdw("vol7 3-src instructions")}},
     .text = "three-source instructions must use Align16",
     .hint = "write Align16 operands",
     .condition = Condition::of_instruction(
         [](const Instruction& i) { return is_three_source(i) && i.access_mode != AccessMode::align16; })},
    {.id = "three_source.source_file",
     .citation = {{snb("7.2: only GRF registers for sources"), bdw("vol7 3-src instructions")}},
     .text = "sources of three-source instructions must be general registers",
     .hint = "load other values, immediates too, into registers",
     .condition = Condition::of_sources(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && !o.is_grf(); })},
    {.id = "three_source.destination_file",
     .citation = {{snb("7.2: only GRF or MRF for destination"), bdw("vol7 3-src instructions: GRF only")}},
     .text = "the destination of a three-source instruction must be a general or message register",
     .hint = "write a general register",
     .condition = Condition::of_destination(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && !o.is_grf() && !o.is_mrf(); })},
    {.id = "three_source.indirect",
     .citation = {{snb("7.2, figure 7-3"), bdw("vol7 3-src instructions")}},
     .text = "three-source instructions address registers directly",
     .hint = "use direct registers",
     .condition = Condition::of_operands(
         [](const Instruction& i, const Operand& o) { return is_three_source(i) && o.indirect; })},
    {.id = "three_source.subregister",
     .citation = {{snb("7.2: subregister number to DWord granularity"), bdw("vol7 3-src instructions")}},
     .text = "operands of three-source instructions start at a multiple of 4 bytes, or single half floats of 2",
     .hint = "use a dword-aligned subregister"},
    {.id = "three_source.region",
     .citation = {{snb("7.2, 8.3.24, 8.3.27: vertical stride is 4"), bdw("vol7 3-src instructions")}},
     .text = "a three-source operand is four-element vectors in sequence or one replicated element",
     .hint = "write <4> or <0;1,0>",
     .condition = Condition::of_sources([](const Instruction& i, const Operand& o) {
       return is_three_source(i) &&
              !(o.region == Region{4, 4, 1} || o.region == Region{0, 1, 0} || o.region == Region{0, 4, 1});
     })},
    {.id = "three_source.types",
     .citation = {{kNone, bdw("vol2a mad, lrp, bfe, bfi2")}},
     .text = "operands of a three-source instruction must have one type (HF and F may mix on Gen8 and later)",
     .hint = "convert with mov before or after"},
    {.id = "three_source.type",
     .citation = {{snb("8.3.24, 8.3.27: only float source and destination"), bdw("vol7 3-src instructions: types")}},
     .text = "{op} has no operands of this type",
     .hint = "convert with a mov before, and back after",
     .condition = Condition::of_operands([](const Gen& gen, const Instruction& i, const Operand& o) {
       return is_three_source(i) && !has_three_source_type(gen, o.type);
     })},
    {.id = "flow.distance",
     .citation = {{snb("8.3: distances in number of 64-bit data chunks"), bdw("vol2a branches: byte distances")}},
     .text = "a branch must lead to the boundary of an instruction",
     .hint = "use a distance in whole instructions: multiples of 8 bytes"},
    {.id = "flow.range",
     .citation = {{snb("8.3: Format = S15"), kNone}},
     .text = "the branch leads further than its distance can say",
     .hint = "branch in two steps, or use jmpi"},
    {.id = "flow.uip_source",
     .citation = {{kNone, bdw("vol2a brc")}},
     .text = "the UIP of {op} leaves no room for source 1",
     .hint = "leave source 1 out"},
    {.id = "send.payload_mrf",
     .citation = {{snb("8.3.44: src is a 256-bit aligned MRF register"), kNone}},
     .text = "the payload of {op} must be a message register",
     .hint = "move the payload to m0 to m23"},
    {.id = "send.payload_grf",
     .citation = {{kNone, bdw("vol2a send: src0 is a GRF register")}},
     .text = "the payload of {op} must be a general register",
     .hint = "use r0 to r127"},
    {.id = "send.descriptor_region",
     .citation = {{snb("8.3.44, 7.2.5: src1 must be a0.0"), bdw("vol2a send")}},
     .text = "the descriptor of {op} in a register is a0.0<0;1,0>:ud",
     .hint = "write a0.0"},
    {.id = "send.half_register",
     .citation = {{kNone, skl("vol2a send, sends")}},
     .text = "operands of {op} begin at byte 0 or 16 of a register",
     .hint = "use subregister 0, or move the operand"},
    {.id = "send.split_file",
     .citation = {{kNone, skl("vol2a sends")}},
     .text = "operands of {op} are general registers or null",
     .hint = "move the value to a general register, or write null"},
    {.id = "send.extended_descriptor",
     .citation = {{kNone, skl("vol2a send, sends: ExDesc")}},
     .text = "{op} has no room for these bits of the extended descriptor",
     .hint = "clear them: sends has bits 31:16 and 9:6, send fewer"},
    {.id = "send.extended_register",
     .citation = {{kNone, skl("vol2a sends: ExDesc register")}},
     .text = "an extended descriptor begins at an even subregister of a0",
     .hint = "write a0.0, a0.2, a0.4, ..."},
});

// The row `id`; one that is not in the table does not compile.
consteval const Limit& limit(std::string_view id) {
  for (const Limit& row : kLimits) {
    if (row.id == id) return row;
  }
  throw "no such limit";
}

// `text` with `mnemonic` for {op}.
std::string worded(std::string_view text, std::string_view mnemonic);

// Where the documents of `gen` state the limit, or else those of another generation.
std::string reference_of(const Gen& gen, const Citations& citation, std::string_view mnemonic);

// The error of an instruction `mnemonic` that meets `limit`; `detail` follows the text.
Diagnostic diagnose(const Gen& gen, const Limit& limit, std::string_view mnemonic, std::string_view detail = {});

}  // namespace eugene::isa
