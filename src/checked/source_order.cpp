#include "checked/source_order.h"

#include <string>
#include <vector>

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

}  // namespace

SourceOrder source_order_of(const isa::Program& program, const SourceLines& lines) {
  SourceOrder order;
  const std::string& text = lines.given_text;
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  order.channels = text.empty() || has("sub_group");
  // A fence of local memory leaves no trace either.
  const bool may_have_fences = text.empty() || has("mem_fence") || has("work_item_fence");
  const std::vector<checks::MessageRole> roles = checks::message_roles(program);
  load::SourceTexts texts;
  for (std::size_t index = 0; index < roles.size(); ++index) {
    if (roles[index] != checks::MessageRole::barrier) continue;
    const auto line = lines.at(program.offset_of(index));
    checks::Fences fences = line ? checks::fences_of_barrier(texts.text(lines, *line)) : checks::Fences();
    if (may_have_fences) fences.local = true;
    if (fences != checks::Fences()) order.barriers.emplace(static_cast<std::uint32_t>(index), fences);
  }
  order.copies = copy_roles_of(program, lines, roles);
  return order;
}

}  // namespace eugene::checked
