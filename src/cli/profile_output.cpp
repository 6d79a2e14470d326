#include "profile_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <span>

#include "base/number.h"
#include "base/whole_file.h"
#include "binary/file.h"
#include "binary/source_text.h"
#include "profile/baseline.h"
#include "profile/report.h"
#include "profile_about.h"
#include "settings/settings_table.h"

namespace eugene::cli {
namespace {

// Returns the descriptor that `file` names by its number, or nothing if `file` is not a number.
std::optional<int> parse_descriptor(const std::string& file) {
  const auto number = parse_number<int>(file);
  return number && *number >= 0 ? number : std::nullopt;
}

CLI::Validator open_descriptor() {
  return {[](std::string& file) -> std::string {
            const std::optional<int> number = parse_descriptor(file);
            if (number == STDOUT_FILENO) file = "-";
            if (!number || ::fcntl(*number, F_GETFL) >= 0) return {};
            return fmt::format("file descriptor {0} is not open: append {0}>FILE, or write ./{0} for a file", *number);
          },
          {}};
}

Result<void> write_descriptor(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(fmt::format("cannot write file descriptor {}: {}", descriptor, std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// Writes a file. Returns false, with a message, if that fails.
bool write_text(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  const std::optional<int> descriptor = parse_descriptor(file);
  const Result<void> done =
      descriptor ? write_descriptor(*descriptor, text) : binary::write_file(file, std::as_bytes(std::span(text)));
  if (!done) fmt::print(stderr, "eugene: {}\n", done.error().message);
  return done.has_value();
}

// Returns the names of the devices, joined by " and " if there are several generations.
std::string list_devices(const std::vector<Profiled>& profiled) {
  std::string names;
  for (const Profiled& each : profiled) names += fmt::format("{}{}", names.empty() ? "" : " and ", each.device);
  return names;
}

}  // namespace

void close_on_exec(const ProfileOutput& output) {
  constexpr int kLastStandard = 2;
  const std::optional<int> descriptor = parse_descriptor(output.json);
  if (descriptor && *descriptor > kLastStandard) ::fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
}

void add_profile_options(CLI::App& app, ProfileOutput& output) {
  constexpr const settings::Setting& kProfile =
      *settings::find_setting("profile");  // a file name turns the profile on too
  app.add_flag(fmt::format("--{}", kProfile.name), output.wanted, std::string(kProfile.help))
      ->group(std::string(kProfile.group));
  app.add_flag("--profile-full", output.whole,
               "Show every instruction and line of a kernel, not only the ten that take longest")
      ->group(std::string(kProfile.group));
  app.add_option("--profile-json", output.json,
                 "Write the profile as JSON to this file, or to the open file descriptor with this number; - is "
                 "standard output: the output of the program or case then goes to standard error")
      ->type_name("FILE")
      ->check(open_descriptor())
      ->group(std::string(kProfile.group));
  app.add_option("--profile-compare", output.before,
                 "Compare with this profile, which --profile-json has written: in columns on the page, else in words")
      ->type_name("FILE")
      ->check(CLI::Validator(CLI::ExistingFile).description({}))
      ->group(std::string(kProfile.group));
  app.add_option("--profile-html", output.html, "Write the profile to this file as a page for a browser")
      ->type_name("FILE")
      ->group(std::string(kProfile.group));
}

namespace {

// Returns nothing, with a message, if the file is not a profile.
std::optional<profile::Baseline> read_baseline(const std::string& file) {
  const auto bytes = read_whole_file(file);
  const auto text = [&] { return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()); };
  Result<profile::Baseline> baseline = bytes ? profile::baseline_from_json(text()) : std::unexpected(bytes.error());
  if (baseline) return std::move(*baseline);
  fmt::print(stderr, "eugene: --profile-compare: {}: {}\n", file, baseline.error().message);
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> profile_conflict(const GpuOptions& gpu, const ProfileOutput& output) {
  if (!output.any() && !gpu.profile_model.empty())
    return fail("--profile-model has no effect without a profile", {}, "add --profile").error();
  if (!output.any()) return std::nullopt;
  const char* other = gpu.preempt != 0                ? "--preempt"
                      : gpu.preempt_instructions != 0 ? "--preempt-instructions"
                                                      : nullptr;
  if (other == nullptr) return std::nullopt;
  return fail(fmt::format("{} has no effect with a profile: profiled kernels are not preempted", other), {},
              "leave it out, or do not profile")
      .error();
}

std::optional<Diagnostic> output_conflict(const ProfileOutput& output, const char* other) {
  if (!output.takes_stdout()) return std::nullopt;
  if (output.json == output.html) other = "--profile-html";
  if (other == nullptr) return std::nullopt;
  const char* profile = output.json == "-" ? "--profile-json" : "--profile-html";
  return fail(fmt::format("{} and {} both write to standard output", profile, other), {}, "name a file for one of them")
      .error();
}

bool write_profile(const ProfileOutput& output, const std::vector<Profiled>& profiled, std::string_view title) {
  if (!output.any()) return true;
  binary::SourceTexts texts;
  const auto find_line_text = [&](const SourceLines& lines, const SourceLine& line) { return texts.text(lines, line); };
  std::vector<profile::KernelReport> reports;
  std::size_t kernels = 0;
  for (const Profiled& each : profiled) {
    std::ranges::move(profile::analyse(*each.gen, each.kernels, find_line_text), std::back_inserter(reports));
    kernels += each.kernels.size();
  }
  if (reports.size() < kernels) {
    fmt::print(stderr,
               "eugene: {} of {} kernels are not in the profile: they have instructions that cannot be decoded\n",
               kernels - reports.size(), kernels);
  }
  std::optional<profile::Baseline> baseline;
  if (!output.before.empty()) {
    baseline = read_baseline(output.before);
    if (!baseline) return false;
    profile::compare(reports, *baseline);
    if (output.html.empty()) fmt::print(stderr, "{}", profile::comparison_text(reports));
  }
  if (output.wanted || output.whole)
    fmt::print(stderr, "{}",
               reports.empty() ? "eugene: no kernel has run\n"
                               : as_text(reports, output.whole ? profile::Extent::all : profile::Extent::hottest));
  const profile::About about = profile_about(list_devices(profiled));
  const bool has_json = write_text(output.json, output.json.empty() ? std::string() : as_json(reports, about));
  const bool has_html = write_text(output.html, output.html.empty() ? std::string() : as_html(reports, title, about));
  return has_json && has_html;
}

}  // namespace eugene::cli
