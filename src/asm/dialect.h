// Dialects: the ways to write a Gen program. A dialect is a table; there is only one printer and one parser, which read
// the table. `native` is the grammar of SNB PRM vol4 part2 7.4 and 9.1; `mesa` is the text that Mesa's i965_asm reads;
// `iga` is the text that Intel's iga64 prints.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/instruction.h"
#include "isa/math_names.h"

namespace eugene::assembly {

// Options in braces after an instruction (7.4.13).
enum class Option : std::uint8_t {
  align1,
  align16,
  no_mask,
  acc_wr_en,
  no_dd_clr,
  no_dd_chk,
  atomic,
  switch_,
  breakpoint,
  compacted,
  compressed,
  second_half,
  eot,
  serialize,  // Gen12: the bit of acc_wr_en in sends
};
inline constexpr std::size_t kOptionCount = 14;

// How the channel offset is written.
enum class OffsetStyle : std::uint8_t {
  letter_first,  // {Q2}
  digit_first,   // { 2Q }, always written
  exec_size,     // (8|M8)
};

// Where saturation is written.
enum class SaturatePlace : std::uint8_t {
  last_modifier,   // add.l.sat
  first_modifier,  // add.sat.l
  destination,     // (sat)r4.0<1>:f
};

// Registers and regions.
struct OperandSpelling {
  char grf = 'r';
  bool subregister_always = true;                   // r4.0 rather than r4
  char region_separator = ';';                      // between vertical stride and width
  bool names_per_row_address = false;               // <VxH,1,0> rather than <1,0>
  std::uint8_t scalar_swizzle = isa::kSwizzleNone;  // in three-source operands that replicate one element
  std::string_view address_separator = ",";         // between a0.n and the immediate offset
  bool type_colon = true;                           // r4:ud; otherwise the type follows directly, in capitals: g4UD
  bool negate_logic_tilde = false;                  // bitwise not on logic sources is ~
  bool ternary_as_align1 = false;                   // three sources have no write mask and swizzle (align1_text.h)
};

// Branches, wait and sends.
struct FlowSpelling {
  std::string_view jip = "";
  std::string_view uip = "";
  bool jump_labels = true;                 // jmpi names labels
  bool wait_names_source = false;          // the only register of wait is written as a source
  bool branch_control_where_used = false;  // .b only for if, else and goto; in other branches the bit is AccWrEn
  bool compare_names_null = true;          // if.ge (8) null src0 src1 JIP (8.3.20)
  bool send_names_function = false;        // descriptor first, shared function by name
  bool sends_as_bare_registers = false;
  bool descriptor_register_bare = false;  // a0.0 rather than a0.0<0;1,0>:ud
};

// Punctuation around instructions.
struct StatementSpelling {
  bool terminator = false;  // instructions end with ';' and line ends have no meaning
  bool always_options = false;
  std::string_view option_separator = ", ";
  std::string_view option_open = "{";
  std::string_view option_close = "}";
  std::string_view label_prefix = "L";
};

struct Dialect {
  std::string_view name;
  OperandSpelling operand{};
  FlowSpelling flow{};
  StatementSpelling statement{};

  // Mnemonic, predicate, execution size
  bool space_before_exec_size = true;
  OffsetStyle offset_style = OffsetStyle::letter_first;
  SaturatePlace saturate = SaturatePlace::last_modifier;
  bool macro_registers_bare = false;  // r2.mme0 rather than r2.0<1>.mme0
  bool condition_as_operand = false;  // (gt)f0.0 after the execution size
  bool no_mask_prefix = false;        // (W) in front
  char predicate_inverse = '-';
  bool predicate_plus = false;            // (+f0.0)
  std::string_view math_separator = ".";  // math.inv or "math inv"

  bool mesa_operands = false;  // operands that text leaves out (implied.h) have Mesa's values

  // Immediates
  bool float_bits = false;       // floats are written as bits, with the value in a comment
  bool names_no_number = false;  // infinity and NaN are written inf, qnan(0x0), snan(0x1), not as bits

  // Statements
  std::array<std::uint8_t, 5> columns{16, 32, 48, 64, 80};  // columns of the operands, if there is room

  std::array<std::string_view, kOptionCount> options{};  // by Option; empty: not printed
  std::array<std::string_view, 10> conditions{};         // by isa::CondMod
  std::array<std::string_view, 16> math_functions{};     // by isa::MathFunction
  std::array<std::string_view, 16> functions{};          // shared functions after the mnemonic; empty: none are written
};

inline constexpr std::array<std::string_view, 10> kConditionNames{"", "z", "nz", "g", "ge", "l", "le", "r", "o", "u"};

inline constexpr Dialect kNative{
    .name = "native",
    .columns = {20, 38, 58, 78, 98},
    .options = {"Align1", "Align16", "NoMask", "AccWrEn", "NoDDClr", "NoDDChk", "Atomic", "Switch", "Breakpoint",
                "Compacted", "Compr", "SecHalf", "EOT", "Serialize"},
    .conditions = kConditionNames,
    .math_functions = isa::kMathNames,
};

inline constexpr Dialect kMesa{
    .name = "mesa",
    .operand = {.grf = 'g',
                .subregister_always = false,
                .region_separator = ',',
                .names_per_row_address = true,
                .scalar_swizzle = 0,
                .address_separator = " ",
                .type_colon = false,
                .negate_logic_tilde = true},
    .flow = {.jip = "JIP: ",
             .uip = "UIP: ",
             .jump_labels = false,
             .compare_names_null = false,
             .send_names_function = true,
             .sends_as_bare_registers = true},
    .statement = {.terminator = true,
                  .always_options = true,
                  .option_separator = " ",
                  .option_open = "{ ",
                  .option_close = " }",
                  .label_prefix = "LABEL"},
    .space_before_exec_size = false,
    .offset_style = OffsetStyle::digit_first,
    .saturate = SaturatePlace::first_modifier,
    .predicate_plus = true,
    .math_separator = " ",
    .mesa_operands = true,
    .float_bits = true,
    .columns = {16, 32, 48, 64, 80},
    .options = {"align1", "align16", "WE_all", "AccWrEnable", "NoDDClr", "NoDDChk", "atomic", "switch", "breakpoint",
                "compacted", "compr", "sechalf", "EOT", "Serialize"},
    .conditions = kConditionNames,
    .math_functions = {"0", "inv", "log", "exp", "sqrt", "rsq", "sin", "cos", "sincos", "fdiv", "pow", "intdivmod",
                       "intdiv", "intmod", "invm", "rsqrtm"},
};

inline constexpr Dialect kIga{
    .name = "iga",
    .operand = {.negate_logic_tilde = true, .ternary_as_align1 = true},
    .flow = {.wait_names_source = true, .branch_control_where_used = true, .descriptor_register_bare = true},
    .offset_style = OffsetStyle::exec_size,
    .saturate = SaturatePlace::destination,
    .macro_registers_bare = true,
    .condition_as_operand = true,
    .no_mask_prefix = true,
    .predicate_inverse = '~',
    .names_no_number = true,
    .columns = {24, 42, 62, 82, 102},
    .options = {"Align1", "Align16", "", "AccWrEn", "NoDDClr", "NoDDChk", "Atomic", "Switch", "Breakpoint", "Compacted",
                "", "", "EOT", "Serialize"},
    .conditions = {"", "eq", "ne", "gt", "ge", "lt", "le", "r", "ov", "un"},
    .math_functions = {"0", "inv", "log", "exp", "sqt", "rsqt", "sin", "cos", "sincos", "fdiv", "pow", "idiv", "iqot",
                       "irem", "invm", "rsqtm"},
    .functions = {"null", "", "smpl", "gtwy", "dc2", "rc", "urb", "ts", "vme", "dcro", "dc0", "pixi", "dc1", "cre"},
};

// Functions of `sync`, by their codes.
inline constexpr std::array<std::string_view, 16> kSyncNames{"nop", "", "allrd", "allwr", "", "", "",    "",
                                                             "",    "", "",      "",      "", "", "bar", "host"};

inline constexpr std::array<const Dialect*, 3> kDialects{&kNative, &kMesa, &kIga};

// Returns the dialect for `name` in --dialect; null if there is none.
constexpr const Dialect* find_dialect(std::string_view name) {
  for (const Dialect* dialect : kDialects) {
    if (dialect->name == name) return dialect;
  }
  return nullptr;
}

}  // namespace eugene::assembly
