// Compute shaders in SPIR-V modules, which are put together here word by word.
#include "binary/spirv_shader.h"

#include "binary/pipeline_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <vector>

namespace eugene::binary {
namespace {

class Module {
 public:
  Module& add(unsigned op, std::initializer_list<std::uint32_t> operands, const std::string& text = {},
              std::initializer_list<std::uint32_t> rest = {}) {
    std::vector<std::uint32_t> words(operands);
    if (!text.empty()) {
      std::vector<std::uint32_t> letters(text.size() / 4 + 1);
      std::memcpy(letters.data(), text.data(), text.size());
      words.insert(words.end(), letters.begin(), letters.end());
    }
    words.insert(words.end(), rest);
    words_.push_back(static_cast<std::uint32_t>((words.size() + 1) << 16 | op));
    words_.insert(words_.end(), words.begin(), words.end());
    return *this;
  }

  std::optional<ComputeShader> shader(const std::map<std::uint32_t, std::uint32_t>& specialization = {},
                                      std::size_t words = ~std::size_t{0}, const std::string& entry = "main") const {
    const auto bytes = std::as_bytes(std::span(words_).first(std::min(words, words_.size())));
    return spirv_shader({.module = bytes, .entry = entry, .specialization = specialization});
  }
  std::size_t size() const { return words_.size(); }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)); }

 private:
  std::vector<std::uint32_t> words_{0x0723'0203, 0x1'0500, 0, 100, 0};
};

// Entry point 1 in groups of 8x4; two storage blocks, of which the shader uses 20, and one of uniforms, 22.
Module example() {
  Module module;
  module.add(15, {5, 1}, "main")
      .add(16, {1, 17, 8, 4, 1})
      .add(5, {10}, "Out")
      .add(5, {22}, "parameters")
      .add(71, {20, 34, 1})
      .add(71, {20, 33, 3})
      .add(71, {22, 33, 0})
      .add(32, {11, 12, 10})  // pointers to 10, as storage
      .add(32, {12, 2, 13})   // and to 13, as uniforms
      .add(59, {11, 20, 12})
      .add(59, {11, 21, 12})
      .add(59, {12, 22, 2})
      .add(65, {30, 40, 20, 50})
      .add(65, {30, 41, 22, 50});
  return module;
}

TEST(SpirvShaders, HaveGroupSizesAndTheBlocksThatAreUsed) {
  const auto shader = example().shader();
  ASSERT_TRUE(shader);
  EXPECT_EQ(shader->name, "main");
  EXPECT_EQ(shader->local, (GroupSize{8, 4, 1}));
  EXPECT_TRUE(shader->has_all_blocks);
  EXPECT_EQ(shader->blocks,
            (std::vector<ShaderBlock>{{.binding = "set 1 binding 3", .name = "Out"},
                                      {.binding = "set 0 binding 0", .name = "parameters", .is_storage = false}}));
}

TEST(SpirvShaders, HaveBlocksOfOlderVersionsAndArrays) {
  Module module = example();
  module.add(71, {13, 3}).add(28, {14, 13, 60}).add(32, {15, 2, 14}).add(59, {15, 23, 2}).add(65, {30, 42, 23, 50});
  const auto shader = module.shader();
  ASSERT_TRUE(shader);
  ASSERT_EQ(shader->blocks.size(), 3U);
  EXPECT_TRUE(shader->blocks[1].is_storage);
  EXPECT_TRUE(shader->blocks[2].is_storage);
  EXPECT_TRUE(shader->blocks[2].is_array);
}

TEST(SpirvShaders, HaveSizesThatAreConstants) {
  Module module = example();
  module.add(50, {7, 61, 16})
      .add(71, {61, 1, 5})
      .add(43, {7, 62, 2})
      .add(51, {8, 63, 61, 62, 62})
      .add(71, {63, 11, 25});
  EXPECT_EQ(module.shader()->local, (GroupSize{16, 2, 2}));
  EXPECT_EQ(module.shader({{5, 32}})->local, (GroupSize{32, 2, 2}));
  Module by_id = example();
  by_id.add(43, {7, 62, 2}).add(331, {1, 38, 62, 62, 62});
  EXPECT_EQ(by_id.shader()->local, (GroupSize{2, 2, 2}));
  Module unknown = example();
  unknown.add(51, {8, 63, 61, 62, 62}).add(71, {63, 11, 25});
  EXPECT_EQ(unknown.shader()->local, std::nullopt);
}

TEST(SpirvShaders, AreNoneWhereTheModuleIsNotWhole) {
  const Module module = example();
  EXPECT_FALSE(module.shader({}, ~std::size_t{0}, "other"));
  EXPECT_FALSE(module.shader({}, module.size() - 1));
  for (std::size_t words = 0; words != module.size(); ++words) module.shader({}, words);
  EXPECT_FALSE(Module().add(0, {}).shader());
  EXPECT_FALSE(spirv_shader({}));
  Module two = example();
  two.add(15, {5, 2}, "second");
  EXPECT_FALSE(two.shader()->has_all_blocks);
}

// The file of the layer: its text, and the module.
TEST(PipelineFiles, HaveNamesAndConstants) {
  Module module = example();
  module.add(50, {7, 61, 16}).add(71, {61, 1, 5}).add(44, {8, 63, 61, 61, 61}).add(71, {63, 11, 25});
  const auto shader = [&](const std::string& text) {
    std::vector<std::byte> file(text.size());
    std::memcpy(file.data(), text.data(), text.size());
    const auto words = module.bytes();
    file.insert(file.end(), words.begin(), words.end());
    return pipeline_shader(file);
  };
  EXPECT_EQ(shader("eugene pipeline 3\nmain\nblur\n5 2 \n")->name, "blur");
  EXPECT_EQ(shader("eugene pipeline 3\nmain\n\n5 2 \n")->name, "pipeline 3");
  EXPECT_EQ(shader("eugene pipeline 3\nmain\n\n5 2 \n")->local, (GroupSize{2, 2, 2}));
  EXPECT_EQ(shader("eugene pipeline 3\nmain\n\n\n")->local, (GroupSize{16, 16, 16}));
  EXPECT_FALSE(shader("eugene pipeline 3\nother\n\n\n"));
  EXPECT_FALSE(shader("another pipeline 3\nmain\n\n\n"));
  EXPECT_FALSE(shader("eugene pipeline 3\nmain\n"));
  EXPECT_FALSE(pipeline_shader({}));
}

// Types: 30 int, 31 float, 32 vec3, 33 int[12 or a constant], 34 struct { float; vec3; }.
Module with_shared() {
  Module module;
  module.add(15, {5, 1}, "main")
      .add(5, {50}, "rows")
      .add(71, {41, 1, 7})
      .add(21, {30, 32, 0})
      .add(22, {31, 32})
      .add(23, {32, 31, 3})
      .add(43, {30, 40, 12})
      .add(50, {30, 41, 5})
      .add(28, {33, 30, 40})
      .add(28, {35, 32, 41})
      .add(30, {34, 31, 32})
      .add(32, {60, 4, 33})
      .add(32, {61, 4, 34})
      .add(32, {62, 4, 35})
      .add(59, {60, 50, 4})
      .add(59, {61, 51, 4})
      .add(59, {62, 52, 4});
  return module;
}

TEST(SharedMemory, IsLaidOutInOrder) {
  const auto shader = with_shared().add(54, {1, 2, 0, 3}).add(65, {70, 71, 50}).add(62, {51, 72}).add(61, {73, 74, 52});
  using Variables = std::vector<SharedVariable>;
  EXPECT_EQ(shader.shader()->shared, (Variables{{"rows", 0, 48}, {"", 48, 32}, {"", 80, 76}}));
  EXPECT_EQ(shader.shader({{7, 2}})->shared, (Variables{{"rows", 0, 48}, {"", 48, 32}, {"", 80, 28}}));
}

TEST(SharedMemory, HasOnlyWhatFunctionsMention) {
  const auto shader = with_shared().add(54, {1, 2, 0, 3}).add(228, {52, 1, 1, 72});
  EXPECT_EQ(shader.shader()->shared, (std::vector<SharedVariable>{{"", 0, 76}}));
}

TEST(SharedMemory, IsNotKnownOfBlocks) {
  const auto shader = with_shared().add(71, {34, 2}).add(54, {1, 2, 0, 3}).add(62, {51, 72});
  EXPECT_EQ(shader.shader()->shared, std::nullopt);
}

}  // namespace
}  // namespace eugene::binary
