// The line of a source as members of a JSON object, the same in every report.
#pragma once

#include "base/source_lines.h"

namespace eugene {

// `Json`: an object of the library that the caller uses. Without a column where the compiler gives none.
template <class Json>
void add_source(Json& json, const SourceLine& source) {
  json["file"] = source.file;
  json["line"] = source.line;
  if (source.column != 0) json["column"] = source.column;
}

}  // namespace eugene
