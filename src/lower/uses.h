// Reads and writes of a kernel's instructions in terms of vISA: the variable, the offset in it and the region.
// Execution does not need them, because native instructions are complete. The checker (src/script/reliance) uses them
// to find operands that leave their variable, and to name these operands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.h"
#include "visa/manual.h"

namespace eugene::lower {

// A variable that is not an alias.
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
    predicate,    // bits of a predicate
    result,       // bits of a predicate that are written
    begins,       // start of the life of a variable
    ends,         // end of the life of a variable
  };
  Kind kind = Kind::source;
  std::string name;         // name of the variable; for an indirect operand, of the addresses
  std::uint32_t byte = 0;   // first byte of the operand, predicate or first address; counted from register 0
  std::uint32_t end = 0;    // end of the variable
  std::uint32_t bytes = 0;  // payload and response: size
  std::uint32_t register_bytes = isa::kRegisterBytes;  // payload and response
  isa::Operand operand;     // type and region; for an indirect operand, also the offset from the address
  std::uint32_t bits = 0;   // bits of the predicate, from `byte` on
  bool by_message = false;  // response: the message determines which bytes are written
};

// The predicate of an instruction.
struct Predicated {
  std::string name;
  std::uint32_t byte = 0;
  std::uint32_t end = 0;  // end of the variable
  std::uint8_t elements = 0;
  std::uint8_t shift = 0;  // bit of the first channel
  isa::PredControl control = isa::PredControl::none;
  bool inverse = false;
};

// A vISA instruction and its native instructions.
struct Statement {
  std::uint32_t first = 0;   // index of the first native instruction
  visa::Page page{};         // page of the manual
  std::string routine;       // the kernel or function that it belongs to
  std::uint32_t number = 0;  // number of the instruction in the routine, from 1 on
  isa::Instruction shape;    // execution size, channel offset and NoMask of the statement
  Predicated predicate;
  std::vector<Use> uses;
};

// An input that the kernel copies from the payload to its variable before the first statement.
struct CopiedInput {
  std::uint32_t from = 0, to = 0;  // bytes, counted from register 0
  std::uint32_t bytes = 0;
};

struct Uses {
  std::vector<Statement> statements;  // in the order of their first native instruction
  std::vector<Extent> variables;      // in the order of their first byte
  std::vector<Extent> defined;        // variables that have a value before the first statement
  std::vector<CopiedInput> inputs;

  // Returns the statement of native instruction `index`; null for instructions before the first statement.
  const Statement* find_statement(std::size_t index) const;
  const Extent* variable_at(std::uint32_t byte) const;
  // Returns an ID for the life of the variable, predicate or address at [byte, end). Aliases share it.
  std::uint32_t find_life(std::uint32_t byte, std::uint32_t end) const;
};

}  // namespace eugene::lower
