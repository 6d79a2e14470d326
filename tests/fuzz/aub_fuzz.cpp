// Any bytes as an AUB trace: packets whose data lies in the file, or a reason with a place; and a replay that ends.
#include <cstdint>
#include <cstdlib>

#include "serve/aub_replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const auto file = std::as_bytes(std::span(data, size));
  const auto packets = binary::parse_aub(file);
  if (!packets) {
    if (packets.error().message.empty() || packets.error().where.offset < 0) std::abort();
    return 0;
  }
  for (const binary::AubPacket& packet : *packets) {
    const auto* write = std::get_if<binary::AubMemoryWrite>(&packet.content);
    if (write == nullptr || write->data.empty()) continue;
    if (write->data.data() < file.data() || write->data.data() + write->data.size() > file.data() + size) std::abort();
  }
  static gpu::WorkerPool pool(1);
  gpu::MmioGpu gpu(gpu::kDefaultDevice, pool, {.timeout = std::chrono::milliseconds(20)});
  serve::replay_aub(*packets, gpu);
  return 0;
}
