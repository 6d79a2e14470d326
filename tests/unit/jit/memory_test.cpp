// Messages that compiled code does itself: registers, memory and faults are those of the port.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <stdexcept>

#include "functions/port.h"
#include "isa/message/message.h"
#include "jit/host/runner.h"
#include "memory/flat_memory.h"
#include "support/build.h"
#include "support/message_port.h"
#include "support/surface.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::memory_test {
namespace {

constexpr std::uint64_t kBuffer = 0x10'0000;
constexpr std::uint32_t kBufferBytes = 0x4000;
constexpr std::uint64_t kReadOnly = 0x20'0000;
constexpr std::uint64_t kHeap = 0x30'0000;
constexpr std::uint32_t kBindingTable = 0x800;
constexpr unsigned kBufferBti = 1, kOddBti = 2, kHoleBti = 3;

HostCompiler& compiler(const std::string& processor) {
  if (processor == "native") return test::compiler();
  static const auto avx2 = test::make_compiler("x86-64-v3");
  return *avx2;
}

// An address space, a port on it, and what a group has. It hears of what the bounds of local memory drop.
struct World final : eu::Observer {
  World()
      : memory(*flat.map(kBuffer, kBufferBytes)), heap(*flat.map(kHeap, 0x1000)), view(flat), port(isa::kGen9, view) {
    read_only = *flat.map(kReadOnly, 0x1000, false);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + i / 256);
    for (std::size_t i = 0; i < read_only.size(); ++i) read_only[i] = static_cast<std::byte>(i * 5);
    for (std::size_t i = 0; i < slm.size(); ++i) slm[i] = static_cast<std::uint32_t>(0x5000'0000 + i);
    set_buffer(kBufferBti, kBuffer, kBufferBytes - 20);
    set_buffer(kOddBti, kBuffer + 0x104, 0x1002);
    set_buffer(kHoleBti, kBuffer + 0x2000, 0x8000);  // reaches into what is not mapped
    port.begin_dispatch({.general_state_base = kBuffer, .surface_state_base = kHeap, .binding_table = kBindingTable});
    port.begin_group({.slm = std::as_writable_bytes(std::span(slm))});
    observers.add(*this);
    port.observe(&observers);
  }
  void recovers(const eu::Thread& /*thread*/, const eu::Recovery& recovery) override {
    reports.push_back(fmt::format("{} in lane {} of {:#x}", recovery.fault.what, recovery.fault.lane.value_or(99),
                                  recovery.fault.ip));
  }
  void set_buffer(unsigned bti, std::uint64_t address, std::uint32_t bytes) {
    const std::array<std::uint32_t, 16> state = test::raw_buffer(address, bytes);
    const std::uint32_t entry = 64 * bti;
    std::memcpy(&heap[entry], state.data(), sizeof(state));
    std::memcpy(&heap[kBindingTable + 4 * bti], &entry, sizeof(entry));
  }

  memory::FlatMemory flat;
  std::span<std::byte> memory, heap, read_only;
  memory::View view;
  eu::Observers observers;
  functions::Port port;
  alignas(64) std::array<std::uint32_t, 2048> slm{};
  std::vector<std::string> reports;
};

struct Sent {
  isa::Message message;
  unsigned lanes;
  unsigned offset_bytes;    // of a channel: 4 or 8; 0: a block, whose offset is in the header
  unsigned data_registers;  // of a write, and operands of atomics
};

isa::Operand grf(unsigned nr) { return test::src(nr, isa::Type::ud); }

constexpr unsigned kPayload = 10, kData = 30, kResponse = 50;

isa::Instruction send_of(const Sent& sent, bool split, unsigned exec_size, bool no_mask) {
  isa::Instruction made{.opcode = split ? isa::Opcode::sends : isa::Opcode::send,
                        .exec_size = static_cast<std::uint8_t>(exec_size)};
  made.no_mask = no_mask;
  made.send.sfid = sent.message.sfid;
  isa::Message message = sent.message;
  const unsigned addresses = sent.lanes * sent.offset_bytes / 32 + message.header;
  message.length = static_cast<std::uint8_t>(addresses + (split ? 0 : sent.data_registers));
  made.send.descriptor = *isa::encode_message(isa::kGen9, message);
  if (split) made.send.extended_descriptor = sent.data_registers << 6;
  made.src[0] = grf(kPayload);
  if (split) made.src[1] = grf(kData);
  made.dst = message.response_length != 0 ? grf(kResponse) : test::null();
  return made;
}

// A program that sends once. Tests share its code for a processor: compiling it takes most of their time.
const CompiledKernel& compiled_send(const isa::Instruction& send, const std::string& processor = {}) {
  static std::map<std::string, CompiledKernel> known;
  const std::string key =
      fmt::format("{} {} {} {} {} {:x} {:x}", processor, int(send.opcode), send.exec_size, send.no_mask,
                  int(send.send.sfid), send.send.descriptor, send.send.extended_descriptor);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const eu::Kernel kernel = *eu::prepare(test::program({send, test::end_of_thread()}));
  auto compiled = compile(compiler(processor), kernel, {.control = 0x4C0});
  if (!compiled) throw std::runtime_error(compiled.error().message);
  return known.emplace(key, std::move(*compiled)).first->second;
}

void add_blocks(std::vector<Sent>& all, isa::Access access) {
  const auto add = [&](isa::Sfid sfid, isa::MessageBody body, unsigned registers) {
    isa::Message message{.sfid = sfid, .header = true, .body = body};
    const bool reads = access == isa::Access::read;
    message.response_length = static_cast<std::uint8_t>(reads ? registers : 0);
    all.push_back({message, 16, 0, reads ? 0 : registers});
  };
  for (const unsigned count : {1U, 2U, 4U, 8U}) {
    const auto owords = static_cast<std::uint8_t>(count);
    for (const unsigned bti : {kBufferBti, kOddBti, kHoleBti, unsigned{isa::kBtiSlm}, unsigned{isa::kBtiStateless}})
      add(isa::Sfid::dp_data0,
          isa::OwordBlock{.access = access, .bti = static_cast<std::uint8_t>(bti), .owords = owords}, (count + 1) / 2);
    add(isa::Sfid::dp_data1, isa::OwordBlock{.access = access, .a64 = true, .bti = 255, .owords = owords},
        (count + 1) / 2);
    add(isa::Sfid::dp_data0, isa::ScratchBlock{.access = access, .hwords = owords, .offset = 5}, count);
    add(isa::Sfid::dp_data0, isa::ScratchBlock{.access = access, .dword_channels = true, .hwords = owords}, count);
  }
  add(isa::Sfid::dp_data0, isa::OwordBlock{.access = access, .bti = kBufferBti, .owords = 1, .high_half = true}, 1);
  add(isa::Sfid::dp_data1, isa::OwordBlock{.access = access, .a64 = true, .bti = 255, .owords = 1, .high_half = true},
      1);
  if (access == isa::Access::read)
    add(isa::Sfid::dp_data0, isa::OwordBlock{.access = access, .unaligned = true, .bti = kBufferBti, .owords = 4}, 2);
}

void add_atomics(std::vector<Sent>& all) {
  using enum isa::AtomicOp;
  const auto send = [&](const isa::UntypedAtomic& body) {
    const unsigned registers = body.simd * body.bytes / 32;
    isa::Message message{.sfid = isa::Sfid::dp_data1, .body = body};
    message.response_length = static_cast<std::uint8_t>(body.returns ? registers : 0);
    all.push_back({message, body.simd, body.a64 ? 8U : 4U, registers * isa::operands(body.op)});
  };
  for (const isa::AtomicOp op :
       {and_, or_, xor_, mov, inc, dec, add, sub, reverse_sub, imax, imin, umax, umin, compare_write, predec}) {
    for (const bool returns : {false, true}) {
      for (const std::uint8_t bti : {std::uint8_t{kBufferBti}, isa::kBtiSlm})
        send({.bti = bti, .simd = static_cast<std::uint8_t>(returns ? 8 : 16), .op = op, .returns = returns});
      for (const std::uint8_t bytes : {std::uint8_t{4}, std::uint8_t{8}})
        send({.a64 = true, .bti = 255, .simd = 8, .bytes = bytes, .op = op, .returns = returns});
    }
  }
}

std::vector<Sent> messages() {
  using enum isa::Access;
  std::vector<Sent> all;
  const auto add = [&](isa::Sfid sfid, isa::MessageBody body, unsigned lanes, unsigned offset_bytes, unsigned data,
                       bool reads, bool header = false) {
    isa::Message message{.sfid = sfid, .header = header, .body = body};
    message.response_length = static_cast<std::uint8_t>(reads ? data : 0);
    all.push_back({message, lanes, offset_bytes, reads ? 0 : data});
  };
  for (const isa::Access access : {read, write}) {
    const bool reads = access == read;
    for (const unsigned simd : {8U, 16U}) {
      const auto lanes = static_cast<std::uint8_t>(simd);
      for (const unsigned bti : {kBufferBti, kOddBti, kHoleBti, unsigned{isa::kBtiSlm}, unsigned{isa::kBtiStateless}}) {
        const auto index = static_cast<std::uint8_t>(bti);
        for (const unsigned channels : {1U, 3U, 7U, 15U}) {
          const isa::UntypedSurface surface{
              .access = access, .bti = index, .simd = lanes, .channels = static_cast<std::uint8_t>(channels)};
          const unsigned data = simd / 8 * static_cast<unsigned>(std::popcount(channels));
          add(isa::Sfid::dp_data1, surface, simd, 4, data, reads);
          if (channels == 1 && bti == kBufferBti) add(isa::Sfid::dp_data1, surface, simd, 4, data, reads, true);
        }
        for (const std::uint8_t bytes : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}})
          add(isa::Sfid::dp_data0, isa::ByteScattered{.access = access, .bti = index, .simd = lanes, .bytes = bytes},
              simd, 4, simd / 8, reads);
      }
      for (const std::uint8_t bytes : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}})
        add(isa::Sfid::dp_data1,
            isa::A64Scattered{.access = access, .simd = lanes, .element_bytes = 1, .elements = bytes}, simd, 8,
            simd / 8, reads);
      for (const std::uint8_t elements : {std::uint8_t{1}, std::uint8_t{2}})
        add(isa::Sfid::dp_data1,
            isa::A64Scattered{.access = access, .simd = lanes, .element_bytes = 4, .elements = elements}, simd, 8,
            simd / 8 * elements, reads);
    }
    add(isa::Sfid::dp_data1, isa::A64Scattered{.access = access, .simd = 8, .element_bytes = 8, .elements = 1}, 8, 8, 2,
        reads);
    add(isa::Sfid::dp_data1, isa::UntypedSurface{.access = access, .a64 = true, .bti = 255, .simd = 8, .channels = 3},
        8, 8, 2, reads);
    add_blocks(all, access);
  }
  add_atomics(all);
  return all;
}

// Offsets of the channels in one of the ways that programs have them.
std::vector<std::uint64_t> offsets(std::mt19937_64& random, const Sent& sent) {
  const bool a64 = sent.offset_bytes == 8;
  const std::uint64_t base = a64 ? kBuffer : 0;
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  std::vector<std::uint64_t> found(sent.lanes);
  const std::uint64_t start = base + (below(4) == 0 ? below(kBufferBytes) : below(0x1000) / 4 * 4);
  const std::uint64_t way = below(10);
  const std::uint64_t stride = std::array<std::uint64_t, 6>{1, 2, 4, 8, 16, 12}[below(6)];
  for (unsigned lane = 0; lane < sent.lanes; ++lane) {
    switch (way) {
      case 0: found[lane] = start; break;                                     // one place
      case 1: found[lane] = base + below(kBufferBytes) / 4 * 4; break;        // anywhere
      case 2: found[lane] = base + below(64) * 4; break;                      // some at one place
      case 3: found[lane] = base + 0xFF0 + lane * stride; break;              // across a page
      case 4: found[lane] = base + kBufferBytes - 64 + lane * stride; break;  // out of bounds, or unmapped
      case 5: found[lane] = a64 && lane == 5 ? kReadOnly + 0x40 : start + lane * 4; break;
      case 6: found[lane] = lane == 3 ? base + 0x9000'0000 : start + lane * 4; break;
      case 7: found[lane] = start + (sent.lanes - 1 - lane) * 4; break;  // backwards
      default: found[lane] = start + lane * stride; break;
    }
  }
  return found;
}

void put_block_offset(eu::Grf& header, const Sent& sent, std::uint64_t offset) {
  std::uint32_t dwords[8] = {};
  const auto* block = std::get_if<isa::OwordBlock>(&sent.message.body);
  if (block != nullptr && block->a64) {
    const std::uint64_t address = kBuffer + offset;
    std::memcpy(dwords, &address, sizeof(address));
  } else {
    dwords[2] = static_cast<std::uint32_t>(block != nullptr && !block->unaligned ? offset / 16 : offset);
    if (offset % 3 == 0) dwords[5] = 0x400 | (offset & 0x3FF);  // the base, and what is ignored
  }
  std::memcpy(header.bytes.data(), dwords, sizeof(dwords));
}

void put_offsets(eu::Thread& thread, const Sent& sent, const std::vector<std::uint64_t>& found, std::uint32_t mask) {
  const unsigned first = kPayload + (sent.message.header ? 1 : 0);
  auto* to = reinterpret_cast<std::byte*>(&thread.grf[first]);
  for (unsigned lane = 0; lane < sent.lanes; ++lane)
    std::memcpy(to + lane * sent.offset_bytes, &found[lane], sent.offset_bytes);
  if (!sent.message.header) return;
  eu::Grf header{};
  std::memcpy(header.bytes.data() + 28, &mask, 4);
  if (sent.offset_bytes == 0) put_block_offset(header, sent, found[0]);
  thread.grf[kPayload] = header;
}

void expect_same(const eu::Thread& got, const eu::Thread& expected, const std::string& what) {
  for (std::size_t i = 0; i < got.grf.size(); ++i)
    ASSERT_EQ(std::memcmp(&got.grf[i], &expected.grf[i], 32), 0) << what << ": r" << i;
  ASSERT_EQ(got.ip, expected.ip) << what;
  ASSERT_EQ(got.instructions_executed, expected.instructions_executed) << what;
  ASSERT_EQ(got.lane_operations, expected.lane_operations) << what;
}

// Sends `sent` a number of times, from windows that know nothing on.
void compare(const Sent& sent, const std::string& processor, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const bool split = sent.data_registers != 0 && random() % 2 == 0;
  const bool narrower = sent.offset_bytes == 0 ? random() % 2 == 0 : sent.lanes == 8 && random() % 4 == 0;
  const unsigned exec_size = narrower ? sent.lanes / 2 : sent.lanes;
  const CompiledKernel& compiled = compiled_send(send_of(sent, split, exec_size, random() % 4 == 0), processor);
  World ours, theirs;
  Runner runner;
  for (int round = 0; round < 40; ++round) {
    const std::uint32_t channels = round % 3 == 0   ? static_cast<std::uint32_t>(random()) & 0xFFFF
                                   : round % 7 == 0 ? 0x0FFFU
                                                    : 0xFFFFU;
    eu::Thread expected;
    eu::start(expected, channels);
    expected.control[0] = 0x4C0;
    for (eu::Grf& each : expected.grf)
      for (std::byte& byte : each.bytes) byte = static_cast<std::byte>(random());
    put_offsets(expected, sent, offsets(random, sent), static_cast<std::uint32_t>(random()) | 0x3F);
    eu::Thread got = expected;
    const eu::Outcome a = eu::run(compiled.kernel, expected, theirs.port);
    const eu::Outcome b = runner.run(compiled, got, ours.port);
    const std::string what = isa::describe(isa::kGen9, sent.message) + " round " + std::to_string(round) + " seed " +
                             std::to_string(seed) + " " + processor;
    ASSERT_EQ(a.stop, b.stop) << what;
    ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
    ASSERT_EQ(a.fault.has_value(), b.fault.has_value()) << what;
    if (a.fault) {
      ASSERT_EQ(a.fault->what, b.fault->what) << what;
      ASSERT_EQ(a.fault->lane, b.fault->lane) << what;
      ASSERT_EQ(a.fault->address, b.fault->address) << what;
      ASSERT_EQ(a.fault->ip, b.fault->ip) << what;
    }
    ASSERT_EQ(std::memcmp(ours.memory.data(), theirs.memory.data(), ours.memory.size()), 0) << what;
    ASSERT_EQ(ours.slm, theirs.slm) << what;
    ASSERT_EQ(ours.reports, theirs.reports) << what;
  }
}

// The first finds the window, and the end of the thread is no message to the port.
TEST(CompiledMessages, ReachThePortOnceWhereTheyStayInABuffer) {
  for (const Sent& sent : messages()) {
    const bool a64 = sent.offset_bytes == 8;
    const auto* surface = std::get_if<isa::UntypedSurface>(&sent.message.body);
    const CompiledKernel& compiled = compiled_send(send_of(sent, false, sent.lanes, false));
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

// Sends `sent` with each of `starts` as the first channel's offset, and the others' following it. Memory and registers
// are those of the interpreter after each.
void compare_in(World& ours, World& theirs, const Sent& sent, std::initializer_list<std::uint64_t> starts,
                unsigned stride) {
  const CompiledKernel& compiled = compiled_send(send_of(sent, false, sent.lanes, false));
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
    const eu::Outcome a = eu::run(compiled.kernel, expected, theirs.port);
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

// More messages than are inlined, and what the others return is used with more bits at once.
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
  ASSERT_EQ(eu::run(kernel, expected, world.port).stop, eu::Stop::end_of_thread);
  for (const char* processor : {"native", "x86-64-v3"}) {
    const auto compiled = compile(compiler(processor), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    eu::Thread got = start;
    Runner runner;
    ASSERT_EQ(runner.run(*compiled, got, world.port).stop, eu::Stop::end_of_thread);
    expect_same(got, expected, processor);
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
