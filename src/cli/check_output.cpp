#include "check_output.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "base/whole_file.h"
#include "check/finding/json.h"
#include "check/finding/sarif.h"
#include "check/finding/text.h"
#include "commands.h"
#include "watched_run.h"

namespace eugene::cli {
namespace {

bool write(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  const Result<void> written = write_whole_file(file, text);
  if (!written) fmt::print(stderr, "eugene: cannot write {}: {}\n", file, written.error().message);
  return written.has_value();
}

}  // namespace

Result<void> check_suppressions(const std::string& file) {
  const auto suppressions = check::read_suppressions(file);
  if (suppressions) return {};
  const Diagnostic& error = suppressions.error();
  return fail(error.where.line == 0 ? error.message
                                    : fmt::format("{}:{}: {}", error.where.file, error.where.line, error.message));
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
