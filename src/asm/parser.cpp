#include "asm/parser.h"

#include <algorithm>

#include <fmt/format.h>

#include "asm/spelling.h"
#include "isa/branch.h"
#include "isa/opcode_citation.h"

namespace eugene::assembly {
namespace {

constexpr std::size_t kMaxErrors = 100;

LexicalRules make_rules(const Dialect& dialect) {
  return {.lines_matter = !dialect.statement.terminator, .hex_is_lower_case = !dialect.operand.type_colon};
}

}  // namespace

std::expected<Assembly, Diagnostics> assemble(const isa::Gen& gen, const Dialect& dialect, std::string_view text,
                                              std::string_view file) {
  constexpr std::size_t kLongestFile = 0xFFFFFFFF;  // places are 32-bit
  if (text.size() > kLongestFile) {
    return std::unexpected(Diagnostics(
        1, error_at({.file = std::string(file)}, "the file is larger than 4 GB", "file.size", {}, "split the file")));
  }
  return Parser(gen, dialect, text, file).run();
}

Parser::Parser(const isa::Gen& gen, const Dialect& dialect, std::string_view text, std::string_view file)
    : gen_(gen), dialect_(dialect), file_(file), lexer_(text, make_rules(dialect)) {
  begin_kernel({});
}

std::expected<Assembly, Diagnostics> Parser::run() {
  while (peek().kind != TokenKind::end && !too_many_) statement();
  if (in_kernel_ && !too_many_ && !lexer_.open_comment()) {
    error(peek(), fmt::format("no .end_kernel for kernel {}", kernel().program.name), "kernel.end",
          "SNB PRM vol4 part2 9.1.4", "write .end_kernel after .end_code");
  }
  finish_kernel();
  if (const std::optional<Token>& use = lexer_.recursion()) {
    // From there on macros are not expanded, so later errors are consequences.
    std::erase_if(errors_, [&](const Diagnostic& d) { return d.where.line >= use->line; });
    error(*use, fmt::format("{} expands into itself", use->text), "define.recursion", "SNB PRM vol4 part2 9.1.2",
          "replace one of the names in its .define");
  }
  if (lexer_.open_comment()) {
    std::erase_if(errors_, [this](const Diagnostic& d) { return d.where.line >= lexer_.open_comment()->line; });
    error(*lexer_.open_comment(), "the comment that begins here has no end", "syntax.comment", "SNB PRM vol4 part2 7.4",
          "write */ at the end of the comment");
  }
  if (!errors_.empty()) {
    std::ranges::stable_sort(errors_, {}, [](const Diagnostic& d) { return d.where.line; });
    return std::unexpected(std::move(errors_));
  }
  // Text outside of kernels is only a kernel if there is no other.
  if (result_.kernels.size() > 1)
    std::erase_if(result_.kernels, [](const AssembledKernel& k) { return k.program.name.empty(); });
  return std::move(result_);
}

void Parser::statement() {
  const Token first = peek();
  const std::size_t errors_before = errors_.size();
  statement_line_ = first.line;
  if (first.kind == TokenKind::newline || first.is(';')) {
    lexer_.advance();
  } else if (first.is('.') || first.is('#')) {
    lexer_.heed_lines(true);  // in every dialect a pragma ends at the end of its line
    if (first.is('#')) lexer_.advance();
    directive();
    lexer_.heed_lines(!dialect_.statement.terminator);
  } else if (marks_block(first)) {
    lexer_.take_line();
  } else if (first.is_identifier()) {
    lexer_.advance();
    if (peek().is(':')) {
      lexer_.advance();
      add_label(first);
    } else {
      instruction(first);
    }
  } else {
    instruction(first);
  }
  if (const std::optional<Token> misuse = lexer_.take_misuse()) {
    errors_.resize(std::min(errors_before, errors_.size()));  // errors that follow from this one
    error(*misuse, fmt::format("{} has the wrong number of arguments", misuse->text), "define.arguments",
          "SNB PRM vol4 part2 9.2.7.5", "write as many arguments as its .define has parameters, on one line");
  }
  if (const std::optional<Token> stray = lexer_.take_stray()) {
    errors_.resize(std::min(errors_before, errors_.size()));
    stray_character(*stray);
  }
}

bool Parser::at_end_of_statement() const {
  return peek().kind == TokenKind::end || peek().kind == TokenKind::newline || peek().is(';') || at_next_statement();
}

void Parser::end_of_statement() {
  if (!at_end_of_statement() || at_next_statement()) {
    error(peek(), fmt::format("unexpected {} after the instruction", found()), "syntax.trailing",
          "SNB PRM vol4 part2 7.4",
          dialect_.statement.terminator ? "end the instruction with ';'" : "write one instruction per line");
    skip_statement();
  }
}

// --- kernels and labels ---

void Parser::begin_kernel(std::string_view name) {
  AssembledKernel fresh;
  fresh.program.gen = &gen_;
  fresh.program.name = name;
  result_.kernels.push_back(std::move(fresh));
  labels_.clear();
  fixups_.clear();
  open_.clear();
  open_tokens_.clear();
  dos_.clear();
  offset_ = 0;
  beyond_count_.reset();
  flag_writers_ = {};
}

void Parser::begin_rest() {
  begin_kernel({});
  symbols_ = outer_symbols_;
  defaults_ = outer_defaults_;
  in_kernel_ = false;
}

void Parser::finish_kernel() {
  for (const Fixup& fixup : fixups_) resolve(fixup);
  match_open();
  for (const auto& [name, offset] : labels_) {
    // If several labels are at one place, the alphabetically first one names it.
    std::string& label = kernel().program.labels[offset];
    if (label.empty() || name < label) label = name;
  }
}

void Parser::match_open() {
  for (const Unmatched& unmatched : match_blocks(kernel().program, open_, dos_)) {
    const auto at = std::ranges::lower_bound(open_, unmatched.instruction) - open_.begin();
    const isa::OpcodeInfo& row = kernel().program.instructions[unmatched.instruction].row();
    error(open_tokens_[static_cast<std::size_t>(at)],
          fmt::format("this {} has no target, and no block that it belongs to", row.mnemonic), "branch.unmatched",
          isa::citation_text(row), "write the target, or complete the if or do block");
  }
}

void Parser::add_label(const Token& name) {
  if (!may_be_name(name, "label")) return;
  if (symbols_.contains(name.text)) {
    error(name, fmt::format("{} is already declared as a register region", name.text), "label.name",
          "SNB PRM vol4 part2 9.1.1", "give the label another name");
    return;
  }
  const auto [at, is_new] = labels_.try_emplace(name.text, offset_);
  if (!is_new) {
    error(name, fmt::format("label {} is already defined", name.text), "label.twice", "SNB PRM vol4 part2 9.1.4",
          "use a different name: labels of one kernel must differ");
  }
}

void Parser::resolve(const Fixup& fixup) {
  const auto label = labels_.find(fixup.label);
  if (label == labels_.end() && lexer_.is_defined(fixup.label)) {
    const bool is_told =
        std::ranges::any_of(errors_, [&](const Diagnostic& d) { return d.where.line == fixup.at.line; });
    if (!is_told) {
      error(fixup.at, fmt::format("{} is a macro with parameters", fixup.label), "define.arguments",
            "SNB PRM vol4 part2 9.2.7.5", "write its arguments in parentheses");
    }
    return;
  }
  if (label == labels_.end()) {
    std::vector<std::string_view> names;
    names.reserve(labels_.size());
    for (const auto& [name, offset] : labels_) names.push_back(name);
    const std::string_view near = nearest_name(fixup.label, names);
    error(fixup.at, fmt::format("this kernel has no label '{}'", fixup.label), "label.unknown",
          "SNB PRM vol4 part2 9.1.4",
          near.empty() ? fmt::format("write {}: before the target instruction", fixup.label)
                       : fmt::format("did you mean {}?", near));
    return;
  }
  isa::Program& program = kernel().program;
  isa::Instruction& i = program.instructions[fixup.instruction];
  const std::int64_t target = std::int64_t{label->second} + fixup.addend;
  const std::uint32_t here = program.offsets[fixup.instruction];
  switch (fixup.field) {
    case Fixup::Field::jip: i.jip = static_cast<std::int32_t>(target - branch_origin(i, here)); return;
    case Fixup::Field::uip: i.uip = static_cast<std::int32_t>(target - branch_origin(i, here)); return;
    case Fixup::Field::immediate: break;
  }
  if (!fixup.relative && !kernel().address_line) kernel().address_line = kernel().lines[fixup.instruction];
  const Value value{.integer = static_cast<std::uint64_t>(target - (fixup.relative ? here : 0))};
  isa::Operand& slot = i.src[fixup.source];
  const auto field = immediate_field(slot.type, value);
  if (!field) {
    error(fixup.at, fmt::format("the address of {} does not fit in a {}", fixup.label, isa::info(slot.type).name),
          "immediate.range", "SNB PRM vol4 part2 7.4.11", "write :d or :ud");
    return;
  }
  slot.imm = *field;
}

// --- diagnostics ---

Diagnostic Parser::diagnostic(const Token& at, std::string message, std::string rule, std::string reference,
                              std::string hint) const {
  const std::string_view source = lexer_.source();
  const std::size_t line_start = at.offset == 0 ? 0 : source.rfind('\n', at.offset - 1) + 1;
  return error_at({.file = std::string(file_),
                   .line = at.line,
                   .column = static_cast<std::uint32_t>(at.offset - line_start + 1),
                   .length = std::max(at.length, 1U)},
                  std::move(message), std::move(rule), std::move(reference), std::move(hint));
}

bool Parser::error(const Token& at, std::string message, std::string rule, std::string reference, std::string hint) {
  if (too_many_) return false;
  if (errors_.size() == kMaxErrors) {
    too_many_ = true;
    errors_.push_back(diagnostic(at, "too many errors, the rest of the file is not read", "errors.many", {},
                                 "correct the first errors, and assemble again"));
    return false;
  }
  errors_.push_back(diagnostic(at, std::move(message), std::move(rule), std::move(reference), std::move(hint)));
  return false;
}

bool Parser::refuse(const Token& at, const isa::Limit& limit, std::string_view mnemonic, std::string_view detail) {
  Diagnostic said = diagnose(gen_, limit, mnemonic, detail.empty() ? std::string() : fmt::format(" ({})", detail));
  return error(at, std::move(said.message), std::move(said.rule), std::move(said.reference), std::move(said.hint));
}

void Parser::warning(const Token& at, std::string message, std::string rule, std::string reference, std::string hint) {
  if (result_.warnings.size() >= kMaxErrors) return;
  result_.warnings.push_back(
      diagnostic(at, std::move(message), std::move(rule), std::move(reference), std::move(hint)));
  result_.warnings.back().severity = Severity::warning;
}

// --- tokens ---

bool Parser::accept(char symbol) {
  if (!peek().is(symbol)) return false;
  lexer_.advance();
  return true;
}

bool Parser::expect(char symbol, std::string_view where) {
  if (accept(symbol)) return true;
  return error(peek(), fmt::format("expected '{}' {}, found {}", symbol, where, found()), "syntax.expected",
               "SNB PRM vol4 part2 7.4", fmt::format("write the '{}'", symbol));
}

bool Parser::expect_number(std::uint64_t& value, std::string_view what) {
  if (!peek().is_number() || peek().is_fraction) {
    return error(peek(), fmt::format("expected {}, found {}", what, found()), "syntax.expected",
                 "SNB PRM vol4 part2 7.4", "write a whole number");
  }
  const Token number = next();
  if (!ends_well(number, false)) return false;
  value = number.value;
  if (number.overflow)
    return error(number, "the number is larger than 64 bits", "number.range", "SNB PRM vol4 part2 7.4.11",
                 "the largest number is 0xffffffffffffffff");
  return true;
}

std::string Parser::found() const {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::end: return "the end of the file";
    case TokenKind::newline: return "the end of the line";
    default: return fmt::format("'{}'", token.text);
  }
}

}  // namespace eugene::assembly
