// Locates the parts of a message to memory: addresses and data in its payload, data in its response.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "eu/port.h"
#include "isa/gen.h"
#include "isa/message/message.h"

namespace eugene::check {

// The layout of a message in the thread's registers. Offsets are byte offsets in a Thread.
class InitMessage {
 public:
  enum class Kind : std::uint8_t { other, elements, atomic, block };

  InitMessage() = default;
  InitMessage(const isa::Gen& gen, const eu::SendRequest& request);

  Kind kind() const { return kind_; }
  bool compares() const { return compares_; }
  // Returns the value that an atomic leaves in memory that held `old`, for the operands `a` and `b`.
  std::uint64_t updated(std::uint64_t old, std::uint64_t a, std::uint64_t b) const;
  unsigned lanes() const { return lanes_; }
  unsigned parts() const { return parts_; }
  unsigned slot() const { return slot_; }
  unsigned address_bytes() const { return address_bytes_; }
  // Offset of byte `byte` of the payload, counted from the end of the header.
  std::optional<std::size_t> body(std::size_t byte) const;
  std::optional<std::size_t> address(unsigned lane) const { return body(std::size_t{lane} * address_bytes_); }
  // Offset of a channel's element or operand `part` in the payload.
  std::optional<std::size_t> data(unsigned part, unsigned lane) const {
    return body(data_begin_ + (std::size_t{part} * lanes_ + lane) * slot_);
  }
  std::size_t answer(unsigned part, unsigned lane) const {
    return response_ + (std::size_t{part} * lanes_ + lane) * slot_;
  }
  // For a block: offset of the header dwords that form its address.
  std::size_t block_address() const { return payload_ + (from_address_ ? 0 : 2) * 4; }
  unsigned block_address_bytes() const { return !is_moved_ ? 0 : from_address_ ? 8 : 4; }
  std::size_t response() const { return response_; }
  std::size_t response_bytes() const { return response_bytes_; }
  bool answers_lanes() const { return kind_ == Kind::elements || kind_ == Kind::atomic; }

 private:
  Kind kind_ = Kind::other;
  bool compares_ = false;
  std::variant<std::monostate, isa::AtomicOp, isa::FloatAtomicOp> atomic_;  // operation of an atomic
  bool from_address_ = false;
  bool is_moved_ = false;
  unsigned lanes_ = 0;
  unsigned parts_ = 1;
  unsigned slot_ = 4;
  unsigned address_bytes_ = 4;
  std::size_t data_begin_ = 0;  // offset in the body
  std::size_t header_bytes_ = 0;
  std::size_t payload_ = 0;
  std::size_t payload_bytes_ = 0;
  std::size_t second_ = 0;
  std::size_t second_bytes_ = 0;
  std::size_t response_ = 0;
  std::size_t response_bytes_ = 0;
};

}  // namespace eugene::check
