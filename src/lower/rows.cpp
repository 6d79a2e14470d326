// The instructions that are executed, by the pages of the vISA manual.
#include <algorithm>

#include "lower/handlers.h"
#include "lower/lower.h"

namespace eugene::lower {
namespace {

// clang-format off
constexpr Row kRows[] = {
    {"ADD", lower_alu, isa::Opcode::add},
    {"AVG", lower_alu, isa::Opcode::avg},
    {"DIV", lower_division},
    {"DP2", lower_alu, isa::Opcode::dp2},
    {"DP3", lower_alu, isa::Opcode::dp3},
    {"DP4", lower_alu, isa::Opcode::dp4},
    {"DPH", lower_alu, isa::Opcode::dph},
    {"EXP", lower_math, isa::Opcode::math, isa::MathFunction::exp},
    {"FRC", lower_alu, isa::Opcode::frc},
    {"LINE", lower_alu, isa::Opcode::line},
    {"LOG", lower_math, isa::Opcode::math, isa::MathFunction::log},
    {"MAD", lower_alu, isa::Opcode::mad, isa::MathFunction::none, {2, 0, 1}},
    {"MULH", lower_mulh, isa::Opcode::mul},
    {"LRP", lower_alu, isa::Opcode::lrp},
    {"MOD", lower_division, isa::Opcode::math, isa::MathFunction::irem},
    {"MUL", lower_alu, isa::Opcode::mul},
    {"POW", lower_math, isa::Opcode::math, isa::MathFunction::pow},
    {"RNDD", lower_alu, isa::Opcode::rndd},
    {"RNDU", lower_alu, isa::Opcode::rndu},
    {"RNDE", lower_alu, isa::Opcode::rnde},
    {"RNDZ", lower_alu, isa::Opcode::rndz},
    {"SAD2", lower_alu, isa::Opcode::sad2},
    {"SIN", lower_math, isa::Opcode::math, isa::MathFunction::sin},
    {"COS", lower_math, isa::Opcode::math, isa::MathFunction::cos},
    {"SQRT", lower_math, isa::Opcode::math, isa::MathFunction::sqt},
    {"RSQRT", lower_math, isa::Opcode::math, isa::MathFunction::rsq},
    {"INV", lower_math, isa::Opcode::math, isa::MathFunction::inv},
    {"LZD", lower_alu, isa::Opcode::lzd},
    {"AND", lower_logic, isa::Opcode::and_},
    {"OR", lower_logic, isa::Opcode::or_},
    {"XOR", lower_logic, isa::Opcode::xor_},
    {"NOT", lower_logic, isa::Opcode::not_},
    {"SHL", lower_alu, isa::Opcode::shl},
    {"SHR", lower_alu, isa::Opcode::shr},
    {"ASR", lower_alu, isa::Opcode::asr},
    {"CBIT", lower_alu, isa::Opcode::cbit},
    {"ADDR_ADD", lower_address, isa::Opcode::add},
    {"MOV", lower_alu, isa::Opcode::mov},
    {"SEL", lower_alu, isa::Opcode::sel},
    {"SETP", lower_setp},
    {"CMP", lower_compare, isa::Opcode::cmp},
    {"MOVS", lower_alu, isa::Opcode::mov},
    {"FBL", lower_alu, isa::Opcode::fbl},
    {"FBH", lower_alu, isa::Opcode::fbh},
    {"SUBROUTINE", lower_routine},
    {"LABEL", lower_label},
    {"JMP", lower_jump, isa::Opcode::jmpi},
    {"CALL", lower_call},
    {"RET", lower_return},
    {"OWORD_LD", lower_oword},
    {"OWORD_ST", lower_oword},
    {"MEDIA_LD", lower_media},
    {"MEDIA_ST", lower_media},
    {"GATHER", lower_legacy_scattered},
    {"SCATTER", lower_legacy_scattered},
    {"OWORD_LD_UNALIGNED", lower_oword},
    {"MIN_MAX", lower_min_max, isa::Opcode::sel},
    {"BFE", lower_alu, isa::Opcode::bfe},
    {"BFI", lower_bfi},
    {"BFREV", lower_alu, isa::Opcode::bfrev},
    {"ADDC", lower_carry, isa::Opcode::addc},
    {"SUBB", lower_carry, isa::Opcode::subb},
    {"SVM_ATOMIC", lower_svm_atomic},
    {"SVM_BLOCK_LD", lower_svm_block},
    {"SVM_BLOCK_ST", lower_svm_block},
    {"SVM_GATHER", lower_svm_scattered},
    {"SVM_GATHER4_SCALED", lower_scaled4},
    {"SVM_SCATTER", lower_svm_scattered},
    {"SVM_SCATTER4_SCALED", lower_scaled4},
    {"FILE", lower_nothing},
    {"LOC", lower_nothing},
    {"BARRIER", lower_barrier},
    {"WAIT", lower_wait},
    {"FENCE", lower_fence},
    {"RAW_SEND", lower_raw_send},
    {"YIELD", lower_nothing},
    {"SWITCHJMP", lower_switch},
    {"SAD2ADD", lower_sad2add},
    {"PLN", lower_alu, isa::Opcode::pln},
    {"GOTO", lower_goto, isa::Opcode::goto_},
    {"GATHER4_SCALED", lower_scaled4},
    {"SCATTER4_SCALED", lower_scaled4},
    {"GATHER_SCALED", lower_scaled},
    {"SCATTER_SCALED", lower_scaled},
    {"RAW_SENDS", lower_raw_sends},
    {"LIFETIME", lower_nothing},
    {"DWORD_ATOMIC", lower_dword_atomic},
    {"SQRTM", lower_ieee, isa::Opcode::math, isa::MathFunction::rsqtm},
    {"DIVM", lower_ieee, isa::Opcode::math, isa::MathFunction::invm},
    {"MADW", lower_madw},
};
// clang-format on

}  // namespace

std::span<const Row> rows() { return kRows; }

bool is_executed(std::string_view page) {
  return std::ranges::any_of(kRows, [&](const Row& row) { return row.page == page; });
}

}  // namespace eugene::lower
