// Requests that fail: their last write comes late, requests that depend on them, and commands that are skipped.
#include <chrono>
#include <thread>

#include "i915/late_writes.h"
#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

class GivenUpTest : public DeviceTest {
 protected:
  // PIPE_CONTROL of 6 dwords that writes a qword.
  static std::vector<std::uint32_t> post_sync(std::uint64_t address, std::uint32_t value) {
    return {0x7A00'0004, 1U << 14, static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32),
            value,       0};
  }
  static std::vector<std::uint32_t> join(std::initializer_list<std::vector<std::uint32_t>> parts) {
    std::vector<std::uint32_t> all;
    for (const auto& each : parts) all.insert(all.end(), each.begin(), each.end());
    return all;
  }
  // Executes a batch with `data` at kData; waits for its end.
  void run(std::uint32_t data, std::vector<std::uint32_t> dwords, std::uint32_t context, std::uint64_t flags = 0) {
    std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(batch(std::move(dwords)), kBatch)};
    ASSERT_EQ(execute(objects, context, flags), 0);
    ASSERT_EQ(wait(data), 0);
  }
  std::vector<gpu::Report> reports() {
    const std::scoped_lock lock(reports_mutex_);
    return reports_;
  }
  std::uint32_t hangs(std::uint32_t context) {
    drm_i915_reset_stats args{.ctx_id = context};
    EXPECT_EQ(call(DRM_IOCTL_I915_GET_RESET_STATS, args), 0);
    return args.batch_active;
  }
};

// Intel's OpenCL driver waits for such a number before it frees an image of the program's memory, and does not ask
// whether the request has failed.
TEST_F(GivenUpTest, WritesLateWhatDriversWaitFor) {
  const std::uint32_t context = create_context();
  const std::uint32_t data = create();
  std::uint32_t* words = map(data);
  run(data, join({{kUnknownCommand, 0}, store(kData + 16, 5), post_sync(kData, 7)}), context);
  EXPECT_EQ(words[0], 0U);  // not written yet: a program that waits must ask for the failure
  EXPECT_EQ(hangs(context), 1U);
  drm_.make_late_writes();
  EXPECT_EQ(words[0], 7U);
  EXPECT_EQ(words[4], 0U);  // nothing else of it is executed
}

TEST_F(GivenUpTest, WritesThatNobodyAsksForComeInTheEnd) {
  const std::uint32_t data = create();
  const std::uint32_t* words = map(data);
  run(data, join({{kUnknownCommand, 0}, post_sync(kData, 7)}), create_context());
  const auto end = std::chrono::steady_clock::now() + LateWrites::kDelay + std::chrono::seconds(5);
  while (__atomic_load_n(words, __ATOMIC_SEQ_CST) == 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(words[0], 7U);
}

// Also writes for requests after the request that got the context banned.
TEST_F(GivenUpTest, WritesOfRequestsThatNeverBegin) {
  const std::uint32_t context = create_context(false);
  const std::uint32_t data = create();
  std::uint32_t* words = map(data);
  std::vector first{pinned(data, kData, EXEC_OBJECT_WRITE),
                    pinned(batch(join({wait_until(kData + 64, 1), {kUnknownCommand}})), kBatch)};
  std::vector second{pinned(data, kData, EXEC_OBJECT_WRITE),
                     pinned(batch(join({store(kData + 16, 5), post_sync(kData, 9)})), kBatch + 0x1000)};
  ASSERT_EQ(execute(first, context), 0);
  ASSERT_EQ(execute(second, context), 0);
  __atomic_store_n(words + 16, 1U, __ATOMIC_SEQ_CST);
  ASSERT_EQ(wait(data), 0);
  drm_.make_late_writes();
  EXPECT_EQ(words[0], 9U);
  EXPECT_EQ(words[4], 0U);
}

TEST_F(GivenUpTest, MemoryThatIsGoneIsNotWritten) {
  const std::uint32_t context = create_context();
  std::vector<std::uint32_t> own(0x2000 / 4);
  auto* page = reinterpret_cast<std::uint32_t*>((address_of(own.data()) + 0xFFF) & ~std::uint64_t{0xFFF});
  drm_i915_gem_userptr args{.user_ptr = address_of(page), .user_size = 0x1000};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), 0);
  run(args.handle, join({{kUnknownCommand, 0}, post_sync(kData, 7)}), context);
  drm_gem_close close{.handle = args.handle};
  ASSERT_EQ(call(DRM_IOCTL_GEM_CLOSE, close), 0);
  run(create(), {}, context);  // its address now belongs to another object
  drm_.make_late_writes();
  EXPECT_EQ(page[0], 0U);
}

TEST_F(GivenUpTest, CircleOfBatchesEnds) {
  const std::uint32_t data = create();
  run(data, {kUnknownCommand, 0, 0x1880'0101, static_cast<std::uint32_t>(kBatch), kBatch >> 32}, create_context());
  EXPECT_EQ(reports().size(), 1U);
}

// The context has lost the state that its driver set once, so its next request fails. That is not reported again.
TEST_F(GivenUpTest, SaysOnceWhatFollows) {
  const std::uint32_t context = create_context();
  const std::uint32_t data = create();
  const std::vector<std::uint32_t> descriptors{0x7002'0002, 0, 32, 0x40};
  std::vector<std::uint32_t> bases{0x6101'0011, 0x1000 | 1};  // STATE_BASE_ADDRESS
  bases.resize(19);
  run(data, join({bases, {kUnknownCommand, 0}}), context);
  run(data, descriptors, context);
  run(data, descriptors, context);
  const auto all = reports();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_NE(gpu::format(all[0]).find("unknown command"), std::string::npos);
  EXPECT_NE(gpu::format(all[1]).find("has lost its state because of the failure above"), std::string::npos);
  EXPECT_EQ(gpu::format(all[1]).find("not mapped"), std::string::npos);
  EXPECT_EQ(gpu::format(all[2]), "");
  EXPECT_FALSE(all[2].is_warning());
  EXPECT_EQ(hangs(context), 3U);
}

// A context without state has lost none.
TEST_F(GivenUpTest, SaysWhatFollowsFromNothing) {
  const std::uint32_t context = create_context();
  const std::uint32_t data = create();
  for (unsigned i = 0; i < 3; ++i) run(data, {kUnknownCommand}, context);
  const auto all = reports();
  ASSERT_EQ(all.size(), 3U);
  for (const auto& each : all) EXPECT_NE(gpu::format(each).find("unknown command"), std::string::npos);
}

// i965 clears by XY_COLOR_BLT of Gen6, which has an address of one dword.
TEST_F(GivenUpTest, PassesOverCommandsOfAnotherGeneration) {
  const std::uint32_t context = create_context(false);
  const std::uint32_t data = create();
  const std::uint32_t* words = map(data);
  const std::vector<std::uint32_t> clear{
      0x5400'0004, 0x03F0'0010, 0, 0x0001'0001, static_cast<std::uint32_t>(kData), 1};
  run(data, join({clear, store(kData + 8, 3), clear}), context, I915_EXEC_BLT);
  EXPECT_EQ(words[2], 3U);
  EXPECT_EQ(hangs(context), 0U);
  ASSERT_EQ(reports().size(), 1U);
  EXPECT_NE(gpu::format(reports()[0]).find("XY_COLOR_BLT has 6 dwords, as on another generation, but needs at least 7"),
            std::string::npos);
}

}  // namespace
}  // namespace eugene::i915
