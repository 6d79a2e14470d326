// The message ports of tests: one hands messages to the test, and the other shows whether two ways to run a program
// have sent the same messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#include "eu/port.h"
#include "isa/message/message.h"

namespace eugene::test {

// Ends threads, and hands other messages to `on_send`. Without `on_send`, other messages do nothing.
struct TestPort final : eu::MessagePort {
  std::function<eu::SendStatus(const eu::SendRequest&)> on_send;
  eu::Fault fault;
  unsigned ends = 0;  // messages that ended a thread

  TestPort() = default;
  explicit TestPort(const eu::FastPaths& paths) { fast_paths_ = paths; }

  eu::SendStatus send(const eu::SendRequest& request) override {
    if (request.instruction.send.eot) {
      ++ends;
      return eu::SendStatus::end_of_thread;
    }
    return on_send ? on_send(request) : eu::SendStatus::done;
  }
  eu::Fault take_fault() override { return fault; }
};

// Memory fences have no response, and compiled code does not send them.
inline bool is_fence(const eu::SendRequest& request) {
  const auto message = isa::decode_message(isa::kGen9, request.instruction.send.sfid, request.descriptor, 0);
  return message && std::holds_alternative<isa::MemoryFence>(message->body);
}

// Hashes everything that is sent to it, and answers with a function of the hash. Some messages fault. If the port
// blocks, some messages block the first time.
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
  void let_through() { lets_through_ = true; }  // lets the next message pass that would block

 private:
  void hear(std::uint32_t word) { heard_ = (heard_ ^ word) * 0x100000001b3U; }
  bool blocks_;
  bool lets_through_ = false;
  std::uint64_t heard_ = 0xcbf29ce484222325U;
};

}  // namespace eugene::test
