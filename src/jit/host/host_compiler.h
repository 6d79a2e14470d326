// LLVM as a compiler for this host: a module goes in, host code comes out. Only this file knows of targets; the passes
// are in jit/pass/pipeline.h.
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

// A module under construction with the context it lives in.
struct Unit {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = std::make_unique<llvm::Module>("eugene", *context);
};

class HostCompiler;

// Host code in memory, ready to be called. It is freed with the value: no thread may be in it then.
class LoadedCode {
 public:
  LoadedCode() = default;
  ~LoadedCode();
  LoadedCode(LoadedCode&& other) noexcept;
  LoadedCode& operator=(LoadedCode&& other) noexcept;

  void* address() const { return address_; }  // null: no code
  // All its functions. The one at address() has the code's name; those that it calls have names that begin with it.
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

// Observers of compile().
struct Inspection {
  std::function<void(const llvm::Module&)> module;   // after optimisation
  std::function<void(const std::string&)> assembly;  // as text; costs a second code generation
};

// Safe to use from several host threads. Code keeps its compiler alive.
class HostCompiler : public std::enable_shared_from_this<HostCompiler> {
 public:
  // Code for one of base/host_cpu.h. Fails where the host is not of that level.
  // `optimised_up_to`: the size of the largest module, in LLVM instructions, whose host code is optimised; none: the
  // size that takes about 3 s. Of larger ones the code is generated fast: in a half to a third of the time, and the
  // code takes two to five times as long.
  static Result<std::shared_ptr<HostCompiler>> create(std::string_view processor = "native",
                                                      std::optional<std::size_t> optimised_up_to = std::nullopt);
  ~HostCompiler();
  HostCompiler(const HostCompiler&) = delete;
  HostCompiler& operator=(const HostCompiler&) = delete;

  // Lets code call `address` by `name`.
  void define(const std::string& name, void* address);

  // Optimises and compiles `unit` to an object file, which holds for every process of this program on a host of the
  // same target().
  Result<std::vector<std::byte>> compile(Unit unit, const Inspection& inspect = {});
  // Makes an object file ready to run and returns its function `name`. Registers the code with gdb.
  Result<LoadedCode> load(std::span<const std::byte> object, const std::string& name);

  // From any thread: compilations under way fail soon, and so do later ones.
  void cancel() { cancelled_ = true; }

  // The processor, its features and the version of LLVM that code is made for and by.
  const std::string& target() const { return target_; }

  // Attributes that every function must have for the target's vectors to be used.
  void prepare(llvm::Function& function) const;
  // Also makes vectors arguments and results of `function` in registers, and has it keep half of the vector registers
  // for its callers. In C's convention none is kept, and saving those in use is most of the code around a call.
  void prepare_for_vectors(llvm::Function& function) const;
  // A call of C's convention in such a function, on a path that uses no vectors.
  llvm::CallInst* call_c(llvm::IRBuilderBase& ir, llvm::FunctionCallee callee,
                         llvm::ArrayRef<llvm::Value*> arguments) const;

 private:
  friend class LoadedCode;
  HostCompiler();
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<llvm::TargetMachine> fast_machine_;  // generates code fast
  std::string cpu_;
  std::string features_;
  std::string target_;
  std::size_t optimised_up_to_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::atomic<unsigned> loaded_ = 0;
  std::mutex mutex_;  // the target machines are used by one compilation at a time
};

}  // namespace eugene::jit
