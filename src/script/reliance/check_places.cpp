#include "script/reliance/check_places.h"

#include <fmt/format.h>

#include "eu/register_file.h"

namespace eugene::script::reliance {

using isa::Operand;

std::optional<std::size_t> find_place(const isa::Program& program, const Operand& operand) {
  if (operand.is_imm() || operand.is_null() || operand.indirect) return std::nullopt;
  if (operand.is_arf(isa::Arf::acc)) {
    return operand.arf_nr() < eu::kAccumulatorCount
               ? std::optional(offsetof(eu::Thread, acc) + operand.arf_nr() * sizeof(eu::Accumulator) + operand.subnr)
               : std::nullopt;
  }
  const bool tracked =
      operand.is_grf() || operand.is_mrf() || operand.is_arf(isa::Arf::a) || operand.is_arf(isa::Arf::f);
  const auto span = eu::register_span(program, operand);
  if (!tracked || !span) return std::nullopt;
  const unsigned nr = operand.is_grf() ? operand.nr : operand.is_mrf() ? operand.message_register() : 0U;
  return span->begin + nr * eu::kGrfBytes + operand.subnr;
}

bool is_populated(const isa::Gen& gen, const Operand& operand, unsigned offset, unsigned bytes) {
  if (operand.file != isa::RegFile::arf || operand.is_null() || operand.is_arf(isa::Arf::acc)) return true;
  const auto span = eu::register_span(gen, operand);
  return !span || eu::is_populated(*span, operand, offset, bytes);
}

std::string find_name(std::size_t byte) {
  const auto in = [&](std::size_t begin, std::size_t size) { return byte >= begin && byte < begin + size; };
  const std::size_t mrf = offsetof(eu::Thread, mrf), acc = offsetof(eu::Thread, acc), flag = offsetof(eu::Thread, flag);
  if (in(offsetof(eu::Thread, grf), mrf))
    return fmt::format("r{}, byte {}", byte / eu::kGrfBytes, byte % eu::kGrfBytes);
  if (in(mrf, sizeof(eu::Thread::mrf)))
    return fmt::format("m{}, byte {}", (byte - mrf) / eu::kGrfBytes, (byte - mrf) % eu::kGrfBytes);
  if (in(acc, sizeof(eu::Thread::acc))) return fmt::format("acc{}", (byte - acc) / sizeof(eu::Accumulator));
  if (in(flag, sizeof(eu::Thread::flag))) return fmt::format("f{}.{}", (byte - flag) / 4, (byte - flag) % 4 / 2);
  return fmt::format("a0.{}", (byte - offsetof(eu::Thread, address)) / 2);
}

}  // namespace eugene::script::reliance
