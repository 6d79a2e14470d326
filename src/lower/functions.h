// The functions that a kernel calls with a stack. vISA manual FCALL, IFCALL, FADDR, FRET, 3_execution_model.
//
// Their code follows the kernel's in one program. Each function has a single instance of its variables, so recursion,
// direct or not, is refused. The predefined variables are common to all, so that arguments (%arg), results (%retval)
// and the stack (%sp, %fp) are where caller and callee expect them. A call need not copy them, since it destroys the
// caller's anyway.
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
  std::uint32_t return_byte = 0;  // of its registers with return address and call mask
  bool has_address = false;       // that some instruction takes
  bool calls_by_address = false;
  std::vector<const Function*> calls;
};

class Functions {
 public:
  explicit Functions(const visa::Module& module) : module_(&module) {}

  // The function called `name` in the module. An error if there is none.
  Result<const visa::Kernel*> find(std::string_view name) const;
  // Of a symbol that is not in the module.
  std::optional<std::uint64_t> outside_address(std::string_view symbol) const;
  Function* known(const visa::Kernel& kernel);
  Function& add(const Function& function) { return functions_.emplace_back(function); }

  // The next one whose code is to be lowered; null: there is none left.
  Function* next() { return lowered_ < functions_.size() ? current_ = &functions_[lowered_++] : nullptr; }
  bool are_called() const { return !functions_.empty(); }
  // Whose code is being lowered; null: the kernel's.
  Function* current() { return current_; }

  // The register to which calls write return address and call mask. A function moves them to its own registers, so that
  // an indirect call need not know the function.
  std::uint32_t return_slot(Layout& layout);
  void begin(Context& context, const Function& function);

  // An error where a function may call itself.
  Result<void> check() const;

 private:
  std::vector<const Function*> callees(const Function& function) const;

  const visa::Module* module_;
  std::deque<Function> functions_;  // in the order in which they are first named
  std::size_t lowered_ = 0;
  Function* current_ = nullptr;
  std::optional<std::uint32_t> return_slot_;
};

}  // namespace eugene::lower
