// A message port that hashes what it is sent, to compare two runs of a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "eu/port.h"
#include "isa/message/message.h"

namespace eugene::testing {

// Memory fences have no response, and compiled code does not send them.
inline bool is_fence(const eu::SendRequest& request) {
  const auto message = isa::decode_message(isa::kGen9, request.instruction.send.sfid, request.descriptor, 0);
  return message && std::holds_alternative<isa::MemoryFence>(message->body);
}

// Responds with a function of all it has been sent. Some messages fault; if it `blocks`, some block once.
class ListeningPort final : public eu::MessagePort {
 public:
  explicit ListeningPort(bool blocks = false) : blocks_(blocks) {}

  eu::SendStatus send(const eu::SendRequest& request) override {
    if (request.instruction.send.eot) return eu::SendStatus::end_of_thread;  // compiled code may not send it
    if (is_fence(request)) return eu::SendStatus::done;
    if (blocks_ && (request.descriptor + request.channels) % 31 == 0 && !std::exchange(lets_through_, false))
      return eu::SendStatus::blocked;
    hear(request.descriptor);
    hear(request.extended_descriptor);
    hear(request.channels);
    for (const auto& payload : {request.payload, request.extended_payload})
      for (const eu::Grf& grf : payload)
        for (const std::byte byte : grf.bytes) hear(static_cast<std::uint32_t>(byte));
    if ((request.descriptor + request.channels) % 97 == 0) return eu::SendStatus::fault;
    for (eu::Grf& grf : request.response) {
      for (std::byte& byte : grf.bytes) byte ^= std::byte{0x5A};
      std::memcpy(grf.bytes.data(), &heard_, sizeof heard_);
    }
    return eu::SendStatus::done;
  }
  eu::Fault take_fault() override { return {.what = "a fault of the port"}; }
  std::uint64_t heard() const { return heard_; }
  void let_through() { lets_through_ = true; }  // the next message that would block

 private:
  void hear(std::uint32_t word) { heard_ = (heard_ ^ word) * 0x100000001b3U; }
  bool blocks_;
  bool lets_through_ = false;
  std::uint64_t heard_ = 0xcbf29ce484222325U;
};

}  // namespace eugene::testing
