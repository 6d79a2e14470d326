// All names that the parser accepts, in any dialect. No name has two meanings. dialect.h has the names that a dialect
// prints.
#pragma once

#include "asm/dialect.h"
#include "asm/name_table.h"
#include "isa/instruction.h"

namespace eugene::assembly {

inline constexpr NameTable kMnemonics{[] {
  std::array<NamedEntry<isa::Opcode>, isa::kOpcodeCount> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {isa::kOpcodes[i].mnemonic, isa::kOpcodes[i].opcode};
  return rows;
}()};

inline constexpr NameTable kTypeNames{[] {
  std::array<NamedEntry<isa::Type>, isa::kTypeCount> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {isa::kTypes[i].name, isa::kTypes[i].type};
  return rows;
}()};

// Architecture registers by name, with the type that they have if none is written (SNB PRM vol4 part2 5.3.4).
struct ArfName {
  isa::Arf kind = isa::Arf::null;
  isa::Type type = isa::Type::ud;
  bool numbered = true;  // the register number is always written
  bool operator==(const ArfName&) const = default;
};
inline constexpr NameTable kArfNames{std::to_array<NamedEntry<ArfName>>({
    {"null", {isa::Arf::null, isa::Type::ud, false}},
    {"a", {isa::Arf::a, isa::Type::uw}},
    {"acc", {isa::Arf::acc, isa::Type::f}},
    {"f", {isa::Arf::f, isa::Type::uw}},
    {"ce", {isa::Arf::ce}},
    {"mask", {isa::Arf::ce}},  // Mesa's name
    {"msg", {isa::Arf::msg}},
    {"sp", {isa::Arf::sp, isa::Type::uq, false}},
    {"sr", {isa::Arf::sr}},
    {"cr", {isa::Arf::cr}},
    {"n", {isa::Arf::n}},
    {"ip", {isa::Arf::ip, isa::Type::ud, false}},
    {"tdr", {isa::Arf::tdr, isa::Type::uw}},
    {"tm", {isa::Arf::tm}},
    {"fc", {isa::Arf::fc}},
    {"dbg", {isa::Arf::dbg}},
    {"arf", {static_cast<isa::Arf>(0xE)}},  // the only architecture register type without a name
})};

// How each architecture register type is written, indexed by Arf.
inline constexpr std::array<NamedEntry<ArfName>, 16> kArfsByKind = [] {
  std::array<NamedEntry<ArfName>, 16> by_kind{};
  for (std::size_t kind = 0; kind < 16; ++kind) {
    for (const std::string_view name : kArfNames.names()) {
      const ArfName arf = *kArfNames.find(name);
      if (static_cast<std::size_t>(arf.kind) == kind && by_kind[kind].name.empty()) by_kind[kind] = {name, arf};
    }
  }
  return by_kind;
}();

// Predicate controls as in 7.4.12. The access mode tells apart the two meanings of any4h and all4h.
inline constexpr NameTable kPredControls{std::to_array<NamedEntry<isa::PredControl>>({
    {"anyv", isa::PredControl::anyv},
    {"allv", isa::PredControl::allv},
    {"any2h", isa::PredControl::any2h},
    {"all2h", isa::PredControl::all2h},
    {"any4h", isa::PredControl::any4h},
    {"all4h", isa::PredControl::all4h},
    {"any8h", isa::PredControl::any8h},
    {"all8h", isa::PredControl::all8h},
    {"any16h", isa::PredControl::any16h},
    {"all16h", isa::PredControl::all16h},
    {"any32h", isa::PredControl::any32h},
    {"all32h", isa::PredControl::all32h},
    {"x", isa::PredControl::rep_x},
    {"y", isa::PredControl::rep_y},
    {"z", isa::PredControl::rep_z},
    {"w", isa::PredControl::rep_w},
})};

// Condition modifiers: the PRM's names, and iga's.
inline constexpr NameTable kConditions{std::to_array<NamedEntry<isa::CondMod>>({
    {"z", isa::CondMod::z},
    {"e", isa::CondMod::z},
    {"nz", isa::CondMod::nz},
    {"ne", isa::CondMod::nz},
    {"g", isa::CondMod::g},
    {"ge", isa::CondMod::ge},
    {"l", isa::CondMod::l},
    {"le", isa::CondMod::le},
    {"o", isa::CondMod::o},
    {"u", isa::CondMod::u},
    {"eq", isa::CondMod::z},
    {"gt", isa::CondMod::g},
    {"lt", isa::CondMod::l},
    {"ov", isa::CondMod::o},
    {"un", isa::CondMod::u},
})};

inline constexpr NameTable kMathFunctions{std::to_array<NamedEntry<isa::MathFunction>>({
    {"inv", isa::MathFunction::inv},       {"log", isa::MathFunction::log},        {"exp", isa::MathFunction::exp},
    {"sqt", isa::MathFunction::sqt},       {"sqrt", isa::MathFunction::sqt},       {"rsq", isa::MathFunction::rsq},
    {"rsqt", isa::MathFunction::rsq},      {"sin", isa::MathFunction::sin},        {"cos", isa::MathFunction::cos},
    {"sincos", isa::MathFunction::sincos}, {"fdiv", isa::MathFunction::fdiv},      {"pow", isa::MathFunction::pow},
    {"idiv", isa::MathFunction::idiv},     {"intdivmod", isa::MathFunction::idiv}, {"iqot", isa::MathFunction::iqot},
    {"intdiv", isa::MathFunction::iqot},   {"irem", isa::MathFunction::irem},      {"intmod", isa::MathFunction::irem},
    {"invm", isa::MathFunction::invm},     {"rsqtm", isa::MathFunction::rsqtm},    {"rsqrtm", isa::MathFunction::rsqtm},
})};

inline constexpr NameTable kOptions{std::to_array<NamedEntry<Option>>({
    {"Align1", Option::align1},         {"Align16", Option::align16},       {"NoMask", Option::no_mask},
    {"WE_all", Option::no_mask},        {"WECtrl", Option::no_mask},        {"AccWrEn", Option::acc_wr_en},
    {"AccWrEnable", Option::acc_wr_en}, {"AccWrCtrl", Option::acc_wr_en},   {"NoDDClr", Option::no_dd_clr},
    {"NoDDChk", Option::no_dd_chk},     {"NoDDCChk", Option::no_dd_chk},    {"Atomic", Option::atomic},
    {"Switch", Option::switch_},        {"Breakpoint", Option::breakpoint}, {"Compacted", Option::compacted},
    {"Compr", Option::compressed},      {"SecHalf", Option::second_half},   {"EOT", Option::eot},
    {"Serialize", Option::serialize},
})};

// The accumulators in which math macros keep extra precision. They are written in place of write mask and swizzle of
// madm, math.invm and math.rsqtm (BDW PRM vol7, math).
inline constexpr NameTable kMacroRegisters{std::to_array<NamedEntry<std::uint8_t>>({
    {"mme0", 0},
    {"mme1", 1},
    {"mme2", 2},
    {"mme3", 3},
    {"mme4", 4},
    {"mme5", 5},
    {"mme6", 6},
    {"mme7", 7},
    {"nomme", 8},
})};

// Shared functions: first Mesa's names in the text of a send, then names without blanks, for ex_desc.
inline constexpr NameTable kFunctions{std::to_array<NamedEntry<std::uint8_t>>({
    {"null", 0},       {"math", 1},           {"sampler", 2},
    {"gateway", 3},    {"dp_sampler", 4},     {"render", 5},
    {"urb", 6},        {"thread_spawner", 7}, {"vme", 8},
    {"const", 9},      {"data", 10},          {"pixel interp", 11},
    {"dp data 1", 12}, {"cre", 13},           {"spawner", 7},
    {"constant", 9},   {"data0", 10},         {"pixel_interpolator", 11},
    {"data1", 12},
})};

}  // namespace eugene::assembly
