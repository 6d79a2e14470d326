#include "functions/gateway.h"

#include <fmt/format.h>

#include "functions/thread_gateway.h"

namespace eugene::functions {
namespace {

bool barrier_message(MessageCall& call, Surfaces& surfaces) {
  constexpr std::string_view kReference = "BXT PRM vol6 Message Gateway, message payload";
  eu::Barrier* barrier = surfaces.barrier();
  if (barrier == nullptr) {
    return call.fail("barrier message from a thread whose group has no barrier", std::string(kReference));
  }
  // M0 is the first register of the payload, even if the descriptor says that there is no header.
  const std::span<const eu::Grf> payload = call.request().payload;
  if (payload.empty()) return call.fail("barrier message without a payload", std::string(kReference));
  std::uint32_t m0_2 = 0;
  std::memcpy(&m0_2, payload[0].bytes.data() + 2 * sizeof(m0_2), sizeof(m0_2));
  if (eu::Barrier::sets_count(m0_2) && !call.sets_count()) return false;
  switch (barrier->arrive(call.request().thread, m0_2)) {
    case eu::Arrival::arrived: return true;
    case eu::Arrival::other_barrier:
      return call.fail(fmt::format("barrier message for barrier {} from a thread whose group has barrier {} (r0.2)",
                                   barrier->decode_id(m0_2), barrier->id()),
                       std::string(kReference) + " M0.2 BarrierID");
    case eu::Arrival::other_count:
      return call.fail("barrier message with a count that differs from the count of threads that arrived earlier",
                       std::string(kReference) + " M0.2 Barrier Count");
  }
  return false;
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Gateway& message) {
  if (ThreadGateway* gateway = surfaces.environment().gateway) return gateway->execute(call, message);
  return message.function == isa::GatewayFunction::barrier ? barrier_message(call, surfaces)
                                                           : call.unsupported(message);
}

}  // namespace eugene::functions
