// Payloads of GPGPU threads: the header, constants, and masks.
#include "gpu/media/gpgpu_work.h"

#include <gtest/gtest.h>

#include <cstring>

#include "memory/flat_memory.h"
#include "started_thread.h"
#include "support/build.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kIndirect = 0x10000;

std::uint32_t dword(const eu::Grf& grf, unsigned index) {
  std::uint32_t value = 0;
  std::memcpy(&value, grf.bytes.data() + index * 4, 4);
  return value;
}

// Two threads, SIMD16, two registers of constants each and one for both, registers numbered by their first dword.
class GpgpuWork : public ::testing::Test {
 protected:
  GpgpuWork() {
    EXPECT_TRUE(memory_.map(kIndirect, 0x1000));
    for (std::uint32_t i = 0; i < 5; ++i) {
      const std::uint32_t value = 100 + i;
      EXPECT_TRUE(view_.write(kIndirect + i * 32, std::as_bytes(std::span(&value, 1))));
    }
    state_.bases.indirect_object = kIndirect;
    state_.descriptors = {InterfaceDescriptor{.sampler_state = 0x40,
                                              .binding_table = 0xE0,
                                              .per_thread_registers = 2,
                                              .cross_thread_registers = 1,
                                              .threads = 2}};
    state_.vfe = {.scratch_base = 0x8000, .scratch_size_code = 1};
    walker_ = {.indirect_length = 5 * 32, .simd = 16, .threads = {2, 1, 1}, .end = {3, 2, 1}, .right_mask = 0x00FF};
  }

  // The groups of the walk.
  void expect_groups(unsigned groups) {
    const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
    ASSERT_TRUE(work);
    EXPECT_EQ(work->groups, groups);
  }
  GroupId id_of(unsigned group) { return make_gpgpu_work(walker_, state_, view_).value().payload->id(group); }

  memory::FlatMemory memory_;
  memory::View view_{memory_};
  PipelineState state_;
  Walker walker_;
};

TEST_F(GpgpuWork, IndirectPayloadPutsTheThreadsOwnFirst) {
  const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
  ASSERT_TRUE(work) << work.error().message;
  const eu::Thread thread = started_thread(*work, 5, 1, {.fixed_function_thread = 3, .barrier = 0x12});
  // Memory: 100 cross-thread, 101-102 thread 0, 103-104 thread 1.
  EXPECT_EQ(dword(thread.grf[1], 0), 103U);
  EXPECT_EQ(dword(thread.grf[2], 0), 104U);
  EXPECT_EQ(dword(thread.grf[3], 0), 100U);
  const eu::Grf& header = thread.grf[0];
  EXPECT_EQ(dword(header, 1), 2U);  // group 5 of 3 x 2
  EXPECT_EQ(dword(header, 6), 1U);
  EXPECT_EQ(dword(header, 7), 0U);
  EXPECT_EQ(dword(header, 2) & 0x8F00'0000, 0x8200'0000U);  // barrier 0x12: bit 4 is apart
  EXPECT_EQ(dword(header, 3), 0x41U);                       // sampler states, 2 KB of scratch
  EXPECT_EQ(dword(header, 4), 0xE0U);
  EXPECT_EQ(dword(header, 5), (0x8000U + 3 * 2048) | 3U);
}

TEST_F(GpgpuWork, CurbePutsTheThreadsOwnLast) {
  walker_.indirect_length = 0;
  state_.curbe.resize(6 * 32);
  for (std::uint32_t i = 0; i < 6; ++i) state_.curbe[i * 32] = static_cast<std::byte>(i);
  state_.descriptors[0].constant_offset = 1;
  const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
  ASSERT_TRUE(work) << work.error().message;
  const eu::Thread thread = started_thread(*work, 0, 1, {});
  EXPECT_EQ(dword(thread.grf[1], 0), 1U);
  EXPECT_EQ(dword(thread.grf[2], 0), 4U);
  EXPECT_EQ(dword(thread.grf[3], 0), 5U);
}

TEST_F(GpgpuWork, RightMaskIsOfTheLastThreadOfARow) {
  const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
  ASSERT_TRUE(work);
  EXPECT_EQ(work->payload->channels(0), 0xFFFFU);
  EXPECT_EQ(work->payload->channels(1), 0x00FFU);
}

TEST_F(GpgpuWork, BottomMaskIsOfTheLastRow) {
  walker_.threads = {1, 2, 1};
  walker_.right_mask = ~0U;
  walker_.bottom_mask = 0xF;
  const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
  ASSERT_TRUE(work);
  EXPECT_EQ(work->payload->channels(0), 0xFFFFU);
  EXPECT_EQ(work->payload->channels(1), 0xFU);
}

// A kernel that moves `size` channels.
eu::Kernel moving(std::uint8_t size) {
  using namespace test;
  return *eu::prepare(program({op(isa::Opcode::mov, size, dst(4, isa::Type::f), src(4, isa::Type::f))}));
}

TEST_F(GpgpuWork, CoversWhatAllItsThreadsRun) {
  const auto thread_channels = [&](std::uint8_t size) {
    const Result<Work> work = make_gpgpu_work(walker_, state_, view_);
    EXPECT_TRUE(work);
    return find_thread_channels(*work, moving(size));
  };
  EXPECT_EQ(thread_channels(8), eu::ThreadChannels::all);  // the right mask leaves these
  EXPECT_EQ(thread_channels(16), eu::ThreadChannels::any);
  walker_.right_mask = 0xFFFF;
  EXPECT_EQ(thread_channels(16), eu::ThreadChannels::all);
  walker_.bottom_mask = 0x7F;
  EXPECT_EQ(thread_channels(8), eu::ThreadChannels::any);
  walker_.bottom_mask = 1;
  EXPECT_EQ(thread_channels(8), eu::ThreadChannels::one);
}

TEST_F(GpgpuWork, GroupsWalkXFirst) {
  expect_groups(6);
  EXPECT_EQ(id_of(4), (GroupId{1, 1, 0}));
}

TEST_F(GpgpuWork, StartingGroupMovesTheWalk) {
  walker_.first = {1, 1, 0};
  expect_groups(2);
  EXPECT_EQ(id_of(1), (GroupId{2, 1, 0}));
}

TEST_F(GpgpuWork, EmptyWalkHasNoGroups) {
  walker_.end = {3, 0, 1};
  expect_groups(0);
}

TEST_F(GpgpuWork, ContradictionsAreErrors) {
  Walker walker = walker_;
  walker.descriptor = 1;
  EXPECT_FALSE(make_gpgpu_work(walker, state_, view_));  // never loaded
  walker = walker_;
  walker.threads = {3, 1, 1};
  EXPECT_FALSE(make_gpgpu_work(walker, state_, view_));  // the descriptor says 2
  walker = walker_;
  walker.indirect_start = 0x10'0000;
  EXPECT_FALSE(make_gpgpu_work(walker, state_, view_));  // not mapped
  state_.descriptors[0].per_thread_registers = 200;
  EXPECT_FALSE(make_gpgpu_work(walker_, state_, view_));  // more than the register file
}

}  // namespace
}  // namespace eugene::gpu
