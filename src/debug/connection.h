// The program's end of the socket between a debugged program and `eugene debug`. Messages are lines of JSON. The
// program sends {"say": TEXT}, {"stopped": REASON, "say": TEXT} and {"ask": true}. The debugger answers {"ask": true}
// with {"command": LINE}, and may send {"interrupt": true} at any time.
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "debug/console.h"
#include "debug/message_lines.h"

namespace eugene::debug {

class Connection final : public Console {
 public:
  // Whether a debugger listens at `socket`.
  static bool is_offered(const std::filesystem::path& socket);

  explicit Connection(std::filesystem::path socket) : socket_(std::move(socket)) {}
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void say(std::string_view text) override;
  void stopped(const Stop& stop) override;
  std::optional<std::string> ask() override;
  bool is_interrupted() override;

 private:
  bool connect();  // called at the first message
  bool send(const std::string& line);
  // Reads the messages that have arrived; with `waits`, waits for the next message. Returns false if the connection is
  // lost, or if nothing has arrived now.
  bool receive(bool waits);
  bool understand(const nlohmann::json& message);

  std::filesystem::path socket_;
  int descriptor_ = -1;
  bool is_lost_ = false;
  bool is_interrupted_ = false;
  MessageLines received_;
  std::deque<std::string> commands_;
};

}  // namespace eugene::debug
