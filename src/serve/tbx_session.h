// One client's communication with a GPU, as bytes in and bytes out, without sockets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/mmio_gpu.h"
#include "serve/tbx_protocol.h"

namespace eugene::serve {

class TbxSession {
 public:
  // `take` is called when many replies have been collected before all received messages are processed: 10,000 small
  // messages may request 64 MB each. It takes all replies, and returns false if the client accepts no more. If `take`
  // is empty, replies are kept.
  using Take = std::function<bool(std::vector<std::byte>& replies)>;
  explicit TbxSession(gpu::MmioGpu& gpu, Take take = {}) : gpu_(&gpu), take_(std::move(take)) {}

  // Processes received bytes, in pieces of any size, and appends replies. Fails if the client violates the protocol;
  // the rest of its data cannot be interpreted then.
  Result<void> receive(std::span<const std::byte> bytes, std::vector<std::byte>& replies);
  // Whether the data so far ends between two messages.
  bool between_messages() const { return data_left_ == 0 && filled_ == 0; }
  std::uint64_t messages() const { return messages_; }

 private:
  Result<void> begin_message();
  Result<void> message(std::vector<std::byte>& replies);
  void mmio(std::vector<std::byte>& replies);
  Result<void> gtt(std::vector<std::byte>& replies);
  void write_data(std::span<const std::byte> data);
  Result<void> read_data(std::vector<std::byte>& replies);
  std::uint32_t body(std::size_t index) const;
  std::uint64_t address() const;
  void reply(TbxType type, std::span<const std::uint32_t> body, std::vector<std::byte>& replies) const;

  gpu::MmioGpu* gpu_;
  Take take_;
  std::array<std::byte, sizeof(TbxHeader) + kTbxLargestBody> buffer_{};
  std::size_t filled_ = 0;  // received bytes of header and body
  TbxHeader header_;
  std::uint64_t data_address_ = 0;  // of a memory write whose data is being received
  std::uint64_t data_left_ = 0;
  std::uint64_t messages_ = 0;
};

}  // namespace eugene::serve
