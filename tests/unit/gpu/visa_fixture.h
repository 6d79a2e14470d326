// Kernels as vISA text, lowered: what an executor finds in place of machine code (`ExecutorOptions::find_substitute`).
#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "asm/assemble.h"
#include "asm/dialect.h"
#include "gpu/schedule/substitute/substitute.h"
#include "lower/lower.h"
#include "visa/parse.h"

namespace eugene::gpu {

inline constexpr const char* kEndOfThread = "send (8) null r127 0x27 0x02000010 {EOT}\n";

// The first kernel of `text`, with an end of its thread.
inline std::shared_ptr<const Substitute> substitute_of(const std::string& text) {
  const auto module = visa::parse(text, "test");
  if (!module) throw std::runtime_error(format(module.error().front()));
  auto lowered = lower::lower_kernel({.gen = isa::kGen9}, *module, "", "test");
  if (!lowered) throw std::runtime_error(format(lowered.error().front()));
  const auto end = assembly::assemble(isa::kGen9, assembly::kNative, kEndOfThread, "end");
  lowered->program.append(end->kernels.front().program.instructions.front());
  struct Owned {
    lower::LoweredKernel lowered;
    Substitute substitute;
  };
  auto owned = std::make_shared<Owned>();
  owned->lowered = std::move(*lowered);
  owned->substitute.kernel = *eu::prepare(owned->lowered.program);
  owned->substitute.text = [](std::uint32_t ip) { return fmt::format("instruction at {}", ip); };
  const auto bytes = std::as_bytes(std::span(text));
  owned->substitute.bytes.assign(bytes.begin(), bytes.end());
  return {owned, &owned->substitute};
}

}  // namespace eugene::gpu
