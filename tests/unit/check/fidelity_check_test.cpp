// Inexact values: what makes them, what passes them on, where they decide something, and where they do not.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "carried_kernel.h"
#include "check/init/init.h"
#include "checked_run.h"

namespace eugene::gpu::fidelity_check_test {
namespace {

using check::InitBuffer;
using check::InitBytes;
using check::RawFinding;

// r6: the numbers of r5 as floats.
const std::string kBegin = std::string(kCarriedBegin) + "    mov (8) r6.0<1>:f r5.0<8;8,1>:d\n";

struct Makers {
  std::map<std::uint32_t, check::StoreNumber> numbers;  // by instruction
  std::map<check::StoreNumber, std::string> kept;
};

std::vector<RawFinding> found_in(const std::string& text, Makers& makers,
                                 const std::shared_ptr<InitBuffer>& buffer = {}) {
  const auto make = [&](const ObservedDispatch& dispatch) {
    check::InitFacts facts;
    facts.number_of_store = [&](std::uint32_t instruction) {
      const auto next = static_cast<check::StoreNumber>(makers.numbers.size() + 1);
      return makers.numbers.try_emplace(instruction, next).first->second;
    };
    facts.keep_maker = [&](check::StoreNumber number, const std::string& maker) { makers.kept[number] = maker; };
    facts.find_maker = [&](check::StoreNumber number) { return makers.kept.at(number); };
    if (buffer != nullptr) facts.arguments.push_back({.binding = {}, .address = TestGpu::kData, .buffer = buffer});
    return std::make_unique<check::InitCheck>(dispatch.kernel, std::move(facts), check::TrackedValues::inexact);
  };
  return checked_run(check::InitCheck::kInterest, kBegin + text + kEnd, {}, {}, make);
}

std::vector<RawFinding> found_in(const std::string& text) {
  Makers makers;
  return found_in(text, makers);
}

// The number of channels of r20 that are inexact after `body`.
std::uint64_t inexact_channels(const std::string& body) {
  const auto found = found_in("    " + body + kUse);
  if (found.empty()) return 0;
  EXPECT_EQ(found.size(), 1U) << body;
  EXPECT_EQ(found[0].id, "fidelity.address") << body;
  return found[0].count;
}

TEST(FidelityCheck, BoundedAndChosenResultsArePassedOn) {
  for (const char* body : {
           "math.sin (8) r20.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n",
           "math.inv (8) r21.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n    mov (8) r20.0<1>:d r21.0<8;8,1>:f\n",
           "mac (8) r20.0<1>:f r6.0<8;8,1>:f r6.0<8;8,1>:f\n",
           "mov (1) r22.0<1>:ud tm0.0<0;1,0>:ud\n    mov (8) r20.0<1>:ud r22.0<0;1,0>:ud\n",
       }) {
    EXPECT_EQ(inexact_channels(body), 8U) << body;
  }
  EXPECT_EQ(inexact_channels("mov (1) f0.0<1>:uw 0x13:uw\n"
                             "    (f0.0) math.sin (8) r20.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n"),
            3U);
}

TEST(FidelityCheck, WhatIsExactOrDependsOnNoneOfThemStaysExact) {
  for (const char* body : {
           "mov (8) r20.0<1>:d r5.0<8;8,1>:d\n",
           "mul (8) r20.0<1>:f r6.0<8;8,1>:f r6.0<8;8,1>:f\n",
           "mad (8) r20.0<1>:f r6.0<4>.xyzw:f r6.0<4>.xyzw:f r6.0<4>.xyzw:f {Align16}\n",
           "mac (8) r20.0<1>:d r5.0<8;8,1>:d r5.0<8;8,1>:d\n",
           "mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n",  // r50, which nothing has written, is a matter for the check `init`
           "math.sin (8) r20.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n    mov (8) r20.0<1>:d r5.0<8;8,1>:d\n",
           "math.sin (8) r21.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n    and (8) r20.0<1>:ud r21.0<8;8,1>:ud 0xf000:ud\n",
       }) {
    EXPECT_EQ(inexact_channels(body), 0U) << body;
  }
}

TEST(FidelityCheck, BranchesHaveBothPlaces) {
  const auto found = found_in(R"(
    math.sqt (8) r21.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f
    cmp.l.f0.0 (8) null<1>:f r21.0<8;8,1>:f 0x3f800000:f
    (f0.0) if (8) done done
    mov (8) r20.0<1>:ud 0:ud
  done:
    endif (8) next
  next:
)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "fidelity.branch");
  EXPECT_EQ(found[0].what, "a branch depends on the result of math.sqrt, which is bounded");
  EXPECT_EQ(found[0].reference, "SNB PRM vol4 part2 8.3.28");
  ASSERT_EQ(found[0].sides.size(), 2U);
  EXPECT_EQ(found[0].sides[0].instruction, 6 * isa::kInstructionBytes);
  EXPECT_EQ(found[0].sides[1].instruction, 4 * isa::kInstructionBytes);
  EXPECT_EQ(found[0].sides[1].verb, "made");
}

// One kernel stores the sine of each number, another loads it and uses it as an address.
TEST(FidelityCheck, BuffersKeepThemForLaterKernels) {
  const auto buffer = std::make_shared<InitBuffer>(InitBytes(4096, InitBytes::Begin::defined));
  Makers makers;
  const std::string address = "    shl (8) r2.0<1>:d r5.0<8;8,1>:d 2:d\n";
  EXPECT_TRUE(found_in("    math.sin (8) r20.0<1>:f r6.0<8;8,1>:f null<8;8,1>:f\n" + address +
                           "    mov (8) r3.0<1>:f r20.0<8;8,1>:f\n    send (8) null r2 0xC 0x4026eff\n",
                       makers, buffer)
                  .empty());
  ASSERT_EQ(makers.kept, (std::map<check::StoreNumber, std::string>{{1, "math.sin, which is bounded"}}));
  const auto found = found_in(address + "    send (8) r20 r2 0xC 0x2106eff\n" + kUse, makers, buffer);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "fidelity.address");
  EXPECT_EQ(found[0].what, "an address depends on a value in a buffer that was made by math.sin, which is bounded");
}

}  // namespace
}  // namespace eugene::gpu::fidelity_check_test
