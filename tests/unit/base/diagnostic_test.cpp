#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace eugene {
namespace {

TEST(Diagnostic, ShowsTheLineWithACaretUnderTheSpan) {
  const Diagnostic diagnostic{.where = {.file = "k.asm", .line = 2, .column = 5, .length = 3},
                              .message = "width is not a power of two",
                              .rule = "region.width",
                              .reference = "SNB PRM vol4 part2 5.3.2",
                              .hint = "write 1, 2, 4, 8 or 16"};
  EXPECT_EQ(format(diagnostic, "nop\nadd bad ok\n"),
            "k.asm:2:5: error: width is not a power of two [region.width]\n"
            "  add bad ok\n"
            "      ^~~\n"
            "  see: SNB PRM vol4 part2 5.3.2\n"
            "  hint: write 1, 2, 4, 8 or 16\n");
}

TEST(Diagnostic, BinaryInputHasAnOffset) {
  EXPECT_EQ(format({.where = {.file = "k.bin", .offset = 32}, .message = "truncated instruction"}),
            "k.bin: offset 0x20: error: truncated instruction\n");
}

TEST(Diagnostic, SpanNeverReachesPastTheLine) {
  const Diagnostic diagnostic{.where = {.line = 1, .column = 3, .length = 99}, .message = "x"};
  EXPECT_EQ(format(diagnostic, "abc"), "1:3: error: x\n  abc\n    ^\n");
}

}  // namespace
}  // namespace eugene
