// Random programs of every generation, compiled for this host and for one with AVX2 alone, leave what the interpreter
// leaves: every register, the counts, where channels wait, why the thread stopped and what the fault says. What stops
// them is lifted, so that they run on; several launches on one worker and on four leave the same.
//
// EUGENE_RANDOM_INSTRUCTIONS is how many instructions of each generation are executed (make nightly: a million).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "isa/encoding/decode.h"
#include "jit/host/runner.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "support/whole_thread.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::random_program_test {
namespace {

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

constexpr std::uint64_t kSlice = 500;  // max instructions of a thread's turn
constexpr std::uint64_t kMax = 1500;   // and at least that many in all, if it does not end

// Runs a thread on both engines from stop to stop, side by side.
class Comparison {
 public:
  Comparison(const eu::Kernel& kernel, const CompiledKernel& compiled, const eu::Thread& start)
      : kernel_(kernel), compiled_(compiled), got_(start), expected_(start) {
    const auto run = [this](eu::Thread&, std::uint64_t) { return step(); };
    const auto lifted = [this](eu::Stop) {
      test::lift(last_, expected_);
      jit_port_.let_through();
      port_.let_through();
    };
    test::run_whole(step(), got_, kMax, run, lifted);
  }

  const std::string& wrong() const { return wrong_; }
  const eu::Thread& left() const { return got_; }

 private:
  // Runs both engines as far as compiled code comes in about a slice.
  eu::Outcome step() {
    const std::uint64_t before = got_.instructions_executed;
    last_ = runner_.run(compiled_, got_, jit_port_, {.instructions = kSlice});
    const std::uint64_t executed = got_.instructions_executed - before;
    const bool ran_out = last_.stop == eu::Stop::out_of_budget;
    const eu::Outcome interpreted =
        eu::run(kernel_, expected_, port_, {.instructions = ran_out ? executed : executed + 1});
    wrong_ = differences(got_, expected_);
    if (last_.stop != interpreted.stop)
      wrong_ += "stop " + std::to_string(int(last_.stop)) + " for " + std::to_string(int(interpreted.stop));
    if (last_.fault.has_value() != interpreted.fault.has_value() ||
        (last_.fault && (last_.fault->what != interpreted.fault->what || last_.fault->ip != interpreted.fault->ip ||
                         last_.fault->lane != interpreted.fault->lane)))
      wrong_ += "fault";
    return wrong_.empty() ? last_ : eu::Outcome{.stop = eu::Stop::fault};
  }

  const eu::Kernel& kernel_;
  const CompiledKernel& compiled_;
  test::ListeningPort jit_port_{true};
  test::ListeningPort port_{true};
  Runner runner_;
  eu::Thread got_;
  eu::Thread expected_;
  eu::Outcome last_;
  std::string wrong_;
};

constexpr unsigned kLaunches = 3;

// Runs `threads` in several launches on `workers` host threads, each with a runner of its own.
std::vector<std::vector<eu::Thread>> run_on(unsigned workers, const CompiledKernel& compiled,
                                            const std::vector<eu::Thread>& threads) {
  std::vector<std::vector<eu::Thread>> launches(kLaunches, threads);
  const auto work = [&](std::size_t first) {
    Runner runner;
    for (std::vector<eu::Thread>& launch : launches) {
      for (std::size_t i = first; i < launch.size(); i += workers) {
        test::ListeningPort port(true);
        const auto run = [&](eu::Thread& thread, std::uint64_t) {
          return runner.run(compiled, thread, port, {.instructions = kSlice});
        };
        test::run_whole(run(launch[i], kSlice), launch[i], kMax, run, [&](eu::Stop) { port.let_through(); });
      }
    }
  };
  {
    std::vector<std::jthread> hosts;
    for (unsigned worker = 0; worker < workers; ++worker) hosts.emplace_back(work, worker);
  }
  return launches;
}

// Describes the differences between the workers' results for `threads` and `left`.
std::string differences_on_workers(const CompiledKernel& compiled, const std::vector<eu::Thread>& threads,
                                   const std::vector<eu::Thread>& left) {
  std::string text;
  for (const unsigned workers : {1U, 4U})
    for (const std::vector<eu::Thread>& launch : run_on(workers, compiled, threads))
      for (std::size_t i = 0; i < launch.size(); ++i) text += differences(launch[i], left[i]);
  return text;
}

// Returns the instructions that make the engines differ; all others become nops.
std::string culprits(HostCompiler& compiler, const Assumptions& assumptions, const eu::Kernel& kernel,
                     const eu::Thread& start) {
  isa::Program program = kernel.program();
  const auto differ = [&] {
    const eu::Kernel changed = *eu::prepare(program);
    const auto compiled = compile(compiler, changed, assumptions);
    return compiled && !Comparison(changed, *compiled, start).wrong().empty();
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

// A way to compile a program.
struct Way {
  const char* name;
  std::shared_ptr<HostCompiler> compiler;
  bool is_part = false;  // the code leaves some of the instructions to the interpreter
};

class RandomProgramTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(RandomProgramTest, LeavesWhatTheInterpreterLeaves) {
  const std::uint64_t enough = test::instructions_wanted(10'000);
  const std::uint64_t first = test::first_seed();
  std::vector<Way> ways{{"this host", test::make_compiler()},
                        {"AVX2", test::make_compiler("x86-64-v3")},
                        {"this host, generated as for a long kernel", test::make_compiler("native", 0)},
                        {"AVX2, generated as for a long kernel", test::make_compiler("x86-64-v3", 0)}};
  ways.push_back({"this host, a part", ways[0].compiler, true});
  ways.push_back({"AVX2, a part", ways[1].compiler, true});
  // In nightly also for a host without AVX2, which has neither FMA nor conversions of halves.
  if (test::is_nightly()) ways.push_back({"SSE4.2", test::make_compiler("x86-64-v2")});
  std::uint64_t executed = 0;
  std::uint64_t seed = first;
  std::uint64_t refused = 0;  // programs refused by LLVM's back end, which has known errors
  for (; executed < enough; ++seed) {
    test::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(30);
    std::vector<eu::Thread> threads;
    for (int i = 0; i < 8; ++i) threads.push_back(programs.thread());
    for (const auto& [name, compiler, is_part] : ways) {
      const Assumptions assumptions{.control = threads[0].control[0],
                                    .thread_channels = programs.thread_channels(),
                                    .only = is_part ? random_part(kernel, seed) : nullptr,
                                    .diverges = is_part && seed % 2 == 0};
      const auto compiled = compile_random(*compiler, kernel, assumptions);
      if (!compiled) {
        ++refused;
        continue;
      }
      std::vector<eu::Thread> left;
      for (const eu::Thread& thread : threads) {
        const Comparison result(kernel, *compiled, thread);
        left.push_back(result.left());
        // Counts only the first turn of endless programs, so that many programs are tried.
        if (&compiler == &ways[0].compiler) executed += std::min(left.back().instructions_executed, kSlice);
        if (result.wrong().empty()) continue;
        FAIL() << "seed " << seed << ", " << name << ": " << result.wrong()
               << culprits(*compiler, assumptions, kernel, thread);
      }
      ASSERT_EQ(differences_on_workers(*compiled, threads, left), "") << "seed " << seed << ", on workers";
    }
  }
  EXPECT_LE(refused, 1 + (seed - first) / 25);
}

INSTANTIATE_TEST_SUITE_P(Generations, RandomProgramTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit::random_program_test
