// The functions that the thread in focus is in.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "debug/session.h"

namespace eugene::debug {

std::vector<Frame> Session::frames() const {
  std::vector<std::uint32_t> calls = track_.calls(focus_);
  for (std::uint32_t& each : calls) each = dispatch_.kernel.program().offset_of(each);
  return frames_at(variables().all(), text_.lines, focused().ip, calls);
}

Frame Session::frame() const {
  const std::vector<Frame> all = frames();
  return all[std::min(level_, all.size() - 1)];
}

void Session::select_frame(std::size_t level) {
  if (level >= frames().size()) return say("there is no such function\n");
  level_ = level;
  const Frame now = frame();
  say(frame_text(now) + "\n");
  if (now.line) say(fmt::format("{}: {}\n", eugene::text_of(*now.line), text_.text_of(*now.line)));
}

std::string Session::name_of(const Frame& frame) const {
  const auto& functions = variables().all().functions;
  return frame.function < functions.size() ? functions[frame.function].name : text_.kernel;
}

std::string Session::frame_text(const Frame& frame) const {
  return fmt::format("{} at {}", name_of(frame),
                     frame.line ? eugene::text_of(*frame.line) : fmt::format("{:#x}", frame.ip));
}

std::string Session::frames_text() const {
  std::string text;
  const std::vector<Frame> all = frames();
  for (std::size_t i = 0; i != all.size(); ++i)
    text += fmt::format("{} {:2} {}\n", i == level_ ? '>' : ' ', i, frame_text(all[i]));
  return text;
}

nlohmann::json Session::shown_frames() const {
  nlohmann::json all = nlohmann::json::array();
  for (const Frame& each : frames()) {
    nlohmann::json one{{"name", name_of(each)}, {"ip", each.ip}};
    if (each.line) {
      one["file"] = each.line->file;
      one["line"] = each.line->line;
      one["column"] = each.line->column;
      const auto& [files, rows, given, text] = text_.lines;
      one["given"] = given < files.size() && files[given] == each.line->file;
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::uint32_t Session::index_of_focus() const {
  return static_cast<std::uint32_t>(dispatch_.kernel.program().index_at(focused().ip).value_or(~0U));
}

const std::vector<std::uint8_t>& Session::depths() {
  if (depths_.empty()) depths_ = depths_of(variables().all(), dispatch_.kernel.program());
  return depths_;
}

// Nothing has called the kernel.
Stepping::Mode Session::mode_of_finish() const { return frames().size() > 1 ? Mode::out : Mode::finish; }

}  // namespace eugene::debug
