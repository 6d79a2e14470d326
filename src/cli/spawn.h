// Starting a program that ends with this command, however that comes.
#pragma once

#include <sys/types.h>
#include <csignal>
#include <string>
#include <vector>

namespace eugene::cli {

// Starts command[0], looked for in PATH, with those variables as its environment and `mask` as its blocked signals;
// what it writes to standard output goes to standard error where `keeps_stdout` says that this command needs the
// former. The program is killed if the calling thread ends first, even by SIGKILL; programs that it has started are
// not, but for those that use the GPU (libraries/in_process/lifeline.h). `child`: its process. Returns 0, or the errno
// that says why it cannot be started.
int spawn(std::vector<std::string>& command, std::vector<std::string>& variables, const sigset_t& mask,
          bool keeps_stdout, pid_t& child);

}  // namespace eugene::cli
