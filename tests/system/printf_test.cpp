// printf in kernels: the driver prints what the kernel left in its buffer.
#include <set>
#include <sstream>

#include "compare.h"
#include "gpu.h"

namespace suite {
namespace {

TEST(Printf, Formats) {
  for_each_width([](unsigned width) {
    const auto program = gpu().build("printf.cl", "", width);
    testing::internal::CaptureStdout();
    gpu().run(program, "formats", {8}, cl::NullRange, cl_int{-42}, cl_uint{0xBEEF}, cl_long{-1234567890123}, 3.25f,
              cl_int4{{1, -2, 3, -4}});
    gpu().queue.finish();
    const std::string printed = testing::internal::GetCapturedStdout();
    EXPECT_EQ(printed,
              "int -42|  -42|-42  |-0042|-42\n"
              "unsigned 48879 beef BEEF 137357 0xbeef\n"
              "char A string literal percent %\n"
              "long -1234567890123 fffffee08e04fb35\n"
              "float 3.250000 3.250 3.250000e+00 3.25\n"
              "vector 1,-2,3,-4 1,fffffffe,3,fffffffc\n");
  });
}

TEST(Printf, FromEveryone) {
  for_each_width([](unsigned width) {
    const int count = 150;
    const auto in = integers<cl_int>(count, 130);
    const auto program = gpu().build("printf.cl", "", width);
    testing::internal::CaptureStdout();
    gpu().run(program, "everyone", {count}, {50}, gpu().array(in));
    gpu().queue.finish();
    std::istringstream printed(testing::internal::GetCapturedStdout());
    std::multiset<std::string> got, want;
    for (std::string line; std::getline(printed, line);) got.insert(line);
    for (int i = 0; i < count; i += 3) want.insert("item " + std::to_string(i) + " has " + std::to_string(in[i]));
    EXPECT_EQ(got, want);
  });
}

}  // namespace
}  // namespace suite
