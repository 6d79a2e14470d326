// A program that draws under the debugger.
#include <gtest/gtest.h>

#include "../gpu/executor_fixture.h"
#include "debug/debug_source.h"

namespace eugene::debug {
namespace {

class Listener final : public Console {
 public:
  explicit Listener(std::vector<std::string>& said) : said_(&said) {}
  void say(std::string_view text) override { said_->emplace_back(text); }
  std::optional<std::string> ask() override { return "continue"; }

 private:
  std::vector<std::string>* said_;
};

// Runs two dispatches of each stage, of a kernel without a name.
std::vector<std::string> said_of(const std::vector<Stage>& stages) {
  std::vector<std::string> said;
  const auto source = std::make_shared<DebugSource>(std::make_unique<Listener>(said),
                                                    [](std::span<const std::byte>) { return ProgramText(); });
  gpu::TestGpu gpu(gpu::ExecutorOptions{.observers = {source}}, 1);
  gpu.load(gpu::machine_code(gpu::kStraightKernel));
  for (const Stage stage : stages) {
    gpu::Work work = gpu::TestGpu::work({});
    work.stage = stage;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(gpu.run_work(work));
  }
  return said;
}

TEST(Draws, AreSaidToBePassedOverOnce) {
  EXPECT_TRUE(said_of({Stage::compute}).empty());
  const std::vector<std::string> said = said_of({Stage::vertex, Stage::pixel});
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("not in shaders"), std::string::npos);
}

}  // namespace
}  // namespace eugene::debug
