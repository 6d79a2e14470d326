// LLVM as a compiler from a module to host code. Only this file depends on the target; the passes are in
// jit/pass/pipeline.h.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace llvm {
class TargetMachine;
namespace orc {
class JITDylib;
class LLJIT;
}  // namespace orc
}  // namespace llvm

namespace eugene::jit {

// A module under construction, with its context.
struct Unit {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = std::make_unique<llvm::Module>("eugene", *context);
};

class HostCompiler;

// Executable host code. The destructor frees it: no thread may be executing it then.
class LoadedCode {
 public:
  LoadedCode() = default;
  ~LoadedCode();
  LoadedCode(LoadedCode&& other) noexcept;
  LoadedCode& operator=(LoadedCode&& other) noexcept;

  void* address() const { return address_; }  // null: no code
  // All functions of this code. The entry point, at address(), has the code's name; its callees have that name as a
  // prefix.
  struct Function {
    std::string name;
    const std::byte* address = nullptr;
    std::size_t bytes = 0;
  };
  const std::vector<Function>& functions() const { return functions_; }

 private:
  friend class HostCompiler;
  std::shared_ptr<HostCompiler> owner_;
  llvm::orc::JITDylib* library_ = nullptr;
  void* address_ = nullptr;
  std::vector<Function> functions_;
};

// How much time code generation may take.
enum class Effort : std::uint8_t {
  limited,  // code of large modules is generated fast, and is not optimised
  full,     // all code is optimised
};

// A compiled module.
struct ObjectFile {
  std::vector<std::byte> bytes;
  bool is_optimised = false;  // false: the code was generated fast (Effort)
};

// Observers of compile().
struct Inspection {
  std::function<void(const llvm::Module&)> module;   // after optimisation
  std::function<void(const std::string&)> assembly;  // as text; costs a second code generation
};

// Safe to use from several host threads. Code keeps its compiler alive.
class HostCompiler : public std::enable_shared_from_this<HostCompiler> {
 public:
  // Creates a compiler for a processor of base/host_cpu.h. Fails if the host is of a lower level.
  // `optimised_up_to` is the size of the largest module, in LLVM instructions, that Effort::limited optimises during
  // code generation. By default, it is the size that takes about 3 s. Larger modules are compiled without this: in a
  // half to a third of the time, but the code takes two to five times as long to run.
  static Result<std::shared_ptr<HostCompiler>> create(std::string_view processor = "native",
                                                      std::optional<std::size_t> optimised_up_to = std::nullopt);
  ~HostCompiler();
  HostCompiler(const HostCompiler&) = delete;
  HostCompiler& operator=(const HostCompiler&) = delete;

  // Makes the function at `address` callable from code by `name`.
  void define(const std::string& name, void* address);

  // Optimises and compiles `unit` to an object file. It can be used in every process of this program on hosts with the
  // same target().
  Result<ObjectFile> compile(Unit unit, const Inspection& inspect = {}, Effort effort = Effort::limited);
  // Loads an object file and returns its function `name`. Registers the code with gdb.
  Result<LoadedCode> load(std::span<const std::byte> object, const std::string& name);

  // May be called from any thread. Running compilations fail soon, later ones immediately.
  void cancel() { cancelled_ = true; }

  // The target processor, its features and the version of LLVM.
  const std::string& target() const { return target_; }

  // Whether sixteen channels are one operation (AVX-512).
  bool is_wide() const;

  // Adds attributes that every function needs to use the target's vectors.
  void prepare(llvm::Function& function) const;
  // Also makes `function` pass and return vectors in registers and preserve half of the vector registers. In the C
  // convention none is preserved, and saving the used ones is most of the code around a call.
  void prepare_for_vectors(llvm::Function& function) const;
  // Calls a C function from such a function, on a path that uses no vectors.
  llvm::CallInst* call_c(llvm::IRBuilderBase& ir, llvm::FunctionCallee callee,
                         llvm::ArrayRef<llvm::Value*> arguments) const;

 private:
  friend class LoadedCode;
  HostCompiler();
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<llvm::TargetMachine> fast_machine_;  // for fast code generation
  std::string cpu_;
  std::string features_;
  std::string target_;
  std::size_t optimised_up_to_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::atomic<unsigned> loaded_ = 0;
  std::mutex mutex_;  // protects the target machines: one compilation at a time
};

}  // namespace eugene::jit
