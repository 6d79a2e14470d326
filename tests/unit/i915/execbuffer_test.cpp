// EXECBUFFER2: places, relocations, errors, waiting.
#include <atomic>
#include <thread>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

using ExecbufferTest = DeviceTest;

TEST_F(ExecbufferTest, ExecutesABatchThatIsLast) {
  const std::uint32_t data = create();
  std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(batch(store(kData + 8, 0x1234)), kBatch)};
  ASSERT_EQ(execute(objects), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[2], 0x1234U);
}

TEST_F(ExecbufferTest, ExecutesABatchThatIsFirst) {
  const std::uint32_t data = create();
  std::vector objects{pinned(batch(store(kData, 1)), kBatch), pinned(data, kData)};
  ASSERT_EQ(execute(objects, 0, I915_EXEC_BATCH_FIRST), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 1U);
}

TEST_F(ExecbufferTest, RelocatesByHandleAndByPlace) {
  for (const bool by_place : {false, true}) {
    const std::uint32_t data = create();
    const std::uint32_t code = batch(store(0, 99));
    drm_i915_gem_relocation_entry relocation{};
    relocation.target_handle = by_place ? 0 : data;
    relocation.delta = 12;
    relocation.offset = 4;
    relocation.presumed_offset = ~std::uint64_t{0};
    std::vector<drm_i915_gem_exec_object2> objects(2);
    objects[0].handle = data;
    objects[1].handle = code;
    objects[1].relocation_count = 1;
    objects[1].relocs_ptr = address_of(&relocation);
    ASSERT_EQ(execute(objects, 0, by_place ? I915_EXEC_HANDLE_LUT : 0), 0);
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(map(data)[3], 99U);
    EXPECT_EQ(relocation.presumed_offset, objects[0].offset);
    EXPECT_NE(objects[0].offset, objects[1].offset);
    EXPECT_LT(objects[0].offset, std::uint64_t{1} << 32);  // it lacks the flag for high addresses
  }
}

TEST_F(ExecbufferTest, RelocatesBackwards) {
  const std::uint32_t data = create();
  const std::uint32_t code = batch(store(0, 7));
  drm_i915_gem_relocation_entry relocation{.target_handle = data,
                                           .delta = static_cast<std::uint32_t>(-0x1000),
                                           .offset = 4,
                                           .presumed_offset = ~std::uint64_t{0}};
  std::vector<drm_i915_gem_exec_object2> objects{{.handle = data}, {.handle = code}};
  objects[1].relocation_count = 1;
  objects[1].relocs_ptr = address_of(&relocation);
  ASSERT_EQ(execute(objects, create_context()), 0);
  ASSERT_EQ(wait(code), 0);
  const std::uint32_t* words = map(code);
  EXPECT_EQ(words[1] | std::uint64_t{words[2]} << 32, objects[0].offset - 0x1000);
}

TEST_F(ExecbufferTest, RefusesWhatTheKernelRefuses) {
  const std::uint32_t code = batch({});
  const auto result = [&](auto change) {
    std::vector objects{pinned(code, kBatch)};
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = address_of(objects.data());
    args.buffer_count = 1;
    change(args, objects[0]);
    return call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args);
  };
  using Args = drm_i915_gem_execbuffer2;
  using Entry = drm_i915_gem_exec_object2;
  EXPECT_EQ(result([](Args&, Entry&) {}), 0);
  EXPECT_EQ(result([](Args&, Entry& entry) { entry.handle = 77; }), -ENOENT);
  EXPECT_EQ(result([](Args& args, Entry&) { args.buffer_count = 0; }), -EINVAL);
  EXPECT_EQ(result([](Args& args, Entry&) { args.buffers_ptr = 16; }), -EFAULT);
  EXPECT_EQ(result([](Args& args, Entry&) { args.rsvd1 = 5; }), -ENOENT);
  EXPECT_EQ(result([](Args& args, Entry&) { args.flags = std::uint64_t{1} << 40; }), -EINVAL);
  EXPECT_EQ(result([](Args& args, Entry&) { args.flags = I915_EXEC_BSD; }), -EINVAL);
  EXPECT_EQ(result([](Args& args, Entry&) { args.batch_len = 4; }), -EINVAL);
  EXPECT_EQ(result([](Args& args, Entry&) { args.batch_start_offset = 0x1008; }), -EINVAL);
  EXPECT_EQ(result([](Args&, Entry& entry) { entry.offset = 0x800; }), -EINVAL);
  EXPECT_EQ(result([](Args&, Entry& entry) { entry.offset = std::uint64_t{1} << 47; }), -EINVAL);  // not canonical
  EXPECT_EQ(result([](Args&, Entry& entry) { entry.flags &= ~std::uint64_t{EXEC_OBJECT_SUPPORTS_48B_ADDRESS}; }),
            -EINVAL);
  EXPECT_EQ(result([](Args&, Entry& entry) { entry.alignment = 3; }), -EINVAL);
}

// Linux does not ask whether an object is listed twice, and Intel's Level Zero driver relies on it.
TEST_F(ExecbufferTest, TakesAnObjectThatIsListedTwice) {
  const std::uint32_t data = create();
  const std::uint32_t code = batch(store(kData + 4, 0x77));
  for (const bool writes_first : {false, true}) {
    const std::uint64_t write = EXEC_OBJECT_WRITE;
    std::vector objects{pinned(data, kData, writes_first ? write : 0), pinned(code, kBatch),
                        pinned(data, kData, writes_first ? 0 : write), pinned(code, kBatch)};
    map(data)[1] = 0;
    ASSERT_EQ(execute(objects), 0);
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(map(data)[1], 0x77U);
  }
  // An object listed twice without an address gets one address, which both entries have afterwards.
  std::vector<drm_i915_gem_exec_object2> anywhere{
      {.handle = data}, {.handle = data, .offset = 0x7000'0000}, {.handle = code}};
  ASSERT_EQ(execute(anywhere, create_context()), 0);
  EXPECT_EQ(anywhere[0].offset, anywhere[1].offset);
  // An object cannot have two addresses.
  std::vector two_places{pinned(data, kData), pinned(data, kData + 0x10000), pinned(code, kBatch)};
  EXPECT_EQ(execute(two_places), -ENOSPC);
}

TEST_F(ExecbufferTest, RefusesObjectsInOnePlace) {
  const std::uint32_t code = batch({});
  std::vector overlapping{pinned(create(0x2000), kBatch - 0x1000), pinned(code, kBatch)};
  EXPECT_EQ(execute(overlapping), -ENOSPC);
}

// Only objects that may lie anywhere are placed in the last page below 4 GB.
TEST_F(ExecbufferTest, LeavesTheLastPageBelow4GB) {
  constexpr std::uint64_t kLast = 0xFFFF'F000;
  std::vector wide{pinned(batch({}), kLast)};
  EXPECT_EQ(execute(wide), 0);
  const auto narrow = [&](std::uint64_t address) {
    std::vector object{pinned(batch({}), address)};
    object[0].flags &= ~std::uint64_t{EXEC_OBJECT_SUPPORTS_48B_ADDRESS};
    return execute(object);
  };
  EXPECT_EQ(narrow(kLast), -EINVAL);
  EXPECT_EQ(narrow(kLast - 0x1000), 0);
  // An object that is bound there already is moved if it is submitted without the flag for high addresses.
  std::vector moved{drm_i915_gem_exec_object2{.handle = wide[0].handle, .offset = kLast}};
  EXPECT_EQ(execute(moved), 0);
  EXPECT_LT(moved[0].offset, kLast - 0x1000);
}

TEST_F(ExecbufferTest, RefusesPlacesThatAreNotAligned) {
  std::vector object{pinned(batch({}), kBatch + 0x1000)};
  object[0].alignment = 0x10000;
  EXPECT_EQ(execute(object), -EINVAL);
  object[0].offset = kBatch;
  EXPECT_EQ(execute(object), 0);
}

TEST_F(ExecbufferTest, KeepsPaddingFree) {
  std::vector objects{pinned(create(), kData, EXEC_OBJECT_PAD_TO_SIZE), pinned(batch({}), kData + 0x4000)};
  objects[0].pad_to_size = 0x5000;
  EXPECT_EQ(execute(objects), -ENOSPC);
  objects[0].pad_to_size = 0x4800;
  EXPECT_EQ(execute(objects), -EINVAL);  // not whole pages
  objects[0].pad_to_size = 0x4000;
  EXPECT_EQ(execute(objects), 0);
  // An object whose presumed address is in the padding is put elsewhere.
  std::vector thought{drm_i915_gem_exec_object2{
      .handle = batch({}), .offset = kData + 0x2000, .flags = EXEC_OBJECT_SUPPORTS_48B_ADDRESS}};
  EXPECT_EQ(execute(thought), 0);
  EXPECT_NE(thought[0].offset, kData + 0x2000);
  // The padding has no memory.
  std::vector writes{objects[0], pinned(batch(store(kData + 0x1000, 1)), kBatch)};
  EXPECT_EQ(execute(writes, create_context()), 0);
  EXPECT_EQ(wait(writes[0].handle), 0);
  EXPECT_EQ(reports_.size(), 1U);
}

// With more padding than before, the object is moved to where there is room.
TEST_F(ExecbufferTest, MovesWhatNeedsMorePadding) {
  std::vector objects{drm_i915_gem_exec_object2{.handle = create()}, drm_i915_gem_exec_object2{.handle = batch({})}};
  ASSERT_EQ(execute(objects), 0);
  objects[0].flags = EXEC_OBJECT_PAD_TO_SIZE;
  objects[0].pad_to_size = 0x8000;
  ASSERT_EQ(execute(objects), 0);
  const std::uint64_t at = objects[0].offset;
  EXPECT_TRUE(objects[1].offset < at || objects[1].offset >= at + 0x8000);
}

TEST_F(ExecbufferTest, HasSignExtendedAddresses) {
  constexpr std::uint64_t kHigh = 0xFFFF'8000'0000'0000;
  const std::uint32_t data = create();
  std::vector objects{pinned(data, kHigh), pinned(batch(store(kHigh, 3)), kBatch)};
  ASSERT_EQ(execute(objects), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 3U);
}

TEST_F(ExecbufferTest, PutsObjectsWhereTheProgramThinksTheyAre) {
  constexpr std::uint64_t kThought = 0x300'0000;
  drm_i915_gem_exec_object2 object{.handle = batch({}), .offset = kThought};
  std::vector one{object};
  ASSERT_EQ(execute(one), 0);
  EXPECT_EQ(one[0].offset, kThought);
  // Another of the same thought finds the place taken, the first one stays.
  std::vector both{one[0], drm_i915_gem_exec_object2{.handle = batch({}), .offset = kThought}};
  ASSERT_EQ(execute(both), 0);
  EXPECT_EQ(both[0].offset, kThought);
  EXPECT_NE(both[1].offset, kThought);
  std::vector misplaced{drm_i915_gem_exec_object2{.handle = batch({}), .offset = kThought + 0x10800}};
  ASSERT_EQ(execute(misplaced), 0);
  EXPECT_EQ(misplaced[0].offset % 0x1000, 0U);
}

TEST_F(ExecbufferTest, KeepsWhatIsClosedUntilItIsDone) {
  const std::uint32_t data = create();
  const std::uint32_t gate = create();
  volatile std::uint32_t* open = map(gate);
  std::uint32_t* words = map(data);
  std::vector<std::uint32_t> dwords = wait_until(kData + 0x1000, 1);
  for (const std::uint32_t dword : store(kData, 8)) dwords.push_back(dword);
  const std::uint32_t code = batch(dwords);
  std::vector objects{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(gate, kData + 0x1000), pinned(code, kBatch)};
  ASSERT_EQ(execute(objects), 0);
  EXPECT_EQ(wait(data, 1'000'000), -ETIME);
  drm_i915_gem_busy busy{.handle = data};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_BUSY, busy), 0);
  EXPECT_NE(busy.busy, 0U);
  drm_gem_close close{.handle = code};
  ASSERT_EQ(call(DRM_IOCTL_GEM_CLOSE, close), 0);
  *open = 1;
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(words[0], 8U);
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_BUSY, busy), 0);
  EXPECT_EQ(busy.busy, 0U);
}

TEST_F(ExecbufferTest, RunsOtherContextsWhileOneWaits) {
  const std::uint32_t gate = create();
  const std::uint32_t data = create();
  std::vector first{pinned(gate, kData), pinned(batch(wait_until(kData, 5)), kBatch)};
  ASSERT_EQ(execute(first, create_context()), 0);
  std::vector second{pinned(data, kData), pinned(batch(store(kData, 6)), kBatch)};
  ASSERT_EQ(execute(second, create_context()), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 6U);
  EXPECT_EQ(wait(gate, 1), -ETIME);
  map(gate)[0] = 5;
  EXPECT_EQ(wait(gate), 0);
}

// The context continues after the skipped draws.
TEST_F(ExecbufferTest, ReportsEachReasonOfSkippedDrawsOnce) {
  const std::vector<std::uint32_t> draw{0x7B00'0005, 0, 3, 0, 1, 0, 0};
  std::vector<std::uint32_t> pixel_shader(12);
  pixel_shader[0] = 0x7820'000A;
  const std::vector<std::uint32_t> valid{0x784F'0000, 1U << 31};
  const std::uint32_t data = create();
  std::vector<std::uint32_t> dwords;
  for (const auto& command : {draw, draw, pixel_shader, valid, draw, draw, store(kData, 7)})
    dwords.insert(dwords.end(), command.begin(), command.end());
  std::vector objects{pinned(data, kData), pinned(batch(dwords), kBatch)};
  ASSERT_EQ(execute(objects), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 7U);
  ASSERT_EQ(reports_.size(), 2U);
  EXPECT_NE(gpu::format(reports_[0]).find("no pixel shader"), std::string::npos);
  EXPECT_NE(gpu::format(reports_[1]).find("anything but one rectangle"), std::string::npos);
}

TEST_F(ExecbufferTest, ReachesNothingOutsideItsAddressSpace) {
  const std::uint32_t context = create_context(false);
  std::vector objects{pinned(batch(store(0x7777'0000, 1)), kBatch)};
  ASSERT_EQ(execute(objects, context), 0);
  ASSERT_EQ(wait(objects[0].handle), 0);
  ASSERT_EQ(reports_.size(), 1U);
  EXPECT_NE(gpu::format(reports_[0]).find("0x77770000"), std::string::npos) << gpu::format(reports_[0]);
  drm_i915_reset_stats stats{.ctx_id = context};
  ASSERT_EQ(call(DRM_IOCTL_I915_GET_RESET_STATS, stats), 0);
  EXPECT_EQ(stats.batch_active, 1U);
  EXPECT_EQ(execute(objects, context), -EIO);  // the context is not recoverable
  EXPECT_EQ(execute(objects, 0), 0);           // others continue
}

TEST_F(ExecbufferTest, StartsAnewAfterAFailureThatMayBeRecoveredFrom) {
  const std::uint32_t context = create_context();
  const std::uint32_t data = create();
  std::vector bad{pinned(batch({kUnknownCommand}), kBatch)};
  std::vector good{pinned(data, kData), pinned(batch(store(kData, 4)), kBatch + 0x1000)};
  ASSERT_EQ(execute(bad, context), 0);
  ASSERT_EQ(execute(good, context), 0);
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 4U);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(execute(bad, context), 0);
    ASSERT_EQ(wait(bad[0].handle), 0);
  }
  EXPECT_EQ(execute(bad, context), -EIO);  // the third time was too much
}

// A batch that asks for the GPU again and again until a dword is 1: another context has to be let in to set it.
std::vector<std::uint32_t> spin(std::uint64_t batch, std::uint64_t until) {
  return {0x05U << 23,             // MI_ARB_CHECK
          0x1B00'0002 | 1U << 21,  // MI_CONDITIONAL_BATCH_BUFFER_END where the dword is not above 0
          0,
          static_cast<std::uint32_t>(until),
          static_cast<std::uint32_t>(until >> 32),
          0x1880'0101,  // MI_BATCH_BUFFER_START: from the beginning
          static_cast<std::uint32_t>(batch),
          static_cast<std::uint32_t>(batch >> 32)};
}

class PreemptionTest : public DeviceTest {
 protected:
  static constexpr std::uint64_t kSpin = 0x3'0000'0000;

  std::uint32_t context(int priority) {
    const std::uint32_t id = create_context();
    drm_i915_gem_context_param param{.ctx_id = id,
                                     .param = I915_CONTEXT_PARAM_PRIORITY,
                                     .value = static_cast<std::uint64_t>(std::int64_t{priority})};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), 0);
    return id;
  }
  // Spins until dword 0 of `data` is 0.
  void start_spinning(std::uint32_t data, int priority) {
    map(data)[0] = 1;
    spinning_ = batch(spin(kSpin, kData));
    std::vector objects{pinned(data, kData, EXEC_OBJECT_ASYNC), pinned(spinning_, kSpin)};
    ASSERT_EQ(execute(objects, context(priority)), 0);
  }
  void submit(std::uint32_t data, int priority, const std::vector<std::uint32_t>& commands) {
    std::vector objects{pinned(data, kData, EXEC_OBJECT_ASYNC), pinned(batch(commands), kBatch)};
    ASSERT_EQ(execute(objects, context(priority)), 0);
  }
  bool spins() { return wait(spinning_, 0) == -ETIME; }

  std::uint32_t spinning_ = 0;
};

TEST_F(PreemptionTest, LetsContextsInByTurns) {
  const std::uint32_t data = create();
  start_spinning(data, -5);
  EXPECT_TRUE(spins());
  submit(data, -5, store(kData, 0));
  EXPECT_EQ(wait(spinning_), 0);
}

TEST_F(PreemptionTest, LetsHigherPrioritiesIn) {
  const std::uint32_t data = create();
  start_spinning(data, -5);
  submit(data, 0, store(kData, 0));
  EXPECT_EQ(wait(spinning_), 0);
}

// A request of lower priority than the spinning batch has not run by the time that batch ends.
TEST_F(PreemptionTest, KeepsLowerPrioritiesOut) {
  const std::uint32_t data = create();
  start_spinning(data, -5);
  submit(data, -6, store(kData + 4, 1));
  std::vector commands{0x1700'0003U, static_cast<std::uint32_t>(kData) + 8, static_cast<std::uint32_t>(kData >> 32),
                       static_cast<std::uint32_t>(kData) + 4,
                       static_cast<std::uint32_t>(kData >> 32)};  // MI_COPY_MEM_MEM
  std::ranges::copy(store(kData, 0), std::back_inserter(commands));
  map(data)[2] = 7;
  submit(data, -5, commands);
  EXPECT_EQ(wait(spinning_), 0);
  EXPECT_EQ(map(data)[2], 0U);
  EXPECT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[1], 1U);
}

// A batch of low priority runs early if a batch of high priority waits for it.
TEST_F(PreemptionTest, RaisesWhatOthersComeAfter) {
  const std::uint32_t data = create();
  const std::uint32_t between = create();
  start_spinning(data, -5);
  std::vector low{pinned(data, kData, EXEC_OBJECT_ASYNC), pinned(between, kData + 0x1000, EXEC_OBJECT_WRITE),
                  pinned(batch(store(kData + 0x1000, 3)), kBatch)};
  ASSERT_EQ(execute(low, context(-6)), 0);
  std::vector high{pinned(data, kData, EXEC_OBJECT_ASYNC), pinned(between, kData + 0x1000),
                   pinned(batch(store(kData, 0)), kBatch)};
  ASSERT_EQ(execute(high, context(0)), 0);
  EXPECT_EQ(wait(spinning_), 0);
  EXPECT_EQ(map(between)[0], 3U);
}

// Domains are the GPU's own. As Linux: I915_GEM_GPU_DOMAINS.
TEST_F(ExecbufferTest, RefusesRelocationsWithDomainsOfTheHost) {
  const auto result = [this](std::uint32_t read, std::uint32_t write) {
    const std::uint32_t data = create();
    drm_i915_gem_relocation_entry relocation{.target_handle = data,
                                             .offset = 4,
                                             .presumed_offset = ~std::uint64_t{0},
                                             .read_domains = read,
                                             .write_domain = write};
    std::vector<drm_i915_gem_exec_object2> objects{{.handle = data}, {.handle = batch(store(0, 99))}};
    objects[1].relocation_count = 1;
    objects[1].relocs_ptr = address_of(&relocation);
    return execute(objects);
  };
  EXPECT_EQ(result(I915_GEM_DOMAIN_RENDER, I915_GEM_DOMAIN_RENDER), 0);
  EXPECT_EQ(result(I915_GEM_DOMAIN_CPU, 0), -EINVAL);
  EXPECT_EQ(result(I915_GEM_DOMAIN_RENDER | I915_GEM_DOMAIN_GTT, 0), -EINVAL);
  EXPECT_EQ(result(I915_GEM_DOMAIN_WC, 0), -EINVAL);
  EXPECT_EQ(result(0, I915_GEM_DOMAIN_CPU), -EINVAL);
}

// Like a full ring in Linux: a program that is far ahead waits.
TEST_F(ExecbufferTest, WaitsWhereTooManyRequestsAreUnderWay) {
  constexpr unsigned kMany = 2000;
  constexpr unsigned kRoom = 512;
  const std::uint32_t gate = create();
  std::uint32_t* words = map(gate);
  const std::uint32_t code = batch(wait_until(kData, 1));
  std::atomic<unsigned> submitted = 0;
  std::thread submits([&] {
    for (unsigned i = 0; i < kMany; ++i) {
      std::vector objects{pinned(gate, kData, EXEC_OBJECT_WRITE), pinned(code, kBatch)};
      EXPECT_EQ(execute(objects), 0);
      ++submitted;
    }
  });
  while (submitted < kRoom) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(submitted, kRoom);
  __atomic_store_n(words, 1U, __ATOMIC_SEQ_CST);
  submits.join();
  ASSERT_EQ(wait(gate), 0);
}

// Requests of one timeline end in their order, so the last of them stands for all.
TEST(ObjectTest, KeepsTheLastUseOfEachTimeline) {
  const auto object = Object::create(0x1000, 0x1000);
  const int first = 0;
  const int second = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    object->use({std::make_shared<Fence>(), 0, i % 3 == 0, &first});
    object->use({std::make_shared<Fence>(), 1, false, &second});
  }
  const auto last_write = std::make_shared<Fence>();
  const auto last_read = std::make_shared<Fence>();
  object->use({last_write, 0, true, &first});
  object->use({last_read, 0, false, &first});
  std::vector<FencePtr> all;
  object->add_work(false, all);
  EXPECT_EQ(all.size(), 3U);
  std::vector<FencePtr> writes;
  object->add_work(true, writes);
  EXPECT_EQ(writes, std::vector{last_write});
  EXPECT_EQ(object->busy_engines(), 1U << 16 | 1U << 17 | 1U);
  last_write->done = true;
  EXPECT_FALSE(object->is_busy(true));
  EXPECT_TRUE(object->is_busy(false));
}

}  // namespace
}  // namespace eugene::i915
