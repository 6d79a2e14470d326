// Threads and local memory in the image of a context: BXT PRM vol6 "GPGPU Context Switch".
#include "gpu/schedule/preempt/context_save.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "isa/encoding/decode.h"
#include "isa/state_registers.h"
#include "preempted_kernels.h"
#include "system_routine.h"

namespace eugene::gpu {
namespace {

const Device& device(std::string_view name) { return *find_device(name); }

// "Base Address Calculation": A = 0x10000, D = 0x2000.
TEST(ContextMap, FollowsTheDocument) {
  const ContextMap map{.device = &device("bxt"), .base = 0x1'0000'0000};
  EXPECT_EQ(map.thread(0), 0x1'0002'0000U) << "after two banks";
  EXPECT_EQ(map.thread(1), 0x1'0002'2000U) << "thread 1";
  EXPECT_EQ(map.thread(1 << 8), 0x1'0002'0000U + 6 * 0x2000) << "EU 1";
  EXPECT_EQ(map.thread(1 << 12), 0x1'0002'0000U + 36 * 0x2000) << "subslice 1";
  EXPECT_EQ(map.thread(2 << 12 | 5 << 8 | 5), 0x1'0002'0000U + 107 * 0x2000) << "the last";
  EXPECT_EQ(map.bytes(), 992U * 1024);
  EXPECT_EQ(ContextMap{&device("bxt2x6")}.bytes(), 640U * 1024);
  EXPECT_EQ(ContextMap{&device("skl")}.thread(1 << 8), 4 * 0x10000U + 7 * 0x2000U);
  EXPECT_LE(ContextMap{&device("skl")}.bytes(), 2U << 20);
}

TEST(ContextMap, HasNoGaps) {
  for (const Device& each : kDevices) {
    const ContextMap map{.device = &each};
    const auto pools = ThreadPools::make(each, {});
    ASSERT_TRUE(pools);
    for (unsigned id = 0; id < each.total_threads(); ++id) {
      EXPECT_EQ(map.thread(pools->topology(id, 1, 0)), map.slm_bytes() + id * 0x2000) << each.name << ' ' << id;
    }
  }
}

class ContextSaveTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kBase = 0x10'0000;
  static constexpr std::uint32_t kTopology = 1 << 12 | 4 << 8 | 3;

  void use(const std::vector<std::byte>& code) {
    auto program = isa::decode_program(isa::kGen9, code);
    ASSERT_TRUE(program);
    auto kernel = eu::prepare(std::move(*program));
    ASSERT_TRUE(kernel);
    save_.emplace(kDefaultDevice, *ThreadPools::make(kDefaultDevice, {}), kBase,
                  kernels_.emplace_back(std::move(*kernel)), view_);
    std::ranges::fill(image_, std::byte{0x5A});
  }
  // A thread in the middle of a kernel, whose registers hold anything.
  eu::Thread random_thread() {
    eu::Thread thread;
    eu::start(thread, 0xFFFF);
    const auto fill = [&](auto& what) {
      for (std::byte& each : std::as_writable_bytes(std::span(&what, 1))) each = static_cast<std::byte>(random_());
    };
    fill(thread.grf);
    fill(thread.acc[0].low);
    fill(thread.flag);
    fill(thread.address);
    for (auto& each : thread.address) each &= 0xFFF;
    fill(thread.stack);
    for (unsigned i = 0; i < eu::kMaxChannels; ++i)
      thread.channel_ip[i] = static_cast<std::uint32_t>(random_() % 4096 * 8);
    thread.running = 0x0F0C;
    thread.call_mask = 0x00F0;
    thread.notification = {1, 0, 2};
    thread.control[0] = isa::cr0::kKeepFloatDenormals | 2U << isa::cr0::kRoundingLow;
    thread.control[1] = isa::cr1::kSoftwareEnable;
    thread.state[0] = kTopology;
    thread.state[1] = 0x2A00'0000;
    thread.ip = 0x128;
    thread.ip_base = 0x4'0000;
    thread.instructions_executed = 77;
    return thread;
  }
  void expect_same(const eu::Thread& seen, const eu::Thread& wanted) {
    EXPECT_TRUE(seen.grf == wanted.grf);
    EXPECT_TRUE(seen.acc[0] == wanted.acc[0]);
    EXPECT_EQ(seen.flag, wanted.flag);
    EXPECT_EQ(seen.address, wanted.address);
    EXPECT_EQ(seen.stack, wanted.stack);
    EXPECT_EQ(seen.notification, wanted.notification);
    EXPECT_EQ(seen.control[0], wanted.control[0]);
    EXPECT_EQ(seen.control[1], wanted.control[1]);
    EXPECT_EQ(seen.control[3], 0U);
    EXPECT_EQ(seen.state[0], wanted.state[0]);
    EXPECT_EQ(seen.ip, wanted.ip);
    EXPECT_EQ(seen.running, wanted.running);
    EXPECT_EQ(seen.dispatched, wanted.dispatched);
    EXPECT_EQ(seen.call_mask, wanted.call_mask);
    EXPECT_EQ(seen.channel_ip, wanted.channel_ip);
    EXPECT_EQ(seen.instructions_executed, wanted.instructions_executed);
  }

  std::mt19937 random_{7};
  memory::FlatMemory memory_;
  std::span<std::byte> image_ = *memory_.map(kBase, std::size_t{2} << 20);
  memory::View view_{memory_};
  std::vector<eu::Kernel> kernels_ = [] {
    std::vector<eu::Kernel> room;
    room.reserve(8);
    return room;
  }();
  std::optional<ContextSave> save_;
};

TEST_F(ContextSaveTest, BringsThreadsBack) {
  for (const Routine& routine : routines()) {
    SCOPED_TRACE(routine.name);
    use(routine.code);
    for (int round = 0; round < 20; ++round) {
      const eu::Thread wanted = random_thread();
      eu::Thread thread = wanted;
      const auto fault = save_->save(thread, kTopology);
      ASSERT_FALSE(fault) << fault->what << " at " << fault->ip;
      EXPECT_FALSE(thread.grf == wanted.grf) << "it has left the machine";
      const auto other = save_->restore(thread, kTopology);
      ASSERT_FALSE(other) << other->what << " at " << other->ip;
      expect_same(thread, wanted);
    }
  }
}

// Registers lie one after the other from the beginning of the thread's 8 KB on, and nothing is written elsewhere.
TEST_F(ContextSaveTest, WritesNothingButTheThreadsPart) {
  const std::uint64_t place = ContextMap{&kDefaultDevice}.thread(kTopology);
  for (const Routine& routine : routines()) {
    SCOPED_TRACE(routine.name);
    use(routine.code);
    eu::Thread thread = random_thread();
    const eu::Thread before = thread;
    ASSERT_FALSE(save_->save(thread, kTopology));
    for (std::size_t i = 0; i < image_.size(); ++i) {
      if (i >= place && i < place + ContextMap::kThreadBytes) continue;
      ASSERT_EQ(image_[i], std::byte{0x5A}) << i;
    }
    const auto at = [&](unsigned hword) { return image_.data() + place + hword * eu::kGrfBytes; };
    const unsigned first = routine.name == "own" ? 0 : 1;
    for (unsigned number = 2; number < 120; ++number)
      EXPECT_EQ(std::memcmp(at(number - first), &before.grf[number], eu::kGrfBytes), 0) << 'r' << number;
  }
}

// A program can write to the image. Any content either runs, or ends with a reason.
TEST_F(ContextSaveTest, TakesImagesOfAnything) {
  for (const Routine& routine : routines()) {
    use(routine.code);
    for (int round = 0; round < 50; ++round) {
      for (std::byte& each : image_.subspan(0x2'0000, 0x10'0000)) each = static_cast<std::byte>(random_());
      eu::Thread thread = random_thread();
      const auto fault = save_->restore(thread, kTopology);
      EXPECT_TRUE(!fault || !fault->what.empty());
    }
  }
}

TEST_F(ContextSaveTest, FaultsWhereTheImageIsNotMapped) {
  const Routine routine = routines()[0];
  use(routine.code);
  ContextSave away(kDefaultDevice, *ThreadPools::make(kDefaultDevice, {}), 0x9000'0000, kernels_.back(), view_);
  eu::Thread thread = random_thread();
  const auto fault = away.save(thread, kTopology);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->what, "the context image is not mapped");
  EXPECT_TRUE(fault->address);
}

TEST_F(ContextSaveTest, FaultsWhereTheRoutineDoesNotEnd) {
  use(machine_code("jmpi (1) -16\n"));
  eu::Thread thread = random_thread();
  ASSERT_TRUE(save_->save(thread, kTopology));
}

// Kernels that are saved to memory and restored again and again have the same results as undisturbed ones.
TEST(ContextSave, LeavesKernelsUndisturbed) {
  for (const Routine& routine : routines()) {
    SCOPED_TRACE(routine.name);
    expect_undisturbed(passing_kernel(), {.groups = kGroups, .threads = kThreads, .slm_bytes = 4096, .is_saved = true},
                       {37}, routine.code);
    expect_undisturbed(mixing_kernel(100), {.groups = 10, .is_saved = true}, {40}, routine.code);
  }
}

// A program can write to the context image of a preempted kernel: when it is restored, it must end or fault.
TEST(ContextSave, RunsOnWhateverMemoryHolds) {
  std::mt19937 random(11);
  const std::vector<Routine> all = routines();
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier});
    TestGpu gpu({.timeout = std::chrono::milliseconds(20), .tiers = tiers, .preempt_instructions = 60}, 1);
    gpu.load(machine_code(passing_kernel()));
    for (int round = 0; round < 20; ++round) {
      gpu.load_routine(all[static_cast<std::size_t>(round) % all.size()].code);
      const Work work = TestGpu::work({.groups = 2, .threads = kThreads, .slm_bytes = 4096, .is_saved = true});
      SuspendedJobPtr left;
      for (int stay = 0; stay < 10 && (stay == 0 || left != nullptr); ++stay) {
        ASSERT_TRUE(gpu.run_work(work, left));
        const auto threads = gpu.image().subspan(0x2'0000, kThreads * ContextMap::kThreadBytes);
        for (int i = 0; i < 200; ++i) threads[random() % threads.size()] = static_cast<std::byte>(random());
      }
    }
  }
}

// The registers come from memory: zeros there make other results.
TEST(ContextSave, RunsOnWhatMemoryHolds) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.preemption = &time}, 1);
  gpu.load(machine_code(mixing_kernel(50'000)));
  gpu.load_routine(routines()[0].code);
  const Work work = TestGpu::work({.groups = 1, .is_saved = true});
  ASSERT_TRUE(gpu.run_work(work));
  const auto undisturbed = gpu.dwords(8);
  SuspendedJobPtr left;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run_work(work, left));
  ASSERT_NE(left, nullptr);
  time.set(PreemptionTime::Time::max());
  std::ranges::fill(gpu.image().subspan(0x2'0000 + 3 * 32, 32), std::byte{0});  // r3
  const auto done = gpu.run_work(work, left);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->fault);
  EXPECT_NE(gpu.dwords(8), undisturbed);
}

}  // namespace
}  // namespace eugene::gpu
