// A port on a small address space, and messages built by hand.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "functions/port.h"
#include "memory/flat_memory.h"
#include "support/descriptors.h"
#include "support/surface.h"

namespace eugene::functions {

using eugene::test::kBarrier, eugene::test::kHeader, eugene::test::kSlm, eugene::test::kStateless;

struct Recoveries final : eu::Observer {
  struct Recovery {
    eu::Fault fault;
    std::string_view effect;
    bool is_stale_state = false;
  };
  void recovers(const eu::Thread&, const eu::Recovery& recovery) override {
    found.push_back({.fault = recovery.fault, .effect = recovery.effect, .is_stale_state = recovery.is_stale_state});
  }
  std::vector<Recovery> found;
};

struct PortTest : ::testing::Test {
  static constexpr std::uint64_t kBuffer = 0x10'0000;      // 64 KB of memory, read-write
  static constexpr std::uint64_t kBufferBytes = 0x1'0000;  // followed by nothing
  static constexpr std::uint64_t kReadOnly = 0x20'0000;    // one page
  static constexpr std::uint64_t kHeap = 0x30'0000;        // surface states and the binding table
  static constexpr std::uint32_t kBindingTable = 0x800;    // in the heap
  static constexpr std::uint64_t kUnmapped = 0x50'0000;

  PortTest()
      : memory(*flat.map(kBuffer, kBufferBytes)),
        read_only(*flat.map(kReadOnly, 0x1000, false)),
        heap(*flat.map(kHeap, 0x1000)),
        view(flat),
        port(isa::kGen9, view) {
    for (std::size_t i = 0; i < memory.size(); i += 4)
      put<std::uint32_t>(i, static_cast<std::uint32_t>(0x1000'0000 + i));
    observers.add(recoveries);
    port.observe(&observers);
    begin();
  }

  // The groups' SLM holds its own offsets.
  void begin() {
    environment.general_state_base = kBuffer;
    environment.surface_state_base = kHeap;
    environment.binding_table = kBindingTable;
    port.begin_dispatch(environment);
    for (std::size_t i = 0; i < slm.size(); ++i) slm[i] = static_cast<std::uint32_t>(0x5000'0000 + 4 * i);
    barrier.begin(2);
    port.begin_group({.slm = std::as_writable_bytes(std::span(slm)), .barrier = &barrier});
  }

  // Surface state `bti`: 16 dwords at heap offset 64 * bti.
  void set_surface(unsigned bti, const std::array<std::uint32_t, 16>& dwords) {
    const std::uint32_t entry = 64 * bti;
    std::memcpy(&heap[entry], dwords.data(), sizeof(dwords));
    std::memcpy(&heap[kBindingTable + 4 * bti], &entry, sizeof(entry));
    port.begin_dispatch(environment);
  }
  void set_raw_buffer(unsigned bti, std::uint64_t address, std::uint32_t bytes) {
    set_surface(bti, eugene::test::raw_buffer(address, bytes));
  }

  template <class T>
  T get(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, &memory[offset], sizeof(T));
    return value;
  }
  template <class T>
  void put(std::uint64_t offset, T value) {
    std::memcpy(&memory[offset], &value, sizeof(T));
  }

  using Registers = std::vector<eu::Grf>;

  // Registers filled with dwords (or qwords) from the first on; the last is padded with zeros.
  template <class T>
  static Registers registers(const std::vector<T>& values) {
    Registers result((values.size() * sizeof(T) + eu::kGrfBytes - 1) / eu::kGrfBytes);
    for (eu::Grf& grf : result) grf.bytes.fill(std::byte{0});
    std::memcpy(result.data(), values.data(), values.size() * sizeof(T));
    return result;
  }
  static Registers join(std::initializer_list<Registers> parts) {
    Registers all;
    for (const Registers& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  static std::vector<std::uint32_t> iota(unsigned count, std::uint32_t first, std::uint32_t step) {
    std::vector<std::uint32_t> values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = first + i * step;
    return values;
  }

  // Sends; the response is filled with 0xEE beforehand. `exec_size` and `channels` of the instruction.
  eu::SendStatus send(isa::Sfid sfid, std::uint32_t descriptor, const Registers& payload, unsigned response_registers,
                      std::uint32_t channels, unsigned exec_size, const Registers& extended = {}) {
    isa::Instruction instruction;
    instruction.opcode = extended.empty() ? isa::Opcode::send : isa::Opcode::sends;
    instruction.exec_size = static_cast<std::uint8_t>(exec_size);
    instruction.send.sfid = sfid;
    instruction.send.descriptor = descriptor;
    response.assign(response_registers, {});
    for (eu::Grf& grf : response) grf.bytes.fill(std::byte{0xEE});
    fault = {};
    const eu::SendStatus status = port.send({.instruction = instruction,
                                             .thread = thread,
                                             .descriptor = descriptor,
                                             .extended_descriptor = 0,
                                             .payload = payload,
                                             .extended_payload = extended,
                                             .response = response,
                                             .channels = channels});
    if (status == eu::SendStatus::fault) fault = port.take_fault();
    return status;
  }
  // `message`, whose lengths are those of the registers here.
  eu::SendStatus send(const isa::Message& message, const Registers& payload, unsigned response_registers,
                      std::uint32_t channels, unsigned exec_size, const Registers& extended = {}) {
    const Result<std::uint32_t> descriptor = isa::encode_message(isa::kGen9, message);
    EXPECT_TRUE(descriptor) << descriptor.error().message;
    return send(message.sfid, descriptor.value_or(0), payload, response_registers, channels, exec_size, extended);
  }
  // ... and expects that it succeeds.
  void done(isa::Sfid sfid, std::uint32_t descriptor, const Registers& payload, unsigned response_registers,
            std::uint32_t channels, unsigned exec_size, const Registers& extended = {}) {
    EXPECT_EQ(send(sfid, descriptor, payload, response_registers, channels, exec_size, extended), eu::SendStatus::done)
        << fault.what;
  }

  void done(const isa::Message& message, const Registers& payload, unsigned response_registers, std::uint32_t channels,
            unsigned exec_size, const Registers& extended = {}) {
    EXPECT_EQ(send(message, payload, response_registers, channels, exec_size, extended), eu::SendStatus::done)
        << fault.what;
  }

  template <class T>
  T returned(unsigned index) const {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(response.data()) + index * sizeof(T), sizeof(T));
    return value;
  }

  static isa::Message with_header(isa::Message message) {
    message.header = true;
    return message;
  }

  static constexpr std::uint32_t kUntouched = 0xEEEE'EEEE;
  static constexpr auto kDc0 = isa::Sfid::dp_data0;
  static constexpr auto kDc1 = isa::Sfid::dp_data1;

  memory::FlatMemory flat;
  std::span<std::byte> memory;
  std::span<std::byte> read_only;
  std::span<std::byte> heap;
  memory::View view;
  Port port;
  Environment environment;
  alignas(8) std::array<std::uint32_t, 1024> slm;  // 4 KB
  eu::Barrier barrier;
  eu::Thread thread{};
  Recoveries recoveries;
  eu::Observers observers;
  Registers response;
  eu::Fault fault;
};

}  // namespace eugene::functions
