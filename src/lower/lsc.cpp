// The load/store cache: vISA manual LSC_UNTYPED, LSC_TYPED, LSC_FENCE. One message does each instruction
// (isa/message/lsc.h); before it come the address arithmetic that the message has no fields for, and operands that must
// lie together.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "isa/message/lsc.h"
#include "lower/handlers.h"
#include "lower/send.h"
#include "lower/steps.h"
#include "visa/lsc.h"
#include "visa/spelling.h"

namespace eugene::lower {
namespace {

using isa::LscOp;
using isa::Type;
using visa::Field;

constexpr unsigned kAddressHalf = 2;  // a0.2 has the surface where it is in a register

// A message, as far as it is known.
struct Lsc {
  isa::Lsc body;
  isa::Sfid sfid = isa::Sfid::ugm;
  std::uint32_t surface = 0;              // of the extended descriptor
  std::optional<isa::Operand> register_;  // that holds it
  Payload first{}, second{}, response{};
};

unsigned register_bytes(const Context& context) { return context.gen().files.visa_register_bytes; }

unsigned round_up(const Context& context, unsigned bytes) {
  return (bytes + register_bytes(context) - 1) / register_bytes(context) * register_bytes(context);
}

// Bytes of the data of `elements` elements, from the first to the last.
unsigned data_bytes(const Context& context, const Op& op, const isa::Lsc& body, unsigned elements) {
  const unsigned slot = body.element().slot;
  const unsigned run = (body.transposed ? elements : op.lanes()) * slot;
  return (body.transposed ? op.lanes() - 1 : elements - 1) * round_up(context, run) + run;
}

Result<isa::Lsc> body_of(const Context& context, const Op& op) {
  constexpr std::array<std::uint8_t, 9> kElements = {0, 1, 2, 3, 4, 8, 16, 32, 64};
  isa::Lsc body{.op = static_cast<LscOp>(op.form.selection)};
  body.register_bytes = static_cast<std::uint8_t>(register_bytes(context));
  body.size = static_cast<isa::LscSize>(op.number(Field::lsc_data_size) & 7);
  if (body.element().bytes == 0) return fail("it has no size of data", "vISA manual LSC_UNTYPED");
  body.transposed = op.number(Field::lsc_order) == visa::kLscTransposed;
  body.cache1 = static_cast<std::uint8_t>(op.number(Field::lsc_cache1) & 7);
  body.cache3 = static_cast<std::uint8_t>(op.number(Field::lsc_cache3) & 7);
  if (const auto n = static_cast<std::size_t>(op.number(Field::lsc_elements)); n < kElements.size() && n != 0)
    body.elements = kElements[n];
  if (is_quad(body.op)) {
    body.channels = static_cast<std::uint8_t>(op.number(Field::lsc_channels) & 0xF);
    if (body.channels == 0) return fail("it has no channels", "vISA manual LSC_UNTYPED");
    body.elements = 1;
  }
  const std::int64_t size = op.number(Field::lsc_address_size);
  if (op.find(Field::lsc_address_size) != nullptr && (size < 1 || size > 3))
    return fail("an address is a16, a32 or a64", "vISA manual LSC_UNTYPED");
  if (size != 0) body.address_bytes = static_cast<std::uint8_t>(1U << size);
  return body;
}

// Which memory: the function, the model and the surface.
Result<void> target(Context& context, const Op& op, Lsc& message) {
  using isa::Sfid;
  constexpr std::array<Sfid, 4> kFunctions = {Sfid::ugm, Sfid::ugml, Sfid::tgm, Sfid::slm};
  message.sfid = visa::lsc_shape(op.form).is_typed
                     ? Sfid::tgm
                     : kFunctions[static_cast<std::size_t>(op.number(Field::lsc_sfid)) % kFunctions.size()];
  const visa::Operand* surface = op.find(Field::lsc_surface);
  const auto* constant = surface != nullptr ? std::get_if<visa::Immediate>(surface) : nullptr;
  switch (op.number(Field::lsc_model)) {
    case visa::kLscBss: message.body.model = isa::LscModel::bindless; break;
    case visa::kLscSs: message.body.model = isa::LscModel::surface_states; break;
    case visa::kLscBti: message.body.model = isa::LscModel::binding_table; break;
    case visa::kLscArgument:
      message.body.model = isa::LscModel::binding_table;
      message.surface = isa::kBtiStateless;
      return {};
    default:
      if (surface == nullptr || is_zero(surface) || visa::is_null(*surface)) return {};
      return fail("a base of flat addresses is not executed");
  }
  if (constant != nullptr) {
    message.surface = static_cast<std::uint32_t>(constant->bits);
    return {};
  }
  if (surface == nullptr) return fail("it names no surface");
  const auto source = context.source(op, *surface);
  if (!source) return std::unexpected(source.error());
  message.register_ = *source;
  return {};
}

// One instruction on the addresses of `lanes` lanes, whether they are enabled or not.
void on_addresses(Context& context, const Op& op, unsigned lanes, isa::Instruction native, const isa::Operand& to) {
  native.exec_size = static_cast<std::uint8_t>(lanes);
  native.channel_offset = static_cast<std::uint8_t>(lanes == op.lanes() ? op.channel_offset() : 0);
  native.no_mask = true;
  native.dst = to;
  context.out().add(native);
}

// `to` becomes `scale` times `from`. There is no product of quadwords: the bits of the scale are added up.
void multiply(Context& context, const Op& op, unsigned lanes, const isa::Operand& to, const isa::Operand& from,
              std::uint32_t scale) {
  const auto shifted = [&](unsigned bit) { return instruction(isa::Opcode::shl, from, immediate(Type::ud, bit)); };
  const auto first = static_cast<unsigned>(std::countr_zero(scale));
  if (std::has_single_bit(scale)) return on_addresses(context, op, lanes, shifted(first), to);
  if (to.type == Type::ud)
    return on_addresses(context, op, lanes, instruction(isa::Opcode::mul, from, immediate(Type::ud, scale)), to);
  const auto part = context.scratch(registers_for(lanes, isa::size_of(to.type)));
  if (!part) return;
  on_addresses(context, op, lanes, shifted(first), to);
  for (std::uint32_t left = scale & (scale - 1); left != 0; left &= left - 1) {
    on_addresses(context, op, lanes, shifted(static_cast<unsigned>(std::countr_zero(left))), packed(to.type, *part));
    on_addresses(context, op, lanes, instruction(isa::Opcode::add, to, packed(to.type, *part)), to);
  }
}

// The addresses of `lanes` lanes, scaled and with what is added to them all.
Result<Payload> scaled_addresses(Context& context, const Op& op, isa::Lsc& body, unsigned lanes) {
  const auto* raw = op.get<visa::Raw>(Field::lsc_address);
  auto given = payload_of(context, raw, registers_for(lanes, body.address_bytes));
  if (!given) return given;
  const auto scale = static_cast<std::uint32_t>(op.number(Field::lsc_scale));
  if (scale == 0) return fail("the scale of an address is 0", "vISA manual LSC_UNTYPED");
  const std::int64_t offset = op.number(Field::lsc_offset);
  const bool is_argument = op.number(Field::lsc_model) == visa::kLscArgument;
  if (scale == 1 && offset == 0 && !is_argument) return given;
  const Type type = body.address_bytes == 8 ? Type::uq : body.address_bytes == 4 ? Type::ud : Type::uw;
  const Type wide = type == Type::uw ? Type::ud : type;
  const auto place = context.scratch(registers_for(lanes, isa::size_of(wide)));
  if (!place) return std::unexpected(place.error());
  isa::Operand from = lanes == 1 ? scalar(type, given->byte) : packed(type, given->byte);
  const isa::Operand to = lanes == 1 ? scalar(wide, *place) : packed(wide, *place);
  if (type != wide) {
    on_addresses(context, op, lanes, instruction(isa::Opcode::mov, from), to);
    from = to;
    body.address_bytes = 4;
  }
  if (scale != 1) {
    const auto sum = context.scratch(registers_for(lanes, isa::size_of(wide)));
    if (!sum) return std::unexpected(sum.error());
    multiply(context, op, lanes, packed(wide, *sum), from, scale);
    from = lanes == 1 ? scalar(wide, *sum) : packed(wide, *sum);
  }
  on_addresses(context, op, lanes,
               instruction(isa::Opcode::add, from,
                           immediate(Type::d, static_cast<std::uint32_t>(static_cast<std::int32_t>(offset)))),
               to);
  if (is_argument) {  // from where r0.0 says, in multiples of 64 bytes
    const auto base = context.scratch(1);
    if (!base) return std::unexpected(base.error());
    context.out().scalar_op(isa::Opcode::and_, scalar(Type::ud, *base), scalar(Type::ud, context.header_byte()),
                            immediate(Type::ud, 0xFFFF'FFC0U));
    on_addresses(context, op, lanes, instruction(isa::Opcode::add, to, scalar(Type::ud, *base)), to);
  }
  return Payload{.byte = *place, .registers = registers_for(lanes, isa::size_of(wide))};
}

// The first address, and the distance from a lane's to the next: by default that of its data.
Result<Payload> strided_address(Context& context, const Op& op, isa::Lsc& body) {
  const auto first = scaled_addresses(context, op, body, 1);
  const auto place = context.scratch(1);
  if (!first || !place) return std::unexpected(first ? place.error() : first.error());
  const Type type = body.address_bytes == 8 ? Type::uq : body.address_bytes == 4 ? Type::ud : Type::uw;
  context.out().scalar_op(isa::Opcode::mov, scalar(Type::uq, *place), scalar(type, first->byte));
  const visa::Operand* operand = op.find(Field::lsc_pitch);
  isa::Operand pitch = immediate(Type::ud, unsigned{body.element().bytes} * body.elements);
  if (operand != nullptr && !visa::is_null(*operand)) {
    const auto source = context.source(op, *operand);
    if (!source) return std::unexpected(source.error());
    pitch = *source;
  }
  context.out().scalar_op(isa::Opcode::mov, scalar(Type::ud, *place + 8), pitch);
  return Payload{.byte = *place, .registers = 1};
}

// U, V, R and LOD up to the first that is not there, each from a new register on.
Result<Payload> coordinates(Context& context, const Op& op, const isa::Lsc& body) {
  const unsigned bytes = op.lanes() * body.address_bytes;
  const unsigned registers = round_up(context, bytes) / isa::kRegisterBytes;
  unsigned count = 0;
  while (op.get<visa::Raw>(Field::lsc_address, count) != nullptr &&
         op.get<visa::Raw>(Field::lsc_address, count)->variable != 0) {
    ++count;
  }
  if (count == 0) return fail("it has no coordinates", "vISA manual LSC_TYPED");
  const auto place = context.scratch(count * registers);
  if (!place) return std::unexpected(place.error());
  for (unsigned n = 0; n < count; ++n) {
    const auto from = payload_of(context, op.get<visa::Raw>(Field::lsc_address, n), registers_for(bytes, 1));
    if (!from) return from;
    copy_registers(context, *place + n * registers * isa::kRegisterBytes, from->byte, from->registers);
  }
  return Payload{.byte = *place, .registers = count * registers};
}

// The operands of an atomic, each from a new register on.
Result<Payload> atomic_data(Context& context, const Op& op, const isa::Lsc& body) {
  const unsigned count = operands(body.op);
  const unsigned bytes = op.lanes() * body.element().slot;
  const unsigned registers = registers_for(bytes, 1);
  if (count == 0) return Payload{};
  if (count == 1) return payload_of(context, op.get<visa::Raw>(Field::payload), registers);
  const unsigned run = round_up(context, bytes) / isa::kRegisterBytes;
  const auto place = context.scratch(count * run);
  if (!place) return std::unexpected(place.error());
  for (unsigned n = 0; n < count; ++n) {
    const auto from = payload_of(context, op.get<visa::Raw>(Field::payload, n), registers);
    if (!from) return from;
    copy_registers(context, *place + n * run * isa::kRegisterBytes, from->byte, registers);
  }
  return Payload{.byte = *place, .registers = count * run};
}

// The response; none for %null, which makes a load a prefetch.
Result<Payload> wanted(Context& context, const Op& op, unsigned bytes) {
  const auto* raw = op.get<visa::Raw>(Field::lsc_destination);
  if (raw == nullptr || raw->variable == 0) return Payload{};
  return response_of(context, raw, registers_for(bytes, 1));
}

Result<void> emit(Context& context, const Op& op, const Lsc& message) {
  const auto descriptor = isa::encode_message(context.gen(), {.sfid = message.sfid, .body = message.body});
  if (!descriptor) return std::unexpected(descriptor.error());
  isa::Instruction native =
      context.for_channels(op, message.second.registers != 0 ? isa::Opcode::sends : isa::Opcode::send);
  native.send = {.sfid = message.sfid, .descriptor = *descriptor, .extended_descriptor = message.surface};
  native.send.registers = isa::MessageRegisters{.payload = message.first.registers,
                                                .extended_payload = message.second.registers,
                                                .response = message.response.registers};
  if (message.register_) {
    context.out().scalar_op(isa::Opcode::mov, architecture(isa::Arf::a, 0, kAddressHalf * 2, Type::ud),
                            *message.register_);
    native.send.extended_descriptor_in_a0 = true;
    native.send.extended_a0_subnr = kAddressHalf;
  }
  // What is not sent stands for the header, of which nothing is read.
  native.src[0] = packed(Type::ud, message.first.registers != 0 ? message.first.byte : context.header_byte());
  if (message.second.registers != 0) native.src[1] = packed(Type::ud, message.second.byte);
  if (message.response.registers != 0) native.dst = packed(Type::ud, message.response.byte);
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

// A scalar of a block's address payload.
Result<void> set_part(Context& context, const Op& op, const isa::Operand& to, const visa::Operand& from) {
  const auto source = context.source(op, from);
  if (!source) return std::unexpected(source.error());
  context.out().scalar_op(isa::Opcode::mov, to, *source);
  return {};
}

// The address payload of a block (isa::LscBlockPayload), whose parts from the `first` on are operands.
Result<Payload> block_address(Context& context, const Op& op, Field field, unsigned first) {
  constexpr unsigned kParts = 6;  // base, width, height, pitch, X, Y
  const auto place = context.scratch(1);
  if (!place) return std::unexpected(place.error());
  for (unsigned n = first; n < kParts; ++n) {
    const isa::Operand to = n == 0 ? scalar(Type::uq, *place) : scalar(Type::ud, *place + 4 * (n + 1));
    if (auto done = set_part(context, op, to, *op.find(field, n - first)); !done) return std::unexpected(done.error());
  }
  const std::int64_t blocks = op.find(Field::lsc_blocks) != nullptr ? op.number(Field::lsc_blocks) : 1;
  const std::int64_t width = op.number(Field::lsc_width), height = op.number(Field::lsc_height);
  if (blocks < 1 || blocks > 16 || width < 1 || width > 64 || height < 1 || height > 64)
    return fail(fmt::format("a block of {}x{}x{}: there may be 16 of 64 x 64", blocks, width, height),
                "vISA manual LSC_UNTYPED");
  context.out().scalar_op(
      isa::Opcode::mov, scalar(Type::ud, *place + 28),
      immediate(Type::ud, static_cast<std::uint64_t>((width - 1) | (height - 1) << 8 | (blocks - 1) << 16)));
  return Payload{.byte = *place, .registers = 1};
}

// Bytes of a block's data, as functions/lsc_block2d.cpp lays them out.
unsigned block_bytes(const Context& context, const Op& op, const isa::Lsc& body) {
  const auto width = static_cast<unsigned>(op.number(Field::lsc_width));
  const auto height = static_cast<unsigned>(op.number(Field::lsc_height));
  const unsigned element = body.element().bytes;
  const unsigned packed_elements = body.vnni ? std::max(4U / element, 1U) : 1;
  const unsigned rows = body.transposed ? width : height, columns = body.transposed ? height : width;
  const unsigned all_rows = (rows + packed_elements - 1) / packed_elements * packed_elements;
  return static_cast<unsigned>(op.number(Field::lsc_blocks)) *
         round_up(context, all_rows * std::bit_ceil(columns) * element);
}

Result<void> lower_block2d(Context& context, const Op& op) {
  auto body = body_of(context, op);
  if (!body) return std::unexpected(body.error());
  body->vnni = op.number(Field::lsc_vnni) != 0;
  body->elements = 1;
  if (body->element().slot != body->element().bytes) return fail("a block of elements that change their size");
  Lsc message{.body = *body};
  if (auto done = target(context, op, message); !done) return done;
  const auto first = block_address(context, op, Field::lsc_base, 0);
  if (!first) return std::unexpected(first.error());
  message.first = *first;
  const unsigned bytes = block_bytes(context, op, *body);
  if (bytes > 32 * register_bytes(context)) return fail("its data take more than 32 registers");
  const auto data = is_store(body->op) ? payload_of(context, op.get<visa::Raw>(Field::payload), registers_for(bytes, 1))
                                       : wanted(context, op, bytes);
  if (!data) return std::unexpected(data.error());
  (is_store(body->op) ? message.second : message.response) = *data;
  return emit(context, op, message);
}

}  // namespace

Result<void> lower_lsc(Context& context, const Op& op, const Row& /*row*/) {
  const auto operation = static_cast<LscOp>(op.form.selection);
  const bool is_typed = visa::lsc_shape(op.form).is_typed;
  if (operation == LscOp::read_state_info) return fail("what it returns is not public");
  if (is_block2d(operation)) return lower_block2d(context, op);
  const auto body = body_of(context, op);
  if (!body) return std::unexpected(body.error());
  Lsc message{.body = *body};
  if (auto done = target(context, op, message); !done) return done;
  const auto first = is_typed                ? coordinates(context, op, message.body)
                     : is_strided(operation) ? strided_address(context, op, message.body)
                                             : scaled_addresses(context, op, message.body, op.lanes());
  if (!first) return std::unexpected(first.error());
  message.first = *first;
  if (operation == LscOp::ccs_update) return emit(context, op, message);
  const unsigned elements = is_quad(operation) ? static_cast<unsigned>(std::popcount(body->channels)) : body->elements;
  const unsigned bytes = data_bytes(context, op, *body, elements);
  if (is_store(operation)) {
    const auto data = payload_of(context, op.get<visa::Raw>(Field::payload), registers_for(bytes, 1));
    if (!data) return std::unexpected(data.error());
    message.second = *data;
    return emit(context, op, message);
  }
  if (isa::is_atomic(operation)) {
    const auto data = atomic_data(context, op, *body);
    if (!data) return std::unexpected(data.error());
    message.second = *data;
  }
  const auto response = wanted(context, op, operation == LscOp::load_status ? sizeof(std::uint32_t) : bytes);
  if (!response) return std::unexpected(response.error());
  message.response = *response;
  return emit(context, op, message);
}

Result<void> lower_lsc_fence(Context& context, const Op& op, const Row& /*row*/) {
  return emit(context, op, {.body = {.op = LscOp::fence}});
}

}  // namespace eugene::lower
