// Compute shaders in what Mesa captures of OpenGL's programs.
#include "binary/glsl_shader.h"

#include <gtest/gtest.h>

namespace eugene::binary {
namespace {

ComputeShader shader_of(const std::string& text) {
  return glsl_shader("[require]\nGLSL ES >= 3.10\n\n[compute shader]\n" + text, "program 2").value_or(ComputeShader());
}

TEST(GlslShaders, HaveGroupSizesAndBlocks) {
  const ComputeShader shader = shader_of(
      "#version 310 es\n"
      "layout(local_size_x = 8, local_size_y = 4u) in; // layout(local_size_x = 3) in;\n"
      "layout(std430, binding = 3) restrict readonly buffer In { uint first; vec4 rest[]; } source;\n"
      "buffer Out { uint result[]; };\n"
      "layout(binding = 1) buffer Many { uint all[4]; } many[2];\n"
      "layout(r32ui, binding = 7) uniform highp writeonly uimage2D picture;\n");
  EXPECT_EQ(shader.name, "program 2");
  EXPECT_EQ(shader.local, (GroupSize{8, 4, 1}));
  EXPECT_TRUE(shader.has_all_blocks);
  ASSERT_EQ(shader.blocks.size(), 3U);
  EXPECT_EQ(shader.blocks[0], (ShaderBlock{.binding = "binding 3", .name = "In"}));
  EXPECT_EQ(shader.blocks[1], (ShaderBlock{.name = "Out"}));
  EXPECT_EQ(shader.blocks[2], (ShaderBlock{.binding = "binding 1", .name = "Many", .is_array = true}));
}

TEST(GlslShaders, HaveNamesForSizes) {
  EXPECT_EQ(shader_of("#define X 16\nconst uint Y = 2u;\n/* layout(local_size_z = 9)\n in; */"
                      "layout(local_size_x = X) in; layout(local_size_y = Y) in;")
                .local,
            (GroupSize{16, 2, 1}));
  EXPECT_EQ(shader_of("#define X 16\n#define X 8\nlayout(local_size_x = X) in;").local, std::nullopt);
  EXPECT_EQ(shader_of("layout(local_size_x = 4 * 4) in;").local, std::nullopt);
  EXPECT_EQ(shader_of("#define X Y\n#define Y X\nlayout(local_size_x = X) in;").local, std::nullopt);
  EXPECT_EQ(shader_of("layout(local_size_variable) in;").local, std::nullopt);
}

TEST(GlslShaders, MayHaveMoreBuffers) {
  EXPECT_FALSE(shader_of("layout(binding = 0) uniform atomic_uint count;").has_all_blocks);
  EXPECT_FALSE(shader_of("#ifdef A\nbuffer Out { uint result[]; };\n#endif\n").has_all_blocks);
  EXPECT_FALSE(shader_of("#define BLOCK(name) buffer name { uint result[]; };\nBLOCK(A)").has_all_blocks);
}

TEST(GlslShaders, AreOfComputeAlone) {
  EXPECT_EQ(glsl_shader("[vertex shader]\nvoid main() {}\n", "program 1"), std::nullopt);
  EXPECT_EQ(glsl_shader("", "program 1"), std::nullopt);
  for (const char* text : {"layout(", "layout(local_size_x =", "buffer A {", "/*", "#", "#define", "buffer A { } b"})
    EXPECT_EQ(shader_of(text).local, std::nullopt);
}

}  // namespace
}  // namespace eugene::binary
