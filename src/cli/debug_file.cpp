#include "debug_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

#include "commands.h"
#include "i915/channel_names.h"
#include "run_directory.h"
#include "run_program.h"

namespace eugene::cli {
namespace {

struct DebuggerOption {
  std::string_view name;
  bool takes_value;
};
constexpr std::array kDebuggerOptions{DebuggerOption{"--dap", false}, DebuggerOption{"--batch", false},
                                      DebuggerOption{"--gdb", true}, DebuggerOption{"-x", true},
                                      DebuggerOption{"--commands", true}};

// Fails if an option of the debugger comes after the file, where `exec` would read the option.
Result<void> check_order(const std::vector<std::string>& command) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string name = command[i].substr(0, command[i].find('='));
    const auto option = std::ranges::find(kDebuggerOptions, name, &DebuggerOption::name);
    if (option == kDebuggerOptions.end()) continue;
    const bool has_next_word = option->takes_value && name == command[i] && i + 1 < command.size();
    const std::string written = has_next_word ? command[i] + " " + command[i + 1] : command[i];
    return fail(fmt::format("{} must come before the file: eugene debug {} {}", name, written, command.front()));
  }
  return {};
}

}  // namespace

bool is_exec_file(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_regular_file(name, error) && ::access(name.c_str(), X_OK) != 0;
}

int debug_exec_file(const RunOptions& options) {
  const auto fails = [](const Diagnostic& problem) {
    fmt::print(stderr, "eugene debug: {}\n", problem.message);
    return kUsage;
  };
  if (const Result<void> order = check_order(options.command); !order) return fails(order.error());
  const Result<RunDirectory> directory = RunDirectory::create_empty();
  if (!directory) return fails(directory.error());
  const std::filesystem::path socket = directory->path() / i915::kDebuggerSocket;
  const Signals signals;  // the debugger's thread blocks the same signals
  DebugFront* debugger = options.debugger.get();
  if (const Result<void> open = debugger->open(socket); !open) return fails(open.error());
  std::vector<std::string> command{"/proc/self/exe", "exec", "--debug-socket", socket.string()};
  command.insert(command.end(), options.command.begin(), options.command.end());
  const int status = run_program({command, false, options.name}, signals, {}, [] {}, debugger);
  debugger->has_ended(status);
  return status;
}

}  // namespace eugene::cli
