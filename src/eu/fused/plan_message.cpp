// Decides which sends have a MessagePlan. The descriptor must be an immediate that names a common memory access, and
// the registers must be the same in every thread.
#include <bit>

#include "base/bits.h"
#include "eu/fused/fused_message.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/registers.h"

namespace eugene::eu {

namespace {

using isa::Operand;

// Consecutive registers in a Thread.
struct Run {
  std::uint32_t begin = 0;  // byte offset in the Thread
  unsigned count = 0;
};

// Returns nothing if the registers do not exist, or are known only when the message is sent.
std::optional<Run> registers(const isa::Program& program, const Operand& operand, unsigned count) {
  if (count == 0 || operand.is_null()) return Run{};
  if (operand.indirect) return std::nullopt;
  const std::uint32_t nr = operand.nr;
  if (operand.is_mrf()) {
    if (nr + count > kMrfCount) return std::nullopt;
    return Run{.begin = static_cast<std::uint32_t>(offsetof(Thread, mrf)) + nr * kGrfBytes, .count = count};
  }
  if (!operand.is_grf() || nr + count > general_register_end(program, nr)) return std::nullopt;
  return Run{.begin = grf_offset(nr), .count = count};
}

class Planner {
 public:
  Planner(const isa::Program& program, const isa::Instruction& instruction)
      : program_(program), instruction_(instruction) {}

  std::optional<MessagePlan> run() {
    const isa::SendFields& send = instruction_.send;
    const bool in_register = send.descriptor_in_a0 || send.extended_descriptor_in_a0 || send.index_in_a0;
    if (in_register || send.registers || send.eot || instruction_.row().has(isa::kWaits)) return std::nullopt;
    const auto message = isa::decode_message(*program_.gen, send.sfid, send.descriptor, 0);
    if (!message) return std::nullopt;
    const auto access = memory_access(*program_.gen, *message, instruction_.exec_size);
    if (!access || !take_registers(*message)) return std::nullopt;
    plan_.handler = message_handler(*access);
    plan_.space = access->space;
    plan_.offset_mask = access->space.a64   ? low_mask(isa::kA64AddressBits)
                        : access->space.slm ? isa::kSlmOffsetMask
                                            : ~std::uint64_t{0};
    plan_.reach = static_cast<std::uint16_t>(access->reach());
    const bool is_complete = std::visit([&](const auto& kind) { return take(kind); }, access->kind);
    return plan_.handler != nullptr && is_complete ? std::optional(plan_) : std::nullopt;
  }

 private:
  bool take_registers(const isa::Message& message) {
    const isa::MessageRegisters counts = isa::message_registers(instruction_);
    const auto first = registers(program_, instruction_.src[0], counts.payload);
    const auto second = registers(program_, instruction_.src[1], counts.extended_payload);
    const auto response = registers(program_, instruction_.dst, counts.response);
    if (!first || !second || !response || first->count == 0) return false;
    payload_ = *first;
    second_ = *second;
    response_ = *response;
    if (message.header) plan_.header = *take_payload(1);
    return true;
  }

  // Takes the next `count` registers of both payloads. Returns their byte offset, or nothing if there are fewer, or if
  // they are not consecutive.
  std::optional<std::uint32_t> take_payload(unsigned count) {
    Run& from = payload_.count != 0 ? payload_ : second_;
    if (from.count < count) return std::nullopt;
    const std::uint32_t begin = from.begin;
    from.begin += count * kGrfBytes;
    from.count -= count;
    return begin;
  }
  bool take_data(unsigned count) {
    const bool writes = plan_.space.writes;
    const auto data = writes                     ? take_payload(count)
                      : response_.count == count ? std::optional(response_.begin)
                                                 : std::nullopt;
    if (data) plan_.data = *data;
    // Messages that are longer than necessary are rare and have no plan.
    return data && payload_.count == 0 && second_.count == 0 && (!writes || response_.count == 0);
  }

  bool take(const ElementAccess& access) {
    plan_.channels = static_cast<std::uint32_t>(low_mask(access.lanes));
    plan_.scale_shift = static_cast<std::uint8_t>(std::countr_zero(access.scale));
    plan_.chosen = static_cast<std::uint8_t>(access.chosen);
    plan_.address_bytes = plan_.space.a64 ? 8 : 4;
    plan_.header_mask = access.header_mask;
    const auto addresses = take_payload(access.lanes * plan_.address_bytes / kGrfBytes);
    if (addresses) plan_.addresses = *addresses;
    return addresses && take_data(access.lanes * access.slot() * access.parts() / kGrfBytes);
  }
  bool take(const BlockAccess& access) {
    plan_.is_block = true;
    plan_.channels = access.all_channels;
    plan_.scale_shift = static_cast<std::uint8_t>(std::countr_zero(access.scale | 256));
    plan_.has_offset = access.scale != 0;
    plan_.from_address = access.from_address;
    plan_.moves_base = access.moves_base;
    plan_.offset = access.offset;
    const bool is_complete = take_data(access.registers());
    plan_.data += access.begin;
    return is_complete;
  }
  bool take(const AtomicAccess& /*access*/) { return false; }

  const isa::Program& program_;
  const isa::Instruction& instruction_;
  MessagePlan plan_;
  Run payload_, second_, response_;
};

}  // namespace

std::optional<MessagePlan> plan_message(const isa::Program& program, const isa::Instruction& instruction,
                                        const PreparedOp& op) {
  const bool horizontal = op.predicated && op.pred_control != isa::PredControl::normal;
  if (op.action != Action::send || horizontal || op.has_breakpoint) return std::nullopt;
  return Planner(program, instruction).run();
}

}  // namespace eugene::eu
