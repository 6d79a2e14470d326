// Facts that only the source of a kernel shows: the order of its work-items, and its asynchronous copies.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/source_lines.h"
#include "check/race/fences.h"
#include "check/sync/copies.h"
#include "check/sync/marked_copies.h"
#include "isa/program.h"

namespace eugene::check {

struct SourceOrder {
  // True if accesses of a thread's channels count as ordered by instruction order. A sub-group barrier leaves no trace
  // in machine code, so this is false only if the source shows that the kernel has no such barrier.
  bool channels = true;
  std::map<std::uint32_t, Fences> barriers;  // by instruction; barriers that order all memory are missing
  CopyRoles copies;                          // none if the text has no copies, or copies leave marks
  SourcePlaces places;                       // by instruction, if copies leave marks; else empty
};

SourceOrder make_source_order(const isa::Program& program, const SourceLines& lines);

}  // namespace eugene::check
