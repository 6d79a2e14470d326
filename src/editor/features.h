// Answers an editor's requests about assembly or vISA text, in the format of the Language Server Protocol 3.17. Used by
// `eugene lsp` and by the web page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "editor/place.h"

namespace eugene::editor {

// Returns a Hover with the explanation of the mnemonic at `position`, or a drawing of the region there; null if there
// is none.
nlohmann::json hover_at(std::string_view text, Position position);
// Returns the Range of the label that the word at `position` names; null if it is not a label.
nlohmann::json label_at(std::string_view text, Position position);
// Returns all labels, as an array of DocumentSymbol.
nlohmann::json list_labels(std::string_view text);
// Returns possible words at `position`, as an array of CompletionItem.
nlohmann::json completions_at(std::string_view text, Position position);

}  // namespace eugene::editor
