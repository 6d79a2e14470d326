// Any bytes from a simulator client: replies are whole messages, and memory that does not exist is not accessed.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "serve/tbx_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  if (size == 0) return 0;
  static gpu::WorkerPool pool(1);
  gpu::MmioGpu gpu(gpu::kDefaultDevice, pool, {.timeout = std::chrono::milliseconds(20)});
  serve::TbxSession session(gpu);
  // The first byte is the size of the pieces in which the other bytes arrive.
  const std::size_t piece = data[0] + 1;
  auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  std::vector<std::byte> replies;
  while (!bytes.empty()) {
    const auto now = bytes.first(std::min(piece, bytes.size()));
    bytes = bytes.subspan(now.size());
    replies.clear();
    const auto done = session.receive(now, replies);
    if (!done) {
      if (done.error().message.empty()) std::abort();
      return 0;
    }
    // Headers of three dwords; a read's data follows its body.
    for (std::size_t at = 0; at < replies.size();) {
      std::uint32_t head[6] = {};
      if (replies.size() - at < sizeof(serve::TbxHeader)) std::abort();
      std::memcpy(head, replies.data() + at, std::min(sizeof head, replies.size() - at));
      at += sizeof(serve::TbxHeader) + head[2];
      if (head[0] == static_cast<std::uint32_t>(serve::TbxType::read_data_reply)) at += head[5];
      if (at > replies.size()) std::abort();
    }
  }
  return 0;
}
