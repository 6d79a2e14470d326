// The load/store cache: vISA manual LSC_UNTYPED, LSC_TYPED, LSC_FENCE, QW_GATHER, QW_SCATTER. Each instruction becomes
// one message (isa/message/lsc.h). Before the message comes address arithmetic for which it has no fields, and copies
// of operands that must be contiguous.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "isa/message/lsc_layout.h"
#include "lower/handlers.h"
#include "lower/lsc.h"
#include "lower/send.h"
#include "lower/steps.h"
#include "visa/lsc.h"
#include "visa/spelling.h"

namespace eugene::lower {
namespace {

using isa::LscOp;
using isa::Type;
using visa::Field;

constexpr unsigned kAddressHalf = 2;  // a0.2 holds the surface if it is in a register

// The parts of a message that are known so far.
struct Lsc {
  isa::Lsc body;
  isa::Sfid sfid = isa::Sfid::ugm;
  std::uint32_t surface = 0;              // bits of the extended descriptor
  std::optional<isa::Operand> register_;  // the register that holds the surface
  Payload first{}, second{}, response{};
};

Result<isa::Lsc> make_body(const Context& context, const Op& op) {
  constexpr std::array<std::uint8_t, 9> kElements = {0, 1, 2, 3, 4, 8, 16, 32, 64};
  isa::Lsc body{.op = static_cast<LscOp>(op.form.selection)};
  body.register_bytes = static_cast<std::uint8_t>(vector_register_bytes(context));
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
    return fail("the size of an address must be a16, a32 or a64", "vISA manual LSC_UNTYPED");
  if (size != 0) body.address_bytes = static_cast<std::uint8_t>(1U << size);
  return body;
}

// Sets the memory to access: the function, the model and the surface.
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
  if (surface == nullptr) return fail("it has no surface");
  const auto source = context.source(op, *surface);
  if (!source) return forward_error(source);
  message.register_ = *source;
  return {};
}

// Returns the operands of an atomic. Each begins at a new register.
Result<Payload> atomic_data(Context& context, const Op& op, const isa::Lsc& body) {
  const unsigned count = operands(body.op);
  const unsigned bytes = op.lanes() * body.element().slot;
  const unsigned registers = registers_for(bytes, 1);
  if (count == 0) return Payload{};
  if (count == 1) return make_payload(context, op.get<visa::Raw>(Field::payload), registers, needed(context, bytes));
  const unsigned run = whole_registers(context, bytes) / isa::kRegisterBytes;
  const auto place = context.scratch(count * run);
  if (!place) return forward_error(place);
  for (unsigned n = 0; n < count; ++n) {
    const auto from = make_payload(context, op.get<visa::Raw>(Field::payload, n), registers, needed(context, bytes));
    if (!from) return from;
    copy_registers(context, *place + n * run * isa::kRegisterBytes, from->byte, registers);
  }
  return Payload{.byte = *place, .registers = count * run};
}

// Returns the response registers; none for %null, which makes a load a prefetch.
Result<Payload> wanted(Context& context, const Op& op, unsigned bytes, unsigned needed_bytes) {
  const auto* raw = op.get<visa::Raw>(Field::lsc_destination);
  if (raw == nullptr || raw->variable == 0) return Payload{};
  return make_response(context, raw, registers_for(bytes, 1), needed(context, needed_bytes));
}

Result<void> emit(Context& context, const Op& op, const Lsc& message) {
  const auto descriptor = isa::encode_message(context.gen(), {.sfid = message.sfid, .body = message.body});
  if (!descriptor) return forward_error(descriptor);
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
  // A message without a payload names the header, but does not read it.
  native.src[0] = packed(Type::ud, message.first.registers != 0 ? message.first.byte : context.header_byte());
  if (message.second.registers != 0) native.src[1] = packed(Type::ud, message.second.byte);
  if (message.response.registers != 0) native.dst = packed(Type::ud, message.response.byte);
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

// A counter has no address, so the message consists of its data.
Result<void> lower_counter(Context& context, const Op& op, Lsc& message) {
  if (message.body.model == isa::LscModel::flat) return fail("an append counter needs a surface");
  const unsigned bytes = isa::lsc_registers(message.body, op.lanes(), message.body.elements).bytes();
  const auto data =
      make_payload(context, op.get<visa::Raw>(Field::payload), registers_for(bytes, 1), needed(context, bytes));
  const auto response = wanted(context, op, bytes, bytes);
  if (!data || !response) return forward_error(data, response);
  message.second = *data;
  message.response = *response;
  return emit(context, op, message);
}

// Bytes of a block's data: of all its registers, and up to the end of the last element.
struct BlockBytes {
  unsigned all = 0;
  unsigned needed = 0;
};
BlockBytes block_bytes(const Op& op, const isa::Lsc& body) {
  const auto number = [&](Field field) { return static_cast<unsigned>(op.number(field)); };
  const unsigned width = number(Field::lsc_width), height = number(Field::lsc_height);
  if (visa::lsc_shape(op.form).is_typed)
    return {.all = isa::lsc_typed_bytes(body, width, height), .needed = isa::lsc_typed_row(width) * height};
  const isa::LscBlock block = isa::lsc_block(body, number(Field::lsc_blocks), width, height);
  return {.all = block.all_bytes(), .needed = block.needed_bytes()};
}

// Returns the body of a block message. A typed block has no fields for the body; its elements are bytes.
Result<isa::Lsc> block_body(const Context& context, const Op& op) {
  if (op.find(Field::lsc_data_size) == nullptr)
    return isa::Lsc{.op = static_cast<LscOp>(op.form.selection),
                    .size = isa::LscSize::d8,
                    .register_bytes = static_cast<std::uint8_t>(vector_register_bytes(context))};
  auto body = make_body(context, op);
  if (!body) return body;
  body->vnni = op.number(Field::lsc_vnni) != 0;
  if (body->element().slot != body->element().bytes)
    return fail("a block cannot have elements that change size between memory and registers");
  return body;
}

Result<void> lower_block2d(Context& context, const Op& op) {
  const auto body = block_body(context, op);
  if (!body) return forward_error(body);
  Lsc message{.body = *body};
  if (auto done = target(context, op, message); !done) return done;
  const auto first = lsc_block_address(context, op);
  if (!first) return forward_error(first);
  message.first = *first;
  const BlockBytes bytes = block_bytes(op, *body);
  if (bytes.all > isa::kMaxLscRegisters * body->register_bytes) return fail("its data take more than 32 registers");
  const auto data = is_store(body->op) ? make_payload(context, op.get<visa::Raw>(Field::payload),
                                                      registers_for(bytes.all, 1), needed(context, bytes.needed))
                                       : wanted(context, op, bytes.all, bytes.needed);
  if (!data) return forward_error(data);
  (is_store(body->op) ? message.second : message.response) = *data;
  return emit(context, op, message);
}

}  // namespace

Result<void> lower_lsc(Context& context, const Op& op, const Row& /*row*/) {
  const auto operation = static_cast<LscOp>(op.form.selection);
  const bool is_typed = visa::lsc_shape(op.form).is_typed;
  if (operation == LscOp::read_state_info) return fail("the public documents do not say what it returns");
  if (is_block2d(operation)) return lower_block2d(context, op);
  const auto body = make_body(context, op);
  if (!body) return forward_error(body);
  Lsc message{.body = *body};
  if (auto done = target(context, op, message); !done) return done;
  if (isa::is_counter(operation)) return lower_counter(context, op, message);
  const auto first = is_typed                ? lsc_coordinates(context, op, message.body)
                     : is_strided(operation) ? lsc_strided_address(context, op, message.body)
                                             : lsc_addresses(context, op, message.body, op.lanes());
  if (!first) return forward_error(first);
  message.first = *first;
  if (operation == LscOp::ccs_update) return emit(context, op, message);
  const unsigned elements = is_quad(operation) ? static_cast<unsigned>(std::popcount(body->channels)) : body->elements;
  const unsigned bytes = isa::lsc_registers(*body, op.lanes(), elements).bytes();
  if (bytes > isa::kMaxLscRegisters * body->register_bytes) return fail("its data take more than 32 registers");
  if (is_store(operation)) {
    const auto data =
        make_payload(context, op.get<visa::Raw>(Field::payload), registers_for(bytes, 1), needed(context, bytes));
    if (!data) return forward_error(data);
    message.second = *data;
    return emit(context, op, message);
  }
  if (isa::is_atomic(operation)) {
    if (body->transposed || body->elements != 1 || body->element().bytes == 1)
      return fail("an atomic must have one element of 16, 32 or 64 bits", "vISA manual LSC_UNTYPED");
    const auto data = atomic_data(context, op, *body);
    if (!data) return forward_error(data);
    message.second = *data;
  }
  const unsigned filled = operation == LscOp::load_status ? sizeof(std::uint32_t) : bytes;
  const auto response = wanted(context, op, filled, filled);
  if (!response) return forward_error(response);
  message.response = *response;
  return emit(context, op, message);
}

// QW_GATHER, QW_SCATTER: qwords at offsets in a surface. The qwords of a channel are in consecutive registers.
Result<void> lower_qwords(Context& context, const Op& op, const Row& row) {
  const auto blocks = static_cast<std::uint8_t>(1U << (op.number(Field::block_count) & 3));
  Lsc message{.body = {.op = row.access == isa::Access::write ? LscOp::store : LscOp::load,
                       .model = isa::LscModel::binding_table,
                       .address_bytes = 4,
                       .size = isa::LscSize::d64,
                       .elements = blocks,
                       .register_bytes = static_cast<std::uint8_t>(vector_register_bytes(context))}};
  const auto surface = find_surface(context, op);
  if (!surface) return forward_error(surface);
  message.surface = surface->index;
  if (surface->byte) message.register_ = scalar(Type::ud, *surface->byte);
  if (surface->index == isa::kBtiSlm && !surface->byte) {
    message.sfid = isa::Sfid::slm;
    message.body.model = isa::LscModel::flat;
    message.surface = 0;
  }
  const unsigned offset_bytes = op.lanes() * 4;
  const unsigned bytes = isa::lsc_registers(message.body, op.lanes(), blocks).bytes();
  if (blocks > 1 && bytes != blocks * op.lanes() * 8)
    return fail("blocks that do not fill their registers are not executed", "vISA manual QW_GATHER");
  const auto offsets = make_payload(context, op.get<visa::Raw>(Field::raw), registers_for(offset_bytes, 1),
                                    needed(context, offset_bytes));
  if (!offsets) return forward_error(offsets);
  message.first = *offsets;
  const auto* raw = op.get<visa::Raw>(Field::raw, 1);
  const bool is_store = isa::is_store(message.body.op);
  const auto data = is_store ? make_payload(context, raw, registers_for(bytes, 1), needed(context, bytes))
                             : make_response(context, raw, registers_for(bytes, 1), needed(context, bytes));
  if (!data) return forward_error(data);
  (is_store ? message.second : message.response) = *data;
  return emit(context, op, message);
}

Result<void> lower_lsc_fence(Context& context, const Op& op, const Row& /*row*/) {
  return emit(context, op, {.body = {.op = LscOp::fence}});
}

}  // namespace eugene::lower
