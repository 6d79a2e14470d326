// Rules on messages to the gateway and the URB, as far as an immediate descriptor shows them. SNB PRM vol4 part2
// chapters 1 and 2; BDW PRM vol7 URB.
#include "base/bits.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool to(const Subject& s, Sfid function) {
  return s.any_send() && !s.i.send.descriptor_in_a0 && s.i.send.sfid == function;
}

std::uint32_t control(const Subject& s) { return s.i.send.function_control(); }

// Gateway: 1.1.1 Message Descriptor.
enum Gateway : std::uint32_t {
  kOpen = 0,
  kClose = 1,
  kForward = 2,
  kTimeStamp = 3,
  kBarrier = 4,
  kUpdate = 5,
  kMmio = 6
};
bool gateway(const Subject& s) { return to(s, Sfid::gateway); }
std::uint32_t gateway_function(const Subject& s) { return bits(control(s), 2, 0); }
bool acknowledged(const Subject& s) { return bit(control(s), 14); }

// URB: 2.4.2 Message Descriptor.
constexpr std::uint32_t kUrbWrite = 0;
constexpr std::uint32_t kFfSync = 1;
enum Swizzle : std::uint32_t { kNoSwizzle = 0, kInterleaved = 1, kTranspose = 2, kReservedSwizzle = 3 };
bool urb(const Subject& s) { return to(s, Sfid::urb); }
std::uint32_t urb_opcode(const Subject& s) { return bits(control(s), 3, 0); }
bool urb_write(const Subject& s) { return urb(s) && urb_opcode(s) == kUrbWrite; }
bool ff_sync(const Subject& s) { return urb(s) && urb_opcode(s) == kFfSync; }
std::uint32_t swizzle(const Subject& s) { return bits(control(s), 11, 10); }
std::uint32_t urb_offset(const Subject& s) { return bits(control(s), 9, 4); }
bool allocate(const Subject& s) { return bit(control(s), 13); }
bool used(const Subject& s) { return bit(control(s), 14); }
bool complete(const Subject& s) { return bit(control(s), 15); }
unsigned data_length(const Subject& s) { return std::max(s.i.send.message_length(), 1U) - 1; }  // without header

constexpr Rule kMessageRules[] = {
    {.id = "gateway.header",
     .citation = {snb("1.1.1, bit 19"), kNone},
     .text = "a gateway message cannot have a header",
     .hint = "clear bit 19 of the descriptor",
     .check = [](const Subject& s) { return broken_if(gateway(s) && s.i.send.header_present()); }},
    {.id = "gateway.function",
     .citation = {snb("1.1.1, bits 2:0"), bxt("Message Gateway")},
     .text = "the gateway sub-function is reserved",
     .hint = "0 open, 1 close, 2 forward, 3 time stamp, 4 barrier, 5 update state, 6 MMIO",
     .check = [](const Subject& s) { return broken_if(gateway(s) && gateway_function(s) > kMmio); }},
    {.id = "gateway.length",
     .citation = {snb("1.1.2 to 1.1.6: a single 256-bit message payload"), bxt("Message Gateway")},
     .text = "a gateway message must be one register long",
     .hint = "set the message length to 1",
     .check = [](const Subject& s) { return broken_if(gateway(s) && s.i.send.message_length() > 1); }},
    {.id = "gateway.notify",
     .citation = {snb("1.1.1, bits 16:15"), kNone},
     .text = "the notify field of a forward message is reserved",
     .hint = "0 for none, 1 for n0, 2 for n2",
     .check =
         [](const Subject& s) {
           return broken_if(gateway(s) && gateway_function(s) == kForward && bits(control(s), 16, 15) == 3);
         }},
    {.id = "gateway.reserved",
     .citation = {snb("1.1.1, bits 13:3"), kNone},
     .text = "bits 13:3 of a gateway descriptor must be zero",
     .hint = "clear them",
     .check = [](const Subject& s) { return broken_if(gateway(s) && bits(control(s), 13, 3) != 0); }},
    {.id = "gateway.acknowledge",
     .citation = {snb("1.1.1, bit 14"), kNone},
     .text = "an acknowledged gateway message must have a response of one register, other gateway messages none",
     .hint = "make AckReq (bit 14), response length and destination agree",
     .check =
         [](const Subject& s) {
           return broken_if(gateway(s) && !s.i.send.eot && s.i.send.response_length() != (acknowledged(s) ? 1U : 0U));
         }},
    {.id = "gateway.acknowledge_eot",
     .citation = {snb("1.1.1, bit 14"), kNone},
     .text = "the message that ends the thread cannot be acknowledged",
     .hint = "clear AckReq (bit 14)",
     .check = [](const Subject& s) { return broken_if(gateway(s) && acknowledged(s) && s.i.send.eot); }},
    {.id = "gateway.time_stamp",
     .citation = {snb("1.1.5.2"), kNone},
     .text = "a time stamp is returned only if it is acknowledged",
     .hint = "set AckReq (bit 14), response length 1 and a destination",
     .check =
         [](const Subject& s) {
           return broken_if(gateway(s) && gateway_function(s) == kTimeStamp && !acknowledged(s));
         }},
    {.id = "urb.header",
     .citation = {snb("2.4.2, bit 19"), bdw("vol7 URB: header must be present")},
     .text = "URB messages need a header",
     .hint = "set bit 19 of the descriptor and put the handles into the first register",
     .check = [](const Subject& s) { return broken_if(urb(s) && !s.i.send.header_present()); }},
    {.id = "urb.opcode",
     .citation = {snb("2.4.2, bits 3:0"), kNone},
     .text = "the URB opcode is reserved",
     .hint = "0 write, 1 FF_SYNC",
     .check = [](const Subject& s) { return broken_if(urb(s) && urb_opcode(s) > kFfSync); }},
    {.id = "urb.opcode_gen8",
     .citation = {kNone, bdw("vol7 URB: opcodes 0 to 8")},
     .text = "the URB opcode is reserved",
     .hint = "0 to 3 write and read, 4 to 6 atomic, 7 and 8 SIMD8 write and read",
     .check = [](const Subject& s) { return broken_if(urb(s) && urb_opcode(s) > 8); }},
    {.id = "urb.simd8_read",
     .citation = {kNone, bdw("vol7 URB SIMD8 read")},
     .text = "a URB SIMD8 read must read some data",
     .hint = "set the response length and a destination",
     .check =
         [](const Subject& s) { return broken_if(urb(s) && urb_opcode(s) == 8 && s.i.send.response_length() == 0); }},
    {.id = "urb.swizzle",
     .citation = {snb("2.4.2, bits 11:10"), kNone},
     .text = "the URB swizzle control is reserved",
     .hint = "0 none, 1 interleaved, 2 transpose",
     .check = [](const Subject& s) { return broken_if(urb_write(s) && swizzle(s) == kReservedSwizzle); }},
    {.id = "urb.interleaved_length",
     .citation = {snb("2.4.3.2.2 programming restrictions"), kNone},
     .text = "an interleaved write must have data in multiples of two registers",
     .hint = "pad the vertices to 256 bits each",
     .check =
         [](const Subject& s) {
           return broken_if(urb_write(s) && swizzle(s) == kInterleaved && data_length(s) % 2 != 0);
         }},
    {.id = "urb.transpose_length",
     .citation = {snb("2.4.3.2.3 programming notes"), kNone},
     .text = "a transposed write must have data in multiples of three registers",
     .hint = "send Cx, Cy and C0 of each eight attributes",
     .check =
         [](const Subject& s) {
           return broken_if(urb_write(s) && swizzle(s) == kTranspose && data_length(s) % 3 != 0);
         }},
    {.id = "urb.transpose_offset",
     .citation = {snb("2.4.2, bits 9:4"), kNone},
     .text = "a transposed write must start at an even offset",
     .hint = "use an even offset",
     .check =
         [](const Subject& s) {
           return broken_if(urb_write(s) && swizzle(s) == kTranspose && urb_offset(s) % 2 != 0);
         }},
    {.id = "urb.allocate_response",
     .citation = {snb("2.4.2, bit 13; 2.4.3.3"), kNone},
     .text = "a URB write must have a response of one register if it allocates, otherwise none",
     .hint = "make Allocate (bit 13), response length and destination agree",
     .check =
         [](const Subject& s) {
           return broken_if(urb_write(s) && !(allocate(s) && s.i.send.eot) &&
                            s.i.send.response_length() != (allocate(s) ? 1U : 0U));
         }},
    {.id = "urb.allocate_eot",
     .citation = {snb("2.4.2, valid combinations of Complete, Used, Allocate and EOT"), kNone},
     .text = "the message that ends the thread cannot allocate a URB entry",
     .hint = "clear Allocate (bit 13)",
     .check = [](const Subject& s) { return broken_if(urb_write(s) && allocate(s) && s.i.send.eot); }},
    {.id = "ff_sync.offset",
     .citation = {snb("2.4.4 FF_SYNC Messages"), kNone},
     .text = "the offset of FF_SYNC must be zero",
     .hint = "clear bits 9:4",
     .check = [](const Subject& s) { return broken_if(ff_sync(s) && urb_offset(s) != 0); }},
    {.id = "ff_sync.swizzle",
     .citation = {snb("2.4.4 FF_SYNC Messages"), kNone},
     .text = "the swizzle control of FF_SYNC must be zero",
     .hint = "clear bits 11:10",
     .check = [](const Subject& s) { return broken_if(ff_sync(s) && swizzle(s) != 0); }},
    {.id = "ff_sync.used",
     .citation = {snb("2.4.4 FF_SYNC Messages"), kNone},
     .text = "the Used bit of FF_SYNC must be zero",
     .hint = "clear bit 14",
     .check = [](const Subject& s) { return broken_if(ff_sync(s) && used(s)); }},
    {.id = "ff_sync.complete",
     .citation = {snb("2.4.4 FF_SYNC Messages"), kNone},
     .text = "the Complete bit of FF_SYNC must be zero",
     .hint = "clear bit 15",
     .check = [](const Subject& s) { return broken_if(ff_sync(s) && complete(s)); }},
    {.id = "ff_sync.response",
     .citation = {snb("2.4.4: a message response length of 1 GRF"), kNone},
     .text = "the response of FF_SYNC must be one register, or none",
     .hint = "set the response length to 0 or 1",
     .check = [](const Subject& s) { return broken_if(ff_sync(s) && s.i.send.response_length() > 1); }},
};

}  // namespace

std::span<const Rule> message_rules() { return kMessageRules; }

}  // namespace eugene::rules
