// `eugene debug --gdb PORT`: gdb comes to a port of this machine (debug/gdb), once the program has stopped in a kernel.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/diagnostic.h"
#include "debug/gdb/packets.h"
#include "debug/gdb/stub.h"
#include "debug/message_lines.h"
#include "debug_front.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

class DebugGdb final : public DebugFront {
 public:
  // 0: any port that is free.
  explicit DebugGdb(std::uint16_t port);
  ~DebugGdb() override;

  Result<void> open(const std::filesystem::path& socket) override;

 private:
  enum Polled : std::uint8_t { ended, listening, program, gdb_listening, client, count };
  Result<void> bind_port();
  void listen_for_gdb();
  void serve() override;
  void read_program();
  void read_client();
  void send_to_client(const std::string& text);

  std::uint16_t port_;
  serve::FileDescriptor bound_;  // gdb's port, until it may come
  std::array<serve::FileDescriptor, count> polled_;
  debug::gdb::Packets packets_;
  debug::MessageLines messages_;  // of the program
  debug::gdb::Stub stub_;
};

}  // namespace eugene::cli
