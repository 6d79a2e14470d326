// Launches that are refused before they run, and the sizes of groups.
#include "launch/launch.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "eu/thread.h"

namespace eugene::launch {
namespace {

binary::DeviceKernel kernel_with(std::vector<binary::DeclaredArgument> arguments) {
  binary::DeviceKernel kernel;
  kernel.name = "k";
  kernel.simd = 16;
  kernel.arguments = std::move(arguments);
  return kernel;
}

ValueArgument value(std::size_t bytes) { return {.bytes = std::vector<std::byte>(bytes)}; }

std::string refusal(const binary::DeviceKernel& kernel, const Launch& launch) {
  const auto done = check_arguments(kernel, launch);
  return done ? std::string() : done.error().message;
}

TEST(Launch, ArgumentsHaveTheirKindsAndSizes) {
  using Kind = binary::ArgumentKind;
  const auto kernel =
      kernel_with({{.kind = Kind::global, .name = "out"}, {.kind = Kind::value, .size = 4}, {.kind = Kind::local}});
  const std::vector<ArgumentValue> right{BufferArgument{}, value(4), LocalArgument{64}};
  EXPECT_EQ(refusal(kernel, {.arguments = right}), "");
  EXPECT_EQ(refusal(kernel, {.arguments = {BufferArgument{}, value(1), LocalArgument{64}}}), "");
  EXPECT_EQ(refusal(kernel, {.arguments = {BufferArgument{}, value(4)}}), "argument 2 is not set");
  EXPECT_EQ(refusal(kernel, {}), "argument 0 (out) is not set");
  EXPECT_EQ(refusal(kernel, {.arguments = {value(4), value(4), LocalArgument{}}}),
            "argument 0 (out) has the kind global, but is given a value of another kind");
  EXPECT_EQ(refusal(kernel, {.arguments = {BufferArgument{}, value(8), LocalArgument{}}}),
            "argument 1 has 4 bytes, but is given 8");
  EXPECT_EQ(refusal(kernel, {.arguments = {BufferArgument{}, BufferArgument{}, LocalArgument{}}}),
            "argument 1 has the kind value, but is given a value of another kind");
  auto more = right;
  more.emplace_back(value(4));
  EXPECT_EQ(refusal(kernel, {.arguments = more}), "kernel k has 3 arguments, but is given 4");
}

TEST(Launch, ImagesNeedADriver) {
  const auto kernel = kernel_with({{.kind = binary::ArgumentKind::image}});
  const auto done = check_arguments(kernel, {.arguments = {BufferArgument{}}});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().hint.find("eugene run"), std::string::npos);
}

TEST(GroupSizes, AreChosenAsDivisors) {
  const auto kernel = kernel_with({});
  const auto chosen = [&](const Sizes& global) { return *group_size(kernel, {.global = global}, 512); };
  EXPECT_EQ(chosen({1024, 1, 1}), (Sizes{256, 1, 1}));
  EXPECT_EQ(chosen({100, 1, 1}), (Sizes{100, 1, 1}));
  EXPECT_EQ(chosen({257, 1, 1}), (Sizes{1, 1, 1}));  // a prime number
  EXPECT_EQ(chosen({64, 64, 2}), (Sizes{64, 4, 1}));
}

TEST(GroupSizes, AreRefusedWhereTheyDoNotFit) {
  auto kernel = kernel_with({});
  EXPECT_FALSE(group_size(kernel, {.global = {0, 1, 1}}, 512));
  EXPECT_FALSE(group_size(kernel, {.global = {100, 1, 1}, .local = {64, 1, 1}}, 512));
  EXPECT_FALSE(group_size(kernel, {.global = {1024, 1, 1}, .local = {1024, 1, 1}}, 512));
  EXPECT_EQ(*group_size(kernel, {.global = {128, 2, 1}, .local = {64, 2, 1}}, 512), (Sizes{64, 2, 1}));
  kernel.required_group_size = {8, 4, 1};
  EXPECT_EQ(*group_size(kernel, {.global = {16, 4, 1}}, 512), (Sizes{8, 4, 1}));
  EXPECT_FALSE(group_size(kernel, {.global = {16, 4, 1}, .local = {16, 1, 1}}, 512));
}

TEST(GroupSizes, NeedNotDivideWhereLastGroupsMayBeSmaller) {
  binary::DeviceKernel kernel;
  const Launch launch{.global = {100, 1, 1}, .local = {64, 1, 1}};
  EXPECT_EQ(*group_size(kernel, launch, 512, LastGroups::smaller), (Sizes{64, 1, 1}));
  EXPECT_FALSE(group_size(kernel, {.global = {100, 1, 1}, .local = {1024, 1, 1}}, 512, LastGroups::smaller));
}

using Groups = std::array<Sizes, 3>;  // their work-items, the first, the end

std::vector<Groups> parts(const Sizes& global, const Sizes& local) {
  std::vector<Groups> all;
  for (const Part& each : split_parts(global, local)) all.push_back({each.local, each.first, each.end});
  return all;
}

TEST(Parts, HaveGroupsOfOneSize) {
  EXPECT_EQ(parts({64, 6, 1}, {16, 2, 1}), (std::vector<Groups>{{{{16, 2, 1}, {0, 0, 0}, {4, 3, 1}}}}));
  EXPECT_EQ(parts({5, 5, 1}, {2, 2, 1}), (std::vector<Groups>{{{{2, 2, 1}, {0, 0, 0}, {2, 2, 1}}},
                                                              {{{2, 1, 1}, {0, 2, 0}, {2, 3, 1}}},
                                                              {{{1, 2, 1}, {2, 0, 0}, {3, 2, 1}}},
                                                              {{{1, 1, 1}, {2, 2, 0}, {3, 3, 1}}}}));
  EXPECT_EQ(parts({3, 1, 1}, {8, 1, 1}), (std::vector<Groups>{{{{3, 1, 1}, {0, 0, 0}, {1, 1, 1}}}}));
  EXPECT_EQ(parts({9, 9, 9}, {2, 4, 8}).size(), 8U);
}

TEST(GroupSizes, DoNotWrapAround) {
  const Sizes large{1U << 31, 1U << 31, 4};  // 2^64 work-items
  EXPECT_FALSE(group_size(kernel_with({}), {.global = large, .local = large}, 512));
}

TEST(Launch, KernelsAreWhatAThreadCanHold) {
  auto kernel = kernel_with({});
  const auto refusal = [&] {
    const auto done = check_kernel(kernel);
    return done ? std::string() : done.error().message;
  };
  kernel.thread_payload.dimensions = 3;
  kernel.cross_thread_bytes = 124 * eu::kGrfBytes;  // after the header and three ids
  EXPECT_EQ(refusal(), "");
  ++kernel.cross_thread_bytes;
  EXPECT_EQ(refusal(), "kernel k begins with 129 registers of data, but a thread has 128");
  kernel.cross_thread_bytes = 0xFFFF'FFF0;
  EXPECT_NE(refusal(), "");
  kernel.cross_thread_bytes = 0;
  kernel.simd = 24;
  EXPECT_EQ(refusal(), "kernel k has 24 work-items per thread, but it must have 8, 16 or 32");
  kernel.simd = 0;
  EXPECT_EQ(refusal(), "the binary does not give the SIMD width of kernel k");
}

}  // namespace
}  // namespace eugene::launch
