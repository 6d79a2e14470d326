// Sends: what the port gets, and what its answer changes in the thread.
#include "bench.h"

namespace eugene::eu::test {
namespace {

Instruction send(unsigned size, unsigned response, unsigned response_length, unsigned payload, unsigned length) {
  Instruction instruction{.opcode = Opcode::send, .exec_size = static_cast<std::uint8_t>(size)};
  instruction.dst = dst(response, Type::ud);
  instruction.src[0] = src(payload, Type::ud);
  instruction.send = {.sfid = isa::Sfid::dp_data1, .descriptor = (length << 25) | (response_length << 20) | 0x1234};
  return instruction;
}

TEST(Send, PassesPayloadResponseAndEnabledChannels) {
  Bench bench(0x00F0);
  bench.set<std::uint32_t>(10, {7});
  bench.thread.flag[0] = 0x0030;
  unsigned sends = 0;
  bench.port.on_send = [&](const SendRequest& request) {
    ++sends;
    EXPECT_EQ(request.channels, 0x30U);
    EXPECT_EQ(request.payload.size(), 2U);
    EXPECT_EQ(request.response.size(), 3U);
    EXPECT_EQ(request.descriptor & 0x7FFFFU, 0x1234U);
    std::memcpy(request.response[2].bytes.data(), request.payload[0].bytes.data(), 4);
    return SendStatus::done;
  };
  bench.run({predicated(send(16, 20, 3, 10, 2))});
  EXPECT_EQ(sends, 1U);
  EXPECT_EQ(bench.get<std::uint32_t>(22), 7U);
}

TEST(Send, WithoutChannelsIsNotSentUnlessNoMask) {
  Bench bench(0x00F0);
  unsigned sends = 0;
  bench.port.on_send = [&](const SendRequest&) {
    ++sends;
    return SendStatus::done;
  };
  bench.run({predicated(send(16, 20, 1, 10, 1)), no_mask(send(1, 20, 1, 10, 1))});
  EXPECT_EQ(sends, 1U);
}

TEST(Send, DescriptorInA0AndSplitPayload) {
  Bench bench(0xFF);
  bench.thread.address[0] = 0x1234;
  bench.thread.address[1] = 0x0221;  // length 1, response 2
  Instruction instruction = send(8, 20, 0, 10, 0);
  instruction.opcode = Opcode::sends;
  instruction.src[1] = src(40, Type::ud);
  instruction.send.descriptor_in_a0 = true;
  instruction.send.extended_descriptor = 3 << 6;
  bench.port.on_send = [&](const SendRequest& request) {
    EXPECT_EQ(request.descriptor, 0x02211234U);
    EXPECT_EQ(request.payload.size(), 1U);
    EXPECT_EQ(request.extended_payload.size(), 3U);
    EXPECT_EQ(request.extended_payload.data(), &bench.thread.grf[40]);
    EXPECT_EQ(request.response.size(), 2U);
    return SendStatus::done;
  };
  bench.run({instruction});
}

// With an extended descriptor in a0, its bits 3:0 are the shared function. oneDNN's kernels have zero in the
// instruction then.
TEST(Send, SharedFunctionInA0) {
  Bench bench(0xFF);
  bench.thread.address[2] = 2 << 6 | 0xC;
  Instruction instruction = send(8, 20, 0, 10, 1);
  instruction.opcode = Opcode::sends;
  instruction.src[1] = src(40, Type::ud);
  instruction.send.sfid = isa::Sfid::null;
  instruction.send.extended_descriptor_in_a0 = true;
  instruction.send.extended_a0_subnr = 2;
  unsigned sends = 0;
  bench.port.on_send = [&](const SendRequest& request) {
    ++sends;
    EXPECT_EQ(request.sfid(), isa::Sfid::dp_data1);
    EXPECT_EQ(request.extended_payload.size(), 2U);
    return SendStatus::done;
  };
  bench.run({instruction});
  EXPECT_EQ(sends, 1U);
}

TEST(Send, BlockedCanBeTriedAgainAndFaultsCarryTheIp) {
  Bench bench(0xFF);
  bool ready = false;
  bench.port.on_send = [&](const SendRequest&) { return ready ? SendStatus::fault : SendStatus::blocked; };
  bench.port.fault = {.what = "read of unmapped address", .address = 0x1000};
  bench.run_to({op(Opcode::nop, 1, null()), send(8, 20, 1, 10, 1)}, Stop::blocked);
  EXPECT_EQ(bench.thread.ip, 16U);
  ready = true;
  bench.run_to({op(Opcode::nop, 1, null()), send(8, 20, 1, 10, 1)}, Stop::fault);
  EXPECT_EQ(bench.outcome.fault->ip, 16U);
  EXPECT_EQ(bench.outcome.fault->address, 0x1000U);
}

TEST(Send, RegistersBeyondTheFileAreAFault) {
  for (const Instruction& bad : {send(8, 20, 1, 127, 2), send(8, 126, 3, 10, 1)}) {
    Bench bench(0xFF);
    bench.run_to({bad}, Stop::fault);
  }
}

TEST(Send, Gen6SendsFromMessageRegisters) {
  Bench bench(0xFF, isa::kGen6);
  Instruction instruction = send(8, 20, 1, 3, 2);
  instruction.src[0].file = RegFile::mrf;
  bench.port.on_send = [&](const SendRequest& request) {
    EXPECT_EQ(request.payload.data(), &bench.thread.mrf[3]);
    return SendStatus::done;
  };
  bench.run({instruction});
}

}  // namespace
}  // namespace eugene::eu::test
