// Every message that can access memory without the port, and an address space with buffers of every kind, for tests
// that compare ways to execute the same message.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "eu/interpreter.h"
#include "functions/port.h"
#include "isa/message/message.h"
#include "memory/flat_memory.h"
#include "support/build.h"
#include "support/surface.h"

namespace eugene::test::memory_messages {

constexpr std::uint64_t kBuffer = 0x10'0000;
constexpr std::uint32_t kBufferBytes = 0x4000;
constexpr std::uint64_t kReadOnly = 0x20'0000;
constexpr std::uint64_t kHeap = 0x30'0000;
constexpr std::uint32_t kBindingTable = 0x800;
constexpr unsigned kBufferBti = 1, kOddBti = 2, kHoleBti = 3;

// An address space, a port on it and the memory of a group. Observes accesses that the bounds of local memory drop.
struct World final : eu::Observer {
  World()
      : memory(*flat.map(kBuffer, kBufferBytes)), heap(*flat.map(kHeap, 0x1000)), view(flat), port(isa::kGen9, view) {
    read_only = *flat.map(kReadOnly, 0x1000, false);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + i / 256);
    for (std::size_t i = 0; i < read_only.size(); ++i) read_only[i] = static_cast<std::byte>(i * 5);
    for (std::size_t i = 0; i < slm.size(); ++i) slm[i] = static_cast<std::uint32_t>(0x5000'0000 + i);
    set_buffer(kBufferBti, kBuffer, kBufferBytes - 20);
    set_buffer(kOddBti, kBuffer + 0x104, 0x1002);
    set_buffer(kHoleBti, kBuffer + 0x2000, 0x8000);  // reaches into unmapped memory
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
  unsigned offset_bytes;    // size of a channel's offset: 4 or 8; 0: a block, whose offset is in the header
  unsigned data_registers;  // registers with the data of a write, or the operands of an atomic
};

inline isa::Operand grf(unsigned nr) { return test::src(nr, isa::Type::ud); }

constexpr unsigned kPayload = 10, kData = 30, kResponse = 50;

inline isa::Instruction send_of(const Sent& sent, bool split, unsigned exec_size, bool no_mask) {
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

inline void add_blocks(std::vector<Sent>& all, isa::Access access) {
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

inline void add_atomics(std::vector<Sent>& all) {
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

inline std::vector<Sent> messages() {
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

// Returns offsets of the channels in one of the ways that are common in programs.
inline std::vector<std::uint64_t> offsets(std::mt19937_64& random, const Sent& sent) {
  const bool a64 = sent.offset_bytes == 8;
  const std::uint64_t base = a64 ? kBuffer : 0;
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  std::vector<std::uint64_t> found(sent.lanes);
  const std::uint64_t start = base + (below(4) == 0 ? below(kBufferBytes) : below(0x1000) / 4 * 4);
  const std::uint64_t way = below(10);
  const std::uint64_t stride = std::array<std::uint64_t, 6>{1, 2, 4, 8, 16, 12}[below(6)];
  for (unsigned lane = 0; lane < sent.lanes; ++lane) {
    switch (way) {
      case 0: found[lane] = start; break;                                     // all at one place
      case 1: found[lane] = base + below(kBufferBytes) / 4 * 4; break;        // anywhere
      case 2: found[lane] = base + below(64) * 4; break;                      // some at the same place
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

inline void put_block_offset(eu::Grf& header, const Sent& sent, std::uint64_t offset) {
  std::uint32_t dwords[8] = {};
  const auto* block = std::get_if<isa::OwordBlock>(&sent.message.body);
  if (block != nullptr && block->a64) {
    const std::uint64_t address = kBuffer + offset;
    std::memcpy(dwords, &address, sizeof(address));
  } else {
    dwords[2] = static_cast<std::uint32_t>(block != nullptr && !block->unaligned ? offset / 16 : offset);
    if (offset % 3 == 0) dwords[5] = 0x400 | (offset & 0x3FF);  // the base, and ignored bits
  }
  std::memcpy(header.bytes.data(), dwords, sizeof(dwords));
}

inline void put_offsets(eu::Thread& thread, const Sent& sent, const std::vector<std::uint64_t>& found,
                        std::uint32_t mask) {
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

inline void expect_same(const eu::Thread& got, const eu::Thread& expected, const std::string& what) {
  for (std::size_t i = 0; i < got.grf.size(); ++i)
    ASSERT_EQ(std::memcmp(&got.grf[i], &expected.grf[i], 32), 0) << what << ": r" << i;
  ASSERT_EQ(got.ip, expected.ip) << what;
  ASSERT_EQ(got.instructions_executed, expected.instructions_executed) << what;
  ASSERT_EQ(got.lane_operations, expected.lane_operations) << what;
}

// Runs the thread, with each message sent to the port.
inline eu::Outcome run_by_port(const eu::Kernel& kernel, eu::Thread& thread, eu::MessagePort& port) {
  const std::vector<bool> stops(kernel.program().instructions.size());
  return *eu::run_until(kernel, thread, port, {}, stops);
}

// Returns a thread that is about to send `sent`: random registers, and addresses from offsets(). Every third thread has
// some channels off.
inline eu::Thread random_thread(std::mt19937_64& random, const Sent& sent, int round) {
  const std::uint32_t channels = round % 3 == 0   ? static_cast<std::uint32_t>(random()) & 0xFFFF
                                 : round % 7 == 0 ? 0x0FFFU
                                                  : 0xFFFFU;
  eu::Thread thread;
  eu::start(thread, channels);
  thread.control[0] = 0x4C0;
  for (eu::Grf& each : thread.grf)
    for (std::byte& byte : each.bytes) byte = static_cast<std::byte>(random());
  put_offsets(thread, sent, offsets(random, sent), static_cast<std::uint32_t>(random()) | 0x3F);
  return thread;
}

inline void expect_same(const eu::Outcome& got, const eu::Outcome& expected, const std::string& what) {
  ASSERT_EQ(got.stop, expected.stop) << what;
  ASSERT_EQ(got.fault.has_value(), expected.fault.has_value()) << what;
  if (!got.fault) return;
  ASSERT_EQ(got.fault->what, expected.fault->what) << what;
  ASSERT_EQ(got.fault->lane, expected.fault->lane) << what;
  ASSERT_EQ(got.fault->address, expected.fault->address) << what;
  ASSERT_EQ(got.fault->ip, expected.fault->ip) << what;
}

inline void expect_same(const World& got, const World& expected, const std::string& what) {
  ASSERT_EQ(std::memcmp(got.memory.data(), expected.memory.data(), got.memory.size()), 0) << what;
  ASSERT_EQ(got.slm, expected.slm) << what;
  ASSERT_EQ(got.reports, expected.reports) << what;
}

}  // namespace eugene::test::memory_messages
