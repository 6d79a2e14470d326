// Host code of kernels: compiles it, stores it as objects, and loads it. runner.h runs threads on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "eu/kernel.h"
#include "jit/frame.h"
#include "jit/host_compiler.h"

namespace eugene::jit {

// A kernel's code in the form that is stored on disk: an object file with function `name`, and the positions at which
// threads can enter or wait.
struct KernelObject {
  std::string name;
  std::vector<std::byte> object;
  std::vector<std::uint32_t> entries;   // instructions before which it can be entered
  std::vector<std::uint32_t> joins;     // instructions where channels may wait, ascending
  std::vector<std::uint32_t> left_out;  // instructions that the code does not have: Assumptions::only
  bool is_optimised = true;             // false: the code was generated fast (Effort)
  bool operator==(const KernelObject&) const = default;
};

struct CompiledKernel {
  eu::Kernel kernel;
  LoadedCode loaded;
  Code code = nullptr;
  std::span<const std::byte> machine_code;  // of all functions
  static constexpr std::uint64_t kNoEntry = ~std::uint64_t{0};
  std::vector<std::uint64_t> entry_control;  // indexed by instruction: required cr0.0 of threads that enter there
  std::vector<bool> is_entry;                // indexed by instruction: whether code can be entered there
  std::vector<std::uint32_t> joins;          // instructions where channels may wait, ascending
  std::vector<std::uint32_t> left_out;       // instructions that the code does not have
  bool in_batches = false;                   // threads may run in batches
  bool is_optimised = true;                  // false: the code was generated fast (Effort)
};

// Defines the runtime's functions for compiled code. Call once for each compiler.
void define_runtime(HostCompiler& compiler);

// Compiles `kernel` for threads that meet the assumptions, to a function `name`.
Result<KernelObject> compile_object(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                                    const std::string& name, const Inspection& inspect = {},
                                    Effort effort = Effort::limited);

// Loads a result of compile_object() for the same `kernel` and `assumptions`, possibly from another process.
Result<CompiledKernel> load(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                            const KernelObject& object);

// Compiles and loads, for code that is not stored.
Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions);

}  // namespace eugene::jit
