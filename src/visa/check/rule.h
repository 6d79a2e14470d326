// The rules of the vISA manual. Each is a row with its text, citation, an instruction that obeys the rule and one that
// breaks it.
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
  std::size_t index;        // index of the instruction in the kernel
  std::uint16_t platforms;  // bits by Platform: the platforms that may run the instruction; at least one
};

struct Rule {
  std::string_view id;
  std::string_view text;       // the requirement
  std::string_view hint;       // what to write instead
  std::string_view reference;  // page of the manual, after "vISA manual "
  bool (*holds)(const Subject& subject);
  std::string_view good;  // instructions for a kernel with the declarations of tests/unit/visa/check_test.cpp
  std::string_view bad;
  Severity severity = Severity::error;  // warning: Intel's compilers break the rule
  std::uint16_t platforms = kAll;       // platforms for which the two examples are
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

std::span<const Rule> instruction_rules();  // rules_instruction.cpp
std::span<const Rule> operand_rules();      // rules_operands.cpp
std::span<const Rule> memory_rules();       // rules_memory.cpp
std::span<const Rule> message_rules();      // rules_messages.cpp
std::span<const Rule> later_rules();        // rules_later.cpp
std::span<const Rule> flow_rules();         // rules_flow.cpp
std::span<const Rule> sampler_rules();      // rules_sampler.cpp
std::span<const Rule> render_rules();       // rules_render.cpp
std::span<const Rule> lsc_rules();          // rules_lsc.cpp
std::span<const Rule> compare_rules();      // rules_compare.cpp
std::span<const Rule> arithmetic_rules();   // rules_arithmetic.cpp
std::span<const Rule> block_rules();        // rules_blocks.cpp
std::span<const KernelRule> kernel_rules();

// Returns every violation in every kernel of `module`, in order. The place has the line of the text, if there is one;
// otherwise the message begins with the kernel and the number of the instruction. `platforms` are the platforms that
// the module is for (bits by Platform). A rule that depends on the platform must hold on one of them.
Diagnostics check(const Module& module, std::uint16_t platforms = kAll);

// For rules: true if the page of the subject has any of `traits`.
inline bool has_trait(const Subject& subject, PageTraits traits) { return table_row(subject.form.page).is(traits); }
// True if a platform of the subject is among `platforms`.
inline bool may_be(const Subject& subject, std::uint16_t platforms) { return (subject.platforms & platforms) != 0; }
// Returns the type of an operand's elements; none for a predicate, an address, a surface, ...
std::optional<Type> operand_type(const Kernel& kernel, const Operand& operand);
// Returns the size of general variable `id` in bytes; 0 if it is not known.
std::uint32_t byte_size(const Kernel& kernel, std::uint32_t id);
// Returns the execution size of an instruction; 1 if it has none.
unsigned count_lanes(const Subject& subject);
// Returns operand `nth` of the field `field`; null if there is none.
const Operand* find(const Subject& subject, Field field, unsigned nth = 0);
std::int64_t read_number(const Subject& subject, Field field);
// Returns the type of operand `nth` of the field `field`; none if no such operand exists, or it is %null or has no
// type.
std::optional<Type> type_at(const Subject& subject, Field field, unsigned nth);
// Returns the operands of the list at the end of an instruction; empty if it has no list.
std::span<const Operand> listed(const Subject& subject);

// The place of a variable in the variable that it aliases, and that variable's size, in bytes.
struct Storage {
  std::uint32_t offset, size;
  std::uint32_t root;  // the variable at the end of the chain of aliases
};
// Returns none for predefined variables.
std::optional<Storage> find_storage(const Kernel& kernel, std::uint32_t id);

}  // namespace eugene::visa
