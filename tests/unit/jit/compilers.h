// Compilers that the tests of one program share: making one takes longer than many tests do.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "jit/host/compiled_kernel.h"

namespace eugene::test {

// A compiler for this host, or for a `processor` of base/host_cpu.h ("x86-64-v3": AVX2 without AVX-512).
// `optimised_up_to`: see HostCompiler::create().
inline std::shared_ptr<jit::HostCompiler> make_compiler(std::string_view processor = "native",
                                                        std::optional<std::size_t> optimised_up_to = std::nullopt) {
  auto created = jit::HostCompiler::create(processor, optimised_up_to);
  jit::define_runtime(**created);
  return std::move(*created);
}

inline jit::HostCompiler& compiler() {
  static const auto instance = make_compiler();
  return *instance;
}

}  // namespace eugene::test
