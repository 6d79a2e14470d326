// One meaning, two domains (docs/how/architecture.md, rule 2): every meaning of sem, recorded as LLVM IR and run, gives
// the bits that the same template gives on concrete lanes.
#include "jit/record/value.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "base/host_cpu.h"
#include "jit/host_compiler.h"
#include "sem/channels.h"
#include "sem/meaning.h"
#include "unit/jit/compilers.h"
#include "unit/sem/host_rounding.h"

namespace eugene::jit {
namespace {

using isa::Opcode;
constexpr unsigned kLanes = 8;

// Compilers for this host, for one with AVX2 but not AVX-512, and for one without AVX2.
const std::vector<std::shared_ptr<HostCompiler>>& compilers() {
  static const auto instances = [] {
    std::vector<std::shared_ptr<HostCompiler>> created;
    for (const char* processor : {"native", "x86-64-v3", "x86-64-v2"})
      if (refusal_of_host_cpu(processor).empty()) created.push_back(test::make_compiler(processor));
    return created;
  }();
  return instances;
}

std::string fresh_name() {
  static int count = 0;
  return "test" + std::to_string(count++);
}

// Compiles a function that loads vectors, applies `record` to them and stores the result.
template <class Out, class In, class Record>
void (*compiled(HostCompiler& compiler, Record record))(Out*, const In*, const In*, const In*) {
  Unit unit;
  Builder ir(*unit.context);
  llvm::Type* pointer = ir.getPtrTy();
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), {pointer, pointer, pointer, pointer}, false);
  const std::string name = fresh_name();
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *unit.module);
  compiler.prepare(*function);
  ir.SetInsertPoint(llvm::BasicBlock::Create(*unit.context, "", function));
  const auto load = [&](unsigned index) {
    return Value<In>{
        &ir, ir.CreateAlignedLoad(vector_type<In>(*unit.context, kLanes), function->getArg(index), llvm::Align(1))};
  };
  const Value<Out> out = record(load(1), load(2), load(3));
  ir.CreateAlignedStore(out.value, function->getArg(0), llvm::Align(1));
  ir.CreateRetVoid();
  const auto object = compiler.compile(std::move(unit));
  EXPECT_TRUE(object) << object.error().message;
  auto code = compiler.load(object->bytes, name);
  EXPECT_TRUE(code) << code.error().message;
  // The code is kept for the rest of the test.
  static std::vector<LoadedCode> kept;
  kept.push_back(std::move(*code));
  return reinterpret_cast<void (*)(Out*, const In*, const In*, const In*)>(kept.back().address());
}

template <class T>
std::vector<T> interesting() {
  std::vector<T> values;
  if constexpr (sem::FloatElement<T>) {
    using Bits = sem::BitsOf<T>;
    const Bits exponent = sem::kExponentBits<T>;
    for (const Bits bits :
         {Bits{0}, Bits{1}, static_cast<Bits>(exponent >> 1), exponent, static_cast<Bits>(exponent - 1),
          static_cast<Bits>(exponent | 1), sem::kNan<T>, static_cast<Bits>(exponent >> 2)}) {
      values.push_back(std::bit_cast<T>(bits));
      values.push_back(std::bit_cast<T>(static_cast<Bits>(bits | sem::kSignBit<T>)));
    }
  } else {
    for (const T value :
         {T{0}, T{1}, T{2}, T{31}, std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), static_cast<T>(-1)})
      values.push_back(value);
  }
  return values;
}

template <class T>
struct Inputs {
  std::vector<T> special = interesting<T>();
  std::mt19937_64 random{7};
  T next() {
    const std::uint64_t raw = random();
    if (raw % 4 == 0) return special[(raw >> 8) % special.size()];
    if constexpr (sem::IntElement<T>) {
      if (raw % 4 == 1) return static_cast<T>((raw >> 8) % 64);
    }
    return std::bit_cast<T>(static_cast<sem::BitsOf<T>>(raw >> 3));
  }
  std::array<T, kLanes> vector() {
    std::array<T, kLanes> lanes;
    for (T& lane : lanes) lane = next();
    return lanes;
  }
};

// `meaning(a, b, c)` is a generic callable: run on lanes, and recorded on Values.
template <class In, class Meaning>
void expect_same(HostCompiler& compiler, std::string_view name, sem::Rounding rounding, Meaning meaning) {
  using Out = decltype(meaning(In{}, In{}, In{}));
  auto* run = compiled<Out, In>(compiler, [&](Value<In> a, Value<In> b, Value<In> c) { return meaning(a, b, c); });
  Inputs<In> inputs;
  for (int round = 0; round < 250; ++round) {
    const auto a = inputs.vector();
    const auto b = inputs.vector();
    const auto c = inputs.vector();
    std::array<Out, kLanes> got, expected;
    {
      const test::HostRounding host(rounding);
      run(got.data(), a.data(), b.data(), c.data());
      for (unsigned i = 0; i < kLanes; ++i) expected[i] = meaning(a[i], b[i], c[i]);
    }
    for (unsigned i = 0; i < kLanes; ++i) {
      using OutBits = sem::BitsOf<Out>;
      ASSERT_EQ(std::bit_cast<OutBits>(got[i]), std::bit_cast<OutBits>(expected[i]))
          << name << " of " << +std::bit_cast<sem::BitsOf<In>>(a[i]) << ", " << +std::bit_cast<sem::BitsOf<In>>(b[i])
          << ", " << +std::bit_cast<sem::BitsOf<In>>(c[i]) << " rounding " << static_cast<int>(rounding);
    }
  }
}
template <class In, class Meaning>
void expect_same(std::string_view name, const sem::Mode& mode, Meaning meaning) {
  for (const auto& compiler : compilers()) expect_same<In>(*compiler, name, mode.rounding, meaning);
}

template <Opcode opcode, class T>
void expect_opcode_same(const sem::Mode& mode) {
  using Meaning = sem::Meaning<opcode>;
  constexpr unsigned sources = isa::info(opcode).sources;
  const std::string_view name = isa::info(opcode).mnemonic;
  if constexpr (sources == 1 && Meaning::template has<T>)
    expect_same<T>(name, mode, [&](auto a, auto, auto) { return Meaning::apply(mode, a); });
  else if constexpr (sources == 2 && Meaning::template has<T, T> && opcode != Opcode::addc && opcode != Opcode::subb)
    expect_same<T>(name, mode, [&](auto a, auto b, auto) { return Meaning::apply(mode, a, b); });
  else if constexpr (sources == 3 && Meaning::template has<T, T, T>)
    expect_same<T>(name, mode, [&](auto a, auto b, auto c) { return Meaning::apply(mode, a, b, c); });
}

constexpr sem::Mode kKeepsAll{.keeps_df_denormals = true, .keeps_f_denormals = true, .keeps_hf_denormals = true};

template <class T>
void expect_all_opcodes_same(const sem::Mode& mode) {
  [&]<std::size_t... opcode>(std::index_sequence<opcode...>) {
    (expect_opcode_same<static_cast<Opcode>(opcode), T>(mode), ...);
  }(std::make_index_sequence<isa::kOpcodeCount>{});
}

sem::Mode rounding_to(sem::Rounding rounding) {
  sem::Mode mode = kKeepsAll;
  mode.rounding = rounding;
  return mode;
}

class ValueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (compilers().empty()) GTEST_SKIP() << HostCompiler::create().error().message;
  }
};

TEST_F(ValueTest, FloatMeaningsAgree) {
  for (const auto rounding : test::kAllRoundings) expect_all_opcodes_same<float>(rounding_to(rounding));
  expect_all_opcodes_same<float>({});
  expect_all_opcodes_same<float>({.alt = true});
}
TEST_F(ValueTest, DoubleMeaningsAgree) {
  for (const auto rounding : test::kAllRoundings) expect_all_opcodes_same<double>(rounding_to(rounding));
}
TEST_F(ValueTest, HalfMeaningsAgree) {
  for (const auto rounding : test::kAllRoundings) expect_all_opcodes_same<sem::Half>(rounding_to(rounding));
}
TEST_F(ValueTest, IntegerMeaningsAgree) {
  expect_all_opcodes_same<std::int32_t>({});
  expect_all_opcodes_same<std::uint32_t>({});
}

TEST_F(ValueTest, ConditionsAgree) {
  using enum isa::CondMod;
  for (const auto condition : {z, nz, g, ge, l, le, u}) {
    const std::string suffix = std::to_string(static_cast<int>(condition));
    for (const sem::Mode& mode : {sem::Mode{}, kKeepsAll}) {
      expect_same<float>("sel" + suffix, mode, [&](auto a, auto b, auto) { return sem::sel(mode, condition, a, b); });
      expect_same<float>("cmp" + suffix, mode,
                         [&](auto a, auto b, auto c) { return sem::sel(mode, sem::cmp(mode, condition, a, b), b, c); });
      expect_same<float>("cmpn" + suffix, mode, [&](auto a, auto b, auto c) {
        return sem::sel(mode, sem::cmpn(mode, condition, a, b), b, c);
      });
      expect_same<double>("csel" + suffix, mode,
                          [&](auto a, auto b, auto c) { return sem::csel(mode, condition, a, b, c); });
    }
  }
}

TEST_F(ValueTest, MathFunctionsAgree) {
  using enum isa::MathFunction;
  const auto check = [&](const sem::Mode& mode, isa::MathFunction function) {
    const std::string name = "math " + std::to_string(static_cast<int>(function));
    expect_same<float>(name, mode, [&](auto a, auto b, auto) { return sem::math(mode, function, a, b); });
    expect_same<sem::Half>(name, mode, [&](auto a, auto b, auto) { return sem::math(mode, function, a, b); });
  };
  for (const auto function : {inv, log, exp, sqt, rsq, sin, cos, fdiv, pow, invm, rsqtm}) check(kKeepsAll, function);
  for (const auto rounding : test::kAllRoundings) {
    check(rounding_to(rounding), invm);
    check(rounding_to(rounding), rsqtm);
  }
  for (const auto function : {iqot, irem}) {
    const auto divide = [&](auto a, auto b, auto) { return sem::math(kKeepsAll, function, a, b); };
    expect_same<std::int32_t>("int div", kKeepsAll, divide);
    expect_same<std::uint32_t>("int div", kKeepsAll, divide);
  }
}

// Recorded code divides by one number with one division for all channels.
template <class T>
void expect_division_by_one_number_agrees(HostCompiler& compiler, isa::MathFunction function) {
  const auto all = [](Value<T> v) {
    return Value<T>{v.ir, v.ir->CreateVectorSplat(kLanes, v.ir->CreateExtractElement(v.value, std::uint64_t{0}))};
  };
  const auto run =
      compiled<T, T>(compiler, [&](auto a, auto b, auto) { return sem::math(kKeepsAll, function, a, all(b)); });
  std::vector<T> numbers = interesting<T>();
  for (unsigned bit = 1; bit < 32; ++bit)
    for (const std::uint32_t more : {0U, 1U, ~0U}) numbers.push_back(static_cast<T>((1U << bit) + more));
  Inputs<T> inputs;
  for (int i = 0; i < 100; ++i) numbers.push_back(static_cast<T>(inputs.random() >> (inputs.random() % 32)));
  for (const T divisor : numbers) {
    std::vector<T> dividends = numbers;  // and numbers around multiples of the divisor
    for (int i = 0; i < 64; ++i)
      dividends.push_back(static_cast<T>(static_cast<std::uint32_t>(divisor) *
                                             static_cast<std::uint32_t>(inputs.random() >> (inputs.random() % 32)) +
                                         static_cast<std::uint32_t>(i % 3 - 1)));
    dividends.resize(dividends.size() / kLanes * kLanes);
    const std::array<T, kLanes> b{divisor};
    for (const auto rounding : test::kAllRoundings) {
      const test::HostRounding mode(rounding);
      for (std::size_t first = 0; first < dividends.size(); first += kLanes) {
        std::array<T, kLanes> out{};
        run(out.data(), &dividends[first], b.data(), b.data());
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          const T a = dividends[first + lane];
          ASSERT_EQ(out[lane], sem::math(kKeepsAll, function, a, divisor)) << a << " by " << divisor;
        }
      }
    }
  }
}

TEST_F(ValueTest, DivisionByOneNumberAgrees) {
  for (const auto& compiler : compilers()) {
    for (const auto function : {isa::MathFunction::iqot, isa::MathFunction::irem}) {
      expect_division_by_one_number_agrees<std::int32_t>(*compiler, function);
      expect_division_by_one_number_agrees<std::uint32_t>(*compiler, function);
    }
  }
}

template <class To, class From>
void expect_conversion_same(const sem::Mode& mode) {
  for (const bool saturate : {false, true}) {
    expect_same<From>("mov", mode, [&](auto a, auto, auto) { return sem::converted<To>(mode, a, saturate); });
  }
}
template <class From>
void expect_conversions_same() {
  // Down is the mode in which a zero that is a difference has the other sign.
  for (const auto rounding : {sem::Rounding::nearest_even, sem::Rounding::down}) {
    const sem::Mode mode = rounding_to(rounding);
    expect_conversion_same<std::int8_t, From>(mode);
    expect_conversion_same<std::uint8_t, From>(mode);
    expect_conversion_same<std::int16_t, From>(mode);
    expect_conversion_same<std::uint16_t, From>(mode);
    expect_conversion_same<std::int32_t, From>(mode);
    expect_conversion_same<std::uint32_t, From>(mode);
    expect_conversion_same<std::int64_t, From>(mode);
    expect_conversion_same<std::uint64_t, From>(mode);
    expect_conversion_same<sem::Half, From>(mode);
    expect_conversion_same<float, From>(mode);
    expect_conversion_same<double, From>(mode);
  }
}
TEST_F(ValueTest, ConversionsAgree) {
  expect_conversions_same<std::int32_t>();
  expect_conversions_same<std::uint32_t>();
  expect_conversions_same<std::int64_t>();
  expect_conversions_same<std::uint64_t>();
  expect_conversions_same<sem::Half>();
  expect_conversions_same<float>();
  expect_conversions_same<double>();
}

}  // namespace
}  // namespace eugene::jit
