#include "profile_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

#include "base/whole_file.h"
#include "binary/file.h"
#include "binary/source_text.h"
#include "draw_table.h"
#include "profile/baseline.h"
#include "profile/report.h"
#include "profile_about.h"

namespace eugene::cli {
namespace {

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

bool write_profile(const ProfileOutput& output, const std::vector<Profiled>& profiled, std::string_view title) {
  if (!output.any()) return true;
  binary::SourceTexts texts;
  const auto find_line_text = [&](const SourceLines& lines, const SourceLine& line) { return texts.text(lines, line); };
  std::vector<profile::KernelReport> reports;
  std::size_t kernels = 0;
  gpu::DrawSummary draws;
  for (const Profiled& each : profiled) {
    std::ranges::move(profile::analyse(*each.gen, each.kernels, find_line_text), std::back_inserter(reports));
    kernels += each.kernels.size();
    draws += each.draws;
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
    fmt::print(stderr, "{}{}",
               reports.empty() ? "eugene: no kernel has run\n"
                               : as_text(reports, output.whole ? profile::Extent::all : profile::Extent::hottest),
               draws_as_text(draws, ""));
  profile::About about = profile_about(list_devices(profiled));
  if (draws.draws != 0) about.draws = draws_as_json(draws).dump();
  const bool has_json = write_text(output.json, output.json.empty() ? std::string() : as_json(reports, about));
  const bool has_html = write_text(output.html, output.html.empty() ? std::string() : as_html(reports, title, about));
  return has_json && has_html;
}

}  // namespace eugene::cli
