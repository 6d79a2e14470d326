// The types that a page lists for single operands. legal.h has the types for all operands of a page.
#pragma once

#include "visa/check/legal.h"
#include "visa/field.h"

namespace eugene::visa {

// The types that a page lists for operand `nth` of the field `field`.
struct OperandTypes {
  Page page;
  Field field;
  unsigned nth;
  std::uint16_t types;          // bits by Type
  std::uint16_t tolerated = 0;  // other types that Intel's compilers write: a warning
};

namespace operand_types {
using enum Type;
constexpr std::uint16_t of(std::initializer_list<Type> types) { return make_set(types); }
inline constexpr std::uint16_t kUd = of({ud}), kData = of({ud, d, f}), kBytes = of({b, ub}), kWords = of({w, uw});
inline constexpr std::uint16_t kUq = of({uq}), kUb = of({ub}), kF = of({f}), kWide = of({q, uq, df});
inline constexpr std::uint16_t kTexels = of({hf, f, w, uw, d, ud});
inline constexpr std::uint16_t kNoQwords = of({ub, b, uw, w, ud, d, f, hf, bf, df});

// clang-format off
inline constexpr OperandTypes kOperandTypes[] = {
    {Page::sad2, Field::destination, 0, kWords},
    {Page::sad2, Field::source, 0, kBytes},
    {Page::sad2, Field::source, 1, kBytes},
    {Page::sad2add, Field::destination, 0, kWords},
    {Page::sad2add, Field::source, 0, kBytes},
    {Page::sad2add, Field::source, 1, kBytes},
    {Page::sad2add, Field::source, 2, kWords},
    {Page::addr_add, Field::source, 0, kWords},
    {Page::cbit, Field::source, 0, of({ub, uw, ud, b, w, d})},  // bits: with or without a sign
    {Page::fbh, Field::source, 0, of({d, ud})},
    {Page::mul, Field::source, 0, kNoQwords},
    {Page::mul, Field::source, 1, kNoQwords},
    {Page::lzd, Field::destination, 0, kUd},
    {Page::cbit, Field::destination, 0, kNoQwords},
    {Page::fbh, Field::destination, 0, kUd},
    {Page::fbl, Field::destination, 0, kNoQwords},
    {Page::addc, Field::destination, 0, kUd},
    {Page::addc, Field::source, 0, kUd},
    {Page::addc, Field::source, 1, kUd},
    {Page::subb, Field::destination, 0, kUd},
    {Page::subb, Field::source, 0, kUd},
    {Page::subb, Field::source, 1, kUd},
    {Page::gather, Field::raw, 0, kUd},
    {Page::gather, Field::raw, 1, kData},
    {Page::scatter, Field::raw, 0, kUd},
    {Page::scatter, Field::raw, 1, kData},
    {Page::gather4_scaled, Field::raw, 0, kUd},
    {Page::gather4_scaled, Field::raw, 1, kData},
    {Page::scatter4_scaled, Field::raw, 0, kUd},
    {Page::scatter4_scaled, Field::raw, 1, kData},
    {Page::dword_atomic, Field::raw, 0, kUd},
    {Page::dword_atomic, Field::raw, 1, kData},
    {Page::dword_atomic, Field::raw, 2, kData},
    {Page::dword_atomic, Field::raw, 3, kData},
    {Page::typed_atomic, Field::raw, 0, kUd},
    {Page::ifcall, Field::source, 0, of({ud, uq}), of({d, q})},  // UQ: the type of FADDR's result
    {Page::faddr, Field::destination, 0, of({ud, uq}), of({d, q})},
    {Page::switchjmp, Field::source, 0, of({ub, uw, ud})},  // UD: the compiler writes it (docs/record/errata.md)
    {Page::wait, Field::wait_mask, 0, of({ub}), of({b})},
    {Page::nbarrier, Field::source, 0, of({ub}), of({b})},
    {Page::nbarrier, Field::source, 2, of({ub}), of({b})},
    {Page::nbarrier, Field::source, 3, of({ub}), of({b})},
    {Page::raw_send, Field::source, 0, kUd, of({d})},
    {Page::raw_sends, Field::source, 0, kUd, of({d})},
    {Page::raw_sends, Field::source, 1, kUd, of({d})},
    {Page::urb_write, Field::raw, 0, kUd, of({d, f})},
    {Page::urb_write, Field::raw, 1, kUd, of({d, f})},
    {Page::urb_write, Field::raw, 2, kUd, of({d, f})},
    {Page::urb_write, Field::raw, 3, kData},
    {Page::info, Field::raw, 0, kUd, of({d, f})},
    {Page::info, Field::raw, 1, kUd, of({d, f})},
    {Page::sample_3d, Field::texel_offsets, 0, of({uw})},
    {Page::sample_3d, Field::raw, 0, kTexels},
    {Page::load_3d, Field::texel_offsets, 0, of({uw})},
    {Page::load_3d, Field::raw, 0, kTexels},
    {Page::sample4_3d, Field::texel_offsets, 0, of({uw})},
    {Page::sample4_3d, Field::raw, 0, kTexels},
    {Page::oword_ld, Field::source, 0, kUd, of({d})},
    {Page::oword_ld_unaligned, Field::source, 0, kUd, of({d})},
    {Page::oword_st, Field::source, 0, kUd, of({d})},
    {Page::media_ld, Field::source, 0, kUd, of({d})},
    {Page::media_ld, Field::source, 1, kUd, of({d})},
    {Page::media_st, Field::source, 0, kUd, of({d})},
    {Page::media_st, Field::source, 1, kUd, of({d})},
    {Page::gather, Field::source, 0, kUd, of({d})},
    {Page::scatter, Field::source, 0, kUd, of({d})},
    {Page::gather4_scaled, Field::source, 0, kUd, of({d})},
    {Page::scatter4_scaled, Field::source, 0, kUd, of({d})},
    {Page::gather_scaled, Field::source, 0, kUd, of({d})},
    {Page::gather_scaled, Field::raw, 0, kUd},
    {Page::gather_scaled, Field::raw, 1, kData},
    {Page::scatter_scaled, Field::source, 0, kUd, of({d})},
    {Page::scatter_scaled, Field::raw, 0, kUd},
    {Page::scatter_scaled, Field::raw, 1, kData},
    {Page::qw_gather, Field::raw, 0, kUd},
    {Page::qw_gather, Field::raw, 1, kWide},
    {Page::qw_scatter, Field::raw, 0, kUd},
    {Page::qw_scatter, Field::raw, 1, kWide},
    {Page::svm_block_ld, Field::source, 0, kUq, of({q})},
    {Page::svm_block_st, Field::source, 0, kUq, of({q})},
    {Page::svm_gather4_scaled, Field::source, 0, kUq, of({q, ud, d})},
    {Page::svm_gather4_scaled, Field::raw, 0, kUq, of({q})},
    {Page::svm_gather4_scaled, Field::raw, 1, kData},
    {Page::svm_scatter4_scaled, Field::source, 0, kUq, of({q, ud, d})},
    {Page::svm_scatter4_scaled, Field::raw, 0, kUq, of({q})},
    {Page::svm_scatter4_scaled, Field::raw, 1, kData},
    {Page::typed_atomic, Field::raw, 1, kUd},
    {Page::typed_atomic, Field::raw, 2, kUd},
    {Page::typed_atomic, Field::raw, 3, kUd},
    {Page::setp, Field::source, 0, of({ub, uw, ud}), of({b, w, d})},
    {Page::movs, Field::destination, 0, kUd, of({d})},
    {Page::movs, Field::source, 0, kUd, of({d})},
    {Page::sample_unorm, Field::source, 0, kF},
    {Page::sample_unorm, Field::source, 1, kF},
    {Page::sample_unorm, Field::source, 2, kF},
    {Page::sample_unorm, Field::source, 3, kF},
    {Page::sample_unorm, Field::raw, 0, of({uw}), of({ub, b, w, ud, d})},
    {Page::avs, Field::source, 0, kF},
    {Page::avs, Field::source, 1, kF},
    {Page::avs, Field::source, 2, kF},
    {Page::avs, Field::source, 3, kF},
    {Page::avs, Field::source, 4, kF},
    {Page::avs, Field::source, 5, kUd, of({d})},
    {Page::avs, Field::source, 6, kUd, of({d})},
    {Page::avs, Field::source, 7, kF},
    {Page::avs, Field::source, 8, of({ub}), of({b, uw, w})},
    {Page::vme_ime, Field::raw, 0, kUb},
    {Page::vme_ime, Field::raw, 1, kUb},
    {Page::vme_ime, Field::raw, 2, of({uw})},
    {Page::vme_ime, Field::raw, 3, of({uw})},
    {Page::vme_ime, Field::raw, 4, of({uw})},
    {Page::vme_ime, Field::raw, 5, kUb},
    {Page::vme_sic, Field::raw, 0, kUb},
    {Page::vme_sic, Field::raw, 1, kUb},
    {Page::vme_sic, Field::raw, 2, kUb},
    {Page::vme_fbr, Field::raw, 0, kUb},
    {Page::vme_fbr, Field::raw, 1, kUb},
    {Page::vme_fbr, Field::raw, 2, kUb},
    {Page::vme_fbr, Field::vme_mode, 0, kUd, of({ub, uw, b, w, d})},
    {Page::vme_fbr, Field::vme_shape, 0, kUd, of({ub, uw, b, w, d})},
    {Page::vme_fbr, Field::vme_prediction, 0, kUd, of({ub, uw, b, w, d})},
    {Page::vme_idm, Field::raw, 0, kUb},
    {Page::vme_idm, Field::raw, 1, kUb},
    {Page::vme_idm, Field::raw, 2, kUb},
};
// clang-format on

}  // namespace operand_types

}  // namespace eugene::visa
