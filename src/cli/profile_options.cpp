#include "profile_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "base/number.h"
#include "settings/settings_table.h"

namespace eugene::cli {
namespace {

CLI::Validator open_descriptor() {
  return {[](std::string& file) -> std::string {
            const std::optional<int> number = parse_descriptor(file);
            if (number == STDOUT_FILENO) file = "-";
            if (!number || ::fcntl(*number, F_GETFL) >= 0) return {};
            return fmt::format("file descriptor {0} is not open: append {0}>FILE, or write ./{0} for a file", *number);
          },
          {}};
}

}  // namespace

std::optional<int> parse_descriptor(const std::string& file) {
  const auto number = parse_number<int>(file);
  return number && *number >= 0 ? number : std::nullopt;
}

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

}  // namespace eugene::cli
