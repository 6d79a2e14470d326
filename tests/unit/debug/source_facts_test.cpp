// Finds the variables of a kernel that nothing changes, from the kernel's text.
#include "debug/source_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace eugene::debug {
namespace {

const std::string kText = R"(#define N 5
/* a comment { of
   two lines */
kernel void k(global int* out, global int* moved, int n, int changed) {
  int i = get_global_id(0), j = (i + N) * 2;  // j = 7
  global int* q = out + i;
  q[0] = 1; q->x = 2;
  int4 v = (int4)(i, 1, 2, 3);
  v.x = 2;
  moved += n;
  for (int t = 0; t < n; ++t) { int w = 1; { int w = 2; } }
  int a = 1; f(&a); int b = i &n;
  changed <<= 1;
  if (s.n == 3) s.i = 4;
}
kernel void other(int n) { n = 1; }
)";

TEST(DebugSourceFacts, FindsWhatNothingChanges) {
  const SourceFacts facts(kText);
  const auto value = [&](std::string_view name, std::uint32_t line, bool is_pointer = false) {
    return facts.initialiser(name, line, is_pointer).value_or("");
  };
  EXPECT_EQ(value("i", 5), "get_global_id(0)");
  EXPECT_EQ(value("j", 5), "(i + N) * 2");
  EXPECT_EQ(value("q", 6, true), "out + i");
  EXPECT_EQ(value("b", 12), "i &n");
  EXPECT_TRUE(facts.is_constant("out", 4, true));
  EXPECT_TRUE(facts.is_constant("n", 4, false));
  for (const char* each : {"moved", "changed"}) EXPECT_FALSE(facts.is_constant(each, 4, true)) << each;
  EXPECT_EQ(value("v", 8), "");  // an element is assigned
  EXPECT_EQ(value("t", 11), "");
  EXPECT_EQ(value("w", 11), "");  // two variables have this name
  EXPECT_EQ(value("a", 12), "");
  EXPECT_FALSE(facts.is_constant("n", 16, false));
  EXPECT_FALSE(facts.is_constant("n", 17, false));  // this line is in no function
}

TEST(DebugSourceFacts, FindsNothingWhereItCannotSeeAll) {
  for (const char* each :
       {"#include \"x.h\"\n", "#define NEXT(x) ++x\n", "#define SET(x) \\\n  x = 1\n", "#define OF(x) f(&x)\n",
        "#define BEGIN {\n", "#define o out\n", "#line 5\n", "}\n", "{\n"}) {
    const SourceFacts facts(each + kText);
    const auto lines = static_cast<std::uint32_t>(std::count(each, each + std::string_view(each).size(), '\n'));
    EXPECT_FALSE(facts.is_constant("out", 4 + lines, true)) << each;
  }
  EXPECT_FALSE(SourceFacts("void f(int a) { } void g(int a) { a = 1; }").is_constant("a", 1, false));
}

}  // namespace
}  // namespace eugene::debug
