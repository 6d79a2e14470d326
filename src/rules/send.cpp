// Rules on send, sendc, sends and sendsc: operands, lengths and the end of thread. SNB PRM vol4 part2 8.3.44, 8.3.45;
// BDW and SKL PRM vol2a send, sends. message.cpp has rules on the messages themselves.
#include "isa/message/message.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr unsigned kFirstEndOfThreadRegister = 112;
constexpr unsigned kLastRegister = 127;

// Lengths are known only if the descriptor is an immediate.
bool known_descriptor(const Subject& s) { return s.any_send() && !s.i.send.descriptor_in_a0; }
bool known_extended(const Subject& s) { return s.split_send && !s.i.send.extended_descriptor_in_a0; }

unsigned payload_length(const Subject& s) { return known_descriptor(s) ? std::max(s.i.send.message_length(), 1U) : 1; }
unsigned extended_length(const Subject& s) { return known_extended(s) ? s.i.send.extended_message_length() : 1; }

bool is_direct_grf(const Operand& operand) { return operand.is_grf() && !operand.indirect; }

bool overlap(unsigned a, unsigned a_length, unsigned b, unsigned b_length) {
  return a < b + b_length && b < a + a_length;
}

// Without a response, naming an accumulator as the destination has no effect.
bool ends_into_accumulator(const Subject& s) {
  return known_descriptor(s) && s.i.send.eot && is_accumulator(s.i.dst) && s.i.send.response_length() == 0;
}

bool crosses_register(const Subject& s) {
  return s.send && !s.align16 && !s.i.dst.indirect && destination_footprint(s.i).registers() > 1;
}

// True if there is no response, or one that consists of whole registers, independent of the channels.
bool response_is_block(const Subject& s) {
  if (!known_descriptor(s)) return false;
  if (s.i.send.response_length() == 0) return true;
  const Result<Message> message = decode_message(s.gen, s.i.send.sfid, s.i.send.descriptor, 0);
  return message &&
         (std::holds_alternative<OwordBlock>(message->body) || std::holds_alternative<MediaBlock>(message->body));
}

constexpr Rule kSendRules[] = {
    of(limit("send.payload_mrf"),
       [](const Subject& s) { return broken_if(s.any_send() && !s.src(0).is_mrf(), kSrc0); }),
    of(limit("send.payload_grf"),
       [](const Subject& s) { return broken_if(s.any_send() && !s.src(0).is_grf(), kSrc0); }),
    {.id = "send.payload_direct",
     .citation = {snb("8.3.44"), bdw("vol2a send")},
     .text = "the payload of {op} must be addressed directly",
     .hint = "use a fixed register",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.src(0).indirect, kSrc0); }},
    {.id = "send.payload_alignment",
     .citation = {snb("8.3.44: src is a 256-bit aligned MRF register"), bdw("vol2a send")},
     .text = "the payload of {op} must start at the beginning of a register",
     .hint = "use subregister 0",
     .check =
         [](const Subject& s) { return broken_if(s.any_send() && !s.src(0).indirect && s.src(0).subnr != 0, kSrc0); }},
    {.id = "send.payload_range",
     .citation = {snb("5.3.3 Table 5-4, 8.3.44"), bdw("vol2a send")},
     .text = "the message reaches past the last register",
     .hint = "use lower registers or a shorter message",
     .check =
         [](const Subject& s) {
           if (!s.any_send() || s.src(0).indirect) return kFine;
           const unsigned count = s.src(0).is_mrf() ? s.gen.files.mrf_count : s.gen.files.grf_count;
           const bool counted = s.src(0).is_mrf() ? s.gen.has_message_registers() : s.src(0).is_grf();
           return broken_if(counted && s.src(0).nr + payload_length(s) > count, kSrc0);
         }},
    {.id = "send.message_length",
     .citation = {snb("8.3.44, Table 8-15: a value of 0 is considered erroneous"), bdw("vol2a send")},
     .text = "the message length must be 1 to 15",
     .hint = "set bits 28:25 of the descriptor to the number of payload registers",
     .check = [](const Subject& s) { return broken_if(known_descriptor(s) && s.i.send.message_length() == 0); }},
    {.id = "send.response_length",
     .citation = {snb("8.3.44, Table 8-15: range 0 to 16"), bdw("vol2a send")},
     .text = "the response length must be 0 to 16",
     .hint = "set bits 24:20 of the descriptor to the number of response registers",
     .check = [](const Subject& s) { return broken_if(known_descriptor(s) && s.i.send.response_length() > 16); }},
    {.id = "send.descriptor_reserved",
     .citation = {snb("8.3.44, Table 8-15: bits 31:29 MBZ"), kNone},
     .text = "bits 31:29 of the message descriptor must be zero",
     .hint = "use the EOT option for the end of the thread",
     .check = [](const Subject& s) { return broken_if(known_descriptor(s) && (s.i.send.descriptor >> 29) != 0); }},
    {.id = "send.response_null",
     .citation = {snb("8.3.44: if dest is null, Response Length must be 0"), bdw("vol2a send")},
     .text = "a message with a response needs a destination",
     .hint = "name a destination, or set the response length to 0",
     .check =
         [](const Subject& s) {
           return broken_if(known_descriptor(s) && s.i.dst.is_null() && s.i.send.response_length() != 0, kDst);
         }},
    {.id = "send.response_missing",
     .severity = Severity::warning,
     .citation = {snb("8.3.44: with a GRF dest the response length cannot be zero"), kNone},
     .text = "a message without a response should have null as its destination",
     .hint = "write null",
     .check =
         [](const Subject& s) {
           return broken_if(known_descriptor(s) && s.i.dst.is_grf() && s.i.send.response_length() == 0, kDst);
         }},
    {.id = "send.destination_file",
     .citation = {snb("8.3.44: null, a direct or an indirect GRF register"), bdw("vol2a send")},
     .text = "the destination of {op} must be a general register or null",
     .hint = "use r1 to r127, or null",
     .check =
         [](const Subject& s) {
           return broken_if(s.any_send() && !s.i.dst.is_grf() && !(s.i.dst.is_null() && !s.i.dst.indirect) &&
                                !ends_into_accumulator(s),
                            kDst);
         }},
    {.id = "send.destination_r0",
     .citation = {snb("8.3.44: R0 can not be used as destination"), kNone},
     .text = "r0 cannot receive a response",
     .hint = "use r1 or higher",
     .check =
         [](const Subject& s) {
           return broken_if(s.any_send() && is_direct_grf(s.i.dst) && s.i.dst.nr == 0 &&
                                (!known_descriptor(s) || s.i.send.response_length() != 0),
                            kDst);
         }},
    {.id = "send.destination_range",
     .citation = {snb("5.3.2, 8.3.44"), bdw("vol2a send")},
     .text = "the response reaches past r127",
     .hint = "use a lower destination",
     .check =
         [](const Subject& s) {
           return broken_if(known_descriptor(s) && is_direct_grf(s.i.dst) &&
                                s.i.dst.nr + s.i.send.response_length() > s.gen.files.grf_count,
                            kDst);
         }},
    {.id = "send.destination_region",
     .citation = {snb("8.3.44: destination region cannot cross the 256-bit register boundary"), kNone},
     .text = "the destination region of {op} must lie in one register: it says which channels are written",
     .hint = "use :uw for 16 channels, :f or :ud for 8",
     .check = [](const Subject& s) { return broken_if(crosses_register(s) && !response_is_block(s), kDst); }},
    {.id = "send.destination_block",
     .severity = Severity::warning,
     .citation = {snb("8.3.44: destination region cannot cross the 256-bit register boundary"), kNone},
     .text =
         "the destination region of {op} is documented to lie in one register (Intel's media kernels have larger ones "
         "for blocks, which have no channels)",
     .hint = "use :uw for 16 channels, :f or :ud for 8",
     .check = [](const Subject& s) { return broken_if(crosses_register(s) && response_is_block(s), kDst); }},
    of(limit("send.descriptor_region")),
    of(limit("send.half_register")),
    of(limit("send.split_file")),
    of(limit("send.extended_descriptor")),
    of(limit("send.extended_register")),
    {.id = "send.exec_size",
     .citation = {snb("8.3.44: 16-bit channel enables, Table 8-17"), kNone},
     .text = "a message can have at most 16 channels",
     .hint = "split the message",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.exec_size > 16); }},
    {.id = "send.saturate",
     .citation = {snb("8.3.44 restrictions"), bdw("vol2a send")},
     .text = "{op} cannot saturate its response",
     .hint = "saturate with a mov afterwards",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.saturate); }},
    {.id = "send.accumulator",
     .citation = {snb("8.3.44: the send instruction can not update accumulator registers"), bdw("vol2a send")},
     .text = "{op} cannot update the accumulator",
     .hint = "remove AccWrEn",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.acc_wr_en); }},
    {.id = "send.thread_control",
     .citation = {snb("8.3.44: ThreadCtrl are not supported"), kNone},
     .text = "{op} cannot have thread control",
     .hint = "remove Switch or Atomic",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.thread_control != ThreadControl::normal); }},
    {.id = "send.dependency_check",
     .citation = {snb("8.3.44: NoDDChk should not be used"), bdw("vol2a send"), kNone},
     .text = "{op} cannot skip the destination dependency check",
     .hint = "remove NoDDChk",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.no_dd_chk); }},
    {.id = "send.shared_function",
     .citation = {snb("8.3.44, Table 8-16"), skl("vol2a send: shared function ids")},
     .text = "no shared function has this number",
     .hint = "2 sampler, 3 gateway, 4 and 5 data port, 6 URB, 7 spawner, 8 VME, 9 constant cache; Gen9 also 10 to 13",
     .check = [](const Subject& s) { return broken_if(s.any_send() && !has_function(s.gen, s.i.send.sfid)); }},
    {.id = "eot.destination",
     .citation = {snb("8.3.44: the posted destination operand must be null"), bdw("vol2a send")},
     .text = "the message that ends the thread cannot have a destination",
     .hint = "write null and a response length of 0",
     .check =
         [](const Subject& s) {
           return broken_if(s.any_send() && s.i.send.eot && !s.i.dst.is_null() && !ends_into_accumulator(s), kDst);
         }},
    {.id = "eot.destination_accumulator",
     .severity = Severity::warning,
     .citation = {snb("8.3.44: the posted destination operand must be null"), bdw("vol2a send")},
     .text =
         "the message that ends the thread is documented to have null as its destination (Intel's media kernels name "
         "acc0; nothing comes back)",
     .hint = "write null",
     .check = [](const Subject& s) { return broken_if(ends_into_accumulator(s), kDst); }},
    {.id = "eot.sampler",
     .citation = {snb("8.3.44: it cannot terminate with a message to the Sampler unit"), kNone},
     .text = "a thread cannot end with a message to the sampler",
     .hint = "end with a URB write, a render target write, or the thread spawner",
     .check =
         [](const Subject& s) { return broken_if(s.any_send() && s.i.send.eot && s.i.send.sfid == Sfid::sampler); }},
    {.id = "eot.null_function",
     .citation = {snb("8.3.44: it cannot terminate with a message to the NULL function"), bdw("vol2a send")},
     .text = "a thread cannot end with a message to the null function",
     .hint = "end with a URB write, a render target write, or the thread spawner",
     .check = [](const Subject& s) { return broken_if(s.any_send() && s.i.send.eot && s.i.send.sfid == Sfid::null); }},
    {.id = "eot.payload",
     .citation = {kNone, bdw("vol2a send: EOT from r112 to r127"), mesa("brw_eu_validate.c: send_restrictions")},
     .text = "the message that ends the thread must be in r112 to r127",
     .hint = "move the payload to a high register",
     .check =
         [](const Subject& s) {
           if (!s.any_send() || !s.i.send.eot) return kFine;
           return s.registers_where([](const Operand& o) { return o.is_grf() && o.nr < kFirstEndOfThreadRegister; });
         }},
    {.id = "send.r127_return",
     .citation = {kNone, bdw("vol2a send: r127 must not be used for return address"), kNone},
     .text = "r127 cannot receive a response if payload and response overlap",
     .hint = "use separate registers",
     .check =
         [](const Subject& s) {
           if (!s.send || !known_descriptor(s) || !is_direct_grf(s.i.dst) || !is_direct_grf(s.src(0))) return kFine;
           return broken_if(s.i.dst.nr + s.i.send.response_length() > kLastRegister &&
                                s.src(0).nr + s.i.send.message_length() > s.i.dst.nr,
                            kDst | kSrc0);
         }},
    {.id = "sends.payload_file",
     .citation = {kNone, skl("vol2a sends: src1 is a GRF register or null"),
                  mesa("brw_eu_validate.c: send_restrictions")},
     .text = "the second payload of {op} must be a general register or null",
     .hint = "use r0 to r127, or null",
     .check =
         [](const Subject& s) { return broken_if(s.split_send && !s.src(1).is_grf() && !s.src(1).is_null(), kSrc1); }},
    {.id = "sends.overlap",
     .citation = {kNone, skl("vol2a sends: payloads must not overlap"), mesa("brw_eu_validate.c: send_restrictions")},
     .text = "the two payloads of {op} cannot overlap",
     .hint = "use separate registers",
     .check =
         [](const Subject& s) {
           if (!s.split_send || !is_direct_grf(s.src(0)) || !is_direct_grf(s.src(1))) return kFine;
           return broken_if(overlap(s.src(0).nr, payload_length(s), s.src(1).nr, std::max(extended_length(s), 1U)),
                            kSrc0 | kSrc1);
         }},
    {.id = "sends.payload_range",
     .citation = {kNone, skl("vol2a sends")},
     .text = "the second payload reaches past r127",
     .hint = "use lower registers or a shorter message",
     .check =
         [](const Subject& s) {
           return broken_if(
               s.split_send && is_direct_grf(s.src(1)) && s.src(1).nr + extended_length(s) > s.gen.files.grf_count,
               kSrc1);
         }},
    {.id = "sends.null_length",
     .citation = {kNone, skl("vol2a sends: extended message length")},
     .text = "a null second payload must have an extended message length of 0",
     .hint = "clear bits 9:6 of the extended descriptor, or name the payload",
     .check =
         [](const Subject& s) {
           return broken_if(known_extended(s) && s.src(1).is_null() && extended_length(s) != 0, kSrc1);
         }},
};

}  // namespace

std::span<const Rule> send_rules() { return kSendRules; }

}  // namespace eugene::rules
