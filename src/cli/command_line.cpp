#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "help_format.h"
#include "misplaced_value.h"
#include "nearest.h"

namespace eugene::cli {
namespace {

constexpr const char* kFooter = R"(Examples:
  eugene run -- ./app                      run an OpenCL program on the software GPU
  eugene dis --gen gen9 kernel.dat         disassemble raw Gen9 machine code
  eugene asm --gen gen6 --hex -o - k.asm   assemble, one instruction per line in hex
  eugene help COMMAND                      options and examples of one command

Exit status: 0 success, 1 problems found in the input, 2 wrong usage or an unreadable
file, 3 the GPU program faulted or did not end. `run` and `profile` end with the
program's own status. If the program ended with 0: 3 if --strict saw a fault or
--visa=compare a difference, 4 if --check has findings. 127 if there is no such
program, 126 if it cannot be started for another reason.)";

// Converts `help`, `help COMMAND` and `version` to options, which CLI11 knows.
std::vector<const char*> normalized(std::span<char* const> arguments) {
  std::vector<const char*> words(arguments.begin(), arguments.end());
  if (words.size() < 2) return words;
  if (std::string_view(words[1]) == "version") words[1] = "--version";
  if (std::string_view(words[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.resize(std::min<std::size_t>(words.size(), 2));  // the program and the command
  words.push_back("--help");
  return words;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names{"help", "version"};
  for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
  return names;
}

// Returns the names of all options, with their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& each : option->get_lnames()) names.push_back("--" + each);
  }
  return names;
}

// Returns the first word that `app` could not read; empty if there is none.
std::string unknown_option(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty() || unknown.front() == "--") return {};
  return unknown.front();
}

// Returns the error's message. Replaces messages of CLI11 that do not say what to do.
std::string describe(const CLI::Error& error) {
  std::string text = error.what();
  const std::string kind = error.get_name();
  const auto part_before = [&](std::string_view end) { return text.substr(0, text.find(end)); };
  const auto part_after = [&](std::string_view begin) { return text.substr(text.find(begin) + begin.size()); };
  constexpr std::string_view kUnreadable = "Could not convert: ", kUnexpected = " not expected: ";
  constexpr std::string_view kRequired = " is required", kExcludes = " excludes ";
  if (kind == "RequiredError" && text.ends_with(kRequired)) return part_before(kRequired) + " is missing";
  if (kind == "ArgumentMismatch" && text.ends_with(" missing")) return part_before(": ") + " needs a value";
  if (kind == "ExcludesError" && text.find(kExcludes) != std::string::npos)
    return fmt::format("{} cannot be used with {}", part_before(kExcludes), part_after(kExcludes));
  if (text.find(kUnexpected) != std::string::npos)
    return fmt::format("unexpected argument '{}'", part_after(kUnexpected));
  if (kind != "ConversionError" || !text.starts_with(kUnreadable) || text.find(" = ") == std::string::npos) return text;
  const std::string value = part_after(" = ");
  text = part_after(kUnreadable);
  return fmt::format("{}: '{}' is not a value of this option", part_before(" = "), value);
}

// Describes an error in the command line, and names the command whose --help to read.
std::string explain(const CLI::App* app, const CLI::Error& error) {
  std::string name = app->get_name();
  // Checked first, because CLI11 would report a missing argument instead.
  const auto unknown = [&name](const CLI::App& where, const std::string& word) {
    const std::string option = word.substr(0, word.find('='));
    return fmt::format("{0}: unknown option '{1}'{2}; see {0} --help\n", name, word,
                       suggestion(option, option_names(where)));
  };
  if (const std::string word = unknown_option(*app); !word.empty()) return unknown(*app, word);
  for (std::vector<CLI::App*> chosen = app->get_subcommands(); !chosen.empty(); chosen = app->get_subcommands()) {
    app = chosen.front();
    name += " " + app->get_name();
    if (const std::string word = unknown_option(*app); word.starts_with('-')) return unknown(*app, word);
  }
  const std::string what =
      name == "eugene" && error.get_name() == "RequiredError" ? "a command is missing" : describe(error);
  return fmt::format("{}: {}; see {} --help\n", name, what, name);
}

}  // namespace

std::optional<int> run_command_line(int argc, char** argv, std::span<const AddCommand> commands, bool is_whole) {
  CLI::App app{"Eugene, a software Intel Gen GPU: assemble, check, run, debug and measure Gen programs."};
  app.name("eugene");
  app.footer(kFooter);
  app.formatter(std::make_shared<HelpFormat>());  // also used for the subcommands
  app.set_version_flag("-V,--version", "eugene " EUGENE_VERSION);
  app.require_subcommand(1);
  app.failure_message(explain);

  int exit_code = kClean;
  for (const AddCommand add : commands) add(app, exit_code);

  const std::vector<const char*> words = normalized({argv, static_cast<std::size_t>(argc)});
  const std::string command = words.size() > 1 ? words[1] : "-";
  const auto is_named = [&command](const CLI::App* each) { return each->get_name() == command; };
  // CLI11 would report an unknown command as a missing one.
  if (!command.starts_with('-') && std::as_const(app).get_subcommands(is_named).empty()) {
    if (!is_whole) return std::nullopt;
    fmt::print(stderr, "eugene: unknown command '{}'{}; see eugene --help\n", command,
               suggestion(command, command_names(app)));
    return kUsage;
  }
  if (words.size() > 2 && !command.starts_with('-')) {
    const std::span<const char* const> arguments = std::span(words).subspan(2);
    if (const auto misplaced = misplaced_value(*app.get_subcommand(command), arguments)) {
      fmt::print(stderr, "eugene {0}: write {1}={2}; to run a program named {2}, write {1} -- {2}\n", command,
                 misplaced->flag, misplaced->value);
      return kUsage;
    }
  }
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const NeedsTools&) {
    return std::nullopt;
  } catch (const CLI::ParseError& error) {  // --help and --version arrive here too, with status 0
    if (!is_whole && error.get_name() != "CallForVersion") return std::nullopt;
    return app.exit(error) == 0 ? kClean : kUsage;
  }
  return exit_code;
}

}  // namespace eugene::cli
