// Which members of structures the statements of a text name.
#include "check/memory/statement_members.h"

#include <gtest/gtest.h>

#include "check/align/element_padding.h"

namespace eugene::check {
namespace {

const std::string kText = R"(#define SIZE(x) sizeof(x)
struct S { int a; char b[2]; };
kernel void k(global char* out) {
  struct S s = {-1, {42, 7}};
  s.b[i] = i;  // and s.a
  out[i] =
      p->b[p->a]
      + list[i].c;
  t = s;
  copy(&s, s.b[0]);
  struct S u = {.b = {1}};
  out[0] = SIZE(s.b);
  out[1] = list[s.a] .b[0]; out[2] = "s.d"[0];
  out[3] = list[i];
}
)";

std::string text_of(const check::NamedMembers& members) {
  if (members.has_whole) return "whole";
  std::string text;
  for (const std::string& each : members.names) text += (text.empty() ? "" : " ") + each;
  return text;
}

std::string members_at(std::uint32_t line) {
  const StatementMembers statements(
      kText, [](std::string_view name) { return name == "s" || name == "p" || name == "t" || name == "list"; });
  return text_of(statements.at(line));
}

TEST(StatementMembers, AreThoseOfTheWholeStatement) {
  EXPECT_EQ(members_at(5), "b");
  EXPECT_EQ(members_at(6), "a b c");
  EXPECT_EQ(members_at(7), "a b c");
  EXPECT_EQ(members_at(8), "a b c");
  EXPECT_EQ(members_at(13), "a b");
}

TEST(StatementMembers, AreNotKnownWhereAllMayBeMeant) {
  EXPECT_EQ(members_at(4), "whole");   // declares s
  EXPECT_EQ(members_at(9), "whole");   // copies it
  EXPECT_EQ(members_at(10), "whole");  // passes its address
  EXPECT_EQ(members_at(11), "whole");  // an initialiser clears the others
  EXPECT_EQ(members_at(12), "whole");  // a macro
  EXPECT_EQ(members_at(14), "whole");
  EXPECT_EQ(members_at(1), "whole");
  EXPECT_EQ(members_at(99), "whole");
}

TEST(Casts, ToPointersWithPadding) {
  EXPECT_FALSE(casts_to_padded("*(global float4 *) p = f((void*)q, (const uchar * )r) * (a * b);"));
  EXPECT_TRUE(casts_to_padded("((global int3*)p)[0] = 1;"));
  EXPECT_TRUE(casts_to_padded("((struct s *)p)->a = 1;"));
  EXPECT_TRUE(casts_to_padded("#define V(T) T##3\n"));
}

// struct { char letter; int number; } with an element of twelve bytes: two of those, and a short.
TEST(ElementPadding, IsWhatNoMemberHas) {
  using Kind = SourceType::Kind;
  SourceVariables source;
  source.types = {{.kind = Kind::number, .name = "char", .bytes = 1},
                  {.kind = Kind::number, .name = "int", .bytes = 4},
                  {.kind = Kind::structure,
                   .name = "s",
                   .bytes = 8,
                   .members = {{.name = "letter", .type = 0, .offset = 0}, {.name = "number", .type = 1, .offset = 4}}},
                  {.kind = Kind::pointer, .name = "", .bytes = 8, .element = 2},
                  {.kind = Kind::vector, .name = "int3", .bytes = 12, .element = 1, .count = 3},
                  {.kind = Kind::pointer, .name = "", .bytes = 8, .element = 4},
                  {.kind = Kind::structure,
                   .name = "u",
                   .bytes = 4,
                   .members = {{.name = "a", .type = 0, .offset = 0}, {.name = "b", .type = 1, .offset = 0}}},
                  {.kind = Kind::pointer, .name = "", .bytes = 8, .element = 6}};
  const auto parameter = [](const char* name, std::uint32_t type) {
    return SourceVariable{.name = name, .type = type, .is_parameter = true};
  };
  source.variables = {parameter("structures", 3), parameter("threes", 5), parameter("unions", 7), parameter("n", 1)};
  const auto padding = element_padding(source, "kernel void k() {}");
  ASSERT_EQ(padding.size(), 2U);
  EXPECT_EQ(padding.at("structures"), (std::vector<bool>{false, true, true, true, false, false, false, false}));
  std::vector<bool> fourth(16, false);
  std::fill(fourth.begin() + 12, fourth.end(), true);
  EXPECT_EQ(padding.at("threes"), fourth);
  EXPECT_TRUE(element_padding(source, "((struct s*)p)").empty());
  EXPECT_TRUE(element_padding(source, "").empty());
}

}  // namespace
}  // namespace eugene::check
