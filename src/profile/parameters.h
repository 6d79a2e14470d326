// The assumptions of profiles about a GPU's memory and latencies, as a table of parameters. `--profile-model` sets
// them, and so does each cache that `eugene trace` simulates.
//
// The documents give sizes, widths and issue rates. The other defaults are choices (docs/record/undefined.md), of the
// magnitude measured on such GPUs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene::profile {

// Which line of a set is replaced: the line that a binary tree of bits points at, the least recently used line, the
// oldest line, or a pseudo-random line.
enum class Replacement : std::uint8_t { tree, lru, fifo, random };
inline constexpr std::array<std::string_view, 4> kReplacementNames{"tree", "lru", "fifo", "random"};

// The value of the dispatch's device.
inline constexpr unsigned kOwn = ~0U;

struct Parameters {
  // The L3:
  unsigned banks = kOwn;
  unsigned sets = 32;
  unsigned line = 64;
  unsigned shared = kOwn;
  unsigned data = kOwn;
  unsigned read_only = kOwn;
  unsigned replacement = static_cast<unsigned>(Replacement::tree);
  unsigned write_allocate = 1;
  unsigned bank_bytes = 64;  // BXT PRM vol6 "L3 Bank Configuration"
  // Shared local memory:
  unsigned slm_blocks = kOwn;
  unsigned slm_banks = 16;  // BXT PRM vol6 "SLM Bank Hardware Implementation"
  unsigned slm_width = 4;
  unsigned slm_latency = 60;
  // Messages and memory:
  unsigned l3_latency = 150;
  unsigned miss_latency = 250;
  unsigned sampler_latency = 100;
  unsigned other_latency = 100;
  unsigned memory_bytes = 32;
  // Instructions:
  unsigned pipe_bytes = 16;  // SNB PRM vol4 part2 table 7-1
  unsigned least_issue = 2;  // 5.2.2
  unsigned pipe_latency = 8;
  unsigned math_factor = 4;
  unsigned math_latency = 16;
  unsigned branch_cycles = 4;

  bool operator==(const Parameters&) const = default;
};

struct ParameterRow {
  std::string_view name;
  unsigned Parameters::* member;
  std::string_view help;  // with the unit
  unsigned least = 1;
  unsigned max = 1U << 20;
  std::span<const std::string_view> names = {};  // names of the values 0, 1, ...; empty: values are plain numbers
};
inline constexpr std::array kParameters{
    ParameterRow{"banks", &Parameters::banks, "banks of the L3", 1, 1024},
    ParameterRow{"sets", &Parameters::sets, "sets of a bank", 1, 65536},
    ParameterRow{"line", &Parameters::line, "bytes of a line, a power of two", 16, 4096},
    ParameterRow{"shared", &Parameters::shared, "KB of a bank that all clients share", 0, 65535},
    ParameterRow{"data", &Parameters::data, "KB of a bank only for the data cluster", 0, 65535},
    ParameterRow{"read_only", &Parameters::read_only, "KB of a bank only for constants and textures", 0, 65535},
    ParameterRow{"replacement", &Parameters::replacement,
                 "which line is replaced: tree (pseudo-LRU), lru, fifo, random", 0, kReplacementNames.size() - 1,
                 kReplacementNames},
    ParameterRow{"write_allocate", &Parameters::write_allocate, "1: a write loads its line", 0, 1},
    ParameterRow{"bank_bytes", &Parameters::bank_bytes, "bytes of a bank in a clock"},
    ParameterRow{"slm_blocks", &Parameters::slm_blocks, "blocks of shared local memory, accessed independently", 1,
                 1024},
    ParameterRow{"slm_banks", &Parameters::slm_banks, "banks of shared local memory", 1, 1024},
    ParameterRow{"slm_width", &Parameters::slm_width, "bytes of such a bank in a clock", 1, 1024},
    ParameterRow{"slm_latency", &Parameters::slm_latency, "cycles of shared local memory, without a conflict", 0},
    ParameterRow{"l3_latency", &Parameters::l3_latency, "cycles of a line that the L3 has", 1},
    ParameterRow{"miss_latency", &Parameters::miss_latency, "cycles more of a line that it does not have", 0},
    ParameterRow{"sampler_latency", &Parameters::sampler_latency, "minimum cycles of a sampler message", 0},
    ParameterRow{"other_latency", &Parameters::other_latency, "minimum cycles of any other message", 0},
    ParameterRow{"memory_bytes", &Parameters::memory_bytes, "bytes from memory in a clock of the GPU"},
    ParameterRow{"pipe_bytes", &Parameters::pipe_bytes, "bytes of an execution pipe in a clock"},
    ParameterRow{"least_issue", &Parameters::least_issue, "clocks of an instruction, however narrow"},
    ParameterRow{"pipe_latency", &Parameters::pipe_latency, "cycles of an ordinary instruction", 0},
    ParameterRow{"math_factor", &Parameters::math_factor,
                 "ordinary operations that an extended math function takes as long as"},
    ParameterRow{"math_latency", &Parameters::math_latency, "cycles of extended math", 0},
    ParameterRow{"branch_cycles", &Parameters::branch_cycles, "cycles for which a branch occupies its thread", 0}};
static_assert(sizeof(Parameters) == kParameters.size() * sizeof(unsigned));

// Parses "banks=2,miss_latency=300". Parameters that are not named keep their defaults. "own" means all defaults.
Result<Parameters> read_parameters(std::string_view text);
// The inverse of read_parameters(): lists the parameters that differ from their defaults; "own" if none does.
std::string to_text(const Parameters& parameters);
// Returns the table as lines of text, for people.
std::string parameter_help();

}  // namespace eugene::profile
