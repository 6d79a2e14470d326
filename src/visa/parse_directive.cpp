// Parses lines that begin with a dot, labels and scopes.
#include <algorithm>

#include "visa/parse.h"
#include "visa/parser.h"
#include "visa/predefined.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

constexpr std::size_t kMaxProblems = 100;

constexpr std::string_view kSyntax = "visa.text.syntax";

}  // namespace

std::expected<Module, Diagnostics> Parser::run() {
  in_.skip_breaks();
  if (!version()) {
    in_.problems().resize(1);
    return std::unexpected(std::move(in_.problems()));
  }
  while (in_.skip_breaks(), !in_.at_end()) {
    const std::size_t begin = in_.offset();
    if (const std::size_t before = in_.problems().size(); !whole_statement())
      in_.problems().resize(std::min(in_.problems().size(), before + 1));  // later problems are consequences
    if (in_.problems().size() >= kMaxProblems) break;
    if (!in_.at_line_end() || in_.offset() == begin) in_.skip_line();
  }
  if (module_.kernels.empty() && in_.problems().empty())
    in_.error("there is no .kernel", kSyntax, "begin with .kernel \"name\"");
  end_kernel();
  if (in_.problems().empty()) return std::move(module_);
  std::ranges::stable_sort(in_.problems(), {}, [](const Diagnostic& d) { return d.where.line; });
  return std::unexpected(std::move(in_.problems()));
}

bool Parser::whole_statement() {
  return statement() && (in_.at_line_end() || in_.error("unexpected text after the statement", kSyntax));
}

// Reports a statement before the first kernel. This statement and later ones then count as a kernel's, so that there is
// only one report.
bool Parser::is_in_kernel() {
  if (!module_.kernels.empty()) return true;
  in_.error("this statement is outside a kernel", kSyntax, "begin with .kernel \"name\"");
  module_.kernels.emplace_back();
  return false;
}

// Reports labels that are used but not defined.
void Parser::end_kernel() {
  if (module_.kernels.empty()) return;
  for (const auto& [label, offset] : pending_labels_) {
    if (kernel_().labels[label].kind == LabelKind::composable) continue;
    in_.error(offset, "this kernel does not define the label " + kernel_().labels[label].name, "visa.text.label",
              "write " + kernel_().labels[label].name + ": before an instruction");
  }
  pending_labels_.clear();
}

bool Parser::version() {
  if (!in_.accept(".version"))
    return in_.error("a vISA program must begin with .version", kSyntax, "write .version 4.1");
  const auto major = in_.integer(255, "the major version");
  if (!major || !in_.expect('.', "after the major version")) return false;
  const auto minor = in_.integer(255, "the minor version");
  if (!minor) return false;
  module_.version = {static_cast<std::uint8_t>(*major), static_cast<std::uint8_t>(*minor)};
  return true;
}

bool Parser::statement() {
  if (in_.peek() == '.') return directive();
  if (!is_in_kernel()) return false;
  if (in_.accept('{')) {
    return scope_.open() || in_.error("scopes are nested too deeply", "visa.limit.scopes");
  }
  if (in_.accept('}')) return scope_.close() || in_.error("no scope is open", kSyntax, "omit }");
  const std::size_t begin = in_.offset();
  const std::string_view name = in_.label();
  if (name.empty() || !in_.follows(":")) {
    in_.move_to(begin);
    return instruction();
  }
  in_.accept(':');
  const auto label = label_named(name, begin);
  if (!label) return false;
  if (kernel_().labels[*label].kind == LabelKind::subroutine) return true;  // .function has placed it
  if (pending_labels_.erase(*label) == 0)
    return in_.error(begin, "the label " + std::string(name) + " is already defined", "visa.text.label", {},
                     static_cast<std::uint32_t>(name.size()));
  place(*label, ":");
  return true;
}

// Defines `label` before the next instruction. The definition is an instruction too.
void Parser::place(std::uint16_t label, std::string_view mnemonic) {
  Instruction i{.line = in_.line()};
  i.form = static_cast<std::uint16_t>(find_mnemonic(mnemonic) - forms().data());
  i.operands.emplace_back(LabelReference{label});
  kernel_().instructions.push_back(std::move(i));
}

bool Parser::directive() {
  struct Row {
    std::string_view name;
    bool (*read)(Parser&);
  };
  static constexpr Row kDirectives[] = {
      {".decl", [](Parser& p) { return p.declaration(); }},
      {".kernel_attr", [](Parser& p) { return p.kernel_attribute(); }},
      {".function", [](Parser& p) { return p.function(); }},
      {".input", [](Parser& p) { return p.input(0, false); }},
      {".parameter", [](Parser& p) { return p.input(0, true); }},
  };
  if (in_.accept(".funcdecl")) {
    auto name = in_.string();
    if (!name) return in_.error("the name of a function is missing", kSyntax);
    module_.declared_functions.push_back(std::move(*name));
    return true;
  }
  if (in_.accept(".kernel")) return kernel(false);
  if (in_.accept(".global_function")) return kernel(true);
  if (!is_in_kernel()) return false;
  if (in_.follows(".file") || in_.follows(".loc")) return instruction();
  for (const Row& row : kDirectives) {
    if (in_.accept(row.name)) return row.read(*this);
  }
  for (const ImplicitInput& row : kImplicitInputs) {
    if (in_.accept(row.directive)) return input(row.number, false);
  }
  if (in_.follows(kUnnamedInput)) {
    in_.move_to(in_.offset() + kUnnamedInput.size());
    const auto number = in_.integer(31, "the number of an implicit input");
    return number && input(static_cast<std::uint8_t>(*number), false);
  }
  return in_.error(
      "unknown directive", kSyntax,
      "directives are .decl, .input, .parameter, .kernel_attr, .kernel, .global_function, .function and .funcdecl");
}

// Parses a name that may be in quotes.
std::string Parser::name() {
  auto text = in_.string();
  return text ? *std::move(text) : std::string(in_.identifier());
}

bool Parser::kernel(bool is_function) {
  std::string name = this->name();
  const bool has_name = !name.empty();
  if (!has_name) in_.error("the name of the kernel is missing", kSyntax, "write .kernel \"name\"");
  if (module_.kernels.size() >= kMaxKernels)
    return in_.error("a module can have at most 512 kernels", "visa.limit.kernels");
  end_kernel();
  module_.kernels.push_back({.name = std::move(name), .is_function = is_function});
  scope_ = Scope();
  labels_.clear();
  unknown_.clear();
  return has_name;
}

std::optional<std::uint16_t> Parser::count(std::string_view key) {
  const auto value = ranged(0, 0xffff, key);
  return value ? std::optional(static_cast<std::uint16_t>(*value)) : std::nullopt;
}

bool Parser::kernel_attribute() {
  Attribute a;
  if (!attribute(a)) return false;
  kernel_().attributes.push_back(std::move(a));
  return true;
}

bool Parser::input(std::uint8_t implicit, bool is_parameter) {
  const auto of = variable();
  if (!of) return false;
  Input input{.kind = of->kind, .implicit = implicit, .variable = of->id};
  if (of->kind == VariableKind::address || of->kind == VariableKind::predicate)
    return in_.error("an input must be a general variable, a sampler or a surface", "visa.input.kind");
  if (!is_parameter && in_.accept("offset") && in_.accept('=')) {
    const auto offset = ranged(0, INT16_MAX, "the offset of an input");
    if (!offset) return false;
    input.offset = static_cast<std::int16_t>(*offset);
  }
  if (in_.accept("size") && in_.accept('=')) {
    const auto size = count("size");
    if (!size) return false;
    input.size = *size;
  } else if (of->kind == VariableKind::general && of->id >= kFirstGeneral) {
    const GeneralVariable& v = kernel_().variables.generals[of->id - kFirstGeneral];
    input.size = static_cast<std::uint16_t>(v.elements * byte_size(v.type));
  }
  kernel_().inputs.push_back(input);
  return true;
}

bool Parser::function() {
  const std::string name = this->name();
  if (name.empty()) return in_.error("the name of the function is missing", kSyntax);
  const auto label = label_named(name, in_.offset());
  if (!label) return false;
  if (pending_labels_.erase(*label) == 0)
    return in_.error("the function " + name + " is already defined", "visa.text.label");
  kernel_().labels[*label].kind = LabelKind::subroutine;
  place(*label, ".function");
  return true;
}

std::expected<Module, Diagnostics> parse(std::string_view text, std::string_view file) {
  return Parser(text, file).run();
}

bool is_visa_text(std::string_view text) {
  Cursor in(text, {});
  in.skip_breaks();
  return in.accept(".version");
}

}  // namespace eugene::visa
