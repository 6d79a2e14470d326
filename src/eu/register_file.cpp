#include "eu/register_file.h"

#include <fmt/format.h>

#include <cstddef>

namespace eugene::eu {

namespace {

// Thread is plain data; offsetof reaches every member.
constexpr RegisterSpan span(std::size_t begin, std::size_t bytes) {
  return {.begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(begin + bytes)};
}

static_assert(std::is_standard_layout_v<Thread> && std::is_trivially_copyable_v<Thread>);

RegisterSpan machine_grf(const isa::Gen& gen) { return span(offsetof(Thread, grf), gen.files.grf_count * kGrfBytes); }

std::unexpected<Diagnostic> no_register(const isa::Operand& operand) {
  return fail(fmt::format("architecture register {:#04x} does not exist", operand.nr), "SNB PRM vol4 part2 table 5-5");
}

}  // namespace

RegisterSpan grf_span(const isa::Program& program) {
  if (program.is_visa) return span(sizeof(Thread), program.variable_registers * kGrfBytes);
  return machine_grf(*program.gen);
}

std::optional<std::span<Grf>> general_registers(const isa::Program& program, Thread& thread, unsigned first,
                                                unsigned count) {
  if (first + count > general_register_end(program, first)) return std::nullopt;
  return std::span(reinterpret_cast<Grf*>(raw_bytes(thread) + grf_offset(first)), count);
}

Result<RegisterSpan> register_span(const isa::Program& program, const isa::Operand& operand) {
  if (!operand.is_grf() || !program.is_visa) return register_span(*program.gen, operand);
  if (operand.indirect) return grf_span(program);
  if (operand.nr < program.gen->files.grf_count) return machine_grf(*program.gen);
  RegisterSpan variables = grf_span(program);
  variables.begin = grf_offset(operand.nr) - operand.nr * kGrfBytes;  // as if register 0 were in this span
  return variables;
}

Result<RegisterSpan> register_span(const isa::Gen& gen, const isa::Operand& operand) {
  if (operand.is_grf()) return machine_grf(gen);
  if (operand.is_mrf()) {
    if (!gen.has_message_registers()) return fail("this generation has no message registers");
    return span(offsetof(Thread, mrf), gen.files.mrf_count * kGrfBytes);
  }
  const unsigned number = operand.arf_nr();
  RegisterSpan result;
  switch (static_cast<isa::Arf>(operand.nr >> 4)) {
    case isa::Arf::a:
      if (number != 0) return no_register(operand);
      result = span(offsetof(Thread, address), gen.files.address_subregisters * 2U);
      result.acts_when_written = gen.has_narrow_addresses;
      return result;
    case isa::Arf::f:
      if (number >= gen.files.flag_registers) return no_register(operand);
      return span(offsetof(Thread, flag) + 4 * number, 4);
    case isa::Arf::ce:
      result = span(offsetof(Thread, channel_enables), 4);
      result.refreshed_before_read = true;
      result.read_only = true;
      return result;
    case isa::Arf::sp: return span(offsetof(Thread, stack), 16);
    case isa::Arf::sr:
      if (number == 1 && gen.has_writable_state) return span(offsetof(Thread, unpopulated), 0);  // no subregisters
      if (number != 0) return no_register(operand);
      result = span(offsetof(Thread, state), 16);
      result.read_only = !gen.has_writable_state;
      return result;
    case isa::Arf::cr:
      if (number != 0) return no_register(operand);
      result = span(offsetof(Thread, control), 16);
      result.acts_when_written = true;
      return result;
    case isa::Arf::n:
      // Older documents call them n0.0 to n0.2, later ones n0 to n2.
      if (number >= gen.files.notification_registers) return no_register(operand);
      result = span(offsetof(Thread, notification) + 4 * number, 4 * (gen.files.notification_registers - number));
      result.read_only = !gen.has_writable_state;
      result.acts_when_written = gen.has_writable_state;
      return result;
    case isa::Arf::ip:
      result = span(offsetof(Thread, ip_register), 4);
      result.refreshed_before_read = true;
      result.acts_when_written = true;
      return result;
    case isa::Arf::tdr:
      result = span(offsetof(Thread, dependency), 16);
      result.acts_when_written = true;
      return result;
    case isa::Arf::tm:
      result = span(offsetof(Thread, timestamp), sizeof(Thread::timestamp));
      result.refreshed_before_read = true;
      return result;
    case isa::Arf::fc:
      result = span(offsetof(Thread, flow_control), sizeof(Thread::flow_control));
      result.has_entries = gen.has_writable_state;
      result.refreshed_before_read = gen.has_writable_state;
      result.acts_when_written = gen.has_writable_state;
      return result;
    case isa::Arf::dbg: return span(offsetof(Thread, debug), 8);
    case isa::Arf::null:
    case isa::Arf::acc: break;
    case isa::Arf::msg:
      if (gen.has_writable_state) return span(offsetof(Thread, unpopulated), 0);  // zero: no message is pending
      break;
  }
  return no_register(operand);
}

}  // namespace eugene::eu
