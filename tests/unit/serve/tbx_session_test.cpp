// The simulator protocol, message by message.
#include "serve/tbx_session.h"

#include <gtest/gtest.h>

#include <cstring>

namespace eugene::serve {
namespace {

class TbxSessionTest : public testing::Test {
 protected:
  static std::vector<std::byte> bytes(const std::vector<std::uint32_t>& dwords) {
    const auto view = std::as_bytes(std::span(dwords));
    return {view.begin(), view.end()};
  }
  // Sends dwords; true if the session still understands the client.
  bool send(const std::vector<std::uint32_t>& dwords) {
    replies_.clear();
    return session_.receive(bytes(dwords), replies_).has_value();
  }
  std::uint32_t reply(std::size_t index) const {
    std::uint32_t value = 0;
    if (index * 4 + 4 <= replies_.size()) std::memcpy(&value, replies_.data() + index * 4, 4);
    return value;
  }

  gpu::WorkerPool pool_{1};
  std::vector<std::string> reports_;
  gpu::MmioGpu gpu_{
      gpu::kDefaultDevice,
      pool_,
      {},
      {.report = [this](const gpu::Report& report) { reports_.push_back(gpu::format(report)); }, .dispatched = {}}};
  TbxSession session_{gpu_};
  std::vector<std::byte> replies_;
};

TEST_F(TbxSessionTest, ControlHasNoReply) {
  EXPECT_TRUE(send({11, 0, 4, 0x00320002}));
  EXPECT_TRUE(replies_.empty());
}

TEST_F(TbxSessionTest, RegistersAreWrittenAndRead) {
  EXPECT_TRUE(send({0, 1, 12, 0x21, 0x7034, 0x1234}));
  EXPECT_TRUE(replies_.empty());
  EXPECT_TRUE(send({0, 2, 12, 0x20, 0x7034, 0}));
  ASSERT_EQ(replies_.size(), 16U);
  EXPECT_EQ(reply(0), 1U);  // MMIO reply
  EXPECT_EQ(reply(1), 2U);  // from the same transaction
  EXPECT_EQ(reply(2), 4U);
  EXPECT_EQ(reply(3), 0x1234U);
}

TEST_F(TbxSessionTest, ExeclistStatusIsIdle) {
  EXPECT_TRUE(send({0, 1, 12, 0x20, 0x2234, 0}));
  EXPECT_EQ(reply(3) & 0x100, 0x100U);  // the bit that the driver polls
}

TEST_F(TbxSessionTest, MemoryIsWrittenAndReadAbove4GB) {
  EXPECT_TRUE(send({4, 1, 12, 0x0300'0000, 0x1FFC, 8, 0x11111111, 0x22222222}));
  EXPECT_TRUE(send({5, 9, 12, 0x0300'0000, 0x2000, 4}));
  ASSERT_EQ(replies_.size(), 28U);
  EXPECT_EQ(reply(0), 6U);
  EXPECT_EQ(reply(1), 9U);
  EXPECT_EQ(reply(2), 12U);
  EXPECT_EQ(reply(5), 4U);
  EXPECT_EQ(reply(6), 0x22222222U);
}

TEST_F(TbxSessionTest, GttEntriesOf64And32Bits) {
  EXPECT_TRUE(send({2, 1, 16, 1, 5, 0x9001, 0x1}));
  EXPECT_EQ(gpu_.ggtt().entry(5), 0x1'0000'9001U);
  EXPECT_TRUE(send({2, 2, 16, 0, 5, 0, 0}));
  EXPECT_EQ(reply(0), 3U);
  EXPECT_EQ(reply(3), 0x9001U);
  EXPECT_EQ(reply(4), 1U);
  EXPECT_TRUE(send({2, 1, 12, 1, 6, 0xA001}));
  EXPECT_EQ(gpu_.ggtt().entry(6), 0xA001U);
  EXPECT_FALSE(send({2, 1, 16, 1, 0x7FFF'FFFF, 1, 0}));
}

TEST_F(TbxSessionTest, PiecesOfAnySizeMakeTheSameMessages) {
  std::vector<std::byte> stream = bytes({4, 1, 12, 0, 0x1000, 8, 0xAAAAAAAA, 0xBBBBBBBB, 5, 2, 12, 0, 0x1000, 8});
  for (const std::byte byte : stream) ASSERT_TRUE(session_.receive(std::span(&byte, 1), replies_));
  ASSERT_EQ(replies_.size(), 32U);
  EXPECT_EQ(reply(7), 0xBBBBBBBBU);
  EXPECT_EQ(session_.messages(), 2U);
  EXPECT_TRUE(session_.between_messages());
}

// Only some answers are in memory, even if one received piece requests many.
TEST_F(TbxSessionTest, ManyRepliesAreTakenOnTheWay) {
  std::size_t max = 0, all = 0, times = 0;
  TbxSession session(gpu_, [&](std::vector<std::byte>& replies) {
    max = std::max(max, replies.size());
    all += replies.size();
    replies.clear();
    return ++times != 20;
  });
  constexpr std::uint32_t kBytes = 256 << 10;
  std::vector<std::uint32_t> requests{4, 0, 12, 0, 0, 4, 1};
  for (int i = 0; i != 1000; ++i) requests.insert(requests.end(), {5, 0, 12, 0, 0, kBytes});
  const auto done = session.receive(bytes(requests), replies_);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("does not read its answers"), std::string::npos);
  EXPECT_EQ(times, 20U);
  EXPECT_LT(max, kTbxMaxReplies + kBytes + 100);
  EXPECT_GE(all, 20 * kTbxMaxReplies);
}

TEST_F(TbxSessionTest, GarbageEndsTheConversation) {
  EXPECT_FALSE(send({99, 0, 4}));  // no such type
  TbxSession other(gpu_);
  EXPECT_FALSE(other.receive(bytes({0, 0, 4000}), replies_));  // body far too long
  TbxSession third(gpu_);
  EXPECT_FALSE(third.receive(bytes({5, 0, 12, 0, 0, 0xFFFF'FFFF}), replies_));  // asks for 4 GB
  TbxSession fourth(gpu_);
  EXPECT_FALSE(fourth.receive(bytes({6, 0, 12}), replies_));  // only servers send this
}

TEST_F(TbxSessionTest, SubmittingNonsenseIsReportedAndTheSessionLivesOn) {
  for (const std::uint32_t value : {0U, 0U, 0U, 0x0123'4019U}) EXPECT_TRUE(send({0, 0, 12, 0x21, 0x2230, value}));
  EXPECT_EQ(reports_.size(), 1U);
  EXPECT_TRUE(send({0, 2, 12, 0x20, 0x2234, 0}));
  EXPECT_EQ(replies_.size(), 16U);
}

TEST_F(TbxSessionTest, WhatPollsForLostWorkReadsAllOnes) {
  EXPECT_TRUE(send({4, 1, 12, 0, 0x1000, 4, 5}));
  EXPECT_TRUE(send({5, 2, 12, 0, 0x1000, 4}));
  EXPECT_EQ(reply(6), 5U);
  for (const std::uint32_t value : {0U, 0U, 0U, 0x0123'4019U}) EXPECT_TRUE(send({0, 0, 12, 0x21, 0x2230, value}));
  EXPECT_TRUE(gpu_.is_lost());
  EXPECT_TRUE(send({5, 2, 12, 0, 0x1000, 4}));
  ASSERT_EQ(replies_.size(), 28U);
  EXPECT_EQ(reply(6), 0xFFFF'FFFFU);
}

}  // namespace
}  // namespace eugene::serve
