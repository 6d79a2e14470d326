#include "functions/dispatch.h"

#include <atomic>

#include "functions/block.h"
#include "functions/gateway.h"
#include "functions/lsc.h"
#include "functions/media.h"
#include "functions/pixel_interpolator.h"
#include "functions/render_target.h"
#include "functions/sampler/sampler.h"
#include "functions/scattered.h"
#include "functions/typed.h"
#include "functions/urb.h"

namespace eugene::functions {
namespace {

// Eugene has no caches to flush, so a fence only orders this worker's accesses with the accesses of other workers.
bool execute(MessageCall& /*call*/, Surfaces& /*surfaces*/, const isa::MemoryFence& /*message*/) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return true;
}

// The dispatcher frees the resources of a thread that ends.
bool execute(MessageCall& call, Surfaces& /*surfaces*/, const isa::ThreadSpawner& message) {
  return !message.spawn || call.unsupported(message);
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Urb& message) {
  Urb* urb = surfaces.environment().urb;
  return urb != nullptr ? urb->execute(call, message) : call.unsupported(message);
}

}  // namespace

Result<const isa::Message*> MessageCache::find(const isa::Gen& gen, isa::Sfid sfid, std::uint32_t descriptor) {
  // Bits 18:8 have types and controls, bits 7:0 the binding table index.
  const std::uint32_t hash = descriptor ^ descriptor >> 6 ^ descriptor >> 12 ^ static_cast<std::uint32_t>(sfid);
  Entry& entry = entries_[hash % entries_.size()];
  if (entry.valid && entry.descriptor == descriptor && entry.message.sfid == sfid) return &entry.message;
  Result<isa::Message> message = isa::decode_message(gen, sfid, descriptor, 0);
  if (!message) return forward_error(std::move(message));
  entry = {.valid = true, .descriptor = descriptor, .message = *message};
  return &entry.message;
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Message& message) {
  return std::visit(
      [&](const auto& body) {
        if constexpr (requires { execute(call, surfaces, body); }) {
          return execute(call, surfaces, body);
        } else {
          return call.unsupported(body);
        }
      },
      message.body);
}

}  // namespace eugene::functions
