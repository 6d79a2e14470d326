// Masks of channels on a host with AVX2 but not AVX-512, after all passes: how they select lanes, and that no bit is
// extracted on its own.
#include "jit/pass/mask_lanes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>

#include <array>
#include <cstdint>

#include "jit/host_compiler.h"

namespace eugene::jit {
namespace {

template <class Element, unsigned kLanes>
void expect_selected(const std::string& type, const std::string& mask, std::uint32_t (*channels)(std::uint32_t)) {
  const auto compiler = *HostCompiler::create("x86-64-v3");
  Unit unit;
  llvm::SMDiagnostic problem;
  const std::string text = fmt::format(R"(
define void @code(ptr %to, ptr %from, i32 %bits) {{
entry:
  %a = load <{0} x {1}>, ptr %from, align 1
  %b = load <{0} x {1}>, ptr %to, align 1
  {2}
  %long = zext i32 %channels to i64
  %all = trunc i64 %long to i{0}
  %mask = bitcast i{0} %all to <{0} x i1>
  %chosen = select <{0} x i1> %mask, <{0} x {1}> %a, <{0} x {1}> %b
  store <{0} x {1}> %chosen, ptr %to, align 1
  ret void
}}
)",
                                       kLanes, type, mask);
  unit.module = llvm::parseAssemblyString(text, problem, *unit.context);
  ASSERT_NE(unit.module, nullptr) << problem.getMessage().str() << " in\n" << text;
  compiler->prepare(*unit.module->getFunction("code"));
  std::string assembly;
  const auto object =
      compiler->compile(std::move(unit), {.module = {}, .assembly = [&](const std::string& all) { assembly = all; }});
  ASSERT_TRUE(object) << object.error().message;
  for (const char* single : {"vpinsrb", "sete", "setne", "vpextr"})
    EXPECT_EQ(assembly.find(single), std::string::npos) << assembly;
  const auto loaded = compiler->load(object->bytes, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  auto* run = reinterpret_cast<void (*)(Element*, const Element*, std::uint32_t)>(loaded->address());
  for (const std::uint32_t bits : {0U, 1U, 0x8000U, 0x5A3CU, 0xFFFFU, 0x8001'0080U, 0xC35A'F00FU, ~0U}) {
    std::array<Element, kLanes> to, from, expected;
    for (unsigned i = 0; i < kLanes; ++i) {
      to[i] = static_cast<Element>(100 + i);
      from[i] = static_cast<Element>(i);
      expected[i] = (channels(bits) >> i & 1) != 0 ? from[i] : to[i];
    }
    run(to.data(), from.data(), bits);
    EXPECT_EQ(to, expected) << fmt::format("{} lanes of {}, {:#x}", kLanes, type, bits);
  }
}

TEST(MaskLanes, AnIntegerSelectsLanes) {
  const std::string given = "%channels = or i32 %bits, 0";
  const auto same = [](std::uint32_t bits) { return bits; };
  expect_selected<std::uint32_t, 8>("i32", given, same);
  expect_selected<std::uint32_t, 16>("i32", given, same);
  expect_selected<std::uint16_t, 16>("i16", given, same);
  expect_selected<std::uint8_t, 16>("i8", given, same);
  expect_selected<std::uint64_t, 4>("i64", given, same);
  expect_selected<std::uint16_t, 32>("i16", given, same);
}

// Compares the lanes of `from` with 8, and combines the result with other flags as an integer.
TEST(MaskLanes, AComparisonNeedNotBecomeAnInteger) {
  const std::string combined = R"(
  %less = icmp ult <16 x i32> %a, <i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8,
                                   i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8>
  %flags = bitcast <16 x i1> %less to i16
  %wide = zext i16 %flags to i32
  %off = xor i32 %wide, 65535
  %channels = and i32 %off, %bits)";
  expect_selected<std::uint32_t, 16>("i32", combined, [](std::uint32_t bits) { return ~0xFFU & bits; });
}

}  // namespace
}  // namespace eugene::jit
