// The user's end of `eugene debug`: prints what the debugger in the program says (debug/connection.h), and gives it
// lines of a script and of standard input.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "debug_front.h"
#include "line_editor.h"

namespace eugene::cli {

class DebugTerminal final : public DebugFront {
 public:
  // `script`: a file of commands; empty: none. `batch`: there are no others.
  DebugTerminal(const std::string& script, bool batch);
  ~DebugTerminal() override;  // call when the program has ended

  // Stops what runs on the GPU.
  void interrupt() override;

 private:
  void serve() override;
  void serve_program(int program);
  void set_program(int program);
  bool answer(int program);
  std::optional<std::string> next_line(int program);
  std::optional<std::string> next_plain_line(int program);
  bool wait_for(int descriptor, int other) const;

  std::deque<std::string> script_;
  bool batch_ = false;
  bool has_input_ended_ = false;
  std::string typed_;
  std::unique_ptr<LineEditor> editor_;  // null: lines are read as they come
  bool has_editor_ = false;             // it has been asked for one
  int asking_ = -1;                     // the program that waits for the line,
  bool has_gone_ = false;               // and ends meanwhile
  std::mutex program_mutex_;
  int program_ = -1;  // the socket of the one that talks; -1: none
};

}  // namespace eugene::cli
