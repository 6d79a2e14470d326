// Untyped messages of the load/store cache beside a plain reference, written from the pseudo-code of the vISA manual's
// page LSC_UNTYPED; and what the page says in words.
#include <bit>
#include <cmath>

#include "lsc_fixture.h"
#include "memory/surface.h"

namespace eugene::functions {
namespace {

using isa::LscModel;
using isa::LscOp;
using isa::LscSize;
using isa::Sfid;

constexpr unsigned kUntypedCases = 100'000;
constexpr unsigned kBufferSurface = 3, kSurfaceBytes = 1000, kFlatBytes = 0x2000;

struct LscUntyped : LscTest {
  LscUntyped() {
    set_raw_buffer(kBufferSurface, kBuffer + 0x2000, kSurfaceBytes);
    environment.bindless_surface_base = kHeap;
    begin();
  }

  // Bytes of an element in memory and in a register, and its shift in the register, in bits.
  struct Size {
    unsigned bytes, slot, shift;
  };
  static Size size_of(LscSize size) {
    switch (size) {
      case LscSize::d8: return {1, 1, 0};
      case LscSize::d16: return {2, 2, 0};
      case LscSize::d32: return {4, 4, 0};
      case LscSize::d64: return {8, 8, 0};
      case LscSize::d8u32: return {1, 4, 0};
      case LscSize::d16u32: return {2, 4, 0};
      default: return {2, 4, 16};
    }
  }

  // A random place, with the bytes that the reference sees there.
  struct Target {
    std::byte* bytes = nullptr;
    std::uint64_t size = 0, address = 0;  // address: that of offset 0
  };
  Target choose_target(Message& message) {
    switch (random(0, 4)) {
      case 0: message.sfid = Sfid::slm; return {reinterpret_cast<std::byte*>(slm.data()), sizeof(slm), 0};
      case 1: message.sfid = Sfid::ugml; [[fallthrough]];
      case 2: message.body.address_bytes = 8; return {memory.data(), kFlatBytes, kBuffer};
      default: break;
    }
    message.body.model = one_of({LscModel::binding_table, LscModel::surface_states, LscModel::bindless});
    message.surface = message.body.model == LscModel::binding_table ? kBufferSurface : 64 * kBufferSurface;
    return {&memory[0x2000], kSurfaceBytes, 0};
  }
  void put_address(Message& message, unsigned at, std::uint64_t address) const {
    if (message.payload.size() < at + message.body.address_bytes)
      message.payload.resize(at + message.body.address_bytes);
    std::memcpy(&message.payload[at], &address, message.body.address_bytes);
  }
};

TEST_F(LscUntyped, LoadsAndStoresAreThoseOfTheReference) {
  for (unsigned n = 0; n < kUntypedCases; ++n) {
    Message message;
    isa::Lsc& body = message.body;
    body.op = one_of({LscOp::load, LscOp::store, LscOp::load_quad, LscOp::store_quad, LscOp::load_strided,
                      LscOp::store_strided, LscOp::store_uncompressed});
    body.size = static_cast<LscSize>(random(1, 7));
    body.address_bytes = one_of<std::uint8_t>({2, 4, 8});
    body.register_bytes = one_of<std::uint8_t>({32, 64});
    message.lanes = 1U << random(0, 5);
    message.channels = random(0, 2) == 0 ? ~0U : static_cast<std::uint32_t>(generator());
    const bool quad = body.op == LscOp::load_quad || body.op == LscOp::store_quad;
    const bool strided = body.op == LscOp::load_strided || body.op == LscOp::store_strided;
    const bool loads = body.op == LscOp::load || body.op == LscOp::load_quad || body.op == LscOp::load_strided;
    body.transposed = !quad && message.lanes == 1 && random(0, 1) != 0;
    if (quad) {
      body.channels = static_cast<std::uint8_t>(random(1, 15));
    } else {
      body.elements =
          body.transposed ? one_of<std::uint8_t>({1, 2, 3, 4, 8, 16, 32, 64}) : one_of<std::uint8_t>({1, 2, 3, 4});
    }
    const Size size = size_of(body.size);
    const Target target = choose_target(message);
    // The lanes' addresses.
    const unsigned last = static_cast<unsigned>(target.size) - (target.address != 0 ? 600 : 0) + 16;
    std::vector<std::uint64_t> offsets(message.lanes);
    const std::int32_t pitch = static_cast<std::int32_t>(random(0, 100)) - (target.address != 0 ? 0 : 20);
    const unsigned first = random(target.address != 0 ? 0 : 700, target.address != 0 ? 4000 : 900);
    for (unsigned i = 0; i < message.lanes; ++i) {
      offsets[i] = strided ? static_cast<std::uint64_t>(static_cast<std::int64_t>(first) + std::int64_t{pitch} * i)
                           : random(0, last);
      if (!strided) put_address(message, i * body.address_bytes, target.address + offsets[i]);
    }
    if (strided) {
      message.payload.resize(16);
      put_address(message, 0, target.address + first);
      std::memcpy(&message.payload[8], &pitch, sizeof(pitch));
    }
    // The page: DstData[v].elems[n], or transposed DstData[n].elems[v], where each DstData begins a register.
    const unsigned count = quad ? static_cast<unsigned>(std::popcount(body.channels)) : body.elements;
    const unsigned row = ((body.transposed ? count : message.lanes) * size.slot + body.register_bytes - 1) /
                         body.register_bytes * body.register_bytes;
    const unsigned bytes = row * (body.transposed ? message.lanes : count);
    if (!loads) message.data = random_bytes(bytes);
    if (loads) message.response_bytes = bytes;
    std::vector<std::byte> expected(target.bytes, target.bytes + target.size);
    std::vector<std::byte> registers(bytes, std::byte{0xEE});
    for (unsigned lane = 0; lane < message.lanes; ++lane) {
      if ((message.channels >> lane & 1) == 0) continue;
      for (unsigned v = 0, m = 0; v < (quad ? 4U : body.elements); ++v) {
        if (quad && (body.channels >> v & 1) == 0) continue;
        const std::size_t at = body.transposed ? lane * row + m * size.slot : m * row + lane * size.slot;
        ++m;
        const std::uint64_t offset = offsets[lane] + std::uint64_t{v} * size.bytes;
        const bool inside = offset < target.size && offset + size.bytes <= target.size;
        std::uint64_t value = 0;
        if (loads) {
          if (inside) std::memcpy(&value, &expected[offset], size.bytes);
          value <<= size.shift;
          std::memcpy(&registers[at], &value, size.slot);
        } else if (inside) {
          std::memcpy(&value, &message.data[at], size.slot);
          value >>= size.shift;
          std::memcpy(&expected[offset], &value, size.bytes);
        }
      }
    }
    done(message);
    ASSERT_EQ(std::memcmp(expected.data(), target.bytes, expected.size()), 0) << "case " << n << ": memory";
    if (loads && (message.channels & low_mask(message.lanes)) != 0) {
      ASSERT_EQ(std::memcmp(response_bytes(), registers.data(), bytes), 0) << "case " << n << ": registers";
    }
  }
}

// The operations on integers and floats of the page's table. NaN results of float sums are not compared.
template <class T>
std::optional<T> updated(LscOp op, T old, T a, T b) {
  using Signed = std::make_signed_t<T>;
  using Float = std::conditional_t<sizeof(T) == 8, double, float>;
  switch (op) {
    case LscOp::atomic_iinc: return static_cast<T>(old + 1);
    case LscOp::atomic_idec: return static_cast<T>(old - 1);
    case LscOp::atomic_load: return old;
    case LscOp::atomic_store: return a;
    case LscOp::atomic_iadd: return static_cast<T>(old + a);
    case LscOp::atomic_isub: return static_cast<T>(old - a);
    case LscOp::atomic_smin: return static_cast<Signed>(a) < static_cast<Signed>(old) ? a : old;
    case LscOp::atomic_smax: return static_cast<Signed>(a) > static_cast<Signed>(old) ? a : old;
    case LscOp::atomic_umin: return a < old ? a : old;
    case LscOp::atomic_umax: return a > old ? a : old;
    case LscOp::atomic_icas: return old == a ? b : old;
    case LscOp::atomic_and: return old & a;
    case LscOp::atomic_or: return old | a;
    case LscOp::atomic_xor: return old ^ a;
    default: break;
  }
  if constexpr (sizeof(T) >= 4) {
    const auto x = std::bit_cast<Float>(old), y = std::bit_cast<Float>(a);
    if (std::isnan(x) || std::isnan(y) || std::isnan(x + y) || std::isnan(x - y)) return std::nullopt;
    switch (op) {
      case LscOp::atomic_fadd: return std::bit_cast<T>(x + y);
      case LscOp::atomic_fsub: return std::bit_cast<T>(x - y);
      case LscOp::atomic_fmin: return y < x ? a : old;
      case LscOp::atomic_fmax: return y > x ? a : old;
      default: return x == y ? b : old;
    }
  }
  return std::nullopt;
}

template <class T>
void check_atomics(LscUntyped& test, LscSize size, unsigned cases) {
  for (unsigned n = 0; n < cases; ++n) {
    LscTest::Message message;
    message.body = {.op = static_cast<LscOp>(test.random(8, sizeof(T) == 2 ? 18 : 26)), .size = size};
    message.lanes = 1U << test.random(0, 4);
    message.channels = static_cast<std::uint32_t>(test.generator());
    const unsigned slot = std::max<unsigned>(sizeof(T), 4), row = (message.lanes * slot + 31) / 32 * 32;
    const unsigned count = operands(message.body.op);
    message.data = test.random_bytes(row * count);
    if (count == 2 && test.random(0, 1) != 0)  // comparisons that succeed
      std::memset(message.data.data(), 0x11, row);
    message.response_bytes = test.random(0, 1) != 0 ? row : 0;
    std::vector<std::uint64_t> offsets(message.lanes);
    for (unsigned i = 0; i < message.lanes; ++i) {
      offsets[i] = test.random(0, 63) * sizeof(T);
      test.put_address(message, i * 8, LscUntyped::kBuffer + offsets[i]);
    }
    for (unsigned i = 0; i < 64; ++i)
      test.put<T>(i * sizeof(T),
                  test.random(0, 3) == 0 ? static_cast<T>(0x1111'1111'1111'1111U) : static_cast<T>(test.generator()));
    std::vector<std::byte> memory(test.memory.begin(), test.memory.begin() + 64 * sizeof(T));
    bool is_certain = true;
    std::vector<std::optional<T>> returned(message.lanes);
    for (unsigned lane = 0; lane < message.lanes; ++lane) {
      if ((message.channels >> lane & 1) == 0) continue;
      std::array<T, 2> operand{};
      T old;
      for (unsigned i = 0; i < count; ++i) std::memcpy(&operand[i], &message.data[i * row + lane * slot], sizeof(T));
      std::memcpy(&old, &memory[offsets[lane]], sizeof(T));
      const auto next = updated<T>(message.body.op, old, operand[0], operand[1]);
      is_certain = is_certain && next.has_value();
      const T left = next.value_or(old);
      std::memcpy(&memory[offsets[lane]], &left, sizeof(T));
      returned[lane] = old;
    }
    test.done(message);
    if (!is_certain) continue;
    ASSERT_TRUE(std::equal(memory.begin(), memory.end(), test.memory.begin()))
        << "operation " << static_cast<int>(message.body.op) << " case " << n;
    for (unsigned lane = 0; lane < message.lanes && message.response_bytes != 0; ++lane) {
      if (!returned[lane]) continue;
      T value;
      std::memcpy(&value, test.response_bytes() + lane * slot, sizeof(T));
      ASSERT_EQ(value, *returned[lane]) << "operation " << static_cast<int>(message.body.op) << " lane " << lane;
    }
  }
}

TEST_F(LscUntyped, AtomicsAreThoseOfTheReference) {
  check_atomics<std::uint16_t>(*this, LscSize::d16u32, 20'000);
  check_atomics<std::uint32_t>(*this, LscSize::d32, 60'000);
  check_atomics<std::uint64_t>(*this, LscSize::d64, 20'000);
}

TEST_F(LscUntyped, FloatAtomicsOfHalves) {
  put<std::uint16_t>(0, 0x3C00);  // 1
  Message message{.body = {.op = LscOp::atomic_fadd, .size = LscSize::d16u32}, .response_bytes = 32};
  put_address(message, 0, kBuffer);
  message.data.resize(32);
  const std::uint16_t half = 0x3800;
  std::memcpy(message.data.data(), &half, 2);
  done(message);
  EXPECT_EQ(get<std::uint16_t>(0), 0x3E00);  // 1.5
  EXPECT_EQ(returned<std::uint32_t>(0), 0x3C00U);
}

TEST_F(LscUntyped, StatusTellsWhichLanesCanBeRead) {
  Message message{.body = {.op = LscOp::load_status}, .lanes = 8, .channels = 0x7F, .response_bytes = 32};
  const std::array<std::uint64_t, 8> addresses = {
      kBuffer, kUnmapped, kBuffer + kBufferBytes - 4, kBuffer + kBufferBytes - 2, kReadOnly, 0, kHeap, kBuffer};
  for (unsigned n = 0; n < 8; ++n) put_address(message, n * 8, addresses[n]);
  done(message);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x55U);
}

TEST_F(LscUntyped, FaultsNameLaneAndAddress) {
  Message message{.body = {.op = LscOp::load}, .lanes = 4, .channels = 0xF, .response_bytes = 32};
  for (unsigned n = 0; n < 4; ++n) put_address(message, n * 8, n == 2 ? kUnmapped : kBuffer);
  EXPECT_EQ(send(message), eu::SendStatus::fault);
  EXPECT_EQ(fault.lane, 2U);
  EXPECT_EQ(fault.address, kUnmapped);
  message.response_bytes = 0;  // a prefetch
  done(message);
  message.body.op = LscOp::store;
  message.data.resize(32);
  for (unsigned n = 0; n < 4; ++n) put_address(message, n * 8, kReadOnly);
  EXPECT_EQ(send(message), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("read-only"), std::string::npos) << fault.what;
  message.body.op = LscOp::atomic_iadd;
  EXPECT_EQ(send(message), eu::SendStatus::fault);
  message.body.size = LscSize::d8;
  EXPECT_EQ(send(message), eu::SendStatus::fault);
}

TEST_F(LscUntyped, AppendCountersAreThoseOfTheSurface) {
  memory::SurfaceState state{.type = memory::SurfaceType::buffer,
                             .format = memory::kFormatRaw,
                             .elements = 64,
                             .base = kBuffer,
                             .auxiliary = {memory::AuxiliaryMode::append, kBuffer + 0x3000}};
  const auto encoded = memory::encode_surface_state(memory::kGen9Surfaces, state);
  set_surface(5, std::bit_cast<std::array<std::uint32_t, 16>>(encoded));
  put<std::uint32_t>(0x3000, 100);
  Message message{.body = {.op = LscOp::counter_add, .model = LscModel::binding_table},
                  .surface = 5,
                  .lanes = 8,
                  .channels = 0xF5,
                  .response_bytes = 32};
  message.data.resize(32);
  for (std::uint32_t n = 0; n < 8; ++n) std::memcpy(&message.data[4 * n], &n, 4);
  done(message);
  EXPECT_EQ(get<std::uint32_t>(0x3000), 100U + 0 + 2 + 4 + 5 + 6 + 7);
  const std::array<std::uint32_t, 8> old = {100, kUntouched, 100, kUntouched, 102, 106, 111, 117};
  for (unsigned n = 0; n < 8; ++n) EXPECT_EQ(returned<std::uint32_t>(n), old[n]) << n;
  message.body.op = LscOp::counter_sub;
  done(message);
  EXPECT_EQ(get<std::uint32_t>(0x3000), 100U);
  message.surface = kBufferSurface;
  EXPECT_EQ(send(message), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("no append counter"), std::string::npos) << fault.what;
}

}  // namespace
}  // namespace eugene::functions
