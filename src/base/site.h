// The place of an instruction in a report: of a fault, a finding or a write. gpu and check share these types, so both
// describe a place in the same terms.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/source_lines.h"
#include "base/stage.h"

namespace eugene {

using Item = std::array<std::uint32_t, 3>;  // x, y, z

// The channel of an access that several channels may have made.
inline constexpr unsigned kUnknownChannel = ~0U;

// A work-item. If the kernel does not show the ids of work-items, an EU thread and channel stand for it. In a draw, a
// vertex or a pixel.
struct WorkItem {
  Stage stage = Stage::compute;
  Item group{};                     // of a vertex: its index and its instance; of a pixel: x, y and layer
  std::optional<Item> global = {};  // global and local id
  std::optional<Item> local = {};
  std::optional<std::uint32_t> index = {};  // index of a shader's invocation in its group: gl_LocalInvocationIndex
  unsigned thread = 0;                      // index in the group
  unsigned channel = 0;
  bool operator==(const WorkItem&) const = default;
};

struct Site {
  std::string access = {};                // "read", "write", "atomic"; empty: no access
  std::optional<SourceLine> source = {};  // source line, if known
  std::string text = {};                  // text of the source line
  std::uint32_t instruction = 0;          // byte offset in the kernel
  std::string assembly = {};              // the instruction's text
  std::optional<WorkItem> item = {};
  bool operator==(const Site&) const = default;
};

}  // namespace eugene
