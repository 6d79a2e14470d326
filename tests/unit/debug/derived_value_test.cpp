// Values that the compiler leaves out, from a kernel's arguments and from its text.
#include "debug/derived_value.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace eugene::debug {
namespace {

using enum SourceType::Kind;
using enum SourceType::Encoding;

constexpr std::uint32_t kInt = 0, kFloat = 1, kPointer = 2, kUnsigned = 3;
const std::string kText = R"(kernel void k(global int* out, int n, float s, int gone) {
  global int* q = out + n * 2, * w = out + n;
  int a = n - 6, big = n * 1000000000, b = a * (n + 1) / 2, c = n + gone;
  uint u = n + 1, below = u - 9;
  w += 1;
  float f = n;
})";

class DerivedValue : public testing::Test {
 protected:
  DerivedValue() {
    const std::uint64_t out = 0x7F00'0000'1000;
    const std::int32_t n = 5;
    const float s = 1.5F;
    std::memcpy(&given_[8], &out, sizeof out);
    std::memcpy(&given_[16], &n, sizeof n);
    std::memcpy(&given_[20], &s, sizeof s);
    all_.types = {{.kind = number, .name = "int", .bytes = 4, .members = {}},
                  {.kind = number, .encoding = floating, .name = "float", .bytes = 4, .members = {}},
                  {.kind = pointer, .name = {}, .bytes = 8, .element = kInt, .members = {}},
                  {.kind = number, .encoding = natural, .name = "uint", .bytes = 4, .members = {}}};
    all_.functions = {{.name = "k", .scope = {{0, 100}}, .called_at = {}}};
    all_.arguments = {{.name = "out", .offset = 8, .bytes = 8},
                      {.name = "n", .offset = 16, .bytes = 4},
                      {.name = "s", .offset = 20, .bytes = 4},
                      {.name = "gone", .offset = {}, .bytes = 4}};
    for (const auto& [name, type] : {std::pair{"out", kPointer}, {"n", kInt}, {"s", kFloat}, {"gone", kInt}})
      add(name, type, 1, true);
    for (const auto& [name, type, line] : {std::tuple{"q", kPointer, 2U},
                                           {"w", kPointer, 2U},
                                           {"a", kInt, 3U},
                                           {"big", kInt, 3U},
                                           {"b", kInt, 3U},
                                           {"c", kInt, 3U},
                                           {"u", kUnsigned, 4U},
                                           {"below", kUnsigned, 4U},
                                           {"f", kFloat, 6U}})
      add(name, type, line, false);
  }
  void add(const char* name, std::uint32_t type, std::uint32_t line, bool is_parameter) {
    all_.variables.push_back({.name = name,
                              .type = type,
                              .is_parameter = is_parameter,
                              .declared = SourceLine{.file = "program 1", .line = line},
                              .function = 0,
                              .scope = {{0, 100}},
                              .locations = {}});
  }
  std::string text(const char* name, const std::string& kernel = "k") const {
    const SourceLines lines{.files = {"program 1"}, .rows = {}, .given_text = kText};
    const Variables variables(all_, lines, kernel, {});
    const Channel channel{.ip = 8, .facts = {}, .given = given_};
    const Result<Datum> value = variables.find(name, channel);
    return value ? variables.text(*value, channel) : "?";
  }

  SourceVariables all_;
  std::array<std::byte, 32> given_{};
};

TEST_F(DerivedValue, IsThatOfAnArgument) {
  EXPECT_EQ(text("out"), "0x7f0000001000");
  EXPECT_EQ(text("n"), "5");
  EXPECT_EQ(text("s"), "1.5");
  EXPECT_EQ(text("gone"), "?");
  EXPECT_EQ(text("out", "other"), "?");  // a function with a parameter of that name
}

TEST_F(DerivedValue, IsWhatAConstantBeginsWith) {
  EXPECT_EQ(text("q"), "0x7f0000001028");
  EXPECT_EQ(text("a"), "-1");
  EXPECT_EQ(text("b"), "-3");
  EXPECT_EQ(text("u"), "6");
  EXPECT_EQ(text("w"), "?");      // it changes
  EXPECT_EQ(text("big"), "?");    // in C it has 32 bits
  EXPECT_EQ(text("c"), "?");      // of what is not known
  EXPECT_EQ(text("below"), "?");  // below 0 in a type that has no such numbers
  EXPECT_EQ(text("f"), "5");
}

}  // namespace
}  // namespace eugene::debug
