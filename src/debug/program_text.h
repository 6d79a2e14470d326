// The source of a kernel, as far as its compiler has recorded it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/source_lines.h"
#include "base/source_variables.h"

namespace eugene::debug {

struct ProgramText {
  std::string kernel;  // its name; empty: unknown
  SourceLines lines;   // empty: built without -g
  std::function<std::string(const SourceLine&)> to_text;
  std::function<SourceVariables()> read_variables;  // empty: no variables are recorded

  // Returns the variables. They are read at the first call.
  const SourceVariables& variables() const {
    if (known == nullptr)
      known = std::make_shared<const SourceVariables>(read_variables ? read_variables() : SourceVariables());
    return *known;
  }
  mutable std::shared_ptr<const SourceVariables> known = nullptr;
};

}  // namespace eugene::debug
