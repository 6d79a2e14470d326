// Requests that the submitting thread executes itself, and those that it leaves to the queue's thread.
#include <pthread.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/host_fault.h"
#include "i915/late_writes.h"
#include "i915/own_stack.h"
#include "i915/user_memory.h"
#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

class LentThreadTest : public DeviceTest {
 protected:
  static constexpr std::uint64_t kCode = 0x3'0000'0000;
  static constexpr std::uint64_t kStates = 0x4'0000'0000;
  static constexpr std::uint64_t kFlag = 0x1000'0000;

  static void append(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  std::uint32_t write(const std::vector<std::uint32_t>& dwords) {
    const std::uint32_t handle = create();
    drm_i915_gem_pwrite args{.handle = handle, .size = dwords.size() * 4, .data_ptr = address_of(dwords.data())};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, args), 0);
    return handle;
  }
  // One thread that reads the dword at kFlag until it is not 0; then `value` is stored.
  static std::vector<std::uint32_t> wait_for_flag(std::uint32_t value) {
    const auto low = [](std::uint64_t address) { return static_cast<std::uint32_t>(address); };
    const auto high = [](std::uint64_t address) { return static_cast<std::uint32_t>(address >> 32); };
    std::vector<std::uint32_t> commands{0x6904'0302};  // PIPELINE_SELECT
    append(commands, {0x6101'0011, 1, 0, 0, 1, 0, low(kStates) | 1, high(kStates), 1, 0, low(kCode) | 1, high(kCode),
                      0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0, 0, 0});  // STATE_BASE_ADDRESS
    append(commands, {0x7000'0007, 0, 0, 0x006B'0100, 0, 0, 0, 0, 0});                // MEDIA_VFE_STATE
    append(commands, {0x7002'0002, 0, 32, 0});                                        // one interface descriptor
    append(commands, {0x7105'000D, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, ~0U, ~0U});    // GPGPU_WALKER
    append(commands, store(kData, value));
    return commands;
  }
  // Submits batches that fail until the calling thread has executed one. Returns whether it has.
  bool is_lent() {
    for (int turn = 0; turn < 2000; ++turn) {
      std::vector bad{pinned(batch({kUnknownCommand}), kBatch)};
      EXPECT_EQ(execute(bad, create_context()), 0);
      EXPECT_EQ(wait(bad[0].handle), 0);
      {
        const std::scoped_lock lock(reports_mutex_);
        if (reporter_ == std::this_thread::get_id()) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
};

TEST_F(LentThreadTest, ExecutesShortRequests) { EXPECT_TRUE(is_lent()); }

// The program may write what the batch waits for after the submission.
TEST_F(LentThreadTest, LeavesAnEndlessBatch) {
  ASSERT_TRUE(is_lent());
  const std::uint32_t code = write({0x1880'0101, static_cast<std::uint32_t>(kBatch), kBatch >> 32});
  std::vector objects{pinned(code, kBatch)};
  ASSERT_EQ(execute(objects, create_context()), 0);
  EXPECT_EQ(wait(code, 0), -ETIME);
  std::atomic_ref(map(code)[0]).store(kBatchEnd);
  EXPECT_EQ(wait(code), 0);
}

// The queue's thread makes the late write of a failed request (late_writes.h), though nothing else is submitted.
TEST_F(LentThreadTest, LeavesLateWrites) {
  ASSERT_TRUE(is_lent());
  const auto is_own = [&] {
    const std::scoped_lock lock(reports_mutex_);
    return reporter_ == std::this_thread::get_id();
  };
  std::uint32_t data = 0;
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    data = create();
    std::vector<std::uint32_t> commands{kUnknownCommand, 0};
    append(commands, {0x7A00'0004, 1U << 14, static_cast<std::uint32_t>(kData), kData >> 32, 7, 0});  // PIPE_CONTROL
    std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(batch(commands), kBatch)};
    ASSERT_EQ(execute(objects, create_context()), 0);
    ASSERT_EQ(wait(data), 0);
  } while (!is_own());
  const std::uint32_t* words = map(data);
  const auto end = std::chrono::steady_clock::now() + LateWrites::kDelay + std::chrono::seconds(5);
  while (__atomic_load_n(words, __ATOMIC_SEQ_CST) == 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(words[0], 7U);
}

TEST_F(LentThreadTest, LeavesASemaphore) {
  ASSERT_TRUE(is_lent());
  const std::uint32_t data = create();
  std::vector<std::uint32_t> commands = wait_until(kData, 1);
  append(commands, store(kData + 4, 2));
  std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(batch(commands), kBatch)};
  ASSERT_EQ(execute(objects), 0);
  EXPECT_EQ(wait(data, 0), -ETIME);
  std::atomic_ref(map(data)[0]).store(1);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[1], 2U);
}

// A kernel whose launches have been short waits for a value that the program writes after the submission. Requests of
// two contexts run in order if they use the same object.
TEST_F(LentThreadTest, LeavesAKernelThatWaits) {
  // mov (8) r12.0<1>:ud 0x10000000:ud
  // again:
  // send (8) r13 r12 0xC 0x2106eff
  // cmp.z.f0.0 (8) null:d r13.0<8;8,1>:d 0:d
  // (f0.0) while (8) again
  // send (8) null r127 0x27 0x02000010 {EOT}
  const std::uint32_t code =
      write({0x0060'0001, 0x2180'0608, 0x0000'0000, 0x1000'0000, 0x0C60'0031, 0x21A0'0208, 0x0600'0180,
             0x0210'6EFF, 0x0160'0010, 0x2000'0A20, 0x0E8D'01A0, 0x0000'0000, 0x0061'0027, 0x2000'0000,
             0x0E00'0000, 0xFFFF'FFE0, 0x0760'0031, 0x2000'0200, 0x0600'0FE0, 0x8200'0010});
  const std::uint32_t data = create(), flag = create(), states = write({0, 0, 0, 0, 0, 0, 0, 0});
  const std::uint32_t context = create_context(), other = create_context();
  const auto submit = [&](std::uint32_t value) {
    std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(flag, kFlag), pinned(code, kCode),
                        pinned(states, kStates), pinned(batch(wait_for_flag(value)), kBatch)};
    ASSERT_EQ(execute(objects, context), 0);
  };
  std::uint32_t* const values = map(data);
  const std::atomic_ref is_set(map(flag)[0]);
  is_set.store(1);
  for (std::uint32_t turn = 1; turn <= 50; ++turn) {
    submit(turn);
    ASSERT_EQ(wait(data), 0);
    ASSERT_EQ(values[0], turn);
    std::this_thread::sleep_for(std::chrono::microseconds(200));  // the queue's thread waits again
  }
  for (std::uint32_t turn = 100; turn < 110; ++turn) {
    is_set.store(0);
    submit(turn);
    EXPECT_EQ(wait(data, 0), -ETIME);
    std::vector after{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(batch(store(kData, 2 * turn)), kBatch)};
    ASSERT_EQ(execute(after, other), 0);
    EXPECT_NE(std::atomic_ref(values[0]).load(), turn);
    EXPECT_NE(std::atomic_ref(values[0]).load(), 2 * turn);
    is_set.store(1);
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(values[0], 2 * turn);
    submit(turn + 1000);  // short again
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(values[0], turn + 1000);
  }
}

// A signal that the program has blocked stays pending while the thread executes a request.
TEST_F(LentThreadTest, KeepsSignalsBlocked) {
  ASSERT_TRUE(is_lent());
  static std::atomic<int> handled = 0;
  for (const int number : {SIGPROF, SIGABRT, SIGTRAP}) {
    handled = 0;
    struct sigaction action{}, before{};
    action.sa_handler = [](int) { ++handled; };
    ASSERT_EQ(::sigaction(number, &action, &before), 0);
    sigset_t mask, old;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &mask, &old), 0);
    ::raise(number);
    for (int turn = 0; turn < 20; ++turn) {
      std::vector objects{pinned(batch({}), kBatch)};
      EXPECT_EQ(execute(objects), 0);
      EXPECT_EQ(wait(objects[0].handle), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the queue's thread waits again
    }
    EXPECT_EQ(handled, 0) << number;
    ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, &old, nullptr), 0);
    EXPECT_EQ(handled, 1) << number;
    ASSERT_EQ(::sigaction(number, &before, nullptr), 0);
  }
}

TEST_F(LentThreadTest, RestoresTheThread) {
  ASSERT_TRUE(is_lent());
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, &mask, nullptr), 0);
  std::fesetround(FE_UPWARD);
  std::vector objects{pinned(batch({}), kBatch)};
  const int result = execute(objects);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &mask), 0);
  EXPECT_EQ(result, 0);
  EXPECT_EQ(mode, FE_UPWARD);
  EXPECT_EQ(sigismember(&mask, SIGUSR1), 1);
  EXPECT_EQ(sigismember(&mask, SIGUSR2), 0);
}

// Frames of functions that have not returned are memory that ioctls can copy without asking the kernel.
TEST(OwnStackTest, KnowsLiveFrames) {
  std::uint64_t local = 1;
  static std::uint64_t global = 2;
  EXPECT_TRUE(is_in_live_frames(address_of(&local), sizeof local));
  EXPECT_FALSE(is_in_live_frames(address_of(&global), sizeof global));
  EXPECT_FALSE(is_in_live_frames(address_of(&local), ~std::uint64_t{0}));
  EXPECT_FALSE(is_in_live_frames(address_of(&local) - (std::uint64_t{1} << 20), sizeof local));
  std::thread([&] { EXPECT_FALSE(is_in_live_frames(address_of(&local), sizeof local)); }).join();
  std::uint64_t copy = 0;
  EXPECT_TRUE(read_user(copy, address_of(&local)));
  EXPECT_EQ(copy, 1U);
  EXPECT_TRUE(write_user(address_of(&local), std::uint64_t{3}));
  EXPECT_EQ(*const_cast<volatile std::uint64_t*>(&local), 3U);
}

TEST(OwnStackTest, ProtectedPagesAreNotCopied) {
  constexpr std::size_t kPage = 4096;
  catch_host_faults();
  alignas(kPage) std::array<std::byte, kPage> page{};
  std::uint64_t copy = 0;
  ::mprotect(page.data(), kPage, PROT_READ);
  EXPECT_TRUE(read_user(copy, address_of(page.data())));
  EXPECT_FALSE(write_user(address_of(page.data()), copy));
  ::mprotect(page.data(), kPage, PROT_NONE);
  EXPECT_FALSE(read_user(copy, address_of(page.data())));
  ::mprotect(page.data(), kPage, PROT_READ | PROT_WRITE);
  EXPECT_TRUE(write_user(address_of(page.data()), copy));
}

}  // namespace
}  // namespace eugene::i915
