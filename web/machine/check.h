// What is wrong with the text in the editor, and what its instructions read and write.
#pragma once

#include <string>
#include <string_view>

namespace eugene::web {

// JSON: `findings`, each with line, column, length, severity, message and, where there are any, rule, reference and
// hint; `lines`: of each instruction its line, byte offset, text and operands, of these the role ("dst", "src0"), the
// bytes that each lane has, counted from register 0, and their size.
std::string check(std::string_view text);

}  // namespace eugene::web
