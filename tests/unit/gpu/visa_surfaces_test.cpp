// vISA with surfaces as inputs, so that messages have the surface's index in a register. Compiled code must access each
// such surface as it does one that it knows, also where the index changes. vISA manual 5_operands, surface variables.
#include <gtest/gtest.h>

#include "executor_fixture.h"
#include "support/surface.h"
#include "visa_fixture.h"

namespace eugene::gpu::visa_surfaces_test {
namespace {

constexpr unsigned kGroupsOfKernel = 9, kTurnsOfLoop = 21, kLanesOfRow = 8;
constexpr std::uint32_t kRow = 64;          // bytes of a group in a surface
constexpr std::uint32_t kOther = 0x800;     // where rows of another kind begin
constexpr std::uint32_t kSurface = 0x1000;  // bytes of surface 1, and where it begins
constexpr std::uint32_t kStates = 0x8000, kTable = 0x9000;
constexpr std::uint32_t kLocal = 254;

// T8 is surfaces 1 and 2 in turn, T9 surface 1 and shared local memory.
constexpr const char* kKernel = R"(.version 4.1
.kernel "k"
.decl LANES v_type=G type=w num_elts=8 align=GRF
.decl ROW v_type=G type=ud num_elts=1 align=GRF
.decl BLOCK v_type=G type=ud num_elts=1 align=GRF
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl FAR v_type=G type=ud num_elts=8 align=GRF
.decl V v_type=G type=ud num_elts=8 align=GRF
.decl U v_type=G type=ud num_elts=8 align=GRF
.decl N v_type=G type=d num_elts=1 align=GRF
.decl K v_type=G type=ud num_elts=1 align=GRF
.decl L v_type=G type=ud num_elts=1 align=GRF
.decl P1 v_type=P num_elts=1
.decl T6 v_type=T num_elts=1
.decl T7 v_type=T num_elts=1
.decl T8 v_type=T num_elts=1
.decl T9 v_type=T num_elts=1
.input T6 offset=32 size=4
.input T7 offset=36 size=4
.function "k_0"
k_0:
  shl (M1_NM, 1) ROW(0,0)<1> %group_id_x(0,0)<0;1,0> 6:ud
  shr (M1_NM, 1) BLOCK(0,0)<1> ROW(0,0)<0;1,0> 4:ud
  mov (M1_NM, 8) LANES(0,0)<1> 0x76543210:v
  mov (M1_NM, 8) OFF(0,0)<1> LANES(0,0)<1;1,0>
  shl (M1_NM, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 2:ud
  add (M1_NM, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> ROW(0,0)<0;1,0>
  add (M1_NM, 8) FAR(0,0)<1> OFF(0,0)<1;1,0> 0x800:ud
  mov (M1_NM, 1) N(0,0)<1> 21:d
again:
  gather4_scaled.R (M1, 8) T6 0x0:ud OFF.0 V.0
  add (M1_NM, 8) V(0,0)<1> V(0,0)<1;1,0> 3:ud
  scatter4_scaled.R (M1, 8) T7 0x0:ud OFF.0 V.0
  and (M1_NM, 1) K(0,0)<1> N(0,0)<0;1,0> 1:d
  mul (M1_NM, 1) L(0,0)<1> K(0,0)<0;1,0> 253:ud
  add (M1_NM, 1) L(0,0)<1> L(0,0)<0;1,0> 1:ud
  add (M1_NM, 1) K(0,0)<1> K(0,0)<0;1,0> 1:ud
  movs (M1_NM, 1) T8(0) K(0,0)<0;1,0>
  movs (M1_NM, 1) T9(0) L(0,0)<0;1,0>
  oword_ld (2) T8 BLOCK(0,0)<0;1,0> U.0
  add (M1_NM, 8) U(0,0)<1> U(0,0)<1;1,0> N(0,0)<0;1,0>
  oword_st (2) T8 BLOCK(0,0)<0;1,0> U.0
  scatter4_scaled.R (M1, 8) T9 0x0:ud FAR.0 U.0
  dword_atomic.add (M1, 8) T8 FAR.0 V.0 %null.0 %null.0
  gather4_scaled.R (M1, 8) T9 0x0:ud FAR.0 V.0
  add (M1_NM, 8) V(0,0)<1> V(0,0)<1;1,0> 1:ud
  scatter4_scaled.R (M1, 8) T9 0x0:ud FAR.0 V.0
  gather4_scaled.R (M1, 8) T9 0x0:ud FAR.0 V.0
  scatter4_scaled.R (M1, 8) T6 0x0:ud OFF.0 V.0
  add (M1_NM, 1) N(0,0)<1> N(0,0)<0;1,0> -1:d
  cmp.ne (M1_NM, 1) P1 N(0,0)<0;1,0> 0:d
  (P1) jmp (M1, 1) again
)";

// Contents of surfaces 1 and 2 after the kernel; `first` is the surface that it is given first.
using Memory = std::array<std::vector<std::uint32_t>, 2>;

Memory expected(unsigned first) {
  Memory memory;
  for (unsigned n = 0; n < 2; ++n) {
    for (std::uint32_t i = 0; i < kSurface / 4; ++i) memory[n].push_back(i * 7 + n);
  }
  std::vector<std::uint32_t>& six = memory[first - 1];
  std::vector<std::uint32_t>& seven = memory[2 - first];
  for (std::uint32_t dword = 0; dword < kGroupsOfKernel * kRow / 4; ++dword) {
    if (dword % (kRow / 4) >= kLanesOfRow) continue;
    const std::uint32_t far = dword + kOther / 4;
    for (unsigned turn = kTurnsOfLoop; turn != 0; --turn) {
      std::uint32_t v = six[dword] + 3;
      seven[dword] = v;
      std::vector<std::uint32_t>& eight = memory[turn % 2];
      const std::uint32_t u = eight[dword] += turn;
      std::uint32_t local = 0;
      std::uint32_t& nine = turn % 2 != 0 ? local : memory[0][far];
      nine = u;
      eight[far] += v;
      v = ++nine;
      six[dword] = v;
    }
  }
  return memory;
}

Memory run(Tier tier, unsigned workers, unsigned first) {
  const auto found = substitute_of(kKernel);
  auto tiers = tier == Tier::jit ? std::make_shared<Tiers>(TierOptions{.tier = tier}) : nullptr;
  TestGpu gpu(ExecutorOptions{.timeout = std::chrono::seconds(60),
                              .tiers = std::move(tiers),
                              .find_substitute = [&](std::span<const std::byte>) { return found; }},
              workers);
  gpu.load(machine_code(kEndOfThread));
  for (unsigned n = 0; n < 2; ++n) {
    const auto state = test::raw_buffer(TestGpu::kData + (n + 1) * kSurface, kSurface);
    for (std::size_t i = 0; i < state.size(); ++i) gpu.set_dword((kStates + 64 * n) / 4 + i, state[i]);
    gpu.set_dword(kTable / 4 + n + 1, kStates + 64 * n);
    for (std::uint32_t i = 0; i < kSurface / 4; ++i) gpu.set_dword((n + 1) * kSurface / 4 + i, i * 7 + n);
  }
  const std::array<std::uint32_t, 2> inputs{first, 3 - first};
  std::vector<eu::Grf> constants(1);
  std::memcpy(constants[0].bytes.data(), inputs.data(), sizeof(inputs));
  Work work = TestGpu::work({.groups = kGroupsOfKernel, .constants = constants, .slm_bytes = 4096});
  work.bases.surface = TestGpu::kData;
  work.binding_table = kTable;
  const auto done = gpu.run_work(work);
  EXPECT_TRUE(done && !done->fault) << (done ? done->fault->fault.what : done.error().message);
  const std::vector<std::uint32_t> all = gpu.dwords(3 * kSurface / 4);
  Memory memory;
  for (unsigned n = 0; n < 2; ++n)
    memory[n].assign(all.begin() + (n + 1) * kSurface / 4, all.begin() + (n + 2) * kSurface / 4);
  return memory;
}

TEST(VisaSurfaces, MayBeInputs) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    if (tier == Tier::jit && !Compiler::exists()) continue;
    for (const unsigned workers : {1U, 3U}) {
      for (const unsigned first : {1U, 2U})
        EXPECT_EQ(run(tier, workers, first), expected(first)) << workers << " workers, T6 is " << first;
    }
  }
}

}  // namespace
}  // namespace eugene::gpu::visa_surfaces_test
