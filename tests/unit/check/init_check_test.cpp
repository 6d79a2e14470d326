// The check of undefined values: which instructions pass them on, what counts as a use, and what does not.
#include "check/init/init.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "carried_kernel.h"
#include "checked_run.h"

namespace eugene::gpu::init_check_test {
namespace {

using check::InitBuffer;
using check::InitBytes;
using check::RawFinding;

// r50 and above: nothing has written them.
const std::string kBegin = kCarriedBegin;

struct Run {
  std::vector<RawFinding> found;
  bool is_watched = true;  // whether the check says that the launch must be watched
};

Run run(const std::string& text, const std::shared_ptr<InitBuffer>& buffer, unsigned given) {
  Run result;
  const auto make = [&](const ObservedDispatch& dispatch) {
    check::InitFacts facts{
        .given_registers = given, .thread_memories = {}, .arguments = {}, .number_of_store = [](std::uint32_t) {
          return check::StoreNumber{1};
        }};
    if (buffer != nullptr) facts.arguments.push_back({.binding = {}, .address = TestGpu::kData, .buffer = buffer});
    result.is_watched = !check::is_all_defined(dispatch.kernel, facts, false, true);
    return std::make_unique<check::InitCheck>(dispatch.kernel, std::move(facts));
  };
  result.found = checked_run(check::InitCheck::kInterest, kBegin + text + kEnd, {}, {}, make);
  // If the check says that the launch need not be watched, it must not have a finding.
  EXPECT_TRUE(result.is_watched || result.found.empty()) << text;
  return result;
}

std::vector<RawFinding> found_in(const std::string& text, const std::shared_ptr<InitBuffer>& buffer = nullptr) {
  return run(text, buffer, 1).found;
}

// The number of channels of r20 that are undefined after `body`.
std::uint64_t undefined_channels(const std::string& body) {
  const auto found = found_in("    " + body + kUse);
  if (found.empty()) return 0;
  EXPECT_EQ(found.size(), 1U) << body;
  EXPECT_EQ(found[0].id, "init.register") << body;
  return found[0].count;
}

TEST(InitCheck, CopiesAndArithmeticPassUndefinedValuesOn) {
  for (const char* body : {
           "mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n",
           "mov (8) r20.0<1>:f r50.0<8;8,1>:f\n",
           "mov (8) r20.0<1>:d r50.0<8;8,1>:f\n",
           "add (8) r20.0<1>:d r50.0<8;8,1>:d r5.0<8;8,1>:d\n",
           "mul (8) r20.0<1>:d r50.0<8;8,1>:d 12:w\n",
           "and (8) r20.0<1>:ud r50.0<8;8,1>:ud 0xf0:ud\n",
           "or (8) r20.0<1>:ud r50.0<8;8,1>:ud 0xf000:ud\n",
           "xor (8) r20.0<1>:ud r50.0<8;8,1>:ud r5.0<8;8,1>:ud\n",
           "shr (8) r20.0<1>:ud r50.0<8;8,1>:ud 28:ud\n",
           "shl (8) r20.0<1>:ud r5.0<8;8,1>:ud r50.0<8;8,1>:ud\n    or (8) r20.0<1>:ud r20.0<8;8,1>:ud "
           "r50.0<8;8,1>:ud\n",
           "sel.l (8) r20.0<1>:ud r50.0<8;8,1>:ud 0xfff:ud\n",
           "add (8) r20.0<1>:d r20.0<8;8,1>:d r50.0<8;8,1>:d\n    add (8) r20.0<1>:d r20.0<8;8,1>:d -r60.0<8;8,1>:d\n",
           "xor (8) r20.0<1>:ud r50.0<8;8,1>:ud r61.0<8;8,1>:ud\n",
           "math.inv (8) r20.0<1>:f r50.0<8;8,1>:f null<8;8,1>:f\n    shr (8) r20.0<1>:ud r20.0<8;8,1>:ud 20:ud\n",
           "mul (8) acc0.0<1>:d r50.0<8;8,1>:d 4:w\n    mov (8) r20.0<1>:d acc0.0<8;8,1>:d\n",
           "mov (8) acc0.0<1>:f r50.0<8;8,1>:f\n    mac (8) r20.0<1>:f r20.0<8;8,1>:f r20.0<8;8,1>:f\n    shr (8) "
           "r20.0<1>:ud r20.0<8;8,1>:ud 20:ud\n",
           "mov (1) a0.0<1>:uw 1600:uw\n    mov (8) r20.0<1>:ud r[a0.0]<8;8,1>:ud\n",
       }) {
    EXPECT_EQ(undefined_channels(body), 8U) << body;
  }
}

TEST(InitCheck, WhatDoesNotDependOnThemIsDefined) {
  for (const char* body : {
           "mov (8) r20.0<1>:ud r5.0<8;8,1>:ud\n",
           "and (8) r20.0<1>:ud r50.0<8;8,1>:ud 0xf000:ud\n",
           "or (8) r20.0<1>:ud r50.0<8;8,1>:ud 0xfff:ud\n",
           "xor (8) r20.0<1>:ud r50.0<8;8,1>:ud r50.0<8;8,1>:ud\n",
           "mul (8) r20.0<1>:d r50.0<8;8,1>:d 0:w\n",
           "shl (8) r20.0<1>:ud r50.0<8;8,1>:ud 12:ud\n",
           "shr (8) r20.0<1>:ud r50.0<8;8,1>:ud 30:ud\n",
           // Overwritten, in all or in part, and read back in other sizes.
           "mov (8) r50.0<1>:ud r5.0<8;8,1>:ud\n    mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n",
           "mov (8) r50.0<4>:uw r5.0<8;8,1>:ud\n    mov (8) r20.0<1>:ud r50.0<32;8,4>:uw\n",
           // Channels that are off.
           "mov (1) f0.0<1>:uw 0:uw\n    (f0.0) mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n",
           "mov (1) f0.0<1>:uw 0xff:uw\n    (f0.0) sel (8) r20.0<1>:ud r5.0<8;8,1>:ud r50.0<8;8,1>:ud\n",
           "mov (1) a0.0<1>:uw 160:uw\n    mov (8) r20.0<1>:ud r[a0.0]<8;8,1>:ud\n",
       }) {
    EXPECT_EQ(undefined_channels(body), 0U) << body;
  }
}

TEST(InitCheck, ChannelsCountOneByOne) {
  EXPECT_EQ(undefined_channels("mov (1) f0.0<1>:uw 0x13:uw\n    (f0.0) mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n"), 3U);
  EXPECT_EQ(undefined_channels("mov (1) f0.0<1>:uw 0x13:uw\n"
                               "    (f0.0) sel (8) r20.0<1>:ud r5.0<8;8,1>:ud r50.0<8;8,1>:ud\n"),
            5U);
  EXPECT_EQ(undefined_channels("mov (4) r20.0<1>:ud r50.0<4;4,1>:ud\n"), 4U);
}

// The result is undefined only where the defined bits do not decide the comparison.
TEST(InitCheck, ComparisonsOfPartlyKnownValues) {
  const auto compare = [](const std::string& condition, const std::string& with) {
    return undefined_channels("and (8) r21.0<1>:ud r50.0<8;8,1>:ud 0xff:ud\n    cmp." + condition +
                              ".f0.0 (8) r20.0<1>:ud r21.0<8;8,1>:ud " + with + "\n");
  };
  EXPECT_EQ(compare("z", "3:ud"), 8U);
  EXPECT_EQ(compare("z", "0x103:ud"), 0U);
  EXPECT_EQ(compare("nz", "r5.0<8;8,1>:ud"), 8U);
  EXPECT_EQ(compare("l", "0x80:ud"), 8U);
  EXPECT_EQ(compare("l", "0x100:ud"), 0U);
  EXPECT_EQ(compare("ge", "0:ud"), 0U);
  EXPECT_EQ(undefined_channels("cmp.l.f0.0 (8) r20.0<1>:f r50.0<8;8,1>:f 0x3f800000:f\n"), 8U);
  EXPECT_EQ(undefined_channels("cmp.z.f0.0 (8) r20.0<1>:d r50.0<8;8,1>:d -77:w\n"), 8U);
}

TEST(InitCheck, BranchesAndPredicatesAreUses) {
  const auto branch = found_in(R"(
    cmp.z.f0.0 (8) null<1>:d r50.0<8;8,1>:d 5:d
    (f0.0) if (8) done done
    mov (8) r20.0<1>:ud 0:ud
  done:
    endif (8) next
  next:
)");
  ASSERT_EQ(branch.size(), 1U);
  EXPECT_EQ(branch[0].id, "init.register");
  EXPECT_TRUE(branch[0].what.starts_with("a branch depends")) << branch[0].what;
  ASSERT_EQ(branch[0].sides.size(), 2U);
  EXPECT_EQ(branch[0].sides[0].instruction, 4 * isa::kInstructionBytes);
  EXPECT_EQ(branch[0].sides[1].instruction, 3 * isa::kInstructionBytes);  // the cmp, which has read the register
  const auto message = found_in(R"(
    mov (8) r2.0<1>:ud 0:ud
    mov (8) r3.0<1>:ud 0:ud
    cmp.z.f0.0 (8) null<1>:d r50.0<8;8,1>:d 5:d
    (f0.0) send (8) null r2 0xC 0x4026eff
)");
  ASSERT_EQ(message.size(), 1U);
  EXPECT_TRUE(message[0].what.starts_with("whether a message is sent")) << message[0].what;
}

// The flag of a branch is undefined only in channels that do not run.
TEST(InitCheck, ChannelsThatDoNotRunDecideNothing) {
  EXPECT_TRUE(found_in(R"(
    cmp.l.f0.0 (8) null<1>:d r5.0<8;8,1>:d 4:d
    (f0.0) if (8) done done
    mov (8) r6.0<1>:d r50.0<8;8,1>:d
    mov (4) r6.0<1>:d 1:d {NoMask}
    cmp.z.f0.0 (8) null<1>:d r6.0<8;8,1>:d 1:d {NoMask}
    (f0.0) if (8) inner inner
    mov (8) r20.0<1>:ud 0:ud
  inner:
    endif (8) done
  done:
    endif (8) next
  next:
)")
                  .empty());
}

// Offsets are those of channels; r3 is what is written, r20 what is read.
constexpr const char* kStore = R"(
    shl (8) r2.0<1>:ud r5.0<8;8,1>:ud 2:ud
    send (8) null r2 0xC 0x4026eff
)";
constexpr const char* kLoad = R"(
    shl (8) r2.0<1>:ud r5.0<8;8,1>:ud 2:ud
    send (8) r20 r2 0xC 0x2106eff
)";

TEST(InitCheck, MemoryKeepsWhatIsUndefined) {
  const auto fresh = [] {
    return std::make_shared<InitBuffer>(InitBuffer{.bytes = InitBytes(4096, InitBytes::Begin::undefined)});
  };
  const auto read = found_in(std::string(kLoad) + kUse, fresh());
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].id, "init.global");
  EXPECT_EQ(read[0].count, 8U);
  ASSERT_TRUE(read[0].place);
  EXPECT_EQ(read[0].place->address, TestGpu::kData);
  EXPECT_TRUE(
      found_in("    mov (8) r3.0<1>:ud r5.0<8;8,1>:ud\n" + std::string(kStore) + kLoad + kUse, fresh()).empty());

  const auto written = std::make_shared<InitBuffer>(InitBuffer{.bytes = InitBytes(4096, InitBytes::Begin::defined)});
  EXPECT_TRUE(found_in(std::string(kLoad) + kUse, written).empty());
  const auto passed =
      found_in("    mov (8) r3.0<1>:ud r50.0<8;8,1>:ud\n" + std::string(kStore) + kLoad + kUse, written);
  ASSERT_EQ(passed.size(), 1U);
  EXPECT_NE(passed[0].what.find("was stored in a buffer"), std::string::npos) << passed[0].what;
  EXPECT_NE(written->bytes.differences(4, 1)[0], 0);
  EXPECT_EQ(written->bytes.stores(4, 1)[0], 1);
  EXPECT_EQ(written->bytes.differences(32, 1)[0], 0);
}

TEST(InitCheck, WatchesOnlyWhereSomethingUndefinedCanBeRead) {
  constexpr unsigned kGiven = 4;                                           // r3, which is written in part, among them
  const std::string header = "    mov (8) r127.0<1>:ud r0.0<8;8,1>:ud\n";  // for the last message
  const std::string copy = header + "    mov (8) r20.0<1>:ud r5.0<8;8,1>:ud\n";
  EXPECT_FALSE(run(copy + kUse, nullptr, kGiven).is_watched);
  const auto buffer = std::make_shared<InitBuffer>(InitBytes(64, InitBytes::Begin::defined));
  EXPECT_FALSE(run(copy, buffer, kGiven).is_watched);
  buffer->bytes.differences(63, 1)[0] = check::kUndefined;
  EXPECT_TRUE(run(copy, buffer, kGiven).is_watched);
  // A copy does not count as a use.
  const std::string undefined = header + "    mov (8) r20.0<1>:ud r50.0<8;8,1>:ud\n";
  EXPECT_FALSE(run(undefined, nullptr, kGiven).is_watched);
  EXPECT_TRUE(run(undefined + kUse, nullptr, kGiven).is_watched);
}

TEST(InitBuffers, TellWhetherARangeIsDefined) {
  InitBytes bytes(16, InitBytes::Begin::undefined);
  EXPECT_FALSE(bytes.is_defined({0, 16}));
  bytes.define({4, 8});
  EXPECT_TRUE(bytes.is_defined({4, 8}));
  EXPECT_FALSE(bytes.is_defined({4, 9}));
  EXPECT_FALSE(bytes.is_defined({3, 8}));
  bytes.define({0, 16});
  EXPECT_TRUE(bytes.is_defined({0, 100}));
  EXPECT_TRUE(bytes.is_defined({3, 5}));
  bytes.differences(9, 1)[0] = 1;
  EXPECT_FALSE(bytes.is_defined({0, 100}));
  EXPECT_TRUE(bytes.is_defined({0, 9}));
  bytes.define({0, 16});
  EXPECT_TRUE(bytes.is_defined({0, 16}));
  bytes.set_all(InitBytes::Begin::undefined);
  EXPECT_FALSE(bytes.is_defined({0, 16}));
}

TEST(InitBuffers, AreUndefinedUntilTheProgramWritesThem) {
  using Ranges = std::vector<check::BufferRange>;
  check::InitBuffers buffers;
  EXPECT_EQ(buffers.find(0, 64, 0, {}), nullptr);
  const auto fresh = buffers.find(1, 64, 0, {});
  EXPECT_NE(fresh->bytes.differences(5, 1)[0], 0);
  EXPECT_EQ(buffers.find(1, 64, 0, {}), fresh);
  EXPECT_TRUE(buffers.read_back(1, 0, 64).empty());  // nothing has stored them
  fresh->bytes.stores(8, 1)[0] = 3;
  EXPECT_EQ(buffers.read_back(1, 0, 64), std::vector<check::StoreNumber>{3});
  EXPECT_TRUE(buffers.read_back(1, 9, 1000).empty());
  const auto written = buffers.find(1, 64, 1, Ranges{{4, 6}, {60, 1000}});
  EXPECT_NE(written->bytes.differences(3, 1)[0], 0);
  EXPECT_EQ(written->bytes.differences(5, 1)[0], 0);
  EXPECT_NE(written->bytes.differences(6, 1)[0], 0);
  EXPECT_EQ(written->bytes.differences(63, 1)[0], 0);
  written->bytes.differences(5, 1)[0] = 1;  // by a kernel; no call has written the buffer since
  EXPECT_NE(buffers.find(1, 64, 1, Ranges{{4, 6}, {60, 1000}})->bytes.differences(5, 1)[0], 0);
  EXPECT_EQ(buffers.find(2, 64, 7, Ranges{{0, 64}})->bytes.differences(5, 1)[0], 0);
}

}  // namespace
}  // namespace eugene::gpu::init_check_test
