// Rules on single instructions of flow control and on wait. SNB PRM vol4 part2 8.3.5 to 8.3.7, 8.3.10, 8.3.15 to
// 8.3.21, 8.3.36, 8.3.48, 8.3.49. program.cpp has the rules on whole programs.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool is(const Subject& s, Opcode opcode) { return s.i.opcode == opcode; }

bool embedded_compare(const Subject& s) { return s.row.has(kMayCompare) && s.i.cond_mod != CondMod::none; }

// The distance is source 1 if source 0 is ip (8.3.21), else source 0.
Operands index_bit(const Subject& s) { return s.src(0).is_arf(Arf::ip) ? kSrc1 : kSrc0; }
const Operand& index_operand(const Subject& s) { return s.src(s.src(0).is_arf(Arf::ip) ? 1 : 0); }

bool has_immediate(const Subject& s) { return s.i.dst.is_imm() || s.src(0).is_imm() || s.src(1).is_imm(); }

bool has_uip(const Subject& s) { return s.row.format == Format::branch; }

constexpr Rule kFlowRules[] = {
    {.id = "flow.accumulator",
     .citation = {snb("7.3.2, 8.3.7, 8.3.16, 8.3.36"), kNone},
     .text = "{op} cannot use the accumulator",
     .hint = "use general registers",
     .check =
         [](const Subject& s) {
           if (!s.flow) return kFine;
           return s.operands_where([](const Operand& o) { return is_accumulator(o); });
         }},
    of(limit("flow.distance"),
       [](const Subject& s) {
         if (!s.flow) return kFine;
         return broken_if(s.i.jip % 8 != 0 || (has_uip(s) && s.i.uip % 8 != 0));
       }),
    of(limit("flow.range"),
       [](const Subject& s) {
         const auto too_far = [](std::int32_t bytes) { return bytes / 8 > 0x7FFF || bytes / 8 < -0x8000; };
         return broken_if(s.flow && !is(s, Opcode::jmpi) && (too_far(s.i.jip) || (has_uip(s) && too_far(s.i.uip))));
       }),
    of(limit("flow.uip_source")),
    of(limit("flow.bare_register")),
    {.id = "flow.register_target",
     .citation = {snb("8.3.5 to 8.3.7, 8.3.10, 8.3.15 to 8.3.20, 8.3.49: JIP and UIP must be immediate"),
                  bdw("vol2a branches: JIP and UIP")},
     .text = "{op} cannot take its distance from a register",
     .hint = "use an immediate distance; jmpi takes a register",
     .check =
         [](const Subject& s) {
           if (!s.flow || takes_register_target(s.gen, s.i.opcode) || has_immediate(s) || embedded_compare(s))
             return kFine;
           Operands broken = kFine;
           for (unsigned n = s.row.sources; n < 2; ++n) {
             if (!s.src(n).is_null()) broken = static_cast<Operands>(broken | source_bit(n));
           }
           return broken;
         }},
    {.id = "flow.exec_size",
     .citation = {snb("8.3.5 to 8.3.49: sixteen channels have an IP"), kNone},
     .text = "{op} can have at most 16 channels",
     .hint = "run 32 channels in single program flow, or as two halves with fork",
     .check = [](const Subject& s) { return broken_if(s.flow && !is(s, Opcode::fork) && s.i.exec_size > 16); }},
    {.id = "flow.dependency_control",
     .citation = {snb("5.8: for instructions with a destination"), bdw("vol7 DepCtrl"), kNone},
     .text = "{op} cannot have destination dependency control",
     .hint = "remove NoDDClr and NoDDChk",
     .check = [](const Subject& s) { return broken_if(s.flow && (s.i.no_dd_clr || s.i.no_dd_chk)); }},
    {.id = "flow.compare_size",
     .citation = {snb("8.3.7, 8.3.20, 8.3.49: the same element size as source0"), kNone},
     .text = "the destination of a branch that compares must have the element size of src0",
     .hint = "use null with src0's type",
     .check =
         [](const Subject& s) {
           return broken_if(
               embedded_compare(s) && !s.src(0).is_imm() && byte_size(s.i.dst.type) != byte_size(s.src(0).type), kDst);
         }},
    {.id = "flow.compare_stride",
     .citation = {snb("8.3.7, 8.3.20, 8.3.49: horizontal stride of 1"), kNone},
     .text = "the destination of a branch that compares must have a stride of 1",
     .hint = "write <1>",
     .check =
         [](const Subject& s) {
           return broken_if(embedded_compare(s) && !s.i.dst.is_imm() && s.i.dst.region.hstride != 1, kDst);
         }},
    {.id = "halt.operands",
     .citation = {snb("8.3.19: dst and src0 must be NULL"), kNone},
     .text = "destination and src0 of halt must be null",
     .hint = "write halt with its distances only",
     .check =
         [](const Subject& s) {
           if (!is(s, Opcode::halt)) return kFine;
           const Operands dst = broken_if(!s.i.dst.is_null(), kDst);
           return static_cast<Operands>(dst | broken_if(!s.src(0).is_null(), kSrc0));
         }},
    {.id = "while.backward",
     .citation = {snb("8.3.49: it should be a negative number"), bdw("vol2a while")},
     .text = "while must jump backwards",
     .hint = "give the distance to the first instruction of the loop",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::while_) && s.i.jip > 0); }},
    {.id = "while.itself",
     .severity = Severity::warning,
     .citation = {snb("8.3.49: it should be a negative number"), bdw("vol2a while")},
     .text = "while jumps to itself, so its predicate never changes",
     .hint = "give the distance to the first instruction of the loop",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::while_) && s.i.jip == 0); }},
    {.id = "else.forward",
     .citation = {snb("8.3.15: intended to be forward referencing"), bdw("vol2a else, if")},
     .text = "{op} must jump forwards",
     .hint = "give the distance to else or endif",
     .check = [](const Subject& s) { return broken_if(s.is({Opcode::if_, Opcode::else_}) && s.i.jip <= 0); }},
    {.id = "break.order",
     .citation = {snb("8.3.5, 8.3.19: JIP ends the innermost block, UIP comes after the loop, or ends the program"),
                  kNone},
     .text = "JIP and UIP of {op} must lead forwards, UIP at least as far as JIP",
     .hint = "set JIP to the end of the innermost block, UIP to the end of the block that {op} leaves",
     .check =
         [](const Subject& s) {
           return broken_if(s.is({Opcode::break_, Opcode::halt}) && (s.i.jip <= 0 || s.i.uip < s.i.jip));
         }},
    {.id = "fork.source",
     .citation = {snb("8.3.17: src0 is limited to DMask, VMask and NULL"), kNone},
     .text = "the source of fork must be the dispatch mask sr0.2, the vector mask sr0.3, or null",
     .hint = "name the mask of the channels that continue",
     .check =
         [](const Subject& s) {
           constexpr unsigned kDispatchMask = 8;  // bytes; the vector mask follows
           const bool mask = s.src(0).is_arf(Arf::sr) && s.src(0).subnr >= kDispatchMask && !s.src(0).indirect;
           return broken_if(is(s, Opcode::fork) && !mask && !s.src(0).is_null(), kSrc0);
         }},
    {.id = "jmpi.exec_size",
     .citation = {snb("8.3.21: execution size must be 1"), bdw("vol2a jmpi")},
     .text = "jmpi must have an execution size of 1",
     .hint = "write jmpi (1)",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::jmpi) && s.i.exec_size != 1); }},
    {.id = "jmpi.no_mask",
     .severity = Severity::warning,  // Intel's media kernels leave it out: docs/record/errata.md
     .citation = {snb("8.3.21: NoMask must be set"), bdw("vol2a jmpi")},
     .text = "jmpi is documented to have NoMask",
     .hint = "add NoMask to the instruction options",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::jmpi) && !s.i.no_mask); }},
    {.id = "jmpi.type",
     .citation = {snb("8.3.21: the data type must be D"), bdw("vol2a jmpi")},
     .text = "the distance of jmpi must be a signed dword",
     .hint = "use :d",
     .check =
         [](const Subject& s) {
           return broken_if(is(s, Opcode::jmpi) && index_operand(s).type != Type::d, index_bit(s));
         }},
    {.id = "jmpi.scalar",
     .citation = {snb("8.3.21: a scalar register or an immediate"), bdw("vol2a jmpi")},
     .text = "the distance of jmpi must be one value",
     .hint = "write <0;1,0>",
     .check =
         [](const Subject& s) {
           return broken_if(is(s, Opcode::jmpi) && index_operand(s).is_grf() && !is_scalar(index_operand(s).region),
                            index_bit(s));
         }},
    {.id = "jmpi.ip_operands",
     .citation = {snb("8.3.21: IP register must be put at dst and src0"), kNone},
     .text = "destination and src0 of jmpi must be ip",
     .hint = "encode jmpi with ip in both places and the distance in src1",
     .check =
         [](const Subject& s) {
           if (!is(s, Opcode::jmpi)) return kFine;
           const Operands dst = broken_if(!s.i.dst.is_arf(Arf::ip), kDst);
           return static_cast<Operands>(dst | broken_if(!s.src(0).is_arf(Arf::ip), kSrc0));
         }},
    {.id = "call.exec_size",
     .citation = {snb("8.3.6 restrictions"), kNone},
     .text = "call must have an execution size of 2",
     .hint = "write call (2)",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::call) && s.i.exec_size != 2); }},
    {.id = "call.destination_type",
     .citation = {snb("8.3.6 restrictions"), bdw("vol2a call")},
     .text = "call writes dwords (the return address and the call mask)",
     .hint = "use a :d or :ud destination",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::call) && !is_dword_int(s.i.dst.type), kDst); }},
    {.id = "call.source_type",
     .citation = {snb("8.3.6: must have DWord source and destination type"), kNone},
     .text = "src0 of call must be a dword",
     .hint = "write null:d",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::call) && !is_dword_int(s.src(0).type), kSrc0); }},
    {.id = "call.destination_alignment",
     .citation = {snb("8.3.6: the destination must be QWord aligned"), bdw("vol2a call")},
     .text = "the destination of call must be aligned to 8 bytes",
     .hint = "use an even dword",
     .check =
         [](const Subject& s) {
           return broken_if(s.is({Opcode::call, Opcode::calla}) && !s.i.dst.indirect && s.i.dst.subnr % 8 != 0, kDst);
         }},
    {.id = "call.destination_file",
     .citation = {snb("8.3.6"), bdw("vol2a call")},
     .text = "call must keep the return address in a general register",
     .hint = "name a general register",
     .check =
         [](const Subject& s) { return broken_if(s.is({Opcode::call, Opcode::calla}) && !s.i.dst.is_grf(), kDst); }},
    {.id = "call.source_region",
     .citation = {snb("8.3.6: the source0 regioning control must be <2;2,1>"), kNone},
     .text = "the region of src0 of call must be <2;2,1>",
     .hint = "write null<2;2,1>",
     .check =
         [](const Subject& s) { return broken_if(is(s, Opcode::call) && s.src(0).region != Region{2, 2, 1}, kSrc0); }},
    {.id = "call.quarter",
     .citation = {snb("8.3.6, 8.3.17: QtrCtrl is not allowed"), kNone},
     .text = "{op} cannot select channels",
     .hint = "remove the quarter control",
     .check =
         [](const Subject& s) { return broken_if(s.is({Opcode::call, Opcode::fork}) && s.i.channel_offset != 0); }},
    {.id = "ret.type",
     .citation = {snb("8.3.36, Src Types"), bdw("vol2a ret")},
     .text = "ret reads dwords (the return address and the call mask)",
     .hint = "use a :d or :ud source",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::ret) && !is_dword_int(s.src(0).type), kSrc0); }},
    {.id = "ret.register",
     .citation = {snb("8.3.36: ret NULL reg"), bdw("vol2a ret")},
     .text = "ret must take its target from a register",
     .hint = "name the register that call wrote",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::ret) && has_immediate(s)); }},
    {.id = "ret.destination",
     .citation = {snb("8.3.36: ret NULL"), kNone},
     .text = "ret cannot have a destination",
     .hint = "write null",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::ret) && !s.i.dst.is_null(), kDst); }},
    {.id = "wait.register",
     .citation = {snb("8.3.48 restrictions"), bdw("vol2a wait"), kNone},
     .text = "wait needs a notification register",
     .hint = "write n0, n1 or n2",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::wait) && !s.src(0).is_arf(Arf::n), kSrc0); }},
    {.id = "wait.destination",
     .citation = {snb("8.3.48: src0 and dst must be n0, n1, or n2"), kNone},
     .text = "the destination of wait must be its notification register",
     .hint = "write the same register in both places",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::wait) && !s.i.dst.is_arf(Arf::n), kDst); }},
    {.id = "wait.exec_size",
     .citation = {snb("8.3.48 restrictions"), bdw("vol2a wait"), kNone},
     .text = "wait must have an execution size of 1",
     .hint = "write wait (1)",
     .check = [](const Subject& s) { return broken_if(is(s, Opcode::wait) && s.i.exec_size != 1); }},
};

}  // namespace

std::span<const Rule> flow_rules() { return kFlowRules; }

}  // namespace eugene::rules
