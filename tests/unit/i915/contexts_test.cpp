// The device itself, contexts and address spaces.
#include <unistd.h>

#include <array>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

using ContextsTest = DeviceTest;

TEST_F(ContextsTest, SayWhoTheDriverIs) {
  std::array<char, 16> name{};
  drm_version args{};
  args.name = name.data();
  args.name_len = 2;
  ASSERT_EQ(call(DRM_IOCTL_VERSION, args), 0);
  EXPECT_EQ(args.name_len, 4U);
  EXPECT_STREQ(name.data(), "i9");
}

TEST_F(ContextsTest, AnswerParameters) {
  const auto value_of = [&](int param) {
    int value = -1;
    drm_i915_getparam args{.param = param, .value = &value};
    const int result = call(DRM_IOCTL_I915_GETPARAM, args);
    return result == 0 ? value : result;
  };
  EXPECT_EQ(value_of(I915_PARAM_CHIPSET_ID), 0x5A84);
  EXPECT_EQ(value_of(I915_PARAM_EU_TOTAL), 18);
  EXPECT_EQ(value_of(I915_PARAM_SUBSLICE_MASK), 7);
  EXPECT_EQ(value_of(I915_PARAM_CS_TIMESTAMP_FREQUENCY), 19'200'000);
  EXPECT_EQ(value_of(9999), -EINVAL);
  drm_i915_getparam args{.param = I915_PARAM_CHIPSET_ID, .value = nullptr};
  EXPECT_EQ(call(DRM_IOCTL_I915_GETPARAM, args), -EFAULT);
}

TEST_F(ContextsTest, RefuseIoctlsThatAreNone) {
  int nothing = 0;
  EXPECT_EQ(file_.ioctl(_IOWR('d', 0x9F, int), &nothing), -EINVAL);
  EXPECT_EQ(file_.ioctl(_IOWR('x', 0x46, int), &nothing), -EINVAL);
  EXPECT_EQ(file_.ioctl(DRM_IOCTL_I915_GEM_CREATE, nullptr), -EFAULT);
}

TEST_F(ContextsTest, AnswerQueries) {
  std::array<std::uint8_t, 256> answer{};
  std::array<drm_i915_query_item, 3> items{};
  items[0].query_id = DRM_I915_QUERY_TOPOLOGY_INFO;
  items[1].query_id = DRM_I915_QUERY_ENGINE_INFO;
  items[2].query_id = 4711;
  drm_i915_query args{.num_items = 3, .items_ptr = address_of(items.data())};
  ASSERT_EQ(call(DRM_IOCTL_I915_QUERY, args), 0);
  EXPECT_EQ(items[0].length, static_cast<int>(sizeof(drm_i915_query_topology_info) + 1 + 1 + 3));
  EXPECT_EQ(items[2].length, -EINVAL);
  items[0].data_ptr = address_of(answer.data());
  args.num_items = 1;
  ASSERT_EQ(call(DRM_IOCTL_I915_QUERY, args), 0);
  const auto& topology = *reinterpret_cast<const drm_i915_query_topology_info*>(answer.data());
  EXPECT_EQ(topology.max_subslices, 3);
  EXPECT_EQ(topology.data[topology.subslice_offset], 7);
  EXPECT_EQ(topology.data[topology.eu_offset + 2 * topology.eu_stride], 0x3F);
  items[0].length = 5;
  ASSERT_EQ(call(DRM_IOCTL_I915_QUERY, args), 0);
  EXPECT_EQ(items[0].length, -EINVAL);
}

TEST_F(ContextsTest, HaveEngineMaps) {
  struct {
    std::uint64_t extensions = 0;
    std::array<i915_engine_class_instance, 2> engines{};
  } map;
  drm_i915_gem_context_create_ext_setparam setparam{};
  setparam.base.name = I915_CONTEXT_CREATE_EXT_SETPARAM;
  setparam.param.param = I915_CONTEXT_PARAM_ENGINES;
  setparam.param.size = sizeof map;
  setparam.param.value = address_of(&map);
  drm_i915_gem_context_create_ext create{.flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
                                         .extensions = address_of(&setparam)};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, create), 0);
  // Both slots are the render engine; there is no third one.
  std::vector objects{pinned(batch({}), kBatch)};
  EXPECT_EQ(execute(objects, create.ctx_id, 1), 0);
  EXPECT_EQ(execute(objects, create.ctx_id, 2), -EINVAL);
  map.engines[1] = {I915_ENGINE_CLASS_VIDEO, 0};  // there is none
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, create), -ENOENT);
}

// Chosen by I915_EXEC_BLT, as before there were engine maps.
TEST_F(ContextsTest, HaveABlitter) {
  const std::uint32_t data = create();
  // XY_COLOR_BLT: 4 x 2 pixels of 32 bits, rows of 64 bytes.
  std::vector fill{pinned(data, kData, EXEC_OBJECT_WRITE),
                   pinned(batch({0x5430'0005, 0x03F0'0040, 0, 2U << 16 | 4, static_cast<std::uint32_t>(kData),
                                 static_cast<std::uint32_t>(kData >> 32), 0x1234'5678}),
                          kBatch)};
  EXPECT_EQ(execute(fill, 0, I915_EXEC_BSD), -EINVAL);
  ASSERT_EQ(execute(fill, 0, I915_EXEC_BLT), 0);
  ASSERT_EQ(wait(data), 0);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(map(data)[i], i % 16 < 4 ? 0x1234'5678U : 0U) << i;
}

// The blitter fills an object that the render engine still writes; that write waits for the host. Only the object
// connects the two.
TEST_F(ContextsTest, ComeAfterOthersThatWriteTheirObjects) {
  constexpr std::uint64_t kGate = kData + 0x10'0000;
  for (const bool asynchronous : {false, true}) {
    const std::uint32_t data = create();
    const std::uint32_t gate = create();
    std::vector<std::uint32_t> commands = wait_until(kGate, 1);
    const std::vector<std::uint32_t> write = store(kData, 7);
    commands.insert(commands.end(), write.begin(), write.end());
    std::vector render{pinned(data, kData, EXEC_OBJECT_WRITE), pinned(gate, kGate), pinned(batch(commands), kBatch)};
    ASSERT_EQ(execute(render), 0);
    // XY_COLOR_BLT of one pixel.
    std::vector fill{pinned(data, kData, EXEC_OBJECT_WRITE | (asynchronous ? EXEC_OBJECT_ASYNC : 0)),
                     pinned(batch({0x5430'0005, 0x03F0'0040, 0, 1U << 16 | 1, static_cast<std::uint32_t>(kData),
                                   static_cast<std::uint32_t>(kData >> 32), 9}),
                            kBatch + 0x1000)};
    ASSERT_EQ(execute(fill, 0, I915_EXEC_BLT), 0);
    drm_i915_gem_busy busy{.handle = data, .busy = 0};
    ASSERT_EQ(call(DRM_IOCTL_I915_GEM_BUSY, busy), 0);
    if (!asynchronous) {
      EXPECT_EQ(busy.busy, 0x3'0002U);  // both engines use it; the blitter is the one that writes last
    }
    const auto filled = [&] { return __atomic_load_n(map(data), __ATOMIC_SEQ_CST) == 9; };
    for (int i = 0; i < 5000 && asynchronous && !filled(); ++i) ::usleep(1000);
    EXPECT_EQ(filled(), asynchronous);
    __atomic_store_n(map(gate), 1U, __ATOMIC_SEQ_CST);
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(map(data)[0], asynchronous ? 7U : 9U);
  }
}

TEST_F(ContextsTest, KeepRegistersToThemselves) {
  // MI_LOAD_REGISTER_IMM of a general register of the command streamer, MI_STORE_REGISTER_MEM of it.
  constexpr std::uint32_t kRegister = 0x2608;
  const auto load = [](std::uint32_t value) { return std::vector<std::uint32_t>{0x1100'0001, kRegister, value}; };
  const auto keep = [](std::uint64_t address) {
    return std::vector<std::uint32_t>{0x1200'0002, kRegister, static_cast<std::uint32_t>(address),
                                      static_cast<std::uint32_t>(address >> 32)};
  };
  const std::uint32_t data = create();
  const std::uint32_t one = create_context();
  const std::uint32_t other = create_context();
  std::vector set{pinned(data, kData), pinned(batch(load(0xABCD)), kBatch)};
  ASSERT_EQ(execute(set, one), 0);
  for (const std::uint32_t context : {one, other}) {
    std::vector get{pinned(data, kData), pinned(batch(keep(kData)), kBatch)};
    map(data)[0] = 1;
    ASSERT_EQ(execute(get, context), 0);
    ASSERT_EQ(wait(data), 0);
    EXPECT_EQ(map(data)[0], context == one ? 0xABCDU : 0U);
  }
}

TEST_F(ContextsTest, ShareAnAddressSpaceIfToldTo) {
  drm_i915_gem_context_param vm{.ctx_id = 0, .param = I915_CONTEXT_PARAM_VM};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, vm), 0);
  const std::uint32_t data = create();
  std::vector first{pinned(data, kData), pinned(batch({}), kBatch)};
  ASSERT_EQ(execute(first, 0), 0);
  // Another context finds the object where the first has put it.
  vm.ctx_id = create_context();
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, vm), 0);
  std::vector second{pinned(batch(store(kData, 2)), kBatch)};
  ASSERT_EQ(execute(second, vm.ctx_id), 0);
  ASSERT_EQ(wait(second[0].handle), 0);
  EXPECT_EQ(map(data)[0], 2U);
  vm.ctx_id = create_context();
  vm.value = 99;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, vm), -ENOENT);
}

TEST_F(ContextsTest, AreDestroyedButForTheFirst) {
  drm_i915_gem_context_destroy args{.ctx_id = create_context()};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, args), 0);
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, args), -ENOENT);
  args.ctx_id = 0;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, args), -ENOENT);
}

TEST_F(ContextsTest, HavePriorities) {
  drm_i915_gem_context_param param{.ctx_id = 0, .param = I915_CONTEXT_PARAM_PRIORITY};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, param), 0);
  EXPECT_EQ(param.value, 0U);
  param.value = 5;  // only administrators may raise the priority
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), ::geteuid() == 0 ? 0 : -EPERM);
  param.value = static_cast<std::uint64_t>(std::int64_t{-1023});
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), 0);
  param.value = 0;
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, param), 0);
  EXPECT_EQ(static_cast<std::int64_t>(param.value), -1023);
  for (const std::int64_t beyond : {-1024, 1024}) {
    param.value = static_cast<std::uint64_t>(beyond);
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), -EINVAL);
  }
  param.size = 8;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), -EINVAL);
}

TEST_F(ContextsTest, KeepTheAddressSpaceTheyHaveRunWith) {
  drm_i915_gem_vm_control vm{};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_VM_CREATE, vm), 0);
  drm_i915_gem_context_param param{.ctx_id = 0, .param = I915_CONTEXT_PARAM_VM, .value = vm.vm_id};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), -EINVAL) << "the first context";
  param.ctx_id = create_context();
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), 0);
  std::vector objects{pinned(batch({}), kBatch)};
  ASSERT_EQ(execute(objects, param.ctx_id), 0);
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), -EINVAL);
}

TEST_F(ContextsTest, ReadTheTimestamp) {
  drm_i915_reg_read args{.offset = 0x2358 | I915_REG_READ_8B_WA};
  ASSERT_EQ(call(DRM_IOCTL_I915_REG_READ, args), 0);
  const std::uint64_t before = args.val;
  ASSERT_EQ(call(DRM_IOCTL_I915_REG_READ, args), 0);
  EXPECT_GE(args.val, before);
  args.offset = 0x2000;
  EXPECT_EQ(call(DRM_IOCTL_I915_REG_READ, args), -EINVAL);
}

}  // namespace
}  // namespace eugene::i915
