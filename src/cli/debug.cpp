// `eugene debug`: runs a program as `run` does, and stops in its kernels.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "commands.h"
#include "debug_dap.h"
#include "debug_file.h"
#include "debug_gdb.h"
#include "debug_terminal.h"
#include "run.h"
#include "run_options.h"

namespace eugene::cli {
namespace {

struct DebugOptions {
  RunOptions run;
  std::string script;  // a file of the debugger's commands; empty: none
  bool batch = false;  // no commands but the script's
  bool dap = false;
  std::string gdb;  // a port, or the name of a socket; empty: no gdb
};

void add_debug_options(CLI::App& command, DebugOptions& options) {
  CLI::Option* script =
      command.add_option("-x,--commands", options.script, "Read the debugger's commands from FILE first");
  command.add_flag("--batch", options.batch,
                   "Take no commands from the terminal: after those of -x, the program "
                   "runs to its end");
  script->type_name("FILE")->check(CLI::Validator(CLI::ExistingFile).description({}));
  command
      .add_flag("--dap", options.dap,
                "Talk to an editor by the Debug Adapter Protocol on standard input and output; the editor may name the "
                "program")
      ->excludes(script);
  command
      .add_option("--gdb", options.gdb,
                  "Let gdb connect to PORT of this machine (0: any free port) with `target remote :PORT`, or to a "
                  "socket, whose path contains a slash")
      ->type_name("PORT")
      ->check(CLI::Validator(&DebugGdb::refusal_of_place, {}))
      ->excludes(script);
}

// Waits until an editor names a program, or requests the one of the command line. Returns false if there is none to
// run.
bool take_launch(RunOptions& options) {
  auto editor = std::make_shared<DebugDap>();
  options.debugger = editor;
  const std::optional<debug::dap::LaunchRequest> launch = editor->wait_for_launch(options.command);
  if (!launch || launch->command.empty()) return false;
  options.command = launch->command;
  for (const auto& [name, value] : launch->environment) ::setenv(name.c_str(), value.c_str(), 1);
  return launch->directory.empty() || ::chdir(launch->directory.c_str()) == 0;
}

// Chooses who drives the debugger: an editor, gdb or a terminal. Returns false if an editor has no program to run.
bool choose_front(DebugOptions& options) {
  if (options.dap) return take_launch(options.run);
  if (!options.gdb.empty()) {
    options.run.debugger = std::make_shared<DebugGdb>(options.gdb);
  } else {
    options.run.debugger = std::make_shared<DebugTerminal>(options.script, options.batch);
  }
  return true;
}

}  // namespace

void add_debug(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("debug", "Run a GPU program and stop in its kernels");
  auto options = std::make_shared<DebugOptions>();
  options->run.name = "debug";
  add_gpu_options(*command, options->run.gpu);
  add_debug_options(*command, *options);
  add_common_options(*command, options->run, "The program and its arguments, or a file and options of `exec`");
  command->footer(
      "The program stops before the first instruction of its first kernel; `help` there lists the commands,\n"
      "and docs/user/debugging.md has a session. Examples:\n"
      "  eugene debug -- ./app\n"
      "  eugene debug --batch -x commands.txt -- ./app\n"
      "  eugene debug kernel.asm --set 'r2:f = 1 ...'   a file that `exec` runs, and its options\n"
      "  eugene debug --dap                             as an editor starts it\n"
      "  eugene debug --gdb 4321 -- ./app               then, in gdb: target remote :4321");
  command->callback([options, &exit_code] {
    if (!choose_front(*options)) {
      exit_code = kUsage;
      return;
    }
    RunOptions& program = options->run;
    if (program.command.empty()) throw CLI::RequiredError("PROGRAM");
    exit_code = is_exec_file(program.command.front()) ? debug_exec_file(program) : run(program);
  });
}

}  // namespace eugene::cli
