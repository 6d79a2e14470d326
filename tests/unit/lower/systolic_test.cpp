// DPAS and DPASW beside the pseudo-code of their pages (systolic_reference.h): every pair of precisions, every depth
// and repeat count, both execution sizes, all types of accumulators, on random matrices.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "unit/lower/run_kernel.h"
#include "unit/lower/systolic_reference.h"

namespace eugene::test {
namespace {

constexpr unsigned kMatricesOfShape = 11;

std::vector<Shape> shapes_of_pair(const Element& weights, const Element& activations) {
  const bool is_small = weights.exponent != 0 && weights.bits == 16;
  std::vector<Element> sums{weights.exponent == 0 ? kD : kF};
  if (is_small) sums.push_back(weights);
  std::vector<Shape> shapes;
  for (const Element& accumulator : sums) {
    for (const Element& result : sums) {
      for (const bool has_accumulator : {true, false}) {
        if (!has_accumulator && accumulator.bits != 32) continue;
        for (const unsigned depth : {1U, 2U, 4U, 8U}) {
          for (unsigned repeats = 1; repeats <= 8; ++repeats) {
            for (const unsigned columns : {8U, 16U})
              shapes.push_back({.weights = weights,
                                .activations = activations,
                                .accumulator = accumulator,
                                .result = result,
                                .has_accumulator = has_accumulator,
                                .depth = depth,
                                .repeats = repeats,
                                .columns = columns});
          }
        }
      }
    }
  }
  return shapes;
}

std::vector<Shape> all_shapes() {
  std::vector<Shape> all;
  const auto add = [&](const Element& weights, const Element& activations) {
    const auto shapes = shapes_of_pair(weights, activations);
    all.insert(all.end(), shapes.begin(), shapes.end());
  };
  for (const Element& weights : kIntegers) {
    for (const Element& activations : kIntegers) add(weights, activations);
  }
  for (const Element& each : {kBf, kHf, kTf32}) add(each, each);
  for (const Element& weights : {kBf8, kHf8}) {
    for (const Element& activations : {kBf8, kHf8}) add(weights, activations);
  }
  return all;
}

std::string declaration(const std::string& name, const Element& type, unsigned bytes) {
  return fmt::format(".decl {} v_type=G type={} num_elts={} align=GRF\n", name, type.name,
                     (bytes + type.bits / 8 - 1) / (type.bits / 8));
}

std::string text_of(const Shape& shape, const std::string& mnemonic, unsigned activation_bytes) {
  const Element ud{"ud", 32};
  const unsigned elements = shape.repeats * shape.columns;
  return ".version 4.1\n.kernel \"k\"\n" + declaration("D", shape.result, elements * shape.result.bits / 8) +
         declaration("C", shape.accumulator, elements * shape.accumulator.bits / 8) +
         declaration("B", ud, shape.weight_bytes()) + declaration("A", ud, activation_bytes) +
         ".kernel_attr Target=\"cm\"\n.function \"k_0\"\nk_0:\n" +
         fmt::format("  {}.{}.{}.{}.{} (M1, {}) D.0 {}.0 B.0 A(0,0)\n", mnemonic, shape.weights.name,
                     shape.activations.name, shape.depth, shape.repeats, shape.columns,
                     shape.has_accumulator ? "C" : "%null");
}

// Makes matrices of random bits, where many floats are NaN, or of floats between -4 and 4.
class Matrices {
 public:
  Bytes next(const Element& type, unsigned bytes, bool is_moderate) {
    Bytes result(bytes);
    for (std::uint8_t& each : result) each = static_cast<std::uint8_t>(random_());
    if (type.exponent == 0 || !is_moderate) return result;
    for (std::size_t n = 0; n < bytes * 8 / type.bits; ++n) {
      const double value = (static_cast<double>(random_() % 2001) - 1000) / 256;
      const std::uint64_t bits = nearest(type, value) << type.unused;
      for (unsigned byte = 0; byte < type.bits / 8; ++byte)
        result[n * type.bits / 8 + byte] = static_cast<std::uint8_t>(bits >> 8 * byte);
    }
    return result;
  }

 private:
  std::mt19937_64 random_{20261123};
};

void put(std::span<std::byte> to, std::span<const std::uint8_t> from) {
  std::memcpy(to.data(), from.data(), std::min(to.size(), from.size()));
}

// The first difference between a variable and what the page says.
std::string difference(std::span<const std::byte> actual, const Bytes& expected) {
  for (std::size_t n = 0; n < expected.size(); ++n) {
    if (std::to_integer<std::uint8_t>(actual[n]) != expected[n])
      return fmt::format("byte {}: {:#x}, expected {:#x}", n, std::to_integer<unsigned>(actual[n]), expected[n]);
  }
  return {};
}

TEST(Systolic, DpasIsWhatItsPageSays) {
  Matrices matrices;
  unsigned cases = 0;
  for (const Shape& shape : all_shapes()) {
    const std::string text = text_of(shape, "dpas", shape.activation_bytes());
    const VisaKernel kernel(text, shape.columns * 4);
    ASSERT_EQ(kernel.error, "") << text;
    eu::ThreadBlock threads = kernel.threads(1);
    eu::FusedThreads fused;
    for (unsigned n = 0; n < kMatricesOfShape; ++n) {
      const bool is_moderate = n % 4 != 0;
      const unsigned elements = shape.repeats * shape.columns;
      const Bytes c = matrices.next(shape.accumulator, elements * shape.accumulator.bits / 8, is_moderate);
      const Bytes b = matrices.next(shape.weights, shape.weight_bytes(), is_moderate);
      const Bytes a = matrices.next(shape.activations, shape.activation_bytes(), is_moderate);
      eu::start(threads[0], ~0U);
      put(kernel.variable(threads[0], "C"), c);
      put(kernel.variable(threads[0], "B"), b);
      put(kernel.variable(threads[0], "A"), a);
      ASSERT_EQ(kernel.run(threads, &fused), "");
      ASSERT_EQ(difference(kernel.variable(threads[0], "D"), multiply(shape, c, b, a)), "") << text;
      ++cases;
    }
  }
  EXPECT_GE(cases, 100'000U);
}

// Each thread of a pair has a half of source 2. Both use the whole of it.
TEST(Systolic, DpaswTakesHalvesOfBothThreads) {
  Matrices matrices;
  for (Shape shape : all_shapes()) {
    if (shape.columns != 8 || shape.depth != 8 || shape.weights.name.ends_with("1")) continue;
    const unsigned bytes = shape.activation_bytes();
    const unsigned registers = (bytes + 31) / 32;
    const unsigned first = (registers + 1) / 2 * 32;
    const VisaKernel kernel(text_of(shape, "dpasw", std::min(first, bytes)), 32);
    ASSERT_EQ(kernel.error, "");
    eu::ThreadBlock threads = kernel.threads(2);
    eu::FusedThreads fused;
    fused.begin(2, threads[0]);
    const Bytes a = matrices.next(shape.activations, bytes, true);
    std::array<Bytes, 2> expected;
    for (unsigned n = 0; n < 2; ++n) {
      const Bytes c = matrices.next(shape.accumulator, shape.repeats * shape.accumulator.bits, true);
      const Bytes b = matrices.next(shape.weights, shape.weight_bytes(), true);
      put(kernel.variable(threads[n], "C"), c);
      put(kernel.variable(threads[n], "B"), b);
      expected[n] = multiply(shape, c, b, a);
    }
    put(kernel.variable(threads[0], "A"), std::span(a).first(std::min(first, bytes)));
    if (bytes > first) put(kernel.variable(threads[1], "A"), std::span(a).subspan(first));
    ASSERT_EQ(kernel.run(threads, &fused), "");
    for (unsigned n = 0; n < 2; ++n)
      ASSERT_EQ(difference(kernel.variable(threads[n], "D"), expected[n]), "") << shape.weights.name;
  }
}

TEST(Systolic, RefusesWhatThePageForbids) {
  const auto error_of = [](Shape shape, unsigned register_bytes = 32) {
    return VisaKernel(text_of(shape, "dpas", shape.activation_bytes()), register_bytes).error;
  };
  const Shape good{.weights = kIntegers[6], .activations = kIntegers[6], .accumulator = kD, .result = kD};
  EXPECT_EQ(error_of(good), "");
  Shape floats = good;
  floats.result = kF;
  EXPECT_NE(error_of(floats).find("elements of u8 cannot be summed in f"), std::string::npos) << error_of(floats);
  Shape mixed = good;
  mixed.activations = kBf;
  EXPECT_NE(error_of(mixed).find("cannot multiply u8 and bf"), std::string::npos) << error_of(mixed);
  EXPECT_NE(error_of(good, 64).find("its execution size must be 16"), std::string::npos) << error_of(good, 64);
  const std::string small = VisaKernel(text_of(good, "dpas", 64), 32).error;
  EXPECT_NE(small.find("source 2 needs 256 bytes, but its variable has only 64"), std::string::npos) << small;
}

}  // namespace
}  // namespace eugene::test
