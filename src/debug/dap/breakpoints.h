// Breakpoints as an editor sets them, and the commands that set them in the program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "debug/dap/program.h"

namespace eugene::debug::dap {

// A command for an entry of the arguments of setBreakpoints and the like; empty: it has none.
std::string source_command(const std::string& path, const nlohmann::json& breakpoint);
// Whether there is a file of that name here. If not its lines are taken for those of the kernels' source.
bool can_be_read(const std::string& path);
std::string function_command(const nlohmann::json& breakpoint);
std::string instruction_command(const nlohmann::json& breakpoint);

class Breakpoints {
 public:
  using Change = std::function<void(const nlohmann::json& breakpoint)>;
  // `changed`: called with a breakpoint as the protocol describes it, when the program has got it later than it was
  // set.
  // `line_of`: which line of the editor's file a line of a file of the kernels' is, by the kind of the breakpoint.
  using LineOf = std::function<std::uint64_t(const std::string& kind, const std::string& file, std::uint64_t line)>;
  Breakpoints(Change changed, LineOf line_of) : changed_(std::move(changed)), line_of_(std::move(line_of)) {}

  // All of a kind or file, in place of those before. `set`: called with them, once the program has them; at once where
  // it does not wait for commands.
  using Set = std::function<void(nlohmann::json breakpoints)>;
  void replace(Program& program, const std::string& kind, std::vector<std::string> commands, const Set& set);
  // The program waits for the first time: it gets all that were set.
  void begin(Program& program);
  // Another program will begin, which has none of them.
  void forget_program();
  // Those that have this number in the program, as the protocol numbers them.
  nlohmann::json with_number(unsigned number) const;

 private:
  struct One {
    unsigned id = 0;  // for the editor
    std::string command;
    std::string number;  // in the program; empty: it has none
  };
  nlohmann::json description(const std::string& kind, const One& one, const std::string& answer) const;
  void add(Program& program, const std::string& kind, std::size_t index, std::function<void(nlohmann::json)> added);

  Change changed_;
  LineOf line_of_;
  std::map<std::string, std::vector<One>> all_;  // by kind or file
  unsigned last_id_ = 0;
  bool has_begun_ = false;
};

}  // namespace eugene::debug::dap
