#include "asm/mnemonic.h"

#include <array>

#include "asm/spelling.h"
#include "isa/encoding/layout.h"

namespace eugene::assembly {
namespace {

using isa::Opcode;

struct Alias {
  Opcode split, whole;
};
constexpr std::array kAliases{Alias{Opcode::sends, Opcode::send}, Alias{Opcode::sendsc, Opcode::sendc}};

bool is_free(const isa::Gen& gen, const Alias& alias) {
  return !isa::info(alias.whole).in(gen) && isa::info(alias.split).in(gen);
}

}  // namespace

std::string_view find_mnemonic(const isa::Gen& gen, Opcode opcode) {
  for (const Alias& each : kAliases) {
    if (each.split == opcode && is_free(gen, each)) return isa::info(each.whole).mnemonic;
  }
  return isa::info(opcode).mnemonic;
}

std::optional<Opcode> find_opcode(const isa::Gen& gen, std::string_view name) {
  const std::optional<Opcode> found = kMnemonics.find(name);
  for (const Alias& each : kAliases) {
    if (found == each.whole && is_free(gen, each)) return each.split;
  }
  return found;
}

bool dots_function(const isa::Gen& gen, const Dialect& dialect) {
  return !dialect.functions[0].empty() && !isa::find_layout(gen).split_send.has_function_in_register;
}

}  // namespace eugene::assembly
