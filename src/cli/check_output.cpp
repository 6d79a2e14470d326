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
#include "settings/settings_table.h"
#include "validators.h"

namespace eugene::cli {
namespace {

constexpr int kMaxExitCode = 255;

bool write(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  const Result<void> written = write_whole_file(file, text);
  if (!written) fmt::print(stderr, "eugene: cannot write {}: {}\n", file, written.error().message);
  return written.has_value();
}

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
