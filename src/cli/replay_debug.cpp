#include "replay_debug.h"

#include "debug/connection.h"
#include "i915/channel_names.h"

namespace eugene::cli {

void add_replay_debug_options(CLI::App& command, ReplayDebugOptions& options) {
  CLI::Option* wanted = command.add_flag("--debug", options.wanted,
                                         "Stop in the kernels, as `eugene debug` does; --binary has their source");
  command.add_option("-x,--commands", options.script, "With --debug: read the debugger's commands from FILE first")
      ->type_name("FILE")
      ->check(CLI::Validator(CLI::ExistingFile).description({}))
      ->needs(wanted);
  command.add_flag("--batch", options.batch, "With --debug: take no commands from the terminal")->needs(wanted);
}

ReplayDebugger::ReplayDebugger(const ReplayDebugOptions& options, const ReplayNames& names)
    : options_(options), names_(&names), terminal_(options.script, options.batch) {}

Result<void> ReplayDebugger::open() {
  if (!options_.wanted) return {};
  Result<RunDirectory> directory = RunDirectory::create_empty();
  if (!directory) return forward_error(directory);
  directory_.emplace(*std::move(directory));
  const std::filesystem::path socket = directory_->path() / i915::kDebuggerSocket;
  if (Result<void> opened = terminal_.open(socket); !opened) return opened;
  source_ = std::make_shared<debug::DebugSource>(
      std::make_unique<debug::Connection>(socket),
      [this](std::span<const std::byte> code) { return names_->program_text(code); });
  return {};
}

gpu::ObserverSources ReplayDebugger::sources() const {
  return source_ == nullptr ? gpu::ObserverSources() : gpu::ObserverSources{source_};
}

void ReplayDebugger::end() { terminal_.has_ended(0); }

}  // namespace eugene::cli
