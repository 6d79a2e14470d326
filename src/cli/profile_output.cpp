#include "profile_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>

#include "gpu/settings_table.h"
#include "load/file.h"
#include "load/source_text.h"
#include "profile/report.h"

namespace eugene::cli {

void add_profile_options(CLI::App& app, ProfileOutput& output) {
  constexpr const gpu::Setting& kProfile = *gpu::find_setting("profile");  // which a file alone turns on as well
  app.add_flag(fmt::format("--{}", kProfile.name), output.wanted, std::string(kProfile.help))
      ->group(std::string(kProfile.group));
  app.add_flag("--profile-full", output.whole,
               "Say it of every instruction and line of a kernel, not of the ten alone that take longest")
      ->group(std::string(kProfile.group));
  app.add_option("--profile-json", output.json, "Write the profile to this file as JSON; - writes to standard output")
      ->type_name("FILE")
      ->group(std::string(kProfile.group));
  app.add_option("--profile-html", output.html, "Write the profile to this file as a page for a browser")
      ->type_name("FILE")
      ->group(std::string(kProfile.group));
}

std::optional<Diagnostic> profile_conflict(const GpuOptions& gpu, const ProfileOutput& output) {
  if (!output.any()) return std::nullopt;
  const char* other = gpu.preempt != 0                ? "--preempt"
                      : gpu.preempt_instructions != 0 ? "--preempt-instructions"
                                                      : nullptr;
  if (other == nullptr) return std::nullopt;
  return fail(fmt::format("{} has no effect with a profile, in which nothing is preempted", other), {},
              "leave it out, or take no profile")
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
  load::SourceTexts texts;
  const auto text_of = [&](const SourceLines& lines, const SourceLine& line) { return texts.text(lines, line); };
  std::vector<profile::KernelReport> reports;
  std::size_t kernels = 0;
  for (const Profiled& each : profiled) {
    std::ranges::move(profile::analyse(*each.gen, each.kernels, text_of), std::back_inserter(reports));
    kernels += each.kernels.size();
  }
  if (reports.size() < kernels) {
    fmt::print(stderr,
               "eugene: {} of {} kernels are not in the profile: they have instructions that cannot be decoded\n",
               kernels - reports.size(), kernels);
  }
  if (output.wanted || output.whole)
    fmt::print(stderr, "{}",
               reports.empty() ? "eugene: no kernel has run\n"
                               : as_text(reports, output.whole ? profile::Extent::all : profile::Extent::hottest));
  const auto write = [](const std::string& file, const std::string& text) {
    if (file.empty()) return true;
    const Result<void> done = load::write_file(file, std::as_bytes(std::span(text)));
    if (!done) fmt::print(stderr, "eugene: {}\n", done.error().message);
    return done.has_value();
  };
  const bool has_json = write(output.json, output.json.empty() ? std::string() : as_json(reports));
  const bool has_html = write(output.html, output.html.empty() ? std::string() : as_html(reports, title));
  return has_json && has_html;
}

}  // namespace eugene::cli
