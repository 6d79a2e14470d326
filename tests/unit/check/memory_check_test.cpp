// The check `memory` in both tiers. Compiled code does not ask about accesses that are allowed.
#include "check/memory/memory.h"

#include <gtest/gtest.h>

#include <random>

#include "checked_run.h"

namespace eugene::gpu::memory_check_test {
namespace {

using check::RawFinding;

constexpr eu::Interest kInterest{.unclear = true};

// A memory check with a list of findings. Its observers add to the list, and the check reports the list at the end.
class ListedMemoryCheck final : public check::DispatchCheck {
 public:
  ListedMemoryCheck(const eu::Kernel& kernel, check::LaunchMemory memory)
      : check_(check::memory_check(std::make_shared<const check::MemoryRules>(std::move(memory), check::MemoryKinds()),
                                   kernel, found_)) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return check_->worker_begins(); }
  void report(check::Sink& sink) override {
    for (RawFinding& each : found_.all) sink.add(std::move(each));
  }

 private:
  RawFindings found_;
  std::unique_ptr<check::DispatchCheck> check_;
};

struct Shape {
  std::uint32_t groups = 4;
  std::uint32_t threads = 2;
  std::uint32_t local_bytes = 0;  // without, groups run in batches
};

std::vector<std::string> found_in(const std::string& kernel, const Shape& shape, const check::LaunchMemory& memory,
                                  Tier tier) {
  const auto make = [&](const ObservedDispatch& dispatch) {
    return std::make_unique<ListedMemoryCheck>(dispatch.kernel, memory);
  };
  std::vector<std::string> texts;
  for (const RawFinding& each : checked_run(
           kInterest, kernel, {.groups = shape.groups, .threads = shape.threads, .slm_bytes = shape.local_bytes},
           {.tier = tier}, make)) {
    const check::AccessSite& side = each.sides.front();
    texts.push_back(fmt::format("{} {} x{} {}.{}.{} at {:#x}", each.id, each.what, each.count, side.group, side.thread,
                                side.channel, side.instruction));
  }
  return texts;
}

// r5: id in the dispatch of two threads a group; r3, r8: data.
constexpr const char* kBegin = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (1) r1.0<1>:ud r0.1<0;1,0>:ud 4:ud {NoMask}
    and (1) r1.1<1>:ud r0.5<0;1,0>:ud 0x1FF:ud {NoMask}
    shl (1) r1.1<1>:ud r1.1<0;1,0>:ud 3:ud {NoMask}
    add (1) r1.0<1>:ud r1.0<0;1,0>:ud r1.1<0;1,0>:ud {NoMask}
    add (8) r5.0<1>:ud r4.0<8;8,1>:uw r1.0<0;1,0>:ud
    mov (8) r3.0<1>:ud r5.0<8;8,1>:ud
    mov (8) r8.0<1>:ud 3:ud
)";
constexpr const char* kEnd = "    send (8) null r127 0x27 0x02000010 {EOT}\n";

std::string access(std::mt19937& random, const Shape& shape) {
  const char* bti = shape.local_bytes != 0 && random() % 2 == 0 ? "slm" : "stateless";
  const auto scale = 2 + random() % 3;
  std::string text = fmt::format("    shl (8) r2.0<1>:ud r5.0<8;8,1>:ud {}:ud\n", scale);
  if (random() % 4 == 0) text = "    mov (8) r2.0<1>:ud 0:ud\n";
  text += fmt::format("    add (8) r2.0<1>:ud r2.0<8;8,1>:ud {}:ud\n", random() % 4 * 256);
  if (random() % 3 == 0)
    text += fmt::format("    cmp.l.f0.0 (8) null:ud r5.0<8;8,1>:ud {}:ud\n    (f0.0) ", random() % 64);
  switch (random() % 6) {
    case 0: return text + fmt::format("send (8) null r2 data1.untyped_write(bti={}, channels=x, simd=8)\n", bti);
    case 1: return text + fmt::format("send (8) r10 r2 data1.untyped_atomic(bti={}, op=add, returns, simd=8)\n", bti);
    case 2: return text + fmt::format("send (8) r10 r2 data1.untyped_read(bti={}, channels=xyz, simd=8)\n", bti);
    case 3: return text + fmt::format("send (8) null r2 data0.byte_scattered_write(bti={}, simd=8, bytes=1)\n", bti);
    case 4:
      return text + fmt::format("send (1) r10 r2 data0.byte_scattered_read(bti={}, simd=8, bytes=4) {{NoMask}}\n", bti);
    default: return text + fmt::format("send (8) r10 r2 data1.untyped_read(bti={}, channels=x, simd=8)\n", bti);
  }
}

check::LaunchMemory random_memory(std::mt19937& random, const Shape& shape) {
  check::LaunchMemory memory;
  std::uint64_t next = TestGpu::kData;
  for (unsigned i = 0; i < 3; ++i) {
    const std::uint64_t bytes = 64 + random() % 400;
    memory.arguments.push_back(
        {.number = i, .address = next, .bytes = bytes, .rights = {random() % 4 != 0, random() % 4 != 0}});
    next += bytes + random() % 2 * 128;
  }
  memory.allocations = {{.address = next, .bytes = 300, .is_freed = random() % 2 == 0}};
  if (shape.local_bytes == 0) return memory;
  memory.local_bytes = 128 + random() % 900;
  for (std::uint64_t at = random() % 200; at + 64 < *memory.local_bytes; at += 64 + random() % 300)
    memory.arguments.push_back({.number = 9, .address = at, .bytes = 64, .is_local = true});
  return memory;
}

TEST(MemoryCheck, FindsTheSameInBothTiersOnRandomKernels) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  std::mt19937 random(5);
  std::size_t mistakes = 0;
  for (int i = 0; i < 40; ++i) {
    const Shape shape{.local_bytes = i % 2 == 0 ? 0U : 4096U};
    std::string kernel = kBegin;
    for (auto steps = 2 + random() % 6; steps != 0; --steps) kernel += access(random, shape);
    kernel += kEnd;
    const check::LaunchMemory memory = random_memory(random, shape);
    const auto interpreted = found_in(kernel, shape, memory, Tier::interpret);
    EXPECT_EQ(found_in(kernel, shape, memory, Tier::jit), interpreted) << kernel;
    mistakes += interpreted.size();
  }
  EXPECT_GT(mistakes, 40U);
}

// A window that an allowed access has found is of its argument alone, in the next launch of the same code too.
TEST(MemoryCheck, RightsAreThoseOfTheLaunch) {
  const std::string kernel = std::string(kBegin) +
                             "    shl (8) r2.0<1>:ud r5.0<8;8,1>:ud 2:ud\n"
                             "    send (8) null r2 data1.untyped_write(bti=stateless, channels=x, simd=8)\n" +
                             kEnd;
  std::uint64_t bytes = 0;
  RawFindings found;
  const auto make = [&](const ObservedDispatch& dispatch) {
    check::LaunchMemory memory;
    memory.arguments.push_back({.address = TestGpu::kData, .bytes = bytes});
    return std::make_unique<ListedMemoryCheck>(dispatch.kernel, std::move(memory));
  };
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    const auto source = std::make_shared<CheckedSource<decltype(make)>>(kInterest, make, found);
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = source->interest()}});
    TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {source}}, 1);
    gpu.load(machine_code(kernel));
    for (const std::uint64_t each : {256U, 200U, 256U, 100U}) {
      bytes = each;
      found.all.clear();
      ASSERT_TRUE(gpu.run({.groups = 4, .threads = 2}));
      ASSERT_EQ(found.all.size(), each == 256 ? 0U : 1U);
      if (each == 256) continue;
      EXPECT_EQ(found.all[0].count, (256 - each) / 4);
      EXPECT_EQ(found.all[0].sides[0].group, each / 64);
    }
  }
}

}  // namespace
}  // namespace eugene::gpu::memory_check_test
