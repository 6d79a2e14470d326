// Runs the text in the editor, as `eugene exec` does, up to an instruction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::web {

struct RunTo {
  std::uint64_t step = ~std::uint64_t{0};  // instructions to execute, of all threads together; the default: all
  std::uint64_t most = 20'000'000;         // after which a program counts as endless
};

// JSON: how far it came (`step`, `ended`), what went wrong (`problems`, `mismatches`, `fault`, `reports`), `prints`,
// and the state there: `threads` with masks, flags and registers, `memory`, `local`; bytes are in hexadecimal.
std::string run(std::string_view text, const RunTo& to);

// JSON: `text`, the profile as `eugene profile` prints it, and `lines`, what each line of the program has cost.
std::string profile(std::string_view text);

}  // namespace eugene::web
