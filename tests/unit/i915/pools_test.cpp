// Pools of EUs through the kernel's interface: each context begins with the default, and keeps what its program sets.
#include "gpu/schedule/work/thread_pools.h"

#include <fmt/format.h>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

class PoolsTest : public DeviceTest {
 protected:
  static constexpr std::uint64_t kCode = 0x3'0000'0000;
  static constexpr std::uint64_t kStates = 0x4'0000'0000;

  static void append(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  // MEDIA_POOL_STATE.
  static std::vector<std::uint32_t> pools(bool enabled) {
    return {0x7005'0004, enabled ? 1U << 31 : 0U, 0x0077'7000, 0, 0, 0};
  }
  // One group of so many SIMD8 threads, which end at once; then `value` is stored.
  static std::vector<std::uint32_t> walk(unsigned threads, std::uint32_t value) {
    const auto low = [](std::uint64_t address) { return static_cast<std::uint32_t>(address); };
    const auto high = [](std::uint64_t address) { return static_cast<std::uint32_t>(address >> 32); };
    std::vector<std::uint32_t> commands{0x6904'0302};  // PIPELINE_SELECT
    append(commands, {0x6101'0011, 1, 0, 0, 1, 0, low(kStates) | 1, high(kStates), 1, 0, low(kCode) | 1, high(kCode),
                      0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0, 0, 0});  // STATE_BASE_ADDRESS
    append(commands, {0x7000'0007, 0, 0, 0x006B'0100, 0, 0, 0, 0, 0});                // MEDIA_VFE_STATE
    append(commands, {0x7002'0002, 0, 32, 0});                                        // one interface descriptor
    append(commands, {0x7105'000D, 0, 0, 0, threads - 1, 0, 0, 1, 0, 0, 1, 0, 1, ~0U, ~0U});  // GPGPU_WALKER
    append(commands, store(kData, value));
    return commands;
  }
  std::uint32_t write(const std::vector<std::uint32_t>& dwords) {
    const std::uint32_t handle = create();
    drm_i915_gem_pwrite args{.handle = handle, .size = dwords.size() * 4, .data_ptr = address_of(dwords.data())};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, args), 0);
    return handle;
  }
  // The value in memory after `commands`. They end with a store of it, which is not reached if they fail.
  std::uint32_t run(const std::vector<std::uint32_t>& commands, std::uint32_t context) {
    const std::uint32_t data = create();
    // send (8) null r127 0x27 0x02000010 {EOT}
    const std::uint32_t code = write({0x0760'0031, 0x2000'0200, 0x0600'0FE0, 0x8200'0010});
    // The kernel at 0, no constants.
    const std::uint32_t states = write({0, 0, 0, 0, 0, 0, 0, 0});
    std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(code, kCode), pinned(states, kStates),
                        pinned(batch(commands), kBatch)};
    EXPECT_EQ(execute(objects, context), 0);
    EXPECT_EQ(wait(data), 0);
    return map(data)[0];
  }
  std::size_t reports() {
    const std::scoped_lock lock(reports_mutex_);
    return reports_.size();
  }
};

TEST_F(PoolsTest, ContextsBeginWithThem) {
  const std::uint32_t context = create_context();
  EXPECT_EQ(run(walk(54, 1), context), 1U);
  EXPECT_EQ(reports(), 0U) << reports_[0].commands->message;
  EXPECT_EQ(run(walk(55, 2), context), 0U);
  ASSERT_EQ(reports(), 1U);
  EXPECT_NE(reports_[0].commands->message.find("limit is 54"), std::string::npos);
}

// "The setting is maintained as part of context state and preserved across context switch operations."
TEST_F(PoolsTest, AreAContextsOwn) {
  const std::uint32_t legacy = create_context(), pooled = create_context();
  EXPECT_EQ(run(pools(false), legacy), 0U);
  EXPECT_EQ(run(walk(54, 1), pooled), 1U) << "another context has changed its own";
  EXPECT_EQ(run(walk(36, 2), legacy), 2U);
  EXPECT_EQ(run(walk(54, 3), legacy), 0U) << "the setting lasts";
  ASSERT_EQ(reports(), 1U);
  EXPECT_NE(reports_[0].commands->message.find("limit is 36"), std::string::npos);
  EXPECT_EQ(run(walk(54, 4), pooled), 4U);
}

TEST_F(PoolsTest, CanBeTurnedOnAgain) {
  const std::uint32_t context = create_context();
  std::vector<std::uint32_t> commands = pools(false);
  append(commands, pools(true));
  append(commands, walk(54, 5));
  EXPECT_EQ(run(commands, context), 5U);
}

TEST_F(PoolsTest, AreWhatTheParametersSay) {
  int value = -1;
  drm_i915_getparam args{.param = I915_PARAM_HAS_POOLED_EU, .value = &value};
  ASSERT_EQ(call(DRM_IOCTL_I915_GETPARAM, args), 0);
  EXPECT_EQ(value, 1);
  args.param = I915_PARAM_MIN_EU_IN_POOL;
  ASSERT_EQ(call(DRM_IOCTL_I915_GETPARAM, args), 0);
  EXPECT_EQ(value, 9);
}

}  // namespace
}  // namespace eugene::i915
