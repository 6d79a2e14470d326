// Compiling random programs.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

// Compiles `kernel`, a random program. Returns nothing for a known error of LLVM's back end; throws on other errors.
inline std::optional<CompiledKernel> compile_random(HostCompiler& compiler, const eu::Kernel& kernel,
                                                    const Assumptions& assumptions) {
  auto compiled = compile(compiler, kernel, assumptions);
  if (compiled) return std::move(*compiled);
  if (compiled.error().message.find("Cannot select") == std::string::npos)
    throw std::runtime_error(compiled.error().message);
  return std::nullopt;
}

}  // namespace eugene::jit
