// A Gen6 port with a gateway and a URB, threads with an identity, and messages built by hand.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "functions/port.h"
#include "functions/thread_gateway.h"
#include "functions/urb.h"
#include "memory/flat_memory.h"
#include "support/descriptors.h"

namespace eugene::functions {

using eugene::test::kBarrier, eugene::test::kHeader;

struct Gen6Test : ::testing::Test {
  using Dwords = std::array<std::uint32_t, 8>;
  static constexpr std::uint32_t kAcknowledge = 1U << 14;
  static constexpr std::uint32_t kUntouched = 0xEEEE'EEEE;

  Gen6Test() : view(flat), port(isa::kGen6, view) {
    use(gateway);
    identify(one, 3, 1);
    identify(two, 5, 2);
  }

  void use(ThreadGateway& which) { port.begin_dispatch({.gateway = &which, .urb = &urb}); }

  // sr0.0: SNB PRM vol4 part2 5.3.4.7.
  static void identify(eu::Thread& thread, std::uint32_t euid, std::uint32_t tid) { thread.state[0] = euid << 8 | tid; }

  static eu::Grf row(const Dwords& dwords) {
    eu::Grf result;
    std::memcpy(result.bytes.data(), dwords.data(), sizeof(dwords));
    return result;
  }
  static Dwords dwords(const eu::Grf& row) {
    Dwords result;
    std::memcpy(result.data(), row.bytes.data(), sizeof(result));
    return result;
  }
  // A row of eight consecutive numbers.
  static eu::Grf count_from(std::uint32_t first) {
    Dwords result;
    for (std::uint32_t n = 0; n < result.size(); ++n) result[n] = first + n;
    return row(result);
  }

  struct Options {
    bool eot = false;
    bool answered = false;  // has a destination
    std::uint32_t channels = 0xFF;
  };

  eu::SendStatus send(eu::Thread& thread, isa::Sfid sfid, std::uint32_t control, const std::vector<eu::Grf>& payload,
                      const Options& options) {
    isa::Instruction instruction;
    instruction.opcode = isa::Opcode::send;
    instruction.exec_size = 8;
    instruction.send.sfid = sfid;
    instruction.send.eot = options.eot;
    const auto length = static_cast<std::uint32_t>(payload.size());
    const std::uint32_t descriptor = control | length << 25 | (options.answered ? 1U << 20 : 0U);
    response.assign(options.answered ? 1 : 0, {});
    for (eu::Grf& grf : response) grf.bytes.fill(std::byte{0xEE});
    fault = {};
    const eu::SendStatus status = port.send({.instruction = instruction,
                                             .thread = thread,
                                             .descriptor = descriptor,
                                             .payload = payload,
                                             .extended_payload = {},
                                             .response = response,
                                             .channels = options.channels});
    if (status == eu::SendStatus::fault) fault = port.take_fault();
    return status;
  }

  // Expects a fault whose text has `part`.
  void faults(eu::SendStatus status, const std::string& part) {
    EXPECT_EQ(status, eu::SendStatus::fault);
    EXPECT_NE(fault.what.find(part), std::string::npos) << fault.what;
    EXPECT_FALSE(fault.reference.empty()) << fault.what;
  }

  std::uint32_t returned(unsigned index) const { return dwords(response[0])[index]; }

  memory::FlatMemory flat;
  memory::View view;
  Port port;
  ThreadGateway gateway;
  Urb urb;
  eu::Thread one{};
  eu::Thread two{};
  std::vector<eu::Grf> response;
  eu::Fault fault;
};

}  // namespace eugene::functions
