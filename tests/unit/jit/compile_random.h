// Compiling random programs.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

// Code for `kernel`, a random program; none where LLVM's back end has one of its errors. Throws at any other.
inline std::optional<CompiledKernel> compile_random(HostCompiler& compiler, const eu::Kernel& kernel,
                                                    const Assumptions& assumptions) {
  auto compiled = compile(compiler, kernel, assumptions);
  if (compiled) return std::move(*compiled);
  if (compiled.error().message.find("Cannot select") == std::string::npos)
    throw std::runtime_error(compiled.error().message);
  return std::nullopt;
}

}  // namespace eugene::jit
