// Source values for which results are undefined. docs/record/undefined.md describes Eugene's results.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "asm/element.h"
#include "base/bits.h"
#include "isa/state_registers.h"
#include "script/reliance/channel_value.h"
#include "script/reliance/checker.h"

namespace eugene::script::reliance {
namespace {

using isa::Instruction;
using isa::MathFunction;
using isa::Opcode;

constexpr std::uint64_t kSign = 0x8000'0000;

std::int64_t as_integer(isa::Type type, std::uint64_t bits) {
  const unsigned width = 8 * isa::byte_size(type);
  if (!isa::is_signed(type) || width == 64) return static_cast<std::int64_t>(bits & low_mask(width));
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

// Whether a saturating shift of words overflows the 34 bits that hardware observes (8.3.46).
bool shifted_out(const Instruction& i, const eu::Thread& thread, std::uint32_t channels) {
  return any_channel(channels, [&](unsigned channel) {
    const auto value = read_value(i, i.src[0], thread, channel), count = read_value(i, i.src[1], thread, channel);
    if (!value || !count) return false;
    const std::int64_t shifted = as_integer(i.src[0].type, *value) * (std::int64_t{1} << (*count & 31));
    return shifted >= std::int64_t{1} << 33 || shifted < -(std::int64_t{1} << 33);
  });
}

// Whether a sum of words with the accumulator overflows its 33 bits (5.3.4.5).
bool leaves_word_accumulator(const Instruction& i, const eu::Thread& thread, std::uint32_t channels) {
  const bool adds = i.opcode == Opcode::add && i.src[0].is_arf(isa::Arf::acc);
  if (!adds && i.opcode != Opcode::mac) return false;
  for (unsigned n = 0; n < 2; ++n) {
    if (isa::is_float(i.src[n].type) || isa::byte_size(i.src[n].type) > 2) return false;
  }
  const eu::Accumulator& accumulator = thread.acc[adds ? i.src[0].arf_nr() % thread.acc.size() : 0];
  return any_channel(channels & 0xFFFF, [&](unsigned channel) {
    std::uint16_t low = 0;
    std::memcpy(&low, accumulator.low.bytes.data() + channel * sizeof(low), sizeof(low));
    std::int64_t sum = std::int64_t{accumulator.guard[channel]} * 0x10000 + low;
    const auto modified = [&](const isa::Operand& source) -> std::optional<std::int64_t> {
      const auto bits = read_value(i, source, thread, channel);
      if (!bits) return std::nullopt;
      std::int64_t value = as_integer(source.type, *bits);
      if (source.absolute) value = std::abs(value);
      return source.negate ? -value : value;
    };
    const auto b = modified(i.src[1]);
    const auto a = adds ? std::optional<std::int64_t>(1) : modified(i.src[0]);
    if (!a || !b) return false;
    if (adds && i.src[0].negate) sum = -sum;
    sum += *a * *b;
    return sum >= std::int64_t{1} << 32 || sum < -(std::int64_t{1} << 32);
  });
}

}  // namespace

void find_undefined_values(const Instruction& i, const eu::Thread& thread, std::uint32_t channels,
                           std::vector<Suspicion>& found) {
  const auto add = [&](bool holds, Cause cause, std::string_view what = {}) {
    if (holds) found.push_back({.cause = cause, .what = std::string(what.empty() ? info(cause).what : what)});
  };
  const auto any = [&](unsigned number, auto holds) { return any_value(i, thread, channels, number, holds); };
  const auto any_pair = [&](auto holds) {
    return any_channel(channels, [&](unsigned channel) {
      const auto a = read_value(i, i.src[0], thread, channel), b = read_value(i, i.src[1], thread, channel);
      return a && b && holds(*a, *b);
    });
  };
  const auto is_real = [&](unsigned number) { return i.src[number].type == isa::Type::f; };
  const auto real = [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
  const bool alternate = !is_send(i) && (thread.control[0] & isa::cr0::kAlternateFloats) != 0;
  const bool saturates_shift = i.opcode == Opcode::shl && i.saturate && isa::byte_size(i.src[0].type) < 4;
  const bool is_math = i.row().format == isa::Format::math && channels != 0;
  const bool divides = is_math && i.math >= MathFunction::idiv && i.math <= MathFunction::irem;
  const auto is_function = [&](MathFunction function) { return is_math && i.math == function; };

  for (unsigned n = 0; alternate && n < i.row().sources; ++n) {
    if (!is_real(n) || !any(n, [](std::uint64_t bits) { return (bits & 0x7F80'0000) == 0x7F80'0000; })) continue;
    add(true, Cause::alt_special);
    break;
  }
  add(alternate && is_function(MathFunction::fdiv), Cause::alt_fdiv);
  add(is_math && !divides && !is_macro(i.math) &&
          bits(thread.control[0], isa::cr0::kRoundingHigh, isa::cr0::kRoundingLow) != 0,
      Cause::math_rounding);
  add(divides && any(1, [](std::uint64_t bits) { return bits == 0; }), Cause::int_division);
  add(divides && i.src[0].type == isa::Type::d &&
          any_pair([](std::uint64_t a, std::uint64_t b) { return a == kSign && b == 0xFFFF'FFFF; }),
      Cause::int_division, "the quotient of -2^31 and -1 does not fit in a dword");
  add(is_function(MathFunction::pow) && is_real(0) && is_real(1) && any_pair([&](std::uint64_t a, std::uint64_t b) {
        const float base = real(a), exponent = real(b);
        const bool negative = !i.src[0].absolute && (base < 0) != i.src[0].negate && base != 0;
        return negative || (exponent == 0 && (base == 0 || !std::isfinite(base)));
      }),
      Cause::pow_base);
  add((is_function(MathFunction::sin) || is_function(MathFunction::cos)) && is_real(0) &&
          any(0, [&](std::uint64_t bits) { return std::fabs(real(bits)) >= 0x1p28F; }),
      Cause::trig_range);
  add((i.opcode == Opcode::lzd || i.opcode == Opcode::shr) && i.src[0].type == isa::Type::d &&
          (!i.src[0].absolute || i.src[0].negate) &&
          any(0, [&](std::uint64_t bits) { return i.src[0].absolute ? bits != 0 : (bits & kSign) != 0; }),
      Cause::negative_unsigned);
  add(saturates_shift && shifted_out(i, thread, channels), Cause::shift_saturation);
  add(i.opcode == Opcode::bfe &&
          any_pair([](std::uint64_t width, std::uint64_t at) { return (width & 31) + (at & 31) > 32; }),
      Cause::bit_field);
  for (unsigned n = 0; i.saturate && n < i.row().sources; ++n) {
    const isa::Operand& source = i.src[n];
    const bool may_wrap = source.type == isa::Type::q && (source.negate || source.absolute);
    add(may_wrap && any(n, [](std::uint64_t bits) { return bits == std::uint64_t{1} << 63; }), Cause::least_quadword);
  }
  add((i.saturate || i.cond_mod != isa::CondMod::none) && leaves_word_accumulator(i, thread, channels),
      Cause::accumulator_overflow);
  if (i.opcode != Opcode::cmpn) return;
  const auto nan = [&](unsigned n, std::uint64_t bits) { return assembly::is_nan(i.src[n].type, bits); };
  const bool minimum_or_maximum = i.cond_mod == isa::CondMod::l || i.cond_mod == isa::CondMod::ge;
  add(any_pair([&](std::uint64_t a, std::uint64_t b) { return nan(0, a) && nan(1, b); }), Cause::cmpn_nan,
      "cmpn of two NaNs: the documents contradict each other");
  add(!minimum_or_maximum && any_pair([&](std::uint64_t a, std::uint64_t b) { return nan(0, a) != nan(1, b); }),
      Cause::cmpn_nan, "cmpn of a NaN with a condition other than .ge and .l: the documents contradict each other");
}

}  // namespace eugene::script::reliance
