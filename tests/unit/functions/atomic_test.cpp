// Untyped and A64 atomics: what is left in memory and what comes back (SKL PRM vol7, Atomic Operations).
#include <bit>
#include <cmath>
#include <thread>

#include "functions/atomic.h"
#include "port_fixture.h"

namespace eugene::functions::atomic_test {
namespace {

constexpr std::uint8_t byte(unsigned value) { return static_cast<std::uint8_t>(value); }

isa::Message untyped(AtomicOp op, unsigned bti, unsigned simd = 8, bool returns = false) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::UntypedAtomic{.bti = byte(bti), .simd = byte(simd), .op = op, .returns = returns}};
}
isa::Message a64(AtomicOp op, unsigned bytes = 4, bool returns = false) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::UntypedAtomic{.a64 = true, .bytes = byte(bytes), .op = op, .returns = returns}};
}
isa::Message untyped(isa::FloatAtomicOp op, bool returns) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::UntypedFloatAtomic{.bti = isa::kBtiStateless, .op = op, .returns = returns}};
}
isa::Message a64(isa::FloatAtomicOp op) {
  return {.sfid = isa::Sfid::dp_data1, .body = isa::UntypedFloatAtomic{.a64 = true, .op = op}};
}

struct Case {
  AtomicOp op;
  std::uint32_t old, a, b, next, result;
};

constexpr std::uint32_t kMinus1 = 0xFFFF'FFFF;
constexpr Case kCases[] = {
    {AtomicOp::and_, 0xF0F0, 0xFF00, 0, 0xF000, 0xF0F0},
    {AtomicOp::or_, 0xF0F0, 0xFF00, 0, 0xFFF0, 0xF0F0},
    {AtomicOp::xor_, 0xF0F0, 0xFF00, 0, 0x0FF0, 0xF0F0},
    {AtomicOp::mov, 1, 2, 0, 2, 1},
    {AtomicOp::inc, kMinus1, 0, 0, 0, kMinus1},
    {AtomicOp::dec, 0, 0, 0, kMinus1, 0},
    {AtomicOp::add, 5, kMinus1, 0, 4, 5},
    {AtomicOp::sub, 5, 7, 0, 0xFFFF'FFFE, 5},
    {AtomicOp::reverse_sub, 5, 7, 0, 2, 5},
    {AtomicOp::imax, kMinus1, 1, 0, 1, kMinus1},
    {AtomicOp::imax, 1, kMinus1, 0, 1, 1},
    {AtomicOp::imin, kMinus1, 1, 0, kMinus1, kMinus1},
    {AtomicOp::imin, 1, kMinus1, 0, kMinus1, 1},
    {AtomicOp::umax, 1, kMinus1, 0, kMinus1, 1},
    {AtomicOp::umin, 1, kMinus1, 0, 1, 1},
    {AtomicOp::compare_write, 5, 5, 9, 9, 5},
    {AtomicOp::compare_write, 5, 6, 9, 5, 5},
    {AtomicOp::predec, 5, 0, 0, 4, 4},
};

struct Atomic : PortTest {
  // A message's data: a register run for each operand of the operation.
  static Registers data(const Case& c, unsigned lanes) {
    Registers all;
    for (const std::uint32_t value : {c.a, c.b}) {
      if (operands(c.op) * lanes / 8 > all.size()) all = join({all, registers(iota(lanes, value, 0))});
    }
    return all;
  }
};

TEST_F(Atomic, EveryOperation) {
  for (const Case& c : kCases) {
    const auto op = static_cast<unsigned>(c.op);
    for (const bool is_slm : {false, true}) {
      const auto word = [&](unsigned i) { return is_slm ? slm[2 * i] : get<std::uint32_t>(8 * i); };
      for (unsigned i = 0; i < 16; ++i) {
        put<std::uint32_t>(8 * i, c.old);
        slm[2 * i] = c.old;
      }
      const Registers message = join({registers(iota(16, 0, 8)), data(c, 16)});
      done(untyped(c.op, is_slm ? kSlm : kStateless, 16, true), message, 2, 0xFFFE, 16);
      EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
      EXPECT_EQ(word(0), c.old);
      for (unsigned i = 1; i < 16; ++i) {
        EXPECT_EQ(returned<std::uint32_t>(i), c.result) << op;
        EXPECT_EQ(word(i), c.next) << op;
      }
    }
    put<std::uint32_t>(0, c.old);
    done(a64(c.op), join({registers(std::vector<std::uint64_t>(8, kBuffer)), data(c, 8)}), 0, 1, 8);
    EXPECT_EQ(get<std::uint32_t>(0), c.next) << op;
  }
}

TEST_F(Atomic, ChannelsTakeTurns) {
  put<std::uint32_t>(0, 100);
  done(untyped(AtomicOp::add, kStateless, 8, true), registers(iota(8, 0, 0)), 1, 0xFF, 8, registers(iota(8, 1, 0)));
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 100 + i);
  EXPECT_EQ(get<std::uint32_t>(0), 108U);
}

TEST_F(Atomic, SixtyFourBits) {
  const std::vector<std::uint64_t> at{kBuffer, kBuffer + 8, kBuffer + 16, 0, 0, 0, 0, 0};
  put<std::uint64_t>(0, 0xFFFF'FFFF);
  put<std::uint64_t>(8, 5);
  put<std::uint64_t>(16, 6);
  done(a64(AtomicOp::add, 8, true), registers(at), 2, 7, 8, registers(std::vector<std::uint64_t>(8, 1)));
  EXPECT_EQ(get<std::uint64_t>(0), 0x1'0000'0000U);
  EXPECT_EQ(returned<std::uint64_t>(0), 0xFFFF'FFFFU);
  EXPECT_EQ(returned<std::uint64_t>(2), 6U);
  const Registers compare = registers(std::vector<std::uint64_t>(8, 7));
  const Registers swap = registers(std::vector<std::uint64_t>(8, 1ULL << 40));
  done(a64(AtomicOp::compare_write, 8), registers(at), 0, 7, 8, join({compare, swap}));
  EXPECT_EQ(get<std::uint64_t>(8), 6U);
  EXPECT_EQ(get<std::uint64_t>(16), 1ULL << 40);
}

TEST_F(Atomic, TwoWordCompareAndWrite) {
  put<std::uint64_t>(8, 77);
  const Registers data =
      join({registers(std::vector<std::uint64_t>(8, 77)), registers(std::vector<std::uint64_t>(8, 1ULL << 33))});
  done(untyped(AtomicOp::compare_write_64, kStateless, 8, true), registers(iota(8, 8, 0)), 2, 1, 8, data);
  EXPECT_EQ(get<std::uint64_t>(8), 1ULL << 33);
  EXPECT_EQ(returned<std::uint64_t>(0), 77U);
}

TEST_F(Atomic, LowAddressBitsAreIgnored) {
  put<std::uint32_t>(4, 1);
  done(untyped(AtomicOp::inc, kStateless), registers(iota(8, 7, 0)), 0, 1, 8);
  EXPECT_EQ(get<std::uint32_t>(4), 2U);
}

TEST_F(Atomic, OutsideReturnsZero) {
  set_raw_buffer(1, kBuffer, 4);
  done(untyped(AtomicOp::inc, 1, 8, true), registers(iota(8, 0, 4)), 1, 3, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0000U);
  EXPECT_EQ(returned<std::uint32_t>(1), 0U);
  EXPECT_EQ(get<std::uint32_t>(4), 0x1000'0004U);
}

TEST_F(Atomic, MisalignedSurfacesAreFaults) {
  set_raw_buffer(1, kBuffer + 2, 64);
  EXPECT_EQ(send(untyped(AtomicOp::inc, 1), registers(iota(8, 0, 4)), 0, 1, 8), eu::SendStatus::fault);
}

TEST_F(Atomic, UnmappedIsAFault) {
  const Registers message = registers(iota(8, kUnmapped - kBuffer, 4));
  EXPECT_EQ(send(untyped(AtomicOp::inc, kStateless), message, 0, 0x80, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.lane, 7U);
  EXPECT_EQ(fault.address, kUnmapped + 28);
}

TEST_F(Atomic, FloatOperations) {
  const auto f = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  using isa::FloatAtomicOp;
  using enum FloatAtomicOp;
  struct FloatCase {
    FloatAtomicOp op;
    float old, a, b, next;
  };
  for (const FloatCase& c : {FloatCase{fmax, 1, 2, 0, 2},
                             {fmax, 2, -3, 0, 2},
                             {fmax, NAN, 4, 0, 4},
                             {fmax, 4, NAN, 0, 4},
                             {fmin, 1, 2, 0, 1},
                             {fmin, 2, -3, 0, -3},
                             {fmin, NAN, 4, 0, 4},
                             {compare_write, 0.0F, -0.0F, 5, 5},
                             {compare_write, 1, 2, 5, 1}}) {
    Registers data = registers(iota(8, f(c.a), 0));
    if (c.op == FloatAtomicOp::compare_write) data = join({data, registers(iota(8, f(c.b), 0))});
    put<std::uint32_t>(0, f(c.old));
    done(untyped(c.op, true), join({registers(iota(8, 0, 0)), data}), 1, 1, 8);
    EXPECT_EQ(get<std::uint32_t>(0), f(c.next)) << static_cast<unsigned>(c.op) << " " << c.old << " " << c.a;
    EXPECT_EQ(returned<std::uint32_t>(0), f(c.old));
    put<std::uint32_t>(0, f(c.old));
    done(a64(c.op), join({registers(std::vector<std::uint64_t>(8, kBuffer)), data}), 0, 1, 8);
    EXPECT_EQ(get<std::uint32_t>(0), f(c.next));
  }
}

TEST_F(Atomic, WorkersDoNotLoseUpdates) {
  put<std::uint32_t>(0, 0);
  put<std::uint32_t>(4, 0);
  const Registers offsets = registers(iota(8, 0, 0));
  const Registers ones = registers(iota(8, 1, 0));
  constexpr unsigned kRounds = 2000;
  const auto work = [&](unsigned worker) {
    memory::View own_view(flat);
    Port own(isa::kGen9, own_view);
    own.begin_dispatch(environment);
    eu::Thread own_thread{};
    isa::Instruction instruction;
    instruction.exec_size = 8;
    instruction.send.sfid = kDc1;
    const std::uint32_t add = *isa::encode_message(isa::kGen9, untyped(AtomicOp::add, kStateless));
    const std::uint32_t toggle = *isa::encode_message(isa::kGen9, untyped(AtomicOp::xor_, kStateless));
    const Registers mine = registers(iota(8, 4, 0));
    const Registers bit = registers(iota(8, 1U << worker, 0));
    for (unsigned i = 0; i < kRounds; ++i) {
      own.send({.instruction = instruction,
                .thread = own_thread,
                .descriptor = add,
                .payload = offsets,
                .extended_payload = ones,
                .channels = 0xFF});
      own.send({.instruction = instruction,
                .thread = own_thread,
                .descriptor = toggle,
                .payload = mine,
                .extended_payload = bit,
                .channels = 0x7F});
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < 4; ++i) workers.emplace_back(work, i);
  }
  EXPECT_EQ(get<std::uint32_t>(0), 4 * kRounds * 8);
  EXPECT_EQ(get<std::uint32_t>(4), 0U);  // each toggled its bit an even number of times
}

}  // namespace
}  // namespace eugene::functions::atomic_test
