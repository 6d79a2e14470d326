// The rules of the vISA manual: a row each, with its text, citation, an instruction that obeys it and one that does
// not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "visa/check/flow.h"
#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

// The instruction that a rule checks, with its context.
struct Subject {
  const Module& module;
  const Kernel& kernel;
  const Flow& flow;  // of the kernel
  const Form& form;
  const Instruction& instruction;
  std::size_t index;        // of the instruction in the kernel
  std::uint16_t platforms;  // bits by Platform: those that may run it; at least one
};

struct Rule {
  std::string_view id;
  std::string_view text;       // the requirement
  std::string_view hint;       // what to write instead
  std::string_view reference;  // page of the manual, after "vISA manual "
  bool (*holds)(const Subject& subject);
  std::string_view good;  // lines for a kernel with the declarations of tests/unit/visa/check_test.cpp
  std::string_view bad;
  Severity severity = Severity::error;  // a warning: what Intel's compilers do all the same
  std::uint16_t platforms = kAll;       // that the two examples are for
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
std::span<const Rule> flow_rules();         // of rules_flow.cpp
std::span<const Rule> sampler_rules();      // of rules_sampler.cpp
std::span<const Rule> render_rules();       // of rules_render.cpp
std::span<const Rule> lsc_rules();          // of rules_lsc.cpp
std::span<const Rule> compare_rules();      // of rules_compare.cpp
std::span<const Rule> arithmetic_rules();   // of rules_arithmetic.cpp
std::span<const Rule> block_rules();        // of rules_blocks.cpp
std::span<const KernelRule> kernel_rules();

// Every violation of every kernel of `module`, in its order. A place has the line of the text if there is one, else
// nothing; the message then begins with the kernel and the number of the instruction. `platforms` are those that the
// module is for (bits by Platform): a rule that depends on the platform must hold on one of them.
Diagnostics check(const Module& module, std::uint16_t platforms = kAll);

// For rules: whether the page of the subject has any of `traits`.
inline bool has_trait(const Subject& subject, PageTraits traits) { return row_of(subject.form.page).is(traits); }
// Whether some platform of the subject is among `platforms`.
inline bool may_be(const Subject& subject, std::uint16_t platforms) { return (subject.platforms & platforms) != 0; }
// The type of an operand's elements, or none (a predicate, an address, a surface, ...).
std::optional<Type> type_of(const Kernel& kernel, const Operand& operand);
// The size of general variable `id` in bytes; 0: unknown.
std::uint32_t size_of(const Kernel& kernel, std::uint32_t id);
// The execution size of an instruction; 1 where it has none.
unsigned lanes_of(const Subject& subject);
// Operand number `nth` of those that are `field`; null: there is none.
const Operand* find(const Subject& subject, Field field, unsigned nth = 0);
std::int64_t number_of(const Subject& subject, Field field);
// The type of operand number `nth` of those that are `field`; none where there is no such operand, it is %null, or it
// has no type.
std::optional<Type> type_at(const Subject& subject, Field field, unsigned nth);
// The operands of the list at the end of an instruction; empty where it has none.
std::span<const Operand> listed(const Subject& subject);

// Where a variable begins in the one that it is an alias of, and that one's size, in bytes.
struct Storage {
  std::uint32_t offset, size;
  std::uint32_t root;  // the variable at the end of the chain of aliases
};
// None for predefined variables.
std::optional<Storage> storage_of(const Kernel& kernel, std::uint32_t id);

}  // namespace eugene::visa
