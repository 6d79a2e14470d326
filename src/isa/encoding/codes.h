// The codes of the enumerated instruction fields, per generation: SNB PRM vol4 part2 Tables 7-2 to 7-5 and the Gen9 EU
// instruction formats.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::isa {

// The values of a field, indexed by code. Codes from N on, and codes whose entry is kReserved, are reserved.
template <class T, std::size_t N>
struct CodeTable {
  static constexpr T kReserved = static_cast<T>(0xFE);
  std::array<T, N> value;
};

inline constexpr CodeTable<std::uint8_t, 8> kExecSizeCodes{{1, 2, 4, 8, 16, 32, 0xFE, 0xFE}};
inline constexpr CodeTable<std::uint8_t, 4> kHStrideCodes{{0, 1, 2, 4}};
inline constexpr CodeTable<std::uint8_t, 8> kWidthCodes{{1, 2, 4, 8, 16, 0xFE, 0xFE, 0xFE}};
inline constexpr CodeTable<std::uint8_t, 16> kVStrideCodes{
    {0, 1, 2, 4, 8, 16, 32, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, Region::kPerRowAddress}};

namespace codes {
inline constexpr auto kNoPred = CodeTable<PredControl, 1>::kReserved;
inline constexpr auto kNoCond = CodeTable<CondMod, 1>::kReserved;
inline constexpr auto kNoFile = CodeTable<RegFile, 1>::kReserved;
inline constexpr auto kNoType = CodeTable<Type, 1>::kReserved;
}  // namespace codes

inline constexpr CodeTable<CondMod, 16> kConditionCodes{
    {CondMod::none, CondMod::z, CondMod::nz, CondMod::g, CondMod::ge, CondMod::l, CondMod::le, codes::kNoCond,
     CondMod::o, CondMod::u, codes::kNoCond, codes::kNoCond, codes::kNoCond, codes::kNoCond, codes::kNoCond,
     codes::kNoCond}};

inline constexpr auto kNoSync = CodeTable<SyncFunction, 1>::kReserved;
inline constexpr CodeTable<SyncFunction, 16> kSyncCodes{
    {SyncFunction::nop, kNoSync, SyncFunction::allrd, SyncFunction::allwr, kNoSync, kNoSync, kNoSync, kNoSync, kNoSync,
     kNoSync, kNoSync, kNoSync, kNoSync, kNoSync, SyncFunction::bar, SyncFunction::host}};

// Strides of three-source operands in Align1 mode.
inline constexpr CodeTable<std::uint8_t, 2> kTernaryDestinationCodes{{1, 2}};
inline constexpr std::array<std::uint8_t, 4> kTernaryVStrides{0, 1, 4, 8};

inline constexpr CodeTable<PredControl, 16> kAlign16PredCodes{
    {PredControl::none, PredControl::normal, PredControl::rep_x, PredControl::rep_y, PredControl::rep_z,
     PredControl::rep_w, PredControl::any4h_a16, PredControl::all4h_a16, codes::kNoPred, codes::kNoPred, codes::kNoPred,
     codes::kNoPred, codes::kNoPred, codes::kNoPred, codes::kNoPred, codes::kNoPred}};

// Tables that differ between generations.
struct GenCodes {
  CodeTable<PredControl, 16> align1_pred;
  CodeTable<RegFile, 4> file;
  CodeTable<Type, 16> register_type;
  CodeTable<Type, 16> immediate_type;
  CodeTable<Type, 8> ternary_type;  // in Align1 mode, the types that are possible, without their codes
};

inline constexpr GenCodes kGen6Codes{
    .align1_pred = {{PredControl::none, PredControl::normal, PredControl::anyv, PredControl::allv, PredControl::any2h,
                     PredControl::all2h, PredControl::any4h, PredControl::all4h, PredControl::any8h, PredControl::all8h,
                     PredControl::any16h, PredControl::all16h, codes::kNoPred, codes::kNoPred, codes::kNoPred,
                     codes::kNoPred}},
    .file = {{RegFile::arf, RegFile::grf, RegFile::mrf, RegFile::imm}},
    .register_type = {{Type::ud, Type::d, Type::uw, Type::w, Type::ub, Type::b, codes::kNoType, Type::f, codes::kNoType,
                       codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType,
                       codes::kNoType}},
    .immediate_type = {{Type::ud, Type::d, Type::uw, Type::w, Type::uv, Type::vf, Type::v, Type::f, codes::kNoType,
                        codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType,
                        codes::kNoType}},
    .ternary_type = {{Type::f, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType,
                      codes::kNoType, codes::kNoType}}};

inline constexpr GenCodes kGen9Codes{
    .align1_pred = {{PredControl::none, PredControl::normal, PredControl::anyv, PredControl::allv, PredControl::any2h,
                     PredControl::all2h, PredControl::any4h, PredControl::all4h, PredControl::any8h, PredControl::all8h,
                     PredControl::any16h, PredControl::all16h, PredControl::any32h, PredControl::all32h, codes::kNoPred,
                     codes::kNoPred}},
    .file = {{RegFile::arf, RegFile::grf, codes::kNoFile, RegFile::imm}},
    .register_type = {{Type::ud, Type::d, Type::uw, Type::w, Type::ub, Type::b, Type::df, Type::f, Type::uq, Type::q,
                       Type::hf, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType}},
    .immediate_type = {{Type::ud, Type::d, Type::uw, Type::w, Type::uv, Type::vf, Type::v, Type::f, Type::uq, Type::q,
                        Type::df, Type::hf, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType}},
    .ternary_type = {{Type::f, Type::d, Type::ud, Type::df, Type::hf, codes::kNoType, codes::kNoType, codes::kNoType}}};

// Mesa's brw_reg_type.c. The two lowest bits of a type's code are its size. Codes 3, 7 and 11 are types of 64 bits,
// which machines from Gen12.5 on have.
inline constexpr GenCodes kGen12Codes{
    .align1_pred = kGen9Codes.align1_pred,
    .file = {{RegFile::arf, RegFile::grf, codes::kNoFile, codes::kNoFile}},
    .register_type = {{Type::ub, Type::uw, Type::ud, codes::kNoType, Type::b, Type::w, Type::d, codes::kNoType,
                       codes::kNoType, Type::hf, Type::f, codes::kNoType, codes::kNoType, codes::kNoType,
                       codes::kNoType, codes::kNoType}},
    .immediate_type = {{Type::uv, Type::uw, Type::ud, codes::kNoType, Type::v, Type::w, Type::d, codes::kNoType,
                        Type::vf, Type::hf, Type::f, codes::kNoType, codes::kNoType, codes::kNoType, codes::kNoType,
                        codes::kNoType}},
    .ternary_type = {{Type::ub, Type::uw, Type::ud, Type::b, Type::w, Type::d, Type::hf, Type::f}}};

inline constexpr PerGen<const GenCodes*> kGenCodes{&kGen6Codes, &kGen9Codes, &kGen12Codes};

// Whether the operands of three-source instructions can have `type`.
constexpr bool has_three_source_type(const Gen& gen, Type type) {
  const auto& types = kGenCodes[gen.id]->ternary_type.value;
  return std::ranges::find(types, type) != types.end();
}

}  // namespace eugene::isa
