// Adds a source line to a JSON object, in the same format for every report.
#pragma once

#include "base/source_lines.h"

namespace eugene {

// `Json` is the object type of the caller's JSON library. The column is omitted if the compiler gave none.
template <class Json>
void add_source(Json& json, const SourceLine& source) {
  json["file"] = source.file;
  json["line"] = source.line;
  if (source.column != 0) json["column"] = source.column;
}

}  // namespace eugene
