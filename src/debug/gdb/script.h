// A Python script that gdb runs, for features that its remote protocol does not have.
#pragma once

#include <string>

namespace eugene::debug::gdb {

// Returns the script. It makes gdb ask the stub for the assembly of instructions, because gdb cannot disassemble GPU
// code. For gdb 13 and later.
std::string script();

}  // namespace eugene::debug::gdb
