// AUB packets, written by hand from the public layouts.
#include "binary/aub.h"

#include <gtest/gtest.h>

#include <cstring>

#include "gpu/mmio_gpu.h"
#include "serve/aub_replay.h"

namespace eugene::binary {
namespace {

constexpr std::uint32_t kMemtrace = (7U << 29) | (0x2EU << 23);

class AubFile {
 public:
  // A packet: its header counts the dwords that follow.
  AubFile& packet(std::uint32_t subopcode, const std::vector<std::uint32_t>& body) {
    add(kMemtrace | (subopcode << 16) | static_cast<std::uint32_t>(body.size()));
    for (const std::uint32_t dword : body) add(dword);
    return *this;
  }
  AubFile& add(std::uint32_t dword) {
    const auto bytes = std::as_bytes(std::span(&dword, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

TEST(Aub, ReadsPacketsInOrder) {
  AubFile file;
  file.packet(0x0E, {1, 14U << 8, 0, 0, 0x2d494350});
  file.packet(0x06, {0x1000, 0x2, 2U << 28, 6, 0x44332211, 0x6655});
  file.packet(0x03, {0x2230, 2U << 16, 0xFFFFFFFF, 0, 0xABCD});
  file.packet(0x02, {0x2234, 4, 0x10, 0, 0x20});
  file.packet(0x08, {0, 0x6968});
  const auto packets = parse_aub(file.bytes());
  ASSERT_TRUE(packets) << packets.error().message;
  ASSERT_EQ(packets->size(), 5U);
  EXPECT_EQ(std::get<AubVersion>((*packets)[0].content).device, 14U);
  EXPECT_EQ(serve::aub_device(*packets), &gpu::kDefaultDevice);
  const auto& write = std::get<AubMemoryWrite>((*packets)[1].content);
  EXPECT_EQ(write.address, 0x2'0000'1000U);
  EXPECT_EQ(write.space, AubSpace::physical);
  ASSERT_EQ(write.data.size(), 6U);
  EXPECT_EQ(write.data[5], std::byte{0x66});
  const auto& reg = std::get<AubRegisterWrite>((*packets)[2].content);
  EXPECT_EQ(reg.offset, 0x2230U);
  EXPECT_EQ(reg.value, 0xABCDU);
  EXPECT_TRUE(std::get<AubRegisterPoll>((*packets)[3].content).not_equal);
  EXPECT_EQ(std::get<AubComment>((*packets)[4].content).text, "hi");
}

TEST(Aub, ReadsDiscontiguousWrites) {
  std::vector<std::uint32_t> body(1 + 63 * 3);
  body[0] = 2U << 28;
  body[1] = 0x1000, body[3] = 4;  // first range
  body[4] = 0x5000, body[6] = 8;  // second
  body.insert(body.end(), {1, 2, 3});
  AubFile file;
  file.packet(0x0B, body);
  const auto packets = parse_aub(file.bytes());
  ASSERT_TRUE(packets) << packets.error().message;
  ASSERT_EQ(packets->size(), 2U);
  const auto& second = std::get<AubMemoryWrite>((*packets)[1].content);
  EXPECT_EQ(second.address, 0x5000U);
  EXPECT_EQ(second.data[0], std::byte{2});
}

TEST(Aub, MalformedFilesAreErrorsWithAPlace) {
  EXPECT_TRUE(parse_aub({}));
  AubFile not_aub;
  not_aub.add(0x12345678);
  EXPECT_FALSE(parse_aub(not_aub.bytes()));
  AubFile cut;
  cut.packet(0x0E, {1, 14U << 8, 0, 0, 0});
  cut.add(kMemtrace | (0x06 << 16) | 100);
  const auto packets = parse_aub(cut.bytes());
  ASSERT_FALSE(packets);
  EXPECT_EQ(packets.error().where.offset, 24);
  AubFile long_data;  // a write that claims more data than its packet holds
  long_data.packet(0x06, {0, 0, 2U << 28, 400, 1});
  EXPECT_FALSE(parse_aub(long_data.bytes()));
  AubFile strange_space;
  strange_space.packet(0x06, {0, 0, 15U << 28, 4, 1});
  EXPECT_FALSE(parse_aub(strange_space.bytes()));
}

class AubReplayTest : public testing::Test {
 protected:
  serve::AubReplay play(const AubFile& file) {
    const auto packets = parse_aub(file.bytes());
    EXPECT_TRUE(packets);
    return serve::replay_aub(*packets, gpu_);
  }
  gpu::WorkerPool pool_{1};
  std::vector<std::string> reports_;
  gpu::MmioGpu gpu_{
      gpu::kDefaultDevice,
      pool_,
      {},
      {.report = [this](const gpu::Report& report) { reports_.push_back(gpu::format(report)); }, .dispatched = {}}};
};

TEST_F(AubReplayTest, WritesReachMemoryThroughTheGgtt) {
  AubFile file;
  file.packet(0x06, {8, 0, 4U << 28, 8, 0x5001, 0});    // GTT entry 1: page 0x5000
  file.packet(0x06, {0x1010, 0, 0, 4, 0xDEAD});         // GGTT address 0x1010
  file.packet(0x04, {0x5010, 0, 2U << 28, 4, 0xDEAD});  // physical memory holds it
  const serve::AubReplay replay = play(file);
  EXPECT_EQ(replay.memory_writes, 2U);
  EXPECT_EQ(replay.comparisons, 1U);
  EXPECT_TRUE(replay.problems.empty());
}

TEST_F(AubReplayTest, FailedComparisonsAreProblems) {
  AubFile file;
  file.packet(0x06, {0x1000, 0, 2U << 28, 4, 1});
  file.packet(0x04, {0x1000, 0, 2U << 28, 4, 2});
  file.packet(0x04, {0x1000, 0, (2U << 28) | (1U << 7), 4, 1});  // must differ
  EXPECT_EQ(play(file).problems.size(), 2U);
}

TEST_F(AubReplayTest, ASubmissionWithoutContextIsReported) {
  AubFile file;
  for (const std::uint32_t value : {0U, 0U, 0U, 0x7000'0019U}) file.packet(0x03, {0x2230, 2U << 16, ~0U, 0, value});
  play(file);
  ASSERT_EQ(reports_.size(), 1U);
  EXPECT_NE(reports_[0].find("0x70000000"), std::string::npos);
}

}  // namespace
}  // namespace eugene::binary
