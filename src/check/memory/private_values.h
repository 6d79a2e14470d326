// The values that the code of a build without optimisation uses to compute addresses of private variables, for
// private_layout.h: constants, and sums of constants with P, the pointer to the private memory of all threads, and T,
// the thread's number times the size of a thread's part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "eu/prepared_op.h"
#include "isa/opcode.h"

namespace eugene::check {

struct PrivateValue {
  enum class Kind : std::uint8_t {
    number,
    header,   // r0.5
    thread,   // the thread's number
    partial,  // P or T, plus `number`
    address,  // P + T + `number`
    element,  // an address computed from a variable's address by an unknown index
  };
  Kind kind = Kind::number;
  bool has_pointer = false;  // partial: P; otherwise T
  std::uint64_t number = 0;
  // The variable from which an address was computed: the `number` of the variable's own address in this channel.
  // Nothing if the address is a variable's own.
  std::optional<std::uint64_t> variable;
  bool operator==(const PrivateValue&) const = default;
};
// Nothing if the value is unknown.
using MaybePrivate = std::optional<PrivateValue>;

// The known values of general registers, by the offset of an element in the Thread.
class PrivateRegisters {
 public:
  MaybePrivate read(std::size_t at, unsigned bytes) const;
  void forget(std::size_t begin, std::size_t end);
  void write(std::size_t at, unsigned bytes, const MaybePrivate& value);
  // Keeps only the values that `other` has too. Returns true if a value was dropped.
  bool meet(const PrivateRegisters& other);

 private:
  std::map<std::size_t, std::pair<unsigned, PrivateValue>> elements_;
};

// Returns the value of a channel in a source of `op`, where `lane` counts from the first channel of `op`.
MaybePrivate source_value(const PrivateRegisters& registers, const eu::PreparedOp& op, const eu::SourcePlan& plan,
                          unsigned lane);

// Returns the result for one channel of an instruction with one or two sources.
MaybePrivate private_result(isa::Opcode opcode, const std::array<MaybePrivate, 2>& of, unsigned sources);

}  // namespace eugene::check
