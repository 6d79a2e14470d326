// States that change while the state cache has them (BXT PRM vol6 "State Caching"): messages go on with the old ones
// until something invalidates the cache, and --check says so.
#include <bit>

#include "memory/surface_layout.h"
#include "port_fixture.h"
#include "sampler/state.h"

namespace eugene::functions {
namespace {

constexpr std::uint64_t kOther = PortTest::kBuffer + 0x8000;  // the second surface's memory
constexpr std::uint64_t kDynamic = PortTest::kHeap + 0xC00;   // sampler states, then a border colour
constexpr std::uint32_t kBorder = 64;
constexpr std::uint32_t kTypedReadRed = 0x1'4000 | 1U << 12 | 0xE00;  // red, slots 7:0
using eugene::test::kSampleLz, eugene::test::kLdLz;
constexpr std::uint32_t kFlush = 1U << 19 | 3U << 17 | 31U << 12;  // SIMD32/64

struct StaleState : PortTest {
  StaleState() {
    environment.dynamic_state_base = kDynamic;
    environment.states = &states;
    put<std::uint32_t>(0, kFirst);
    put<std::uint32_t>(kOther - kBuffer, kSecond);
    set_image(1, kBuffer);
    set_image(2, kOther);
    set_sampler({.address = {sampler::AddressMode::clamp, sampler::AddressMode::clamp, sampler::AddressMode::clamp}});
    begin();
  }
  static constexpr std::uint32_t kFirst = 0x3F80'0000, kSecond = 0x4000'0000;  // 1 and 2

  void set_image(unsigned bti, std::uint64_t base) {
    memory::SurfaceState state{.type = memory::SurfaceType::two_d, .format = 0xD8, .width = 4, .height = 4};
    state.pitch = 64;
    state.base = base;
    const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, state);
    std::ranges::copy(bytes, heap.begin() + 64 * bti);
    set_entry(bti, 64 * bti);
  }
  void set_entry(unsigned bti, std::uint32_t offset) {
    std::memcpy(&heap[kBindingTable + 4 * bti], &offset, sizeof offset);
  }
  void set_sampler(sampler::SamplerState state) {
    state.border_pointer = kBorder;
    const auto bytes = sampler::encode_sampler_state(sampler::kGen9Samplers, state);
    std::ranges::copy(bytes, heap.begin() + (kDynamic - kHeap));
  }
  void set_border(float red) { std::memcpy(&heap[kDynamic - kHeap + kBorder], &red, sizeof red); }

  // Reads the first texel of surface `bti` with a typed message.
  std::uint32_t read(unsigned bti) {
    done(kDc1, kTypedReadRed | bti, registers(std::vector<std::uint32_t>(16)), 1, 1, 8);
    return returned<std::uint32_t>(0);
  }
  // Reads it with the sampler.
  std::uint32_t load(unsigned bti) {
    done(isa::Sfid::sampler, kLdLz | bti, registers(std::vector<std::uint32_t>(8)), 4, 1, 8);
    return returned<std::uint32_t>(0);
  }
  float sample(float u) {
    done(isa::Sfid::sampler, kSampleLz | 1, registers(std::vector<float>(8, u)), 4, 1, 8);
    return returned<float>(0);
  }
  void flush() { done(isa::Sfid::sampler, kFlush, registers(std::vector<std::uint32_t>(8)), 1, 1, 8); }
  // Sends a message with the check of --check. Returns what it reports as stale, or "".
  std::string report(isa::Sfid sfid, std::uint32_t descriptor, unsigned parameters, unsigned response_registers) {
    environment.recoverable.stale_states = true;
    port.begin_dispatch(environment);
    const Registers payload = registers(std::vector<std::uint32_t>(8 * parameters));
    recoveries.found.clear();
    done(sfid, descriptor, payload, response_registers, 1, 8);
    if (recoveries.found.empty()) return "";
    EXPECT_TRUE(recoveries.found[0].is_stale_state);
    const std::string& what = recoveries.found[0].fault.what;
    EXPECT_EQ(recoveries.found[0].effect, "uses the old state");
    return what.substr(0, what.find(':'));
  }

  memory::StateCache states;
};

TEST_F(StaleState, SurfaceStateChangesWithinADispatch) {
  EXPECT_EQ(read(1), kFirst);
  set_image(1, kOther);
  EXPECT_EQ(read(1), kFirst);
}

TEST_F(StaleState, SurfaceStateChangesBetweenDispatches) {
  EXPECT_EQ(read(1), kFirst);
  set_image(1, kOther);
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kFirst);
  states.invalidate();
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kSecond);
}

TEST_F(StaleState, AnInvalidationCountsInTheDispatchThatRuns) {
  EXPECT_EQ(read(1), kFirst);
  EXPECT_EQ(load(1), kFirst);
  set_image(1, kOther);
  states.invalidate();
  EXPECT_EQ(read(1), kSecond);
  EXPECT_EQ(load(1), kSecond);
}

TEST_F(StaleState, DispatchesWithoutAStateCacheReadStatesAfresh) {
  environment.states = nullptr;
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kFirst);
  set_image(1, kOther);
  EXPECT_EQ(read(1), kFirst);
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kSecond);
}

TEST_F(StaleState, BindingTableEntryChanges) {
  EXPECT_EQ(read(1), kFirst);
  set_entry(1, 128);
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kFirst);
  states.invalidate();
  EXPECT_EQ(read(1), kSecond);
}

TEST_F(StaleState, SamplerAndDataPortShareWhatIsKept) {
  EXPECT_EQ(load(1), kFirst);
  set_image(1, kOther);
  EXPECT_EQ(read(1), kFirst);
  EXPECT_EQ(load(2), kSecond);
  flush();
  EXPECT_EQ(read(1), kSecond);
  EXPECT_EQ(load(1), kSecond);
}

TEST_F(StaleState, SamplerStateChanges) {
  put<float>(12, 4.0F);  // texel 3
  EXPECT_EQ(sample(2.0F), 4.0F);
  set_sampler({.address = {sampler::AddressMode::wrap, sampler::AddressMode::clamp, sampler::AddressMode::clamp}});
  port.begin_dispatch(environment);
  EXPECT_EQ(sample(2.0F), 4.0F);
  flush();
  EXPECT_EQ(sample(2.0F), 1.0F);
}

TEST_F(StaleState, BorderColourChanges) {
  using enum sampler::AddressMode;
  set_sampler({.address = {border, clamp, clamp}});
  set_border(5);
  EXPECT_EQ(sample(2.0F), 5.0F);
  set_border(6);
  EXPECT_EQ(sample(2.0F), 5.0F);
  states.invalidate();
  EXPECT_EQ(sample(2.0F), 6.0F);
}

// S8: a new base is a new address, which the cache does not have.
TEST_F(StaleState, OtherBasesAreOtherStates) {
  const std::span<std::byte> second = *flat.map(kHeap + 0x10'0000, 0x1000);
  EXPECT_EQ(read(1), kFirst);
  set_image(1, kOther);
  std::ranges::copy(heap, second.begin());
  environment.surface_state_base += 0x10'0000;
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kSecond);
}

TEST_F(StaleState, CheckReportsTheSurfaceState) {
  EXPECT_EQ(read(1), kFirst);
  EXPECT_EQ(report(kDc1, kTypedReadRed | 1, 2, 1), "");  // it is as it was
  set_image(1, kOther);
  environment.recoverable.stale_states = true;
  port.begin_dispatch(environment);
  EXPECT_EQ(read(1), kFirst);
  ASSERT_EQ(recoveries.found.size(), 1U);
  const Recoveries::Recovery& found = recoveries.found[0];
  EXPECT_TRUE(found.fault.what.starts_with("stale surface state of binding table index 1")) << found.fault.what;
  EXPECT_EQ(found.fault.address, kHeap + 64);
  EXPECT_EQ(found.effect, "uses the old state");
  EXPECT_EQ(read(2), kSecond);
}

TEST_F(StaleState, CheckReportsEachKindOfState) {
  using enum sampler::AddressMode;
  set_sampler({.address = {border, clamp, clamp}});
  EXPECT_EQ(sample(2.0F), 0.0F);
  EXPECT_EQ(report(isa::Sfid::sampler, kSampleLz | 1, 1, 4), "");
  set_border(6);
  EXPECT_EQ(report(isa::Sfid::sampler, kSampleLz | 1, 1, 4), "stale border colour of a sampler state");
  set_border(0);
  set_entry(1, 128);
  EXPECT_EQ(report(isa::Sfid::sampler, kLdLz | 1, 1, 4), "stale binding table index 1");
  set_entry(1, 64);
  EXPECT_EQ(report(isa::Sfid::sampler, kSampleLz | 1, 1, 4), "");
  set_sampler({.address = {clamp, clamp, clamp}});
  EXPECT_EQ(report(isa::Sfid::sampler, kSampleLz | 1, 1, 4), "stale sampler state");
  EXPECT_EQ(report(isa::Sfid::sampler, kLdLz | 1, 1, 4), "");  // this message has no sampler state
}

// Tested also in a dispatch that already has the binding.
TEST_F(StaleState, CheckLooksAtEveryMessage) {
  environment.recoverable.stale_states = true;
  port.begin_dispatch(environment);
  EXPECT_EQ(sample(0.0F), 1.0F);
  EXPECT_EQ(sample(0.0F), 1.0F);
  set_image(1, kOther);
  EXPECT_TRUE(recoveries.found.empty());
  EXPECT_EQ(sample(0.0F), 1.0F);
  EXPECT_EQ(recoveries.found.size(), 1U);
  states.invalidate();
  EXPECT_EQ(sample(0.0F), 2.0F);
}

}  // namespace
}  // namespace eugene::functions
