// Replaces line_editor_edit.cpp in builds without libedit.
#include "line_editor.h"

namespace eugene::cli {

std::unique_ptr<LineEditor> make_line_editor(const std::string& /*prompt*/, std::function<bool()> /*is_ready*/) {
  return nullptr;
}

}  // namespace eugene::cli
