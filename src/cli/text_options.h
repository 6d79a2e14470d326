// Options of all commands that read or write assembly: --gen, --dialect, -o.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "asm/dialect.h"
#include "base/diagnostic.h"
#include "isa/gen.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct TextOptions {
  std::string gen = "gen9";
  std::string dialect = "native";
  std::string output = "-";
  std::string input;
  bool hex = false;

  const isa::Gen& generation() const {
    const isa::Gen* named = isa::find_gen(gen);
    return named != nullptr ? *named : isa::kGen9;
  }
  const assembly::Dialect& syntax() const;
};

// Adds --gen, --dialect, --hex, -o and the input file to `command`.
void add_text_options(CLI::App& command, TextOptions& options, const std::string& hex_help,
                      const std::string& input_help);

// Writes to `path`; "-" is standard output. Returns false, with a report, if that fails.
bool write_output(const std::string& path, std::string_view bytes);

// Reports the first ten of `diagnostics`, and how many more there are. For data that is read as machine code, since all
// of its instructions may be wrong for the same reason.
void report_first(const Diagnostics& diagnostics, std::string_view source = {});

// Reports all of `diagnostics`.
void report_all(const Diagnostics& diagnostics, std::string_view source = {});

}  // namespace eugene::cli
