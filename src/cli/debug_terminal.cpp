#include "debug_terminal.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <utility>

#include "debug/message_lines.h"
#include "debug_socket.h"

namespace eugene::cli {
namespace {

constexpr const char* kPrompt = "(eugene) ";

}  // namespace

DebugTerminal::DebugTerminal(const std::string& script, bool batch) : batch_(batch) {
  if (script.empty()) return;
  std::ifstream file(script);
  for (std::string line; std::getline(file, line);) script_.push_back(line);
}

DebugTerminal::~DebugTerminal() { stop(); }

// Waits until `descriptor` can be read. Returns false if only `other` has been closed or can be read.
bool DebugTerminal::wait_for(int descriptor, int other) const {
  std::array<pollfd, 2> polled{pollfd{.fd = descriptor, .events = POLLIN, .revents = 0},
                               pollfd{.fd = other, .events = POLLIN, .revents = 0}};
  while (::poll(polled.data(), polled.size(), -1) < 0 && errno == EINTR) {
  }
  return polled[0].revents != 0;
}

void DebugTerminal::serve() {
  while (wait_for(listening_.get(), ended_.get())) {
    const serve::FileDescriptor program(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (program.get() < 0) continue;
    set_program(program.get());
    serve_program(program.get());
    set_program(-1);
  }
}

void DebugTerminal::set_program(int program) {
  const std::scoped_lock lock(program_mutex_);
  program_ = program;
}

void DebugTerminal::interrupt() {
  constexpr std::string_view kMessage = "{\"interrupt\":true}\n";
  const std::scoped_lock lock(program_mutex_);
  if (program_ >= 0) (void)::send(program_, kMessage.data(), kMessage.size(), MSG_NOSIGNAL);
}

void DebugTerminal::serve_program(int program) {
  debug::MessageLines messages;
  while (wait_for(program, ended_.get())) {
    const auto bytes = read_some(program);
    if (!bytes) return;
    messages.add(*bytes);
    while (const auto message = messages.next()) {
      if (!message->is_object()) return;
      if (message->contains("say") && message->at("say").is_string())
        fmt::print("{}", message->at("say").get_ref<const std::string&>());
      if (message->contains("ask") && !answer(program)) return;
    }
    std::fflush(stdout);
  }
}

// Shows the program's output first: after the last command, the program continues and may print.
bool DebugTerminal::answer(int program) {
  std::fflush(stdout);
  const std::optional<std::string> line = next_line(program);
  if (!line) return false;
  const std::string text = debug::message_line({{"command", *line}});
  return ::send(program, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

// Returns the next command. Lines of the script are shown as if they had been typed.
std::optional<std::string> DebugTerminal::next_line(int program) {
  if (!script_.empty()) {
    std::string line = std::move(script_.front());
    script_.pop_front();
    fmt::print("{}{}\n", kPrompt, line);
    std::fflush(stdout);
    return line;
  }
  if (batch_ || has_input_ended_) return std::nullopt;
  if (!std::exchange(has_editor_, true)) {
    editor_ = make_line_editor(kPrompt, [this] {
      has_gone_ = !wait_for(STDIN_FILENO, asking_);
      return !has_gone_;
    });
  }
  if (editor_ != nullptr) {
    asking_ = program;
    std::fflush(stdout);
    std::optional<std::string> line = editor_->read();
    has_input_ended_ = !line && !has_gone_;
    return line;
  }
  return next_plain_line(program);
}

std::optional<std::string> DebugTerminal::next_plain_line(int program) {
  const bool is_terminal = ::isatty(STDIN_FILENO) != 0;
  if (is_terminal) fmt::print("{}", kPrompt);
  std::fflush(stdout);
  std::array<char, 4096> part{};
  std::size_t end = 0;
  while ((end = typed_.find('\n')) == std::string::npos) {
    if (!wait_for(STDIN_FILENO, program)) return std::nullopt;
    const ssize_t count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    has_input_ended_ = count <= 0;
    if (has_input_ended_) return std::nullopt;
    typed_.append(part.data(), static_cast<std::size_t>(count));
  }
  std::string line = typed_.substr(0, end);
  typed_.erase(0, end + 1);
  if (!is_terminal) fmt::print("{}{}\n", kPrompt, line);
  return line;
}

}  // namespace eugene::cli
