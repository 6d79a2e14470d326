// Loads from an array of one layer: the layer is a coordinate that can be outside, in the fast path too.
#include <algorithm>

#include "memory/surface_layout.h"
#include "port_fixture.h"

namespace eugene::functions {
namespace {

TEST_F(PortTest, LoadsOutsideTheOnlyLayerReadZeros) {
  memory::SurfaceState surface{
      .type = memory::SurfaceType::two_d, .is_array = true, .format = 0xD8, .width = 8, .height = 4};
  surface.depth = 1;
  surface.pitch = 64;
  surface.qpitch = 4;
  surface.base = kBuffer;
  const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, surface);
  std::ranges::copy(bytes, heap.begin() + 64);
  const std::uint32_t entry = 64;
  std::memcpy(&heap[kBindingTable + 4], &entry, sizeof entry);
  port.begin_dispatch(environment);
  const auto load = [&](std::uint32_t layer) {
    done(isa::Sfid::sampler, eugene::test::kLdLz | 1,
         join({registers(iota(8, 0, 1)), registers(iota(8, 2, 0)), registers(iota(8, layer, 0))}), 4, 0xFF, 8);
    std::uint32_t red = 0;
    std::memcpy(&red, response[0].bytes.data() + 3 * sizeof red, sizeof red);
    return red;
  };
  // Many messages: the fast path is taken after some.
  for (unsigned n = 0; n < 100; ++n) {
    ASSERT_EQ(load(0), 0x1000'0000U + 2 * 64 + 3 * 4) << n;
    ASSERT_EQ(load(1), 0U) << n;
  }
}

}  // namespace
}  // namespace eugene::functions
