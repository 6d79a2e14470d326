#include "profile_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <span>

#include "load/file.h"
#include "load/source_text.h"
#include "profile/report.h"

namespace eugene::cli {

void add_profile_options(CLI::App& app, ProfileOutput& output) {
  app.add_flag(
      "--profile", output.wanted,
      "Count what kernels do, instruction by instruction, and say on standard error where time goes; kernels are "
      "interpreted");
  app.add_option("--profile-json", output.json, "Write the profile to this file as JSON; - writes to standard output")
      ->type_name("FILE");
  app.add_option("--profile-html", output.html, "Write the profile to this file as a page for a browser")
      ->type_name("FILE");
}

bool write_profile(const ProfileOutput& output, const isa::Gen& gen, const std::vector<profile::KernelCounts>& kernels,
                   std::string_view title) {
  if (!output.any()) return true;
  load::SourceTexts texts;
  const auto reports = profile::analyse(
      gen, kernels, [&](const SourceLines& lines, const SourceLine& line) { return texts.text(lines, line); });
  if (output.wanted) fmt::print(stderr, "{}", reports.empty() ? "eugene: no kernel has run\n" : as_text(reports));
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
