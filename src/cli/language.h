// What an editor asks of a text in assembly or vISA, in the forms of the Language Server Protocol 3.17. Lines and
// characters are counted from 0; a character is a byte, as sources are ASCII but for comments.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace eugene::cli {

struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
};

// What `eugene check FILE` finds, as an array of Diagnostic.
nlohmann::json diagnostics_of(const std::string& file, std::string_view text);
// What the documents say of the mnemonic at `position`, or the bytes of the region there, as a Hover; null: nothing.
nlohmann::json hover_at(std::string_view text, Position position);
// The Range of the label that the word at `position` names; null: it names none.
nlohmann::json label_at(std::string_view text, Position position);
// All labels, as an array of DocumentSymbol.
nlohmann::json labels_of(std::string_view text);
// What may stand at `position`, as an array of CompletionItem.
nlohmann::json completions_at(std::string_view text, Position position);

}  // namespace eugene::cli
