#include "checked_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "base/whole_file.h"
#include "check/finding/from_report.h"
#include "check/finding/json.h"
#include "check/finding/text.h"

namespace eugene::inside::process {
namespace {

// Eugene adds -g to programs that a checked run builds from source, but cannot add debug data to a binary.
std::string missing_lines(const std::string& kernel) {
  return fmt::format(
      "eugene: {} comes from a binary without debug data: what is found in it has no source lines; -g adds them\n",
      kernel);
}

}  // namespace

CheckedRun::CheckedRun(const settings::Settings& settings)
    : settings_(&settings),
      launches_(check::parse_launches(settings.launch)),
      // `eugene run` has read the file before, so it has no errors.
      found_(check::read_suppressions(settings.suppressions).value_or(std::vector<check::Suppression>())) {}

bool CheckedRun::is_selected(const std::string& kernel, std::uint64_t launch) const {
  if (!settings_->kernel.empty() && !check::matches_glob(settings_->kernel, kernel)) return false;
  return !launches_ || (launch >= launches_->first && launch <= launches_->second);
}

ReportResult CheckedRun::take(const gpu::Report& report, std::uint64_t launch) {
  if (!settings_->check.any()) return ReportResult::no_finding;
  std::optional<check::Finding> finding = check::make_finding(report, launch);
  return finding ? take(*std::move(finding)) : ReportResult::no_finding;
}

ReportResult CheckedRun::take(check::Finding finding) {
  if (!settings_->check.has_kind_of(finding.id)) return ReportResult::no_finding;
  if (!is_selected(finding.kernel, finding.launch)) return ReportResult::passed_over;
  const std::string kernel = finding.kernel;
  const bool is_new = found_.add(std::move(finding)) == check::Added::first;
  if (is_new && printed_ < settings_->max_errors) {
    ++printed_;
    std::string text = check::format(found_.findings().back());
    const auto without = without_lines_.find(kernel);
    if (without != without_lines_.end() && !std::exchange(without->second, true)) text += missing_lines(kernel);
    print(text);
  }
  return ReportResult::kept;
}

ReportResult CheckedRun::take(const check::KernelFidelity& fidelity, std::uint64_t launch) {
  if (!is_selected(fidelity.kernel, launch)) return ReportResult::passed_over;
  check::add(fidelity_, fidelity);
  return ReportResult::kept;
}

void CheckedRun::hint(const std::string& kernel, const std::string& text) {
  const bool is_wanted = settings_->kernel.empty() || check::matches_glob(settings_->kernel, kernel);
  if (is_wanted && hinted_.emplace(kernel, text).second)
    print(fmt::format("eugene: hint: kernel {}, {}\n", kernel, text));
}

// Appends to the log in one call, since several processes may write to the log.
void CheckedRun::print(const std::string& text) {
  if (!settings_->check_log.empty()) {
    constexpr mode_t kMode = 0666;
    const int file =
        ::open(settings_->check_log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, kMode);
    const bool is_written = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) ::close(file);
    if (is_written) return;
  }
  fmt::print(stderr, "{}", text);
}

std::string CheckedRun::json() const { return check::to_json(found_.findings(), found_.suppressed(), fidelity_); }

}  // namespace eugene::inside::process
