#include "check_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "settings/settings_table.h"
#include "validators.h"
#include "watched_run.h"

namespace eugene::cli {
namespace {

constexpr int kMaxExitCode = 255;

}  // namespace

void add_check_options(CLI::App& app, CheckOutput& output) {
  const std::string group(settings::help_group::kChecking);
  app.add_option("--check-json", output.json, "With --check: write the findings to FILE as JSON")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--check-sarif", output.sarif,
                 "With --check: write the findings to FILE as SARIF 2.1.0, which code hosts show in pull requests")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--error-exitcode", output.exit_code,
                 "With --check: the exit status if there are findings and the program exits with 0")
      ->type_name("N")
      ->check(whole(0, kMaxExitCode))
      ->capture_default_str()
      ->group(group);
  app.add_flag("--warn-only", output.warn_only,
               "With --check: keep the program's exit status even if there are findings")
      ->group(group);
  app.add_flag("--generate-suppressions", output.generates_suppressions,
               "With --check: print a suppression for each finding, for --suppressions")
      ->group(group);
}

Result<void> validate_check_options(const GpuOptions& gpu, const CheckOutput& output, bool has_findings) {
  // The first of these options that the user has given.
  const std::string_view option = !output.json.empty()            ? "--check-json"
                                  : !output.sarif.empty()         ? "--check-sarif"
                                  : output.warn_only              ? "--warn-only"
                                  : output.generates_suppressions ? "--generate-suppressions"
                                  : !gpu.check_log.empty()        ? "--check-log"
                                  : !gpu.suppressions.empty()     ? "--suppressions"
                                  : !gpu.kernel.empty()           ? "--kernel"
                                  : !gpu.launch.empty()           ? "--launch"
                                                                  : "";
  if (!gpu.check.any()) {
    if (!option.empty()) return fail(fmt::format("{} needs --check", option));
    return {};
  }
  if (!has_findings && !option.empty()) return fail(fmt::format("{} works with --door i915 only", option));
  return check_suppressions(gpu.suppressions);
}

}  // namespace eugene::cli
