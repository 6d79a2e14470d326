// Findings of `eugene check` in a file, printed as text or JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"

namespace eugene::cli {

// A diagnostic, with its kernel and instruction if they are known.
struct PlacedDiagnostic {
  Diagnostic diagnostic;
  std::string kernel;
  std::string case_name;
  std::string instruction;
  std::optional<SourceLine> source;  // the line that the instruction was compiled from, if known
};

struct CheckReport {
  std::string file;
  std::string_view gen;  // name of the generation
  std::string gpu;       // the selected GPU; empty: none
  std::size_t instructions = 0;
  std::size_t cases = 0;
  std::vector<PlacedDiagnostic> findings;

  std::uint64_t count(Severity severity) const;
};

nlohmann::ordered_json to_json(const CheckReport& report);

// Prints findings and summary to standard error. `source` is the file's contents, if they are text.
void print_text(std::string_view source, const CheckReport& report);

}  // namespace eugene::cli
