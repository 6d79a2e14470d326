#include "checked/source_order.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/sub_group_use.h"
#include "checks/mark_reader.h"
#include "checks/message_roles.h"
#include "load/source_text.h"

namespace eugene::checked {
namespace {

checks::CopyRoles copy_roles_of(const isa::Program& program, const SourceLines& lines,
                                const std::vector<checks::MessageRole>& roles) {
  checks::CopyRoles found;
  if (lines.given_text.find("async_work_group_") == std::string::npos) return found;
  found.copies.assign(roles.size(), false);
  found.waits = found.copies;
  load::SourceTexts texts;
  for (std::size_t index = 0; index < roles.size(); ++index) {
    if (!isa::is_send(program.instructions[index])) continue;
    const auto line = lines.at(program.offset_of(index));
    const std::string text = line ? texts.text(lines, *line) : std::string();
    if (roles[index] == checks::MessageRole::barrier)
      found.waits[index] = checks::may_wait(text);
    else
      found.copies[index] = checks::is_copy(text);
  }
  return found;
}

checks::SourcePlaces places_of(const isa::Program& program, const SourceLines& lines) {
  checks::SourcePlaces places(program.instructions.size());
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::size_t index = 0; index < places.size(); ++index) {
    const SourceLines::Row* row = lines.row_at(program.offset_of(index));
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

  checks::Fences fences(const SourceLine& line) {
    if (files_.insert(line.file).second) macros_.add(texts_.file_text(*lines_, line));
    return checks::fences_of_barrier(texts_.from_column(*lines_, line), texts_.text(*lines_, line), macros_);
  }

 private:
  const SourceLines* lines_;
  load::SourceTexts texts_;
  checks::SourceMacros macros_;
  std::set<std::string> files_;  // files whose macros are known
};

}  // namespace

SourceOrder source_order_of(const isa::Program& program, const SourceLines& lines) {
  SourceOrder order;
  const std::string& text = lines.given_text;
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  order.channels = text.empty() || may_use_sub_groups(text);
  // A fence of local memory leaves no trace in machine code either.
  const bool may_have_fences = text.empty() || has("mem_fence") || has("work_item_fence");
  const std::vector<checks::MessageRole> roles = checks::message_roles(program);
  BarrierTexts barriers(lines);
  for (std::size_t index = 0; index < roles.size(); ++index) {
    if (roles[index] != checks::MessageRole::barrier) continue;
    const auto line = lines.at(program.offset_of(index));
    checks::Fences fences = line ? barriers.fences(*line) : checks::Fences();
    if (may_have_fences) fences.local = true;
    if (fences != checks::Fences()) order.barriers.emplace(static_cast<std::uint32_t>(index), fences);
  }
  if (checks::has_copy_marks(program))
    order.places = places_of(program, lines);
  else
    order.copies = copy_roles_of(program, lines, roles);
  return order;
}

}  // namespace eugene::checked
