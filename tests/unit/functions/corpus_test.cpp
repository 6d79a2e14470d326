// The sends of compiled shaders: our idea of every message's length is the compiler's.
#include <set>
#include <string>

#include "isa/decode.h"
#include "isa/message.h"
#include "port_fixture.h"
#include "unit/isa/corpus.h"

namespace eugene::functions {
namespace {

struct CorpusMessages : PortTest {
  // Every binding table index is a buffer, or a 2D surface for the messages that want one.
  void bind_all(bool images) {
    const std::array<std::uint32_t, 16> buffer{4U << 29 | 0x1FFU << 18, 0, 0x7F | 0x1FFU << 16, 0, 0, 0, 0, 0, kBuffer};
    const std::array<std::uint32_t, 16> image{1U << 29 | 0xD7U << 18, 0, 15U | 15U << 16, 63, 0, 0, 0, 0, kBuffer};
    std::memcpy(&heap[0], images ? image.data() : buffer.data(), 64);
    std::memset(&heap[kBindingTable], 0, 256 * 4);
    port.begin_dispatch(environment);
  }
};

TEST_F(CorpusMessages, HaveTheLengthsWeExpect) {
  // A64 messages of zero payloads reach address 0.
  ASSERT_TRUE(flat.map(0, 0x1000));
  std::set<std::string> executed;
  const bool present = eugene::testing::for_each_line("instructions-bxt.txt.xz", [&](std::string_view line) {
    const auto bytes = eugene::testing::bytes_of(line);
    const auto instruction = isa::decode(isa::kGen9, bytes);
    if (!instruction || instruction->send.descriptor_in_a0) return;
    const isa::Format format = instruction->row().format;
    if (format != isa::Format::send && format != isa::Format::split_send) return;
    const auto message = isa::decode_message(isa::kGen9, instruction->send.sfid, instruction->send.descriptor, 0);
    if (!message) return;
    bind_all(std::holds_alternative<isa::TypedSurface>(message->body) ||
             std::holds_alternative<isa::TypedAtomic>(message->body) ||
             std::holds_alternative<isa::MediaBlock>(message->body));
    const Registers payload(message->length, eu::Grf{});
    const Registers extended(instruction->send.extended_message_length(), eu::Grf{});
    response.assign(message->response_length, {});
    const eu::SendStatus status = port.send({.instruction = *instruction,
                                             .thread = thread,
                                             .descriptor = instruction->send.descriptor,
                                             .payload = payload,
                                             .extended_payload = extended,
                                             .response = response,
                                             .channels = 0xFFFF});
    const std::string name = isa::describe(isa::kGen9, *message);
    if (status == eu::SendStatus::fault) {
      const eu::Fault why = port.take_fault();
      if (why.what.find("not yet supported") == std::string::npos) ADD_FAILURE() << name << ": " << why.what;
      return;
    }
    executed.insert(name);
  });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_GT(executed.size(), 20U);
}

}  // namespace
}  // namespace eugene::functions
