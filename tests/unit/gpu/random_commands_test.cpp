// Batches of random commands, each with a name and a length that its generation knows and fields that are anything: the
// streamer ends every one of them, with a reason where it fails.
#include <gtest/gtest.h>

#include <random>

#include "gpu/commands/command_table.h"
#include "media_batch.h"

namespace eugene::gpu {
namespace {

class RandomBatches {
 public:
  RandomBatches(const MediaMachine& machine, std::uint32_t seed) : machine_(machine), random_(seed) {
    const auto offer = [&](std::uint32_t first) {
      if (find_command(*machine.gen, machine.engine, first) != nullptr) codes_.push_back(first);
    };
    for (std::uint32_t opcode = 0; opcode < 64; ++opcode) offer(opcode << 23);
    for (std::uint32_t opcode = 0; opcode < 128; ++opcode) offer(2U << 29 | opcode << 22);
    for (std::uint32_t code = 0; code < 1U << 13; ++code) offer(3U << 29 | code << 16);
  }

  std::size_t known() const { return codes_.size(); }

  void add_command(MediaBatch& batch) {
    const std::uint32_t code = codes_[random_() % codes_.size()];
    const Command& command = *find_command(*machine_.gen, machine_.engine, code);
    const CommandForm& form = command.form(*machine_.gen);
    if (form.length_bits == 0) return batch.add({code | static_cast<std::uint32_t>(random_() & 0xFF)});
    Dwords dwords(form.shortest + random_() % 4);
    for (std::uint32_t& each : dwords) each = field();
    const auto length = static_cast<std::uint32_t>(dwords.size()) - 2;
    const std::uint32_t flags = form.length_bits < 16 ? static_cast<std::uint32_t>(random_()) & 0x007F'0000 : 0;
    dwords[0] = code | (command.name.starts_with("MI_") ? flags : 0) | length;
    batch.add(dwords);
  }

 private:
  // Zeros, small numbers, single bits and addresses that are mapped, as often as any number.
  std::uint32_t field() {
    switch (random_() % 6) {
      case 0: return 0;
      case 1: return static_cast<std::uint32_t>(random_() % 64);
      case 2: return 1U << random_() % 32;
      case 3: return MediaBatch::kDynamic + static_cast<std::uint32_t>(random_() % 0x4000);
      case 4: return static_cast<std::uint32_t>(random_() % 16 << 16 | random_() % 16);
      default: return static_cast<std::uint32_t>(random_());
    }
  }

  MediaMachine machine_;
  std::mt19937 random_;
  std::vector<std::uint32_t> codes_;
};

class RandomCommands : public testing::TestWithParam<MediaMachine> {};

INSTANTIATE_TEST_SUITE_P(Engines, RandomCommands,
                         testing::Values(kGen6Machine, kGen9Machine,
                                         MediaMachine{&isa::kGen6, find_device("snb"), false, EngineKind::copy},
                                         MediaMachine{&isa::kGen9, find_device("bxt"), true, EngineKind::copy}));

TEST_P(RandomCommands, EndWithAReasonWhereTheyFail) {
  RandomBatches random(GetParam(), 14);
  ASSERT_GT(random.known(), 10U);
  unsigned idle = 0;
  unsigned dispatched = 0;
  for (int round = 0; round < 400; ++round) {
    MediaBatch batch(GetParam());
    if (GetParam().engine == EngineKind::render) {
      batch.prologue({.constant_registers = 1}, {static_cast<std::uint32_t>(round) << 30 | 3, 0x0F0F'F0FF, 0});
      batch.curbe({1, 2, 3});
    }
    for (int i = 0; i < 6; ++i) random.add_command(batch);
    switch (batch.run(std::chrono::milliseconds(30))) {
      case StreamStatus::idle: ++idle; break;
      case StreamStatus::failed: EXPECT_FALSE(batch.error().empty()); break;
      case StreamStatus::waiting:
      case StreamStatus::preempted: break;
    }
    for (const Work& work : batch.works) {
      ++dispatched;
      ASSERT_GT(work.groups, 0U);
      // The registers of the last thread can be filled in.
      (void)batch.thread(work, work.groups - 1, work.threads - 1);
    }
  }
  EXPECT_GT(idle, 20U);
  if (GetParam().engine == EngineKind::render) {
    EXPECT_GT(dispatched, 0U);
  }
}

}  // namespace
}  // namespace eugene::gpu
