// Dispatches that are counted at the same time, of several contexts, do not count each other's accesses.
#include <gtest/gtest.h>

#include "isa/encoding/decode.h"
#include "profile/profiler.h"

namespace eugene::profile {
namespace {

eu::Kernel one_nop(std::vector<std::byte>& code) {
  code.assign(isa::kInstructionBytes, std::byte{0});
  code[0] = std::byte{0x7e};
  return eu::prepare(isa::decode_program(isa::kGen9, code).value()).value();
}

TEST(Profiler, DispatchesAtTheSameTimeCountTheirOwn) {
  std::vector<std::byte> code;
  const eu::Kernel kernel = one_nop(code);
  const DeviceModel plain{.l3_banks = 2, .l3_bank = memory::find_l3_bank(192 * 1024)};
  DeviceModel divided = plain;
  divided.has_slm = true;
  ASSERT_NE(plain.division(), divided.division());
  Profiler profiler;
  auto first = profiler.begin(plain, kernel, code, 2);
  auto second = profiler.begin(divided, kernel, code, 1);
  second->end_group(0, {{.line = 1}, {.line = 1}, {.line = 1}});
  first->end_group(1, {{.line = 7}});  // waits for group 0
  first->end_group(0, {{.line = 7}, {.line = 8}});
  const KernelCounts counts = first->take();
  EXPECT_EQ(counts.l3[0], (HitCount{.accesses = 3, .hits = 1}));
  EXPECT_EQ(counts.instructions.at(0).hits, 1U);
  profiler.end(std::move(second), 1);
  ASSERT_EQ(profiler.kernels().size(), 1U);
  EXPECT_EQ(profiler.kernels()[0].l3[0], (HitCount{.accesses = 3, .hits = 2}));
}

}  // namespace
}  // namespace eugene::profile
