// The values that each instruction adds to the digest of its thread (eu/digest.h), decided once for the interpreter and
// the JIT.
//
// An instruction adds: addresses of messages to memory, and what atomics compare, for enabled channels; the enabled
// channels of predicated branches and messages; values that it writes to small registers, such as flags; and its
// sources if its result may hide a difference between them. Such instructions are comparisons, minimum and maximum,
// condition modifiers, saturation, float to integer, integer division, counts of shifts and of bits. Moves and
// arithmetic pass differences on, to memory or to an instruction that adds them. Values that cannot depend on anything
// undefined are left out (defined_values.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eu/analysis/defined_values.h"
#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

struct DigestPlan {
  // Up to eight elements.
  struct Part {
    std::array<std::uint32_t, 8> places{};  // byte offsets in the Thread
    std::uint8_t count = 0;
    std::uint8_t bytes = 4;          // of an element: 1, 2 or 4
    std::uint8_t first_channel = 0;  // first channel of the instruction; disabled channels add zeros
    std::uint8_t per_channel = 1;    // elements of each channel
    bool is_masked = true;           // false: the elements belong to no channel
  };
  struct Digested {
    std::vector<Part> parts;     // added before the instruction is executed
    std::vector<Part> results;   // added after it
    bool adds_channels = false;  // first adds a dword with the enabled channels
    bool any_before() const { return adds_channels || !parts.empty(); }
    bool any() const { return any_before() || !results.empty(); }
  };

  std::vector<Digested> instructions;
  bool any() const { return std::ranges::any_of(instructions, &Digested::any); }
};

// Returns null if something that counts is known only at run time, such as a descriptor in a register.
std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, const DefinedValues& defined);
// Likewise, for threads that start with contents in the registers from r0 on, `given` of them.
std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, unsigned given);

// Whether the data that the message `op` sends is defined. For writes and atomics these are the operands, for messages
// that are not known here the whole payload. True for reads, whatever their addresses are.
bool is_sent_defined(const isa::Program& program, const DefinedValues& defined, const PreparedOp& op);

// Adds the values of one instruction, before and after it is executed. `channels`: the enabled channels, from bit 0 on.
void digest_before(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread);
void digest_after(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread);

}  // namespace eugene::eu
