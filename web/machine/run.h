// Runs the text in the editor, as `eugene exec` does, up to an instruction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "machine/replay.h"

namespace eugene::web {

// The limit after which a program counts as endless.
inline constexpr std::uint64_t kMaxInstructions = 20'000'000;

struct RunTo {
  std::uint64_t step = ~std::uint64_t{0};  // instructions to execute, of all threads together; the default: all
  std::uint64_t limit = kMaxInstructions;
};

// JSON: how far it came (`step`, `ended`), what went wrong (`problems`, `mismatches`, `fault`, `reports`), `prints`,
// and the state there: `threads` with masks, flags and registers, `memory`, `local`; bytes are in hexadecimal.
// `replay`: has the previous run, and keeps this one for the next run.
std::string run(std::string_view text, const RunTo& to, Replay& replay);

// JSON: `text`, the profile as `eugene exec --profile` prints it; `cycles`, the estimated time; and `lines`: of each
// instruction its line, executions, channels enabled on average, cycles that threads waited before it, lines of the L3
// that it reached, and its share of all cycles in per cent. Empty if the program is wrong.
std::string profile(std::string_view text);

}  // namespace eugene::web
