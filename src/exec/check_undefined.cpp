// Instructions whose result the documents leave open, and docs/undefined.md decides.
#include <bit>
#include <cstring>

#include "eu/region.h"
#include "eu/register_file.h"
#include "exec/checker.h"
#include "exec/element.h"

namespace eugene::exec {
namespace {

using isa::CondMod;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;

// Bits of channel `channel` of a direct GRF source or an immediate; nothing of others.
std::optional<std::uint64_t> value_of(const Instruction& instruction, const Operand& source, const eu::Thread& thread,
                                      unsigned channel) {
  if (source.is_imm()) return isa::info(source.type).is_vector ? std::nullopt : std::optional(source.imm);
  if (!source.is_grf() || source.indirect) return std::nullopt;
  const std::size_t at =
      source.nr * std::size_t{eu::kGrfBytes} + source.subnr + eu::source_offsets(instruction, source)[channel];
  const std::size_t size = isa::size_of(source.type);
  std::uint64_t bits = 0;
  if (at + size > sizeof(thread.grf)) return std::nullopt;
  std::memcpy(&bits, eu::bytes_of(thread) + offsetof(eu::Thread, grf) + at, size);
  return bits;
}

// Whether `holds` of some running channel of source `number`.
template <class Predicate>
bool any_channel(const Instruction& instruction, const eu::Thread& thread, std::uint32_t channels, unsigned number,
                 Predicate holds) {
  for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const auto bits = value_of(instruction, instruction.src[number], thread, channel);
    if (bits && holds(*bits)) return true;
  }
  return false;
}

bool is_dword(const Operand& operand) { return isa::size_of(operand.type) == 4 && !isa::is_float(operand.type); }

// What only the instruction has to do with.
void look_at_form(const Instruction& i, std::vector<Suspicion>& found) {
  const auto add = [&](const char* what, const char* reference) { found.push_back({what, reference}); };
  const bool logic = i.row().has(isa::kLogic);
  const bool conditional = i.cond_mod != CondMod::none;
  if (i.opcode == Opcode::sel && !conditional && i.pred_control == isa::PredControl::none)
    add("sel without predicate and condition: the result is unpredictable", "SNB PRM vol4 part2 8.3.43");
  if (logic && conditional && i.cond_mod != CondMod::z && i.cond_mod != CondMod::nz)
    add("sign and overflow are undefined for logic instructions", "SNB PRM vol4 part2 8.3.2");
  if (logic && i.saturate) add("logic instructions do not saturate", "SNB PRM vol4 part2 8.3.2");
  if (i.opcode == Opcode::shl && i.saturate && is_dword(i.src[0]))
    add("saturation of a shifted dword is unpredictable", "SNB PRM vol4 part2 8.3.46");
  if ((i.opcode == Opcode::cmp || i.opcode == Opcode::cmpn) && i.cond_mod == CondMod::o)
    add("comparisons have no overflow", "SNB PRM vol4 part2 5.7");
  if (i.opcode == Opcode::mul && !isa::is_float(i.dst.type) && (is_dword(i.src[0]) || is_dword(i.src[1])) &&
      (i.saturate || i.cond_mod == CondMod::o))
    add("overflow of a product of dwords is undefined", "SNB PRM vol4 part2 8.3.31");
  if (i.dst.is_arf(isa::Arf::acc) && i.row().sources != 0 && i.src[0].is_arf(isa::Arf::acc))
    add("an accumulator as source and destination: the result is unpredictable", "SNB PRM vol4 part2 5.3.4.5");
  for (const Operand& source : i.src) {
    const bool packed_words = source.is_imm() && (source.type == isa::Type::v || source.type == isa::Type::uv);
    if (packed_words && isa::size_of(i.dst.type) * i.dst.region.hstride > 2)
      add("a packed vector needs a destination stride of a word", "SNB PRM vol4 part2 5.3.5");
  }
}

}  // namespace

void find_undefined(const isa::Gen& /*gen*/, const Instruction& i, const eu::Thread& thread, std::uint32_t channels,
                    std::vector<Suspicion>& found) {
  look_at_form(i, found);
  const auto add = [&](const char* what, const char* reference) { found.push_back({what, reference}); };
  const unsigned sources = i.row().sources;
  const bool computes = i.row().format != isa::Format::send && i.row().format != isa::Format::split_send;
  constexpr std::uint32_t kAlternateMode = 1;
  if (computes && (thread.control[0] & kAlternateMode) != 0) {
    for (unsigned n = 0; n < sources; ++n) {
      if (i.src[n].type != isa::Type::f) continue;
      const auto unbounded = [](std::uint64_t bits) { return (bits & 0x7F80'0000) == 0x7F80'0000; };
      if (any_channel(i, thread, channels, n, unbounded)) {
        add("an infinity or NaN in ALT mode: the result is undefined", "SNB PRM vol4 part2 4.3.2");
        break;
      }
    }
  }
  const bool divides =
      i.math == isa::MathFunction::idiv || i.math == isa::MathFunction::iqot || i.math == isa::MathFunction::irem;
  if (i.opcode == Opcode::math && divides &&
      any_channel(i, thread, channels, 1, [](std::uint64_t bits) { return bits == 0; }))
    add("division by zero", "SNB PRM vol4 part2 8.3.28");
  const auto negative = [](std::uint64_t bits) { return (bits & 0x8000'0000) != 0; };
  if ((i.opcode == Opcode::lzd || i.opcode == Opcode::shr) && i.src[0].type == isa::Type::d && !i.src[0].absolute &&
      any_channel(i, thread, channels, 0, negative))
    add("a negative source without (abs)", "SNB PRM vol4 part2 8.3.23, 8.3.47");
  if (i.opcode == Opcode::cmpn) {
    const auto nan = [&](unsigned n, unsigned channel) {
      const auto bits = value_of(i, i.src[n], thread, channel);
      return bits && is_nan(i.src[n].type, *bits);
    };
    for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      if (!nan(0, channel) || !nan(1, channel)) continue;
      add("cmpn of two NaNs: the documents contradict each other", "SNB PRM vol4 part2 5.7");
      break;
    }
  }
}

}  // namespace eugene::exec
