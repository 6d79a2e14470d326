// The options about findings, of the subcommands that look for some.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "gpu_options.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct CheckOutput {
  std::string json;  // output files; empty: none
  std::string sarif;
  int exit_code = 4;  // exit status if something is found
  bool warn_only = false;
  bool generates_suppressions = false;
};

void add_check_options(CLI::App& app, CheckOutput& output);
// Fails if the options contradict each other, or if the file of suppressions is wrong. `has_findings` is true if the
// door passes findings on.
Result<void> validate_check_options(const GpuOptions& gpu, const CheckOutput& output, bool has_findings);

}  // namespace eugene::cli
