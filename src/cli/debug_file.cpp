#include "debug_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "debug_gdb.h"
#include "debug_terminal.h"
#include "i915/channel_names.h"
#include "run_directory.h"
#include "run_program.h"

namespace eugene::cli {

std::shared_ptr<DebugFront> make_debug_front(const RunOptions& options) {
  if (options.editor != nullptr) return options.editor;
  if (!options.gdb.empty()) return std::make_shared<DebugGdb>(options.gdb);
  return std::make_shared<DebugTerminal>(options.script, options.batch);
}

bool is_exec_file(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_regular_file(name, error) && ::access(name.c_str(), X_OK) != 0;
}

int debug_exec_file(const RunOptions& options) {
  const auto fails = [](const Diagnostic& problem) {
    fmt::print(stderr, "eugene debug: {}\n", problem.message);
    return kUsage;
  };
  const Result<RunDirectory> directory = RunDirectory::create_empty();
  if (!directory) return fails(directory.error());
  const std::filesystem::path socket = directory->path() / i915::kDebuggerSocket;
  const Signals signals;  // the debugger's thread blocks the same signals
  const std::shared_ptr<DebugFront> debugger = make_debug_front(options);
  if (const Result<void> open = debugger->open(socket); !open) return fails(open.error());
  std::vector<std::string> command{"/proc/self/exe", "exec", "--debug-socket", socket.string()};
  command.insert(command.end(), options.command.begin(), options.command.end());
  const int status = run_program({command, false}, signals, {}, [] {}, debugger.get());
  debugger->has_ended(status);
  return status;
}

}  // namespace eugene::cli
