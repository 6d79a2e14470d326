// The subcommands of `eugene`, each in a separate file. Each function adds a subcommand to the application. If the
// subcommand is chosen, it leaves its exit status in `exit_code`.
#pragma once

namespace CLI {
class App;
}

namespace eugene::cli {

// Exit statuses that scripts rely on; CLI11's own errors become kUsage in main().
inline constexpr int kClean = 0;     // success
inline constexpr int kProblems = 1;  // problems found in the input
inline constexpr int kUsage = 2;     // wrong usage, unreadable file
inline constexpr int kFaulted = 3;   // the GPU program faulted or timed out

// Adds a subcommand.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

// Thrown by a subcommand that has done nothing yet, and leaves its command line to libeugene_tools.so.
struct NeedsTools {};

// One line per subcommand, in alphabetical order.
void add_asm(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_debug(CLI::App& app, int& exit_code);
void add_dis(CLI::App& app, int& exit_code);
void add_doctor(CLI::App& app, int& exit_code);
void add_exec(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_launch(CLI::App& app, int& exit_code);
void add_lsp(CLI::App& app, int& exit_code);
void add_profile(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_serve(CLI::App& app, int& exit_code);
void add_trace(CLI::App& app, int& exit_code);

}  // namespace eugene::cli
