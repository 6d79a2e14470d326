// A value that stands behind a flag without `=`: `--visa compare -- ./app`. The value of such a flag is optional, so
// the word would be taken for the program to start, and some words are programs: ImageMagick has a `compare`.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
}

namespace eugene::cli {

struct MisplacedValue {
  std::string flag;   // with its dashes
  std::string value;  // one that the flag takes
};

// The first one among the arguments of the subcommand, before a `--`.
std::optional<MisplacedValue> misplaced_value(const CLI::App& subcommand, std::span<const char* const> arguments);

}  // namespace eugene::cli
