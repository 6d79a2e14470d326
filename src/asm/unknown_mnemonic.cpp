// Instructions that a generation does not have, and their replacements. SNB PRM vol4 part2 7.3 and 7.5.1.
#include <vector>

#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

// The instructions of 7.5.1, with their replacements.
constexpr NameTable kDefeatured{std::to_array<NamedEntry<std::string_view>>({
    {"sad4", "two sad2 and an add"},
    {"sada4", "two sada2"},
    {"aac", "add with {AccWrEn}"},
    {"min", "sel.l takes the smaller source"},
    {"max", "sel.ge takes the greater source"},
    {"next", "cont goes to the next round of a loop"},
    {"swz", "swizzles of the sources in Align16; 9.2.1.1 has constants and signs"},
    {"dpa2", "dp2 and an add"},
    {"rsl", "shl, shr and or"},
    {"rsr", "shr, shl and or"},
})};

// Instructions of other machines. The replacements exist in every generation.
constexpr NameTable kForeign{std::to_array<NamedEntry<std::string_view>>({
    {"sub", "add with a negated source: add (8) dst src0 -src1"},
    {"neg", "mov with a negated source: mov (8) dst -src"},
    {"abs", "mov of the absolute value: mov (8) dst (abs)src"},
    {"inc", "add (8) dst dst 1"},
    {"dec", "add (8) dst dst -1"},
    {"div", "math.fdiv, or math.iqot of integers; for a constant, mul by its reciprocal"},
    {"rem", "math.irem"},
    {"mod", "math.irem"},
    {"sqrt", "math.sqrt (8) dst src null"},
    {"rsqrt", "math.rsq (8) dst src null"},
    {"rsq", "math.rsq (8) dst src null"},
    {"rcp", "math.inv (8) dst src null"},
    {"inv", "math.inv (8) dst src null"},
    {"exp", "math.exp (8) dst src null, which is 2 to the power of src"},
    {"log", "math.log (8) dst src null, of base 2"},
    {"pow", "math.pow (8) dst src0 src1"},
    {"sin", "math.sin (8) dst src null"},
    {"cos", "math.cos (8) dst src null"},
    {"fma", "mad (8) dst src0 src1 src2, which is src0 + src1 * src2"},
    {"mla", "mad (8) dst src0 src1 src2, which is src0 + src1 * src2"},
    {"floor", "rndd (8) dst src"},
    {"ceil", "rndu (8) dst src"},
    {"round", "rnde (8) dst src"},
    {"trunc", "rndz (8) dst src"},
    {"cvt", "mov, which converts between the types of its operands"},
    {"conv", "mov, which converts between the types of its operands"},
    {"lsl", "shl"},
    {"sll", "shl"},
    {"lsr", "shr"},
    {"srl", "shr"},
    {"sar", "asr"},
    {"sra", "asr"},
    {"eor", "xor"},
    {"load", "send of a message to the data port"},
    {"store", "send of a message to the data port"},
    {"ld", "send of a message to the data port"},
    {"st", "send of a message to the data port"},
    {"beq", "cmp.z.f0.0, then (f0.0) jmpi of a scalar or (f0.0) if of channels"},
    {"bne", "cmp.nz.f0.0, then (f0.0) jmpi of a scalar or (f0.0) if of channels"},
    {"br", "jmpi of the whole thread, or if and while of channels"},
    {"bra", "jmpi of the whole thread, or if and while of channels"},
    {"jump", "jmpi"},
    {"for", "do and while"},
    {"loop", "do and while"},
    {"continue", "cont"},
    {"endwhile", "while, which ends the loop that do begins"},
    {"wend", "while, which ends the loop that do begins"},
    {"elseif", "else, with another if inside"},
    {"elif", "else, with another if inside"},
    {"then", "nothing: the instructions after if belong to its block"},
    {"return", "ret in a subroutine; the thread ends with a send that has {EOT}"},
    {"exit", "a send with {EOT}, which ends the thread"},
    {"end", "a send with {EOT}, which ends the thread; endif ends an if"},
    {"cmov", "sel with a predicate: (f0.0) sel (8) dst src0 src1"},
    {"select", "sel with a predicate: (f0.0) sel (8) dst src0 src1"},
})};

std::vector<std::string_view> list_mnemonics(const isa::Gen& gen) {
  std::vector<std::string_view> names{"do", "jmp"};
  for (const isa::OpcodeInfo& row : isa::kOpcodes) {
    if (row.in(gen)) names.push_back(row.mnemonic);
  }
  return names;
}

}  // namespace

bool Parser::unknown_mnemonic(const Token& name) {
  constexpr std::string_view kInstructions = "SNB PRM vol4 part2 7.3";
  if (const auto instead = kDefeatured.find(name.text)) {
    return error(name, fmt::format("{} was removed from the instruction set", name.text), "mnemonic.removed",
                 "SNB PRM vol4 part2 7.5.1", std::string(*instead));
  }
  if (const auto found_register = find_register(name.text, false); found_register && found_register->nr) {
    return error(name, fmt::format("{} is a register, expected an instruction", name.text), "mnemonic.unknown",
                 std::string(kInstructions), "predicates are written in parentheses: (f0.0) mov (8) dst src");
  }
  const std::string message = fmt::format("unknown instruction '{}'", name.text);
  if (const auto instead = kForeign.find(name.text))
    return error(name, message, "mnemonic.unknown", std::string(kInstructions), fmt::format("write {}", *instead));
  const std::string_view near = nearest_name(name.text, list_mnemonics(gen_));
  return error(name, message, "mnemonic.unknown", std::string(kInstructions),
               near.empty() ? "write add (8) dst src0 src1, say; comments begin with //"
                            : fmt::format("did you mean {}?", near));
}

// Reports an instruction of another generation.
bool Parser::absent_mnemonic(const Token& name, const isa::OpcodeInfo& row) {
  std::string others;
  for (const isa::Gen* gen : isa::kGens) {
    if (row.in(*gen)) others += fmt::format("{}--gen {}", others.empty() ? "" : " or ", gen->name);
  }
  return refuse(name, isa::limit("encoding.opcode"), row.mnemonic, fmt::format("{} has it", others));
}

}  // namespace eugene::assembly
