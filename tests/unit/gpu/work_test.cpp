// Work of a kind that Eugene does not have: code that runs a Work uses nothing of it but its PayloadWriter.
#include "gpu/schedule/work/work.h"

#include <gtest/gtest.h>

#include <tuple>

#include "executor_fixture.h"

namespace eugene::gpu {
namespace {

// Thread t of group g writes r1.0 and r1.1 to dwords 8 * (2 * g + t) of stateless memory and after.
constexpr const char* kKernel = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (1) r6.0<1>:ud r0.1<0;1,0>:ud 3:ud {NoMask}
    add (8) r3.0<1>:ud r6.0<0;1,0>:ud r4.0<8;8,1>:uw
    shl (8) r2.0<1>:ud r3.0<8;8,1>:ud 2:ud
    mov (8) r3.0<1>:ud r1.0<8;8,1>:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

constexpr unsigned kThreads = 2;
constexpr std::uint64_t kGroups = 50;

// Groups that count backwards, and threads with registers of their own.
class Backwards : public PayloadWriter {
 public:
  std::uint32_t channels(unsigned thread) const override { return thread == 0 ? 0xFFU : 0x0FU; }
  void write_model(unsigned thread, eu::Thread& model) const override { write_dword(model.grf[1], 0, 100 + thread); }
  GroupId dwords(std::uint64_t group) const override {
    return {static_cast<std::uint32_t>((kGroups - 1 - group) * kThreads), 0, 0};
  }
  void start(const GroupStart& group, unsigned thread, eu::Thread& to, functions::Port& /*port*/) const override {
    set_group(to, {group.dwords[0] + thread, 0, 0});
    write_dword(to.grf[1], 1, static_cast<std::uint32_t>(1000 + group.index));
  }
};

class OwnWork : public ::testing::TestWithParam<std::tuple<Tier, unsigned>> {};

TEST_P(OwnWork, RunsWithWhatItsWriterWrites) {
  const auto [tier, workers] = GetParam();
  TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), workers);
  gpu.load(machine_code(kKernel));
  Work work = TestGpu::work({});
  work.groups = kGroups;
  work.threads = kThreads;
  work.payload = std::make_shared<Backwards>();
  const auto done = gpu.run_work(work);
  ASSERT_TRUE(done && !done->fault) << (done ? done->fault->fault.what : done.error().message);
  EXPECT_EQ(done->threads, kGroups * kThreads);
  const std::vector<std::uint32_t> found = gpu.dwords(kGroups * kThreads * 8);
  for (std::uint32_t i = 0; i < kGroups * kThreads; ++i) {
    EXPECT_EQ(found[i * 8], 100 + i % kThreads) << i;
    EXPECT_EQ(found[i * 8 + 1], 1000 + (kGroups - 1 - i / kThreads)) << i;
  }
}

// Only the group's dwords in r0 differ between groups, so compiled code may start the threads of many groups itself.
class Alike final : public Backwards {
 public:
  GroupId dwords(std::uint64_t group) const override { return {static_cast<std::uint32_t>(kGroups - 1 - group), 0, 0}; }
  bool differs_in_dwords_alone() const override { return true; }
  void start(const GroupStart& /*group*/, unsigned /*thread*/, eu::Thread& /*to*/,
             functions::Port& /*port*/) const override {
    ADD_FAILURE() << "a thread was started by itself";
  }
};

TEST_P(OwnWork, CanBeRunInBatches) {
  const auto [tier, workers] = GetParam();
  TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), workers);
  gpu.load(machine_code(kKernel));
  Work work = TestGpu::work({});
  work.groups = kGroups;
  work.payload = std::make_shared<Alike>();
  const auto done = gpu.run_work(work);
  ASSERT_TRUE(done && !done->fault) << (done ? done->fault->fault.what : done.error().message);
  const std::vector<std::uint32_t> found = gpu.dwords(kGroups * 8);
  for (std::uint32_t i = 0; i < kGroups; ++i) EXPECT_EQ(found[i * 8], 100U) << i;
}

INSTANTIATE_TEST_SUITE_P(Tiers, OwnWork,
                         ::testing::Combine(::testing::Values(Tier::interpret, Tier::jit), ::testing::Values(1U, 3U)));

}  // namespace
}  // namespace eugene::gpu
