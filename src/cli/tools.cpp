// libeugene_tools.so: all subcommands of `eugene` (command_line.h).
#include <array>

#include "base/host_fault.h"
#include "command_line.h"

// NOLINTNEXTLINE(bugprone-exception-escape): out of memory, there is nothing left to report
extern "C" __attribute__((visibility("default"))) int eugene_tools_1(int argc, char** argv) {
  // A kernel must not end `eugene`, not even by a bug in Eugene: a wrong host access becomes a fault of the GPU.
  eugene::catch_host_faults();
  using namespace eugene::cli;
  // In alphabetical order.
  constexpr std::array<AddCommand, 15> kCommands{add_asm,     add_check,   add_debug, add_dis,    add_doctor,
                                                 add_exec,    add_explain, add_info,  add_launch, add_lsp,
                                                 add_profile, add_replay,  add_run,   add_serve,  add_trace};
  return run_command_line(argc, argv, kCommands, true).value_or(kUsage);
}
