// Messages to shared functions as typed values: what the message descriptor of a send requests.
// SNB PRM vol4 part2 chapters 1 and 2 (gateway, URB), SNB PRM vol4 part1 (data port, sampler, thread spawner),
// SKL PRM vol2d (message descriptors) and vol7 (data ports, sampler).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/message/binding.h"
#include "isa/message/data_port.h"
#include "isa/message/lsc.h"
#include "isa/message/other_functions.h"

namespace eugene::isa {

using MessageBody = std::variant<UntypedSurface, UntypedAtomic, UntypedFloatAtomic, AtomicCounter, TypedSurface,
                                 TypedAtomic, ByteScattered, DwordScattered, A64Scattered, OwordBlock, A64HwordBlock,
                                 OwordDualBlock, ScratchBlock, MediaBlock, MemoryFence, RenderTarget,
                                 StreamedVertexBuffer, Sampler, Gateway, ThreadSpawner, Urb, PixelInterpolator, Lsc>;

struct Message {
  Sfid sfid = Sfid::null;
  bool header = false;
  std::uint8_t length = 0;           // registers of the (first) payload, header included
  std::uint8_t response_length = 0;  // registers written back
  std::uint32_t extended_descriptor = 0;
  MessageBody body;
  bool operator==(const Message&) const = default;

  // Registers of the second payload of a split send.
  constexpr unsigned extended_length() const { return (extended_descriptor >> 6) & 0xF; }
};

// The message that `descriptor` and `extended_descriptor` (as in SendFields) request of `sfid`. An error names the
// unknown message type or the reserved bit.
Result<Message> decode_message(const Gen& gen, Sfid sfid, std::uint32_t descriptor, std::uint32_t extended_descriptor);

// The descriptor for `message`, the inverse of decode_message.
Result<std::uint32_t> encode_message(const Gen& gen, const Message& message);

// Returns the text of a message in assembly: "data1.untyped_read(bti=3, channels=xyzw, simd=16)" (text.h).
std::string describe(const Gen& gen, const Message& message);

// Returns the name of a shared function of `gen`: "sampler", "data port 1" and so on.
std::string_view sfid_name(const Gen& gen, Sfid sfid);

// Whether `gen` has a shared function of this number.
bool has_function(const Gen& gen, Sfid sfid);

// Returns the name of a sampler message: "sample", "ld", ...; empty if `gen` reserves its type.
std::string_view sampler_message_name(const Gen& gen, const Sampler& message);

}  // namespace eugene::isa
