#include "check/source_order.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/sub_group_use.h"
#include "binary/source_text.h"
#include "check/sync/mark_reader.h"
#include "eu/analysis/message_roles.h"

namespace eugene::check {
namespace {

CopyRoles find_copy_roles(const isa::Program& program, const SourceLines& lines,
                          const std::vector<eu::MessageRole>& roles) {
  CopyRoles found;
  if (lines.given_text.find("async_work_group_") == std::string::npos) return found;
  found.copies.assign(roles.size(), false);
  found.waits = found.copies;
  binary::SourceTexts texts;
  for (std::size_t index = 0; index < roles.size(); ++index) {
    if (!isa::is_send(program.instructions[index])) continue;
    const auto line = lines.at(program.offset_at(index));
    const std::string text = line ? texts.text(lines, *line) : std::string();
    if (roles[index] == eu::MessageRole::barrier)
      found.waits[index] = may_wait(text);
    else
      found.copies[index] = is_copy(text);
  }
  return found;
}

SourcePlaces make_places(const isa::Program& program, const SourceLines& lines) {
  SourcePlaces places(program.instructions.size());
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::size_t index = 0; index < places.size(); ++index) {
    const SourceLines::Row* row = lines.row_at(program.offset_at(index));
    if (row == nullptr) continue;
    const auto next = static_cast<std::uint32_t>(known.size() + 1);
    places[index] = known.try_emplace({row->file, row->line, row->column}, next).first->second;
  }
  return places;
}

// The text around the barriers of a program, and the macros that it may use.
class BarrierTexts {
 public:
  explicit BarrierTexts(const SourceLines& lines) : lines_(&lines) { macros_.add(lines.given_text); }

  Fences fences(const SourceLine& line) {
    if (files_.insert(line.file).second) macros_.add(texts_.file_text(*lines_, line));
    return fences_of_barrier(texts_.from_column(*lines_, line), texts_.text(*lines_, line), macros_);
  }

 private:
  const SourceLines* lines_;
  binary::SourceTexts texts_;
  SourceMacros macros_;
  std::set<std::string> files_;  // files whose macros are known
};

}  // namespace

SourceOrder make_source_order(const isa::Program& program, const SourceLines& lines) {
  SourceOrder order;
  const std::string& text = lines.given_text;
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  order.channels = text.empty() || may_use_sub_groups(text);
  // A fence of local memory leaves no trace in machine code either.
  const bool may_have_fences = text.empty() || has("mem_fence") || has("work_item_fence");
  const std::vector<eu::MessageRole> roles = eu::message_roles(program);
  BarrierTexts barriers(lines);
  for (std::size_t index = 0; index < roles.size(); ++index) {
    if (roles[index] != eu::MessageRole::barrier) continue;
    const auto line = lines.at(program.offset_at(index));
    Fences fences = line ? barriers.fences(*line) : Fences();
    if (may_have_fences) fences.local = true;
    if (fences != Fences()) order.barriers.emplace(static_cast<std::uint32_t>(index), fences);
  }
  if (has_copy_marks(program))
    order.places = make_places(program, lines);
  else
    order.copies = find_copy_roles(program, lines, roles);
  return order;
}

}  // namespace eugene::check
