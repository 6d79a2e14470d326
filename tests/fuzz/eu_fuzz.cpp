// Any program on any registers: a thread ends, waits, faults or runs out of budget; it never harms the host.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "eu/interpreter.h"
#include "isa/encoding/decode.h"

namespace {

using namespace eugene;
using namespace eugene::eu;

// Answers every message with its own bytes; now and then it blocks or faults.
class EchoPort : public MessagePort {
 public:
  SendStatus send(const SendRequest& request) override {
    if (++sends_ % 61 == 0) return SendStatus::fault;
    if (sends_ % 31 == 0) return SendStatus::blocked;
    for (std::size_t i = 0; i < request.response.size(); ++i) {
      const std::span<const Grf> from = request.payload.empty() ? request.extended_payload : request.payload;
      request.response[i] = from.empty() ? Grf{} : from[i % from.size()];
    }
    return request.instruction.send.eot ? SendStatus::end_of_thread : SendStatus::done;
  }
  Fault take_fault() override { return {.what = "the fuzzer's"}; }

 private:
  unsigned sends_ = 0;
};

constexpr std::uint64_t kBudget = 2000;

void run_program(const isa::Gen& gen, std::span<const std::byte> registers, std::span<const std::byte> code) {
  Diagnostics diagnostics;
  const Result<Kernel> kernel = prepare(isa::decode_program(gen, code, diagnostics));
  if (!kernel) std::abort();  // all programs that the decoder returns are valid
  static Thread thread;
  start(thread, registers.empty() ? 0xFFFF : static_cast<std::uint32_t>(registers[0]) * 0x1010101U);
  for (std::size_t i = 0; i < sizeof thread.grf; ++i) {
    if (registers.empty()) break;
    reinterpret_cast<std::byte*>(thread.grf.data())[i] = registers[i % registers.size()];
  }
  if (registers.size() >= 2) thread.control[0] |= static_cast<std::uint32_t>(registers[1]) << 3;
  EchoPort port;
  for (int tries = 0; tries < 4; ++tries) {
    const std::uint64_t before = thread.instructions_executed;
    const Outcome outcome = run(*kernel, thread, port, {.instructions = kBudget});
    if (thread.instructions_executed - before > kBudget) std::abort();
    if ((outcome.stop == eu::Stop::fault) != outcome.fault.has_value()) std::abort();
    if (outcome.fault && outcome.fault->what.empty()) std::abort();
    if (outcome.stop == eu::Stop::end_of_thread || outcome.stop == eu::Stop::fault) return;
    for (std::uint32_t& count : thread.notification) count += 1;
  }
}

}  // namespace

// The first byte chooses the generation and how many bytes fill the registers; the rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::span<const std::byte> all = std::as_bytes(std::span(data + 1, size - 1));
  constexpr std::array kGens{&isa::kGen6, &isa::kGen9, &isa::kGen12};
  const std::size_t filled = std::min<std::size_t>(data[0] / kGens.size(), all.size());
  run_program(*kGens[data[0] % kGens.size()], all.first(filled), all.subspan(filled));
  return 0;
}
