// The `eugene` command: parses the command line and runs one subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/host_fault.h"
#include "commands.h"
#include "help_format.h"
#include "misplaced_value.h"

namespace {

constexpr const char* kFooter = R"(Examples:
  eugene run -- ./app                      run an OpenCL program on the software GPU
  eugene dis --gen gen9 kernel.dat         disassemble raw Gen9 machine code
  eugene asm --gen gen6 --hex -o - k.asm   assemble, one instruction per line in hex
  eugene COMMAND --help                    options and examples of one command

Exit status: 0 success, 1 problems found in the input, 2 wrong usage or an unreadable
file, 3 the GPU program faulted or did not end. `run` and `profile` end with the
program's own status; with 3 where the program ended with 0, but --strict saw a fault
or --visa=compare a difference; 127 if there is no such program, 126 if it cannot be
started for another reason.)";

}  // namespace

// The error in the command line, and the command whose --help to read.
std::string explain(const CLI::App* app, const CLI::Error& error) {
  std::string name = app->get_name();
  // Checked first, because CLI11 would report a missing argument instead.
  if (const std::vector<std::string> unknown = app->remaining(); !unknown.empty() && unknown.front() != "--")
    return fmt::format("{0}: unknown option '{1}'; see {0} --help\n", name, unknown.front());
  for (std::vector<CLI::App*> chosen = app->get_subcommands(); !chosen.empty(); chosen = app->get_subcommands()) {
    app = chosen.front();
    name += " " + app->get_name();
  }
  const std::string what =
      name == "eugene" && error.get_name() == "RequiredError" ? "a command is missing" : error.what();
  return fmt::format("{}: {}; see {} --help\n", name, what, name);
}

// NOLINTNEXTLINE(bugprone-exception-escape): out of memory, there is nothing left to report
int main(int argc, char** argv) {
  // A kernel must not end `eugene`, even through a mistake of Eugene's own: the access becomes a fault of the GPU.
  eugene::catch_host_faults();
  CLI::App app{"Eugene, a software Intel Gen GPU: assemble, check, run, debug and measure Gen programs."};
  app.name("eugene");
  app.footer(kFooter);
  app.formatter(std::make_shared<eugene::cli::HelpFormat>());  // of the subcommands as well
  app.set_version_flag("--version", "eugene " EUGENE_VERSION);
  app.require_subcommand(1);
  app.failure_message(explain);

  int exit_code = eugene::cli::kClean;
  using namespace eugene::cli;
  // One line per subcommand, in alphabetical order.
  add_asm(app, exit_code);
  add_check(app, exit_code);
  add_dis(app, exit_code);
  add_doctor(app, exit_code);
  add_exec(app, exit_code);
  add_info(app, exit_code);
  add_profile(app, exit_code);
  add_replay(app, exit_code);
  add_run(app, exit_code);
  add_serve(app, exit_code);

  const auto is_named = [argv](const CLI::App* command) { return command->get_name() == argv[1]; };
  // CLI11 would report an unknown command as a missing one.
  if (argc > 1 && argv[1][0] != '-' && std::as_const(app).get_subcommands(is_named).empty()) {
    fmt::print(stderr, "eugene: unknown command '{}'; see eugene --help\n", argv[1]);
    return kUsage;
  }
  if (argc > 2 && argv[1][0] != '-') {
    const std::span<char* const> arguments(argv + 2, static_cast<std::size_t>(argc - 2));
    if (const auto misplaced = misplaced_value(*app.get_subcommand(argv[1]), arguments)) {
      fmt::print(stderr, "eugene {0}: write {1}={2}; for a program of the name {2}, {1} -- {2}\n", argv[1],
                 misplaced->flag, misplaced->value);
      return kUsage;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // --help and --version arrive here too, with status 0
    return app.exit(error) == 0 ? kClean : kUsage;
  }
  return exit_code;
}
