// .declare: names for register regions. SNB PRM vol4 part2 9.1.1.
#include <fmt/format.h>

#include "asm/name_table.h"
#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kDeclarations = "SNB PRM vol4 part2 9.1.1";

}  // namespace

void Parser::declare() {
  const Token name = peek();
  if (!name.is_identifier()) {
    error(name, fmt::format("expected a symbol to declare, found {}", found()), "declare.name",
          std::string(kDeclarations), "write .declare SYMBOL Base=r5 ElementSize=4 Type=f");
    return;
  }
  lexer_.advance();
  if (!may_be_name(name, "symbol")) return;
  Symbol symbol;
  bool has_base = false, has_element_size = false;
  while (peek().is_identifier()) {
    const Token attribute = next();
    if (!expect('=', "after an attribute of .declare")) return;
    if (!declare_attribute(symbol, attribute, has_base, has_element_size)) return;
  }
  if (!at_end_of_statement()) {
    error(peek(), fmt::format("unexpected {} in .declare", found()), "declare.attribute", std::string(kDeclarations),
          "write .declare SYMBOL Base=r5 ElementSize=4 Type=f");
    return;
  }
  if (!has_base) error(name, ".declare needs Base=", "declare.base", std::string(kDeclarations), "add Base=r5, say");
  if (!has_element_size) {
    if (symbol.type) {
      symbol.element_size = isa::byte_size(*symbol.type);
    } else {
      error(name, ".declare needs ElementSize=", "declare.element_size", std::string(kDeclarations),
            "add ElementSize=4, say");
    }
  }
  if (has_element_size && symbol.type && isa::byte_size(*symbol.type) != symbol.element_size) {
    warning(name,
            fmt::format("ElementSize is {}, but an element of type {} has {} byte{}", symbol.element_size,
                        isa::info(*symbol.type).name, isa::byte_size(*symbol.type),
                        isa::byte_size(*symbol.type) == 1 ? "" : "s"),
            "declare.element_size", std::string(kDeclarations), "ElementSize places the elements, Type reads them");
  }
  if (!symbols_.emplace(name.text, symbol).second) {
    error(name, fmt::format("{} is already declared", name.text), "declare.twice", std::string(kDeclarations),
          "give it another name, or declare it within a .kernel");
  }
}

bool Parser::declare_attribute(Symbol& symbol, const Token& name, bool& has_base, bool& has_element_size) {
  std::uint64_t number = 0;
  if (same_name(name.text, "Base")) {
    const Token base = next();
    const auto base_register = base.is_identifier() ? find_register(base.text, false) : std::nullopt;
    if (!base_register || !base_register->nr) {
      return error(base, fmt::format("'{}' is not a register", base.text), "declare.base", std::string(kDeclarations),
                   "write Base=r5 or Base=r5.2");
    }
    symbol.file = base_register->file;
    symbol.base = *base_register->nr;
    if (accept('.')) {
      if (!expect_number(number, "a subregister number")) return false;
      if (number > 31)
        return error(name, "the subregister is beyond the maximum of 31", "register.subregister",
                     std::string(kDeclarations), "count in elements of ElementSize: a register has 32 bytes");
      symbol.sub_base = static_cast<std::uint32_t>(number);
    }
    return has_base = true;
  }
  if (same_name(name.text, "ElementSize")) {
    const Token at = peek();
    if (!expect_number(number, "a number of bytes")) return false;
    if (number != 1 && number != 2 && number != 4 && number != 8) {
      return error(at, "ElementSize must be 1, 2, 4 or 8", "declare.element_size", std::string(kDeclarations),
                   "write the size of an element in bytes");
    }
    symbol.element_size = static_cast<std::uint32_t>(number);
    return has_element_size = true;
  }
  if (same_name(name.text, "SrcRegion") || same_name(name.text, "Region"))
    return read_region(symbol.source_region.emplace());
  if (same_name(name.text, "DstRegion")) return read_stride(symbol.destination_stride.emplace());
  if (same_name(name.text, "Type")) return read_type(symbol.type.emplace());
  constexpr auto kAttributes =
      std::to_array<std::string_view>({"Base", "ElementSize", "SrcRegion", "DstRegion", "Region", "Type"});
  const std::string_view near = nearest_name(name.text, kAttributes);
  return error(name, fmt::format("unknown attribute {} of .declare", name.text), "declare.attribute",
               std::string(kDeclarations),
               near.empty() ? "attributes are Base, ElementSize, SrcRegion, DstRegion and Type"
                            : fmt::format("did you mean {}?", near));
}

}  // namespace eugene::assembly
