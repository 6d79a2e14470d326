#include "gpu_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <istream>
#include <string>
#include <system_error>
#include <variant>

#include "base/host_cpu.h"
#include "nearest.h"
#include "settings/settings_table.h"
#include "validators.h"
#include "watched_run.h"

namespace eugene::check {

// CLI11 reads a member of this type with this operator. The text has been validated.
static std::istream& operator>>(std::istream& stream, Kinds& kinds) {
  std::string text;
  stream >> text;
  if (const auto read = cli::read_check_kinds(text)) kinds = *read;
  return stream;
}

}  // namespace eugene::check

namespace eugene {

static std::istream& operator>>(std::istream& stream, Fill& fill) {
  std::string text;
  stream >> text;
  if (const auto read = parse_fill(text)) fill = *read;
  return stream;
}

static std::istream& operator>>(std::istream& stream, Shuffle& shuffle) {
  std::string text;
  stream >> text;
  if (const auto read = parse_shuffle(text)) shuffle = *read;
  return stream;
}

}  // namespace eugene

namespace eugene::cli {

namespace {

CLI::Validator gpu_name() {
  const CLI::Validator names = choice(gpu_names());
  return {[names](std::string& text) {
            const std::string wrong = names(text);
            return wrong.empty() ? wrong : wrong + suggestion(text, gpu_names());
          },
          names.get_description()};
}

CLI::Validator host_cpu() {
  return {[](const std::string& text) { return refusal_of_host_cpu(text); }, {}};
}

// Accepts one kind or several. The description lists the kinds as a set, because help and completion look for a set.
CLI::Validator check_kinds() {
  std::string set = "{";
  for (const std::string& each : check_kind_names()) set += each + ",";
  return {[](const std::string& text) {
            return read_check_kinds(text) ? "" : fmt::format("'{}' names an unknown kind of check", text);
          },
          set + "all}"};
}

CLI::Validator launches() {
  return {[](const std::string& text) {
            return is_launches(text) ? ""
                                     : text + " is neither the number of a launch nor a range of numbers such as 2-5";
          },
          {}};
}

CLI::Validator trace_kinds() {
  return {[](const std::string& text) {
            return is_trace_kinds(text) ? "" : text + " is not `memory`, `instructions` or `memory,instructions`";
          },
          {}};
}

CLI::Validator parameters() {
  return {[](const std::string& text) { return refusal_of_parameters(text); }, {}};
}

// Limits an option to the values that its row allows, by the type of its member.
void limit(CLI::Option& option, const settings::Setting& setting, unsigned& /*member*/) {
  option.check(whole(0U, static_cast<unsigned>(setting.max)));
}
void limit(CLI::Option& option, const settings::Setting& setting, double& /*member*/) {
  option.check(duration(setting.max));
}
template <class Count>
void limit(CLI::Option& option, const settings::Setting& /*setting*/, Count& /*member*/) {
  option.check(count());
}
void limit(CLI::Option& option, const settings::Setting& setting, std::string& /*member*/) {
  switch (setting.text) {
    case settings::Setting::Text::any: return;
    case settings::Setting::Text::gpu: option.check(gpu_name()); return;
    case settings::Setting::Text::directory: return;  // prepare_paths() makes the directory
    case settings::Setting::Text::existing_directory: option.check(CLI::ExistingDirectory); return;
    case settings::Setting::Text::file: option.check(CLI::ExistingFile); return;
    case settings::Setting::Text::new_file: return;
    case settings::Setting::Text::launches: option.check(launches()); return;
    case settings::Setting::Text::trace_kinds: option.check(trace_kinds()); return;
    case settings::Setting::Text::parameters: option.check(parameters()); return;
    case settings::Setting::Text::host_cpu: option.check(host_cpu()); return;
  }
}

// Replaces an enumerator's name by its number, which CLI11 reads.
CLI::Validator visa_use() {
  const CLI::Validator names = choice({"run", "compare"});
  return {[names](std::string& text) {
            std::string wrong = names(text);
            if (wrong.empty())
              text = std::to_string(std::ranges::find(settings::kVisaUses, text) - settings::kVisaUses.begin());
            return wrong;
          },
          names.get_description()};
}

template <class T>
CLI::Option* add(CLI::App& app, const settings::Setting& setting, T& member) {
  const bool has_letter =
      !setting.letter.empty() && app.get_option_no_throw(fmt::format("-{}", setting.letter)) == nullptr;
  const std::string letter = has_letter ? fmt::format("-{},", setting.letter) : "";
  CLI::Option* option = app.add_option(fmt::format("{}--{}", letter, setting.name), member, std::string(setting.help));
  option->type_name(std::string(setting.value));
  limit(*option, setting, member);
  return option;
}
CLI::Option* add(CLI::App& app, const settings::Setting& setting, bool& member) {
  return app.add_flag(fmt::format("--{}", setting.name), member, std::string(setting.help));
}
CLI::Option* add(CLI::App& app, const settings::Setting& setting, settings::VisaUse& member) {
  const std::string name = fmt::format("--{}{{run}}", setting.name);
  return app.add_flag(name, member, std::string(setting.help))->transform(visa_use());
}

// Adds an option with kinds between commas. CLI11 would split a set of defaults at its commas, so the set of defaults
// has a name.
CLI::Option* add(CLI::App& app, const settings::Setting& setting, check::Kinds& member) {
  const std::string name = fmt::format("--{}{{default}}", setting.name);
  const std::string help = fmt::format(fmt::runtime(setting.help), check_kinds_help());
  return app.add_flag(name, member, help)->check(check_kinds());
}

// The descriptions show names in capitals in place of values.
CLI::Option* add(CLI::App& app, const settings::Setting& setting, Fill& member) {
  const CLI::Validator is_fill{[](const std::string& text) {
                                 return parse_fill(text) ? ""
                                                         : text + " is neither a number from 0 to 255 nor `random`";
                               },
                               "{BYTE,random}"};
  return app.add_flag(fmt::format("--{}{{0xff}}", setting.name), member, std::string(setting.help))->check(is_fill);
}

CLI::Option* add(CLI::App& app, const settings::Setting& setting, Shuffle& member) {
  const CLI::Validator is_shuffle{[](const std::string& text) {
                                    return parse_shuffle(text) ? ""
                                                               : text + " is not a number: a seed must be a number";
                                  },
                                  "{SEED}"};
  return app.add_flag(fmt::format("--{}{{any}}", setting.name), member, std::string(setting.help))->check(is_shuffle);
}

void add_setting(CLI::App& app, const settings::Setting& setting, GpuOptions& options) {
  CLI::Option* option = std::visit([&](auto member) { return add(app, setting, options.*member); }, setting.member);
  option->group(std::string(setting.group));
  if (setting.shows_default) option->capture_default_str();
  if (!setting.excludes.empty()) option->excludes(app.get_option(fmt::format("--{}", setting.excludes)));
}

}  // namespace

std::vector<std::string> gpu_names() {
  std::vector<std::string> names;
  names.reserve(gpu::kDevices.size());
  for (const gpu::Device& device : gpu::kDevices) names.emplace_back(device.name);
  return names;
}

std::vector<std::string> generation_names() {
  std::vector<std::string> names;
  for (const isa::Gen* gen : isa::kGens) names.emplace_back(gen->name);
  return names;
}

void add_gpu_options(CLI::App& app, GpuOptions& options) {
  for (const settings::Setting& each : settings::kSettings) {
    if (each.commands == settings::kEverySubcommand) add_setting(app, each, options);
  }
}

void add_gpu_option(CLI::App& app, std::string_view name, GpuOptions& options) {
  add_setting(app, *settings::find_setting(name), options);
}

Result<void> prepare_directory(std::string& directory) {
  if (directory.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error && access(directory.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
  if (error) return fail(fmt::format("cannot write to {}: {}", directory, error.message()));
  directory = std::filesystem::absolute(directory).string();
  return {};
}

Result<void> prepare_paths(GpuOptions& options) {
  using Text = settings::Setting::Text;
  for (const settings::Setting& each : settings::kSettings) {
    if (each.text != Text::directory && each.text != Text::existing_directory && each.text != Text::file &&
        each.text != Text::new_file)
      continue;
    std::string& path = options.*std::get<std::string settings::Settings::*>(each.member);
    if (each.text != Text::directory) {
      if (!path.empty()) path = std::filesystem::absolute(path).string();
    } else if (const Result<void> prepared = prepare_directory(path); !prepared) {
      return prepared;
    }
  }
  return {};
}

void add_trace_options(CLI::App& app, GpuOptions& options) {
  for (const char* each : {"trace", "trace-file"}) add_gpu_option(app, each, options);
}

Result<void> prepare_trace(const GpuOptions& options) {
  if (options.trace.empty()) return {};
  namespace fs = std::filesystem;
  const fs::path file = fs::absolute(options.trace_file);
  if (file.filename() == "-")
    return fail("a trace cannot be written to standard output: name a file with --trace-file");
  std::error_code error;
  if (fs::exists(file, error) && !fs::is_regular_file(file, error))
    return fail(fmt::format("cannot write a trace to {}: it is not a regular file", options.trace_file));
  if (access(file.parent_path().c_str(), W_OK | X_OK) != 0)
    return fail(fmt::format("cannot write to {}: {}", options.trace_file, std::generic_category().message(errno)));
  fs::remove(file, error);
  if (error) return fail(fmt::format("cannot replace {}: {}", options.trace_file, error.message()));
  return {};
}

void end_if_compiling(const gpu::Tiers& tiers, int status) {
  if (!tiers.is_compiling()) return;
  (void)std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace eugene::cli
