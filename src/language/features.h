// What an editor asks of a text in assembly or vISA, in the forms of the Language Server Protocol 3.17:
// `eugene lsp` and the page in the browser answer by these.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "language/place.h"

namespace eugene::language {

// What the documents say of the mnemonic at `position`, or the bytes of the region there, as a Hover; null: nothing.
nlohmann::json hover_at(std::string_view text, Position position);
// The Range of the label that the word at `position` names; null: it names none.
nlohmann::json label_at(std::string_view text, Position position);
// All labels, as an array of DocumentSymbol.
nlohmann::json labels_of(std::string_view text);
// What may stand at `position`, as an array of CompletionItem.
nlohmann::json completions_at(std::string_view text, Position position);

}  // namespace eugene::language
