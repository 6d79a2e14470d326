// What implements watched_run.h in the command itself.
#include "commands.h"
#include "watched_run.h"

namespace eugene::cli {

bool can_watch() { return false; }

std::vector<std::string> check_kind_names() { return {}; }
std::string check_kinds_help() { return "kinds"; }
std::string check_kinds_text(const check::Kinds& /*kinds*/) { return {}; }
std::optional<check::Kinds> read_check_kinds(std::string_view /*text*/) { throw NeedsTools(); }
bool is_launches(std::string_view /*text*/) { throw NeedsTools(); }
bool is_trace_kinds(std::string_view /*text*/) { throw NeedsTools(); }
std::string refusal_of_parameters(std::string_view /*text*/) { throw NeedsTools(); }
Result<void> check_suppressions(const std::string& /*file*/) { return {}; }

std::unique_ptr<WatchedRun> read_watched_run(const RunOptions& /*options*/,
                                             const std::filesystem::path& /*directory*/) {
  return nullptr;
}

int run_tbx(RunOptions& /*options*/) { return kUsage; }

}  // namespace eugene::cli
