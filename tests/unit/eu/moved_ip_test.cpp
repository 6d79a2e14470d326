// A debugger that writes a thread's ip while an instruction is about to begin (eu/observer.h).
#include "bench.h"
#include "eu/prepared_op.h"

namespace eugene::eu::test {
namespace {

// Moves the thread to `to`, once, when it has come to the instruction of that number.
class Mover final : public Observer {
 public:
  Mover(std::uint32_t at, std::uint32_t to) : at_(at), to_(to) {}
  Interest interest() const override { return {.before = true}; }
  void instruction_begins(const PreparedOp& op, const Thread& thread) override {
    begun.push_back(op.index);
    if (op.index == at_ && !std::exchange(has_moved_, true)) const_cast<Thread&>(thread).ip = to_;
  }
  std::vector<std::uint32_t> begun;

 private:
  std::uint32_t at_, to_;
  bool has_moved_ = false;
};

Instruction add_one(unsigned reg) {
  return no_mask(op(Opcode::add, 1, dst(reg, Type::d), scalar(reg, Type::d), imm(Type::d, 1)));
}

Outcome run_moved(Bench& bench, Mover& mover) {
  auto kernel = prepare(program({add_one(2), add_one(3), add_one(4), end_of_thread()}));
  EXPECT_TRUE(kernel);
  Observers observers;
  observers.add(mover);
  observers.begin_program(4);
  return run_observed(*kernel, bench.thread, bench.port, {}, observers);
}

TEST(MovedIp, TheInstructionThereBeginsInstead) {
  Bench bench;
  Mover mover(1, 2 * 16);
  EXPECT_EQ(run_moved(bench, mover).stop, Stop::end_of_thread);
  EXPECT_EQ(mover.begun, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
  EXPECT_EQ(bench.get<std::int32_t>(3), 0);
  EXPECT_EQ(bench.get<std::int32_t>(4), 1);
  EXPECT_EQ(bench.thread.instructions_executed, 3U);
}

TEST(MovedIp, Back) {
  Bench bench;
  Mover mover(2, 0);
  EXPECT_EQ(run_moved(bench, mover).stop, Stop::end_of_thread);
  EXPECT_EQ(bench.get<std::int32_t>(2), 2);
  EXPECT_EQ(bench.get<std::int32_t>(4), 1);
}

TEST(MovedIp, WhereNoInstructionBeginsIsAFault) {
  Bench bench;
  Mover mover(1, 20);
  const Outcome outcome = run_moved(bench, mover);
  EXPECT_EQ(outcome.stop, Stop::fault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->ip, 20U);
  EXPECT_EQ(bench.get<std::int32_t>(3), 0);
}

}  // namespace
}  // namespace eugene::eu::test
