// A stub for gdb: answers requests of gdb's remote protocol by sending commands to the debugged program. Each EU thread
// of the stopped group is one of gdb's threads. Code begins at address 0, and memory is the GPU's.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "debug/dap/program.h"

namespace eugene::debug::gdb {

class Stub {
 public:
  struct Host {
    std::function<void(const std::string& text)> to_client;  // the text of a packet
    std::function<void(const nlohmann::json&)> to_program;
    std::function<void()> stopped;  // called at the first stop: gdb may connect now
    std::function<void()> kill;     // ends the program
  };
  explicit Stub(Host host);
  Stub(const Stub&) = delete;
  Stub& operator=(const Stub&) = delete;

  void from_client(const std::string& text);
  void from_program(const nlohmann::json& message) { program_.received(message); }
  void program_is_lost() { program_.lost(); }
  // Resets the state for the next client, which begins with acknowledgements.
  void client_has_gone() {
    acknowledges_ = true;
    is_awaited_ = false;
  }
  void program_has_ended(int status);
  // Whether packets are acknowledged. After both sides agree to stop acknowledging, the change takes effect with the
  // answer after the last packet read.
  bool acknowledges() const { return acknowledges_; }

 private:
  void reply(const std::string& text) { host_.to_client(text); }
  void ask(const std::string& command, std::function<void(const nlohmann::json&)> answer);
  void run(const std::string& command);
  void stopped(const Stop& stop);
  void query(std::string_view text);
  void send_part(const std::string& all, std::string_view range);
  void list_threads();
  void name_threads(std::string_view range);
  void name_thread(std::string_view thread);
  void registers();
  void memory(std::string_view text);
  void select(std::string_view text);
  void set_breakpoint(std::string_view text);
  void remove_breakpoint(std::string_view text);
  void monitor(std::string_view hex);

  Host host_;
  dap::DebuggedProgram program_;
  bool acknowledges_ = true;
  bool has_stopped_ = false;
  bool is_awaited_ = false;                     // gdb waits for the next stop
  std::string last_stop_;                       // the answer to ?
  std::uint64_t monitored_ = 0;                 // the thread to which commands of `monitor` apply
  std::map<std::string, std::string> numbers_;  // the program's breakpoint IDs, by gdb's name: "0,98"
};

}  // namespace eugene::debug::gdb
