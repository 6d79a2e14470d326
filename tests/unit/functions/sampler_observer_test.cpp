// Accesses of a sampler message as an observer sees them: every texel that is fetched, at its address.
#include <algorithm>

#include "memory/surface_layout.h"
#include "port_fixture.h"
#include "sampler/state.h"

namespace eugene::functions {
namespace {

using eugene::test::kSampleLz, eugene::test::kLdLz;

struct Heard final : eu::Observer {
  eu::Interest interest() const override { return {.accesses = true, .values = true}; }
  void accessed(const eu::Access& access) override {
    EXPECT_EQ(access.space.base, 0U);
    EXPECT_EQ(access.bytes, 4U);
    EXPECT_EQ(access.kind, AccessKind::read);
    places.insert(places.end(), access.offsets.begin(), access.offsets.end());
  }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override {
    EXPECT_EQ(access.kind, AccessKind::read);
    ASSERT_EQ(values.moved.size(), 4 * access.offsets.size());
    for (std::size_t i = 0; i < access.offsets.size(); ++i) {
      std::uint32_t value = 0;
      std::memcpy(&value, &values.moved[4 * i], sizeof(value));
      EXPECT_EQ(value, 0x1000'0000 + access.offsets[i] - PortTest::kBuffer);  // as PortTest fills its memory
    }
    valued += access.offsets.size();
  }
  void message_restarts() override { places.clear(); }
  std::vector<std::uint64_t> take() {
    EXPECT_EQ(std::exchange(valued, 0), places.size());
    std::ranges::sort(places);
    return std::exchange(places, {});
  }
  std::vector<std::uint64_t> places;
  std::size_t valued = 0;  // number of places whose values were reported
};

struct SamplerObserver : PortTest {
  // Eight columns, four rows of R32_FLOAT, 64 bytes apart.
  void bind(sampler::Filter filter) {
    memory::SurfaceState surface{.type = memory::SurfaceType::two_d, .format = 0xD8, .width = 8, .height = 4};
    surface.pitch = 64;
    surface.base = kBuffer;
    const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, surface);
    std::ranges::copy(bytes, heap.begin() + 64);
    const std::uint32_t entry = 64;
    std::memcpy(&heap[kBindingTable + 4], &entry, sizeof entry);
    sampler::SamplerState state{.min_filter = filter, .mag_filter = filter};
    state.address.fill(sampler::AddressMode::clamp);
    std::ranges::copy(sampler::encode_sampler_state(sampler::kGen9Samplers, state), heap.begin() + 0x400);
    environment.dynamic_state_base = kHeap + 0x400;
    port.begin_dispatch(environment);
    hearing.add(heard);
    port.observe(&hearing);
  }
  static std::uint64_t texel(unsigned x, unsigned y) { return kBuffer + 64 * y + 4 * x; }

  Heard heard;
  eu::Observers hearing;
};

TEST_F(SamplerObserver, HearsOfLoads) {
  bind(sampler::Filter::nearest);
  done(isa::Sfid::sampler, kLdLz | 1, registers(iota(8, 0, 1)), 4, 0x81, 8);
  EXPECT_EQ(heard.take(), (std::vector{texel(0, 0), texel(7, 0)}));
  done(isa::Sfid::sampler, kLdLz | 1, registers(iota(8, 8, 1)), 4, 0xFF, 8);  // outside
  EXPECT_TRUE(heard.take().empty());
}

// Tests the fast path too, which is taken after many messages.
TEST_F(SamplerObserver, HearsOfEveryTexelThatIsFiltered) {
  bind(sampler::Filter::linear);
  const Registers corner = join({registers(std::vector<float>(8, 0.25F)), registers(std::vector<float>(8, 0.5F))});
  for (unsigned n = 0; n < 100; ++n) {
    done(isa::Sfid::sampler, kSampleLz | 1, corner, 4, 1, 8);
    ASSERT_EQ(heard.take(), (std::vector{texel(1, 1), texel(2, 1), texel(1, 2), texel(2, 2)})) << n;
  }
  done(isa::Sfid::sampler, kSampleLz | 1, corner, 4, 0xFF, 8);
  EXPECT_EQ(heard.take().size(), 32U);
  port.observe(nullptr);
  done(isa::Sfid::sampler, kSampleLz | 1, corner, 4, 0xFF, 8);
  EXPECT_TRUE(heard.take().empty());
}

}  // namespace
}  // namespace eugene::functions
