// Whole GPU jobs captured from another driver. When replayed, they have the output that is expected with that driver.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/whole_file.h"
#include "binary/file.h"
#include "gpu/mmio_gpu.h"
#include "memory/surface.h"
#include "memory/surface_layout.h"
#include "serve/aub_replay.h"
#include "source_dir.h"

namespace eugene::serve {
namespace {

std::filesystem::path jobs() {
  const char* corpus = std::getenv("EUGENE_CORPUS");
  const std::filesystem::path root =
      corpus != nullptr ? corpus : std::filesystem::path(EUGENE_SOURCE_DIR) / ".." / "shared" / "corpus";
  return root / "jobs";
}

// Replays a job on `workers` host threads and returns the bytes of the surface that it writes.
std::vector<std::byte> output_of(const std::string& job, unsigned workers) {
  constexpr unsigned kOutput = 1;  // binding of the output buffer
  const auto packed = read_whole_file((jobs() / (job + ".bxt.aub.xz")).string());
  EXPECT_TRUE(packed) << packed.error().message;
  if (!packed) return {};
  const auto file = binary::unpack_xz(*packed);
  EXPECT_TRUE(file) << file.error().message;
  if (!file) return {};
  const auto packets = binary::parse_aub(*file);
  EXPECT_TRUE(packets) << packets.error().message;
  if (!packets) return {};
  gpu::WorkerPool pool(workers);
  std::vector<std::byte> bytes;
  std::optional<gpu::Work> last;
  std::uint64_t page_tables = 0;
  gpu::MmioGpu gpu(gpu::kDefaultDevice, pool, {},
                   {.report = [](const gpu::Report& report) { ADD_FAILURE() << gpu::format(report); },
                    .dispatched =
                        [&](const gpu::Work& work, const gpu::DispatchStats&, const memory::Ppgtt& space) {
                          last = work;
                          page_tables = space.root();
                        }});
  EXPECT_TRUE(replay_aub(*packets, gpu).problems.empty());
  if (!last) return {};
  memory::Ppgtt space(gpu.memory(), page_tables);
  memory::View view(space);
  const auto surface =
      memory::read_surface_state(view, memory::kGen9Surfaces, last->bases.surface, last->binding_table, kOutput);
  if (!surface) return {};
  bytes.resize(surface->bytes());
  EXPECT_TRUE(view.read(surface->base, bytes));
  return bytes;
}

class ReplayCorpus : public testing::TestWithParam<const char*> {};

TEST_P(ReplayCorpus, GivesTheExpectedWords) {
  const std::string job = GetParam();
  if (!std::filesystem::exists(jobs() / (job + ".bxt.aub.xz"))) GTEST_SKIP() << "no corpus";
  const auto expected = read_whole_file((jobs() / (job + ".comp.expected.bin")).string());
  ASSERT_TRUE(expected);
  EXPECT_EQ(output_of(job, 1), *expected);
  EXPECT_EQ(output_of(job, 3), *expected);  // results do not depend on the number of workers
}

INSTANTIATE_TEST_SUITE_P(Jobs, ReplayCorpus, testing::Values("copy", "int_alu", "slm_reduce", "switch_if"));

}  // namespace
}  // namespace eugene::serve
