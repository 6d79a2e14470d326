// Which shader a dispatch is of, and what its surfaces are called.
#include "check/known_shader.h"

#include <gtest/gtest.h>

#include <vector>

namespace eugene::check {
namespace {

binary::ComputeShader shader(const std::string& name, std::optional<binary::GroupSize> local) {
  return {.name = name, .local = local, .blocks = {{.binding = "binding 3", .name = "Out"}}};
}

TEST(KnownShaders, FitTheirInvocations) {
  const std::vector<binary::ComputeShader> all{shader("a", binary::GroupSize{8, 8, 1}),
                                               shader("b", binary::GroupSize{16, 1, 1}),
                                               shader("c", binary::GroupSize{4, 4, 1})};
  EXPECT_EQ(known_shader(all, 64), all[0]);
  const binary::ComputeShader either = known_shader(all, 16);
  EXPECT_EQ(either.name, "");
  EXPECT_EQ(either.local, std::nullopt);
  EXPECT_FALSE(either.has_all_blocks);
  EXPECT_EQ(known_shader(all, 5), binary::ComputeShader());
  EXPECT_EQ(known_shader({}, 5), binary::ComputeShader());
}

TEST(KnownShaders, OfOneSizeHaveThat) {
  const std::vector<binary::ComputeShader> all{shader("a", binary::GroupSize{8, 8, 1}),
                                               shader("b", binary::GroupSize{8, 8, 1})};
  EXPECT_EQ(known_shader(all, 64).local, (binary::GroupSize{8, 8, 1}));
  EXPECT_EQ(known_shader(all, 64).name, "");
}

// A shader of unknown size fits every dispatch, so the dispatch may be its.
TEST(KnownShaders, AreNotKnownBesideOthersWithoutSize) {
  const std::vector<binary::ComputeShader> all{shader("a", binary::GroupSize{8, 8, 1}), shader("b", std::nullopt)};
  EXPECT_EQ(known_shader(all, 64).local, std::nullopt);
  EXPECT_EQ(known_shader(all, 65).name, "b");
}

check::ArgumentMemory surface(const std::string& kind) { return {.label = "surface 1", .name = {}, .made_as = kind}; }

TEST(NamesOfSurfaces, AreThoseOfTheOnlyBlock) {
  check::LaunchMemory memory{.kernel = "k", .arguments = {surface("storage buffer"), surface("uniform buffer")}};
  name_surfaces(memory, shader("a", std::nullopt));
  EXPECT_EQ(check::describe(memory.arguments[0]), "binding 3 `Out` (storage buffer of 0 bytes)");
  EXPECT_EQ(memory.arguments[1].label, "surface 1");

  check::LaunchMemory two{.kernel = "k", .arguments = {surface("storage buffer"), surface("storage buffer")}};
  name_surfaces(two, shader("a", std::nullopt));
  EXPECT_EQ(two.arguments[0].label, "surface 1");

  binary::ComputeShader more = shader("a", std::nullopt);
  more.has_all_blocks = false;
  check::LaunchMemory other{.kernel = "k", .arguments = {surface("storage buffer")}};
  name_surfaces(other, more);
  EXPECT_EQ(other.arguments[0].label, "surface 1");
  more = shader("a", std::nullopt);
  more.blocks[0].is_array = true;
  name_surfaces(other, more);
  EXPECT_EQ(other.arguments[0].label, "surface 1");
}

TEST(SharedMemory, EndsWithItsVariables) {
  binary::ComputeShader known = shader("a", std::nullopt);
  known.shared = {{.name = "rows", .offset = 0, .bytes = 384}};
  check::LaunchMemory memory{.kernel = "k", .local_bytes = 1024};
  name_shared_memory(memory, known);
  EXPECT_EQ(memory.local_bytes, 384U);
  EXPECT_EQ(check::describe(memory, {.is_local = true, .address = 380, .bytes = 4}),
            "shared variable `rows` (384 bytes), byte 380, 4 bytes");
  // A driver that allocates more has another layout.
  memory.local_bytes = 2048;
  name_shared_memory(memory, known);
  EXPECT_EQ(memory.local_bytes, 2048U);
}

}  // namespace
}  // namespace eugene::check
