// `eugene replay --debug`: the debugger, with its terminal in the same process.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "debug/debug_source.h"
#include "debug_terminal.h"
#include "gpu/schedule/observe/observation.h"
#include "replay_names.h"
#include "run_directory.h"

namespace eugene::cli {

struct ReplayDebugOptions {
  bool wanted = false;
  std::string script;  // a file of commands; empty: none
  bool batch = false;  // no commands but the script's
};

void add_replay_debug_options(CLI::App& command, ReplayDebugOptions& options);

class ReplayDebugger {
 public:
  // `names` must outlive this object.
  ReplayDebugger(const ReplayDebugOptions& options, const ReplayNames& names);
  // Starts the debugger, if it is wanted. Call before the replay.
  Result<void> open();
  gpu::ObserverSources sources() const;
  // Call after the replay.
  void end();

 private:
  ReplayDebugOptions options_;
  const ReplayNames* names_;
  std::optional<RunDirectory> directory_;  // directory of the socket
  DebugTerminal terminal_;
  std::shared_ptr<debug::DebugSource> source_;  // null: not wanted
};

}  // namespace eugene::cli
