// Reads lines that a user types at a terminal, with editing and history, through libedit. Builds without libedit have
// no editor.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace eugene::cli {

class LineEditor {
 public:
  virtual ~LineEditor() = default;
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Returns the next line, without its end. Returns nothing if the input has ended, or if is_ready() has returned
  // false.
  virtual std::optional<std::string> read() = 0;

 protected:
  LineEditor() = default;
};

// Makes an editor for standard input and output. `is_ready` waits until there is input; it returns false to stop
// reading. Returns null if standard input or output is not a terminal, if the terminal cannot edit, or if the build has
// no libedit.
std::unique_ptr<LineEditor> make_line_editor(const std::string& prompt, std::function<bool()> is_ready);

}  // namespace eugene::cli
