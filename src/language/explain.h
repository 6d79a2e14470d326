// What the documents say of something that has a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eugene::language {

// Of an instruction, by its mnemonic, of a rule or of all rules whose names begin so, or of a remark of `exec`. Empty:
// nothing is called so.
std::string explained(std::string_view name);
std::vector<std::string> explained_names();

}  // namespace eugene::language
