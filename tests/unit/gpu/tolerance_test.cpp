// Tests two kinds of commands that do not end the context. The streamer skips commands in the form of another
// generation. It executes commands that keep the GPU busy, until a time limit.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/commands/command_streamer.h"
#include "memory/flat_memory.h"

namespace eugene::gpu::tolerance_test {
namespace {

constexpr std::uint64_t kRing = 0x10000;    // in the GGTT
constexpr std::uint64_t kBatch = 0x100000;  // in the PPGTT
constexpr std::uint64_t kData = 0x200000;
constexpr std::uint32_t kBatchEnd = 0x0500'0000;
constexpr std::uint32_t kStoreImm = 0x1000'0002;
constexpr std::uint32_t kBatchStart = 0x1880'0101;

class Streamer {
 public:
  explicit Streamer(EngineKind engine = EngineKind::render, bool tells = true) {
    EXPECT_TRUE(ggtt_.map(kRing, 0x1000));
    EXPECT_TRUE(ppgtt_.map(kBatch, 0x1000));
    EXPECT_TRUE(ppgtt_.map(kData, 0x1000));
    StreamerHost host{.longest_alone = std::chrono::milliseconds(50), .longest_batch = std::chrono::milliseconds(150)};
    host.preempted = [this] { return is_preempted; };
    host.cancelled = [this] { return std::chrono::steady_clock::now() >= cancelled_; };
    if (tells) host.skipped = [this](std::string_view what) { skipped_.emplace_back(what); };
    streamer_.emplace(isa::kGen9, std::move(host), registers_, ppgtt_view_, ggtt_view_, engine);
  }

  static constexpr auto kNoLimit = std::chrono::steady_clock::time_point::max();

  StreamStatus run(std::vector<std::uint32_t> dwords, std::chrono::steady_clock::time_point deadline = kNoLimit) {
    dwords.push_back(kBatchEnd);
    put(ppgtt_view_, kBatch, dwords);
    put(ggtt_view_, kRing, {kBatchStart, static_cast<std::uint32_t>(kBatch), 0, 0});
    ring_ = {.start = kRing, .bytes = 0x1000, .tail = 16};
    return streamer_->run(ring_, deadline);
  }
  // Continues the ring.
  StreamStatus resume() { return streamer_->run(ring_, kNoLimit); }
  // Commands in the ring itself, up to a tail.
  StreamStatus run_ring(const std::vector<std::uint32_t>& dwords, std::uint32_t tail) {
    put(ggtt_view_, kRing, dwords);
    ring_ = {.start = kRing, .bytes = 0x1000, .tail = tail};
    return streamer_->run(ring_, kNoLimit);
  }
  // Whether another context wants the GPU.
  bool is_preempted = false;
  void cancel_after(std::chrono::milliseconds time) { cancelled_ = std::chrono::steady_clock::now() + time; }
  const std::vector<std::string>& skipped() const { return skipped_; }
  std::string error() const { return streamer_->error().message; }
  void put_data(std::uint32_t value) { put(ppgtt_view_, kData, {value, 0}); }
  std::uint32_t data() {
    std::uint32_t value = 0;
    EXPECT_TRUE(ppgtt_view_.read(kData, std::as_writable_bytes(std::span(&value, 1))));
    return value;
  }

 private:
  static void put(memory::View& view, std::uint64_t address, const std::vector<std::uint32_t>& dwords) {
    ASSERT_TRUE(view.write(address, std::as_bytes(std::span(dwords))));
  }

  memory::FlatMemory ggtt_;
  memory::FlatMemory ppgtt_;
  memory::View ggtt_view_{ggtt_};
  memory::View ppgtt_view_{ppgtt_};
  Clock clock_{19'200'000};
  Registers registers_{clock_};
  std::vector<std::string> skipped_;
  Ring ring_;
  std::chrono::steady_clock::time_point cancelled_ = std::chrono::steady_clock::time_point::max();
  std::optional<CommandStreamer> streamer_;
};

struct Short {
  const char* name;
  EngineKind engine;
  std::uint32_t first;  // dword 0 but for the length
  unsigned gen6;        // dwords
};

// Every command that both generations have, and that is longer in Gen9.
constexpr Short kShort[]{
    {"MI_STORE_REGISTER_MEM", EngineKind::render, 0x24U << 23, 3},
    {"XY_COLOR_BLT", EngineKind::copy, 0x5400'0000, 6},
    {"XY_SRC_COPY_BLT", EngineKind::copy, 0x54C0'0000, 8},
    {"STATE_BASE_ADDRESS", EngineKind::render, 0x6101'0000, 10},
    {"STATE_SIP", EngineKind::render, 0x6102'0000, 2},
    {"MEDIA_VFE_STATE", EngineKind::render, 0x7000'0000, 8},
    {"PIPE_CONTROL", EngineKind::render, 0x7A00'0000, 4},
    {"3DPRIMITIVE", EngineKind::render, 0x7B00'0000, 6},
};

TEST(Tolerance, CommandsOfAnotherGenerationArePassedOver) {
  for (const Short& each : kShort) {
    SCOPED_TRACE(each.name);
    std::vector<std::uint32_t> commands{each.first | (each.gen6 - 2)};
    commands.resize(each.gen6);
    commands.insert(commands.end(), {kStoreImm, static_cast<std::uint32_t>(kData), 0, 17});
    Streamer tolerant(each.engine);
    ASSERT_EQ(tolerant.run(commands), StreamStatus::idle) << tolerant.error();
    EXPECT_EQ(tolerant.data(), 17U);
    ASSERT_EQ(tolerant.skipped().size(), 1U);
    EXPECT_TRUE(tolerant.skipped()[0].starts_with(each.name)) << tolerant.skipped()[0];
    EXPECT_NE(tolerant.skipped()[0].find("as on another generation"), std::string::npos);
    // Without a callback for reports, such a command fails.
    EXPECT_EQ(Streamer(each.engine, false).run(commands), StreamStatus::failed);
  }
}

TEST(Tolerance, CommandsOfNoGenerationFail) {
  Streamer tolerant(EngineKind::copy);
  EXPECT_EQ(tolerant.run({0x5400'0003, 0, 0, 0, 0}), StreamStatus::failed);
  EXPECT_NE(tolerant.error().find("XY_COLOR_BLT has 5 dwords"), std::string::npos);
}

// The target of such a jump is unknown, so the next command is unknown too.
TEST(Tolerance, JumpsOfAnotherGenerationFail) {
  Streamer tolerant;
  EXPECT_EQ(tolerant.run({0x31U << 23, static_cast<std::uint32_t>(kBatch)}), StreamStatus::failed);
  EXPECT_TRUE(tolerant.skipped().empty());
}

// A heartbeat, without which such a batch would stop all contexts for good.
TEST(Tolerance, EndlessCommandsAreStopped) {
  Streamer tolerant;
  EXPECT_EQ(tolerant.run({kBatchStart, static_cast<std::uint32_t>(kBatch), 0}), StreamStatus::failed);
  EXPECT_NE(tolerant.error().find("have not let other contexts use the GPU"), std::string::npos) << tolerant.error();
}

// Loops that let other contexts in at each turn, but do not end: a device's hang check ends them.
TEST(Tolerance, EndlessCommandsThatLetOthersInAreStoppedToo) {
  constexpr std::uint32_t kArbitrationCheck = 0x05U << 23, kPredicateResult = 0x2418;
  const auto batch = static_cast<std::uint32_t>(kBatch), data = static_cast<std::uint32_t>(kData);
  const std::vector<std::uint32_t> jumps{kArbitrationCheck, kBatchStart, batch, 0};
  // MI_CONDITIONAL_BATCH_BUFFER_END: it would end if memory were not greater than 0.
  const std::vector<std::uint32_t> condition{
      kArbitrationCheck, 0x36U << 23 | 1U << 21 | 2, 0, data, 0, kBatchStart, batch, 0};
  // MI_LOAD_REGISTER_IMM sets the predicate. The jump depends on this predicate.
  const std::vector<std::uint32_t> predicate{
      0x22U << 23 | 1, kPredicateResult, 1, kArbitrationCheck, kBatchStart | 1U << 15, batch, 0};
  for (const auto& commands : {jumps, condition, predicate}) {
    Streamer tolerant;
    tolerant.put_data(1);
    tolerant.cancel_after(std::chrono::seconds(60));
    EXPECT_EQ(tolerant.run(commands), StreamStatus::failed);
    EXPECT_NE(tolerant.error().find("did not end within"), std::string::npos) << tolerant.error();
  }
}

// The batch's own time counts, over all turns that it has had.
TEST(Tolerance, EndlessCommandsAreStoppedAlthoughTheyMakeWay) {
  Streamer tolerant;
  tolerant.cancel_after(std::chrono::seconds(60));
  tolerant.is_preempted = true;
  StreamStatus status = tolerant.run({0x05U << 23, kBatchStart, static_cast<std::uint32_t>(kBatch), 0});
  while (status == StreamStatus::preempted) status = tolerant.resume();
  EXPECT_EQ(status, StreamStatus::failed);
  EXPECT_NE(tolerant.error().find("did not end within"), std::string::npos) << tolerant.error();
}

// --timeout is another limit.
TEST(Tolerance, ALimitOfTheUsersHolds) {
  const std::vector<std::uint32_t> endless{kBatchStart, static_cast<std::uint32_t>(kBatch), 0};
  const auto now = std::chrono::steady_clock::now();
  Streamer longer;
  longer.cancel_after(std::chrono::milliseconds(400));
  EXPECT_EQ(longer.run(endless, now + std::chrono::hours(1)), StreamStatus::failed);
  EXPECT_EQ(longer.error(), "interrupted");
  Streamer shorter;
  EXPECT_EQ(shorter.run(endless, now + std::chrono::milliseconds(10)), StreamStatus::failed);
  EXPECT_NE(shorter.error().find("within the time limit"), std::string::npos) << shorter.error();
}

// Many batches, each of which ends, may take as long as they like.
TEST(Tolerance, ManyBatchesGoOn) {
  Streamer tolerant;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
  do {
    ASSERT_EQ(tolerant.run({0x05U << 23, 0x05U << 23}), StreamStatus::idle) << tolerant.error();
  } while (std::chrono::steady_clock::now() < end);
}

TEST(Tolerance, ATailInsideOfACommandIsAnError) {
  Streamer tolerant;
  tolerant.cancel_after(std::chrono::seconds(60));
  EXPECT_EQ(tolerant.run_ring({0, kStoreImm, static_cast<std::uint32_t>(kData), 0, 17, 0x05U << 23}, 8),
            StreamStatus::failed);
  EXPECT_NE(tolerant.error().find("the ring's tail 0x8 lies inside of the command at 0x4"), std::string::npos)
      << tolerant.error();
}

}  // namespace
}  // namespace eugene::gpu::tolerance_test
