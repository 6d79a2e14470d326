// Pragmas: SNB PRM vol4 part2 9.1.
#include <fmt/format.h>

#include "asm/name_table.h"
#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kDefaults = "SNB PRM vol4 part2 9.1.2";
constexpr std::string_view kKernels = "SNB PRM vol4 part2 9.1.4";

constexpr auto kDirectives =
    std::to_array<std::string_view>({"declare", "define", "kernel", "end_kernel", "code", "end_code", "reg_count_total",
                                     "reg_count_payload", "default_execution_size", "default_register_type",
                                     "default_source_register_region", "default_destination_register_region"});

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && same_name(text.substr(0, prefix.size()), prefix);
}

// Returns the register file named by a .default_register_type_FILE pragma.
std::optional<isa::RegFile> find_file(std::string_view name) {
  if (same_name(name, "r") || same_name(name, "grf")) return isa::RegFile::grf;
  if (same_name(name, "m") || same_name(name, "mrf")) return isa::RegFile::mrf;
  if (same_name(name, "arf")) return isa::RegFile::arf;
  if (same_name(name, "imm")) return isa::RegFile::imm;
  return std::nullopt;
}

}  // namespace

// Parses a pragma. The current token is the '.', or the name after '#'.
void Parser::directive() {
  const Token dot = peek();
  if (dot.is('.')) lexer_.advance_unexpanded();
  if (!peek().is_identifier()) {
    error(dot, fmt::format("expected the name of a pragma, found {}", found()), "pragma.unknown",
          std::string(kDefaults), "pragmas are .declare, .define, .kernel, .code and the defaults");
    skip_statement();
    return;
  }
  const Token name = peek();
  if (same_name(name.text, "define")) {
    lexer_.advance_unexpanded();
    define();
    return;
  }
  lexer_.advance();
  if (same_name(name.text, "declare")) {
    declare();
  } else if (starts_with(name.text, "default_")) {
    default_pragma(name);
  } else {
    kernel_directive(name);
  }
  skip_statement();
}

// Parses .define. The current token is the name to define.
void Parser::define() {
  const Token name = peek();
  if (!name.is_identifier()) {
    error(name, fmt::format("expected a name to define, found {}", found()), "define.name", std::string(kDefaults),
          "write .define NAME replacement");
    skip_statement();
    return;
  }
  lexer_.advance_unexpanded();
  Macro macro;
  if (peek().is('(') && !peek().space_before) {
    macro.takes_arguments = true;
    if (!parameters(macro.parameters)) {
      skip_statement();
      return;
    }
  }
  macro.replacement = lexer_.take_line();
  if (const Macro* before = lexer_.definition(name.text); before != nullptr && *before != macro) {
    warning(name, fmt::format("{} is already defined", name.text), "define.twice", std::string(kDefaults),
            "from here on the name stands for the new text; rename one of the two");
  }
  lexer_.define(name.text, std::move(macro));
}

// Parses (a, b), the parameters of a macro (9.2.7.5). The '(' is the current token.
bool Parser::parameters(std::vector<std::string_view>& names) {
  do {
    lexer_.advance_unexpanded();
    if (names.empty() && peek().is(')')) break;
    if (!peek().is_identifier()) {
      return error(peek(), fmt::format("expected a parameter of the macro, found {}", found()), "define.parameter",
                   std::string(kDefaults),
                   "write .define NAME(a, b) replacement; with a blank before it, ( belongs to the replacement");
    }
    names.push_back(peek().text);
    lexer_.advance_unexpanded();
  } while (peek().is(','));
  if (!peek().is(')')) return expect(')', "after the parameters of the macro");
  lexer_.advance_unexpanded();
  return true;
}

bool Parser::read_type(isa::Type& type) {
  accept(':');
  const Token name = next();
  const auto found_type = name.is_identifier() ? kTypeNames.find(name.text) : std::nullopt;
  if (!found_type)
    return error(name, fmt::format("'{}' is not a type", name.text), "type.unknown", "SNB PRM vol4 part2 7.4.8",
                 list_types(gen_));
  type = *found_type;
  return true;
}

bool Parser::read_region(isa::Region& region) {
  WrittenOperand written;
  if (!peek().is('<')) return expect('<', "before a region");
  if (!this->region(written, false)) return false;
  if (written.region == WrittenOperand::RegionForm::vstride) written.op.region = {written.op.region.vstride, 1, 0};
  region = written.op.region;
  return true;
}

bool Parser::read_stride(std::uint8_t& stride) {
  WrittenOperand written;
  if (!peek().is('<')) return expect('<', "before a region");
  if (!region(written, true)) return false;
  stride = written.op.region.hstride;
  return true;
}

void Parser::default_pragma(const Token& name) {
  const std::string_view text = name.text;
  // A pragma is `pragma` or `pragma_KIND`, where KIND limits the default.
  const auto matches = [&](std::string_view pragma) {
    return starts_with(text, pragma) && (text.size() == pragma.size() || text[pragma.size()] == '_');
  };
  const auto find_kind = [&](std::string_view pragma) {
    return text.size() == pragma.size() ? std::string_view{} : text.substr(pragma.size() + 1);
  };
  // Stores `value` for the type at the end of the pragma's name, or for all types.
  const auto store = [&](auto& defaults, std::string_view pragma, auto value) {
    const std::string_view kind = find_kind(pragma);
    if (kind.empty()) {
      defaults.all = value;
    } else if (const auto type = kTypeNames.find(kind)) {
      defaults.each[static_cast<std::size_t>(*type)] = value;
    } else {
      error(name, fmt::format("'{}' is not a type", kind), "type.unknown", std::string(kDefaults),
            fmt::format("write .{}_f, say", pragma));
    }
  };
  if (matches("default_execution_size")) {
    const bool parenthesis = accept('(');
    const Token at = peek();
    std::uint64_t size = 0;
    if (!expect_number(size, "an execution size")) return;
    if (parenthesis && !expect(')', "after the execution size")) return;
    if (!isa::is_exec_size(size)) {
      refuse(at, isa::limit("encoding.exec_size"), {}, at.text);
      return;
    }
    store(defaults_.exec_size, "default_execution_size", static_cast<std::uint8_t>(size));
  } else if (matches("default_register_type")) {
    isa::Type type{};
    if (!read_type(type)) return;
    const std::string_view kind = find_kind("default_register_type");
    if (kind.empty()) {
      defaults_.register_type.all = type;
    } else if (const auto file = find_file(kind)) {
      defaults_.register_type.each[static_cast<std::size_t>(*file)] = type;
    } else if (const auto arf = kArfNames.find(kind)) {
      defaults_.arf_type[static_cast<std::size_t>(arf->kind)] = type;
    } else {
      error(name, fmt::format("'{}' is not a register file", kind), "pragma.register_file", std::string(kDefaults),
            "write .default_register_type_r, say");
    }
  } else if (matches("default_source_register_region")) {
    isa::Region region;
    if (read_region(region)) store(defaults_.source_region, "default_source_register_region", region);
  } else if (matches("default_destination_register_region")) {
    std::uint8_t stride = 0;
    if (read_stride(stride)) store(defaults_.destination_stride, "default_destination_register_region", stride);
  } else {
    kernel_directive(name);  // reports that the pragma is unknown
    return;
  }
  if (!at_end_of_statement())
    error(peek(), fmt::format("unexpected {} after the pragma", found()), "syntax.trailing", std::string(kDefaults),
          "write one pragma on a line");
}

bool Parser::reg_count(std::optional<std::uint32_t>& count) {
  const Token at = peek();
  std::uint64_t number = 0;
  if (!expect_number(number, "a number of registers")) return false;
  if (number > gen_.files.grf_count) {
    return error(at, fmt::format("a thread has {} registers", gen_.files.grf_count), "kernel.reg_count",
                 std::string(kKernels), fmt::format("write 0 to {}", gen_.files.grf_count));
  }
  count = static_cast<std::uint32_t>(number);
  return true;
}

void Parser::kernel_directive(const Token& name) {
  const std::string reference(kKernels);
  if (same_name(name.text, "kernel")) {
    if (in_kernel_)
      error(name, ".kernel inside another kernel", "kernel.nested", reference, "end the first kernel with .end_kernel");
    if (!peek().is_identifier()) {
      error(peek(), fmt::format("expected the kernel's name, found {}", found()), "kernel.name", reference,
            "write .kernel NAME");
      return;
    }
    if (!in_kernel_ && !kernel().program.instructions.empty()) {
      error(name, "the instructions before this .kernel do not belong to a kernel", "kernel.code", reference,
            "move them between .code and .end_code");
    }
    if (!kernel_names_.insert(peek().text).second) {
      warning(peek(), fmt::format("kernel {} is already defined", peek().text), "kernel.twice", reference,
              "rename one of them: programs find kernels by name");
    }
    finish_kernel();
    begin_kernel(peek().text);
    outer_symbols_ = symbols_;
    outer_defaults_ = defaults_;
    in_kernel_ = true;
    has_kernels_ = true;
    in_code_ = had_code_ = false;
    lexer_.advance();
  } else if (same_name(name.text, "end_kernel")) {
    if (!in_kernel_)
      error(name, "no .kernel before this .end_kernel", "kernel.end", reference, "write .kernel NAME first");
    if (in_code_)
      error(name, "no .end_code before this .end_kernel", "kernel.code", reference, "end the code with .end_code");
    if (in_kernel_ && !had_code_)
      error(name, "the kernel has no .code", "kernel.code", reference,
            "put its instructions between .code and .end_code");
    if (in_kernel_ && (!kernel().reg_count_total || !kernel().reg_count_payload)) {
      warning(name, "the kernel has no .reg_count_total or no .reg_count_payload", "kernel.reg_count", reference,
              "add both: the number of registers of the thread, and of those that are set at its start");
    }
    if (!in_kernel_) return;
    finish_kernel();
    begin_rest();
  } else if (same_name(name.text, "code")) {
    if (in_code_) error(name, ".code inside .code", "kernel.code", reference, "end the first .code with .end_code");
    in_code_ = had_code_ = true;
  } else if (same_name(name.text, "end_code")) {
    if (!in_code_) error(name, "no .code before this .end_code", "kernel.code", reference, "begin the code with .code");
    in_code_ = false;
  } else if (same_name(name.text, "reg_count_total")) {
    reg_count(kernel().reg_count_total);
  } else if (same_name(name.text, "reg_count_payload")) {
    reg_count(kernel().reg_count_payload);
  } else {
    const std::string_view near = nearest_name(name.text, kDirectives);
    error(name, fmt::format("unknown pragma .{}", name.text), "pragma.unknown", "SNB PRM vol4 part2 9.1",
          near.empty() ? "pragmas are .declare, .define, .kernel, .code and the defaults"
                       : fmt::format("did you mean .{}?", near));
  }
}

}  // namespace eugene::assembly
