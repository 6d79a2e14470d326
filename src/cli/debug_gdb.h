// `eugene debug --gdb PORT`: gdb connects to a port of this machine (debug/gdb) when the program has stopped in a
// kernel.
//
// A client of the debugger can read the program's memory and end the program. So the port accepts only processes of
// this user and of root, only gdb (debug/gdb/greeting.h), and one client at a time. If PORT has a slash, it names a
// socket to use instead of the port.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "debug/gdb/packets.h"
#include "debug/gdb/stub.h"
#include "debug/message_lines.h"
#include "debug_front.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

class DebugGdb final : public DebugFront {
 public:
  // `place` is a port number (0: any free port), or the name of a socket.
  explicit DebugGdb(const std::string& place);
  // Returns why `place` is neither a port nor a socket; empty: it is one.
  static std::string refusal_of_place(const std::string& place);
  ~DebugGdb() override;

  Result<void> open(const std::filesystem::path& socket) override;

 private:
  enum Polled : std::uint8_t { ended, listening, program, gdb_listening, client, count };
  Result<void> bind_port();
  void listen_for_gdb();
  void serve() override;
  void read_program();
  void accept_client();
  void drop_client();
  void read_client();
  void send_to_client(const std::string& text);

  std::uint16_t port_ = 0;
  std::string socket_;           // empty: use the port
  serve::FileDescriptor bound_;  // gdb's port, until gdb may connect
  std::string greeting_;         // the client's bytes so far, until it has proved to be gdb
  bool is_gdb_ = false;          // the client has proved to be gdb
  std::array<serve::FileDescriptor, count> polled_;
  debug::gdb::Packets packets_;
  debug::MessageLines messages_;  // messages of the program
  debug::gdb::Stub stub_;
};

}  // namespace eugene::cli
