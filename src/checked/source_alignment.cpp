#include "checked/source_alignment.h"

#include "checks/alignment.h"
#include "load/source_text.h"

namespace eugene::checked {

std::vector<std::uint32_t> alignments_of(const isa::Program& program, const SourceLines& lines) {
  std::vector<std::uint32_t> alignments;
  alignments.reserve(program.instructions.size());
  load::SourceTexts texts;
  for (std::size_t index = 0; index < program.instructions.size(); ++index) {
    std::uint32_t alignment = checks::message_alignment(program, program.instructions[index]);
    const auto line = alignment == 1 ? lines.at(program.offset_of(index)) : std::nullopt;
    if (line) alignment = checks::cast_alignment(texts.text(lines, *line));
    alignments.push_back(alignment);
  }
  return alignments;
}

}  // namespace eugene::checked
