#include "gpu/draw/vertex_numbers.h"

#include <gtest/gtest.h>

namespace eugene::gpu {
namespace {

TEST(VertexNumbers, CountFromZeroInTheOrderOfIndices) {
  VertexNumbers numbers;
  numbers.reset(6);
  EXPECT_EQ(numbers.find(7), 0U);
  EXPECT_EQ(numbers.find(0xFFFFFFFF), 1U);
  EXPECT_EQ(numbers.find(7), 0U);
  EXPECT_EQ(numbers.find(0), 2U);
  EXPECT_EQ(numbers.find(0xFFFFFFFF), 1U);
  EXPECT_EQ(numbers.size(), 3U);
}

// With a stride of 2^16, the products' upper bits are far from evenly spread.
TEST(VertexNumbers, HoldAsManyIndicesAsAnnounced) {
  constexpr std::uint32_t kCount = 3000;
  VertexNumbers numbers;
  for (const std::uint32_t stride : {1U, 3U, 1U << 16}) {
    numbers.reset(kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(numbers.find(i * stride), i);
    for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(numbers.find(i * stride), i);
    EXPECT_EQ(numbers.size(), kCount);
  }
}

TEST(VertexNumbers, ForgetIndices) {
  VertexNumbers numbers;
  numbers.reset(2);
  numbers.find(5);
  numbers.reset(2);
  EXPECT_EQ(numbers.find(6), 0U);
  EXPECT_EQ(numbers.find(5), 1U);
}

}  // namespace
}  // namespace eugene::gpu
