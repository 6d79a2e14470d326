// What only the source of a kernel tells: of the order of its work-items and of its asynchronous copies.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/source_lines.h"
#include "checks/copies.h"
#include "checks/fences.h"
#include "checks/marked_copies.h"
#include "isa/program.h"

namespace eugene::checked {

struct SourceOrder {
  // The channels of a thread are ordered by its instructions. The barrier of a sub-group leaves no trace in machine
  // code, so this holds unless the text shows that it has none.
  bool channels = true;
  std::map<std::uint32_t, checks::Fences> barriers;  // by instruction, those that do not order all memory
  checks::CopyRoles copies;                          // none where the text has no copies, or they leave marks
  checks::SourcePlaces places;                       // of instructions, where copies leave marks; else empty
};

SourceOrder source_order_of(const isa::Program& program, const SourceLines& lines);

}  // namespace eugene::checked
