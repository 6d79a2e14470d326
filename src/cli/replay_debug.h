// `eugene replay --debug`: the debugger, with its terminal in the same process.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "debug/debug_source.h"
#include "debug_terminal.h"
#include "gpu/schedule/observation.h"
#include "replay_names.h"
#include "run_directory.h"

namespace eugene::cli {

struct ReplayDebugOptions {
  bool wanted = false;
  std::string script;  // a file of commands; empty: none
  bool batch = false;  // no commands but those
};

void add_replay_debug_options(CLI::App& command, ReplayDebugOptions& options);

class ReplayDebugger {
 public:
  // `names` must outlive it.
  ReplayDebugger(const ReplayDebugOptions& options, const ReplayNames& names);
  // If it is wanted. Before the replay.
  Result<void> open();
  gpu::ObserverSources sources() const;
  // After it.
  void end();

 private:
  ReplayDebugOptions options_;
  const ReplayNames* names_;
  std::optional<RunDirectory> directory_;  // of the socket
  DebugTerminal terminal_;
  std::shared_ptr<debug::DebugSource> source_;  // null: it is not wanted
};

}  // namespace eugene::cli
