#include "base/source_lines.h"

#include <fmt/format.h>

namespace eugene {

std::string to_text(const SourceLine& line) {
  return line.column == 0 ? fmt::format("{}:{}", line.file, line.line)
                          : fmt::format("{}:{}:{}", line.file, line.line, line.column);
}

}  // namespace eugene
