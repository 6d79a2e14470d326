// Limits of operands: types, immediates, registers, addresses and Align16. SNB PRM vol4 part2 4.2, 5.3 and 7.2.1.
#pragma once

#include <array>

#include "isa/limits/limit.h"
#include "isa/limits/values.h"

namespace eugene::isa {

// True if the operands must start at a multiple of 16 bytes. Three-source instructions and split sends have limits of
// their own: their operands start at dwords and at half registers.
constexpr bool has_align16_operands(const Instruction& i) {
  return i.access_mode == AccessMode::align16 && !is_three_source(i) && i.row().format != Format::split_send;
}

inline constexpr auto kOperandLimits = std::to_array<Limit>({
    {.id = "type.generation",
     .citation = {snb("4.2, Table 4-1"), kNone},
     .text = "the generation does not have this type",
     .hint = "64-bit types and half floats need Gen8 or later",
     .condition = Condition::of_operands(
         [](const Gen& gen, const Instruction&, const Operand& o) { return !has_type(gen, o.type); })},
    {.id = "type.vector_register",
     .citation = {snb("4.2.4, 4.2.5"), bdw("vol7 Packed Signed Half-Byte Integer Vector")},
     .text = "a packed vector type is for immediates only",
     .hint = "use :w, :uw or :f for registers",
     .condition = Condition::of_operands([](const Operand& o) { return info(o.type).is_vector && !o.is_imm(); })},
    {.id = "type.byte_immediate",
     .citation = {snb("5.3.5 Immediate"), bdw("vol7 Immediate")},
     .text = "an immediate cannot be a byte",
     .hint = "write it as :w or :uw",
     .condition = Condition::of_sources([](const Operand& o) { return o.is_imm() && byte_size(o.type) == 1; })},
    {.id = "type.qword_immediate",
     .citation = {kNone, bdw("vol7 Immediate: a 64-bit immediate needs the bits of the second source")},
     .text = "only an instruction with one source can have a 64-bit immediate",
     .hint = "load it with mov first"},
    {.id = "immediate.last_source",
     .citation = {snb("7.2.3.1 implementation note 1"), bdw("vol7 Immediate")},
     .text = "only the last source can be an immediate",
     .hint = "swap the sources where the operation allows it, or load the constant with mov"},
    {.id = "immediate.destination",
     .citation = {snb("5.3.1 Register Files, 5.3.5 Immediate"), bdw("vol7 Immediate")},
     .text = "the destination cannot be immediate",
     .hint = "write a register, or null",
     .condition = Condition::of_destination([](const Operand& o) { return o.is_imm(); })},
    {.id = "register.file",
     .citation = {kNone, bdw("vol7 Register Files: no MRF")},
     .text = "the generation has no message registers",
     .hint = "a send takes its payload from r registers; or is this code for Gen6?",
     .condition = Condition::of_operands([](const Operand& o) { return o.is_mrf(); })},
    {.id = "register.number",
     .citation = {snb("5.3.2, Table 5-3"), bdw("vol7 GRF Registers")},
     .text = "the register does not exist",
     .hint = "general registers are r0 to r127"},
    {.id = "arf.notification",
     .citation = {snb("5.3.4.9, 8.3.48"), bdw("vol7 Notification Registers")},
     .text = "the only notification registers are n0.0, n0.1 and n0.2",
     .hint = "write n0.1 for the second",
     .condition = Condition::of_operands([](const Operand& o) { return o.is_arf(Arf::n) && o.arf_nr() != 0; })},
    {.id = "arf.indirect",
     .citation = {snb("5.3.4: index-ability No"), bdw("vol7 ARF Registers")},
     .text = "architecture registers cannot be addressed through a0",
     .hint = "address them directly",
     .condition = Condition::of_operands([](const Operand& o) { return o.file == RegFile::arf && o.indirect; })},
    {.id = "indirect.rows_direct",
     .citation = {snb("7.2.1.1 VertStride: encoding 1111b"), bdw("vol7 VertStride")},
     .text = "one address for each row needs register-indirect addressing in Align1 mode",
     .hint = "write a vertical stride",
     .condition = Condition::of_sources([](const Instruction& i, const Operand& o) {
       return o.region.vstride == Region::kPerRowAddress && (!o.indirect || i.access_mode == AccessMode::align16);
     })},
    {.id = "indirect.subregister",
     .citation = {snb("7.2.1.1 AddrSubRegNum"), bdw("vol7 AddrSubRegNum")},
     .text = "the address subregister does not exist",
     .hint = "a0 has subregisters 0 to 7 on Gen6, 0 to 15 on Gen8 and later",
     .condition = Condition::of_operands([](const Gen& gen, const Instruction&, const Operand& o) {
       return o.indirect && !has_address_subregister(gen, o.addr_subnr);
     })},
    {.id = "indirect.offset",
     .citation = {snb("7.2.1.1 AddrImm"), bdw("vol7 AddrImm")},
     .text = "the address immediate must be from -512 to 511",
     .hint = "add the rest to the address register",
     .condition =
         Condition::of_operands([](const Operand& o) { return o.indirect && !fits_address_immediate(o.addr_imm); })},
    {.id = "align16.alignment",
     .citation = {snb("5.3.8: the origins of all operands are 16-byte aligned"), bdw("vol7 Access Modes")},
     .text = "in Align16 mode operands must start at a multiple of 16 bytes",
     .hint = "use subregister 0 or the upper half, and swizzle",
     .condition = Condition::of_operands([](const Instruction& i, const Operand& o) {
       return has_align16_operands(i) && !o.is_imm() && (o.indirect ? o.addr_imm : o.subnr) % 16 != 0;
     })},
});

}  // namespace eugene::isa
