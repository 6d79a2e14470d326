// Arbitrary bytes as a text in an editor: every request of `eugene lsp`, at any place of it. A text that
// has been formatted must stay as it is when it is formatted again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "editor/features.h"
#include "editor/format.h"

using namespace eugene::editor;

namespace {

std::string formatted(std::string_view text, const Indentation& level) {
  std::string result;
  const nlohmann::json edits = format_edits(text, level);
  auto edit = edits.begin();
  for (std::size_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const bool is_last = end == text.size();
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool has_return = line.ends_with('\r');
    if (edit != edits.end() && (*edit)["range"]["start"]["line"] == number) {
      result += (*edit)["newText"].get<std::string>();
      if (has_return) result += '\r';
      ++edit;
    } else {
      result += line;
    }
    if (!is_last) result += '\n';
  }
  if (edit != edits.end()) std::abort();
  return result;
}

}  // namespace

// The first four bytes: a line, a character, and the level of indentation.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const Position position{.line = data[0], .character = data[1]};
  const Indentation level{.spaces = data[2] % Indentation::kMaxSpaces, .is_tab = (data[3] & 1) != 0};
  const std::string_view text(reinterpret_cast<const char*>(data) + 4, size - 4);
  (void)hover_at(text, position);
  (void)label_at(text, position);
  (void)list_labels(text);
  (void)completions_at(text, position);
  const std::string once = formatted(text, level);
  if (formatted(once, level) != once) std::abort();
  return 0;
}
