// Intermediate representation of load/store cache instructions, before they are messages (isa/message/lsc.h).
#pragma once

#include "isa/message/lsc.h"
#include "lower/send.h"

namespace eugene::lower {

// The register size of the kernel's machine in bytes, and `bytes` rounded up to whole registers.
inline unsigned vector_register_bytes(const Context& context) { return context.register_bytes(); }
// Minimum size of a variable that holds `bytes` of data or addresses.
inline Needed needed(const Context& context, unsigned bytes) {
  return {.bytes = bytes, .register_bytes = vector_register_bytes(context)};
}
inline unsigned whole_registers(const Context& context, unsigned bytes) {
  const unsigned size = vector_register_bytes(context);
  return (bytes + size - 1) / size * size;
}

// The addresses of `lanes` lanes, scaled, with the common offset added. Widens the address size in `body` if necessary.
Result<Payload> lsc_addresses(Context& context, const Op& op, isa::Lsc& body, unsigned lanes);
// The first address, and the distance from a lane's to the next: by default that of its data.
Result<Payload> lsc_strided_address(Context& context, const Op& op, isa::Lsc& body);
// U, V, R and LOD up to the first that is not there, each from a new register on.
Result<Payload> lsc_coordinates(Context& context, const Op& op, const isa::Lsc& body);
// The address payload of a block (isa::LscBlockPayload). Typed blocks have operands for X and Y alone.
Result<Payload> lsc_block_address(Context& context, const Op& op);

}  // namespace eugene::lower
