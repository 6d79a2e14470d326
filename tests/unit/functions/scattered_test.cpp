// Untyped, byte, dword and A64 scattered messages (SKL PRM vol7).
#include "port_fixture.h"

namespace eugene::functions::scattered_test {
namespace {

using isa::Access;

// Components that a message transfers.
constexpr unsigned kX = 0b0001;
constexpr unsigned kXy = 0b0011;
constexpr unsigned kYw = 0b1010;
constexpr unsigned kXyzw = 0b1111;

constexpr std::uint8_t byte(unsigned value) { return static_cast<std::uint8_t>(value); }

isa::Message untyped(Access access, unsigned bti, unsigned channels, unsigned simd = 8) {
  return {
      .sfid = isa::Sfid::dp_data1,
      .body = isa::UntypedSurface{.access = access, .bti = byte(bti), .simd = byte(simd), .channels = byte(channels)}};
}
isa::Message a64_untyped(Access access, unsigned channels, unsigned simd = 8) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::UntypedSurface{.access = access, .a64 = true, .simd = byte(simd), .channels = byte(channels)}};
}
isa::Message bytes(Access access, unsigned bti, unsigned size, unsigned simd = 8) {
  return {.sfid = isa::Sfid::dp_data0,
          .body = isa::ByteScattered{.access = access, .bti = byte(bti), .simd = byte(simd), .bytes = byte(size)}};
}
isa::Message dwords(Access access, unsigned simd) {
  return {.sfid = isa::Sfid::dp_data0,
          .body = isa::DwordScattered{.access = access, .bti = isa::kBtiStateless, .simd = byte(simd)}};
}
isa::Message a64(Access access, unsigned element_bytes, unsigned elements = 1, unsigned simd = 8) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::A64Scattered{
              .access = access, .simd = byte(simd), .element_bytes = byte(element_bytes), .elements = byte(elements)}};
}

struct Scattered : PortTest {};

TEST_F(Scattered, UntypedReadConsecutive) {
  done(untyped(Access::read, kStateless, kX, 16), registers(iota(16, 64, 4)), 2, 0xFFFF, 16);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0040 + 4 * i);
}

TEST_F(Scattered, UntypedReadLeavesDisabledChannels) {
  done(untyped(Access::read, kStateless, kX), registers(iota(8, 0, 40)), 1, 0xA5, 8);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(returned<std::uint32_t>(i), (0xA5 >> i & 1) != 0 ? 0x1000'0000 + 40 * i : kUntouched);
  }
}

TEST_F(Scattered, UntypedReadOfFourComponentsIsByComponent) {
  done(untyped(Access::read, kStateless, kXyzw, 16), registers(iota(16, 0x100, 16)), 8, 0xFFFF, 16);
  for (unsigned c = 0; c < 4; ++c) {
    for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(returned<std::uint32_t>(c * 16 + i), 0x1000'0100 + 16 * i + 4 * c);
  }
}

TEST_F(Scattered, UntypedReadSkipsMaskedComponents) {
  done(untyped(Access::read, kStateless, kYw), registers(iota(8, 0, 16)), 2, 0xFF, 8);  // x and z off
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0004U);                                  // y of channel 0
  EXPECT_EQ(returned<std::uint32_t>(8), 0x1000'000CU);                                  // w of channel 0
  EXPECT_EQ(returned<std::uint32_t>(15), 0x1000'007CU);
}

// Such reads occur for elements of a row if channels are columns.
TEST_F(Scattered, AllChannelsMayReadTheSameElement) {
  for (const unsigned lanes : {8U, 16U}) {
    const std::uint32_t all = (1U << lanes) - 1;
    done(untyped(Access::read, kStateless, kX, lanes), registers(iota(lanes, 0x44, 0)), lanes / 8, all, lanes);
    for (unsigned i = 0; i < lanes; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0044U) << i;
  }
  done(untyped(Access::read, kStateless, kX), registers(iota(8, 0x48, 0)), 1, 0x7F, 8);  // the last is off
  EXPECT_EQ(returned<std::uint32_t>(6), 0x1000'0048U);
  EXPECT_EQ(returned<std::uint32_t>(7), kUntouched);
  const auto offsets = registers(iota(8, kUnmapped - kBuffer, 0));
  EXPECT_EQ(send(untyped(Access::read, kStateless, kX), offsets, 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.lane, 0U);
  EXPECT_EQ(fault.address, kUnmapped);
}

TEST_F(Scattered, UntypedReadCrossesPages) {
  done(untyped(Access::read, kStateless, kX, 16), registers(iota(16, 0xFE0, 4)), 2, 0xFFFF, 16);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0FE0 + 4 * i);
  done(untyped(Access::read, kStateless, kXyzw), registers(iota(8, 0xFF8, 16)), 4, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0FF8U);
  EXPECT_EQ(returned<std::uint32_t>(16), 0x1000'1000U);  // z of channel 0, on the next page
}

TEST_F(Scattered, UntypedWrite) {
  const Registers message = join({registers(iota(16, 0x200, 8)), registers(iota(16, 1, 1))});
  done(untyped(Access::write, kStateless, kX, 16), message, 0, 0x7FFF, 16);
  for (unsigned i = 0; i < 15; ++i) {
    EXPECT_EQ(get<std::uint32_t>(0x200 + 8 * i), 1 + i);
    EXPECT_EQ(get<std::uint32_t>(0x204 + 8 * i), 0x1000'0204 + 8 * i);
  }
  EXPECT_EQ(get<std::uint32_t>(0x200 + 8 * 15), 0x1000'0278U);
}

TEST_F(Scattered, SplitSendBringsDataApart) {
  done(untyped(Access::write, kStateless, kXy), registers(iota(8, 0x300, 8)), 0, 0xFF, 8, registers(iota(16, 7, 1)));
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(get<std::uint32_t>(0x300 + 8 * i), 7 + i);
    EXPECT_EQ(get<std::uint32_t>(0x304 + 8 * i), 15 + i);
  }
}

TEST_F(Scattered, ConflictingWritesTheHighestChannelWins) {
  done(untyped(Access::write, kStateless, kX), join({registers(iota(8, 64, 0)), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(64), 8U);
}

// IGC tags pointers to local memory.
TEST_F(Scattered, SlmOffsetsMayBeTagged) {
  done(untyped(Access::read, kSlm, kX), registers(iota(8, 0x1000'0000 + 32, 4)), 1, 0xFF, 8);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x5000'0020 + 4 * i);
  done(untyped(Access::write, kSlm, kX), join({registers(iota(8, 0x1000'0000, 4)), registers(iota(8, 90, 1))}), 0, 0xFF,
       8);
  EXPECT_EQ(slm[7], 97U);
  EXPECT_TRUE(recoveries.found.empty());
}

TEST_F(Scattered, OutsideSlmReadsZeroAndWritesNothing) {
  done(untyped(Access::read, kSlm, kX), registers(iota(8, 0xFF0, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(3), 0x5000'0FFCU);
  EXPECT_EQ(returned<std::uint32_t>(4), 0U);
  done(untyped(Access::write, kSlm, kX), join({registers(iota(8, 0xFF0, 4)), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(slm.back(), 4U);
}

// Only the tag is dropped. Offsets of 64 KB and more do not wrap.
TEST_F(Scattered, SlmOffsetsDoNotWrap) {
  static std::array<std::uint32_t, 0x4000> whole;
  whole.fill(7);
  port.begin_group({.slm = std::as_writable_bytes(std::span(whole))});
  done(untyped(Access::read, kSlm, kXy), registers(iota(8, 0xFFFC, 0)), 2, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 7U);
  EXPECT_EQ(returned<std::uint32_t>(8), 0U);
  for (const std::uint32_t outside : {0x1'0000U, 0x1001'0000U, 0x2000'0000U, 0xFFFF'0000U, 0xFFFC'0000U}) {
    done(untyped(Access::read, kSlm, kX), registers(iota(8, outside, 4)), 1, 0xFF, 8);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0U) << outside;
  }
}

TEST_F(Scattered, OutsideABufferReadsZeroAndWritesNothing) {
  set_raw_buffer(3, kBuffer + 0x400, 24);
  done(untyped(Access::read, 3, kX), registers(iota(8, 0, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(5), 0x1000'0414U);
  EXPECT_EQ(returned<std::uint32_t>(6), 0U);
  done(untyped(Access::read, 3, kXyzw), registers(iota(8, 16, 0)), 4, 0xFF, 8);  // xyzw: z and w are outside
  EXPECT_EQ(returned<std::uint32_t>(8), 0x1000'0414U);
  EXPECT_EQ(returned<std::uint32_t>(16), 0U);
  done(untyped(Access::read, 3, kX), registers(iota(8, 0xFFFF'FFFC, 0)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0U);
  done(untyped(Access::write, 3, kX), join({registers(iota(8, 0, 4)), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(0x414), 6U);
  EXPECT_EQ(get<std::uint32_t>(0x418), 0x1000'0418U);
}

TEST_F(Scattered, NullSurfaces) {
  set_surface(2, {7U << 29});
  done(untyped(Access::read, 2, kX), registers(iota(8, 0, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0U);
  done(untyped(Access::write, 2, kX), join({registers(iota(8, 0, 4)), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
}

TEST_F(Scattered, StructuredBuffersTakeElementAndOffset) {
  // 10 elements of 48 bytes.
  set_surface(4, {5U << 29 | 0x1FFU << 18, 0, 9, 48 - 1, 0, 0, 0, 0, kBuffer});
  const Registers addresses = join({registers(iota(8, 5, 1)), registers(iota(8, 40, 0))});
  done(untyped(Access::read, 4, kX), addresses, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0000U + 5 * 48 + 40);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0000U + 9 * 48 + 40);
  EXPECT_EQ(returned<std::uint32_t>(5), 0U);
}

TEST_F(Scattered, SampleMaskOfTheHeaderCounts) {
  std::vector<std::uint32_t> header(8);
  header[7] = 0x0F;  // M0.7 15:0
  const Registers message = join({registers(header), registers(iota(8, 0, 4))});
  done(with_header(untyped(Access::read, kStateless, kX)), message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(3), 0x1000'000CU);
  EXPECT_EQ(returned<std::uint32_t>(4), kUntouched);
}

TEST_F(Scattered, Simd4x2) {
  std::vector<std::uint32_t> addresses(8);
  addresses[0] = 0x40;
  addresses[4] = 0x80;
  done(untyped(Access::read, kStateless, kXyzw, 4), registers(addresses), 1, 0xFF, 8);
  for (unsigned c = 0; c < 4; ++c) {
    EXPECT_EQ(returned<std::uint32_t>(c), 0x1000'0040 + 4 * c);
    EXPECT_EQ(returned<std::uint32_t>(4 + c), 0x1000'0080 + 4 * c);
  }
}

TEST_F(Scattered, UnmappedIsAFaultWithChannelAndAddress) {
  std::vector<std::uint32_t> offsets = iota(8, 0, 4);
  offsets[5] = kUnmapped - kBuffer;
  EXPECT_EQ(send(untyped(Access::read, kStateless, kX), registers(offsets), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.what, "read of unmapped memory");
  EXPECT_EQ(fault.lane, 5U);
  EXPECT_EQ(fault.address, kUnmapped);
  done(untyped(Access::read, kStateless, kX), registers(offsets), 1, 0xDF, 8);
}

TEST_F(Scattered, UnmappedReadsCanBePassed) {
  std::vector<std::uint32_t> offsets = iota(8, 0, 4);
  offsets[5] = kUnmapped - kBuffer;
  environment.recoverable.unmapped_reads = true;
  begin();
  done(untyped(Access::read, kStateless, kX), registers(offsets), 1, 0xFF, 8);
  ASSERT_EQ(recoveries.found.size(), 1U);
  EXPECT_EQ(recoveries.found[0].fault.lane, 5U);
  EXPECT_EQ(recoveries.found[0].effect, "gives zeros");
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0010U);
  EXPECT_EQ(returned<std::uint32_t>(5), 0U);
}

TEST_F(Scattered, WhatBoundsDropIsAFaultWhereSomebodyAsks) {
  set_raw_buffer(3, kBuffer, 64);
  const std::vector<std::uint32_t> offsets = iota(8, 48, 4);
  const isa::Message message = untyped(Access::read, 3, kX);
  done(message, registers(offsets), 1, 0xFF, 8);
  environment.recoverable.bounds = true;
  begin();
  done(message, registers(offsets), 1, 0xFF, 8);
  ASSERT_EQ(recoveries.found.size(), 1U);
  const eu::Fault& reported = recoveries.found[0].fault;
  EXPECT_EQ(reported.what, "read at offset 0x40 of surface 3, which has 64 bytes");
  EXPECT_EQ(reported.lane, 4U);
  EXPECT_EQ(reported.address, kBuffer + 64);
  EXPECT_EQ(returned<std::uint32_t>(4), 0U);
}

TEST_F(Scattered, ReadOnlyIsAFaultOnWrites) {
  const Registers message = join({registers(iota(8, kReadOnly - kBuffer, 4)), registers(iota(8, 0, 1))});
  EXPECT_EQ(send(untyped(Access::write, kStateless, kX), message, 0, 0xF0, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.what, "write to read-only memory");
  EXPECT_EQ(fault.lane, 4U);
  EXPECT_EQ(fault.address, kReadOnly + 16);
}

TEST_F(Scattered, GeneralStateBoundHolds) {
  environment.general_state_bytes = 0x1000;
  port.begin_dispatch(environment);
  done(untyped(Access::read, kStateless, kX), registers(iota(8, 0xFF0, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(3), 0x1000'0FFCU);
  EXPECT_EQ(returned<std::uint32_t>(4), 0U);
}

TEST_F(Scattered, BadMessagesAreFaults) {
  EXPECT_EQ(send(untyped(Access::read, kStateless, kX, 16), registers(iota(8, 0, 4)), 2, 0xFFFF, 16),
            eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("too short"), std::string::npos);
  EXPECT_EQ(send(untyped(Access::read, kStateless, kX, 16), registers(iota(16, 0, 4)), 1, 0xFFFF, 16),
            eu::SendStatus::fault);
  EXPECT_EQ(send(kDc1, 0x7'C000, registers(iota(16, 0, 4)), 1, 0xFFFF, 16), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("7c000"), std::string::npos) << fault.what;
  set_surface(1, {1U << 29 | 0xD7U << 18, 0, 0, 0, 0, 0, 0, 0, kBuffer});
  EXPECT_EQ(send(untyped(Access::read, 1, kX), registers(iota(8, 0, 4)), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("2D"), std::string::npos);
  environment.surface_state_base = kUnmapped;
  port.begin_dispatch(environment);
  EXPECT_EQ(send(untyped(Access::read, 1, kX), registers(iota(8, 0, 4)), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.address, kUnmapped + kBindingTable + 4);
}

TEST_F(Scattered, NoChannelsDoNothing) {
  done(untyped(Access::read, kStateless, kX), registers(iota(8, kUnmapped, 4)), 1, 0, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
}

TEST_F(Scattered, ByteReadsZeroExtendAndNeedNoAlignment) {
  put<std::uint32_t>(0x101, 0xDDCCBBAA);
  const std::vector<std::uint32_t> offsets(8, 0x101);
  for (const auto& [size, value] : {std::pair{1U, 0xAAU}, {2U, 0xBBAAU}, {4U, 0xDDCCBBAAU}}) {
    done(bytes(Access::read, kStateless, size), registers(offsets), 1, 0xFF, 8);
    EXPECT_EQ(returned<std::uint32_t>(7), value);
  }
  // Across a page border, SIMD16.
  put<std::uint32_t>(0xFFF, 0x44332211);
  done(bytes(Access::read, kStateless, 2, 16), registers(iota(16, 0xFFF, 0)), 2, 0xFFFF, 16);
  EXPECT_EQ(returned<std::uint32_t>(15), 0x2211U);
}

TEST_F(Scattered, ByteWritesTouchTheirBytesOnly) {
  const Registers message = join({registers(iota(8, 0x201, 4)), registers(iota(8, 0xAABBCC00, 1))});
  done(bytes(Access::write, kStateless, 1), message, 0, 0x01, 8);
  EXPECT_EQ(get<std::uint32_t>(0x200), 0x1000'0000U);
  EXPECT_EQ(get<std::uint32_t>(0x204), 0x1000'0204U);
  done(bytes(Access::write, kStateless, 2), message, 0, 0x02, 8);
  EXPECT_EQ(get<std::uint32_t>(0x204), 0x10CC'0104U);
}

TEST_F(Scattered, ByteMessagesAtTheEndOfABuffer) {
  set_raw_buffer(1, kBuffer, 6);
  done(bytes(Access::read, 1, 2), registers(iota(8, 0, 1)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x0004U);
  EXPECT_EQ(returned<std::uint32_t>(5), 0U);  // one byte of two is outside
}

TEST_F(Scattered, HeaderMovesTheBaseOfStatelessMessages) {
  std::vector<std::uint32_t> header(8);
  header[2] = 4;              // global offset
  header[5] = 0x800 | 0x3FF;  // buffer base address 31:10; 9:0 is the thread's identifier
  const Registers message = join({registers(header), registers(iota(8, 0, 4))});
  done(with_header(bytes(Access::read, kStateless, 4)), message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'0808U);
}

TEST_F(Scattered, DwordOffsetsCountDwords) {
  done(dwords(Access::read, 16), registers(iota(16, 0x40, 2)), 2, 0xFFFF, 16);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'0108U);
  done(dwords(Access::write, 8), join({registers(iota(8, 1, 1)), registers(iota(8, 50, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(4), 50U);
  EXPECT_EQ(get<std::uint32_t>(32), 57U);
}

struct A64 : PortTest {
  static std::vector<std::uint64_t> addresses(unsigned count, std::uint64_t first, std::uint64_t step) {
    std::vector<std::uint64_t> values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = first + i * step;
    return values;
  }
};

TEST_F(A64, DwordReads) {
  done(a64(Access::read, 4), registers(addresses(8, kBuffer, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(7), 0x1000'001CU);
  done(a64(Access::read, 4, 2, 16), registers(addresses(16, kBuffer, 16)), 4, 0xFFFF, 16);  // two elements
  EXPECT_EQ(returned<std::uint32_t>(15), 0x1000'00F0U);
  EXPECT_EQ(returned<std::uint32_t>(16 + 15), 0x1000'00F4U);
}

TEST_F(A64, AddressesAreFortyEightBits) {
  done(a64(Access::read, 4), registers(addresses(8, 0xFFFF'0000'0000'0000 | kBuffer, 4)), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'0004U);
}

TEST_F(A64, QwordsTakeTwoRegistersForEightChannels) {
  done(a64(Access::read, 8, 2), registers(addresses(8, kBuffer, 32)), 4, 0xFF, 8);  // qword, two elements
  EXPECT_EQ(returned<std::uint64_t>(7), 0x1000'00E4'1000'00E0U);
  EXPECT_EQ(returned<std::uint64_t>(8), 0x1000'000C'1000'0008U);
  const Registers data = registers(addresses(8, 0x0123'4567'89AB'CDEF, 1));
  done(a64(Access::write, 8), join({registers(addresses(8, kBuffer + 0x100, 8)), data}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint64_t>(0x138), 0x0123'4567'89AB'CDF6U);
}

TEST_F(A64, ByteSlotsAreDwordsOrQwords) {
  // vISA SVM_SCATTER: one byte, 1/2/4 blocks take a dword a channel, 8 blocks a qword.
  const Registers at = registers(addresses(8, kBuffer + 1, 8));
  put<std::uint64_t>(9, 0x8877'6655'4433'2211);
  done(a64(Access::read, 1), at, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x11U);
  done(a64(Access::read, 1, 2), at, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x2211U);
  done(a64(Access::read, 1, 4), at, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x4433'2211U);
  done(a64(Access::read, 1, 8), at, 2, 0xFF, 8);
  EXPECT_EQ(returned<std::uint64_t>(1), 0x8877'6655'4433'2211U);
}

TEST_F(A64, ByteWrites) {
  const Registers message = join({registers(addresses(16, kBuffer + 3, 5)), registers(iota(16, 0xA0, 1))});
  done(a64(Access::write, 1, 1, 16), message, 0, 0xFFFF, 16);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(get<std::uint8_t>(3 + 5 * i), 0xA0 + i);
}

TEST_F(A64, UntypedReadAndWrite) {
  done(a64_untyped(Access::read, kX, 16), registers(addresses(16, kBuffer, 12)), 2, 0xFFFF, 16);
  EXPECT_EQ(returned<std::uint32_t>(15), 0x1000'0000U + 15 * 12);
  done(a64_untyped(Access::read, kXy), registers(addresses(8, kBuffer, 8)), 2, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(7), 0x1000'0038U);
  EXPECT_EQ(returned<std::uint32_t>(15), 0x1000'003CU);
  done(a64_untyped(Access::write, kXy), registers(addresses(8, kBuffer, 8)), 0, 0xFF, 8, registers(iota(16, 1, 1)));
  EXPECT_EQ(get<std::uint32_t>(0x38), 8U);
  EXPECT_EQ(get<std::uint32_t>(0x3C), 16U);
}

TEST_F(A64, UnmappedIsAFault) {
  EXPECT_EQ(
      send(a64(Access::write, 4), join({registers(addresses(8, kUnmapped, 4)), registers(iota(8, 0, 1))}), 0, 0x10, 8),
      eu::SendStatus::fault);
  EXPECT_EQ(fault.what, "write to unmapped memory");
  EXPECT_EQ(fault.lane, 4U);
  EXPECT_EQ(fault.address, kUnmapped + 16);
}

}  // namespace
}  // namespace eugene::functions::scattered_test
