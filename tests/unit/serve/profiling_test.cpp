// Times of profiled commands, from what the driver makes of GPU ticks.
#include "serve/profiling.h"

#include <gtest/gtest.h>

namespace eugene::serve {
namespace {

constexpr ProfilingClock kClock{.hz = 19'200'000, .driver_tick_ns = 52.083};
constexpr std::uint64_t kSecond = 1'000'000'000;

// What the driver says of a command that began `ns` nanoseconds after the host's clock did.
std::uint64_t driver_time(double ns) {
  const double ticks = std::fmod(std::floor(ns / 1e9 * 19.2e6), 0x1p36);
  return static_cast<std::uint64_t>(ticks * 52.083);
}

TEST(Profiling, TicksBecomeHostTimes) {
  // A day after the host started: TIMESTAMP has wrapped many times.
  const std::uint64_t start = 86'400 * kSecond + 123'456'789;
  const ProfilingTimes driver{.queued = 0x7FFC'0000'0000,  // not set
                              .submit = 17,
                              .start = driver_time(static_cast<double>(start)),
                              .end = driver_time(static_cast<double>(start)) + 5'208'300};  // 100,000 ticks
  const ProfilingTimes times = correct_times(kClock, driver, start - 1000, start + kSecond);
  EXPECT_NEAR(static_cast<double>(times.start), static_cast<double>(start), 200.0);
  EXPECT_NEAR(static_cast<double>(times.end - times.start), 100'000 / 19.2e6 * 1e9, 60.0);
  EXPECT_EQ(times.queued, start - 1000);
  EXPECT_LE(times.queued, times.submit);
  EXPECT_LE(times.submit, times.start);
}

TEST(Profiling, HostTimesStay) {
  const ProfilingTimes driver{.queued = 100, .submit = 110, .start = 120, .end = 130};
  EXPECT_EQ(correct_times(kClock, driver, 100, 1000), driver);
}

TEST(Profiling, NonsenseStaysInOrder) {
  for (const std::uint64_t start : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 40}) {
    const ProfilingTimes driver{.queued = ~std::uint64_t{0}, .submit = ~std::uint64_t{0}, .start = start, .end = 0};
    const ProfilingTimes times = correct_times(kClock, driver, 5000, 9000);
    EXPECT_LE(times.queued, times.submit);
    EXPECT_LE(times.submit, times.start);
    EXPECT_LE(times.start, times.end);
    EXPECT_LE(times.end, 9000U);
  }
}

}  // namespace
}  // namespace eugene::serve
