// eugene lsp: a language server for assembly and vISA, on standard input and output.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "commands.h"
#include "debug/dap/fields.h"
#include "debug/dap/frames.h"
#include "editor/features.h"
#include "editor/format.h"
#include "language_diagnostics.h"

namespace eugene::cli {
namespace {

using debug::dap::field;
using debug::dap::read_text;

constexpr int kNoMethod = -32601, kWrongParameters = -32602;  // JSON-RPC

class LanguageServer {
 public:
  // Serves until the client sends `exit`, or its stream ends. Returns the exit status: 0 after `shutdown`.
  int run();

 private:
  void received(const nlohmann::json& message);
  void notified(const std::string& method, const nlohmann::json& parameters);
  nlohmann::json answer(const std::string& method, const nlohmann::json& parameters);
  void open(const nlohmann::json& parameters, const std::string& text);
  static void send(const nlohmann::json& message) {
    const std::string bytes = debug::dap::framed(message);
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    (void)std::fflush(stdout);
  }

  std::map<std::string, std::string> texts_;  // texts by URI
  bool is_shut_down_ = false;
  bool is_over_ = false;
};

const nlohmann::json& document(const nlohmann::json& parameters) { return field(parameters, "textDocument"); }

editor::Position read_position(const nlohmann::json& parameters) {
  const nlohmann::json& position = field(parameters, "position");
  const auto number = [&](const char* name) {
    return static_cast<std::size_t>(debug::dap::read_unsigned(position, name).value_or(0));
  };
  return {.line = number("line"), .character = number("character")};
}

editor::Indentation read_indentation(const nlohmann::json& parameters) {
  const nlohmann::json& options = field(parameters, "options");
  editor::Indentation level;
  if (const auto spaces = debug::dap::read_unsigned(options, "tabSize"))
    level.spaces = std::min<std::size_t>(*spaces, editor::Indentation::kMaxSpaces);
  level.is_tab = field(options, "insertSpaces") == false;
  return level;
}

nlohmann::json capabilities() {
  return {{"capabilities",
           {{"textDocumentSync", 1},  // whole texts
            {"hoverProvider", true},
            {"definitionProvider", true},
            {"documentSymbolProvider", true},
            {"documentFormattingProvider", true},
            {"completionProvider", {{"triggerCharacters", {".", ":"}}}}}},
          {"serverInfo", {{"name", "eugene"}, {"version", EUGENE_VERSION}}}};
}

void LanguageServer::open(const nlohmann::json& parameters, const std::string& text) {
  const std::string uri = read_text(document(parameters), "uri");
  texts_[uri] = text;
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri}, {"diagnostics", list_diagnostics(uri, text)}}}});
}

void LanguageServer::notified(const std::string& method, const nlohmann::json& parameters) {
  if (method == "exit") {
    is_over_ = true;
  } else if (method == "textDocument/didOpen") {
    open(parameters, read_text(document(parameters), "text"));
  } else if (method == "textDocument/didChange") {
    const nlohmann::json& changes = field(parameters, "contentChanges");
    if (changes.is_array() && !changes.empty()) open(parameters, read_text(changes.back(), "text"));
  } else if (method == "textDocument/didClose") {
    const std::string uri = read_text(document(parameters), "uri");
    texts_.erase(uri);
    send({{"jsonrpc", "2.0"},
          {"method", "textDocument/publishDiagnostics"},
          {"params", {{"uri", uri}, {"diagnostics", nlohmann::json::array()}}}});
  }
}

// Returns the result of a request. An object with `code` and `message` is an error.
nlohmann::json LanguageServer::answer(const std::string& method, const nlohmann::json& parameters) {
  if (method == "initialize") return capabilities();
  if (method == "shutdown") {
    is_shut_down_ = true;
    return nullptr;
  }
  if (!method.starts_with("textDocument/"))
    return {{"code", kNoMethod}, {"message", fmt::format("unknown method '{}'", method)}};
  const std::string uri = read_text(document(parameters), "uri");
  const auto found = texts_.find(uri);
  if (found == texts_.end()) return {{"code", kWrongParameters}, {"message", fmt::format("'{}' is not open", uri)}};
  const std::string& text = found->second;
  const editor::Position position = read_position(parameters);
  if (method == "textDocument/hover") return editor::hover_at(text, position);
  if (method == "textDocument/completion") return editor::completions_at(text, position);
  if (method == "textDocument/documentSymbol") return editor::list_labels(text);
  if (method == "textDocument/formatting") return editor::format_edits(text, read_indentation(parameters));
  if (method == "textDocument/definition") {
    const nlohmann::json range = editor::label_at(text, position);
    return range.is_null() ? nlohmann::json() : nlohmann::json{{"uri", uri}, {"range", range}};
  }
  return {{"code", kNoMethod}, {"message", fmt::format("unknown method '{}'", method)}};
}

void LanguageServer::received(const nlohmann::json& message) {
  const std::string method = read_text(message, "method");
  if (method.empty()) return;  // an answer, or not a message
  const nlohmann::json& id = field(message, "id");
  const nlohmann::json& parameters = field(message, "params");
  if (id.is_null()) return notified(method, parameters);
  nlohmann::json result = answer(method, parameters);
  const bool is_error = result.is_object() && result.contains("code");
  send({{"jsonrpc", "2.0"}, {"id", id}, {is_error ? "error" : "result", std::move(result)}});
}

int LanguageServer::run() {
  constexpr std::size_t kPart = 65536;
  debug::dap::Frames frames;
  std::array<char, kPart> part{};
  while (!is_over_) {
    const ssize_t count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    frames.add({part.data(), static_cast<std::size_t>(count)});
    while (!is_over_) {
      const auto message = frames.next();
      if (!message) break;
      received(*message);
    }
    if (frames.is_broken()) {
      fmt::print(stderr, "eugene lsp: the input is not a message of the Language Server Protocol\n");
      return kUsage;
    }
  }
  return is_shut_down_ ? kClean : kProblems;
}

}  // namespace

void add_lsp(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("lsp", "Serve an editor for assembly and vISA by the Language Server Protocol");
  command->footer(
      R"(An editor starts it, and talks to it on standard input and output. Exit status: 0 after `shutdown`, 1 without it,
2 if the input is not a message. Examples:
  eugene lsp </dev/null || true)");
  command->callback([&exit_code] { exit_code = LanguageServer().run(); });
}

}  // namespace eugene::cli
