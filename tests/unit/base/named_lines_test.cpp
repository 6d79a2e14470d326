// Lines of a source by the names that #line directives give them: C99 6.10.4.
#include "base/named_lines.h"

#include <gtest/gtest.h>

namespace eugene {
namespace {

TEST(NamedLines, WithoutADirectiveLinesAreTheTexts) {
  const NamedLines lines("one\n  two \r\n\nfour", "program 1");
  EXPECT_EQ(lines.line("program 1", 1), "one");
  EXPECT_EQ(lines.line("program 1", 2), "  two");
  EXPECT_EQ(lines.line("program 1", 3), "");
  EXPECT_EQ(lines.line("program 1", 4), "four");
  EXPECT_EQ(lines.line("program 1", 0), "");
  EXPECT_EQ(lines.line("program 1", 5), "");
  EXPECT_EQ(lines.line("program 2", 1), "");
  EXPECT_EQ(lines.text("program 1"), "one\n  two \r\n\nfour\n");
}

// The form that docs/user/checking.md recommends: the directive is one line more than the file has.
TEST(NamedLines, FirstLineNamesTheFile) {
  const NamedLines lines("#line 1 \"/home/me/saxpy.cl\"\nkernel void saxpy() {\n}\n", "program 1");
  EXPECT_EQ(lines.line("/home/me/saxpy.cl", 1), "kernel void saxpy() {");
  EXPECT_EQ(lines.line("/home/me/saxpy.cl", 2), "}");
  EXPECT_EQ(lines.line("program 1", 1), "");
  EXPECT_EQ(lines.text("/home/me/saxpy.cl"), "kernel void saxpy() {\n}\n");
  EXPECT_TRUE(lines.has("/home/me/saxpy.cl"));
  EXPECT_FALSE(lines.has("me/saxpy.cl"));
}

// Debug data has the directory of the compilation before names that have none.
TEST(NamedLines, NamesMayHaveADirectoryBefore) {
  const NamedLines lines("#line 7 \"saxpy.cl\"\na\n", "program 1");
  EXPECT_EQ(lines.line("/home/me/saxpy.cl", 7), "a");
  EXPECT_EQ(lines.line("saxpy.cl", 7), "a");
  EXPECT_EQ(lines.line("/home/me/big_saxpy.cl", 7), "");
}

TEST(NamedLines, FormsOfTheDirective) {
  const NamedLines lines(
      "a\n#line 10\nb\n  #  line 20 \"x.cl\" // why\nc\n# 5 \"y.cl\" 1 3\nd\n/* # line 3 */ # /* */ line 30 /**/\n"
      "e\n#line 40 \\\n\"z \\\"q\\\".cl\"\nf\n",
      "main");
  EXPECT_EQ(lines.line("main", 1), "a");
  EXPECT_EQ(lines.line("main", 10), "b");
  EXPECT_EQ(lines.line("x.cl", 20), "c");
  EXPECT_EQ(lines.line("y.cl", 5), "d");
  EXPECT_EQ(lines.line("y.cl", 30), "e");
  EXPECT_EQ(lines.line("z \"q\".cl", 40), "f");
  EXPECT_EQ(lines.text("main"), "a\n\n\n\n\n\n\n\n\nb\n");
}

// Names are strings of C, and a # may be written %: too (C99 6.4.6).
TEST(NamedLines, NamesMayHaveEscapes) {
  const NamedLines lines(R"(%:line 7 "a\x62\103\t.cl"
a
# 9 "C:\\dir\k.cl"
b
#line 11 "end\)",
                         "main");
  EXPECT_EQ(lines.line("abC\t.cl", 7), "a");
  EXPECT_EQ(lines.line("C:\\dirk.cl", 9), "b");
  EXPECT_FALSE(lines.has("end"));
}

TEST(NamedLines, TextThatOnlyLooksLikeADirective) {
  const NamedLines lines("/*\n#line 9 \"x\"\n*/\nchar c = '\"'; /* \"\n*/\n#lines 5\n#line\n", "main");
  EXPECT_FALSE(lines.has("x"));
  EXPECT_EQ(lines.line("main", 4), "char c = '\"'; /* \"");
  EXPECT_EQ(lines.line("main", 6), "#lines 5");
}

// Sources are put together of parts that all begin with line 1: a line that several parts have is not quoted, unless
// they agree.
TEST(NamedLines, LinesOfOneNumberThatDiffer) {
  const NamedLines lines("#line 1 \"k.cl\"\na\nsame\n#line 1 \"k.cl\"\nb\nsame\nc\n", "main");
  EXPECT_EQ(lines.line("k.cl", 1), "");
  EXPECT_EQ(lines.line("k.cl", 2), "same");
  EXPECT_EQ(lines.line("k.cl", 3), "c");
  EXPECT_EQ(lines.number_in_text("k.cl", 2), std::nullopt);
  EXPECT_EQ(lines.number_in_text("k.cl", 3), 7U);
  EXPECT_EQ(lines.number_in_text("k.cl", 4), std::nullopt);
  EXPECT_EQ(lines.text("k.cl"), "\nsame\nc\n");
}

// A macro says which line it is: what follows has no known name until the next directive.
TEST(NamedLines, NumbersThatAreMacros) {
  const NamedLines lines("#line START \"k.cl\"\na\n#line 3 \"k.cl\"\nb\n", "main");
  EXPECT_EQ(lines.line("main", 2), "");
  EXPECT_EQ(lines.line("k.cl", 3), "b");
}

// Which branch is compiled is not known: a line has the names of all of them.
TEST(NamedLines, DirectivesInConditionals) {
  const NamedLines lines(
      "#ifdef DEBUG\n#line 100 \"d.cl\"\na\n#else\n#line 200 \"r.cl\"\nb\n#endif\nc\n#if 0\n#line 1 "
      "\"n.cl\"\n#endif\nd\n",
      "main");
  EXPECT_EQ(lines.line("d.cl", 100), "a");
  EXPECT_EQ(lines.line("r.cl", 200), "b");
  EXPECT_EQ(lines.line("d.cl", 105), "c");
  EXPECT_EQ(lines.line("r.cl", 202), "c");
  EXPECT_EQ(lines.line("main", 8), "");  // one of the two has renamed it
  EXPECT_EQ(lines.line("r.cl", 206), "d");
  EXPECT_EQ(lines.line("n.cl", 2), "d");
}

// A number beyond what a text can have takes no memory.
TEST(NamedLines, NumbersOfAnySize) {
  const NamedLines lines("#line 2000000000 \"far.cl\"\na\n#line 9999999999 \"x\"\nb\n", "main");
  EXPECT_EQ(lines.line("far.cl", 2'000'000'000), "a");
  EXPECT_EQ(lines.text("far.cl"), "");
  EXPECT_FALSE(lines.has("x"));
}

}  // namespace
}  // namespace eugene
