// Limits of branches and sends. SNB PRM vol4 part2 8.3.5 to 8.3.45, BDW and SKL PRM vol2a.
#pragma once

#include <array>

#include "isa/limits/limit.h"
#include "isa/limits/values.h"

namespace eugene::isa {

inline constexpr auto kBranchSendLimits = std::to_array<Limit>({
    {.id = "flow.distance",
     .citation = {snb("8.3: distances in number of 64-bit data chunks"), bdw("vol2a branches: byte distances")},
     .text = "a branch must lead to the start of an instruction",
     .hint = "use a distance in whole instructions: multiples of 8 bytes"},
    {.id = "flow.range",
     .citation = {snb("8.3: Format = S15"), kNone},
     .text = "the branch target is too far away for the distance field",
     .hint = "branch in two steps, or use jmpi"},
    {.id = "flow.uip_source",
     .citation = {kNone, bdw("vol2a brc")},
     .text = "the UIP of {op} leaves no room for source 1",
     .hint = "leave source 1 out"},
    {.id = "flow.bare_register",
     .citation = {kNone, kNone, iga("branches of Gen12")},
     .text = "{op} can take its target only from a register that is named",
     .hint = "write a register",
     .condition =
         Condition::of_operands([](const Instruction& i, const Operand& o) { return is_branch(i) && o.indirect; })},
    {.id = "send.payload_mrf",
     .citation = {snb("8.3.44: src is a 256-bit aligned MRF register"), kNone},
     .text = "the payload of {op} must be a message register",
     .hint = "move the payload to m0 to m23"},
    {.id = "send.payload_grf",
     .citation = {kNone, bdw("vol2a send: src0 is a GRF register")},
     .text = "the payload of {op} must be a general register",
     .hint = "use r0 to r127"},
    {.id = "send.descriptor_region",
     .citation = {snb("8.3.44, 7.2.5: src1 must be a0.0"), bdw("vol2a send")},
     .text = "a descriptor in a register must be a0.0<0;1,0>:ud",
     .hint = "write a0.0",
     .condition = Condition::of_descriptor([](const Instruction& i, const Operand& o) {
       return i.send.descriptor_in_a0 && !(holds_descriptor(o) && is_scalar(o.region));
     }),
     .has_words = true},
    {.id = "send.half_register",
     .citation = {kNone, skl("vol2a send, sends")},
     .text = "operands of {op} must begin at byte 0 or 16 of a register",
     .hint = "use subregister 0, or move the operand"},
    {.id = "send.split_file",
     .citation = {kNone, skl("vol2a sends")},
     .text = "operands of {op} must be general registers or null",
     .hint = "move the value to a general register, or write null"},
    {.id = "send.extended_descriptor",
     .citation = {kNone, skl("vol2a send, sends: ExDesc"), mesa("brw_inst.h: SEND ExDesc")},
     .text = "{op} has no room for these bits of the extended descriptor",
     .hint = "clear them: on Gen9 sends has bits 31:16 and 9:6, and send fewer; from Gen12 on bits 31:6 exist"},
    {.id = "send.extended_register",
     .citation = {kNone, skl("vol2a sends: ExDesc register")},
     .text = "an extended descriptor must begin at an even subregister of a0",
     .hint = "write a0.0, a0.2, a0.4, ..."},
});

}  // namespace eugene::isa
