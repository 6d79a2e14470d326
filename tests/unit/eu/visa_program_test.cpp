// Programs lowered from vISA: they are marked as such, and have their own registers.
#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"

namespace eugene::eu {
namespace {

static_assert(!std::copy_constructible<isa::Gen> && !std::is_copy_assignable_v<isa::Gen>,
              "programs share the constants of gen.h");

// Returns a program with nbarrier.signal, which only vISA has (vISA manual NBARRIER). Register `nr` has the barrier's
// number.
isa::Program barrier_program(unsigned nr) {
  isa::Instruction signal;
  signal.opcode = isa::Opcode::nbarrier_signal;
  signal.exec_size = 1;
  signal.no_mask = true;
  signal.src[0] = {.file = isa::RegFile::grf, .type = isa::Type::ud, .nr = static_cast<std::uint16_t>(nr)};
  isa::Program program;
  program.append(signal);
  return program;
}

// Why the only instruction of `program` cannot be executed; empty if it can be.
std::string fault_of(isa::Program program) {
  const auto kernel = prepare(std::move(program));
  if (!kernel) return kernel.error().message;
  const PreparedOp& op = kernel->prepared().ops.front();
  return op.fault != nullptr ? op.fault->message : "";
}

TEST(VisaProgram, HasTheInstructionsOfLaterMachines) {
  isa::Program program = barrier_program(2);
  EXPECT_NE(fault_of(program).find("nbarrier.signal does not exist in gen9"), std::string::npos) << fault_of(program);
  program.is_visa = true;  // vISA has it, even in a program without variables
  EXPECT_EQ(fault_of(program), "");
}

TEST(VisaProgram, OwnsItsRegisters) {
  isa::Program small = barrier_program(130);
  small.is_visa = true;
  small.variable_registers = 2;
  isa::Program large = small;
  large.variable_registers = 3;
  EXPECT_EQ(small.gen, large.gen);
  EXPECT_NE(fault_of(small), "");
  EXPECT_EQ(fault_of(large), "");
  EXPECT_EQ(general_register_end(small, 128), 130U);
  EXPECT_EQ(general_register_end(large, 128), 131U);
  EXPECT_EQ(grf_span(large).begin, sizeof(Thread));
  EXPECT_EQ(grf_span(large).end, sizeof(Thread) + 3 * kGrfBytes);
  EXPECT_EQ(grf_span(isa::Program{}).end, 128 * kGrfBytes);
}

}  // namespace
}  // namespace eugene::eu
