// Finds a value that follows a flag without `=`: `--visa compare -- ./app`. The flag's value is optional, so the word
// would be read as the program to start. Some such words are programs: ImageMagick has a `compare`.
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
  std::string value;  // a word that the flag accepts
};

// Returns the first misplaced value among the arguments of the subcommand, before a `--`.
std::optional<MisplacedValue> misplaced_value(const CLI::App& subcommand, std::span<const char* const> arguments);

}  // namespace eugene::cli
