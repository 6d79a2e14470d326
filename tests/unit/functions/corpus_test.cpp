// The sends of compiled shaders: our idea of every message's length is the compiler's.
#include <set>
#include <string>

#include "functions/urb.h"
#include "isa/encoding/decode.h"
#include "isa/message/message.h"
#include "memory/format.h"
#include "port_fixture.h"
#include "support/corpus.h"

namespace eugene::functions {
namespace {

struct CorpusMessages : PortTest {
  // Binds a buffer to every binding table index, or a 2D surface for messages that need one.
  void bind_all(const isa::Gen& gen, Port& to, const isa::Message& message) {
    const bool image = std::holds_alternative<isa::TypedSurface>(message.body) ||
                       std::holds_alternative<isa::TypedAtomic>(message.body) ||
                       std::holds_alternative<isa::MediaBlock>(message.body) ||
                       std::holds_alternative<isa::RenderTarget>(message.body);
    memory::SurfaceState state{.type = memory::SurfaceType::buffer, .elements = 0x1'0000, .base = kBuffer};
    state.format = memory::find_format("R8_UINT")->code;
    if (image) {
      state = {.type = memory::SurfaceType::two_d, .width = 16, .height = 16, .pitch = 64, .base = kBuffer};
      state.format = memory::find_format("R32_UINT")->code;
    }
    const auto bytes = memory::encode_surface_state(surface_layout(gen), state);
    std::memcpy(&heap[0], bytes.data(), bytes.size());
    std::memset(&heap[kBindingTable], 0, 256 * 4);
    to.begin_dispatch(environment);
  }

  // The kinds of messages of a corpus that were executed.
  std::set<std::string> execute_all(const isa::Gen& gen, const std::string& file, bool& present) {
    Port each(gen, view);
    Urb urb;
    environment.urb = gen.has_message_registers() ? &urb : nullptr;
    each.begin_group({.slm = std::as_writable_bytes(std::span(slm)), .barrier = &barrier});
    std::set<std::string> executed;
    present = eugene::test::for_each_line(file, [&](std::string_view line) {
      const auto bytes = eugene::test::bytes_of(line);
      const auto instruction = isa::decode(gen, bytes);
      if (!instruction || instruction->send.descriptor_in_a0) return;
      const isa::Format format = instruction->row().format;
      if (format != isa::Format::send && format != isa::Format::split_send) return;
      const auto message = isa::decode_message(gen, instruction->send.sfid, instruction->send.descriptor, 0);
      if (!message) return;
      bind_all(gen, each, *message);
      if (environment.urb != nullptr) urb = Urb();
      // The headers of messages to the URB place their entries apart.
      Registers payload(message->length, eu::Grf{});
      if (std::holds_alternative<isa::Urb>(message->body)) payload[0].bytes[4] = std::byte{64};
      const Registers extended(instruction->send.extended_message_length(), eu::Grf{});
      response.assign(message->response_length, {});
      const eu::SendStatus status = each.send({.instruction = *instruction,
                                               .thread = thread,
                                               .descriptor = instruction->send.descriptor,
                                               .payload = payload,
                                               .extended_payload = extended,
                                               .response = response,
                                               .channels = 0xFFFF});
      const std::string name = isa::describe(gen, *message);
      if (status == eu::SendStatus::fault) {
        const eu::Fault why = each.take_fault();
        if (why.what.find("not yet supported") == std::string::npos) ADD_FAILURE() << name << ": " << why.what;
      } else if (status != eu::SendStatus::blocked) {
        executed.insert(name);
      }
    });
    return executed;
  }
};

TEST_F(CorpusMessages, HaveTheLengthsWeExpect) {
  // A64 messages of zero payloads reach address 0.
  ASSERT_TRUE(flat.map(0, 0x1000));
  bool present = false;
  const auto executed = execute_all(isa::kGen9, "instructions-bxt.txt.xz", present);
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_GT(executed.size(), 20U);
}

TEST_F(CorpusMessages, OfGen6HaveTheLengthsWeExpect) {
  ASSERT_TRUE(flat.map(0, 0x1000));
  bool present = false;
  const auto executed = execute_all(isa::kGen6, "instructions-snb.txt.xz", present);
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_GT(executed.size(), 20U);
}

}  // namespace
}  // namespace eugene::functions
