// The alignment of accesses as source lines tell it.
#include "check/align/alignment.h"

#include <gtest/gtest.h>

#include "support/build.h"

namespace eugene::check {
namespace {

using namespace test;

TEST(Alignment, OfALineIsThatOfWhatItCastsTo) {
  EXPECT_EQ(cast_alignment("*(global int4*)(odd + 1) = v;"), 16U);
  EXPECT_EQ(cast_alignment("x = ((const uchar3 * )p)[i];"), 4U);
  EXPECT_EQ(cast_alignment("x = *(local int*)((local char*)p + 1);"), 4U);
  EXPECT_EQ(cast_alignment("x = *(global double*)p + *(global ushort*)q;"), 2U);
}

TEST(Alignment, OfOtherLinesIsNone) {
  EXPECT_EQ(cast_alignment(""), 1U);
  EXPECT_EQ(cast_alignment("x = p[0] | p[1] << 8;"), 1U);
  EXPECT_EQ(cast_alignment("x = ((global uchar*)p)[0] | ((global uchar*)p)[1] << 8;"), 1U);
  EXPECT_EQ(cast_alignment("x = vload4(0, (global int*)p);"), 1U);
  EXPECT_EQ(cast_alignment("((global packed_t*)p)->i = *(global int*)q;"), 1U);
  EXPECT_EQ(cast_alignment("x = p[0];  // (int*)"), 1U);
  EXPECT_EQ(cast_alignment("x = f(int17*) * (a * b);"), 1U);
}

TEST(Alignment, OfAMessageIsThatOfTheDocuments) {
  const auto of = [](isa::Sfid sfid, isa::MessageBody body) {
    const isa::Program made = program({message(8, dst(20, Type::ud), src(10, Type::ud),
                                               {.sfid = sfid, .length = 1, .response_length = 1, .body = body})});
    return message_alignment(made, made.instructions[0]);
  };
  EXPECT_EQ(
      of(isa::Sfid::dp_data1, isa::UntypedSurface{.access = isa::Access::read, .bti = 1, .simd = 8, .channels = 1}),
      4U);
  EXPECT_EQ(of(isa::Sfid::dp_data0, isa::ByteScattered{.access = isa::Access::read, .bti = 1, .simd = 8, .bytes = 4}),
            1U);
  const isa::Program none = program({end_of_thread()});
  EXPECT_EQ(message_alignment(none, none.instructions[0]), 0U);
}

}  // namespace
}  // namespace eugene::check
