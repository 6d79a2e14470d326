// Static model of an instruction: its pipe, the cycles it takes, the registers that it waits for.
//
// An EU issues one instruction of a thread at a time, in order, to one of a few pipes; results come after the pipe's
// latency, and an instruction that needs one, or overwrites it, waits (SNB PRM vol4 part2 5.8). Messages leave by the
// send pipe and answer after a time that depends on where they go.
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
  std::uint32_t latency = 0;           // cycles until its result; of messages the least
  std::vector<std::uint16_t> waits;    // registers: what it reads or writes, by the numbers of their cells
  std::vector<std::uint16_t> changes;  // what it writes
  unsigned width = 1;                  // channels
  unsigned operations = 0;             // of arithmetic on numbers, for each channel: a mad is two
  bool is_floating = false;            // these are on floating-point numbers
  std::string message;                 // what it sends, in words; empty: it sends nothing
  bool arrives = false;                // sends a barrier message
  bool awaits = false;                 // `wait`
};

// Returns whether the threads of a group wait for each other.
bool has_barrier(const isa::Program& program);

// The part of the L3 that messages to a shared function use.
L3Client client_of(isa::Sfid sfid);

// One for each instruction of the program.
std::vector<InstructionModel> model_of(const eu::Kernel& kernel, const Parameters& parameters = {});

}  // namespace eugene::profile
