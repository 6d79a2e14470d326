#include "gpu/schedule/workers/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <set>
#include <thread>

namespace eugene::gpu {
namespace {

TEST(WorkerPool, EveryWorkerJoinsOnce) {
  WorkerPool pool(4);
  for (unsigned count = 1; count <= 4; ++count) {
    std::array<std::atomic<int>, 4> runs{};
    std::barrier all(count);  // no call returns before all workers have joined
    pool.run(count, [&](unsigned worker) {
      ++runs[worker];
      all.arrive_and_wait();
    });
    for (unsigned worker = 0; worker < 4; ++worker) EXPECT_EQ(runs[worker], worker < count ? 1 : 0);
  }
}

TEST(WorkerPool, RunsFromSeveralCallersDoNotMix) {
  WorkerPool pool(3);
  std::atomic<int> inside = 0;
  std::atomic<int> max = 0;
  const auto call = [&] {
    for (int i = 0; i < 200; ++i) {
      std::atomic<int> mine = 0;
      pool.run(3, [&](unsigned) {
        const int now = ++inside;
        int seen = max;
        while (now > seen && !max.compare_exchange_weak(seen, now)) {
        }
        ++mine;
        --inside;
      });
      EXPECT_GE(mine, 1);
      EXPECT_LE(mine, 3);
    }
  };
  {
    const std::jthread a(call);
    const std::jthread b(call);
  }
  EXPECT_LE(max, 3);
}

TEST(WorkerPool, NobodyJoinsWhatIsOver) {
  WorkerPool pool(4);
  for (int i = 0; i < 2000; ++i) {
    std::atomic<bool> over = false;
    std::atomic<bool> late = false;
    pool.run(4, [&](unsigned) { late = late || over; });
    over = true;
    ASSERT_FALSE(late);
  }
}

TEST(WorkerPool, ZeroMeansTheHostsThreads) { EXPECT_GE(WorkerPool(0).size(), 1U); }

}  // namespace
}  // namespace eugene::gpu
