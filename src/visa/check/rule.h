// The rules of the vISA manual: a row each, with what it says, where, and an instruction that keeps and one that breaks
// it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

// What a rule looks at.
struct Subject {
  const Kernel& kernel;
  const Form& form;
  const Instruction& instruction;
};

struct Rule {
  std::string_view id;
  std::string_view text;       // what is required
  std::string_view hint;       // what to write instead
  std::string_view reference;  // page of the manual, after "vISA manual "
  bool (*holds)(const Subject& subject);
  std::string_view good;  // lines for a kernel with the declarations of tests/unit/visa/check_test.cpp
  std::string_view bad;
  Severity severity = Severity::error;  // a warning: what Intel's compilers do all the same
};

struct KernelRule {
  std::string_view id;
  std::string_view text;
  std::string_view hint;
  std::string_view reference;
  bool (*holds)(const Kernel& kernel);
  std::string_view good;
  std::string_view bad;
};

std::span<const Rule> instruction_rules();  // of rules_instruction.cpp
std::span<const Rule> operand_rules();      // of rules_operands.cpp
std::span<const Rule> memory_rules();       // of rules_memory.cpp
std::span<const Rule> message_rules();      // of rules_messages.cpp
std::span<const Rule> later_rules();        // of rules_later.cpp
std::span<const KernelRule> kernel_rules();

// Every violation of every kernel of `module`, in its order. A place has the line of the text if there is one, else
// nothing; the message then begins with the kernel and the number of the instruction.
Diagnostics check(const Module& module);

// For rules: the type of an operand's elements, or none (a predicate, an address, a surface, ...).
std::optional<Type> type_of(const Kernel& kernel, const Operand& operand);
// The size of general variable `id` in bytes; 0: unknown.
std::uint32_t size_of(const Kernel& kernel, std::uint32_t id);
// The execution size of an instruction; 1 where it has none.
unsigned lanes_of(const Subject& subject);
// Operand number `nth` of those that are `field`; null: there is none.
const Operand* find(const Subject& subject, Field field, unsigned nth = 0);
std::int64_t number_of(const Subject& subject, Field field);

}  // namespace eugene::visa
