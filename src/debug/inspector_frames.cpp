// The functions that the thread in focus is in.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/named_lines.h"
#include "debug/inspector.h"

namespace eugene::debug {

std::vector<StackFrame> Inspector::frames() const {
  std::vector<std::uint32_t> calls = group_->track.calls(group_->thread);
  for (std::uint32_t& each : calls) each = group_->dispatch.kernel.program().offset_at(each);
  return frames_at(variables().all(), group_->text.lines, group_->focused().ip, calls);
}

StackFrame Inspector::frame() const {
  const std::vector<StackFrame> all = frames();
  return all[std::min(group_->level, all.size() - 1)];
}

std::string Inspector::select_frame(std::size_t level) {
  if (level >= frames().size()) return fmt::format("the backtrace has no function {}\n", level);
  group_->level = level;
  const StackFrame now = frame();
  const std::string line =
      now.line ? fmt::format("{}: {}\n", eugene::to_text(*now.line), trimmed(group_->text.to_text(*now.line))) : "";
  return fmt::format("{}\n{}", frame_text(now), line);
}

std::string Inspector::find_name(const StackFrame& frame) const {
  const auto& functions = variables().all().functions;
  return frame.function < functions.size() ? functions[frame.function].name : group_->text.kernel;
}

std::string Inspector::frame_text(const StackFrame& frame) const {
  return fmt::format("{} at {}", find_name(frame),
                     frame.line ? eugene::to_text(*frame.line) : fmt::format("{:#x}", frame.ip));
}

std::string Inspector::frames_text() const {
  std::string text;
  const std::vector<StackFrame> all = frames();
  for (std::size_t i = 0; i != all.size(); ++i)
    text += fmt::format("{} {:2} {}\n", i == group_->level ? '>' : ' ', i, frame_text(all[i]));
  return text;
}

// `given` in the JSON means that the file is the text that the compiler was given.
void Inspector::add_line(nlohmann::json& shown, const SourceLine& line) const {
  const SourceLines& lines = group_->text.lines;
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(line.file, error);
  shown["file"] = is_file ? std::filesystem::absolute(line.file).lexically_normal().string() : line.file;
  shown["line"] = line.line;
  shown["column"] = line.column;
  const bool is_main = lines.given_file < lines.files.size() && lines.files[lines.given_file] == line.file;
  const bool is_in_text = is_main || (!is_file && NamedLines(lines.given_text, lines.name_of_text()).has(line.file));
  shown["given"] = is_in_text && !(is_file && lines.given_text.empty());
}

nlohmann::json Inspector::shown_frames() const {
  nlohmann::json all = nlohmann::json::array();
  for (const StackFrame& each : frames()) {
    nlohmann::json one{{"name", find_name(each)}, {"ip", each.ip}};
    if (each.line) {
      add_line(one, *each.line);
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::uint32_t Inspector::index_of_focus() const {
  return static_cast<std::uint32_t>(group_->dispatch.kernel.program().index_at(group_->focused().ip).value_or(~0U));
}

const std::vector<std::uint8_t>& Inspector::depths() const {
  if (depths_.empty()) depths_ = find_depths(variables().all(), group_->dispatch.kernel.program());
  return depths_;
}

}  // namespace eugene::debug
