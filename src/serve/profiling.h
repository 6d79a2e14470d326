// Times of profiled commands. Behind the simulator interface the driver cannot ask for GPU and host time together,
// so its times are GPU ticks from an arbitrary beginning, and those of queueing are not set at all. Eugene's GPU
// clock is the host's CLOCK_MONOTONIC_RAW; that puts every time in its place.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace eugene::serve {

struct ProfilingClock {
  std::uint32_t hz = 0;       // ticks a second
  double driver_tick_ns = 0;  // the driver's rounded idea of a tick
};

struct ProfilingTimes {  // nanoseconds
  std::uint64_t queued = 0;
  std::uint64_t submit = 0;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool operator==(const ProfilingTimes&) const = default;
};

// `driver`: what the driver says. `enqueued`: host time when the command was given to it; `now`: host time when it is
// known to be complete. All results lie between the two, in order.
inline ProfilingTimes correct_times(const ProfilingClock& clock, const ProfilingTimes& driver, std::uint64_t enqueued,
                                    std::uint64_t now) {
  constexpr double kNanoseconds = 1e9;
  constexpr double kTimestampTicks = 0x1p36;  // TIMESTAMP has 36 bits
  ProfilingTimes times = driver;
  // Commands that the host itself executes have host times already.
  const bool host_times = driver.start >= enqueued && driver.end <= now;
  if (!host_times && clock.hz != 0 && clock.driver_tick_ns > 0) {
    const double ns_per_tick = kNanoseconds / clock.hz;
    const double period = kTimestampTicks * ns_per_tick;
    const double ticks =
        std::fmod(std::round(static_cast<double>(driver.start) / clock.driver_tick_ns), kTimestampTicks);
    const double duration = driver.end > driver.start ? static_cast<double>(driver.end - driver.start) : 0;
    // The latest time before now at which the clock showed that.
    double age = std::fmod(static_cast<double>(now) - ticks * ns_per_tick, period);
    if (age < 0) age += period;
    times.start = now - std::min(now, static_cast<std::uint64_t>(age));
    times.end = times.start + static_cast<std::uint64_t>(std::round(duration / clock.driver_tick_ns) * ns_per_tick);
  }
  times.start = std::clamp(times.start, std::min(enqueued, now), now);
  times.end = std::clamp(times.end, times.start, now);
  times.queued = std::min(enqueued, times.start);
  times.submit = std::clamp(driver.submit, times.queued, times.start);
  return times;
}

}  // namespace eugene::serve
