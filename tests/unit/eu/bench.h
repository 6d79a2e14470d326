// A thread for the tests of the EU: filled, run, and inspected.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "eu/interpreter.h"
#include "support/build.h"
#include "support/message_port.h"

namespace eugene::eu::test {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using isa::RegFile;
using isa::Region;
using isa::Type;

using eugene::test::absolute;
using eugene::test::arf;
using eugene::test::arf_dst;
using eugene::test::branch;
using eugene::test::conditional;
using eugene::test::dst;
using eugene::test::end_of_thread;
using eugene::test::imm;
using eugene::test::message;
using eugene::test::negated;
using eugene::test::no_mask;
using eugene::test::null;
using eugene::test::op;
using eugene::test::predicated;
using eugene::test::program;
using eugene::test::scalar;
using eugene::test::src;
using eugene::test::TestPort;
using eugene::test::with;

// One thread: fill its registers, run a program, read the registers.
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

}  // namespace eugene::eu::test
