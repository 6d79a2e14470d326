// Instructions, programs and threads for the tests of the EU, written short.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "eu/interpreter.h"

namespace eugene::eu::testing {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using isa::RegFile;
using isa::Region;
using isa::Type;

// r`nr`, element `element`, as a destination: `stride` elements apart.
inline Operand dst(unsigned nr, Type type, unsigned stride = 1, unsigned element = 0) {
  Operand operand{.file = RegFile::grf, .type = type, .nr = static_cast<std::uint8_t>(nr)};
  operand.subnr = static_cast<std::uint8_t>(element * isa::size_of(type));
  operand.region.hstride = static_cast<std::uint8_t>(stride);
  return operand;
}
// A source: <8;8,1> unless said otherwise.
inline Operand src(unsigned nr, Type type, Region region = {8, 8, 1}, unsigned element = 0) {
  Operand operand = dst(nr, type, 1, element);
  operand.region = region;
  return operand;
}
inline Operand scalar(unsigned nr, Type type, unsigned element = 0) { return src(nr, type, {0, 1, 0}, element); }
inline Operand imm(Type type, std::uint64_t bits) { return {.file = RegFile::imm, .type = type, .imm = bits}; }
inline Operand imm(float value) { return imm(Type::f, std::bit_cast<std::uint32_t>(value)); }
inline Operand arf(isa::Arf kind, unsigned nr, Type type, unsigned subnr = 0, Region region = {8, 8, 1}) {
  Operand operand{
      .file = RegFile::arf, .type = type, .nr = static_cast<std::uint8_t>((static_cast<unsigned>(kind) << 4) | nr)};
  operand.subnr = static_cast<std::uint8_t>(subnr);
  operand.region = region;
  return operand;
}
inline Operand arf_dst(isa::Arf kind, unsigned nr, Type type, unsigned subnr = 0) {
  return arf(kind, nr, type, subnr, {0, 1, 1});
}
inline Operand null(Type type = Type::ud) { return arf_dst(isa::Arf::null, 0, type); }
inline Operand negated(Operand operand) {
  operand.negate = true;
  return operand;
}
inline Operand absolute(Operand operand) {
  operand.absolute = true;
  return operand;
}

inline Instruction op(Opcode opcode, unsigned exec_size, Operand destination, Operand a = {}, Operand b = {},
                      Operand c = {}) {
  Instruction instruction{.opcode = opcode, .exec_size = static_cast<std::uint8_t>(exec_size), .dst = destination};
  instruction.src = {a, b, c};
  return instruction;
}
// The same with fields set: with(op(...), [](Instruction& i) { i.saturate = true; }).
template <class Change>
Instruction with(Instruction instruction, Change change) {
  change(instruction);
  return instruction;
}
inline Instruction no_mask(Instruction instruction) {
  instruction.no_mask = true;
  return instruction;
}
inline Instruction predicated(Instruction instruction, bool inverse = false,
                              isa::PredControl control = isa::PredControl::normal) {
  instruction.pred_control = control;
  instruction.pred_inverse = inverse;
  return instruction;
}
inline Instruction conditional(Instruction instruction, isa::CondMod condition) {
  instruction.cond_mod = condition;
  return instruction;
}
// A branch by numbers of instructions, which are all 16 bytes here.
inline Instruction branch(Opcode opcode, unsigned exec_size, int jip, int uip = 0) {
  Instruction instruction{
      .opcode = opcode, .exec_size = static_cast<std::uint8_t>(exec_size), .jip = 16 * jip, .uip = 16 * uip};
  instruction.src[0] = imm(Type::d, 0);
  return instruction;
}
inline Instruction end_of_thread() {
  Instruction instruction{.opcode = Opcode::send, .exec_size = 8, .no_mask = true};
  instruction.send = {.sfid = isa::Sfid::spawner, .eot = true, .descriptor = 0x02000010};
  instruction.src[0] = src(127, Type::ud);
  instruction.dst = null();
  return instruction;
}

// A port that ends threads, and hands other messages to `on_send`.
struct TestPort : MessagePort {
  std::function<SendStatus(const SendRequest&)> on_send;
  Fault fault;
  SendStatus send(const SendRequest& request) override {
    if (request.instruction.send.eot) return SendStatus::end_of_thread;
    return on_send ? on_send(request) : SendStatus::done;
  }
  Fault take_fault() override { return fault; }
};

inline isa::Program program(std::vector<Instruction> instructions, const isa::Gen& gen = isa::kGen9) {
  isa::Program result{.gen = &gen, .instructions = std::move(instructions)};
  for (std::size_t i = 0; i < result.instructions.size(); ++i)
    result.offsets.push_back(static_cast<std::uint32_t>(16 * i));
  return result;
}

// One thread, to be filled, run and looked at.
struct Bench {
  Thread thread;
  TestPort port;
  Outcome outcome;
  const isa::Gen* gen = &isa::kGen9;

  explicit Bench(std::uint32_t dispatch = 0xFFFF, const isa::Gen& generation = isa::kGen9) : gen(&generation) {
    start(thread, dispatch);
    if (gen->has_float_controls) thread.control[0] |= 0x4C0;  // keep denormals, as compilers ask
  }

  template <class T>
  void set(unsigned nr, std::initializer_list<T> values, unsigned element = 0) {
    std::memcpy(thread.grf[nr].bytes.data() + element * sizeof(T), std::data(values), values.size() * sizeof(T));
  }
  template <class T>
  void set(unsigned nr, const std::vector<T>& values) {
    std::memcpy(thread.grf[nr].bytes.data(), values.data(), values.size() * sizeof(T));
  }
  template <class T>
  T get(unsigned nr, unsigned element = 0) const {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(thread.grf.data()) + nr * kGrfBytes + element * sizeof(T),
                sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all(unsigned nr, unsigned count) const {
    std::vector<T> values(count);
    std::memcpy(values.data(), reinterpret_cast<const std::byte*>(thread.grf.data()) + nr * kGrfBytes,
                count * sizeof(T));
    return values;
  }

  // Runs `instructions`, then an end of thread; fails the test if that is not reached.
  void run(std::vector<Instruction> instructions) {
    instructions.push_back(end_of_thread());
    run_to(std::move(instructions), Stop::end_of_thread);
  }
  void run_to(std::vector<Instruction> instructions, Stop expected) {
    Result<Kernel> kernel = prepare(program(std::move(instructions), *gen));
    ASSERT_TRUE(kernel) << kernel.error().message;
    outcome = eu::run(*kernel, thread, port, {.instructions = 100000});
    ASSERT_EQ(outcome.stop, expected) << "at " << thread.ip << ": " << (outcome.fault ? outcome.fault->what : "");
  }
};

}  // namespace eugene::eu::testing
