// What a gdb cannot do by its remote protocol: a script in Python that it runs.
#pragma once

#include <string>

namespace eugene::debug::gdb {

// Has gdb ask for the assembly of instructions, as it can disassemble those of no GPU. For gdb from version 13 on.
std::string script();

}  // namespace eugene::debug::gdb
