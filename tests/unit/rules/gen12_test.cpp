// Rules that Gen12 has and Gen9 has not, or the other way round.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "asm/assemble.h"
#include "rules/validate.h"

namespace eugene::rules {
namespace {

std::set<std::string> broken_on_gen12(const std::string& text) {
  const auto assembled = assembly::assemble(isa::kGen12, assembly::kIga, text, "test");
  EXPECT_TRUE(assembled) << (assembled ? "" : assembled.error().front().message) << "\n" << text;
  std::set<std::string> found;
  if (!assembled) return found;
  Diagnostics diagnostics;
  for (const isa::Instruction& each : assembled->kernels.front().program.instructions)
    validate(isa::kGen12, each, diagnostics);
  for (const Diagnostic& each : diagnostics) found.insert(each.rule);
  return found;
}

using Names = std::set<std::string>;

TEST(Gen12Rules, OnlyTheFirstSourceCanBeBytes) {
  EXPECT_EQ(broken_on_gen12("add (8|M0) r1.0<1>:d r2.0<8;8,1>:ub r3.0<8;8,1>:d\n"), Names{});
  EXPECT_EQ(broken_on_gen12("add (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:ub\n"), Names{"type.byte_source"});
  EXPECT_EQ(broken_on_gen12("mad (8|M0) r1.0<1>:d r2.0<8;1>:d r3.0<8;1>:ub r4.0<1>:d\n"), Names{"type.byte_source"});
}

TEST(Gen12Rules, TheSmallerSourceOfAProductHasNoModifier) {
  EXPECT_EQ(broken_on_gen12("mul (8|M0) r1.0<1>:d -r2.0<8;8,1>:d r3.0<8;8,1>:w\n"), Names{});
  EXPECT_EQ(broken_on_gen12("mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d -r3.0<8;8,1>:w\n"), Names{"mul.narrow_modifier"});
  EXPECT_EQ(broken_on_gen12("mul (8|M0) r1.0<1>:w r2.0<8;8,1>:w -r3.0<8;8,1>:w\n"), Names{});
}

TEST(Gen12Rules, SomeSourcesAreWords) {
  EXPECT_EQ(broken_on_gen12("rol (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud 7:w\n"), Names{});
  EXPECT_EQ(broken_on_gen12("addc (8|M0) r1.0<1>:ud r2.0<8;8,1>:uw r3.0<8;8,1>:ud {AccWrEn}\n"), Names{"type.source"});
  EXPECT_EQ(broken_on_gen12("rol (8|M0) r1.0<1>:uw r2.0<8;8,1>:uw 3:w\n"), Names{});
  EXPECT_EQ(broken_on_gen12("addc (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:w {AccWrEn}\n"), Names{});
}

TEST(Gen12Rules, HalfFloatsCanUseBothAccumulators) {
  EXPECT_EQ(broken_on_gen12("mul (16|M0) acc1.0<1>:hf r2.0<16;16,1>:hf r3.0<16;16,1>:hf\n"), Names{});
}

// Each send of Gen12 has two payloads, as sends of Gen9.
TEST(Gen12Rules, BothPayloadsOfASendAreChecked) {
  EXPECT_EQ(broken_on_gen12("send.dc1 (16|M0) null r10 r14 0x80 0x04025E00 {$0}\n"), Names{});
  EXPECT_EQ(broken_on_gen12("send.dc1 (16|M0) null r10 r11 0x80 0x04025E00 {$0}\n"), Names{"sends.overlap"});
  EXPECT_EQ(broken_on_gen12("send.dc1 (16|M0) null r10 r127 0x80 0x04025E00 {$0}\n"), Names{"sends.payload_range"});
  EXPECT_EQ(broken_on_gen12("send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT, @1}\n"), Names{});
  EXPECT_EQ(broken_on_gen12("send.ts (8|M0) null r100 null 0x0 0x02000010 {EOT, @1}\n"), Names{"eot.payload"});
}

// Rules on what Gen12 does not have are not its rules.
TEST(Gen12Rules, ThereIsNoneOnWhatIsGone) {
  const std::set<std::string> gone{"condition.lrp", "dot.exec_size", "plane.exec_size",        "sad.exec_size",
                                   "line.float",    "wait.register", "flow.dependency_control"};
  for (const Rule& each : all()) {
    const bool is_on_align16 = each.id.starts_with("align16.") && each.phase != Phase::encoding;
    EXPECT_FALSE((is_on_align16 || gone.contains(std::string(each.id))) && each.holds(isa::kGen12)) << each.id;
  }
}

}  // namespace
}  // namespace eugene::rules
