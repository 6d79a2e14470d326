// What each instruction adds to the digest of its thread (eu/digest.h), decided once for the interpreter and the JIT.
//
// Added are: the addresses of messages to memory and what atomics compare, with what, of channels that are enabled;
// which channels are enabled where that is by predicate, of branches and messages; and the sources of instructions that
// may hide a difference of them: comparisons, minimum and maximum, condition modifiers, saturation, floats to integers,
// division of integers, counts of shifts and of bits; and what goes to other registers than the large ones, as flags.
// Moves and arithmetic pass differences on, to what is added later or to memory. Left out is what cannot depend on
// anything undefined (defined_values.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eu/analysis/defined_values.h"
#include "eu/kernel.h"
#include "eu/prepare/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

struct DigestPlan {
  // Up to eight elements.
  struct Part {
    std::array<std::uint32_t, 8> places{};  // in the Thread
    std::uint8_t count = 0;
    std::uint8_t bytes = 4;          // of an element: 1, 2 or 4
    std::uint8_t first_channel = 0;  // of the instruction; of those that are off, zeros are added
    std::uint8_t per_channel = 1;    // elements
    bool is_masked = true;           // false: of no channel
  };
  struct Digested {
    std::vector<Part> parts;     // before it is executed
    std::vector<Part> results;   // afterwards
    bool adds_channels = false;  // a dword of those that are enabled, before the parts
    bool any_before() const { return adds_channels || !parts.empty(); }
    bool any() const { return any_before() || !results.empty(); }
  };

  std::vector<Digested> instructions;
  bool any() const { return std::ranges::any_of(instructions, &Digested::any); }
};

// Null: something that counts is known only when it is executed, as a message whose descriptor a register has.
std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, const DefinedValues& defined);
// Of threads that start with contents in `given` registers from r0 on.
std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, unsigned given);

// Whether what the message `op` gives to others than its thread is defined, too: the data of writes and atomics, and
// all of messages that are not known here. What is read may go to other places.
bool is_sent_defined(const isa::Program& program, const DefinedValues& defined, const PreparedOp& op);

// Adds what an instruction has, before it is executed and afterwards. `channels`: enabled, from bit 0 on.
void digest_before(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread);
void digest_after(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread);

}  // namespace eugene::eu
