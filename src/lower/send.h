// Messages to the shared functions, for memory instructions of vISA: SKL PRM vol7, data ports.
#pragma once

#include <functional>
#include <optional>

#include "isa/message/message.h"
#include "lower/context.h"

namespace eugene::lower {

inline constexpr unsigned kExtendedLengthShift = 6;  // in the extended descriptor: registers of the second payload

// A binding table index: a constant, or in a surface variable.
struct Surface {
  std::uint8_t index = 0;
  std::optional<std::uint32_t> byte;  // of the surface variable
};
// T0 is shared local memory, T4 bindless, T5 memory without a surface. vISA manual 5_operands, surface variables.
Result<Surface> find_surface(Context& context, const Op& op);

// The registers of a message, as a byte offset in the register file.
struct Payload {
  std::uint32_t byte = 0;
  unsigned registers = 0;
};

struct Send {
  isa::Sfid sfid = isa::Sfid::dp_data1;
  isa::MessageBody body{};
  bool header = false;
  Payload first{};
  std::optional<Payload> second{};
  std::optional<Payload> response{};
  Surface surface{};
  // The channels of the message: the instruction's, unless the instruction is split into several messages.
  unsigned lanes = 8;
  unsigned channel_offset = 0;
  bool all_channels = false;  // {NoMask}, and no predicate
  bool waits = false;         // first waits for the threads in tdr0
};

// Sends a message for the channels of `op`.
Result<void> send(Context& context, const Op& op, const Send& to_send);

// Returns the lanes of a message for `op`, 8 or 16; an error for more.
Result<unsigned> find_simd(const Op& op);

// Minimum size of a raw operand's variable. The run-time checker compares it with the declared size.
struct Needed {
  unsigned bytes = 0;
  unsigned register_bytes = isa::kRegisterBytes;  // register size of the machine whose message this is
};
// Returns the registers that the message reads: the variable's own, or a copy if the operand is not register-aligned.
// Fails for %null. Without `needed`, the minimum size follows from the instruction's channels.
Result<Payload> make_payload(Context& context, const visa::Raw* raw, unsigned registers,
                             const std::optional<Needed>& needed = {});
// How a response reaches its registers: the message writes them, or moves copy them from scratch registers.
enum class Delivery : std::uint8_t { message, moves };
// Returns the registers of a raw operand that receive a response. Fails if the operand is not register-aligned.
Result<Payload> make_response(Context& context, const visa::Raw* raw, unsigned registers,
                              const std::optional<Needed>& needed = {}, Delivery delivery = Delivery::message);
// True if a source is zero or missing.
bool is_zero(const visa::Operand* operand);
// Copies whole registers into `to`.
void copy_registers(Context& context, std::uint32_t to, std::uint32_t from, unsigned registers);
void clear_registers(Context& context, std::uint32_t to, unsigned registers);

// Returns the addresses of a scattered message: elements of `type`, plus a scalar source unless it is zero, times
// `scale`.
Result<Payload> make_addresses(Context& context, const Op& op, const visa::Raw* raw, const visa::Operand* base,
                               isa::Type type, unsigned simd, unsigned scale = 1);

}  // namespace eugene::lower
