// Compiling random programs.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

// Returns some of the instructions of a program, in runs of a few, for code that leaves the others to the interpreter.
inline std::shared_ptr<const std::vector<bool>> random_part(const eu::Kernel& kernel, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<bool> part;
  bool is_in = random() % 2 != 0;
  for (std::size_t i = 0; i < kernel.program().instructions.size(); ++i) {
    if (random() % 4 == 0) is_in = !is_in;
    part.push_back(is_in);
  }
  return std::make_shared<const std::vector<bool>>(std::move(part));
}

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
