#include "functions/thread_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bits.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kNoNotify = 0;
constexpr std::uint32_t kNotifyN0 = 1;
constexpr std::uint32_t kNotifyN2 = 2;

std::uint32_t dword(const std::byte* payload, unsigned index) {
  std::uint32_t value = 0;
  std::memcpy(&value, payload + index * sizeof(value), sizeof(value));
  return value;
}

void put_dword(std::byte* registers, unsigned index, std::uint32_t value) {
  std::memcpy(registers + index * sizeof(value), &value, sizeof(value));
}

std::uint32_t euid(const eu::Thread& thread) { return bits(thread.state[0], 11, 8); }
std::uint32_t tid(const eu::Thread& thread) { return bits(thread.state[0], 2, 0); }

// Notification counts have 16 bits (5.3.4.9).
void notify(eu::Thread& thread, unsigned which) {
  thread.notification[which] = (thread.notification[which] + 1) & 0xFFFF;
}

// Returns the size of a forwarded segment for its length code (1.1.4.1); 0 for reserved codes.
unsigned segment_bytes(std::uint32_t code) {
  constexpr std::array<unsigned, 8> kBytes{1, 2, 4, 8, 16, 0, 0, 0};
  return kBytes[code];
}

}  // namespace

void ThreadGateway::attach(eu::Thread& thread) { own(thread) = {.thread = &thread}; }

void ThreadGateway::detach(const eu::Thread& thread) {
  Recipient& place = own(thread);
  if (place.thread == &thread) place = {};
  for (BarrierState& state : barriers_) {
    std::erase_if(state.waiting, [&](const Arrival& arrival) { return arrival.thread == &thread; });
  }
}

void ThreadGateway::move(const eu::ThreadBlock& from, eu::ThreadBlock& to) {
  const auto move = [&](eu::Thread*& thread) {
    if (thread != nullptr) thread = &to[from.find_index(*thread)];
  };
  for (Recipient& place : places_) move(place.thread);
  for (BarrierState& state : barriers_) {
    for (Arrival& arrival : state.waiting) move(arrival.thread);
  }
}

void ThreadGateway::begin_barrier(unsigned id, unsigned threads, std::uint8_t byte) {
  BarrierState& state = barriers_[id % kBarriers];
  state.threads = threads;
  state.byte = byte;
  state.waiting.clear();
}

ThreadGateway::Recipient& ThreadGateway::own(const eu::Thread& thread) {
  return places_[find_place(euid(thread), tid(thread))];
}

bool ThreadGateway::execute(MessageCall& call, const isa::Gateway& message) {
  const eu::SendRequest& request = call.request();
  const bool eot = request.instruction.send.eot;
  if (message.acknowledge && eot) {
    return call.fail("the gateway cannot acknowledge a message that ends the thread",
                     "SNB PRM vol4 part2 1.1.1 bit 14");
  }
  if (message.acknowledge != !request.response.empty()) {
    return call.fail(message.acknowledge ? "acknowledged gateway message without a destination"
                                         : "gateway message with a destination but without an acknowledgement",
                     "SNB PRM vol4 part2 1.1.1 bit 14");
  }
  if (request.payload.empty()) return call.fail("gateway message without a payload", "SNB PRM vol4 part2 1.1");
  const std::byte* payload = request.payload[0].bytes.data();
  if (message.function == isa::GatewayFunction::get_timestamp) return time_stamp(call, message, payload);

  Answer answer;
  switch (message.function) {
    case isa::GatewayFunction::open: answer = eot ? close(call) : open(call, payload); break;
    case isa::GatewayFunction::close: answer = close(call); break;
    case isa::GatewayFunction::forward: answer = forward(call, message, payload); break;
    case isa::GatewayFunction::barrier: answer = barrier(call, payload); break;
    case isa::GatewayFunction::update_state: answer = update_state(call, payload); break;
    default:
      call.chose(eu::GatewayChoice::undescribed);
      answer.error = GatewayError::opcode;
      break;
  }
  if (!answer.valid) return false;
  if (message.acknowledge) {
    const auto id = static_cast<std::uint32_t>(isa::Sfid::gateway);
    put_dword(request.response[0].bytes.data(), 0, id << 16 | static_cast<std::uint32_t>(answer.error));
  }
  return true;
}

// Section 1.1.2: M0.5 bits 28:21 are the register base.
ThreadGateway::Answer ThreadGateway::open(const MessageCall& call, const std::byte* payload) {
  if (bypass_) return {};  // bypass: all gateways are open
  const std::uint32_t register_base = bits(dword(payload, 5), 28, 21);
  if (register_base >= eu::kGrfCount) {
    call.chose(eu::GatewayChoice::base_beyond_registers);
    return {.error = GatewayError::size_exceeded};
  }
  own(call.request().thread) = {
      .thread = &call.request().thread, .open = true, .register_base = static_cast<std::uint8_t>(register_base)};
  return {};
}

// Section 1.1.3.
ThreadGateway::Answer ThreadGateway::close(const MessageCall& call) {
  Recipient& place = own(call.request().thread);
  place.open = false;
  place.register_base = 0;
  return {};
}

// Section 1.1.4.
ThreadGateway::Answer ThreadGateway::forward(const MessageCall& call, const isa::Gateway& message,
                                             const std::byte* payload) {
  constexpr std::string_view kForwardReference = "SNB PRM vol4 part2 1.1.4.1";
  const std::uint32_t m0_5 = dword(payload, 5);
  const std::uint32_t m0_4 = dword(payload, 4);
  const unsigned bytes = segment_bytes(bits(m0_5, 10, 8));
  if (bytes == 0) return {.error = GatewayError::message_size};
  if (message.notify > kNotifyN2) {
    return {.valid =
                call.fail("forwarded message with a reserved notification", "SNB PRM vol4 part2 1.1.1 bits 16:15")};
  }
  const Recipient& recipient = places_[find_place(bits(m0_4, 27, 24), bits(m0_4, 18, 16))];
  if (recipient.thread == nullptr) call.chose(eu::GatewayChoice::no_such_thread);
  if (recipient.thread == nullptr || !(bypass_ || recipient.open)) return {.error = GatewayError::closed};

  const unsigned target = base(recipient) + bits(m0_5, 28, 21);
  const unsigned offset = bits(m0_5, 20, 16);
  if (target == 0 || target >= eu::kGrfCount) {
    return {.valid = call.fail(fmt::format("forwarded message to r{}: it must go to r1 to r127", target),
                               std::string{kForwardReference})};
  }
  if (offset % bytes != 0) {
    return {.valid = call.fail(fmt::format("forwarded segment of {} bytes at byte {} is not aligned", bytes, offset),
                               std::string{kForwardReference})};
  }
  std::memcpy(recipient.thread->grf[target].bytes.data() + offset, payload, bytes);
  call.wrote(*recipient.thread, target, offset, bytes);
  if (message.notify != kNoNotify) notify(*recipient.thread, message.notify == kNotifyN0 ? 0 : 2);
  return {};
}

// Section 1.1.6: when the last thread arrives, all get the answer: a byte, and a notification of n0.
ThreadGateway::Answer ThreadGateway::barrier(const MessageCall& call, const std::byte* payload) {
  eu::Thread& thread = call.request().thread;
  const std::uint32_t m0_2 = dword(payload, 2);
  BarrierState& state = barriers_[bits(m0_2, 27, 24)];
  if (state.threads == 0) return {.error = GatewayError::barrier_inactive};
  const unsigned offset = bits(m0_2, 23, 16) & ~1U;  // the lowest bit is ignored
  const unsigned target = base(own(thread)) + offset;
  if (target >= eu::kGrfCount) {
    return {.valid = call.fail(fmt::format("barrier answer to r{}: the last register is r127", target),
                               "SNB PRM vol4 part2 1.1.6.1")};
  }
  if (target == 0) call.chose(eu::GatewayChoice::answer_in_r0);
  state.waiting.push_back({.thread = &thread, .target = target});
  if (state.waiting.size() < state.threads) return {};
  for (const Arrival& arrival : state.waiting) {
    // r0 must not be the target; then the byte is dropped.
    if (arrival.target != 0) {
      arrival.thread->grf[arrival.target].bytes[0] = std::byte{state.byte};
      call.wrote(*arrival.thread, arrival.target, 0, 1);
    }
    notify(*arrival.thread, 0);
  }
  state.waiting.clear();
  return {};
}

// Section 1.1: sets Barrier.Byte. The payload is not documented (docs/record/undefined.md).
ThreadGateway::Answer ThreadGateway::update_state(const MessageCall& call, const std::byte* payload) {
  call.chose(eu::GatewayChoice::state_payload);
  const std::uint32_t m0_2 = dword(payload, 2);
  barriers_[bits(m0_2, 27, 24)].byte = static_cast<std::uint8_t>(bits(m0_2, 23, 16));
  return {};
}

// Section 1.1.5: both times are written to one half of the register.
bool ThreadGateway::time_stamp(MessageCall& call, const isa::Gateway& message, const std::byte* payload) {
  if (!message.acknowledge) {
    return call.fail("a time stamp must be acknowledged: it has nowhere to go", "SNB PRM vol4 part2 1.1.5.2");
  }
  const eu::Thread& thread = call.request().thread;
  constexpr std::uint64_t kQuarters = 4;
  const std::uint64_t executed = thread.instructions_executed * kQuarters;
  const GatewayTimes times = clock_ ? clock_(thread) : GatewayTimes{.absolute = executed, .relative = executed};
  const bool high = bit(dword(payload, 5), 31);
  std::byte* half = call.request().response[0].bytes.data() + (high ? eu::kGrfBytes / 2 : 0);
  const auto put = [&](unsigned index, std::uint64_t time) {
    constexpr unsigned kLowBits = 12;  // the low part has quarters up to 1.024 microseconds, in bits 31:20
    put_dword(half, index, static_cast<std::uint32_t>((time & low_mask(kLowBits)) << (32 - kLowBits)));
    put_dword(half, index + 1, static_cast<std::uint32_t>(time >> kLowBits));
  };
  put(0, times.absolute);
  put(2, times.relative);
  return true;
}

}  // namespace eugene::functions
