// A debug adapter: answers an editor's requests in the Debug Adapter Protocol by sending commands to the debugged
// program. Each work-item of the stopped group is one of the editor's threads. The thread's stack frames are the
// functions that the work-item is in.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "debug/console.h"
#include "debug/dap/breakpoints.h"
#include "debug/dap/program.h"

namespace eugene::debug::dap {

// The command that the editor's launch request asks for.
struct LaunchRequest {
  std::vector<std::string> command;
  std::string directory;                           // empty: the current directory
  std::map<std::string, std::string> environment;  // variables to add
  bool operator==(const LaunchRequest&) const = default;
};

class Adapter {
 public:
  struct Host {
    std::function<void(const nlohmann::json&)> to_client;
    std::function<void(const nlohmann::json&)> to_program;
    std::function<void(LaunchRequest)> launch;  // called once
    std::function<void()> kill;                 // ends the program
    std::function<void()> restart;  // ends the program and runs it again; the old one's output must be dropped
  };
  explicit Adapter(Host host);
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  void from_client(const nlohmann::json& message);
  void from_program(const nlohmann::json& message) { program_.received(message); }
  void program_is_lost() { program_.lost(); }
  void program_has_written(const char* category, const std::string& text);
  void program_has_ended(int status);
  bool is_done() const { return is_done_; }  // the editor has disconnected

 private:
  using json = nlohmann::json;
  // The object that a variablesReference of the protocol names.
  struct Variables {
    std::uint64_t frame = 0;                         // the frame's ID in the protocol
    std::string kind;                                // locals, columns, registers, parts, or given
    std::string expression;                          // the expression whose parts are shown, for the kind `parts`
    nlohmann::json given = nlohmann::json::array();  // the variables, for the kind `given`
  };

  void handle(const json& request);
  bool handle_setup(const std::string& command, const json& request);
  bool handle_motion(const std::string& command, const json& request);
  bool handle_question(const std::string& command, const json& request);
  void respond(const json& request, json body = json::object());
  void refuse(const json& request, const std::string& why);
  void event(const char* name, json body = json::object());

  // setup.cpp
  void initialize(const json& request);
  void launch(const json& request);
  void restart(const json& request);
  void set_breakpoints(const json& request);
  void set_function_breakpoints(const json& request);
  void set_instruction_breakpoints(const json& request);
  void set_exception_breakpoints(const json& request);
  void set_data_breakpoints(const json& request);
  void replace(const json& request, const std::string& kind, std::vector<std::string> commands);
  void begin();
  void disconnect(const json& request);

  // motion.cpp
  void stopped(const Stop& stop);
  void tell_of_stop(const std::string& reason, const Stop& stop);
  void move(const json& request, const std::string& command, json body = json::object());

  // questions.cpp
  void focus(std::uint64_t thread);
  void focus_frame(std::uint64_t frame);
  void threads(const json& request);
  void with_thread(const json& request, std::uint64_t thread, std::function<void()> then);
  void stack(const json& request);
  void scopes(const json& request);
  void variables(const json& request);
  json variable(std::uint64_t frame, const json& datum);
  json column(std::uint64_t frame, const json& shown);
  // The file in the editor that contains the kernel's source, and how many lines of the file come before the source.
  struct SourceFile {
    std::string path;
    std::int64_t before = 0;
  };
  std::optional<SourceFile> source_file() const;
  std::uint64_t line_in_file(const std::string& kind, const std::string& file, std::uint64_t line) const;
  void with_source(std::function<void()> then);
  json make_frame(const json& shown, std::uint64_t id) const;
  void evaluate(const json& request);
  void set_variable(const json& request);
  void set_expression(const json& request);
  void set(const json& request, const std::string& name);
  void read_memory(const json& request);
  void disassemble(const json& request);
  void source(const json& request);
  json make_source(const std::string& file, bool is_given) const;
  void data_breakpoint_info(const json& request);
  void exception_info(const json& request);
  // completions.cpp
  void completions(const json& request);
  void loaded_sources(const json& request);

  std::uint64_t reference(Variables of);
  // Sends a `show` command. `answer` gets the program's answer as JSON, or null if there is none.
  void ask(const std::string& command, std::function<void(const json&)> answer);

  Host host_;
  DebuggedProgram program_;
  Breakpoints breakpoints_;
  std::uint64_t last_ = 0;  // sequence number of the last message sent
  bool is_configured_ = false;
  std::optional<LaunchRequest> launched_;  // the editor's launch request
  bool has_ended_ = false;                 // the program has ended
  bool has_begun_ = false;                 // the program has stopped for the first time
  std::string entry_;                      // reason for the stop in the first kernel; empty: no stop there
  bool is_done_ = false;
  bool is_silent_ = false;          // the next stop only serves to set breakpoints, and is not reported to the editor
  std::vector<std::string> paths_;  // files with breakpoints, the most recently set last
  std::optional<std::string> source_;  // source of the kernel at this stop
  Stop stop_;                          // the last stop
  std::vector<Variables> variables_;   // valid at this stop; the index is the variablesReference - 1
};

}  // namespace eugene::debug::dap
