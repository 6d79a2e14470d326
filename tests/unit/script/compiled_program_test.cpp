// The program of a case as host code, whose memory the host refuses to access: a fault, not the end of the process.
#include "script/compiled_program.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstring>

#include "base/host_fault.h"
#include "eu/interpreter.h"
#include "functions/port.h"
#include "isa/message/message.h"
#include "memory/flat_memory.h"
#include "support/build.h"

namespace eugene::script {
namespace {

constexpr std::uint64_t kBuffer = 0x10'0000;
constexpr std::uint32_t kControl = 0x4C0;

// r20: dwords of memory at the addresses in r10 and r11.
isa::Instruction load() {
  isa::Instruction made{.opcode = isa::Opcode::send, .exec_size = 8};
  isa::Message message{
      .sfid = isa::Sfid::dp_data1,
      .body = isa::UntypedSurface{.access = isa::Access::read, .a64 = true, .bti = 255, .simd = 8, .channels = 1}};
  message.length = 2;
  message.response_length = 1;
  made.send.sfid = message.sfid;
  made.send.descriptor = *isa::encode_message(isa::kGen9, message);
  made.src[0] = test::src(10, isa::Type::ud);
  made.dst = test::src(20, isa::Type::ud);
  return made;
}

TEST(CompiledProgram, FaultsWhereTheHostRefusesAnAccess) {
  catch_host_faults();
  memory::FlatMemory flat;
  const std::span<std::byte> memory = *flat.map(kBuffer, memory::kPageBytes);
  memory::View view(flat);
  functions::Port port(isa::kGen9, view);
  port.begin_dispatch({});
  const isa::Program program = test::program({load(), test::end_of_thread()});
  CaseProgram one{.kernel = *eu::prepare(program), .code = std::vector<std::byte>(32)};
  gpu::Compiler compiler({.keeps_registers = true});
  CompiledProgram compiled(compiler, one, kControl);
  for (const int protection : {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE, PROT_READ}) {
    ::mprotect(memory.data(), memory.size(), protection);
    eu::Thread thread;
    eu::start(thread, 0xFF);
    thread.control[0] = kControl;
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint64_t address = kBuffer + 4 * i;
      std::memcpy(thread.grf[10].bytes.data() + 8 * i, &address, sizeof address);  // continues in r11
    }
    const eu::Outcome outcome = compiled.run(thread, port, {.instructions = 100});
    if (protection != PROT_NONE) {
      EXPECT_EQ(outcome.stop, eu::Stop::end_of_thread);
      continue;
    }
    ASSERT_EQ(outcome.stop, eu::Stop::fault);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->what, "read of memory that the program may not read");
    EXPECT_EQ(outcome.fault->ip, 0U);
    EXPECT_EQ(outcome.fault->address, kBuffer);
  }
}

// Writes 8 pixels of four bytes to surface 1. r10: columns, r11: rows, r12 to r15: components.
isa::Instruction write_pixels() {
  isa::Instruction made{.opcode = isa::Opcode::send, .exec_size = 8};
  const isa::Message message{.sfid = isa::Sfid::dp_data1,
                             .length = 6,
                             .body = isa::TypedSurface{.access = isa::Access::write, .bti = 1, .channels = 0xF}};
  made.send.sfid = message.sfid;
  made.send.descriptor = *isa::encode_message(isa::kGen9, message);
  made.src[0] = test::src(10, isa::Type::ud);
  return made;
}

// The first write is sent, the second is prepared, and compiled code calls the third (eu/prepared_message.h).
TEST(CompiledProgram, FaultsWhereTheHostRefusesAnImage) {
  constexpr std::uint64_t kStates = 0x20'0000;
  constexpr std::uint32_t kRgba8Unorm = 0xC7, kSurfaceState = 64;
  catch_host_faults();
  memory::FlatMemory flat;
  const std::span<std::byte> memory = *flat.map(kBuffer, memory::kPageBytes);
  const std::span<std::byte> states = *flat.map(kStates, memory::kPageBytes);
  std::memcpy(states.data() + sizeof kSurfaceState, &kSurfaceState, sizeof kSurfaceState);
  const std::array<std::uint32_t, 16> surface{1U << 29 | kRgba8Unorm << 18,       0, 15 | 7 << 16, 63, 0, 0, 0, 0,
                                              static_cast<std::uint32_t>(kBuffer)};
  std::memcpy(states.data() + kSurfaceState, surface.data(), sizeof surface);
  memory::View view(flat);
  functions::Port port(isa::kGen9, view);
  functions::Environment environment;
  environment.surface_state_base = kStates;
  port.begin_dispatch(environment);
  const isa::Program program = test::program({write_pixels(), test::end_of_thread()});
  CaseProgram one{.kernel = *eu::prepare(program), .code = std::vector<std::byte>(32)};
  gpu::Compiler compiler({.keeps_registers = true});
  CompiledProgram compiled(compiler, one, kControl);
  for (unsigned row = 0; row < 6; ++row) {
    if (row == 4) ::mprotect(memory.data(), memory.size(), PROT_READ);
    if (row == 5) ::mprotect(memory.data(), memory.size(), PROT_READ | PROT_WRITE);
    eu::Thread thread;
    eu::start(thread, 0xFF);
    thread.control[0] = kControl;
    for (std::uint32_t i = 0; i < 8; ++i) {
      std::memcpy(thread.grf[10].bytes.data() + 4 * i, &i, sizeof i);
      std::memcpy(thread.grf[11].bytes.data() + 4 * i, &row, sizeof row);
      for (unsigned c = 0; c < 4; ++c) thread.grf[12 + c].bytes[4 * i + 3] = std::byte{0x3F};  // 0.5
    }
    const eu::Outcome outcome = compiled.run(thread, port, {.instructions = 100});
    if (row != 4) {
      EXPECT_EQ(outcome.stop, eu::Stop::end_of_thread);
      EXPECT_EQ(memory[64 * row + 28], std::byte{0x80});
      continue;
    }
    ASSERT_EQ(outcome.stop, eu::Stop::fault);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->what, "write to read-only memory");
    EXPECT_EQ(outcome.fault->lane, 0U);
    EXPECT_EQ(outcome.fault->ip, 0U);
    EXPECT_EQ(outcome.fault->address, kBuffer + 64 * row);
  }
}

}  // namespace
}  // namespace eugene::script
