// Locations of variables, from DWARF expressions of Intel's compiler.
#include "debug/location.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "debug/evaluate.h"
#include "debug/variables.h"
#include "eu/thread.h"

namespace eugene::debug {
namespace {

class DebugLocation : public ::testing::Test {
 protected:
  using Code = std::vector<std::uint8_t>;

  std::optional<Location> located(const Code& code, unsigned channel = 0) {
    return locate(code, {.registers = std::as_bytes(std::span(registers_)),
                         .channel = channel,
                         .read = [](std::uint64_t address, std::span<std::byte> to) {
                           std::ranges::fill(to, std::byte(address));
                           return address != 0;
                         }});
  }
  std::uint32_t value(const Code& code, unsigned channel = 0) {
    const auto location = located(code, channel);
    if (!location || location->pieces.empty() || location->pieces.front().bytes.size() < 4) return ~0U;
    std::uint32_t number = 0;
    std::memcpy(&number, location->pieces.front().bytes.data(), sizeof number);
    return number;
  }

  void SetUp() override {
    for (std::size_t i = 0; i != registers_.size(); ++i) registers_[i] = static_cast<std::uint32_t>(i);
  }
  std::array<std::uint32_t, eu::kGrfCount * 8> registers_{};  // dword n is n
};

TEST_F(DebugLocation, FindsAPlaceInMemoryByChannel) {
  // From a build without optimisation: r125.2:uq + 16 + 8 * channel + 0x180.
  const Code code{0x90, 0x8d, 0x01, 0x08, 0x80, 0x08, 0x40, 0xec, 0x23, 0x10, 0xed, 0x38, 0x1e, 0x22, 0x23, 0x80, 0x03};
  const std::uint64_t frame = std::uint64_t{1005} << 32 | 1004;
  EXPECT_EQ(located(code, 3)->address, frame + 16 + 24 + 0x180);
}

TEST_F(DebugLocation, FindsARegisterByChannel) {
  // From an optimised build for 32 channels: r14 + channel / 8, or r16 from channel 16 on.
  const Code code{0xed, 0x40, 0x2a, 0x28, 0x13, 0x00, 0xed, 0x33, 0x25, 0x23, 0x1e, 0xeb, 0xed, 0x37, 0x1a,
                  0x08, 0x20, 0x1e, 0x08, 0x20, 0xec, 0x9f, 0x2f, 0x12, 0x00, 0xed, 0x40, 0x1c, 0x33, 0x25,
                  0x23, 0x20, 0xeb, 0xed, 0x37, 0x1a, 0x08, 0x20, 0x1e, 0x08, 0x20, 0xec, 0x9f};
  EXPECT_EQ(value(code, 0), 14U * 8);
  EXPECT_EQ(value(code, 13), 14U * 8 + 13);
  EXPECT_EQ(value(code, 21), 16U * 8 + 5);
  EXPECT_EQ(located(code, 21)->pieces.front().in_registers, 16U * 32 + 20);
}

TEST_F(DebugLocation, FindsPackedWordsAndBytes) {
  // The location is r70 + channel / 8, with 4 bytes a channel.
  const Code word{0xed, 0x33, 0x25, 0x23, 0x56, 0xeb, 0xed, 0x37, 0x1a, 0x08, 0x20, 0x1e, 0x40, 0xec, 0x9f};
  EXPECT_EQ(located(word, 5)->pieces.front().in_registers, 70U * 32 + 10);
  EXPECT_EQ(located(word, 13)->pieces.front().in_registers, 70U * 32 + 26);
  Code byte = word;
  byte[12] = 0x38;
  EXPECT_EQ(located(byte, 13)->pieces.front().in_registers, 70U * 32 + 13);
}

TEST_F(DebugLocation, FindsBitsOfARegisterAndConstants) {
  EXPECT_EQ(value({0x68, 0x9d, 0x20, 0x80, 0x01}), 8U * 8 + 4);  // r8.4
  EXPECT_EQ(value({0x9e, 0x08, 4, 0, 0, 0, 0, 0, 0, 0}), 4U);
  EXPECT_EQ(value({0x11, 0x7d, 0x9f}), 0xFFFF'FFFDU);
  EXPECT_EQ(value({0x0a, 0x34, 0x12, 0x32, 0x24, 0x9f}), 0x48d0U);
}

TEST_F(DebugLocation, HasNothingForWhatIsOptimisedOut) {
  const auto none = located({});
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->address);
  EXPECT_TRUE(none->pieces.empty());
}

TEST_F(DebugLocation, RefusesWhatItDoesNotUnderstand) {
  for (const Code& each : {Code{0xff}, Code{0x22}, Code{0xeb}, Code{0x31, 0xeb}, Code{0xec}, Code{0x0e, 1, 2},
                           Code{0x9e, 0x08, 1}, Code{0x30, 0x06}, Code{0x31, 0x28, 0xff, 0x7f}, Code{0x31, 0x30, 0x1b},
                           Code{0x90, 0xff, 0x7f}, Code{0x2f, 0xfd, 0xff}})  // the last jumps to itself
    EXPECT_FALSE(located(each));
}

// struct { float a; int b[2]; } p at address 64, and int* q.
class DebugVariables : public ::testing::Test {
 protected:
  DebugVariables() {
    using enum SourceType::Kind;
    SourceVariables all;
    all.types = {{.kind = number, .encoding = SourceType::Encoding::floating, .name = "float", .bytes = 4},
                 {.kind = number, .name = "int", .bytes = 4},
                 {.kind = array, .bytes = 8, .element = 1, .count = 2},
                 {.kind = structure, .name = "pair", .bytes = 12, .members = {{"a", 0, 0}, {"b", 2, 4}}},
                 {.kind = pointer, .bytes = 8, .element = 1},
                 {.kind = vector, .name = "int2", .bytes = 8, .element = 1, .count = 2}};
    const std::vector<CodeRange> inside{{.begin = 0, .end = 100}};
    const auto at = [](std::vector<std::uint8_t> expression, std::uint64_t end) {
      return std::vector{
          SourceVariable::Location{.range = {.begin = 0, .end = end}, .expression = std::move(expression)}};
    };
    all.variables = {{.name = "p", .type = 3, .scope = inside, .locations = at({0x08, 64}, 50)},
                     {.name = "q", .type = 4, .scope = inside, .locations = at({0x08, 68, 0x9f}, 100)},
                     {.name = "v", .type = 5, .scope = inside, .locations = at({0x90, 20, 0x9d, 64, 0}, 100)},
                     {.name = "v", .type = 1, .scope = {{.begin = 40, .end = 60}}, .locations = at({0x35, 0x9f}, 100)}};
    variables_.emplace(std::move(all));
    memory_[16] = 0x40200000;  // 2.5
    memory_[17] = 7;
    memory_[18] = ~1U;
    registers_[4].bytes[0] = std::byte{3};
    registers_[4].bytes[4] = std::byte{4};
  }

  Channel at(std::uint32_t ip) {
    return {.ip = ip,
            .facts = {.registers = std::as_bytes(std::span(registers_)),
                      .channel = 0,
                      .read = [this](std::uint64_t address, std::span<std::byte> to) {
                        const auto bytes = std::as_bytes(std::span(memory_));
                        if (address > bytes.size() || to.size() > bytes.size() - address) return false;
                        std::ranges::copy(bytes.subspan(address, to.size()), to.begin());
                        return true;
                      }}};
  }
  std::string text(std::string_view name, std::uint32_t ip = 0) {
    Scope scope{.variables = &*variables_, .channel = at(ip), .registers = [](const Elements& elements) {
                  return std::optional<Number>(elements.number);
                }};
    scope.channel.id = [](std::string_view function, unsigned dimension) {
      return std::optional<Number>(function == "get_global_id" ? 40 + dimension : 7);
    };
    const auto expression = parse_expression(name);
    if (!expression) return expression.error().message;
    const auto value = evaluate(*expression, scope);
    return value ? to_text(*value, scope) : value.error().message;
  }

  std::optional<Variables> variables_;
  std::array<std::uint32_t, 64> memory_{};
  std::array<eu::Grf, eu::kGrfCount> registers_{};
};

TEST_F(DebugVariables, PrintsValuesAndTheirParts) {
  EXPECT_EQ(text("p"), "{a = 2.5, b = {7, -2}}");
  EXPECT_EQ(text("p.b[1]"), "-2");
  EXPECT_EQ(text("q"), "0x44");
  EXPECT_EQ(text("*q"), "7");
  EXPECT_EQ(text("q[1]"), "-2");
  EXPECT_EQ(text("v"), "(3, 4)");
  EXPECT_EQ(text("v.y"), "4");
  EXPECT_EQ(text("v.s1"), "4");
}

TEST_F(DebugVariables, Calculates) {
  for (const auto& [expression, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"1 + 2 * 3 - 4", "3"},
           {"(1 + 2) * 3", "9"},
           {"10 - 4 - 3", "3"},
           {"-7 / 2", "-3"},
           {"-7 % 3", "-1"},
           {"7 / 2.0", "3.5"},
           {"1e3 + 1.5f", "1001.5"},
           {"0xffu + 1", "256"},
           {"1 << 4 | 3", "19"},
           {"-1 >> 1", "-1"},
           {"~5 & 0xff", "250"},
           {"6 ^ 3", "5"},
           {"!0 + !5", "1"},
           {"1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && 1 != 2 && !(1 == 2)", "1"},
           {"0 || 3", "1"},
           {"0 && w", "0"},
           {"18446744073709551615 - 1", "18446744073709551614"},
           {"p.b[p.b[0] - 6]", "-2"},
           {"p.b[0] + p.a", "9.5"},
           {"*(q + 1)", "-2"},
           {"(q + 1)[-1]", "7"},
           {"q + 1 == q + 1", "1"},
           {"-*q", "-7"},
           {"r10.2:d * 2", "20"},
           {"r4.0<8;8,1>:uw < 5", "1"},
           {"get_global_id(1) + get_local_id(0)", "48"}})
    EXPECT_EQ(text(expression), value) << expression;
}

TEST_F(DebugVariables, TakesTheInnerOneOfTheSameName) { EXPECT_EQ(text("v", 40), "5"); }

TEST_F(DebugVariables, SaysWhatIsNotThere) {
  EXPECT_EQ(text("p", 60), "p is optimised out here");
  EXPECT_EQ(text("w"), "there is no variable 'w' here");
  EXPECT_EQ(text("v", 200), "there is no variable 'v' here");
  EXPECT_EQ(text("p.c"), "pair has no member 'c'");
  EXPECT_EQ(text("p.b[2]"), "int[2] has 2 elements");
  EXPECT_EQ(text("q[1000]"), "cannot be read");
  EXPECT_EQ(text("v.z"), "the vector has no component 'z'");
  EXPECT_EQ(text("p["), "a value is missing");
  EXPECT_EQ(text("p[1"), "a '[' has no ']'");
  EXPECT_EQ(text("i$"), "unexpected '$' in an expression");
  EXPECT_EQ(text("1 / 0"), "cannot divide by 0");
  EXPECT_EQ(text("p.a & 1"), "| ^ & << and >> need integers of at most 64 bits");
  EXPECT_EQ(text("1 << 64"), "cannot shift by 64 bits, only by 0 to 63");
  EXPECT_EQ(text("p + 1"), "cannot evaluate 'p + 1': an operand is not a number");
}

TEST_F(DebugVariables, RefusesWhatIsTooLarge) {
  // A product of whole numbers that is infinite, and 0 times that, which is not a number.
  std::string product = "18446744073709551615";
  for (unsigned i = 0; i != 300; ++i) product += "*18446744073709551615";
  EXPECT_EQ(text(product + " | 1"), "| ^ & << and >> need integers of at most 64 bits");
  EXPECT_EQ(text(product + " * 0 | 1"), "| ^ & << and >> need integers of at most 64 bits");
  std::string sum = "1";
  for (unsigned i = 0; i != 10'000; ++i) sum += "+1";
  EXPECT_EQ(text(sum), "an expression has more than 1000 parts");
  EXPECT_EQ(text(std::string(10'000, '-') + "1"), "an expression has more than 1000 parts");
}

// Damaged debug data: a structure that contains itself many times, so its parts reach past all memory.
TEST(DebugTypes, MayBeOfThemselves) {
  SourceVariables all;
  all.types = {{.kind = SourceType::Kind::structure, .bytes = 4, .members = {}},
               {.kind = SourceType::Kind::number, .name = "int", .bytes = 4}};
  for (unsigned i = 0; i != 50; ++i)
    all.types[0].members.push_back({.name = "m", .type = i % 2, .offset = ~std::uint64_t{i}});
  const Variables variables(std::move(all));
  const std::string text = variables.text({.type = 0,
                                           .address = {},
                                           .bytes = std::vector<std::byte>(64),
                                           .in_registers = std::vector<std::optional<std::size_t>>(64)},
                                          {});
  EXPECT_LT(text.size(), std::size_t{1} << 20);
  EXPECT_TRUE(text.ends_with("...}")) << text.size();
}

TEST_F(DebugLocation, HasNoMoreThanAMegabyte) {
  // A constant of 30,000 bytes, again and again.
  Code code{0x9e, 0xb0, 0xea, 0x01};
  code.resize(code.size() + 30'000);
  const auto back = static_cast<std::uint16_t>(0x10000 - code.size() - 3);
  code.insert(code.end(), {0x2f, static_cast<std::uint8_t>(back), static_cast<std::uint8_t>(back >> 8)});
  EXPECT_FALSE(located(code));
}

TEST_F(DebugVariables, EncodesValuesThatFit) {
  EXPECT_EQ(variables_->encoded(1, -1), std::vector(4, std::byte{0xFF}));
  EXPECT_FALSE(variables_->encoded(1, 0x1'0000'0000));
  EXPECT_FALSE(variables_->encoded(1, Number{0.5}));
  EXPECT_FALSE(variables_->encoded(3, 1));
}

}  // namespace
}  // namespace eugene::debug
