// Atomic operations. vISA manual DWORD_ATOMIC, SVM_ATOMIC.
#include "lower/atomic_operation.h"

#include <fmt/format.h>

#include <variant>

#include "lower/handlers.h"
#include "lower/send.h"
#include "visa/spelling.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr unsigned kOperationBits = 0x1F;
constexpr unsigned kNarrow = 0x20, kWide = 0x40;  // 16 and 64 bits

// Indexed by the number of the vISA operation.
constexpr std::array<isa::AtomicOp, 14> kOperations = {
    isa::AtomicOp::add,  isa::AtomicOp::sub,  isa::AtomicOp::inc,           isa::AtomicOp::dec,   isa::AtomicOp::umin,
    isa::AtomicOp::umax, isa::AtomicOp::mov,  isa::AtomicOp::compare_write, isa::AtomicOp::and_,  isa::AtomicOp::or_,
    isa::AtomicOp::xor_, isa::AtomicOp::imin, isa::AtomicOp::imax,          isa::AtomicOp::predec};
constexpr unsigned kFirstFloat = 16;
constexpr std::array<isa::FloatAtomicOp, 3> kFloatOperations = {isa::FloatAtomicOp::fmax, isa::FloatAtomicOp::fmin,
                                                                isa::FloatAtomicOp::compare_write};
static_assert(visa::kAtomics[7] == "cmpxchg" && visa::kAtomics[kFirstFloat] == "fmax");

struct Atomic {
  bool a64 = false;
  unsigned bytes = 4;
  unsigned simd = 8;
  bool returns = false;
  std::variant<isa::AtomicOp, isa::FloatAtomicOp> operation;

  isa::MessageBody body() const {
    const auto lanes = static_cast<std::uint8_t>(simd);
    if (const auto* floats = std::get_if<isa::FloatAtomicOp>(&operation))
      return isa::UntypedFloatAtomic{.a64 = a64, .simd = lanes, .op = *floats, .returns = returns};
    return isa::UntypedAtomic{.a64 = a64,
                              .simd = lanes,
                              .bytes = static_cast<std::uint8_t>(bytes),
                              .op = std::get<isa::AtomicOp>(operation),
                              .returns = returns};
  }
};

Result<Atomic> read_atomic(const Op& op, bool a64, unsigned simd, bool returns) {
  const auto field = static_cast<unsigned>(op.number(Field::atomic));
  const unsigned number = field & kOperationBits;
  Atomic atomic{.a64 = a64,
                .bytes = (field & kWide) != 0 ? 8U : 4U,
                .simd = simd,
                .returns = returns,
                .operation = isa::AtomicOp::add};
  if ((field & kNarrow) != 0) return fail("atomic operations on words are not executed");
  if (number < kOperations.size()) {
    atomic.operation = kOperations[number];
  } else if (number >= kFirstFloat && number < kFirstFloat + kFloatOperations.size()) {
    atomic.operation = kFloatOperations[number - kFirstFloat];
  } else {
    return fail(fmt::format("the atomic operation {} is not executed", number));
  }
  return atomic;
}

// Returns `count` source operands of `op`, from `first` on. `swaps`: the second one comes before the first.
Result<Payload> read_sources(Context& context, const Op& op, unsigned count, bool swaps, unsigned first,
                             unsigned registers, unsigned part) {
  const auto operand = [&](unsigned n) {
    visa::Raw raw = *op.get<visa::Raw>(Field::raw, first + n);
    raw.offset = static_cast<std::uint16_t>(raw.offset + part * registers * isa::kRegisterBytes);
    return raw;
  };
  if (count == 0) return Payload{};
  if (count == 1) {
    const visa::Raw raw = operand(0);
    return make_payload(context, &raw, registers);
  }
  const auto both = context.scratch(2 * registers);
  if (!both) return forward_error(both);
  for (const unsigned n : {0U, 1U}) {
    const visa::Raw raw = operand(swaps ? 1 - n : n);
    const auto data = make_payload(context, &raw, registers);
    if (!data) return forward_error(data);
    copy_registers(context, *both + n * registers * isa::kRegisterBytes, data->byte, registers);
  }
  return Payload{.byte = *both, .registers = 2 * registers};
}

// Raw operands: addresses, the two sources, the destination. `part`: the group of eight channels, if there are several
// messages.
Result<void> emit(Context& context, const Op& op, const Atomic& atomic, const Payload& addresses, unsigned part) {
  const unsigned registers = registers_for(atomic.simd, atomic.bytes);
  Send message{.sfid = isa::Sfid::dp_data1,
               .body = atomic.body(),
               .first = addresses,
               .surface = {.index = isa::kBtiStateless, .byte = {}},
               .lanes = std::min(op.lanes(), atomic.simd),
               .channel_offset = op.channel_offset() + part * atomic.simd};
  if (!atomic.a64) {
    const auto surface = find_surface(context, op);
    if (!surface) return forward_error(surface);
    message.surface = *surface;
  }
  const auto* floats = std::get_if<isa::FloatAtomicOp>(&atomic.operation);
  const auto sources = floats != nullptr
                           ? read_sources(context, op, isa::operands(*floats), false, 1, registers, part)
                           : atomic_sources(context, op, std::get<isa::AtomicOp>(atomic.operation), 1, registers, part);
  if (!sources) return forward_error(sources);
  if (sources->registers != 0) message.second = *sources;
  if (atomic.returns) {
    visa::Raw raw = *op.get<visa::Raw>(Field::raw, 3);
    raw.offset = static_cast<std::uint16_t>(raw.offset + part * registers * isa::kRegisterBytes);
    const auto response = make_response(context, &raw, registers);
    if (!response) return forward_error(response);
    message.response = *response;
  }
  return send(context, op, message);
}

bool returns(const Op& op) {
  const auto* raw = op.get<visa::Raw>(Field::raw, 3);
  return raw != nullptr && raw->variable != 0;
}

}  // namespace

std::optional<isa::AtomicOp> integer_atomic(unsigned field) {
  return field < kOperations.size() ? std::optional(kOperations[field]) : std::nullopt;
}

// CMPXCHG has the value to write before the value to compare with.
Result<Payload> atomic_sources(Context& context, const Op& op, isa::AtomicOp operation, unsigned first,
                               unsigned registers, unsigned part) {
  return read_sources(context, op, isa::operands(operation), operation == isa::AtomicOp::compare_write, first,
                      registers, part);
}

Result<void> lower_dword_atomic(Context& context, const Op& op, const Row& /*row*/) {
  const auto simd = find_simd(op);
  if (!simd) return forward_error(simd);
  const auto atomic = read_atomic(op, false, *simd, returns(op));
  if (!atomic) return forward_error(atomic);
  const auto addresses = make_payload(context, op.get<visa::Raw>(Field::raw), registers_for(*simd, 4));
  if (!addresses) return forward_error(addresses);
  return emit(context, op, *atomic, *addresses, 0);
}

// Messages with addresses serve eight channels.
Result<void> lower_svm_atomic(Context& context, const Op& op, const Row& /*row*/) {
  constexpr unsigned kLanes = 8;
  const auto atomic = read_atomic(op, true, kLanes, returns(op));
  if (!atomic) return forward_error(atomic);
  const unsigned registers = registers_for(kLanes, 8);
  for (unsigned part = 0; part * kLanes < op.lanes(); ++part) {
    visa::Raw raw = *op.get<visa::Raw>(Field::raw);
    raw.offset = static_cast<std::uint16_t>(raw.offset + part * registers * isa::kRegisterBytes);
    const auto addresses = make_payload(context, &raw, registers);
    if (!addresses) return forward_error(addresses);
    if (auto done = emit(context, op, *atomic, *addresses, part); !done) return done;
  }
  return {};
}

}  // namespace eugene::lower
