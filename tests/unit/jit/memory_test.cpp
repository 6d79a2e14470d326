// Messages that compiled code does itself: registers, memory and faults are those of the port.
#include "support/memory_messages.h"

#include <map>
#include <stdexcept>

#include "jit/host/runner.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::memory_test {
namespace {

using namespace test::memory_messages;

HostCompiler& compiler(const std::string& processor) {
  if (processor == "native") return test::compiler();
  static const auto avx2 = test::make_compiler("x86-64-v3");
  return *avx2;
}

// A program that sends once. Tests share its code for a processor: compiling it takes most of their time.
const CompiledKernel* compiled_send(const isa::Instruction& send, const std::string& processor = {},
                                    eu::ThreadChannels channels = eu::ThreadChannels::any) {
  static std::map<std::string, CompiledKernel> known;
  const std::string key =
      fmt::format("{} {} {} {} {} {} {:x} {:x}", processor, int(channels), int(send.opcode), send.exec_size,
                  send.no_mask, int(send.send.sfid), send.send.descriptor, send.send.extended_descriptor);
  const auto found = known.find(key);
  if (found != known.end()) return &found->second;
  const eu::Kernel kernel = *eu::prepare(test::program({send, test::end_of_thread()}));
  auto compiled = compile(compiler(processor), kernel, {.control = 0x4C0, .thread_channels = channels});
  if (!compiled) throw std::runtime_error(compiled.error().message);
  return &known.emplace(key, std::move(*compiled)).first->second;
}

// Sends `sent` several times, beginning with empty windows.
void compare(const Sent& sent, const std::string& processor, std::uint64_t seed,
             eu::ThreadChannels channels = eu::ThreadChannels::any) {
  std::mt19937_64 random(seed);
  const bool split = sent.data_registers != 0 && random() % 2 == 0;
  const bool narrower = sent.offset_bytes == 0 ? random() % 2 == 0 : sent.lanes == 8 && random() % 4 == 0;
  const unsigned exec_size = narrower ? sent.lanes / 2 : sent.lanes;
  const CompiledKernel& compiled =
      *compiled_send(send_of(sent, split, exec_size, random() % 4 == 0), processor, channels);
  World ours, theirs;
  Runner runner;
  for (int round = 0; round < 40; ++round) {
    eu::Thread expected = random_thread(random, sent, round);
    if (channels == eu::ThreadChannels::one) expected.dispatched = expected.running = 1;
    eu::Thread got = expected;
    const eu::Outcome a = run_by_port(compiled.kernel, expected, theirs.port);
    const eu::Outcome b = runner.run(compiled, got, ours.port);
    const std::string what = isa::describe(isa::kGen9, sent.message) + " round " + std::to_string(round) + " seed " +
                             std::to_string(seed) + " " + processor;
    ASSERT_NO_FATAL_FAILURE(expect_same(b, a, what));
    ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
    ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, what));
  }
}

// The first message finds the window. The end of the thread is not sent to the port.
TEST(CompiledMessages, ReachThePortOnceWhereTheyStayInABuffer) {
  for (const Sent& sent : messages()) {
    const bool a64 = sent.offset_bytes == 8;
    const auto* surface = std::get_if<isa::UntypedSurface>(&sent.message.body);
    const CompiledKernel& compiled = *compiled_send(send_of(sent, false, sent.lanes, false));
    World world;
    test::TestPort port(world.port.fast_paths());
    unsigned count = 0;
    port.on_send = [&](const eu::SendRequest& request) {
      ++count;
      return world.port.send(request);
    };
    Runner runner;
    for (unsigned i = 0; i < 8; ++i) {
      eu::Thread thread;
      eu::start(thread, 0xFFFF);
      thread.control[0] = 0x4C0;
      std::vector<std::uint64_t> found(sent.lanes);
      const unsigned elements = surface != nullptr ? static_cast<unsigned>(std::popcount(surface->channels)) : 1;
      for (unsigned lane = 0; lane < sent.lanes; ++lane)
        found[lane] = (a64 ? kBuffer : 0) + i * 8 + lane * std::bit_ceil(elements) * 4;
      put_offsets(thread, sent, found, 0xFFFF);
      ASSERT_EQ(runner.run(compiled, thread, port).stop, eu::Stop::end_of_thread);
    }
    const auto* atomic = std::get_if<isa::UntypedAtomic>(&sent.message.body);
    const bool is_slm = atomic != nullptr && !atomic->a64 && atomic->bti == isa::kBtiSlm;
    const bool is_rare = atomic != nullptr && atomic->op == isa::AtomicOp::reverse_sub && !is_slm;
    EXPECT_EQ(port.ends, 0);
    EXPECT_EQ(count, is_rare ? 8 : 1) << isa::describe(isa::kGen9, sent.message);
  }
}

TEST(CompiledMessages, DoWhatThePortDoes) {
  std::uint64_t seed = 1;
  for (const Sent& sent : messages()) ASSERT_NO_FATAL_FAILURE(compare(sent, {}, seed++));
}

TEST(CompiledMessages, DoWhatThePortDoesForOneChannel) {
  std::uint64_t seed = 2000;
  for (const Sent& sent : messages()) {
    const char* processor = ++seed % 2 == 0 ? "native" : "x86-64-v3";
    ASSERT_NO_FATAL_FAILURE(compare(sent, processor, seed, eu::ThreadChannels::one));
  }
}

// Sends `sent` with each of `starts` as the first channel's offset; the other channels' offsets follow it. After each
// message, memory and registers must equal the results of the interpreter.
void compare_in(World& ours, World& theirs, const Sent& sent, std::initializer_list<std::uint64_t> starts,
                unsigned stride) {
  const CompiledKernel& compiled = *compiled_send(send_of(sent, false, sent.lanes, false));
  Runner runner;
  for (const std::uint64_t start : starts) {
    eu::Thread expected;
    eu::start(expected, 0xFFFF);
    expected.control[0] = 0x4C0;
    for (std::size_t i = 0; i < expected.grf.size(); ++i) expected.grf[i].bytes.fill(static_cast<std::byte>(start + i));
    std::vector<std::uint64_t> found(sent.lanes);
    for (unsigned lane = 0; lane < sent.lanes; ++lane) found[lane] = start + lane * stride;
    put_offsets(expected, sent, found, 0xFFFF);
    eu::Thread got = expected;
    const eu::Outcome a = run_by_port(compiled.kernel, expected, theirs.port);
    const eu::Outcome b = runner.run(compiled, got, ours.port);
    const std::string what = isa::describe(isa::kGen9, sent.message) + " at " + std::to_string(start);
    ASSERT_EQ(a.stop, b.stop) << what;
    if (a.fault) {
      ASSERT_TRUE(b.fault) << what;
      ASSERT_EQ(a.fault->what, b.fault->what) << what;
      ASSERT_EQ(a.fault->address, b.fault->address) << what;
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
    ASSERT_EQ(std::memcmp(ours.memory.data(), theirs.memory.data(), ours.memory.size()), 0) << what;
  }
}

// Addresses have 48 bits: what begins near their end goes on at address 0, for surfaces and for stateless memory.
TEST(CompiledMessages, GoOnAtAddressZeroAfterTheLast) {
  constexpr std::uint64_t kLow = 0x1000, kTop = 0xFFFF'FFFF'F000;
  for (const Sent& sent : messages()) {
    const auto* surface = std::get_if<isa::UntypedSurface>(&sent.message.body);
    const auto* bytes = std::get_if<isa::ByteScattered>(&sent.message.body);
    const auto* atomic = std::get_if<isa::UntypedAtomic>(&sent.message.body);
    const auto* block = std::get_if<isa::OwordBlock>(&sent.message.body);
    const unsigned bti = surface != nullptr  ? surface->bti
                         : bytes != nullptr  ? bytes->bti
                         : atomic != nullptr ? atomic->bti
                         : block != nullptr  ? block->bti
                                             : isa::kBtiSlm;
    if (bti != kBufferBti && bti != isa::kBtiStateless) continue;
    World ours, theirs;
    for (World* each : {&ours, &theirs}) {
      each->memory = *each->flat.map(kLow, 0x3000);
      for (std::size_t i = 0; i < each->memory.size(); ++i) each->memory[i] = static_cast<std::byte>(i * 3);
      each->set_buffer(kBufferBti, kTop, 0x5000);
      each->port.begin_dispatch(
          {.general_state_base = kTop, .surface_state_base = kHeap, .binding_table = kBindingTable});
    }
    ASSERT_NO_FATAL_FAILURE(
        compare_in(ours, theirs, sent, {0x2000, 0x2000, 0x2040, 0x3FF0, 0x1FF8, 0, 0x2100, 0x4FFC}, 4));
  }
}

// Offsets that are counted in dwords are 64 bits wide once they count bytes, so that an index in front of the window is
// negative and must not pass for a small one.
TEST(CompiledMessages, DoNotBeginInFrontOfTheirWindow) {
  constexpr std::uint64_t kFirst = 0x40'0000;
  for (const isa::Access access : {isa::Access::read, isa::Access::write}) {
    for (const unsigned lanes : {8U, 16U}) {
      isa::Message message{
          .sfid = isa::Sfid::dp_data0,
          .body = isa::DwordScattered{.access = access, .bti = kBufferBti, .simd = static_cast<std::uint8_t>(lanes)}};
      const bool reads = access == isa::Access::read;
      message.response_length = static_cast<std::uint8_t>(reads ? lanes / 8 : 0);
      const Sent sent{message, lanes, 4, reads ? 0 : lanes / 8};
      World ours, theirs;
      for (World* each : {&ours, &theirs}) {
        each->read_only = *each->flat.map(kFirst, 0x1000);
        each->memory = *each->flat.map(kFirst + 0x1000, 0x1000);  // elsewhere in the host's memory
        for (std::size_t i = 0; i < 0x1000; ++i) {
          each->read_only[i] = static_cast<std::byte>(i * 3);
          each->memory[i] = static_cast<std::byte>(i * 5);
        }
        each->set_buffer(kBufferBti, kFirst, 0x2000);
        each->port.begin_dispatch({.surface_state_base = kHeap, .binding_table = kBindingTable});
      }
      ASSERT_NE(ours.read_only.data() + 0x1000, ours.memory.data());
      ASSERT_NO_FATAL_FAILURE(compare_in(ours, theirs, sent, {0x1000 / 4, 0x1000 / 4 - 2, 0x1000 / 4 - 1}, 1));
      ASSERT_EQ(std::memcmp(ours.read_only.data(), theirs.read_only.data(), 0x1000), 0);
    }
  }
}

// More messages than are inlined, and the other messages' responses are converted to wider types.
TEST(CompiledMessages, MayBeManyWhoseResponsesAreWidened) {
  isa::Message message{.sfid = isa::Sfid::dp_data1,
                       .body = isa::UntypedSurface{.bti = kBufferBti, .simd = 8, .channels = 1}};
  message.response_length = 1;
  const Sent sent{message, 8, 4, 0};
  std::vector<isa::Instruction> instructions;
  for (unsigned i = 0; i < 200; ++i) {
    instructions.push_back(send_of(sent, false, 8, false));
    isa::Instruction& widen = instructions.emplace_back();
    widen = {.opcode = isa::Opcode::mov, .exec_size = 8, .no_mask = true};
    widen.dst = grf(60 + i % 30 * 2);
    widen.dst.type = i % 2 == 0 ? isa::Type::q : isa::Type::uq;
    widen.dst.region.hstride = 1;
    widen.src[0] = grf(kResponse);
    widen.src[0].type = i % 2 == 0 ? isa::Type::d : isa::Type::ud;
  }
  instructions.push_back(test::end_of_thread());
  const eu::Kernel kernel = *eu::prepare(test::program(std::move(instructions)));
  World world;
  eu::Thread expected;
  eu::start(expected, 0xFF);
  expected.control[0] = 0x4C0;
  put_offsets(expected, sent, {0, 4, 8, 12, 16, 20, 24, 28}, 0xFF);
  const eu::Thread start = expected;
  ASSERT_EQ(run_by_port(kernel, expected, world.port).stop, eu::Stop::end_of_thread);
  for (const char* processor : {"native", "x86-64-v3"}) {
    const auto compiled = compile(compiler(processor), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    eu::Thread got = start;
    Runner runner;
    ASSERT_EQ(runner.run(*compiled, got, world.port).stop, eu::Stop::end_of_thread);
    expect_same(got, expected, processor);
  }
}

// `count` reads of one kind, each of 16 channels with offsets of their own.
std::size_t bytes_of_reads(unsigned count, const char* processor) {
  isa::Message message{.sfid = isa::Sfid::dp_data1,
                       .body = isa::UntypedSurface{.bti = kBufferBti, .simd = 16, .channels = 1}};
  message.response_length = 2;
  const Sent sent{message, 16, 4, 0};
  std::vector<isa::Instruction> instructions;
  for (unsigned i = 0; i < count; ++i) {
    instructions.push_back(send_of(sent, false, 16, false));
    instructions.back().dst = grf(60 + i % 30 * 2);
  }
  instructions.push_back(test::end_of_thread());
  const eu::Kernel kernel = *eu::prepare(test::program(std::move(instructions)));
  const auto compiled = compile(compiler(processor), kernel, {.thread_channels = eu::ThreadChannels::all});
  EXPECT_TRUE(compiled);
  return compiled ? compiled->machine_code.size() : 0;
}

// The gather and the call of the port are in the code once, so a message more costs 330 to 350 bytes.
TEST(CompiledMessages, AreWrittenOutForTheirCommonCaseAlone) {
  for (const char* processor : {"native", "x86-64-v3"}) {
    const std::size_t few = bytes_of_reads(20, processor);
    const std::size_t many = bytes_of_reads(60, processor);
    EXPECT_LT((many - few) / 40, 450U) << processor;
  }
}

TEST(CompiledMessages, DoWhatThePortDoesWithAvx2) {
  std::uint64_t seed = 1000;
  for (const Sent& sent : messages()) {
    if (++seed % 4 == 0) {
      ASSERT_NO_FATAL_FAILURE(compare(sent, "x86-64-v3", seed));
    }
  }
}

}  // namespace
}  // namespace eugene::jit::memory_test
