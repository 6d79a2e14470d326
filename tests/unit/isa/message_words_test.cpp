// Descriptions of sends in words: the bytes of a channel or of a block, and the surface, by its name if it has one.
#include "isa/message/words.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace eugene::isa {
namespace {

std::string words(const MessageBody& body, Sfid sfid = Sfid::dp_data1, std::uint32_t extended = 0) {
  return describe_message(kGen9, Message{.sfid = sfid, .extended_descriptor = extended, .body = body},
                          [](unsigned surface) { return surface == 5 ? std::string("data") : std::string(); });
}

TEST(MessageWords, AccessesSayBytesAndPlace) {
  const std::vector<std::pair<MessageBody, std::string>> cases{
      {UntypedSurface{.bti = 3, .simd = 16, .channels = 0x1}, "read 4 bytes, surface 3"},
      {UntypedSurface{.access = Access::write, .bti = 5, .channels = 0xF}, "write 16 bytes, surface 5 `data`"},
      {UntypedSurface{.bti = kBtiSlm, .channels = 0x3}, "read 8 bytes, local memory"},
      {UntypedSurface{.a64 = true, .bti = 1, .channels = 0x1}, "read 4 bytes, by address"},
      {UntypedSurface{.bti = kBtiStateless, .channels = 0x1}, "read 4 bytes, by address"},
      {ByteScattered{.access = Access::write, .bti = 0, .bytes = 1}, "write 1 byte, surface 0"},
      {A64Scattered{.element_bytes = 4, .elements = 2}, "read 8 bytes, by address"},
      {UntypedAtomic{.bti = 0, .op = AtomicOp::add}, "atomic add of 4 bytes, surface 0"},
      {UntypedFloatAtomic{.bti = 0, .op = FloatAtomicOp::fmax}, "atomic fmax of 4 bytes, surface 0"},
      {OwordBlock{.bti = 2, .owords = 4}, "read a block of 64 bytes, surface 2"},
      {A64HwordBlock{.access = Access::write, .hwords = 2}, "write a block of 64 bytes, by address"},
      {ScratchBlock{.access = Access::write, .hwords = 4}, "write a block of 128 bytes, scratch memory of the thread"},
      {TypedSurface{.access = Access::write, .bti = 1}, "write a pixel, surface 1"},
      {MediaBlock{.bti = 1}, "read a rectangle, surface 1"},
      {MemoryFence{}, "fence of memory"},
  };
  for (const auto& [body, expected] : cases) EXPECT_EQ(words(body), expected);
}

TEST(MessageWords, OtherFunctions) {
  EXPECT_EQ(words(Gateway{.function = GatewayFunction::barrier}, Sfid::gateway), "arrive at the barrier");
  EXPECT_EQ(words(Gateway{.function = GatewayFunction::forward}, Sfid::gateway), "gateway: forward");
  EXPECT_EQ(words(ThreadSpawner{}, Sfid::spawner), "end of the thread");
  EXPECT_EQ(words(Sampler{.bti = 4, .sampler = 2, .type = 0}, Sfid::sampler), "sample (sample), surface 4, sampler 2");
  EXPECT_EQ(words(Sampler{.bti = 5, .type = 7}, Sfid::sampler), "read a texel (ld), surface 5 `data`");
  EXPECT_EQ(words(Urb{.opcode = 8}, Sfid::urb), "read from the URB");
  EXPECT_EQ(words(Lsc{.op = LscOp::store, .model = LscModel::binding_table, .elements = 4}, Sfid::ugm, 5),
            "write 16 bytes, surface 5 `data`");
  EXPECT_EQ(words(Lsc{.op = LscOp::load}, Sfid::slm), "read 4 bytes, local memory");
}

TEST(MessageWords, OfAnInstruction) {
  Instruction send{.opcode = Opcode::send};
  send.send = {.sfid = Sfid::dp_data1, .descriptor = 0x05E03};
  EXPECT_EQ(describe_message(kGen9, send), "read 4 bytes, surface 3");
  send.send.index_in_a0 = true;
  EXPECT_EQ(describe_message(kGen9, send), "read 4 bytes, the surface that a0 names");
  send.send.descriptor_in_a0 = true;
  EXPECT_EQ(describe_message(kGen9, send), "a message that a0 describes");
  EXPECT_EQ(describe_message(kGen9, Instruction{.opcode = Opcode::mov}), "");
}

}  // namespace
}  // namespace eugene::isa
