// The instructions that are executed, by the pages of the vISA manual.
#include <algorithm>

#include "lower/handlers.h"
#include "lower/lower.h"

namespace eugene::lower {
namespace {

constexpr isa::Access kWrite = isa::Access::write;

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
    {.page = "OWORD_ST", .handler = lower_oword, .access = kWrite},
    {"MEDIA_LD", lower_media},
    {.page = "MEDIA_ST", .handler = lower_media, .access = kWrite},
    {"GATHER", lower_legacy_scattered},
    {.page = "SCATTER", .handler = lower_legacy_scattered, .access = kWrite},
    {.page = "OWORD_LD_UNALIGNED", .handler = lower_oword, .unaligned = true},
    {"MIN_MAX", lower_min_max, isa::Opcode::sel},
    {"BFE", lower_alu, isa::Opcode::bfe},
    {"BFI", lower_bfi},
    {"BFREV", lower_alu, isa::Opcode::bfrev},
    {"ADDC", lower_carry, isa::Opcode::addc},
    {"SUBB", lower_carry, isa::Opcode::subb},
    {"GATHER4_TYPED", lower_typed},
    {.page = "SCATTER4_TYPED", .handler = lower_typed, .access = kWrite},
    {"SVM_ATOMIC", lower_svm_atomic},
    {"SVM_BLOCK_LD", lower_svm_block},
    {.page = "SVM_BLOCK_ST", .handler = lower_svm_block, .access = kWrite},
    {"SVM_GATHER", lower_svm_scattered},
    {.page = "SVM_GATHER4_SCALED", .handler = lower_scaled4, .a64 = true},
    {.page = "SVM_SCATTER", .handler = lower_svm_scattered, .access = kWrite},
    {.page = "SVM_SCATTER4_SCALED", .handler = lower_scaled4, .access = kWrite, .a64 = true},
    {"FILE", lower_file},
    {"LOC", lower_location},
    {"BARRIER", lower_barrier},
    {"WAIT", lower_wait},
    {"FENCE", lower_fence},
    {"RAW_SEND", lower_raw_send},
    {"YIELD", lower_nothing},
    {"SWITCHJMP", lower_switch},
    {"SAD2ADD", lower_sad2add},
    {"PLN", lower_alu, isa::Opcode::pln},
    {"GOTO", lower_goto, isa::Opcode::goto_},
    {"3D_SAMPLE", lower_sample},
    {"3D_LOAD", lower_sample},
    {"3D_SAMPLE4", lower_sample4},
    {"INFO", lower_info},
    {"TYPED_ATOMIC", lower_typed_atomic},
    {"GATHER4_SCALED", lower_scaled4},
    {.page = "SCATTER4_SCALED", .handler = lower_scaled4, .access = kWrite},
    {"GATHER_SCALED", lower_scaled},
    {.page = "SCATTER_SCALED", .handler = lower_scaled, .access = kWrite},
    {"RAW_SENDS", lower_raw_sends},
    {"LIFETIME", lower_nothing},
    {"DWORD_ATOMIC", lower_dword_atomic},
    {"SQRTM", lower_ieee, isa::Opcode::math, isa::MathFunction::rsqtm},
    {"DIVM", lower_ieee, isa::Opcode::math, isa::MathFunction::invm},
    {"ROL", lower_rotate, isa::Opcode::shl},
    {"ROR", lower_rotate, isa::Opcode::shr},
    {"DP4A", lower_dp4a},
    {"ADD3", lower_add3, isa::Opcode::add},
    {"BFN", lower_boolean},
    {"MADW", lower_madw},
};
// clang-format on

}  // namespace

std::span<const Row> rows() { return kRows; }

bool is_executed(std::string_view page) {
  return std::ranges::any_of(kRows, [&](const Row& row) { return row.page == page; });
}

}  // namespace eugene::lower
