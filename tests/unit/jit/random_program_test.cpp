// Random programs of every generation, compiled for this host and for one with AVX2 alone, leave what the interpreter
// leaves: every register, the counts, where channels wait, why the thread stopped and what the fault says. Threads on
// one worker and on four leave the same.
//
// EUGENE_RANDOM_INSTRUCTIONS is how many instructions of each generation are executed (make nightly: a million).
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "isa/decode.h"
#include "jit/compiled_kernel.h"
#include "unit/jit/random_program.h"

namespace eugene::jit {
namespace {

// Answers with a function of the payload; now and then a message blocks at first, or faults.
class RandomPort final : public eu::MessagePort {
 public:
  eu::SendStatus send(const eu::SendRequest& request) override {
    const unsigned seed = request.descriptor + request.channels;
    if (request.instruction.send.eot) return eu::SendStatus::end_of_thread;
    if (seed % 97 == 0) return eu::SendStatus::fault;
    if (seed % 31 == 0) return eu::SendStatus::blocked;
    // Before the response is there, which may lie in the same registers.
    const std::byte first = request.payload.empty() ? std::byte{0} : request.payload[0].bytes[0];
    for (eu::Grf& grf : request.response) {
      for (std::byte& byte : grf.bytes) byte ^= std::byte{0x5A};
      grf.bytes[0] ^= first;
    }
    return eu::SendStatus::done;
  }
  eu::Fault take_fault() override { return {.what = "a fault of the port"}; }
};

std::string differences(const eu::Thread& a, const eu::Thread& b) {
  std::string text;
  const auto differ = [&](const char* what, auto index) {
    if (text.size() < 200) text += what + std::to_string(index) + " ";
  };
  for (std::size_t i = 0; i < a.grf.size(); ++i)
    if (a.grf[i] != b.grf[i]) differ("r", i);
  for (std::size_t i = 0; i < a.mrf.size(); ++i)
    if (a.mrf[i] != b.mrf[i]) differ("m", i);
  for (std::size_t i = 0; i < a.acc.size(); ++i)
    if (a.acc[i] != b.acc[i]) differ("acc", i);
  for (std::size_t i = 0; i < a.flag.size(); ++i)
    if (a.flag[i] != b.flag[i]) differ("f", i);
  const auto compare = [&](const char* what, const auto& x, const auto& y) {
    if (x != y) text += std::string(what) + " ";
  };
  compare("a0", a.address, b.address);
  compare("sr0", a.state, b.state);
  compare("cr0", a.control, b.control);
  compare("n0", a.notification, b.notification);
  compare("tdr0", a.dependency, b.dependency);
  compare("ip", a.ip, b.ip);
  compare("call mask", a.call_mask, b.call_mask);
  compare("instructions", a.instructions_executed, b.instructions_executed);
  compare("lane operations", a.lane_operations, b.lane_operations);
  // A channel waits for this instruction or runs at it already: the same.
  for (unsigned channel = 0; channel < eu::kMaxChannels; ++channel) {
    if (((a.dispatched >> channel) & 1) == 0) continue;
    const auto place = [&](const eu::Thread& t) {
      return ((t.running >> channel) & 1) != 0 ? t.ip : t.channel_ip[channel];
    };
    if (place(a) != place(b)) differ("channel ", channel);
  }
  return text;
}

std::string describe(const isa::Instruction& instruction, std::size_t index) {
  std::string text = "instruction " + std::to_string(index) + ", " + std::string(instruction.row().mnemonic) + " (" +
                     std::to_string(instruction.exec_size) + ") channel " + std::to_string(instruction.channel_offset) +
                     " condition " + std::to_string(int(instruction.cond_mod)) + " math " +
                     std::to_string(int(instruction.math)) + " predicate " +
                     std::to_string(int(instruction.pred_control)) + (instruction.saturate ? " sat" : "") +
                     (instruction.acc_wr_en ? " accwren" : "") + (instruction.no_mask ? " nomask" : "") + " jip " +
                     std::to_string(instruction.jip / 16) + " uip " + std::to_string(instruction.uip / 16) +
                     (instruction.access_mode == isa::AccessMode::align16 ? " align16" : "");
  for (const isa::Operand* operand : {&instruction.dst, &instruction.src[0], &instruction.src[1], &instruction.src[2]})
    text += " | " + std::string("agmi").substr(std::size_t(operand->file), 1) + std::to_string(operand->nr) + "." +
            std::to_string(operand->subnr) + ":" + std::string(isa::info(operand->type).name) + " <" +
            std::to_string(operand->region.vstride) + ";" + std::to_string(operand->region.width) + "," +
            std::to_string(operand->region.hstride) + ">" + (operand->negate ? " neg" : "") +
            (operand->absolute ? " abs" : "") + (operand->indirect ? " indirect" : "");
  return text;
}

struct Comparison {
  std::uint64_t executed = 0;
  std::string wrong;
};

// Runs `start` on both as far as compiled code comes within about `budget` instructions.
Comparison compare(const eu::Kernel& kernel, const CompiledKernel& compiled, const eu::Thread& start,
                   std::uint64_t budget) {
  RandomPort port;
  Runner runner;
  eu::Thread got = start;
  const eu::Outcome jit = runner.run(compiled, got, port, {.instructions = budget});
  const std::uint64_t executed = got.instructions_executed;
  eu::Thread expected = start;
  const bool ran_out = jit.stop == eu::Stop::out_of_budget;
  const eu::Outcome interpreted = eu::run(kernel, expected, port, {.instructions = ran_out ? executed : executed + 1});
  Comparison result{.executed = executed, .wrong = differences(got, expected)};
  if (jit.stop != interpreted.stop)
    result.wrong += "stop " + std::to_string(int(jit.stop)) + " for " + std::to_string(int(interpreted.stop));
  if (jit.fault.has_value() != interpreted.fault.has_value() ||
      (jit.fault && (jit.fault->what != interpreted.fault->what || jit.fault->ip != interpreted.fault->ip ||
                     jit.fault->lane != interpreted.fault->lane)))
    result.wrong += "fault";
  return result;
}

// What `workers` host threads make of `threads`, each with a runner of its own.
std::vector<eu::Thread> run_on(unsigned workers, const CompiledKernel& compiled, std::vector<eu::Thread> threads,
                               std::uint64_t budget) {
  const auto work = [&](std::size_t first) {
    RandomPort port;
    Runner runner;
    for (std::size_t i = first; i < threads.size(); i += workers)
      runner.run(compiled, threads[i], port, {.instructions = budget});
  };
  {
    std::vector<std::jthread> hosts;
    for (unsigned worker = 0; worker < workers; ++worker) hosts.emplace_back(work, worker);
  }
  return threads;
}

std::string differences_on_workers(const CompiledKernel& compiled, const std::vector<eu::Thread>& threads,
                                   std::uint64_t budget) {
  const std::vector<eu::Thread> one = run_on(1, compiled, threads, budget);
  const std::vector<eu::Thread> four = run_on(4, compiled, threads, budget);
  std::string text;
  for (std::size_t i = 0; i < one.size(); ++i) text += differences(four[i], one[i]);
  return text;
}

// The instructions without which the engines agree: the others become nops.
std::string culprits(HostCompiler& compiler, const Assumptions& assumptions, const eu::Kernel& kernel,
                     const eu::Thread& start, std::uint64_t budget) {
  isa::Program program = kernel.program();
  const auto differ = [&] {
    const eu::Kernel changed = *eu::prepare(program);
    const auto compiled = compile(compiler, changed, assumptions);
    return compiled && !compare(changed, *compiled, start, budget).wrong.empty();
  };
  for (std::size_t i = 0; i + 1 < program.instructions.size(); ++i) {
    const isa::Instruction kept = program.instructions[i];
    program.instructions[i] = {.opcode = isa::Opcode::nop};
    if (!differ()) program.instructions[i] = kept;
  }
  std::string text;
  for (std::size_t i = 0; i + 1 < program.instructions.size(); ++i)
    if (program.instructions[i].opcode != isa::Opcode::nop) text += "\n" + describe(program.instructions[i], i);
  return text;
}

class RandomProgramTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(RandomProgramTest, LeavesWhatTheInterpreterLeaves) {
  const char* wanted = std::getenv("EUGENE_RANDOM_INSTRUCTIONS");
  const std::uint64_t enough = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 20'000;
  const char* seeded = std::getenv("EUGENE_RANDOM_SEED");
  const std::uint64_t first = seeded != nullptr ? std::strtoull(seeded, nullptr, 10) : 1;
  std::shared_ptr<HostCompiler> compilers[] = {std::move(*HostCompiler::create()),
                                               std::move(*HostCompiler::create("haswell"))};
  for (auto& compiler : compilers) define_runtime(*compiler);
  std::uint64_t executed = 0;
  std::uint64_t seed = first;
  std::uint64_t refused = 0;  // by LLVM's back end, which has its errors
  for (; executed < enough; ++seed) {
    testing::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(30);
    std::vector<eu::Thread> threads;
    for (int i = 0; i < 8; ++i) threads.push_back(programs.thread());
    for (auto& compiler : compilers) {
      const Assumptions assumptions{.control = threads[0].control[0], .coverage = programs.coverage()};
      const auto compiled = testing::compile_random(*compiler, kernel, assumptions);
      if (!compiled) {
        ++refused;
        continue;
      }
      for (const eu::Thread& thread : threads) {
        const Comparison result = compare(kernel, *compiled, thread, 500);
        if (compiler == compilers[0]) executed += result.executed;
        if (result.wrong.empty()) continue;
        FAIL() << "seed " << seed << (compiler == compilers[0] ? "" : ", AVX2") << ": " << result.wrong
               << culprits(*compiler, assumptions, kernel, thread, 500);
      }
      ASSERT_EQ(differences_on_workers(*compiled, threads, 500), "") << "seed " << seed << ", four workers";
    }
  }
  EXPECT_LE(refused, 1 + (seed - first) / 50);
}

INSTANTIATE_TEST_SUITE_P(Generations, RandomProgramTest, ::testing::Values(&isa::kGen6, &isa::kGen9),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit
