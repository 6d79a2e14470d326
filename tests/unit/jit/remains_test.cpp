// What is not kept: threads start in registers that others have left, and compiled code for the GPU leaves none behind.
// Random programs send the same messages, count and stop the same as one that is started in clean registers and
// interpreted. EUGENE_RANDOM_INSTRUCTIONS as in random_program_test.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "jit/compiled_kernel.h"
#include "unit/jit/listening_port.h"
#include "unit/jit/random_program.h"

namespace eugene::jit {
namespace {

struct Seen {
  eu::Stop stop;
  std::string fault;
  std::uint32_t ip;
  std::uint64_t messages;
  std::uint64_t instructions;
  std::uint64_t lanes;
  bool operator==(const Seen&) const = default;
};

template <class Run>
Seen see(eu::Thread& thread, Run run) {
  testing::ListeningPort port;
  const eu::Outcome outcome = run(thread, port);
  return {.stop = outcome.stop,
          .fault = outcome.fault ? outcome.fault->what : "",
          .ip = thread.ip,
          .messages = port.heard(),
          .instructions = thread.instructions_executed,
          .lanes = thread.lane_operations};
}

class RemainsTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(RemainsTest, NobodyCanTellWhatWasInTheRegisters) {
  constexpr std::uint64_t kBudget = 500;
  const auto compiler = *HostCompiler::create();
  define_runtime(*compiler);
  Runner runner;
  std::uint64_t executed = 0;
  const char* wanted = std::getenv("EUGENE_RANDOM_INSTRUCTIONS");
  const std::uint64_t enough = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 10'000;
  for (std::uint64_t seed = 1; executed < enough; ++seed) {
    testing::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(30);
    std::vector<eu::Thread> models;
    for (int i = 0; i < 6; ++i) models.push_back(programs.thread());
    const auto compiled = compile(*compiler, kernel, models[0].control[0], Remains::counts);
    if (!compiled) continue;  // LLVM's back end has its errors
    const auto compile_and_run = [&](eu::Thread& thread, eu::MessagePort& port) {
      return runner.run(*compiled, thread, port, {.instructions = kBudget});
    };
    for (const eu::Thread& model : models) {
      eu::Thread used;
      std::memset(static_cast<void*>(&used), 0xA5, sizeof used);
      eu::start_as(used, model, kernel);
      const Seen first = see(used, compile_and_run);
      // Budgets are looked at less often there: as far as it came.
      const std::uint64_t limit = first.stop == eu::Stop::out_of_budget ? first.instructions : first.instructions + 1;
      const auto interpret = [&](eu::Thread& thread, eu::MessagePort& port) {
        return eu::run(kernel, thread, port, {.instructions = limit});
      };
      eu::Thread clean = model;
      const Seen expected = see(clean, interpret);
      const auto where = [&](const char* what) { return std::string(what) + ", seed " + std::to_string(seed); };
      ASSERT_EQ(first, expected) << where("compiled");
      eu::start_again(used, model, kernel);
      ASSERT_EQ(see(used, interpret), expected) << where("interpreted after compiled code");
      eu::start_again(used, model, kernel);
      ASSERT_EQ(see(used, interpret), expected) << where("interpreted again");
      eu::start_again(used, model, kernel);
      ASSERT_EQ(see(used, compile_and_run), expected) << where("compiled again");
      executed += expected.instructions;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, RemainsTest, ::testing::Values(&isa::kGen6, &isa::kGen9),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit
