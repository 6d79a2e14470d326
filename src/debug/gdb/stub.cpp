#include "debug/gdb/stub.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hex.h"
#include "base/number.h"
#include "debug/command.h"
#include "debug/dap/fields.h"
#include "debug/gdb/packets.h"
#include "debug/gdb/script.h"
#include "debug/gdb/target.h"
#include "debug/read_json.h"

namespace eugene::debug::gdb {
namespace {

constexpr const char* kRefused = "E01";

using nlohmann::json;

}  // namespace

Stub::Stub(Host host)
    : host_(std::move(host)),
      program_([this](const json& message) { host_.to_program(message); }, [this](const Stop& stop) { stopped(stop); },
               [this](const std::string& text) {
                 if (is_awaited_) reply("O" + to_hex(text));
               }) {}

void Stub::ask(const std::string& command, std::function<void(const json&)> answer) {
  program_.ask(command, [answer = std::move(answer)](const std::string& text) {
    const json shown = read_json(text);
    answer(shown.is_discarded() ? json() : shown);
  });
}

void Stub::stopped(const Stop& stop) {
  const bool is_fault = stop.reason == "exception" && stop.why.starts_with("fault");
  last_stop_ = fmt::format("T{}thread:{:x};", is_fault ? "0b" : "05", stop.thread + 1);
  if (stop.reason == "pause") last_stop_ = fmt::format("T02thread:{:x};", stop.thread + 1);
  if (stop.why == "the beginning of the launch") last_stop_ += "replaylog:begin;";
  monitored_ = stop.thread;
  if (!std::exchange(has_stopped_, true)) return host_.stopped();
  if (std::exchange(is_awaited_, false)) reply(last_stop_);
}

void Stub::program_has_ended(int status) {
  program_.lost();
  if (std::exchange(is_awaited_, false)) reply(fmt::format("W{:02x}", status & 0xFF));
}

void Stub::run(const std::string& command) {
  is_awaited_ = true;
  program_.run(command);
}

void Stub::from_client(const std::string& text) {
  if (text == Packets::kInterrupt) return program_.interrupt();
  if (text.empty()) return reply("");
  const std::string_view rest = std::string_view(text).substr(1);
  if (text == "QStartNoAckMode") {
    acknowledges_ = false;
    return reply("OK");
  }
  if (text == "bc") return run("reverse-continue");
  if (text == "bs") return run("reverse-stepi");
  if (text.starts_with("vKill")) {
    reply("OK");
    return host_.kill();
  }
  switch (text[0]) {
    case '?': return reply(last_stop_);
    case 'c': return run("continue");
    case 's': return run("stepi");
    case 'g': return registers();
    case 'm': return memory(rest);
    case 'H': return select(rest);
    case 'T': return reply("OK");
    case 'Z': return set_breakpoint(rest);
    case 'z': return remove_breakpoint(rest);
    case 'q': return query(rest);
    case 'k': return host_.kill();
    case 'D': reply("OK"); return program_.run("detach");
    default: return reply("");
  }
}

void Stub::query(std::string_view text) {
  constexpr std::string_view kDescription = "Xfer:features:read:target.xml:", kMonitor = "Rcmd,",
                             kThreads = "Xfer:threads:read::", kName = "ThreadExtraInfo,";
  if (text.starts_with("Supported"))
    return reply(
        "PacketSize=8000;QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;ReverseStep+;ReverseContinue+");
  if (text.starts_with(kDescription)) return send_part(target_description(), text.substr(kDescription.size()));
  if (text.starts_with(kThreads)) return name_threads(text.substr(kThreads.size()));
  if (text.starts_with(kName)) return name_thread(text.substr(kName.size()));
  if (text.starts_with(kMonitor)) return monitor(text.substr(kMonitor.size()));
  if (text == "fThreadInfo") return list_threads();
  if (text == "sThreadInfo") return reply("l");
  if (text == "Attached") return reply("1");
  reply("");
}

// `range` is "OFFSET,LENGTH".
void Stub::send_part(const std::string& all, std::string_view range) {
  const std::size_t comma = range.find(',');
  const auto offset = parse_number<std::uint64_t>(range.substr(0, comma), 16);
  const auto length =
      comma == std::string_view::npos ? std::nullopt : parse_number<std::uint64_t>(range.substr(comma + 1), 16);
  if (!offset || !length) return reply(kRefused);
  const std::string part = *offset >= all.size() ? std::string() : all.substr(*offset, *length);
  reply((*offset + part.size() >= all.size() ? "l" : "m") + part);
}

void Stub::list_threads() {
  ask("show threads", [this](const json& shown) {
    std::string list;
    for (std::size_t i = 0; i != shown.size(); ++i) list += fmt::format("{}{:x}", list.empty() ? "m" : ",", i + 1);
    reply(list.empty() ? "l" : list);
  });
}

void Stub::name_threads(std::string_view range) {
  ask("show threads", [this, range = std::string(range)](const json& shown) {
    std::string all = "<?xml version=\"1.0\"?><threads>";
    for (std::size_t i = 0; i != shown.size(); ++i)
      all += fmt::format("<thread id=\"{:x}\" name=\"{}\"/>", i + 1, dap::read_text(shown[i], "name"));
    send_part(all + "</threads>", range);
  });
}

void Stub::name_thread(std::string_view thread) {
  ask("show threads", [this, number = parse_number<std::uint64_t>(thread, 16).value_or(0)](const json& shown) {
    const bool is_there = number != 0 && number <= shown.size();
    reply(is_there ? to_hex(dap::read_text(shown[number - 1], "name")) : kRefused);
  });
}

void Stub::registers() {
  ask("show state", [this](const json& shown) {
    const auto ip = dap::read_unsigned(shown, "ip");
    reply(ip ? register_bytes(*ip, dap::read_text(shown, "grf"), dap::read_text(shown, "flags")) : kRefused);
  });
}

// `text` is "ADDRESS,LENGTH".
void Stub::memory(std::string_view text) {
  const std::size_t comma = text.find(',');
  const auto address = parse_number<std::uint64_t>(text.substr(0, comma), 16);
  const auto length =
      comma == std::string_view::npos ? std::nullopt : parse_number<std::uint64_t>(text.substr(comma + 1), 16);
  if (!address || !length) return reply(kRefused);
  ask(fmt::format("show memory {:#x} {}", *address, *length), [this](const json& shown) {
    const std::string hex = dap::read_text(shown, "hex");
    reply(hex.empty() ? kRefused : hex);
  });
}

// `text` is "gTHREAD" or "cTHREAD". Threads 0 and -1 mean any thread.
void Stub::select(std::string_view text) {
  const auto thread = text.size() < 2 ? std::nullopt : parse_number<std::uint64_t>(text.substr(1), 16);
  if (!thread || *thread == 0) return reply("OK");
  program_.ask(fmt::format("thread {}", *thread - 1), [this](const std::string&) { reply("OK"); });
}

// `text` is "TYPE,ADDRESS,KIND". Types 0 and 1 stop at an instruction, type 2 before a write of KIND bytes.
void Stub::set_breakpoint(std::string_view text) {
  constexpr std::size_t kNone = std::string_view::npos;
  const std::size_t first = text.find(',');
  const std::size_t second = first == kNone ? kNone : text.find(',', first + 1);
  const auto address =
      second == kNone ? std::nullopt : parse_number<std::uint64_t>(text.substr(first + 1, second - first - 1), 16);
  const auto bytes = second == kNone ? std::nullopt : parse_number<std::uint64_t>(text.substr(second + 1), 16);
  if (!address || !bytes || text[0] < '0' || text[0] > '2') return reply("");
  const char* type = *bytes == 1 ? "ub" : *bytes == 2 ? "uw" : *bytes == 8 ? "uq" : "ud";
  const std::string command =
      text[0] == '2' ? fmt::format("watch {:#x}:{}", *address, type) : fmt::format("break *{:#x}", *address);
  program_.ask(command, [this, name = std::string(text.substr(0, second))](std::string_view answer) {
    constexpr std::string_view kBreakpoint = "breakpoint ";
    if (!answer.starts_with(kBreakpoint)) return reply(kRefused);
    answer.remove_prefix(kBreakpoint.size());
    numbers_[name] = answer.substr(0, answer.find_first_not_of("0123456789"));
    reply("OK");
  });
}

void Stub::remove_breakpoint(std::string_view text) {
  const auto known = numbers_.find(std::string(text.substr(0, text.rfind(','))));
  if (known == numbers_.end()) return reply("OK");
  program_.ask("delete " + known->second, [this](const std::string&) { reply("OK"); });
  numbers_.erase(known);
}

// Executes a command of the terminal, except commands that let the program run: gdb would not notice the run.
void Stub::monitor(std::string_view hex) {
  const auto bytes = from_hex(hex);
  std::optional<std::string> line;
  if (bytes) line.emplace(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (line == "gdb") {
    reply("O" + to_hex(script()));
    return reply("OK");
  }
  const Result<Command> command = line ? parse_command(*line) : fail("the monitor command is not hexadecimal text");
  if (!command) return reply(to_hex(command.error().message + "\n"));
  if (lets_run(command->verb)) return reply(to_hex("to run the program, use gdb's own commands\n"));
  // gdb does not send the thread with the command.
  if (command->verb == Verb::thread) monitored_ = command->number;
  program_.ask(fmt::format("thread {}", monitored_), [](const std::string&) {});
  program_.ask(*line, [this](const std::string& text) {
    constexpr std::size_t kPart = 8000;
    for (std::size_t at = 0; at < text.size(); at += kPart) reply("O" + to_hex(text.substr(at, kPart)));
    reply("OK");
  });
}

}  // namespace eugene::debug::gdb
