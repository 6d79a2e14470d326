// One meaning, two domains (DESIGN.md section 4 rule 2): every meaning of sem, recorded as LLVM IR and run, gives the
// bits that the same template gives on concrete lanes.
#include "jit/value.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "jit/host_compiler.h"
#include "sem/channels.h"
#include "sem/meaning.h"

namespace eugene::jit {
namespace {

using isa::Opcode;
constexpr unsigned kLanes = 8;

HostCompiler& compiler() {
  static const auto instance = HostCompiler::create();
  return **instance;
}

std::string fresh_name() {
  static int count = 0;
  return "test" + std::to_string(count++);
}

// A function that loads vectors, applies `record` to them and stores what it gives.
template <class Out, class In, class Record>
void (*compiled(Record record))(Out*, const In*, const In*, const In*) {
  Unit unit;
  Builder ir(*unit.context);
  llvm::Type* pointer = ir.getPtrTy();
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), {pointer, pointer, pointer, pointer}, false);
  const std::string name = fresh_name();
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *unit.module);
  compiler().prepare(*function);
  ir.SetInsertPoint(llvm::BasicBlock::Create(*unit.context, "", function));
  const auto load = [&](unsigned index) {
    return Value<In>{
        &ir, ir.CreateAlignedLoad(vector_type<In>(*unit.context, kLanes), function->getArg(index), llvm::Align(1))};
  };
  const Value<Out> out = record(load(1), load(2), load(3));
  ir.CreateAlignedStore(out.value, function->getArg(0), llvm::Align(1));
  ir.CreateRetVoid();
  const auto address = compiler().compile(std::move(unit), name);
  EXPECT_TRUE(address) << address.error().message;
  return reinterpret_cast<void (*)(Out*, const In*, const In*, const In*)>(*address);
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
void expect_same(std::string_view name, Meaning meaning) {
  using Out = decltype(meaning(In{}, In{}, In{}));
  auto* run = compiled<Out, In>([&](Value<In> a, Value<In> b, Value<In> c) { return meaning(a, b, c); });
  Inputs<In> inputs;
  for (int round = 0; round < 500; ++round) {
    const auto a = inputs.vector();
    const auto b = inputs.vector();
    const auto c = inputs.vector();
    std::array<Out, kLanes> got;
    run(got.data(), a.data(), b.data(), c.data());
    for (unsigned i = 0; i < kLanes; ++i) {
      const Out expected = meaning(a[i], b[i], c[i]);
      using OutBits = sem::BitsOf<Out>;
      ASSERT_EQ(std::bit_cast<OutBits>(got[i]), std::bit_cast<OutBits>(expected))
          << name << " of " << +std::bit_cast<sem::BitsOf<In>>(a[i]) << ", " << +std::bit_cast<sem::BitsOf<In>>(b[i])
          << ", " << +std::bit_cast<sem::BitsOf<In>>(c[i]);
    }
  }
}

template <Opcode opcode, class T>
void expect_opcode_same(const sem::Mode& mode) {
  using Meaning = sem::Meaning<opcode>;
  constexpr unsigned sources = isa::info(opcode).sources;
  const std::string_view name = isa::info(opcode).mnemonic;
  if constexpr (sources == 1 && Meaning::template has<T>)
    expect_same<T>(name, [&](auto a, auto, auto) { return Meaning::apply(mode, a); });
  else if constexpr (sources == 2 && Meaning::template has<T, T> && opcode != Opcode::addc && opcode != Opcode::subb)
    expect_same<T>(name, [&](auto a, auto b, auto) { return Meaning::apply(mode, a, b); });
  else if constexpr (sources == 3 && Meaning::template has<T, T, T>)
    expect_same<T>(name, [&](auto a, auto b, auto c) { return Meaning::apply(mode, a, b, c); });
}

constexpr sem::Mode kKeepsAll{.keeps_df_denormals = true, .keeps_f_denormals = true, .keeps_hf_denormals = true};

template <class T>
void expect_all_opcodes_same(const sem::Mode& mode) {
  [&]<std::size_t... opcode>(std::index_sequence<opcode...>) {
    (expect_opcode_same<static_cast<Opcode>(opcode), T>(mode), ...);
  }
  (std::make_index_sequence<isa::kOpcodeCount>{});
}

TEST(Value, FloatMeaningsAgree) {
  expect_all_opcodes_same<float>(kKeepsAll);
  expect_all_opcodes_same<float>({});
}
TEST(Value, DoubleMeaningsAgree) { expect_all_opcodes_same<double>(kKeepsAll); }
TEST(Value, HalfMeaningsAgree) { expect_all_opcodes_same<sem::Half>(kKeepsAll); }
TEST(Value, IntegerMeaningsAgree) {
  expect_all_opcodes_same<std::int32_t>({});
  expect_all_opcodes_same<std::uint32_t>({});
}

TEST(Value, MathFunctionsAgree) {
  using enum isa::MathFunction;
  for (const auto function : {inv, log, exp, sqt, rsq, sin, cos, fdiv, pow, invm, rsqtm}) {
    const std::string name = "math " + std::to_string(static_cast<int>(function));
    expect_same<float>(name, [&](auto a, auto b, auto) { return sem::math(kKeepsAll, function, a, b); });
  }
  for (const auto function : {iqot, irem}) {
    expect_same<std::int32_t>("int div", [&](auto a, auto b, auto) { return sem::math(kKeepsAll, function, a, b); });
    expect_same<std::uint32_t>("int div", [&](auto a, auto b, auto) { return sem::math(kKeepsAll, function, a, b); });
  }
}

template <class To, class From>
void expect_conversion_same() {
  for (const bool saturate : {false, true}) {
    expect_same<From>("mov", [&](auto a, auto, auto) { return sem::converted<To>(kKeepsAll, a, saturate); });
  }
}
template <class From>
void expect_conversions_same() {
  expect_conversion_same<std::int8_t, From>();
  expect_conversion_same<std::uint8_t, From>();
  expect_conversion_same<std::int16_t, From>();
  expect_conversion_same<std::uint16_t, From>();
  expect_conversion_same<std::int32_t, From>();
  expect_conversion_same<std::uint32_t, From>();
  expect_conversion_same<std::int64_t, From>();
  expect_conversion_same<std::uint64_t, From>();
  expect_conversion_same<sem::Half, From>();
  expect_conversion_same<float, From>();
  expect_conversion_same<double, From>();
}
TEST(Value, ConversionsAgree) {
  expect_conversions_same<std::int32_t>();
  expect_conversions_same<std::int64_t>();
  expect_conversions_same<sem::Half>();
  expect_conversions_same<float>();
  expect_conversions_same<double>();
}

}  // namespace
}  // namespace eugene::jit
