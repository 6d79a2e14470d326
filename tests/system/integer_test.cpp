// Integers of 8, 16, 32 and 64 bits: every operator and builtin, bit for bit.
#include "integer_builtins.h"

#include <vector>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

constexpr const char* kNames[] = {
#define OP(...) #__VA_ARGS__,
#include "kernels/integer_ops.inc"
#undef OP
};
constexpr std::size_t kOps = std::size(kNames);

template <class Type>
std::vector<Type> host_operations(Type x, Type y, Type z) {
  using namespace opencl;
  using T = Type;
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;
  constexpr int BITS = kBits<T>;
  return {
#define OP(...) static_cast<T>(__VA_ARGS__),
#include "kernels/integer_ops.inc"
#undef OP
  };
}

template <class T>
std::string options(const char* name) {
  const std::string type = name;
  const bool is_unsigned = type.front() == 'u';
  const std::string plain = is_unsigned ? type.substr(1) : type;
  return "-DT=" + type + " -DU=u" + plain + " -DS=" + plain + " -DV4=" + type +
         "4 -DBITS=" + std::to_string(8 * sizeof(T));
}

template <class T>
void operations(const char* name, unsigned width, const std::string& extra = {}) {
  const std::size_t count = 200;
  const auto x = integers<T>(count, 10), y = integers<T>(count, 11), z = integers<T>(count, 12);
  const auto out = gpu().array<T>(count * kOps);
  gpu().run(gpu().build("integers.cl", options<T>(name) + extra, width), "operations", {count}, cl::NullRange,
            gpu().array(x), gpu().array(y), gpu().array(z), out);
  const auto got = gpu().read(out);
  std::vector<std::vector<T>> got_of(kOps), want_of(kOps);
  for (std::size_t i = 0; i < count; ++i) {
    const auto want = host_operations<T>(x[i], y[i], z[i]);
    for (std::size_t k = 0; k < kOps; ++k) {
      got_of[k].push_back(got[i * kOps + k]);
      want_of[k].push_back(want[k]);
    }
  }
  for (std::size_t k = 0; k < kOps; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      if (got_of[k][i] == want_of[k][i]) continue;
      ADD_FAILURE() << name << ": " << kNames[k] << " with x = " << +x[i] << ", y = " << +y[i] << ", z = " << +z[i]
                    << ": got " << +got_of[k][i] << ", want " << +want_of[k][i];
      break;
    }
  }
}

template <class T>
void vector_operations(const char* name, unsigned width) {
  using U = std::make_unsigned_t<T>;
  constexpr std::size_t kVectorOps = 12;
  constexpr U kLast = 8 * sizeof(T) - 1;
  const std::size_t count = 64;
  const auto x = integers<T>(4 * count, 13), y = integers<T>(4 * count, 14), z = integers<T>(4 * count, 15);
  const auto out = gpu().array<T>(4 * count * kVectorOps);
  gpu().run(gpu().build("integers.cl", options<T>(name), width), "vector_operations", {count}, cl::NullRange,
            gpu().array(x), gpu().array(y), gpu().array(z), out);
  std::vector<T> want(out.size);
  for (std::size_t i = 0; i < 4 * count; ++i) {
    const T a = x[i], b = y[i], c = z[i];
    const T b1 = static_cast<T>(b | 1), c1 = static_cast<T>(c | 1);
    const U shift = static_cast<U>(b) & kLast;
    // In the wide type the smallest number divided by -1 is no overflow on the host.
    const auto over = [](T n, T d) { return static_cast<T>(static_cast<opencl::Wide>(n) / d); };
    const auto rest = [](T n, T d) { return static_cast<T>(static_cast<opencl::Wide>(n) % d); };
    const T values[kVectorOps] = {static_cast<T>(a + b),
                                  static_cast<T>(static_cast<U>(a) * static_cast<U>(b) - c),
                                  static_cast<T>((a & b) | (~a & c)),
                                  static_cast<T>(static_cast<U>(a) << shift),
                                  static_cast<T>(a >> shift),
                                  opencl::mul_hi(a, b),
                                  opencl::add_sat(a, b),
                                  opencl::rotate(a, b),
                                  a < b ? b : a,
                                  std::max(std::min(a, b), c),
                                  opencl::clz(a),
                                  static_cast<T>(over(a, b1) + rest(a, c1) * 3)};
    for (std::size_t k = 0; k < kVectorOps; ++k) want[(i / 4 * kVectorOps + k) * 4 + i % 4] = values[k];
  }
  expect_same(gpu().read(out), want, name);
}

TEST(Integer, Char) {
  for_each_width([](unsigned width) { operations<std::int8_t>("char", width); });
}
TEST(Integer, Uchar) {
  for_each_width([](unsigned width) { operations<std::uint8_t>("uchar", width); });
}
TEST(Integer, Short) {
  for_each_width([](unsigned width) { operations<std::int16_t>("short", width); });
}
TEST(Integer, Ushort) {
  for_each_width([](unsigned width) { operations<std::uint16_t>("ushort", width); });
}
TEST(Integer, Int) {
  for_each_width([](unsigned width) { operations<std::int32_t>("int", width); });
}
TEST(Integer, Uint) {
  for_each_width([](unsigned width) { operations<std::uint32_t>("uint", width); });
}
TEST(Integer, Long) {
  for_each_width([](unsigned width) { operations<std::int64_t>("long", width); });
}
TEST(Integer, Ulong) {
  for_each_width([](unsigned width) { operations<std::uint64_t>("ulong", width); });
}

TEST(Integer, Unoptimised) {
  operations<std::int32_t>("int", 0, " -cl-opt-disable");
  operations<std::uint8_t>("uchar", 0, " -cl-opt-disable");
}

TEST(Integer, Vectors) {
  vector_operations<std::int8_t>("char", 0);
  vector_operations<std::uint16_t>("ushort", 0);
  vector_operations<std::int32_t>("int", 0);
  vector_operations<std::uint64_t>("ulong", 0);
}

}  // namespace
}  // namespace suite
