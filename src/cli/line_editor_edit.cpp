#include <histedit.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "line_editor.h"

namespace eugene::cli {
namespace {

class EditLineEditor final : public LineEditor {
 public:
  EditLineEditor(std::string prompt, std::function<bool()> is_ready)
      : prompt_(std::move(prompt)),
        is_ready_(std::move(is_ready)),
        editor_(el_init("eugene", stdin, stdout, stderr)),
        history_(history_init()) {
    constexpr int kLines = 1000;
    HistEvent event;
    history(history_, &event, H_SETSIZE, kLines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, find_prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_GETCFN, next);
    el_source(editor_, nullptr);  // the user's .editrc
  }
  ~EditLineEditor() override {
    el_end(editor_);
    history_end(history_);
  }

  std::optional<std::string> read() override {
    int count = 0;
    const char* typed = el_gets(editor_, &count);
    if (typed == nullptr || count <= 0) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(count));
    while (line.ends_with('\n')) line.pop_back();
    HistEvent event;
    if (!line.empty()) history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

 private:
  static EditLineEditor& self(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<EditLineEditor*>(data);
  }
  static char* find_prompt(EditLine* editor) { return self(editor).prompt_.data(); }

  // Reads the next character. Commands are ASCII, so other characters are dropped.
  static int next(EditLine* editor, wchar_t* character) {
    constexpr unsigned char kFirstOther = 0x80;
    unsigned char byte = 0;
    do {
      if (!self(editor).is_ready_()) return 0;
      ssize_t count = -1;
      do count = ::read(STDIN_FILENO, &byte, 1);
      while (count < 0 && errno == EINTR);
      if (count <= 0) return static_cast<int>(count);
    } while (byte >= kFirstOther);
    *character = byte;
    return 1;
  }

  std::string prompt_;
  std::function<bool()> is_ready_;
  EditLine* editor_;
  History* history_;
};

}  // namespace

std::unique_ptr<LineEditor> make_line_editor(const std::string& prompt, std::function<bool()> is_ready) {
  const char* terminal = std::getenv("TERM");
  const std::string_view kind = terminal == nullptr ? "" : terminal;
  if (kind.empty() || kind == "dumb" || ::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return nullptr;
  return std::make_unique<EditLineEditor>(prompt, std::move(is_ready));
}

}  // namespace eugene::cli
