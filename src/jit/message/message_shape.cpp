#include "jit/message/message_shape.h"

namespace eugene::jit {
namespace {

// Appends the vectors of the payload after the header, and of the response.
void describe(MessageShape& shape, const MemoryAccess& access, const ElementAccess& lanes) {
  shape.payload.push_back({lanes.lanes, access.space.a64 ? 8U : 4U});
  std::vector<VectorShape>& data = access.space.writes ? shape.payload : shape.response;
  data.insert(data.end(), lanes.parts(), {lanes.lanes, lanes.slot()});
}
void describe(MessageShape& shape, const MemoryAccess& access, const AtomicAccess& atomic) {
  shape.payload.push_back({atomic.lanes, access.space.a64 ? 8U : 4U});
  shape.payload.insert(shape.payload.end(), atomic.operands, {atomic.lanes, atomic.bytes});
  if (atomic.returns) shape.response.push_back({atomic.lanes, atomic.bytes});
}
void describe(MessageShape& shape, const MemoryAccess& access, const BlockAccess& block) {
  (access.space.writes ? shape.payload : shape.response).push_back({block.registers() * 8, 4});
}

unsigned byte_size(const std::vector<VectorShape>& vectors) {
  unsigned size = 0;
  for (const VectorShape& each : vectors) size += each.size();
  return size;
}

// Returns vectors for whole registers, in pairs.
std::vector<VectorShape> registers(unsigned count) {
  std::vector<VectorShape> found(count / 2, {16, 4});
  if (count % 2 != 0) found.push_back({8, 4});
  return found;
}

// A write may ask for a response, which nothing writes.
bool may_be_prepared(const isa::MessageBody& body, unsigned response) {
  const auto is_write = [&](const auto* message) {
    return message != nullptr && message->access == isa::Access::write && response == 0;
  };
  return std::holds_alternative<isa::Sampler>(body) || is_write(std::get_if<isa::TypedSurface>(&body)) ||
         is_write(std::get_if<isa::RenderTarget>(&body));
}

}  // namespace

MessageShape message_shape(const isa::Gen& gen, const isa::Message& message, unsigned payload, unsigned response,
                           unsigned exec_size) {
  MessageShape shape{.access = eu::memory_access(gen, message, exec_size), .header = message.header};
  if (shape.access) {
    if (message.header) shape.payload.push_back({8, 4});
    std::visit([&](const auto& kind) { describe(shape, *shape.access, kind); }, shape.access->kind);
    // A message that is too short faults; one that is longer than necessary is rare. The port handles both.
    if (byte_size(shape.payload) == payload * eu::kGrfBytes && byte_size(shape.response) == response * eu::kGrfBytes)
      return shape;
  }
  return {.access = {},
          .header = message.header,
          .payload = registers(payload),
          .response = registers(response),
          .prepared_channels = may_be_prepared(message.body, response) ? exec_size : 0};
}

MessageShape of_one_channel(MessageShape shape) {
  if (!shape.access) return shape;
  const auto narrow = [&](auto& kind) {
    if constexpr (requires { kind.lanes; }) {
      for (std::vector<VectorShape>* vectors : {&shape.payload, &shape.response})
        for (VectorShape& each : *vectors)
          if (shape.header && vectors == &shape.payload && &each == vectors->data())
            continue;
          else
            each = {1, each.bytes, each.count};
      kind.lanes = 1;
    }
  };
  std::visit(narrow, shape.access->kind);
  return shape;
}

}  // namespace eugene::jit
