#include "isa/instruction_fidelity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "isa/math_names.h"
#include "isa/opcode_citation.h"
#include "isa/precision.h"

namespace eugene::isa {
namespace {

// ---- Opcodes, in their order. ----

struct OpcodeFidelity {
  PerGen<FidelityRow> floats;    // the class if it computes with floats; with integers it is exact
  bool is_of_operation = false;  // math, send, fcvt, dpas: the class depends on the function, message or precision
};

constexpr FidelityRow kUnrounded = chosen("precision inside mad, mac, madm, line");
constexpr FidelityRow kDots = chosen("order and precision of dp2, dp3, dp4, dph");
constexpr OpcodeFidelity kAllExact{};
constexpr OpcodeFidelity kOfOperation{.floats = {}, .is_of_operation = true};
constexpr OpcodeFidelity kSum{{kUnrounded, kUnrounded}};
// Compilers emit Gen9's mad for OpenCL's fma, which is correctly rounded (OpenCL C 3.0, 6.15.2).
constexpr OpcodeFidelity kFma{{kUnrounded, kExact}};
constexpr OpcodeFidelity kDot{{kDots, kDots}};
constexpr OpcodeFidelity kPlaneSum{{chosen("pln"), chosen("pln")}};
constexpr OpcodeFidelity kBlend{{chosen("lrp"), chosen("lrp")}};

struct OpcodeRow {
  Opcode opcode;
  OpcodeFidelity fidelity;
};
constexpr auto kByOpcode = std::to_array<OpcodeRow>({
    {Opcode::illegal, kAllExact},
    {Opcode::mov, kAllExact},
    {Opcode::sel, kAllExact},
    {Opcode::movi, kAllExact},
    {Opcode::not_, kAllExact},
    {Opcode::and_, kAllExact},
    {Opcode::or_, kAllExact},
    {Opcode::xor_, kAllExact},
    {Opcode::shr, kAllExact},
    {Opcode::shl, kAllExact},
    {Opcode::ror, kAllExact},
    {Opcode::rol, kAllExact},
    {Opcode::smov, kAllExact},
    {Opcode::asr, kAllExact},
    {Opcode::cmp, kAllExact},
    {Opcode::cmpn, kAllExact},
    {Opcode::csel, kAllExact},
    {Opcode::bfrev, kAllExact},
    {Opcode::bfe, kAllExact},
    {Opcode::bfi1, kAllExact},
    {Opcode::bfi2, kAllExact},
    {Opcode::jmpi, kAllExact},
    {Opcode::brd, kAllExact},
    {Opcode::if_, kAllExact},
    {Opcode::brc, kAllExact},
    {Opcode::else_, kAllExact},
    {Opcode::endif, kAllExact},
    {Opcode::case_, kAllExact},
    {Opcode::while_, kAllExact},
    {Opcode::break_, kAllExact},
    {Opcode::cont, kAllExact},
    {Opcode::halt, kAllExact},
    {Opcode::calla, kAllExact},
    {Opcode::call, kAllExact},
    {Opcode::ret, kAllExact},
    {Opcode::fork, kAllExact},
    {Opcode::goto_, kAllExact},
    {Opcode::join, kAllExact},
    {Opcode::wait, kAllExact},
    {Opcode::send, kOfOperation},
    {Opcode::sendc, kOfOperation},
    {Opcode::sends, kOfOperation},
    {Opcode::sendsc, kOfOperation},
    {Opcode::math, kOfOperation},
    {Opcode::sync, kAllExact},
    {Opcode::add, kAllExact},
    {Opcode::mul, kAllExact},
    {Opcode::avg, kAllExact},
    {Opcode::frc, kAllExact},
    {Opcode::rndu, kAllExact},
    {Opcode::rndd, kAllExact},
    {Opcode::rnde, kAllExact},
    {Opcode::rndz, kAllExact},
    {Opcode::mac, kSum},
    {Opcode::mach, kAllExact},
    {Opcode::lzd, kAllExact},
    {Opcode::fbh, kAllExact},
    {Opcode::fbl, kAllExact},
    {Opcode::cbit, kAllExact},
    {Opcode::addc, kAllExact},
    {Opcode::subb, kAllExact},
    {Opcode::sad2, kAllExact},
    {Opcode::sada2, kAllExact},
    {Opcode::dp4, kDot},
    {Opcode::dph, kDot},
    {Opcode::dp3, kDot},
    {Opcode::dp2, kDot},
    {Opcode::dp4a, kAllExact},
    {Opcode::line, kSum},
    {Opcode::pln, kPlaneSum},
    {Opcode::mad, kFma},
    {Opcode::lrp, kBlend},
    {Opcode::madm, kSum},
    {Opcode::nenop, kAllExact},
    {Opcode::nop, kAllExact},
    {Opcode::dpas, kOfOperation},
    {Opcode::dpasw, kOfOperation},
    {Opcode::nbarrier_signal, kAllExact},
    {Opcode::nbarrier_wait, kAllExact},
    {Opcode::fcvt, kOfOperation},
    {Opcode::srnd, kOfOperation},
});
static_assert([] {  // every opcode has a class
  for (std::size_t i = 0; i != kByOpcode.size(); ++i) {
    if (kByOpcode[i].opcode != kOpcodes[i].opcode) return false;
  }
  return kByOpcode.size() == kOpcodeCount;
}());

// ---- math. Bounds: SNB PRM vol4 part2 8.3.28; docs/record/testing.md says how close Eugene is to the true values.
// ----

constexpr FidelityRow kBound = bounded(snb("8.3.28"));
// Eugene computes the whole division or square root at once, where a GPU begins with an approximation. The macro's
// final result is the same.
constexpr FidelityRow kMacro = substitute("INVM, RSQTM");

// Indexed by MathFunction.
constexpr std::array<FidelityRow, kMathNames.size()> kMath{
    kExact, kBound, kBound, kBound, kBound, kBound, kBound, kBound,  // none, inv, log, exp, sqt, rsq, sin, cos
    kBound, kBound, kBound, kExact, kExact, kExact, kMacro, kMacro,  // sincos, fdiv, pow, idiv, iqot, irem, invm, rsqtm
};

// ---- Instructions that only lowered vISA has. ----

// Indexed by Conversion.
constexpr FidelityRow kHf8 = chosen("HF8");
constexpr std::array<FidelityRow, kConversionCount> kConversions{
    kExact, kExact, kExact, kHf8, kHf8, kExact, kExact, chosen("BF of floats"), kExact};

FidelityRow find_fidelity(Opcode opcode, const Systolic& systolic) {
  if (opcode == Opcode::dpasw) return chosen("which thread of a pair is EU0 (DPASW)");
  return info(systolic.weights).is_float ? chosen("DPAS of floats: order and rounding") : kExact;
}

// ---- Registers whose contents the documents leave open. ----

struct RegisterRow {
  std::string_view name;
  FidelityRow fidelity;
};

constexpr RegisterRow kTime{"tm0", chosen("tm0")};
constexpr RegisterRow kUndescribed{"a register that is not described", chosen("sr1 and msg0 to msg7 on Gen9")};
constexpr PerGen<bool> kHasUndescribed{false, true};

std::optional<RegisterRow> register_row(const Gen& gen, const Operand& source) {
  if (source.is_arf(Arf::tm)) return kTime;
  const bool is_undescribed = source.is_arf(Arf::msg) || (source.is_arf(Arf::sr) && source.arf_nr() == 1);
  if (kHasUndescribed[gen.id] && is_undescribed) return kUndescribed;
  return std::nullopt;
}

std::optional<RegisterRow> register_read(const Gen& gen, const Instruction& i) {
  if (is_send(i) || is_branch(i)) return std::nullopt;
  for (unsigned n = 0; n < source_count(i); ++n) {
    if (const auto row = register_row(gen, i.src[n])) return row;
  }
  return std::nullopt;
}

bool computes_floats(const Instruction& i) {
  return std::any_of(i.src.begin(), i.src.begin() + source_count(i),
                     [](const Operand& source) { return is_float(source.type); });
}

FidelityRow of_operation(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::math: return kMath[static_cast<std::size_t>(i.math)];
    case Opcode::fcvt:
    case Opcode::srnd: return kConversions[static_cast<std::size_t>(i.visa.conversion)];
    case Opcode::dpas:
    case Opcode::dpasw: return find_fidelity(i.opcode, i.visa.systolic);
    default: return kExact;
  }
}

FidelityRow of_opcode(const Gen& gen, const Instruction& i) {
  const OpcodeFidelity& fidelity = kByOpcode[static_cast<std::size_t>(i.opcode)].fidelity;
  if (fidelity.is_of_operation) return of_operation(i);
  return computes_floats(i) ? fidelity.floats[gen.id] : kExact;
}

}  // namespace

FidelityRow find_fidelity(const Gen& gen, const Instruction& instruction) {
  FidelityRow row = of_opcode(gen, instruction);
  const auto reads = register_read(gen, instruction);
  if (reads && !row.is_inexact()) row = reads->fidelity;
  if (!row.citation.present()) row.citation = find_citation(instruction.row());
  return row;
}

std::string format_reference(const FidelityRow& row) {
  const auto& [document, section] = row.citation;
  return document == kUndefinedPage ? fmt::format("{} \"{}\"", document, section)
                                    : fmt::format("{} {}", document, section);
}

std::string fidelity_name(const Gen& gen, const Instruction& instruction) {
  const std::string_view mnemonic = instruction.row().mnemonic;
  if (instruction.opcode == Opcode::math)
    return fmt::format("{}.{}", mnemonic, kMathNames[static_cast<std::size_t>(instruction.math)]);
  const auto reads = register_read(gen, instruction);
  const bool is_of_register = reads && !of_opcode(gen, instruction).is_inexact();
  return is_of_register ? fmt::format("{} of {}", mnemonic, reads->name) : std::string(mnemonic);
}

}  // namespace eugene::isa
