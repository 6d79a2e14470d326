// Rules on the operation doubleword: opcode, execution size, channel offset, thread and dependency
// control. SNB PRM vol4 part2 7.2.2 and 7.3.
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr Rule kEncodingRules[] = {
    of(limit("encoding.opcode")),
    of(limit("encoding.reserved_field")),
    of(limit("encoding.value")),
    of(limit("encoding.reserved_given")),
    of(limit("encoding.compacted")),
    {.id = "encoding.reserved_bit",
     .severity = Severity::warning,
     .citation = {snb("7.2, tables of the machine formats: reserved, must be zero; ignored"),
                  bdw("vol7 Instruction Machine Formats")},
     .text = "reserved or ignored bits of the machine word are set",
     .hint = "clear the bits that {Bit=} names",
     .check = [](const Subject& s) { return broken_if(s.i.kept.reserved != EncodedInstruction{}); }},
    {.id = "encoding.illegal",
     .citation = {snb("6.4.1, 8.3 illegal"), bdw("vol2a illegal")},
     .text = "the illegal instruction raises an exception when it is reached",
     .hint = "remove it; pad with nop where instructions follow",
     .check = [](const Subject& s) { return broken_if(s.i.opcode == Opcode::illegal); }},
    of(limit("encoding.exec_size")),
    of(limit("encoding.channel_offset")),
    {.id = "encoding.nibble",
     .citation = {snb("7.2.2 QtrCtrl: NibCtrl only with double precision"), kNone},
     .text = "a nibble can only be selected for double precision operands",
     .hint = "use a channel offset that is a multiple of 8",
     .check = [](const Subject& s) { return broken_if(s.i.exec_size <= 4 && s.i.channel_offset % 8 == 4); }},
    {.id = "encoding.thread_control",
     .citation = {snb("7.2.2 ThreadCtrl"), bdw("vol7 ThreadCtrl"), kNone},
     .text = "thread control must be normal, Atomic or Switch",
     .hint = "use Atomic or Switch, not both",
     .check = [](const Subject& s) { return broken_if(s.i.thread_control == ThreadControl::reserved); }},
    {.id = "encoding.dependency_control_arf",
     .citation = {snb("7.2.2 DepCtrl, errata DevSNB"), kNone},
     .text = "NoDDClr and NoDDChk are not supported for architecture registers",
     .hint = "remove NoDDClr and NoDDChk, or write to a general register",
     .check =
         [](const Subject& s) {
           return broken_if(s.writes && s.i.dst.file == RegFile::arf && (s.i.no_dd_clr || s.i.no_dd_chk), kDst);
         }},
    {.id = "encoding.dependency_breakpoint",
     .severity = Severity::warning,
     .citation = {snb("6.3.9: instructions which may generate exceptions should not be placed within NoDDClr blocks"),
                  kNone},
     .text = "a breakpoint among instructions with NoDDClr and NoDDChk can hang the system routine",
     .hint = "set the breakpoint before or after them",
     .check = [](const Subject& s) { return broken_if(s.i.breakpoint && (s.i.no_dd_clr || s.i.no_dd_chk)); }},
    {.id = "encoding.compressed",
     .citation = {snb("7.3.2, 7.3.3: instruction compression is not allowed for this group; 7.3.6"), kNone},
     .text = "{op} cannot be compressed",
     .hint = "remove Compr",
     .check =
         [](const Subject& s) {
           const bool single =
               s.flow || s.any_send() || s.row.format == Format::none || s.is({Opcode::wait, Opcode::math});
           return broken_if(single && s.i.compressed);
         }},
    {.id = "encoding.nop",
     .citation = {snb("8.3.32 nop"), bdw("vol2a nop")},
     .text = "{op} cannot have a predicate, a condition, saturation or an accumulator write",
     .hint = "write a plain {op}",
     .check =
         [](const Subject& s) {
           const Instruction& i = s.i;
           return broken_if(
               s.row.format == Format::none && s.i.opcode != Opcode::illegal &&
               (i.pred_control != PredControl::none || i.cond_mod != CondMod::none || i.saturate || i.acc_wr_en));
         }},
    {.id = "encoding.compacted_branch",
     .citation = {snb("5.5.3 rules and restrictions"), bdw("vol7 Instruction Compaction")},
     .text = "a branch whose distance needs more than 13 bits cannot be compacted",
     .hint = "remove Compacted from this branch",
     .check =
         [](const Subject& s) {
           constexpr int kLimit = 1 << 12;
           const int unit = std::max<int>(s.gen.branch_unit, 1);
           const auto fits = [&](int distance) { return distance / unit >= -kLimit && distance / unit < kLimit; };
           return broken_if(s.i.compacted && s.flow && !(fits(s.i.jip) && fits(s.i.uip)));
         }},
};

}  // namespace

std::span<const Rule> encoding_rules() { return kEncodingRules; }

}  // namespace eugene::rules
