#include "check_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "base/whole_file.h"
#include "check/finding/json.h"
#include "check/finding/sarif.h"
#include "check/finding/text.h"
#include "commands.h"
#include "numbers.h"
#include "settings/settings_table.h"

namespace eugene::cli {
namespace {

constexpr int kMostExitCode = 255;

bool write(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  const Result<void> written = write_whole_file(file, text);
  if (!written) fmt::print(stderr, "eugene: cannot write {}: {}\n", file, written.error().message);
  return written.has_value();
}

}  // namespace

void add_check_options(CLI::App& app, CheckOutput& output) {
  const std::string group(settings::help_group::kChecking);
  app.add_option("--check-json", output.json, "With --check: write what is found to FILE as JSON")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--check-sarif", output.sarif,
                 "With --check: write what is found to FILE as SARIF 2.1.0, which shows it in a pull request")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--error-exitcode", output.exit_code,
                 "With --check: the exit status if something is found though the program exits with 0")
      ->type_name("N")
      ->check(whole(0, kMostExitCode))
      ->capture_default_str()
      ->group(group);
  app.add_flag("--warn-only", output.warn_only, "With --check: keep the program's exit status whatever is found")
      ->group(group);
  app.add_flag("--generate-suppressions", output.generates_suppressions,
               "With --check: print a suppression for each finding, for --suppressions")
      ->group(group);
}

Result<void> check_options_of(const GpuOptions& gpu, const CheckOutput& output, bool has_findings) {
  const bool is_asked_for = !output.json.empty() || !output.sarif.empty() || output.warn_only ||
                            output.generates_suppressions || !gpu.check_log.empty() || !gpu.suppressions.empty() ||
                            !gpu.kernel.empty() || !gpu.launch.empty();
  if (!gpu.check.any()) {
    if (is_asked_for) return fail("options about findings need --check");
    return {};
  }
  if (!has_findings && is_asked_for) return fail("options about findings are for --door i915");
  const auto suppressions = check::read_suppressions(gpu.suppressions);
  if (!suppressions) {
    const Diagnostic& error = suppressions.error();
    return fail(error.where.line == 0 ? error.message
                                      : fmt::format("{}:{}: {}", error.where.file, error.where.line, error.message));
  }
  return {};
}

void RunFindings::collect(std::vector<check::Finding> found) {
  all = check::Collection(check::read_suppressions(settings.suppressions).value_or(std::vector<check::Suppression>()));
  for (check::Finding& each : found) all.add(std::move(each));
}

int RunFindings::exit_status(int status) const {
  return status == 0 && findings() != 0 && !output.warn_only ? output.exit_code : status;
}

int RunFindings::end(int status, std::uint64_t kernels) const {
  if (!settings.check.any()) return status;
  if (findings() > settings.max_errors)
    fmt::print(stderr, "eugene: ... and {} more, see --max-errors\n", findings() - settings.max_errors);
  if (output.generates_suppressions) {
    for (const check::Finding& each : all.findings()) fmt::print(stderr, "{}", check::suppression_text(each));
  }
  const bool is_written =
      write(output.json, check::to_json(all.findings(), all.suppressed(), fidelity)) &&
      write(output.sarif, check::to_sarif(all.findings(), all.suppressed(), fidelity, {EUGENE_VERSION, program}));
  fmt::print(stderr, "{}", check::format(fidelity));
  const int result = is_written ? status : kUsage;
  fmt::print(stderr, "{}", check::format(all, {.kernels = kernels, .exit_status = result}));
  return result;
}

}  // namespace eugene::cli
