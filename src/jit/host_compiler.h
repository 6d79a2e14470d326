// LLVM behind one door: a module goes in, host code comes out. Nothing else here knows about targets and passes.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/diagnostic.h"

namespace llvm {
class TargetMachine;
namespace orc {
class LLJIT;
}
}  // namespace llvm

namespace eugene::jit {

// A module under construction with the context it lives in.
struct Unit {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = std::make_unique<llvm::Module>("eugene", *context);
};

// Safe to use from several host threads. Code lives as long as its compiler.
class HostCompiler {
 public:
  // Code for this host, or for a lesser processor by LLVM's name for it ("haswell": AVX2 alone). Fails where LLVM has
  // no back end for it or it lacks AVX2, FMA or F16C.
  static Result<std::unique_ptr<HostCompiler>> create(const std::string& processor = {});
  ~HostCompiler();
  HostCompiler(const HostCompiler&) = delete;
  HostCompiler& operator=(const HostCompiler&) = delete;

  // Lets code call `address` by `name`.
  void define(const std::string& name, void* address);

  // Optimises and compiles `unit`; the address of its function `name`. Names must differ between units.
  // `inspect` sees the module after optimisation (--jit-dump).
  Result<void*> compile(Unit unit, const std::string& name,
                        const std::function<void(const llvm::Module&)>& inspect = {});

  // Attributes that every function must have for the target's vectors to be used.
  void prepare(llvm::Function& function) const;

 private:
  HostCompiler();
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::string cpu_;
  std::string features_;
  std::mutex mutex_;  // the target machine is used by one compilation at a time
};

}  // namespace eugene::jit
