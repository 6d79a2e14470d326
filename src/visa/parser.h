// The parser of vISA text: its state, and the functions that its parts (parse_*.cpp) share. A function returns false,
// or an empty value, after it has recorded an error.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "visa/cursor.h"
#include "visa/form.h"
#include "visa/kernel.h"
#include "visa/scope.h"

namespace eugene::visa {

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : in_(text, std::string(file)) {}

  std::expected<Module, Diagnostics> run();

 private:
  // parse_directive.cpp
  bool statement();
  bool whole_statement();
  bool is_in_kernel();
  void end_kernel();
  void place(std::uint16_t label, std::string_view mnemonic);
  bool version();
  bool directive();
  std::string name();
  bool kernel(bool is_function);
  bool declaration();
  bool declared(const std::string& name);
  bool general_variable(std::string_view name, GeneralVariable& variable);
  bool attributes(Attributes& out);
  bool attribute(Attribute& out);
  bool attribute_value(Attribute& out);
  bool kernel_attribute();
  bool input(std::uint8_t implicit, bool is_parameter);
  bool function();
  std::optional<std::uint16_t> count(std::string_view key);

  // parse_instruction.cpp
  bool instruction();
  bool predication(Predication& out);
  const Form* mnemonic();
  bool fields(const Form& form, Instruction& out);
  bool optional_function(const Form& form, Instruction& out);
  bool list(const Form& form, Instruction& out);
  bool target_operands(const Form& form, Instruction& out);
  bool longer_form(const Form& form, Instruction& out);
  void fill_hidden(const Form& form, Instruction& out);

  // parse_field.cpp
  bool number(Field field, Operand& out);
  bool operand(const Form& form, Field field, Operand& out);
  bool name_operand(const Form& form, Field field, Operand& out);
  bool plain_source(Operand& out);

  // parse_operand.cpp
  bool vector(bool is_destination, Operand& out);
  bool variable_operand(bool is_destination, Modifier modifier, Operand& out);
  bool indirect(bool is_destination, Modifier modifier, Operand& out);
  bool address_of(Operand& out);
  bool immediate(Operand& out);
  std::optional<Type> type();
  bool floating(bool is_negative, Operand& out);
  bool raw(Operand& out, bool may_omit_offset);
  bool region(bool is_destination, bool is_indirect, Region& out);
  bool subscript(std::uint8_t& row, std::uint8_t& column);
  Modifier modifier();
  std::optional<Name> variable(std::optional<VariableKind> kind = std::nullopt);
  std::optional<std::uint16_t> label_reference();
  std::optional<std::uint16_t> label_named(std::string_view name, std::size_t offset);

  // parse_lsc.cpp
  bool lsc(const Form& form, Instruction& out);
  bool lsc_control(const Form& form, Instruction& out);
  bool lsc_model(const Form& form, Instruction& out);
  bool lsc_address(const Form& form, Instruction& out);
  bool lsc_untyped_address(const Form& form, Instruction& out);
  bool lsc_typed_address(const Form& form, Instruction& out);
  bool lsc_block_address(const Form& form, Instruction& out);
  bool lsc_data(const Form& form, Instruction& out, Field field);
  bool lsc_block_shape(const Form& form, Instruction& out);
  bool lsc_typed_block_shape(const Form& form, Instruction& out);
  bool lsc_scalar(Operand& out, bool may_be_number);
  bool lsc_address_size(const Form& form, Instruction& out);

  // parse_expression.cpp. Comparisons are not parsed inside < >.
  std::optional<std::int64_t> expression(bool with_relations = true);
  std::optional<std::int64_t> conditional(bool with_relations);
  std::optional<std::int64_t> binary(std::size_t level, bool with_relations);
  std::optional<std::int64_t> unary();
  std::optional<std::int64_t> primary();
  std::optional<std::int64_t> parse_size();
  std::optional<std::int64_t> ranged(std::int64_t low, std::int64_t high, std::string_view what,
                                     bool with_relations = true);

  Kernel& kernel_() { return module_.kernels.back(); }

  Cursor in_;
  Module module_;
  Scope scope_;
  std::map<std::string, std::uint16_t, std::less<>> labels_;  // labels of the kernel
  std::map<std::uint16_t, std::size_t> pending_labels_;       // used, but not defined yet: offset of the use
  std::set<std::string, std::less<>> unknown_;                // undeclared names that have been reported
  unsigned depth_ = 0;                                        // depth of the current expression
};

}  // namespace eugene::visa
