#include "run_program.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "commands.h"
#include "run_remarks.h"
#include "spawn.h"

extern char** environ;  // NOLINT: POSIX names it so

namespace eugene::cli {
namespace {

constexpr int kCannotExecute = 126;
constexpr int kNotFound = 127;

// Returns this process's environment with the variables of `set`.
std::vector<std::string> environment(const Variables& set) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::none_of(set, [&](const auto& pair) { return pair.first == name; })) result.emplace_back(text);
  }
  for (const auto& [name, value] : set) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

int run_once(const ProgramStart& start, const Signals& signals, const Variables& set,
             const std::function<void()>& interrupt, DebugFront* debugger) {
  std::vector<std::string> variables = environment(set);
  pid_t child = 0;
  sigset_t mask = signals.before();
  if (debugger != nullptr) sigaddset(&mask, SIGINT);  // SIGINT is for the debugger
  if (const int error = spawn(start.command, variables, mask, start.takes_stdout, child); error != 0) {
    fmt::print(stderr, "eugene {}: cannot start {}: {}\n", start.name, start.command[0], std::strerror(error));
    return error == ENOENT ? kNotFound : kCannotExecute;
  }
  if (debugger != nullptr) debugger->has_started(child);
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) != child) {
    const siginfo_t signal = signals.wait();
    if (signal.si_signo == SIGCHLD) continue;
    if (signal.si_signo == SIGINT && debugger != nullptr) {
      debugger->interrupt();
      continue;
    }
    // Signals from the terminal have reached the program already. If the program handles the signal, its handler must
    // run, perhaps only after the driver has stopped waiting.
    if (signal.si_code != SI_KERNEL) ::kill(child, signal.si_signo);
    interrupt();
  }
  return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

int run_program(const ProgramStart& start, const Signals& signals, const Variables& set,
                const std::function<void()>& interrupt, DebugFront* debugger) {
  int status = run_once(start, signals, set, interrupt, debugger);
  while (debugger != nullptr && debugger->takes_restart()) status = run_once(start, signals, set, interrupt, debugger);
  return status;
}

}  // namespace eugene::cli
