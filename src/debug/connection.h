// The program's end of the socket between a debugged program and `eugene debug`. Messages are lines of JSON:
// {"say": TEXT}, {"stopped": REASON, "say": TEXT} and {"ask": true} from the program, {"command": LINE} in answer to
// the last, and {"interrupt": true} at any time.
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
  bool connect();  // when there is something to say for the first time
  bool send(const std::string& line);
  // Takes messages that have arrived, or waits for the next. False: the program's end is lost, or none is there now.
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
