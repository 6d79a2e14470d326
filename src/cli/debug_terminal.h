// The user's end of `eugene debug`: prints what the debugger in the program says (debug/connection.h), and gives it
// lines of a script and of standard input.
#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/diagnostic.h"
#include "debug_front.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

class DebugTerminal final : public DebugFront {
 public:
  // `script`: a file of commands; empty: none. `batch`: there are no others.
  DebugTerminal(const std::string& script, bool batch);
  ~DebugTerminal() override;  // call when the program has ended

  Result<void> open(const std::filesystem::path& socket) override;
  void has_ended(int status) override;

  // Ctrl-C: stops what runs on the GPU.
  void interrupt() override;

 private:
  void serve();
  void serve_program(int program);
  void set_program(int program);
  bool answer(int program);
  std::optional<std::string> next_line(int program);
  bool wait_for(int descriptor, int other) const;

  serve::FileDescriptor listening_, ended_, ends_;
  std::deque<std::string> script_;
  bool batch_ = false;
  bool has_input_ended_ = false;
  std::string typed_;
  std::mutex program_mutex_;
  int program_ = -1;  // the socket of the one that talks; -1: none
  std::thread thread_;
};

}  // namespace eugene::cli
