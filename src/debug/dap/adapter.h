// A debug adapter: requests of an editor by the Debug Adapter Protocol, answered by commands to the debugged program.
// A thread of the editor is a work-item of the group that is stopped; its frames are the functions that it is in.
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

// What the editor wants to be run.
struct Launch {
  std::vector<std::string> command;
  std::string directory;                           // empty: this one
  std::map<std::string, std::string> environment;  // in addition
  bool operator==(const Launch&) const = default;
};

class Adapter {
 public:
  struct Host {
    std::function<void(const nlohmann::json&)> to_client;
    std::function<void(const nlohmann::json&)> to_program;
    std::function<void(Launch)> launch;  // once
    std::function<void()> kill;          // ends the program
    std::function<void()> restart;       // ends it, and runs it again; what it still says is not to come here
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
  // What a variablesReference stands for.
  struct Variables {
    std::uint64_t frame = 0;                         // the editor's number of it
    std::string kind;                                // locals, columns, registers, parts, or given
    std::string expression;                          // of parts
    nlohmann::json given = nlohmann::json::array();  // what there is
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
  // The editor's file that has the kernel's source, and the lines in it before that.
  struct SourceFile {
    std::string path;
    std::int64_t before = 0;
  };
  std::optional<SourceFile> source_file() const;
  std::uint64_t line_in_file(const std::string& kind, const std::string& file, std::uint64_t line) const;
  void with_source(std::function<void()> then);
  json frame_of(const json& shown, std::uint64_t id) const;
  void evaluate(const json& request);
  void set_variable(const json& request);
  void set_expression(const json& request);
  void set(const json& request, const std::string& name);
  void read_memory(const json& request);
  void disassemble(const json& request);
  void source(const json& request);
  json source_of(const std::string& file, bool is_given) const;
  void data_breakpoint_info(const json& request);
  void exception_info(const json& request);
  // completions.cpp
  void completions(const json& request);
  void loaded_sources(const json& request);

  std::uint64_t reference(Variables of);
  // `command` is a `show`: its answer as JSON; null if there is none.
  void ask(const std::string& command, std::function<void(const json&)> answer);

  Host host_;
  Program program_;
  Breakpoints breakpoints_;
  std::uint64_t last_ = 0;  // number of what was sent
  bool is_configured_ = false;
  std::optional<Launch> launched_;  // as the editor wanted it
  bool has_ended_ = false;          // the program
  bool has_begun_ = false;          // the program has stopped for the first time
  std::string entry_;               // why the program is to stop in its first kernel; empty: it is not
  bool is_done_ = false;
  bool is_silent_ = false;             // the next stop is for the editor's breakpoints alone
  std::vector<std::string> paths_;     // of files in which there are breakpoints, the last that was set behind
  std::optional<std::string> source_;  // of the kernel at this stop
  Stop stop_;                          // the last one
  std::vector<Variables> variables_;   // by reference - 1, of this stop
};

}  // namespace eugene::debug::dap
