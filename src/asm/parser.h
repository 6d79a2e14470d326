// The parser. One instance reads one file. Internal to the layer; use assemble.h. Its parts: parser.cpp (statements),
// recover.cpp (after errors), parse_directive.cpp (pragmas), parse_expression.cpp, parse_operand.cpp, parse_head.cpp
// (predicate to execution size), parse_options.cpp, parse_instruction.cpp (formats), parse_send.cpp, parse_message.cpp,
// finish.cpp (defaults and encodable values).
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "asm/assemble.h"
#include "asm/declare.h"
#include "asm/lexer.h"
#include "asm/match_blocks.h"
#include "asm/register_name.h"
#include "asm/value.h"
#include "isa/limits.h"

namespace eugene::assembly {

// A parsed operand. finish.cpp fills in what the text leaves out, when the whole instruction is known.
struct WrittenOperand {
  enum class RegionForm : std::uint8_t { none, full, width_hstride, vstride, vstride_hstride };

  Token at;               // its first token
  isa::Operand op;        // file, register, address, modifiers, region, channels
  bool is_value = false;  // an immediate or label, in `value`
  Value value;
  bool has_type = false;
  bool has_tilde = false;  // ~ in place of a sign
  RegionForm region = RegionForm::none;
  bool has_subregister = false;
  bool in_bytes = false;  // the subregister is a byte offset
  std::uint32_t subregister = 0;
  bool has_channels = false;       // a write mask or swizzle
  std::uint8_t channel_count = 0;  // letters written
  std::array<std::uint8_t, 4> channels{};
  std::optional<std::uint8_t> macro_register;  // accumulator of a math macro, written in place of channels
  const Symbol* symbol = nullptr;

  bool is_bare_null() const {
    return !is_value && op.is_null() && !op.indirect && !has_type && region == RegionForm::none;
  }
};

// A place that receives a label's address when the kernel is complete.
struct Fixup {
  enum class Field : std::uint8_t { jip, uip, immediate };
  std::size_t instruction;
  Field field;
  std::uint8_t source = 0;  // index of the source, for an immediate
  std::string_view label;
  std::int64_t addend = 0;
  bool relative = false;  // an immediate that is relative to the instruction (jmp)
  Token at;
};

// The last instruction before this point that wrote a flag register.
struct FlagWriter {
  std::uint8_t channels = 0;  // 0: none
  std::uint32_t line = 0;
};

// Returns a hint such as "its types are ub b ..., and v vf of immediates".
std::string list_types(const isa::Gen& gen);

class Parser {
 public:
  Parser(const isa::Gen& gen, const Dialect& dialect, std::string_view text, std::string_view file);

  std::expected<Assembly, Diagnostics> run();

 private:
  // State of the instruction being read.
  struct Statement {
    Token mnemonic;
    Token predicate;  // the predicate control, if there is one
    isa::Instruction i;
    bool has_exec_size = false;
    bool has_access_mode = false;
    bool has_flag = false;
    bool has_function = false;
    bool is_jmp = false;
    bool targets_open = false;  // targets are found by matching blocks
    bool inferred_align16 = false;
    bool has_dst = false;
    std::uint8_t sources = 0;          // number of sources written
    std::uint8_t target_register = 0;  // branch: 1 + index of the source that holds the target
    WrittenOperand dst;
    std::array<WrittenOperand, 3> src;
    // {Dst=...}, {Src0=...}, {Src1=...}: values for slots that the text has no place for.
    std::array<std::optional<WrittenOperand>, 3> slots;
    std::optional<std::uint32_t> extended_descriptor;  // {ExDesc=...}
    std::vector<std::byte> bits;
    std::array<Fixup, 2> fixups;
    std::uint8_t fixup_count = 0;
    std::uint8_t label_slot = 0;            // index of the source that is a label
    std::optional<isa::Type> compare_type;  // type of the null destination of a branch that compares
  };

  // --- parser.cpp ---
  void statement();
  void end_of_statement();
  bool at_end_of_statement() const;
  void begin_kernel(std::string_view name);
  void begin_rest();
  void finish_kernel();
  void match_open();
  void resolve(const Fixup& fixup);
  void add_label(const Token& name);
  AssembledKernel& kernel() { return result_.kernels.back(); }

  // Records an error. Always returns false, so that a caller can return the result.
  bool error(const Token& at, std::string message, std::string rule, std::string reference, std::string hint);
  // Reports that text breaks `limit`. `detail`, if given, is appended in parentheses.
  bool refuse(const Token& at, const isa::Limit& limit, std::string_view mnemonic = {}, std::string_view detail = {});
  void warning(const Token& at, std::string message, std::string rule, std::string reference, std::string hint);
  Diagnostic diagnostic(const Token& at, std::string message, std::string rule, std::string reference,
                        std::string hint) const;

  // --- recover.cpp ---
  void skip_statement();
  bool at_next_statement() const;
  bool marks_block(const Token& first) const;

  // --- tokens ---
  const Token& peek() const { return lexer_.peek(); }
  Token next() { return lexer_.next(); }
  bool accept(char symbol);
  bool expect(char symbol, std::string_view where);
  bool expect_number(std::uint64_t& value, std::string_view what);
  std::string found() const;  // the current token, for messages

  // --- slips.cpp: common mistakes ---
  bool ends_well(const Token& number, bool is_value);
  bool no_comma();
  bool foreign_operand();
  bool may_invert(const Token& tilde, const isa::OpcodeInfo& row);
  bool is_flag_name() const;
  bool misplaced_predicate(const Statement& s, const Token& open);
  bool no_more_operands(const Statement& s);
  void stray_character(const Token& at);
  bool may_be_name(const Token& name, std::string_view kind);

  // --- unknown_mnemonic.cpp ---
  bool unknown_mnemonic(const Token& name);
  bool absent_mnemonic(const Token& name, const isa::OpcodeInfo& row);

  // --- warn.cpp: probable errors ---
  void warn_of_register(const WrittenOperand& written);
  void warn_of_scalar_jump(const Statement& s);
  void warn_of_open_type(const Statement& s, isa::Type sources);

  // --- parse_directive.cpp ---
  void directive();
  void define();
  bool parameters(std::vector<std::string_view>& names);
  void declare();
  bool declare_attribute(Symbol& symbol, const Token& name, bool& has_base, bool& has_element_size);
  void default_pragma(const Token& name);
  bool read_type(isa::Type& type);
  bool read_region(isa::Region& region);
  bool read_stride(std::uint8_t& stride);
  void kernel_directive(const Token& name);
  bool reg_count(std::optional<std::uint32_t>& count);

  // --- parse_expression.cpp ---
  bool expression(Value& value) { return binary(value, 0); }
  bool binary(Value& value, int lowest);
  bool binary_rest(Value& value, int lowest);
  bool unary(Value& value);
  bool negate(Value& value);
  bool primary(Value& value);
  bool payload(Value& value, const Token& name);
  bool binary_operator_follows(int& level, char& op);
  bool combine(Value& left, char op, const Value& right, const Token& at);
  bool integer_expression(std::int64_t& value, std::string_view what);
  bool vector_list(Value& value);

  // --- parse_operand.cpp ---
  bool operand(WrittenOperand& operand, bool is_destination);
  bool symbol_operand(WrittenOperand& operand, const Symbol& symbol);
  bool dotted(WrittenOperand& operand);
  bool channels(WrittenOperand& operand);
  bool glued_type(WrittenOperand& operand, std::string_view name, const Token& at);
  bool set_type(WrittenOperand& operand, isa::Type type, const Token& at);
  bool region(WrittenOperand& operand, bool is_destination);
  bool type_suffix(WrittenOperand& operand);
  bool value_operand(WrittenOperand& operand, bool negated);
  bool register_tail(WrittenOperand& operand, bool is_destination);
  bool index(WrittenOperand& operand, std::int64_t byte_base, std::uint32_t element_size);
  bool region_value(std::uint8_t& value, std::string_view what, std::uint64_t legal, std::string_view rule);

  // --- parse_head.cpp ---
  void instruction(const Token& first);
  bool predicate(Statement& s);
  bool flag_register(Statement& s, const Token& name);
  bool mnemonic(Statement& s, const Token& name, bool& nothing_to_do);
  bool modifiers(Statement& s);
  bool dotted_modifiers(Statement& s);
  bool condition(Statement& s, const Token& name);
  bool modifier_twice(const Token& name);
  bool unknown_function(const Token& name);
  bool exec_size(Statement& s);

  // --- parse_options.cpp ---
  bool options(Statement& s);
  bool one_option(Statement& s);
  bool named_option(Statement& s, const Token& name);
  bool access_mode(Statement& s, const Token& at, bool is_align16);
  bool slot_option(Statement& s, const Token& name);
  bool channel_offset(Statement& s, const Token& at, std::uint64_t number, char letter);

  // --- parse_instruction.cpp ---
  bool operands(Statement& s);
  static std::string format_syntax(const Statement& s, std::size_t sources);
  bool at_operand() const;
  bool list(Statement& s, std::size_t sources);
  bool destination(Statement& s);
  bool saturation_prefix(Statement& s);
  bool source_list(Statement& s, std::size_t sources);
  bool two_source(Statement& s);
  bool notification(Statement& s);
  bool math(Statement& s);
  bool jmp(Statement& s);

  // --- parse_branch.cpp ---
  struct BranchItems {
    std::array<WrittenOperand, 5> item;
    std::size_t count = 0;
  };
  bool branch(Statement& s);
  bool branch_items(Statement& s, BranchItems& items);
  bool branch_registers(Statement& s, BranchItems& items, std::size_t count, bool may_be_target, bool null_first);
  bool surplus_operand(const Statement& s, const WrittenOperand& surplus, bool is_pair);
  bool branch_target(Statement& s, WrittenOperand& written, Fixup::Field field, int unit);

  // --- parse_send.cpp ---
  bool send(Statement& s);
  bool send_with_source(Statement& s, const WrittenOperand& source);
  bool field32(const WrittenOperand& written, std::uint32_t& field);
  bool split_send(Statement& s);
  bool sync(Statement& s);
  bool sync_function(Statement& s, const Token& name);
  bool dotted_function(Statement& s, const Token& name);
  bool scoreboard_option(Statement& s, const Token& mark);
  bool descriptor(Statement& s, WrittenOperand& written);
  bool extended(Statement& s, WrittenOperand& written);
  bool extended_value(const WrittenOperand& written, std::uint32_t& value);
  std::vector<std::string_view> functions() const;
  bool shared_function(const Token& at, std::string_view name, isa::Sfid& function);
  bool unknown_shared_function(const Token& at, std::string_view name);
  bool function_text(Statement& s);

  // --- parse_message.cpp ---
  struct WrittenMessageField {
    Token at;
    std::string name, value;
  };
  bool at_message() const;
  bool message(Statement& s);
  bool message_fields(std::vector<WrittenMessageField>& fields);
  bool message_field(WrittenMessageField& field);

  // --- refuse.cpp ---
  bool may_be_predicate(const Statement& s);
  bool may_be(const Statement& s, const WrittenOperand& written, const isa::Limit& limit,
              std::string_view mnemonic = {}, std::string_view detail = {});
  bool may_be_operand(const Statement& s, const WrittenOperand& written, bool is_destination);
  bool may_be_one_of_three(const Statement& s, const WrittenOperand& written, bool is_destination);
  bool may_be_lone_stride(const Statement& s, const WrittenOperand& written);
  bool may_be_sources(const Statement& s);

  // --- finish.cpp ---
  bool finish(Statement& s);
  static bool is_in_align1_form(const Statement& s);
  void settle_access_mode(Statement& s);
  void settle_exec_size(Statement& s);
  void settle_types(Statement& s);
  std::optional<isa::Type> pragma_type(const isa::Operand& op) const;
  bool settle(const Statement& s, WrittenOperand& written, bool is_destination, isa::AccessMode mode);
  void settle_region(const Statement& s, WrittenOperand& written, bool is_destination, isa::AccessMode mode);
  bool settle_immediate(Statement& s, WrittenOperand& written, std::uint8_t slot);
  isa::Region usual_region(const Statement& s, const isa::Operand& op, bool align16) const;
  bool settle_split_send(Statement& s);
  static bool settle_strides(WrittenOperand& written);
  bool settle_payload(Statement& s);
  bool settle_slots(Statement& s);
  void add_fixup(Statement& s, Fixup::Field field, const WrittenOperand& written);
  void emit(Statement& s);

  const isa::Gen& gen_;
  const Dialect& dialect_;
  std::string_view file_;
  Lexer lexer_;
  Assembly result_;
  Diagnostics errors_;
  bool too_many_ = false;
  bool has_kernels_ = false, in_kernel_ = false, in_code_ = false, had_code_ = false;
  Symbols symbols_, outer_symbols_;
  Defaults defaults_, outer_defaults_;
  std::unordered_map<std::string_view, std::uint32_t, NameHash, NamesEqual> labels_;
  std::unordered_set<std::string_view> kernel_names_;
  std::bitset<256> beyond_count_;  // general registers that were reported as beyond .reg_count_total
  std::array<std::array<FlagWriter, 2>, 2> flag_writers_{};  // by flag register and subregister
  std::vector<Fixup> fixups_;
  std::vector<std::size_t> open_;     // instructions whose targets the text leaves out
  std::vector<Token> open_tokens_;    // their tokens; same size
  std::vector<std::size_t> dos_;      // places of `do`
  std::uint32_t offset_ = 0;          // byte offset of the next instruction
  std::uint32_t statement_line_ = 0;  // of the statement being read
  int depth_ = 0;                     // depth of the current expression
};

}  // namespace eugene::assembly
