// Messages to the load/store cache, sent by hand.
#pragma once

#include <random>

#include "isa/message/message.h"
#include "port_fixture.h"
#include "told_values.h"

namespace eugene::functions {

struct LscTest : PortTest {
  LscTest() : told(view) {
    hearing.add(told);
    hearing.add(recoveries);
  }

  struct Message {
    isa::Lsc body;
    isa::Sfid sfid = isa::Sfid::ugm;
    std::uint32_t surface = 0;
    unsigned lanes = 1;
    std::uint32_t channels = 1;
    std::vector<std::byte> payload, data;
    unsigned response_bytes = 0;
  };

  static Registers as_registers(const std::vector<std::byte>& bytes) {
    Registers result((bytes.size() + eu::kGrfBytes - 1) / eu::kGrfBytes);
    for (eu::Grf& grf : result) grf.bytes.fill(std::byte{0});
    if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

  // Sends a message. The response is filled with 0xEE before. For every fourth message, checks reported values against
  // memory.
  eu::SendStatus send(const Message& message) {
    const bool is_observed = sent++ % 4 == 0;
    port.observe(is_observed ? &hearing : &observers);
    const auto descriptor = isa::encode_message(isa::kGen9, {.sfid = message.sfid, .body = message.body});
    EXPECT_TRUE(descriptor.has_value());
    isa::Instruction instruction;
    instruction.opcode = isa::Opcode::sends;
    instruction.exec_size = static_cast<std::uint8_t>(message.lanes);
    instruction.send.sfid = message.sfid;
    const Registers payload = as_registers(message.payload), data = as_registers(message.data);
    response.assign((message.response_bytes + eu::kGrfBytes - 1) / eu::kGrfBytes, {});
    for (eu::Grf& grf : response) grf.bytes.fill(std::byte{0xEE});
    const eu::SendStatus status = port.send({.instruction = instruction,
                                             .thread = thread,
                                             .descriptor = descriptor.value_or(0),
                                             .extended_descriptor = message.surface,
                                             .payload = payload,
                                             .extended_payload = data,
                                             .response = response,
                                             .channels = message.channels});
    if (status == eu::SendStatus::fault) fault = port.take_fault();
    const bool is_prefetch = !isa::is_atomic(message.body.op) && !is_store(message.body.op) && response.empty();
    if (is_observed && status == eu::SendStatus::done && !is_prefetch) told.check();
    return status;
  }
  void done(const Message& message) { ASSERT_EQ(send(message), eu::SendStatus::done) << fault.what; }

  const std::byte* response_bytes() const { return response.data()->bytes.data(); }

  unsigned random(unsigned low, unsigned high) { return std::uniform_int_distribution<unsigned>(low, high)(generator); }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[random(0, static_cast<unsigned>(values.size()) - 1)];
  }
  std::vector<std::byte> random_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t at = 0; at < count; at += sizeof(std::uint32_t)) {
      const auto word = static_cast<std::uint32_t>(generator());
      std::memcpy(&bytes[at], &word, std::min(sizeof(word), count - at));
    }
    return bytes;
  }

  ToldValues told;
  eu::Observers hearing;  // in addition to `recoveries`
  std::uint64_t sent = 0;
  std::mt19937 generator{16};
};

}  // namespace eugene::functions
