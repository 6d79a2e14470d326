#include "base/diagnostic.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

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

TEST(Diagnostic, ErrorOfIsThatOfTheFirstResultThatFailed) {
  const Result<int> number = 1;
  const Result<std::string> text = fail("no text");
  const Result<void> done = fail("not done");
  const auto first = [&](const auto&... results) -> Result<char> { return forward_error(results...); };
  EXPECT_EQ(first(text).error().message, "no text");
  EXPECT_EQ(first(number, text).error().message, "no text");
  EXPECT_EQ(first(number, done, text).error().message, "not done");
  Result<std::string> moved = fail(std::string(100, 'x'));
  const Result<char> taken = forward_error(std::move(moved));
  EXPECT_EQ(taken.error().message.size(), 100);
  EXPECT_TRUE(moved.error().message.empty());
}

}  // namespace
}  // namespace eugene
