// Compiled code in a hostile world, beside the interpreter in one like it: nothing but the GPU's memory is accessed,
// and registers, memory, counts and faults are the same.
//
// Most programs are messages with addresses at all kinds of ends, sent several times, so that the windows that one send
// has found are there for the next (eu/memory_window.h); some move values between registers that address registers
// name, at all kinds of ends of the register file; others are whatever the bytes are.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "hostile_world.h"
#include "isa/encoding/decode.h"
#include "jit/host/runner.h"
#include "jit/message/message_shape.h"
#include "support/build.h"

using namespace eugene;

namespace {

constexpr std::uint64_t kBudget = 2000;
constexpr unsigned kMaxSends = 6;
constexpr unsigned kPayload = 8;  // registers of the payload and response of a send, which no other send uses
constexpr unsigned kFirst = 16;   // of them
constexpr std::uint32_t kControl = 0x4C0;

jit::HostCompiler& compiler() {
  static const auto instance = [] {
    auto made = jit::HostCompiler::create();
    if (!made) std::abort();
    jit::define_runtime(**made);
    return std::move(*made);
  }();
  return *instance;
}

[[noreturn]] void differs(const std::string& what) {
  std::fprintf(stderr, "interpreter and compiled code differ: %s\n", what.c_str());
  std::abort();
}

template <class T>
T one_of(Input& input, std::initializer_list<T> choices) {
  return choices.begin()[input.take<std::uint8_t>() % choices.size()];
}

// Returns a message that compiled code can execute without the port.
isa::MessageBody take_body(Input& input) {
  const auto access = one_of(input, {isa::Access::read, isa::Access::write});
  const auto choice = input.take<std::uint8_t>();
  const auto bti = choice < 0x40   ? isa::kBtiStateless
                   : choice < 0x60 ? isa::kBtiSlm
                                   : static_cast<std::uint8_t>(choice % 16);
  const auto simd = one_of<std::uint8_t>(input, {8, 16});
  const auto small = one_of<std::uint8_t>(input, {1, 2, 4});
  const auto owords = one_of<std::uint8_t>(input, {1, 2, 4, 8});
  const bool flag = input.take<std::uint8_t>() % 2 != 0;
  const auto channels = static_cast<std::uint8_t>(1 + input.take<std::uint8_t>() % 15);
  const auto op = static_cast<isa::AtomicOp>(input.take<std::uint8_t>() % 16);
  switch (input.take<std::uint8_t>() % 10) {
    case 0: return isa::UntypedSurface{.access = access, .bti = bti, .simd = simd, .channels = channels};
    case 1: return isa::UntypedSurface{.access = access, .a64 = true, .bti = 255, .simd = 8, .channels = channels};
    case 2: return isa::ByteScattered{.access = access, .bti = bti, .simd = simd, .bytes = small};
    case 3: return isa::DwordScattered{.access = access, .bti = bti, .simd = simd};
    case 4: return isa::A64Scattered{.access = access, .simd = simd, .element_bytes = 1, .elements = small};
    case 5:
      return isa::A64Scattered{
          .access = access, .simd = 8, .element_bytes = flag ? std::uint8_t{8} : std::uint8_t{4}, .elements = small};
    case 6: return isa::UntypedAtomic{.bti = bti, .simd = simd, .op = op, .returns = flag};
    case 7:
      return isa::UntypedAtomic{.a64 = true,
                                .bti = 255,
                                .simd = 8,
                                .bytes = flag ? std::uint8_t{8} : std::uint8_t{4},
                                .op = op,
                                .returns = true};
    case 8:
      return isa::OwordBlock{.access = access, .a64 = flag, .bti = flag ? std::uint8_t{255} : bti, .owords = owords};
    default: return isa::ScratchBlock{.access = access, .hwords = owords, .offset = input.take<std::uint8_t>()};
  }
}

// Mostly sets the lengths that the message needs. Shorter lengths must only cause a fault.
void set_lengths(Input& input, isa::Instruction& send) {
  const auto any = input.take<std::uint16_t>();
  unsigned payload = 1U + any % kPayload, response = any / 16 % (kPayload + 1);
  const auto message = isa::decode_message(isa::kGen9, send.send.sfid, send.send.descriptor, 0);
  for (unsigned i = 0; message && any % 8 != 0 && i < kPayload * (kPayload + 1); ++i) {
    const unsigned p = 1 + i / (kPayload + 1), r = i % (kPayload + 1);
    if (!jit::message_shape(isa::kGen9, *message, p, r, send.exec_size).access) continue;
    payload = p;
    response = r;
    break;
  }
  send.send.descriptor |= payload << 25 | response << 20;
}

// Send `number` of a program: a message by its name, or any descriptor.
isa::Instruction take_send(Input& input, unsigned number) {
  isa::Instruction made{.opcode = isa::Opcode::send};
  made.exec_size = one_of<std::uint8_t>(input, {8, 16, 16, 1});
  made.no_mask = input.take<std::uint8_t>() % 4 == 0;
  made.send.sfid = one_of(input, {isa::Sfid::dp_data0, isa::Sfid::dp_data1});
  made.send.descriptor = input.take<std::uint32_t>() & 0x0008'FFFFU;
  if (input.take<std::uint8_t>() % 8 != 0) {
    isa::Message message{.body = take_body(input)};
    const bool is_block = std::holds_alternative<isa::OwordBlock>(message.body) ||
                          std::holds_alternative<isa::ScratchBlock>(message.body);
    message.header = is_block || input.take<std::uint8_t>() % 8 == 0;
    for (const isa::Sfid sfid : {isa::Sfid::dp_data0, isa::Sfid::dp_data1}) {
      message.sfid = sfid;
      if (const auto descriptor = isa::encode_message(isa::kGen9, message)) {
        made.send.sfid = sfid;
        made.send.descriptor = *descriptor & 0x000F'FFFFU;
        break;
      }
    }
  }
  set_lengths(input, made);
  made.src[0] = test::src(kFirst + number * 2 * kPayload, isa::Type::ud);
  made.dst = test::src(kFirst + number * 2 * kPayload + kPayload, isa::Type::ud);
  return made;
}

isa::Program take_messages(Input& input) {
  std::vector<isa::Instruction> instructions;
  const unsigned sends = 1 + input.take<std::uint8_t>() % kMaxSends;
  for (unsigned i = 0; i < sends; ++i) instructions.push_back(take_send(input, i));
  instructions.push_back(test::end_of_thread());
  return test::program(std::move(instructions));
}

// Returns an indirect operand: one address for all channels, or for each row of a source.
isa::Operand take_by_address(Input& input, bool is_source) {
  isa::Operand made{.file = isa::RegFile::grf, .indirect = true, .region = {0, 1, 1}};
  made.type = one_of(input, {isa::Type::ud, isa::Type::d, isa::Type::f, isa::Type::uw, isa::Type::ub, isa::Type::uq});
  made.addr_subnr = input.take<std::uint8_t>() % 16;
  made.addr_imm = static_cast<std::int16_t>(static_cast<int>(input.take<std::uint16_t>() % 1024) - 512);
  if (!is_source) return made;
  constexpr std::uint8_t kEach = isa::Region::kPerRowAddress;
  made.region = one_of<isa::Region>(input, {{1, 1, 0}, {0, 1, 0}, {8, 8, 1}, {16, 8, 2}, {kEach, 1, 0}, {kEach, 4, 1}});
  if (made.region.vstride == kEach && input.take<std::uint8_t>() % 4 != 0) made.addr_subnr = 0;
  return made;
}

// Returns a program of moves, some with few channels, and of changes to address registers.
isa::Program take_moves(Input& input) {
  constexpr unsigned kMostMoves = 12;
  std::vector<isa::Instruction> instructions;
  for (unsigned i = 1 + input.take<std::uint8_t>() % kMostMoves; i-- > 0;) {
    isa::Instruction made{.opcode = isa::Opcode::mov};
    made.exec_size = one_of<std::uint8_t>(input, {8, 16, 1, 4});
    const auto choice = input.take<std::uint8_t>();
    made.no_mask = choice % 8 == 0;
    made.dst = test::dst(choice % 32, isa::Type::d);
    made.src[0] = test::src(input.take<std::uint8_t>() % 120, isa::Type::d);
    if (choice < 0x20) {
      made.dst = {.file = isa::RegFile::arf, .type = isa::Type::uw, .nr = 0x10, .region = {0, 1, 1}};
      made.src[0].type = isa::Type::uw;
    }
    if (choice >= 0x20 && choice < 0xC0) made.src[0] = take_by_address(input, true);
    if (choice >= 0x80) made.dst = take_by_address(input, false);
    if (choice >= 0xC0) {
      made.opcode = isa::Opcode::smov;
      made.src[1] = {.file = isa::RegFile::imm, .type = isa::Type::uw};
      made.src[1].imm = (choice % 2 == 0 ? 1U << choice / 2 % 16 : input.take<std::uint16_t>()) * 0x10001ULL;
    }
    instructions.push_back(made);
  }
  instructions.push_back(test::end_of_thread());
  return test::program(std::move(instructions));
}

// Fills registers with addresses and offsets of 32 and 64 bits, each derived from the previous one.
void fill_registers(Input& input, eu::Thread& thread) {
  for (unsigned first = kFirst; first < thread.grf.size() && !input.empty(); first += kPayload) {
    const auto way = input.take<std::uint8_t>();
    const std::uint64_t start = way % 16 < 10 ? HostileWorld::offset(input) : HostileWorld::address(input);
    const std::uint64_t stride = one_of<std::uint64_t>(input, {4, 0, 1, 2, 8, 16, 12, 0x1000, ~3ULL});
    const bool is_wide = way % 16 >= 9;
    const bool has_header = way % 8 == 1 || way % 8 == 2;
    auto* to = thread.grf[first].bytes.data();
    for (unsigned i = 0; i < 32; ++i) {
      const std::uint64_t value = start + i * stride;
      std::memcpy(to + (has_header ? eu::kGrfBytes : 0) + i * (is_wide ? 8 : 4), &value, is_wide ? 8 : 4);
    }
    if (has_header) std::memcpy(to + 8, &start, sizeof start);
    if (way >= 0xE0) input.fill(std::as_writable_bytes(std::span(thread.grf).subspan(first, 2)));
  }
}

struct Side {
  HostileWorld world;
  eu::Thread thread;
  eu::Outcome outcome;
};

void compare(const Side& a, const Side& b) {
  if (a.outcome.stop != b.outcome.stop) differs("why the thread stopped");
  if (a.outcome.fault.has_value() != b.outcome.fault.has_value()) differs("whether there is a fault");
  if (a.outcome.fault &&
      (a.outcome.fault->what != b.outcome.fault->what || a.outcome.fault->ip != b.outcome.fault->ip ||
       a.outcome.fault->lane != b.outcome.fault->lane || a.outcome.fault->address != b.outcome.fault->address))
    differs("the fault: " + a.outcome.fault->what + " at " + std::to_string(a.outcome.fault->ip) + " / " +
            b.outcome.fault->what + " at " + std::to_string(b.outcome.fault->ip));
  for (std::size_t i = 0; i < a.thread.grf.size(); ++i)
    if (a.thread.grf[i] != b.thread.grf[i]) differs(std::string("r").append(std::to_string(i)));
  if (a.thread.ip != b.thread.ip || a.thread.instructions_executed != b.thread.instructions_executed ||
      a.thread.lane_operations != b.thread.lane_operations)
    differs("place or counts");
  if (!a.world.is_like(b.world)) differs("memory");
}

// Runs compiled code, and then the interpreter exactly as far, since compiled code checks its budget less often.
void run_both(const jit::CompiledKernel& compiled, Side& ours, Side& theirs, jit::Runner& runner) {
  theirs.thread = ours.thread;
  ours.outcome = runner.run(compiled, ours.thread, ours.world.port(), {.instructions = kBudget});
  const bool ran_out = ours.outcome.stop == eu::Stop::out_of_budget;
  const std::uint64_t budget = ran_out ? ours.thread.instructions_executed : ~std::uint64_t{0};
  theirs.outcome = eu::run(compiled.kernel, theirs.thread, theirs.world.port(), {.instructions = budget});
  compare(ours, theirs);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Made once: allocating their memory would take as long as running an input.
  static Side& ours = *new Side;
  static Side& theirs = *new Side;
  Input input(std::as_bytes(std::span(data, size)));
  Input same = input;
  ours.world.begin(input);
  theirs.world.begin(same);

  const auto kind = input.take<std::uint8_t>() % 8;
  const bool is_any = kind == 0;
  std::array<std::byte, 256> code{};
  Diagnostics diagnostics;
  if (is_any) input.fill(code);
  Result<eu::Kernel> kernel = eu::prepare(is_any      ? isa::decode_program(isa::kGen9, code, diagnostics)
                                          : kind == 1 ? take_moves(input)
                                                      : take_messages(input));
  if (!kernel) return 0;
  const auto compiled = jit::compile(compiler(), *kernel, {.control = kControl});
  if (!compiled) {
    // LLVM's back end cannot select some instructions. All other errors are Eugene's.
    if (compiled.error().message.find("Cannot select") == std::string::npos) differs(compiled.error().message);
    return 0;
  }
  jit::Runner runner;
  constexpr unsigned kRounds = 3;
  for (unsigned round = 0; round < kRounds; ++round) {
    eu::start(ours.thread, one_of<std::uint32_t>(input, {0xFFFF, 0xFFFF, 0xFFFF'FFFF, 0xFF, 0x1}));
    ours.thread.control[0] = kControl;
    for (eu::Grf& each : ours.thread.grf) each.bytes.fill(std::byte{0});
    fill_registers(input, ours.thread);
    for (std::uint16_t& address : ours.thread.address) {
      address = input.take<std::uint16_t>();
      if (address % 16 != 0) address &= 0xFFF;
    }
    run_both(*compiled, ours, theirs, runner);
    if (ours.outcome.stop != eu::Stop::end_of_thread && ours.outcome.stop != eu::Stop::fault) break;
  }
  return 0;
}
