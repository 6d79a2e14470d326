// `eugene debug --dap`: an editor talks to this command on standard input and output, by the Debug Adapter Protocol
// (debug/dap). The program's own output reaches the editor as events.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "debug/dap/adapter.h"
#include "debug/dap/frames.h"
#include "debug/message_lines.h"
#include "debug_front.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

class DebugDap final : public DebugFront {
 public:
  DebugDap();
  ~DebugDap() override;  // call when the program has ended, and has_ended() was called

  // Takes standard input and output for the protocol, and waits until the editor requests a launch. Returns nothing if
  // the editor has disconnected. An editor need not name a program: `command` is used then.
  std::optional<debug::dap::LaunchRequest> wait_for_launch(const std::vector<std::string>& command);
  // Waits until the editor disconnects.
  void has_ended(int status) override;

 private:
  enum Polled : std::uint8_t { client, ended, listening, program, output, errors, count };
  void take_streams();
  void serve() override;
  bool read_client();
  void read_program();
  void read_output(Polled which, const char* category);
  void drain();
  void send_to_program(const nlohmann::json& message);

  serve::FileDescriptor in_, out_;
  std::array<serve::FileDescriptor, count> polled_;
  debug::dap::Frames frames_;
  debug::MessageLines messages_;  // messages of the program
  std::optional<debug::dap::LaunchRequest> launch_;
  bool has_client_ = true;
  debug::dap::Adapter adapter_;
};

}  // namespace eugene::cli
