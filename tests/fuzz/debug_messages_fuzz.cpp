// Arbitrary bytes as messages of an editor, as what a debugged program says, as lines at its prompt, and as the
// beginning of a connection to gdb's port.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "debug/command.h"
#include "debug/dap/adapter.h"
#include "debug/dap/frames.h"
#include "debug/gdb/greeting.h"
#include "debug/gdb/packets.h"
#include "debug/gdb/stub.h"

using eugene::debug::dap::Adapter;
using eugene::debug::dap::Frames;
using eugene::debug::gdb::Stub;
using nlohmann::json;

namespace {

// The first bytes of a connection decide whether the client is gdb. Later bytes must not change that.
void greet(std::string_view input) {
  using eugene::debug::gdb::Greeting;
  Greeting before = Greeting::incomplete;
  for (std::size_t i = 0; i <= input.size() && i < 300 && before == Greeting::incomplete; ++i) {
    before = eugene::debug::gdb::greeting_in(input.substr(0, i));
    const std::size_t begin = std::min(input.find_first_not_of('+'), input.size());
    const std::string_view text = input.substr(begin, i - std::min(i, begin));
    if (before == Greeting::gdb && !text.starts_with("$qSupported") && !text.starts_with("$QStartNoAckMode"))
      std::abort();
  }
  if (before == Greeting::other && eugene::debug::gdb::greeting_in(input) != Greeting::other) std::abort();
}

}  // namespace

// Each line: "c" and a message of the editor, "g" and a packet of gdb, "p" and a message of the program, else a line at
// the prompt.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  greet(input);
  Frames whole;
  whole.add(input);
  while (whole.next()) {
  }
  bool asks = false;
  Adapter adapter({.to_client = [](const json& message) { (void)eugene::debug::dap::framed(message); },
                   .to_program = [&](const json&) { asks = true; },
                   .launch = [](const eugene::debug::dap::LaunchRequest&) {},
                   .kill = [] {},
                   .restart = [] {}});
  Stub stub({.to_client = [](const std::string& text) { (void)eugene::debug::gdb::packet(text); },
             .to_program = [](const json&) {},
             .stopped = [] {},
             .kill = [] {}});
  eugene::debug::gdb::Packets packets;
  packets.add(input);
  for (unsigned refused = 0; packets.next(refused);) {
  }
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
    if (line.empty()) continue;
    if (line[0] == 'g') stub.from_client(std::string(line.substr(1)));
    const json message = json::parse(line.substr(1), nullptr, false);
    if (line[0] == 'c' && !message.is_discarded())
      adapter.from_client(message);
    else if (line[0] != 'p')
      (void)eugene::debug::parse_command(line);
    if (line[0] != 'p' || message.is_discarded()) continue;
    adapter.from_program(message);
    stub.from_program(message);
  }
  adapter.program_has_ended(0);
  stub.program_has_ended(0);
  return 0;
}
