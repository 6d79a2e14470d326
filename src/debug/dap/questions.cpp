// Requests for facts about the stopped program.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/number.h"
#include "debug/dap/adapter.h"
#include "debug/dap/base64.h"
#include "debug/dap/fields.h"
#include "debug/dap/numbers.h"
#include "debug/embedded_source.h"
#include "debug/operands.h"
#include "debug/read_json.h"

namespace eugene::debug::dap {

namespace {

std::string name_in(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void Adapter::ask(const std::string& command, std::function<void(const json&)> answer) {
  program_.ask(command, [answer = std::move(answer)](const std::string& text) {
    json shown = read_json(text);
    answer(shown.is_discarded() ? json() : shown);
  });
}

void Adapter::focus(std::uint64_t thread) {
  program_.ask(fmt::format("thread {}", to_eu_thread(thread)), [](const std::string&) {});
  program_.ask(fmt::format("lane {}", to_channel(thread)), [](const std::string&) {});
}

void Adapter::focus_frame(std::uint64_t frame) {
  focus(thread_of_frame(frame));
  program_.ask(fmt::format("frame {}", to_level(frame)), [](const std::string&) {});
}

void Adapter::threads(const json& request) {
  if (!program_.is_stopped()) return respond(request, {{"threads", {{{"id", 1}, {"name", "GPU"}}}}});
  ask("show items", [this, request](const json& shown) {
    json all = json::array();
    for (const json& each : shown) {
      const std::uint64_t thread = read_unsigned(each, "thread").value_or(0);
      const std::uint64_t channel = read_unsigned(each, "channel").value_or(0);
      all.push_back({{"id", to_thread(thread, channel)},
                     {"name", fmt::format("{} thread {} channel {}{}", read_text(each, "item"), thread, channel,
                                          read_flag(each, "runs") ? "" : ", waits")}});
    }
    respond(request, {{"threads", std::move(all)}});
  });
}

nlohmann::json Adapter::make_frame(const json& shown, std::uint64_t id) const {
  const std::uint64_t line = read_unsigned(shown, "line").value_or(0);
  json frame{{"id", id},
             {"name", read_text(shown, "name")},
             {"line", line},
             {"column", std::max<std::uint64_t>(read_unsigned(shown, "column").value_or(1), 1)},
             {"instructionPointerReference", fmt::format("{:#x}", read_unsigned(shown, "ip").value_or(0))}};
  const std::string file = read_text(shown, "file");
  if (file.empty()) return frame;
  const bool is_given = read_flag(shown, "given");
  frame["source"] = make_source(file, is_given);
  if (const auto given = is_given ? source_file() : std::nullopt)
    frame["line"] = static_cast<std::int64_t>(line) + given->before;
  return frame;
}

// `is_given` means that the source is the text that the compiler was given, in whatever file the text is.
nlohmann::json Adapter::make_source(const std::string& file, bool is_given) const {
  if (!is_given) return {{"name", name_in(file)}, {"path", file}};
  if (const auto given = source_file()) return {{"name", name_in(given->path)}, {"path", given->path}};
  return {{"name", "kernels.cl"}, {"sourceReference", 1}};
}

// Finds the editor's file that contains the source or became the source. If there is none, returns the last file with
// breakpoints that does not exist on this machine.
std::optional<Adapter::SourceFile> Adapter::source_file() const {
  for (const auto find : {lines_before_in, lines_before_like}) {
    for (const std::string& each : paths_) {
      if (const auto before = find(each, source_.value_or(""))) return SourceFile{.path = each, .before = *before};
    }
  }
  const auto last = std::ranges::find_if(paths_.rbegin(), paths_.rend(), std::not_fn(can_be_read));
  return last == paths_.rend() ? std::nullopt : std::optional(SourceFile{.path = *last, .before = 0});
}

// `kind` is the kind of a breakpoint: "source PATH" for breakpoints at lines.
std::uint64_t Adapter::line_in_file(const std::string& kind, const std::string& file, std::uint64_t line) const {
  constexpr std::string_view kSource = "source ";
  const std::string path = kind.starts_with(kSource) ? kind.substr(kSource.size()) : "";
  if (path.empty() || is_file(file, path)) return line;
  const auto before = lines_before_like(path, source_.value_or(""));
  return before ? static_cast<std::uint64_t>(static_cast<std::int64_t>(line) + *before) : line;
}

void Adapter::with_source(std::function<void()> then) {
  if (source_) return then();
  ask("show source", [this, then = std::move(then)](const json& shown) {
    source_ = read_text(shown, "text");
    then();
  });
}

// Refuses a request about a work-item that the group does not have.
void Adapter::with_thread(const json& request, std::uint64_t thread, std::function<void()> then) {
  ask("show items", [this, request, thread, then = std::move(then)](const json& shown) {
    const bool is_there = std::ranges::any_of(shown, [&](const json& each) {
      return to_thread(read_unsigned(each, "thread").value_or(0), read_unsigned(each, "channel").value_or(0)) == thread;
    });
    if (!is_there) return refuse(request, fmt::format("this group has no thread {}", thread));
    then();
  });
}

void Adapter::stack(const json& request) {
  const json& arguments = field(request, "arguments");
  const std::uint64_t thread = read_unsigned(arguments, "threadId").value_or(0);
  const std::uint64_t first = read_unsigned(arguments, "startFrame").value_or(0);
  const std::uint64_t limit = read_unsigned(arguments, "levels").value_or(0);
  with_source([] {});
  with_thread(request, thread, [this, request, thread, first, limit] {
    focus(thread);
    ask("show frames", [this, request, thread, first, limit](const json& shown) {
      json frames = json::array();
      if (!shown.is_array()) return refuse(request, "the call stack is not known");
      const std::uint64_t count = std::min<std::uint64_t>(shown.size(), kMaxFrames);
      const std::uint64_t end = limit == 0 || limit > count ? count : std::min(count, first + limit);
      for (std::uint64_t i = first; i < end; ++i) frames.push_back(make_frame(shown[i], dap::make_frame(thread, i)));
      respond(request, {{"stackFrames", std::move(frames)}, {"totalFrames", count}});
    });
  });
}

void Adapter::read_memory(const json& request) {
  const json& arguments = field(request, "arguments");
  const auto base = parse_c_number<std::uint64_t>(read_text(arguments, "memoryReference"));
  if (!base) return refuse(request, "the memory reference is not an address");
  const std::uint64_t address = *base + static_cast<std::uint64_t>(read_signed(arguments, "offset"));
  const std::uint64_t count = read_unsigned(arguments, "count").value_or(0);
  ask(fmt::format("show memory {:#x} {}", address, count), [this, request, address, count](const json& shown) {
    const std::string hex = read_text(shown, "hex");
    const std::uint64_t read = hex.size() / 2;
    respond(request, {{"address", fmt::format("{:#x}", address)},
                      {"unreadableBytes", count - std::min(count, read)},
                      {"data", base64_of_hex(hex)}});
  });
}

void Adapter::disassemble(const json& request) {
  const json& arguments = field(request, "arguments");
  const auto base = parse_c_number<std::uint64_t>(read_text(arguments, "memoryReference"));
  if (!base) return refuse(request, "the memory reference is not the address of an instruction");
  const std::int64_t first = read_signed(arguments, "instructionOffset");
  const std::uint64_t count = read_unsigned(arguments, "instructionCount").value_or(0);
  const std::uint64_t before = first < 0 ? 0 - static_cast<std::uint64_t>(first) : 0;
  const std::uint64_t skipped = first > 0 ? static_cast<std::uint64_t>(first) : 0;
  constexpr std::uint64_t kMax = 65'536;
  ask(fmt::format("show code {:#x} {} {}", *base, before, std::min(count + skipped, kMax)),
      [this, request, skipped](const json& shown) {
        json all = json::array();
        std::uint64_t left = skipped;
        for (const json& each : shown) {
          if (left != 0 && left-- != 0) continue;
          json one{{"address", fmt::format("{:#x}", read_unsigned(each, "ip").value_or(0))},
                   {"instruction", read_text(each, "text")}};
          if (const auto line = read_unsigned(each, "line")) one["line"] = *line;
          all.push_back(std::move(one));
        }
        respond(request, {{"instructions", std::move(all)}});
      });
}

void Adapter::source(const json& request) {
  ask("show source", [this, request](const json& shown) {
    const std::string text = read_text(shown, "text");
    if (text.empty()) return refuse(request, "the source is not known");
    respond(request, {{"content", text}});
  });
}

void Adapter::exception_info(const json& request) {
  const bool is_fault = stop_.why.starts_with("fault");
  respond(request,
          {{"exceptionId", is_fault ? "fault" : "finding"}, {"description", stop_.why}, {"breakMode", "always"}});
}

}  // namespace eugene::debug::dap
