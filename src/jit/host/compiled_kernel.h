// Kernels as host code: compiled, kept on disk as objects, loaded. runner.h runs threads on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "eu/kernel.h"
#include "jit/frame.h"
#include "jit/host/host_compiler.h"

namespace eugene::jit {

// A kernel's code as it can be kept on disk: an object file with function `name`, and where threads can be in it.
struct KernelObject {
  std::string name;
  std::vector<std::byte> object;
  std::vector<std::uint32_t> entries;  // instructions it can be entered before
  std::vector<std::uint32_t> joins;    // instructions where channels may wait, ascending
  bool operator==(const KernelObject&) const = default;
};

struct CompiledKernel {
  eu::Kernel kernel;
  LoadedCode loaded;
  Code code = nullptr;
  std::span<const std::byte> machine_code;  // all of it
  static constexpr std::uint64_t kNoEntry = ~std::uint64_t{0};
  std::vector<std::uint64_t> entry_control;  // by instruction: cr0.0 that threads which enter there must have
  std::vector<bool> is_entry;                // by instruction: code can be entered there
  std::vector<std::uint32_t> joins;          // instructions where channels may wait, ascending
  bool in_batches = false;                   // its threads may run in batches
};

// Makes the runtime's functions known to compiled code; once for each compiler.
void define_runtime(HostCompiler& compiler);

// Compiles `kernel` for threads that meet the assumptions; its function is called `name`.
Result<KernelObject> compile_object(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                                    const std::string& name, const Inspection& inspect = {});

// Makes what compile_object() gave for the same `kernel` and `assumptions`, in this process or another, ready to run.
Result<CompiledKernel> load(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                            const KernelObject& object);

// Both, for code that is run once.
Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions);

}  // namespace eugene::jit
