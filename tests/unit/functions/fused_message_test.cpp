// Messages that the interpreter executes without the port: registers, memory, faults and reports are as with the port.
#include <sys/mman.h>

#include <initializer_list>

#include "base/host_fault.h"

#include "support/memory_messages.h"
#include "support/message_port.h"

namespace eugene::functions::fused_message_test {
namespace {

using namespace test::memory_messages;

eu::Kernel kernel_of(const isa::Instruction& send) {
  return *eu::prepare(test::program({send, test::end_of_thread()}));
}

bool is_atomic(const Sent& sent) { return std::holds_alternative<isa::UntypedAtomic>(sent.message.body); }

// Channels of `sent` one element after the other, from `start` on.
eu::Thread thread_at(const Sent& sent, std::uint64_t start) {
  eu::Thread thread;
  eu::start(thread, 0xFFFF);
  thread.control[0] = 0x4C0;
  const auto* surface = std::get_if<isa::UntypedSurface>(&sent.message.body);
  const unsigned elements = surface != nullptr ? static_cast<unsigned>(std::popcount(surface->channels)) : 1;
  std::vector<std::uint64_t> found(sent.lanes);
  for (unsigned lane = 0; lane < sent.lanes; ++lane)
    found[lane] = (sent.offset_bytes == 8 ? kBuffer : 0) + start + lane * std::bit_ceil(elements) * 4;
  put_offsets(thread, sent, found, 0xFFFF);
  return thread;
}

// How many of eight messages in a buffer reach the port of `world`.
unsigned messages_to_port(World& world, const Sent& sent) {
  const eu::Kernel kernel = kernel_of(send_of(sent, false, sent.lanes, false));
  test::TestPort port(world.port.fast_paths());
  unsigned count = 0;
  port.on_send = [&](const eu::SendRequest& request) {
    ++count;
    return world.port.send(request);
  };
  for (unsigned i = 0; i < 8; ++i) {
    eu::Thread thread = thread_at(sent, i * 8);
    EXPECT_EQ(eu::run(kernel, thread, port).stop, eu::Stop::end_of_thread);
    EXPECT_EQ(thread.instructions_executed, 2U);
  }
  return count;
}

TEST(FusedMessages, ReachThePortOnceWhereTheyStayInABuffer) {
  for (const Sent& sent : messages()) {
    World world;
    EXPECT_EQ(messages_to_port(world, sent), is_atomic(sent) ? 8U : 1U) << isa::describe(isa::kGen9, sent.message);
  }
}

TEST(FusedMessages, DoWhatThePortDoes) {
  std::uint64_t seed = 1;
  for (const Sent& sent : messages()) {
    for (int program = 0; program < 4; ++program, ++seed) {
      std::mt19937_64 random(seed);
      const bool split = sent.data_registers != 0 && random() % 2 == 0;
      const bool narrower = sent.offset_bytes == 0 ? random() % 2 == 0 : sent.lanes == 8 && random() % 4 == 0;
      isa::Instruction send = send_of(sent, split, narrower ? sent.lanes / 2 : sent.lanes, random() % 4 == 0);
      // The response may replace the addresses in the payload.
      if (sent.message.response_length != 0 && random() % 3 == 0) send.dst = grf(kPayload);
      const eu::Kernel kernel = kernel_of(send);
      World ours, theirs;
      for (int round = 0; round < 60; ++round) {
        eu::Thread expected = random_thread(random, sent, round);
        eu::Thread got = expected;
        const eu::Outcome a = run_by_port(kernel, expected, theirs.port);
        const eu::Outcome b = eu::run(kernel, got, ours.port);
        const std::string what =
            fmt::format("{} round {} seed {}", isa::describe(isa::kGen9, sent.message), round, seed);
        ASSERT_NO_FATAL_FAILURE(expect_same(b, a, what));
        ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
        ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, what));
      }
    }
  }
}

// A predicate that some channels have, and none.
TEST(FusedMessages, ObeyThePredicate) {
  const std::vector<Sent> all = messages();
  isa::Instruction send = send_of(all[0], false, all[0].lanes, false);
  send.pred_control = isa::PredControl::normal;
  const eu::Kernel kernel = kernel_of(send);
  World ours, theirs;
  for (const std::uint32_t flag : {0xFFU, 0xFFU, 0x5AU, 0U, 1U}) {
    eu::Thread expected = thread_at(all[0], 0x40);
    expected.flag[0] = flag;
    eu::Thread got = expected;
    run_by_port(kernel, expected, theirs.port);
    eu::run(kernel, got, ours.port);
    ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, std::to_string(flag)));
  }
}

// Programs may unmap the memory of a window. Then the port's fault is reported, and registers are unchanged.
TEST(FusedMessages, FaultWhereTheHostRefusesTheAccess) {
  catch_host_faults();
  for (const isa::Access access : {isa::Access::read, isa::Access::write}) {
    for (const unsigned stride : {4U, 8U}) {
      isa::Message message{.sfid = isa::Sfid::dp_data1,
                           .body = isa::UntypedSurface{.access = access, .bti = kBufferBti, .simd = 16, .channels = 1}};
      const bool reads = access == isa::Access::read;
      message.response_length = reads ? 2 : 0;
      const Sent sent{message, 16, 4, reads ? 0U : 2U};
      const eu::Kernel kernel = kernel_of(send_of(sent, false, 16, false));
      World world;
      const auto thread_of = [&] {
        eu::Thread thread = thread_at(sent, 0);
        std::vector<std::uint64_t> found(16);
        for (unsigned lane = 0; lane < 16; ++lane) found[lane] = std::uint64_t{stride} * lane;
        put_offsets(thread, sent, found, 0xFFFF);
        return thread;
      };
      eu::Thread first = thread_of();
      ASSERT_EQ(eu::run(kernel, first, world.port).stop, eu::Stop::end_of_thread);
      std::byte* page = world.memory.data() - reinterpret_cast<std::uintptr_t>(world.memory.data()) % 4096;
      ASSERT_EQ(::mprotect(page, 4096, PROT_NONE), 0);
      eu::Thread thread = thread_of();
      const eu::Outcome outcome = eu::run(kernel, thread, world.port);
      ASSERT_EQ(::mprotect(page, 4096, PROT_READ | PROT_WRITE), 0);
      ASSERT_EQ(outcome.stop, eu::Stop::fault);
      EXPECT_EQ(outcome.fault->what, reads ? "read of memory that the program may not read"
                                           : "write to memory that the program may not write");
      EXPECT_EQ(outcome.fault->ip, 0U);
      eu::Thread expected = thread_of();
      EXPECT_EQ(std::memcmp(&thread.grf, &expected.grf, sizeof thread.grf), 0);
    }
  }
}

// Each message is reported to observers of messages or accesses, and where stale states are reported.
TEST(FusedMessages, AreSentWhereTheyAreReported) {
  struct Watcher final : eu::Observer {
    explicit Watcher(eu::Interest of) : wanted(of) {}
    eu::Interest interest() const override { return wanted; }
    eu::Interest wanted;
  };
  const Sent sent = messages()[0];
  for (const eu::Interest wanted : {eu::Interest{.messages = true}, eu::Interest{.accesses = true}}) {
    World world;
    Watcher watcher(wanted);
    world.observers.add(watcher);
    world.port.observe(&world.observers);
    EXPECT_EQ(messages_to_port(world, sent), 8U);
    world.observers.clear();
    world.observers.add(world);
    world.port.observe(&world.observers);
    EXPECT_EQ(messages_to_port(world, sent), 1U);
  }
  World world;
  world.port.begin_dispatch({.general_state_base = kBuffer,
                             .surface_state_base = kHeap,
                             .binding_table = kBindingTable,
                             .recoverable = {.stale_states = true}});
  EXPECT_EQ(messages_to_port(world, sent), 8U);
}

}  // namespace
}  // namespace eugene::functions::fused_message_test
