// Two runs on private copies of memory: which differences are found, and which writes reach the program's memory.
#include "gpu/schedule/rehearse/comparison.h"

#include <gtest/gtest.h>

#include <functional>

#include "memory/flat_memory.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kBase = 0x10000;
constexpr std::uint64_t kPages = 4;

class ComparisonTest : public testing::Test {
 protected:
  using Body = std::function<void(memory::View&)>;

  ComparisonTest() {
    EXPECT_TRUE(memory_.map(kBase, kPages * memory::kPageBytes));
    for (std::uint64_t n = 0; n < kPages; ++n) write(view_, n * memory::kPageBytes, static_cast<unsigned>(n));
  }

  static void write(memory::View& view, std::uint64_t offset, unsigned value) {
    const auto byte = static_cast<std::byte>(value);
    ASSERT_TRUE(view.write(kBase + offset, {&byte, 1}));
  }
  static unsigned read(memory::View& view, std::uint64_t offset) {
    std::byte byte{};
    EXPECT_TRUE(view.read(kBase + offset, {&byte, 1}));
    return static_cast<unsigned>(byte);
  }

  std::optional<Difference> compare(const Body& visa, const Body& machine_code) {
    const auto run = [this](const Body& body) {
      return ComparedRuns::Run{.program = program_,
                               .run = [&body](memory::PageSource& copies, eu::Observer*) -> Result<DispatchStats> {
                                 memory::View view(copies);
                                 body(view);
                                 return DispatchStats{};
                               }};
    };
    const auto done = gpu::compare(
        {.visa = run(visa), .machine_code = run(machine_code), .ignored = ignored_, .locate = false}, memory_, copies_);
    copies_.end();
    if (!done) return std::nullopt;
    return done->difference;
  }

  memory::FlatMemory memory_;
  memory::View view_{memory_};
  AddressRange ignored_;

 private:
  isa::Program program_;
  PrivateCopies copies_;
};

TEST_F(ComparisonTest, TheMachineCodesChangesReachTheMemory) {
  const auto difference = compare([](auto& view) { write(view, 5, 66); }, [](auto& view) { write(view, 5, 77); });
  EXPECT_EQ(read(view_, 5), 77U);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->address, kBase + 4);
  EXPECT_EQ(difference->bytes, 1U);
  EXPECT_EQ(difference->visa[1], std::byte{66});
  EXPECT_EQ(difference->machine_code[1], std::byte{77});
}

TEST_F(ComparisonTest, EqualChangesAreNoDifference) {
  const Body changes = [](memory::View& view) {
    write(view, 5, 66);
    write(view, 2 * memory::kPageBytes, 9);
  };
  EXPECT_FALSE(compare(changes, changes));
  EXPECT_EQ(read(view_, 2 * memory::kPageBytes), 9U);
}

// A page that only one run accesses is compared with its contents before the runs.
TEST_F(ComparisonTest, OneRunMayBeTheOnlyOneThatWritesAPage) {
  const auto by_visa = compare([](auto& view) { write(view, memory::kPageBytes, 66); }, [](auto&) {});
  ASSERT_TRUE(by_visa);
  EXPECT_EQ(by_visa->visa[0], std::byte{66});
  EXPECT_EQ(by_visa->machine_code[0], std::byte{1});
  EXPECT_EQ(read(view_, memory::kPageBytes), 1U);
  const auto by_machine_code = compare([](auto&) {}, [](auto& view) { write(view, memory::kPageBytes, 77); });
  ASSERT_TRUE(by_machine_code);
  EXPECT_EQ(by_machine_code->visa[0], std::byte{1});
  EXPECT_EQ(read(view_, memory::kPageBytes), 77U);
}

// A program may write to memory while its kernel runs.
TEST_F(ComparisonTest, TheProgramsOwnWritesStayAndAreNoDifference) {
  const auto difference = compare(
      [&](auto& view) {
        write(view, 5, 77);
        write(view_, 6, 88);
        write(view_, 3 * memory::kPageBytes, 99);
      },
      [&](auto& view) {
        EXPECT_EQ(read(view, 6), 0U);
        write(view, 5, 77);
      });
  EXPECT_FALSE(difference);
  EXPECT_EQ(read(view_, 5), 77U);
  EXPECT_EQ(read(view_, 6), 88U);
  EXPECT_EQ(read(view_, 3 * memory::kPageBytes), 99U);
}

TEST_F(ComparisonTest, MemoryForSpillsIsIgnored) {
  ignored_ = {.first = kBase + 8, .bytes = 4};
  EXPECT_FALSE(compare([](auto&) {}, [](auto& view) { write(view, 11, 1); }));
  EXPECT_TRUE(compare([](auto&) {}, [](auto& view) { write(view, 12, 1); }));
}

}  // namespace
}  // namespace eugene::gpu
