// `eugene debug --gdb PORT`: gdb comes to a port of this machine (debug/gdb), once the program has stopped in a kernel.
//
// Whoever drives the debugger reads the program's memory and may end it. So only this user's processes and root's are
// let in, of these only gdb (debug/gdb/greeting.h), and one at a time. A socket with a name takes the place of the port
// if PORT has a slash.
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
  // A number, 0 for any port that is free, or the name of a socket.
  explicit DebugGdb(const std::string& place);
  // Why `place` is neither; empty: it is one.
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
  std::string socket_;           // empty: the port
  serve::FileDescriptor bound_;  // gdb's port, until it may come
  std::string greeting_;         // what the client has sent so far, if it may still be another than gdb
  bool is_gdb_ = false;          // the client
  std::array<serve::FileDescriptor, count> polled_;
  debug::gdb::Packets packets_;
  debug::MessageLines messages_;  // of the program
  debug::gdb::Stub stub_;
};

}  // namespace eugene::cli
