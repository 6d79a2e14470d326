// The instructions that are executed: a row for each page of the vISA manual, found by its identifier.
#include <algorithm>
#include <array>
#include <iterator>

#include "lower/handlers.h"
#include "lower/lower.h"

namespace eugene::lower {
namespace {

using visa::Page;

constexpr isa::Access kWrite = isa::Access::write;

// clang-format off
constexpr Row kRows[] = {
    {Page::add, lower_alu, isa::Opcode::add},
    {Page::avg, lower_alu, isa::Opcode::avg},
    {Page::div, lower_division},
    {Page::dp2, lower_alu, isa::Opcode::dp2},
    {Page::dp3, lower_alu, isa::Opcode::dp3},
    {Page::dp4, lower_alu, isa::Opcode::dp4},
    {Page::dph, lower_alu, isa::Opcode::dph},
    {Page::exp, lower_math, isa::Opcode::math, isa::MathFunction::exp},
    {Page::frc, lower_alu, isa::Opcode::frc},
    {Page::line, lower_alu, isa::Opcode::line},
    {Page::log, lower_math, isa::Opcode::math, isa::MathFunction::log},
    {Page::mad, lower_alu, isa::Opcode::mad, isa::MathFunction::none, {2, 0, 1}},
    {Page::mulh, lower_mulh, isa::Opcode::mul},
    {Page::lrp, lower_alu, isa::Opcode::lrp},
    {Page::mod, lower_division, isa::Opcode::math, isa::MathFunction::irem},
    {Page::mul, lower_alu, isa::Opcode::mul},
    {Page::pow, lower_math, isa::Opcode::math, isa::MathFunction::pow},
    {Page::rndd, lower_alu, isa::Opcode::rndd},
    {Page::rndu, lower_alu, isa::Opcode::rndu},
    {Page::rnde, lower_alu, isa::Opcode::rnde},
    {Page::rndz, lower_alu, isa::Opcode::rndz},
    {Page::sad2, lower_alu, isa::Opcode::sad2},
    {Page::sin, lower_math, isa::Opcode::math, isa::MathFunction::sin},
    {Page::cos, lower_math, isa::Opcode::math, isa::MathFunction::cos},
    {Page::sqrt, lower_math, isa::Opcode::math, isa::MathFunction::sqt},
    {Page::rsqrt, lower_math, isa::Opcode::math, isa::MathFunction::rsq},
    {Page::inv, lower_math, isa::Opcode::math, isa::MathFunction::inv},
    {Page::dpasw, lower_systolic, isa::Opcode::dpasw},
    {Page::fcvt, lower_fcvt},
    {Page::srnd, lower_srnd},
    {Page::lzd, lower_alu, isa::Opcode::lzd},
    {Page::and_, lower_logic, isa::Opcode::and_},
    {Page::or_, lower_logic, isa::Opcode::or_},
    {Page::xor_, lower_logic, isa::Opcode::xor_},
    {Page::not_, lower_logic, isa::Opcode::not_},
    {Page::shl, lower_alu, isa::Opcode::shl},
    {Page::shr, lower_alu, isa::Opcode::shr},
    {Page::asr, lower_alu, isa::Opcode::asr},
    {Page::cbit, lower_alu, isa::Opcode::cbit},
    {Page::addr_add, lower_address, isa::Opcode::add},
    {Page::mov, lower_mov, isa::Opcode::mov},
    {Page::sel, lower_alu, isa::Opcode::sel},
    {Page::setp, lower_setp},
    {Page::cmp, lower_compare, isa::Opcode::cmp},
    {Page::movs, lower_move_state, isa::Opcode::mov},
    {Page::fbl, lower_alu, isa::Opcode::fbl},
    {Page::fbh, lower_alu, isa::Opcode::fbh},
    {Page::subroutine, lower_routine},
    {Page::label, lower_label},
    {Page::jmp, lower_jump},
    {Page::call, lower_call},
    {Page::ret, lower_return},
    {Page::oword_ld, lower_oword},
    {.page = Page::oword_st, .handler = lower_oword, .access = kWrite},
    {Page::media_ld, lower_media},
    {.page = Page::media_st, .handler = lower_media, .access = kWrite},
    {Page::gather, lower_legacy_scattered},
    {.page = Page::scatter, .handler = lower_legacy_scattered, .access = kWrite},
    {.page = Page::oword_ld_unaligned, .handler = lower_oword, .unaligned = true},
    {Page::sample, lower_old_sample},
    {Page::load, lower_old_sample},
    {Page::min_max, lower_min_max, isa::Opcode::sel},
    {Page::bfe, lower_alu, isa::Opcode::bfe},
    {Page::bfi, lower_bfi},
    {Page::bfrev, lower_alu, isa::Opcode::bfrev},
    {Page::addc, lower_carry, isa::Opcode::addc},
    {Page::subb, lower_carry, isa::Opcode::subb},
    {Page::gather4_typed, lower_typed},
    {.page = Page::scatter4_typed, .handler = lower_typed, .access = kWrite},
    {Page::svm_atomic, lower_svm_atomic},
    {Page::svm_block_ld, lower_svm_block},
    {.page = Page::svm_block_st, .handler = lower_svm_block, .access = kWrite},
    {Page::svm_gather, lower_svm_scattered},
    {.page = Page::svm_gather4_scaled, .handler = lower_scaled4, .a64 = true},
    {.page = Page::svm_scatter, .handler = lower_svm_scattered, .access = kWrite},
    {.page = Page::svm_scatter4_scaled, .handler = lower_scaled4, .access = kWrite, .a64 = true},
    {Page::ifcall, lower_ifcall},
    {Page::faddr, lower_faddr},
    {Page::file, lower_file},
    {Page::loc, lower_location},
    {Page::barrier, lower_barrier},
    {Page::cache_flush, lower_sampler_flush},
    {Page::wait, lower_wait},
    {Page::nbarrier, lower_named_barrier},
    {Page::sbarrier, lower_split_barrier},
    {Page::fence, lower_fence},
    {Page::raw_send, lower_raw_send},
    {Page::yield, lower_nothing},
    {Page::fcall, lower_fcall},
    {Page::fret, lower_return},
    {Page::switchjmp, lower_switch},
    {Page::sad2add, lower_sad2add},
    {Page::pln, lower_alu, isa::Opcode::pln},
    {Page::goto_, lower_goto, isa::Opcode::goto_},
    {Page::sample_3d, lower_sample},
    {Page::load_3d, lower_sample},
    {Page::sample4_3d, lower_sample4},
    {Page::info, lower_info},
    {Page::rt_write, lower_rt_write},
    {Page::rt_read, lower_rt_read},
    {Page::urb_write, lower_urb_write},
    {Page::typed_atomic, lower_typed_atomic},
    {Page::gather4_scaled, lower_scaled4},
    {.page = Page::scatter4_scaled, .handler = lower_scaled4, .access = kWrite},
    {Page::gather_scaled, lower_scaled},
    {.page = Page::scatter_scaled, .handler = lower_scaled, .access = kWrite},
    {Page::raw_sends, lower_raw_sends},
    {Page::lifetime, lower_lifetime},
    {Page::dword_atomic, lower_dword_atomic},
    {Page::sqrtm, lower_ieee, isa::Opcode::math, isa::MathFunction::rsqtm},
    {Page::divm, lower_ieee, isa::Opcode::math, isa::MathFunction::invm},
    {Page::rol, lower_rotate, isa::Opcode::shl},
    {Page::ror, lower_rotate, isa::Opcode::shr},
    {Page::dp4a, lower_dp4a},
    {Page::dpas, lower_systolic, isa::Opcode::dpas},
    {Page::add3, lower_add3, isa::Opcode::add},
    {Page::bfn, lower_boolean},
    {Page::qw_gather, lower_qwords},
    {.page = Page::qw_scatter, .handler = lower_qwords, .access = kWrite},
    {Page::lsc_untyped, lower_lsc},
    {Page::lsc_typed, lower_lsc},
    {Page::lsc_fence, lower_lsc_fence},
    {Page::madw, lower_madw},
    {Page::add3o, lower_overflowing_sum, isa::Opcode::add},
    {Page::invm, lower_macro, isa::Opcode::math, isa::MathFunction::invm},
    {Page::rsqtm, lower_macro, isa::Opcode::math, isa::MathFunction::rsqtm},
};
// clang-format on

// docs/user/status.md: video functions, and a sampler message whose response is not in the documents.
constexpr Page kNotExecuted[] = {Page::sample_unorm, Page::avs,     Page::vme_ime,
                                 Page::vme_sic,      Page::vme_fbr, Page::vme_idm};

constexpr std::uint8_t kNoRow = 0xff;
static_assert(std::size(kRows) < kNoRow);

// Index of the row for each page.
constexpr auto kRowOf = [] {
  std::array<std::uint8_t, visa::kPages.size()> table_row{};
  table_row.fill(kNoRow);
  for (std::uint8_t n = 0; n < std::size(kRows); ++n) table_row[static_cast<std::size_t>(kRows[n].page)] = n;
  return table_row;
}();

constexpr bool each_page_has_one_row_or_none_on_purpose() {
  return std::ranges::all_of(visa::kPages, [](const visa::PageRow& page) {
    return std::ranges::count(kRows, page.page, &Row::page) + std::ranges::count(kNotExecuted, page.page) == 1;
  });
}
static_assert(each_page_has_one_row_or_none_on_purpose());

}  // namespace

const Row* find_row(Page page) {
  const std::uint8_t row = kRowOf[static_cast<std::size_t>(page)];
  return row != kNoRow ? &kRows[row] : nullptr;
}

bool is_executed(Page page) { return find_row(page) != nullptr; }

}  // namespace eugene::lower
