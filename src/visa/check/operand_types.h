// The types that the pages of single instructions list for single operands; what holds for all operands of a page is in
// legal.h.
#pragma once

#include "visa/check/legal.h"
#include "visa/field.h"

namespace eugene::visa {

// The types that a page lists for operand `nth` of those that are `field`.
struct OperandTypes {
  std::string_view page;
  Field field;
  unsigned nth;
  std::uint16_t types;          // bits by Type
  std::uint16_t tolerated = 0;  // others that Intel's compilers write: a warning
};

namespace operand_types {
using enum Type;
constexpr std::uint16_t of(std::initializer_list<Type> types) { return set_of(types); }
inline constexpr std::uint16_t kUd = of({ud}), kData = of({ud, d, f}), kBytes = of({b, ub}), kWords = of({w, uw});
inline constexpr std::uint16_t kUq = of({uq}), kUb = of({ub}), kF = of({f}), kWide = of({q, uq, df});
inline constexpr std::uint16_t kTexels = of({hf, f, w, uw, d, ud});
inline constexpr std::uint16_t kNoQwords = of({ub, b, uw, w, ud, d, f, hf, bf, df});

// clang-format off
inline constexpr OperandTypes kOperandTypes[] = {
    {"SAD2", Field::destination, 0, kWords},
    {"SAD2", Field::source, 0, kBytes},
    {"SAD2", Field::source, 1, kBytes},
    {"SAD2ADD", Field::destination, 0, kWords},
    {"SAD2ADD", Field::source, 0, kBytes},
    {"SAD2ADD", Field::source, 1, kBytes},
    {"SAD2ADD", Field::source, 2, kWords},
    {"ADDR_ADD", Field::source, 0, kWords},
    {"CBIT", Field::source, 0, of({ub, uw, ud, b, w, d})},  // bits: with or without a sign
    {"FBH", Field::source, 0, of({d, ud})},
    {"MUL", Field::source, 0, kNoQwords},
    {"MUL", Field::source, 1, kNoQwords},
    {"LZD", Field::destination, 0, kUd},
    {"CBIT", Field::destination, 0, kNoQwords},
    {"FBH", Field::destination, 0, kUd},
    {"FBL", Field::destination, 0, kNoQwords},
    {"ADDC", Field::destination, 0, kUd},
    {"ADDC", Field::source, 0, kUd},
    {"ADDC", Field::source, 1, kUd},
    {"SUBB", Field::destination, 0, kUd},
    {"SUBB", Field::source, 0, kUd},
    {"SUBB", Field::source, 1, kUd},
    {"GATHER", Field::raw, 0, kUd},
    {"GATHER", Field::raw, 1, kData},
    {"SCATTER", Field::raw, 0, kUd},
    {"SCATTER", Field::raw, 1, kData},
    {"GATHER4_SCALED", Field::raw, 0, kUd},
    {"GATHER4_SCALED", Field::raw, 1, kData},
    {"SCATTER4_SCALED", Field::raw, 0, kUd},
    {"SCATTER4_SCALED", Field::raw, 1, kData},
    {"DWORD_ATOMIC", Field::raw, 0, kUd},
    {"DWORD_ATOMIC", Field::raw, 1, kData},
    {"DWORD_ATOMIC", Field::raw, 2, kData},
    {"DWORD_ATOMIC", Field::raw, 3, kData},
    {"TYPED_ATOMIC", Field::raw, 0, kUd},
    {"IFCALL", Field::source, 0, of({ud, uq}), of({d, q})},  // UQ: what FADDR gives
    {"FADDR", Field::destination, 0, of({ud, uq}), of({d, q})},
    {"SWITCHJMP", Field::source, 0, of({ub, uw, ud})},  // UD: what the compiler writes (docs/errata.md)
    {"WAIT", Field::wait_mask, 0, of({ub}), of({b})},
    {"NBARRIER", Field::source, 0, of({ub}), of({b})},
    {"NBARRIER", Field::source, 2, of({ub}), of({b})},
    {"NBARRIER", Field::source, 3, of({ub}), of({b})},
    {"RAW_SEND", Field::source, 0, kUd, of({d})},
    {"RAW_SENDS", Field::source, 0, kUd, of({d})},
    {"RAW_SENDS", Field::source, 1, kUd, of({d})},
    {"URB_WRITE", Field::raw, 0, kUd, of({d, f})},
    {"URB_WRITE", Field::raw, 1, kUd, of({d, f})},
    {"URB_WRITE", Field::raw, 2, kUd, of({d, f})},
    {"URB_WRITE", Field::raw, 3, kData},
    {"INFO", Field::raw, 0, kUd, of({d, f})},
    {"INFO", Field::raw, 1, kUd, of({d, f})},
    {"3D_SAMPLE", Field::texel_offsets, 0, of({uw})},
    {"3D_SAMPLE", Field::raw, 0, kTexels},
    {"3D_LOAD", Field::texel_offsets, 0, of({uw})},
    {"3D_LOAD", Field::raw, 0, kTexels},
    {"3D_SAMPLE4", Field::texel_offsets, 0, of({uw})},
    {"3D_SAMPLE4", Field::raw, 0, kTexels},
    {"OWORD_LD", Field::source, 0, kUd, of({d})},
    {"OWORD_LD_UNALIGNED", Field::source, 0, kUd, of({d})},
    {"OWORD_ST", Field::source, 0, kUd, of({d})},
    {"MEDIA_LD", Field::source, 0, kUd, of({d})},
    {"MEDIA_LD", Field::source, 1, kUd, of({d})},
    {"MEDIA_ST", Field::source, 0, kUd, of({d})},
    {"MEDIA_ST", Field::source, 1, kUd, of({d})},
    {"GATHER", Field::source, 0, kUd, of({d})},
    {"SCATTER", Field::source, 0, kUd, of({d})},
    {"GATHER4_SCALED", Field::source, 0, kUd, of({d})},
    {"SCATTER4_SCALED", Field::source, 0, kUd, of({d})},
    {"GATHER_SCALED", Field::source, 0, kUd, of({d})},
    {"GATHER_SCALED", Field::raw, 0, kUd},
    {"GATHER_SCALED", Field::raw, 1, kData},
    {"SCATTER_SCALED", Field::source, 0, kUd, of({d})},
    {"SCATTER_SCALED", Field::raw, 0, kUd},
    {"SCATTER_SCALED", Field::raw, 1, kData},
    {"QW_GATHER", Field::raw, 0, kUd},
    {"QW_GATHER", Field::raw, 1, kWide},
    {"QW_SCATTER", Field::raw, 0, kUd},
    {"QW_SCATTER", Field::raw, 1, kWide},
    {"SVM_BLOCK_LD", Field::source, 0, kUq, of({q})},
    {"SVM_BLOCK_ST", Field::source, 0, kUq, of({q})},
    {"SVM_GATHER4_SCALED", Field::source, 0, kUq, of({q, ud, d})},
    {"SVM_GATHER4_SCALED", Field::raw, 0, kUq, of({q})},
    {"SVM_GATHER4_SCALED", Field::raw, 1, kData},
    {"SVM_SCATTER4_SCALED", Field::source, 0, kUq, of({q, ud, d})},
    {"SVM_SCATTER4_SCALED", Field::raw, 0, kUq, of({q})},
    {"SVM_SCATTER4_SCALED", Field::raw, 1, kData},
    {"TYPED_ATOMIC", Field::raw, 1, kUd},
    {"TYPED_ATOMIC", Field::raw, 2, kUd},
    {"TYPED_ATOMIC", Field::raw, 3, kUd},
    {"SETP", Field::source, 0, of({ub, uw, ud}), of({b, w, d})},
    {"MOVS", Field::destination, 0, kUd, of({d})},
    {"MOVS", Field::source, 0, kUd, of({d})},
    {"SAMPLE_UNORM", Field::source, 0, kF},
    {"SAMPLE_UNORM", Field::source, 1, kF},
    {"SAMPLE_UNORM", Field::source, 2, kF},
    {"SAMPLE_UNORM", Field::source, 3, kF},
    {"SAMPLE_UNORM", Field::raw, 0, of({uw}), of({ub, b, w, ud, d})},
    {"AVS", Field::source, 0, kF},
    {"AVS", Field::source, 1, kF},
    {"AVS", Field::source, 2, kF},
    {"AVS", Field::source, 3, kF},
    {"AVS", Field::source, 4, kF},
    {"AVS", Field::source, 5, kUd, of({d})},
    {"AVS", Field::source, 6, kUd, of({d})},
    {"AVS", Field::source, 7, kF},
    {"AVS", Field::source, 8, of({ub}), of({b, uw, w})},
    {"VME_IME", Field::raw, 0, kUb},
    {"VME_IME", Field::raw, 1, kUb},
    {"VME_IME", Field::raw, 2, of({uw})},
    {"VME_IME", Field::raw, 3, of({uw})},
    {"VME_IME", Field::raw, 4, of({uw})},
    {"VME_IME", Field::raw, 5, kUb},
    {"VME_SIC", Field::raw, 0, kUb},
    {"VME_SIC", Field::raw, 1, kUb},
    {"VME_SIC", Field::raw, 2, kUb},
    {"VME_FBR", Field::raw, 0, kUb},
    {"VME_FBR", Field::raw, 1, kUb},
    {"VME_FBR", Field::raw, 2, kUb},
    {"VME_FBR", Field::vme_mode, 0, kUd, of({ub, uw, b, w, d})},
    {"VME_FBR", Field::vme_shape, 0, kUd, of({ub, uw, b, w, d})},
    {"VME_FBR", Field::vme_prediction, 0, kUd, of({ub, uw, b, w, d})},
    {"VME_IDM", Field::raw, 0, kUb},
    {"VME_IDM", Field::raw, 1, kUb},
    {"VME_IDM", Field::raw, 2, kUb},
};
// clang-format on

}  // namespace operand_types

}  // namespace eugene::visa
