// Errors in a program of assembly or vISA.
#pragma once

#include <eugene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace eugene::python {

struct Diagnostic {
  std::string file, severity, message, rule, reference, hint;
  std::uint32_t line = 0, column = 0;
};

// Returns the diagnostics of the last program or directive that the machine has read.
std::vector<Diagnostic> diagnostics_of(const eugene_machine* machine);

// Throws eugene.AssemblyError with this text and these diagnostics.
[[noreturn]] void raise_diagnostics(const std::string& text, const std::vector<Diagnostic>& diagnostics);

}  // namespace eugene::python
