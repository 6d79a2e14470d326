// Accesses beyond a group's shared local memory are reported whatever message makes them, and whether somebody has
// asked for bounds or not; once for each instruction.
#include <fmt/format.h>

#include "lsc_fixture.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kEnd = 4096;  // of the fixture's local memory
constexpr std::uint32_t kBeyond = kEnd - 8;

struct Sent {
  const char* name;
  isa::Sfid sfid;
  isa::MessageBody body;
  unsigned response;               // registers
  unsigned lane;                   // channel in the report; 8: none
  std::uint32_t at;                // offset in the report
  std::uint32_t offset = kBeyond;  // offset of channel 0; for blocks, M0.2
};

using isa::Access, isa::kBtiSlm, isa::Sfid;

constexpr isa::Sfid kDc0 = Sfid::dp_data0, kDc1 = Sfid::dp_data1;
constexpr unsigned kNoLane = 8;

const std::vector<Sent> kMessages{
    {"untyped read", kDc1, isa::UntypedSurface{.bti = kBtiSlm, .simd = 8, .channels = 1}, 1, 2, kEnd},
    {"untyped read of four", kDc1, isa::UntypedSurface{.bti = kBtiSlm, .simd = 8, .channels = 15}, 4, 0, kEnd},
    {"untyped write", kDc1, isa::UntypedSurface{.access = Access::write, .bti = kBtiSlm, .simd = 8, .channels = 1}, 0,
     2, kEnd},
    {"untyped read SIMD4x2", kDc1, isa::UntypedSurface{.bti = kBtiSlm, .simd = 4, .channels = 15}, 1, 2, kEnd},
    {"byte read", kDc0, isa::ByteScattered{.bti = kBtiSlm, .simd = 8, .bytes = 1}, 1, 2, kEnd},
    {"word read", kDc0, isa::ByteScattered{.bti = kBtiSlm, .simd = 8, .bytes = 2}, 1, 2, kEnd},
    {"byte write", kDc0, isa::ByteScattered{.access = Access::write, .bti = kBtiSlm, .simd = 8, .bytes = 1}, 0, 2,
     kEnd},
    {"dword read", kDc0, isa::DwordScattered{.bti = kBtiSlm, .simd = 8}, 1, 0, 4 * kBeyond},
    {"block read", kDc0, isa::OwordBlock{.bti = kBtiSlm, .owords = 4}, 2, kNoLane, kEnd, kEnd / 16 - 1},
    {"block write", kDc0, isa::OwordBlock{.access = Access::write, .bti = kBtiSlm, .owords = 4}, 0, kNoLane, kEnd,
     kEnd / 16 - 1},
    {"unaligned block", kDc0, isa::OwordBlock{.unaligned = true, .bti = kBtiSlm, .owords = 2}, 1, kNoLane, kEnd},
    {"atomic", kDc1, isa::UntypedAtomic{.bti = kBtiSlm, .simd = 8, .op = isa::AtomicOp::inc}, 0, 2, kEnd},
    {"atomic that returns", kDc1,
     isa::UntypedAtomic{.bti = kBtiSlm, .simd = 8, .op = isa::AtomicOp::add, .returns = true}, 1, 2, kEnd},
    {"float atomic", kDc1, isa::UntypedFloatAtomic{.bti = kBtiSlm, .simd = 8, .op = isa::FloatAtomicOp::fmax}, 0, 2,
     kEnd},
};

struct LocalBounds : LscTest {
  // Channel i at `offset` + 4 i.
  eu::SendStatus send(const Sent& each, std::uint32_t offset, std::uint32_t ip) {
    const bool is_block = std::holds_alternative<isa::OwordBlock>(each.body);
    isa::Message message{.sfid = each.sfid, .header = is_block, .body = each.body};
    const auto descriptor = isa::encode_message(isa::kGen9, message);
    EXPECT_TRUE(descriptor.has_value()) << each.name;
    std::vector<std::uint32_t> first = iota(8, is_block ? 0 : offset, is_block ? 0 : 4);
    if (is_block) first[2] = offset;
    thread.ip = ip;
    return PortTest::send(each.sfid, descriptor.value_or(0), join({registers(first), registers(iota(16, 1, 0))}),
                          each.response, 0xFF, 8);
  }
};

TEST_F(LocalBounds, EveryMessageReports) {
  std::uint32_t ip = 0;
  for (const Sent& each : kMessages) {
    ip += 16;
    recoveries.found.clear();
    ASSERT_EQ(send(each, each.offset, ip), eu::SendStatus::done) << each.name << ": " << port.take_fault().what;
    ASSERT_EQ(recoveries.found.size(), 1U) << each.name;
    const Recoveries::Recovery& found = recoveries.found[0];
    const bool writes = each.response == 0 || std::holds_alternative<isa::UntypedAtomic>(each.body);
    EXPECT_EQ(found.fault.what, fmt::format("{} at offset {:#x} of shared local memory, which has 4096 bytes",
                                            writes ? "write" : "read", each.at))
        << each.name;
    EXPECT_EQ(found.fault.lane, each.lane == kNoLane ? std::nullopt : std::optional(each.lane)) << each.name;
    EXPECT_EQ(found.effect, writes ? "has no effect" : "gives zeros");
    EXPECT_EQ(found.fault.ip, ip);
    ASSERT_EQ(send(each, each.offset, ip), eu::SendStatus::done);
    EXPECT_EQ(recoveries.found.size(), 1U) << each.name << " again";
  }
}

TEST_F(LocalBounds, NothingIsReportedInside) {
  for (const Sent& each : kMessages) ASSERT_EQ(send(each, 0, 16), eu::SendStatus::done) << each.name;
  EXPECT_TRUE(recoveries.found.empty());
}

// From a pointer without IGC's tag, and from one with it.
TEST_F(LocalBounds, NegativeIndicesAreNamedAsSuch) {
  std::uint32_t ip = 0;
  for (const std::uint32_t pointer : {0U, 0x1000'0000U}) {
    recoveries.found.clear();
    ASSERT_EQ(send(kMessages[0], pointer - 8, ip += 16), eu::SendStatus::done);
    ASSERT_EQ(recoveries.found.size(), 1U);
    EXPECT_EQ(recoveries.found[0].fault.what, "read at offset -0x8 of shared local memory, which has 4096 bytes");
    EXPECT_EQ(recoveries.found[0].fault.lane, 0U);
    EXPECT_EQ(returned<std::uint32_t>(1), 0U);
    EXPECT_EQ(returned<std::uint32_t>(2), 0x5000'0000U);
  }
}

TEST_F(LocalBounds, GroupsWithoutAnyReportToo) {
  port.begin_group({});
  ASSERT_EQ(send(kMessages[0], 0, 16), eu::SendStatus::done);
  ASSERT_EQ(recoveries.found.size(), 1U);
  EXPECT_EQ(recoveries.found[0].fault.what, "read at offset 0x0 of shared local memory, which is empty");
}

TEST_F(LocalBounds, LoadStoreCacheMessagesReport) {
  using isa::LscOp;
  std::uint32_t ip = 0;
  for (const LscOp op : {LscOp::load, LscOp::store, LscOp::load_quad, LscOp::load_strided, LscOp::store_strided,
                         LscOp::atomic_iinc, LscOp::atomic_load}) {
    for (const bool negative : {false, true}) {
      const bool is_strided = op == LscOp::load_strided || op == LscOp::store_strided;
      const bool reads =
          op == LscOp::load || op == LscOp::load_quad || op == LscOp::load_strided || op == LscOp::atomic_load;
      Message message{.body = {.op = op, .address_bytes = 4}, .sfid = Sfid::slm, .lanes = 4, .channels = 0xF};
      if (op == LscOp::load_quad) message.body.channels = 1;
      const std::vector<std::uint32_t> places =
          is_strided ? std::vector<std::uint32_t>{kBeyond, 0, negative ? -kBeyond - 4U : 4U, 0}
                     : iota(4, negative ? -16U : kBeyond, 4);
      message.payload.resize(16);
      std::memcpy(message.payload.data(), places.data(), 16);
      if (op == LscOp::store || op == LscOp::store_strided) message.data.resize(32);
      if (reads) message.response_bytes = 32;
      thread.ip = ip += 16;
      recoveries.found.clear();
      ASSERT_NO_FATAL_FAILURE(done(message));
      ASSERT_EQ(recoveries.found.size(), 1U) << static_cast<int>(op);
      const unsigned lane = negative ? is_strided ? 1 : 0 : 2;
      const char* at = negative ? is_strided ? "-0x4" : "-0x10" : "0x1000";
      EXPECT_EQ(
          recoveries.found[0].fault.what,
          fmt::format("{} at offset {} of shared local memory, which has 4096 bytes", reads ? "read" : "write", at));
      EXPECT_EQ(recoveries.found[0].fault.lane, lane);
    }
  }
}

}  // namespace
}  // namespace eugene::functions
