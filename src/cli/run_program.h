// Starts the program of `eugene run` and waits for it, passing signals on.
#pragma once

#include <csignal>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client_environment.h"
#include "debug_front.h"

namespace eugene::cli {

// Blocks the signals for the program while it runs, and the signal of its end. They are blocked in all threads while
// this object lives, so that run_program() takes them one by one.
class Signals {
 public:
  Signals() {
    sigemptyset(&taken_);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
      struct sigaction action{};
      ::sigaction(number, nullptr, &action);
      if (action.sa_handler != SIG_IGN) sigaddset(&taken_, number);  // ignored signals stay ignored, as under nohup
    }
    // If SIGCHLD were ignored, a program's end would leave no status.
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &action, nullptr);
    sigaddset(&taken_, SIGCHLD);
    ::pthread_sigmask(SIG_BLOCK, &taken_, &before_);
  }
  ~Signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  const sigset_t& before() const { return before_; }
  siginfo_t wait() const {
    siginfo_t info{};
    while (::sigwaitinfo(&taken_, &info) < 0) {
    }
    return info;
  }

 private:
  sigset_t taken_{};
  sigset_t before_{};
};

struct ProgramStart {
  std::vector<std::string>& command;
  bool takes_stdout =
      false;  // Eugene writes to the program's standard output, so the program's own output goes to standard error
  std::string_view name = "run";  // the command of `eugene`, for messages
};

// Runs the program. Returns its exit status as a shell would, or 126 or 127, with a message, if it cannot be started.
// `interrupt` is called when a signal for the program arrives.
int run_program(const ProgramStart& start, const Signals& signals, const Variables& set,
                const std::function<void()>& interrupt, DebugFront* debugger = nullptr);

}  // namespace eugene::cli
