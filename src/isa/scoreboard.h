// The byte of Gen12's software scoreboard, which says what an instruction waits for: IGA's iga_types_swsb.cpp, its
// encoding with one in-order pipe; Mesa's tgl_swsb. The hardware of Gen12 does not track registers, so compilers write
// these bytes. Messages and math functions end out of order, and each names a token. All other instructions end in
// order.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/instruction.h"

namespace eugene::isa {

inline constexpr unsigned kScoreboardTokens = 16;
inline constexpr unsigned kMaxScoreboardDistance = 7;

struct Scoreboard {
  // What becomes of the token.
  enum class Use : std::uint8_t {
    none,
    dst,  // waits until the instruction that set the token has written its destination
    src,  // waits until the instruction that set the token has read its sources
    set,  // sets the token
  };
  std::uint8_t distance = 0;  // waits for the in-order instruction so far back; 0: for none
  Use use = Use::none;
  std::uint8_t token = 0;
  bool operator==(const Scoreboard&) const = default;
};

// True for instructions that end out of order, and set a token.
constexpr bool ends_out_of_order(const Instruction& instruction) {
  return is_send(instruction) || instruction.row().format == Format::math;
}

// Returns what `byte` means in an instruction that ends in order or not; null if it is reserved.
constexpr std::optional<Scoreboard> decode_scoreboard(std::uint8_t byte, bool out_of_order) {
  using Use = Scoreboard::Use;
  const auto token = static_cast<std::uint8_t>(byte & 0xF);
  const auto distance = static_cast<std::uint8_t>(byte >> 4 & kMaxScoreboardDistance);
  if ((byte & 0x80) != 0) {  // both: one bit fewer for the use
    if (distance == 0) return std::nullopt;
    return Scoreboard{.distance = distance, .use = out_of_order ? Use::set : Use::dst, .token = token};
  }
  switch (byte >> 4) {
    case 0: return byte <= kMaxScoreboardDistance ? std::optional(Scoreboard{.distance = token}) : std::nullopt;
    case 2: return Scoreboard{.use = Use::dst, .token = token};
    case 3: return Scoreboard{.use = Use::src, .token = token};
    case 4: return Scoreboard{.use = Use::set, .token = token};
    default: return std::nullopt;
  }
}

// Returns the byte for `wanted`; null if there is none.
constexpr std::optional<std::uint8_t> encode_scoreboard(const Scoreboard& wanted, bool out_of_order) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (decode_scoreboard(static_cast<std::uint8_t>(byte), out_of_order) == wanted)
      return static_cast<std::uint8_t>(byte);
  }
  return std::nullopt;
}

}  // namespace eugene::isa
