// Any dwords as a batch buffer of a generation, with the same bytes as its state, its constants and its kernels:
// the streamer ends with a reason, and dispatches run or say why not. The first byte chooses the generation.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "gpu/commands/command_streamer.h"
#include "gpu/schedule/executor.h"
#include "memory/flat_memory.h"

namespace {

using namespace eugene;

constexpr std::uint64_t kRing = 0x1000;
constexpr std::uint64_t kStatusPage = 0x2000;
constexpr std::uint64_t kBatch = 0;  // so that addresses of the input are mapped
constexpr std::uint64_t kBytes = 0x10000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > kBytes) return 0;
  constexpr std::array kNames{"bxt", "snb", "tgl", "snb"};
  const gpu::Device& device = *gpu::find_device(kNames[*data & 3]);
  ++data;
  --size;
  memory::FlatMemory ggtt;
  memory::FlatMemory ppgtt;
  if (!ggtt.map(kRing, 0x2000) || !ppgtt.map(kBatch, kBytes)) std::abort();
  memory::View ggtt_view(ggtt);
  memory::View ppgtt_view(ppgtt);
  const unsigned more_address_dwords = gpu::command_layout(*device.gen).address_dwords() - 1;
  const std::uint32_t ring_commands[] = {0x1880'0100 | more_address_dwords, kBatch, 0, 0};
  ggtt_view.write(kRing, std::as_bytes(std::span(ring_commands)));
  ppgtt_view.write(kBatch, std::as_bytes(std::span(data, size)));

  static gpu::WorkerPool pool(1);
  const gpu::Clock clock(device.timestamp_hz);
  gpu::Executor executor(device, pool, {.timeout = std::chrono::milliseconds(20)});
  gpu::Registers registers(clock);
  unsigned dispatches = 0;
  gpu::CommandStreamer streamer(*device.gen,
                                {.run_work = [&](const gpu::Work& work, gpu::SuspendedJobPtr*) -> Result<void> {
                                   if (++dispatches > 4) return fail("enough");
                                   const auto done = executor.run(work, ppgtt);
                                   if (!done) return std::unexpected(done.error());
                                   return {};
                                 },
                                 .invalidate = {}},
                                registers, ppgtt_view, ggtt_view);
  streamer.set_status_page(kStatusPage);
  gpu::Ring ring{.start = kRing, .bytes = 0x1000, .tail = sizeof ring_commands};
  const auto status = streamer.run(ring, std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
  if (status == gpu::StreamStatus::failed && streamer.error().message.empty()) std::abort();
  if (status == gpu::StreamStatus::waiting && streamer.waiting_for().empty()) std::abort();
  return 0;
}
