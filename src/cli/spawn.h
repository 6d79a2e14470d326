// Starts a program that ends with this command, however the command ends.
#pragma once

#include <sys/types.h>
#include <csignal>
#include <string>
#include <vector>

namespace eugene::cli {

// Starts command[0], searched in PATH, with the environment `variables` and the blocked signals `mask`. With
// `keeps_stdout`, this command needs standard output, so the program's standard output goes to standard error. The
// program is killed if the calling thread ends first, even by SIGKILL. Of the program's children, only those that use
// the GPU are killed too (inside/process/lifeline.h). `child` is set to the program's process. Returns 0, or the
// errno if the program cannot be started.
int spawn(std::vector<std::string>& command, std::vector<std::string>& variables, const sigset_t& mask,
          bool keeps_stdout, pid_t& child);

}  // namespace eugene::cli
