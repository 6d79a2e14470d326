// Commands of OpenCL's queues that nothing orders: OpenCL 3.0 API, "Execution of OpenCL programs".
#include "driver_layers/command_order.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace eugene::inside {
namespace {

using Numbers = std::vector<CommandOrder::Number>;

Handle handle(std::uintptr_t number) { return reinterpret_cast<Handle>(number); }
const Handle kFirst = handle(16), kSecond = handle(32), kEvent = handle(48);

class Ordered : public testing::Test {
 protected:
  Ordered() {
    order.add_queue(kFirst, true);
    order.add_queue(kSecond, true);
  }
  CommandOrder::Number begin(Handle queue, const std::vector<Handle>& waits = {}) {
    return order.begin({.queue = queue, .waits = waits});
  }
  CommandOrder order;
};

TEST(CommandOrder, OneQueueInOrderHasNothingToTell) {
  CommandOrder order;
  order.add_queue(kFirst, true);
  EXPECT_FALSE(order.has_several());
  order.begin({.queue = kFirst});
  EXPECT_TRUE(order.unordered(order.begin({.queue = kFirst})).empty());
}

TEST(CommandOrder, BarriersOrderAQueueThatIsNot) {
  CommandOrder order;
  order.add_queue(kFirst, false);
  EXPECT_TRUE(order.has_several());
  const auto a = order.begin({.queue = kFirst});
  const auto b = order.begin({.queue = kFirst});
  EXPECT_EQ(order.unordered(b), Numbers{a});
  order.begin({.queue = kFirst, .follows_queue = true, .leads_queue = true});
  EXPECT_TRUE(order.unordered(order.begin({.queue = kFirst})).empty());
}

TEST_F(Ordered, QueuesAreNot) {
  const auto a = begin(kFirst), b = begin(kFirst), c = begin(kSecond);
  EXPECT_EQ(order.unordered(c), (Numbers{a, b}));
  EXPECT_TRUE(order.unordered(b).empty());
}

TEST_F(Ordered, EventsOrderWhatIsBeforeThemToo) {
  begin(kFirst);
  order.give(begin(kFirst), kEvent);
  const auto later = begin(kFirst);
  EXPECT_EQ(order.unordered(begin(kSecond, {kEvent})), Numbers{later});
}

TEST_F(Ordered, UnknownEventsOrderAll) {
  begin(kFirst);
  EXPECT_TRUE(order.unordered(begin(kSecond, {kEvent})).empty());
  order.give(begin(kFirst), kEvent);
  order.forget(kEvent);
  EXPECT_TRUE(order.unordered(begin(kSecond, {kEvent})).empty());
}

TEST_F(Ordered, WhatTheHostHasWaitedForHasEnded) {
  begin(kFirst);
  const auto waited = begin(kFirst);
  order.give(waited, kEvent);
  const auto open = begin(kFirst);
  order.end_event(kEvent);
  EXPECT_EQ(order.unordered(begin(kSecond)), Numbers{open});
  order.end_queue(kFirst);
  EXPECT_TRUE(order.unordered(begin(kSecond)).empty());
}

TEST_F(Ordered, MemoryThatIsMappedIsTheHosts) {
  const auto map = begin(kFirst);
  const auto host = order.begin_host(map);
  order.end(map);
  EXPECT_EQ(order.unordered(begin(kFirst)), Numbers{host});
  order.end_queue(kFirst);
  EXPECT_EQ(order.unordered(begin(kFirst)), Numbers{host});
  order.end(host);
  order.end_queue(kFirst);
  EXPECT_TRUE(order.unordered(begin(kFirst)).empty());
}

TEST_F(Ordered, OldCommandsCountAsEnded) {
  for (std::size_t i = 0; i < 4 * CommandOrder::kMaxOpen; ++i) begin(kFirst);
  EXPECT_LE(order.unordered(begin(kSecond)).size(), CommandOrder::kMaxOpen);
  for (std::size_t i = 0; i < 4 * CommandOrder::kMaxOpen; ++i) begin(i % 2 == 0 ? kFirst : kSecond);
  EXPECT_LE(order.unordered(begin(kSecond)).size(), CommandOrder::kMaxOpen);
}

}  // namespace
}  // namespace eugene::inside
