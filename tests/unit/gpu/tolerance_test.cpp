// What the streamer puts up with: commands in the form of another generation, which are passed over, and how long
// commands may keep the GPU for themselves.
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
    StreamerHost host{.longest_alone = std::chrono::milliseconds(50)};
    host.cancelled = [this] { return std::chrono::steady_clock::now() >= cancelled_; };
    if (tells) host.skipped = [this](std::string_view what) { skipped_.emplace_back(what); };
    streamer_.emplace(isa::kGen9, std::move(host), registers_, ppgtt_view_, ggtt_view_, engine);
  }

  StreamStatus run(std::vector<std::uint32_t> dwords) {
    dwords.push_back(kBatchEnd);
    put(ppgtt_view_, kBatch, dwords);
    put(ggtt_view_, kRing, {kBatchStart, static_cast<std::uint32_t>(kBatch), 0, 0});
    Ring ring{.start = kRing, .bytes = 0x1000, .tail = 16};
    return streamer_->run(ring, std::chrono::steady_clock::time_point::max());
  }
  void cancel_after(std::chrono::milliseconds time) { cancelled_ = std::chrono::steady_clock::now() + time; }
  const std::vector<std::string>& skipped() const { return skipped_; }
  std::string error() const { return streamer_->error().message; }
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
    EXPECT_NE(tolerant.skipped()[0].find("as another generation has it"), std::string::npos);
    // Who does not want to be told has no use for the rest.
    EXPECT_EQ(Streamer(each.engine, false).run(commands), StreamStatus::failed);
  }
}

TEST(Tolerance, CommandsOfNoGenerationFail) {
  Streamer tolerant(EngineKind::copy);
  EXPECT_EQ(tolerant.run({0x5400'0003, 0, 0, 0, 0}), StreamStatus::failed);
  EXPECT_NE(tolerant.error().find("XY_COLOR_BLT has 5 dwords"), std::string::npos);
}

// Where it would have led is not known, so neither is what comes next.
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

// Others can be let in at each turn; the work is no longer wanted after a while.
TEST(Tolerance, CommandsThatLetOthersInGoOn) {
  Streamer tolerant;
  tolerant.cancel_after(std::chrono::milliseconds(200));
  EXPECT_EQ(tolerant.run({0x05U << 23, kBatchStart, static_cast<std::uint32_t>(kBatch), 0}), StreamStatus::failed);
  EXPECT_EQ(tolerant.error(), "interrupted");
}

}  // namespace
}  // namespace eugene::gpu::tolerance_test
