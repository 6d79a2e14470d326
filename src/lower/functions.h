// Functions that a kernel calls with a stack. vISA manual FCALL, IFCALL, FADDR, FRET, 3_execution_model.
//
// The code of functions follows the kernel's in one program. Each function has a single instance of its variables, so
// recursion, direct or indirect, is rejected. The predefined variables are shared by all functions: arguments (%arg),
// results (%retval) and the stack (%sp, %fp) are where caller and callee expect them. A call need not preserve the
// caller's copies, because a call may destroy them anyway.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lower/emitter.h"
#include "visa/kernel.h"

namespace eugene::lower {

class Context;

struct Function {
  const visa::Kernel* kernel = nullptr;
  LabelId entry = 0;
  std::uint32_t return_byte = 0;  // first byte of the function's registers for return address and call mask
  bool has_address = false;       // an instruction takes its address
  bool calls_by_address = false;
  std::vector<const Function*> calls;
};

class Functions {
 public:
  explicit Functions(const visa::Module& module) : module_(&module) {}

  // Returns the function `name` of the module; an error if there is none.
  Result<const visa::Kernel*> find(std::string_view name) const;
  // Returns the address of a symbol outside the module, if it is known.
  std::optional<std::uint64_t> outside_address(std::string_view symbol) const;
  Function* known(const visa::Kernel& kernel);
  Function& add(const Function& function) { return functions_.emplace_back(function); }

  // Returns the next function to lower; null if none is left.
  Function* next() { return lowered_ < functions_.size() ? current_ = &functions_[lowered_++] : nullptr; }
  bool are_called() const { return !functions_.empty(); }
  // Returns the function that is being lowered; null for the kernel.
  Function* current() { return current_; }

  // Returns the register where calls write return address and call mask. A function moves them to its own registers, so
  // an indirect call need not know the function.
  std::uint32_t return_slot(Layout& layout);
  void begin(Context& context, const Function& function);

  // Returns an error if a function may call itself.
  Result<void> check() const;

 private:
  std::vector<const Function*> callees(const Function& function) const;

  const visa::Module* module_;
  std::deque<Function> functions_;  // in order of their first mention
  std::size_t lowered_ = 0;
  Function* current_ = nullptr;
  std::optional<std::uint32_t> return_slot_;
};

}  // namespace eugene::lower
