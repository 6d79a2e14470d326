// Reads and writes of a kernel's instructions in terms of vISA: the variable, the offset in it and the region.
// Execution needs none of this, because native instructions are complete. The checker (src/sanitize) uses it to find
// operands that leave their variable, and to name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.h"
#include "visa/manual.h"

namespace eugene::lower {

// A variable that is no alias.
struct Extent {
  std::string name;
  std::uint32_t byte = 0;  // counted from register 0
  std::uint32_t bytes = 0;
};

struct Use {
  enum class Kind : std::uint8_t {
    source,       // a region, or the elements that addresses point to
    destination,  // as source
    payload,      // registers that a message sends
    response,     // registers that a message or a product of matrices fills
    predicate,    // bits of one
    result,       // bits of one that are written
    begins,       // start of the life of a variable
    ends,         // end of the life of a variable
  };
  Kind kind = Kind::source;
  std::string name;         // of the variable; of an indirect operand, of the addresses
  std::uint32_t byte = 0;   // first byte of the operand, of a predicate, of the first address; counted from register 0
  std::uint32_t end = 0;    // where the variable ends
  std::uint32_t bytes = 0;  // of payload and response
  std::uint32_t register_bytes = isa::kRegisterBytes;  // of payload and response
  isa::Operand operand;     // its type and region, and of an indirect one the distance from the address
  std::uint32_t bits = 0;   // of the predicate, from `byte` on
  bool by_message = false;  // a response: the message determines which bytes are filled
};

// The predicate of an instruction.
struct Predicated {
  std::string name;
  std::uint32_t byte = 0;
  std::uint32_t end = 0;  // of the variable
  std::uint8_t elements = 0;
  std::uint8_t shift = 0;  // bit of the first channel
  isa::PredControl control = isa::PredControl::none;
  bool inverse = false;
};

// An instruction of vISA that has become native ones.
struct Statement {
  std::uint32_t first = 0;   // native instruction
  visa::Page page{};         // of the manual
  std::string routine;       // the kernel or function that it belongs to
  std::uint32_t number = 0;  // in that, from 1 on
  isa::Instruction shape;    // its execution size, channel offset and NoMask
  Predicated predicate;
  std::vector<Use> uses;
};

// An input that the kernel copies from the payload to its variable before the first statement.
struct CopiedInput {
  std::uint32_t from = 0, to = 0;  // bytes, counted from register 0
  std::uint32_t bytes = 0;
};

struct Uses {
  std::vector<Statement> statements;  // by first native instruction
  std::vector<Extent> variables;      // by byte
  std::vector<Extent> defined;        // those that have a value before the first statement
  std::vector<CopiedInput> inputs;

  // The statement that native instruction `index` belongs to; null for instructions before the first statement.
  const Statement* statement_of(std::size_t index) const;
  const Extent* variable_at(std::uint32_t byte) const;
  // An identifier for the life of the variable, predicate or address that has [byte, end). Aliases share it.
  std::uint32_t life_of(std::uint32_t byte, std::uint32_t end) const;
};

}  // namespace eugene::lower
