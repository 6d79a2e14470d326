// Static model of an instruction: its pipe, its cycles, and the registers that it waits for.
//
// An EU issues one instruction of a thread at a time, in order, to one of a few pipes. A result is ready after the
// pipe's latency. An instruction that reads or overwrites the result waits until then (SNB PRM vol4 part2 5.8).
// Messages use the send pipe; their latency depends on the destination.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eu/kernel.h"
#include "isa/message/message.h"
#include "profile/cache_model.h"
#include "profile/parameters.h"

namespace eugene::profile {

enum class Pipe : std::uint8_t { arithmetic, math, send, branch };
inline constexpr std::array<std::string_view, 4> kPipeNames{"arithmetic", "extended math", "send", "branch"};

enum class Kind : std::uint8_t {
  move,
  logic,
  integer,
  floating,
  compare,
  math,
  branch,
  memory_read,
  memory_write,
  atomic,
  local,
  sampler,
  barrier,
  wait,
  other_message,
  other
};
inline constexpr std::array<std::string_view, 16> kKindNames{
    "move",         "logic",  "integer",      "floating point", "compare", "math", "branch",        "memory read",
    "memory write", "atomic", "local memory", "sampler",        "barrier", "wait", "other message", "other"};

struct InstructionModel {
  Pipe pipe = Pipe::arithmetic;
  Kind kind = Kind::other;
  std::uint32_t issue = 0;             // cycles
  std::uint32_t latency = 0;           // cycles until the result; for messages a lower bound
  std::vector<std::uint16_t> waits;    // registers that it reads or writes, as indices of cells
  std::vector<std::uint16_t> changes;  // registers that it writes
  unsigned width = 1;                  // channels
  unsigned operations = 0;             // arithmetic operations for each channel: a mad counts as two
  bool is_floating = false;            // `operations` are on floating-point numbers
  std::string message;                 // description of its message; empty: not a send
  bool arrives = false;                // sends a barrier message
  bool awaits = false;                 // is a `wait`
};

// Returns whether the program has a barrier.
bool has_barrier(const isa::Program& program);

// Returns the L3 client of messages to a shared function.
L3Client find_client(isa::Sfid sfid);

// Returns a model for each instruction of the program.
std::vector<InstructionModel> build_model(const eu::Kernel& kernel, const Parameters& parameters = {});

}  // namespace eugene::profile
