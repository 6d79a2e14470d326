// Lines that a user types at a terminal, with editing and the lines before them, by libedit. Builds without it have
// none.
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

  // The next line, without its end. Nothing: the input has ended, or is_ready() has returned false.
  virtual std::optional<std::string> read() = 0;

 protected:
  LineEditor() = default;
};

// Of standard input and output. `is_ready`: waits until there is something to read; false: no more is to be read. Null:
// they are no terminal, or one that cannot edit, or the build has no libedit.
std::unique_ptr<LineEditor> make_line_editor(const std::string& prompt, std::function<bool()> is_ready);

}  // namespace eugene::cli
