// Intermediate representation of load/store cache instructions, before they become messages (isa/message/lsc.h).
#pragma once

#include "isa/message/lsc.h"
#include "lower/send.h"

namespace eugene::lower {

// Register size of the kernel's machine in bytes.
inline unsigned vector_register_bytes(const Context& context) { return context.register_bytes(); }
// Minimum size of a variable that holds `bytes` of data or addresses.
inline Needed needed(const Context& context, unsigned bytes) {
  return {.bytes = bytes, .register_bytes = vector_register_bytes(context)};
}
inline unsigned whole_registers(const Context& context, unsigned bytes) {
  const unsigned size = vector_register_bytes(context);
  return (bytes + size - 1) / size * size;
}

// Returns the addresses of `lanes` lanes, scaled, with the common offset added. Widens the address size in `body` if
// necessary.
Result<Payload> lsc_addresses(Context& context, const Op& op, isa::Lsc& body, unsigned lanes);
// Returns the first address, and the stride from one lane to the next: by default the size of a lane's data.
Result<Payload> lsc_strided_address(Context& context, const Op& op, isa::Lsc& body);
// Returns U, V, R and LOD, up to the first one that is missing. Each begins at a new register.
Result<Payload> lsc_coordinates(Context& context, const Op& op, const isa::Lsc& body);
// Returns the address payload of a block (isa::LscBlockPayload). Typed blocks only have operands for X and Y.
Result<Payload> lsc_block_address(Context& context, const Op& op);

}  // namespace eugene::lower
