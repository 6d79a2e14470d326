// Threads that compiled code runs one after the other, without coming back for each, send, count and stop the same as
// each of them does on its own in the interpreter. EUGENE_RANDOM_INSTRUCTIONS as in random_program_test.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>

#include "jit/compiled_kernel.h"
#include "unit/jit/listening_port.h"
#include "unit/jit/random_program.h"

namespace eugene::jit {
namespace {

constexpr std::uint64_t kBudget = 500;

struct Stopped {
  eu::Stop stop;
  std::string fault;
  std::uint32_t ip;
  std::uint64_t instructions;
  bool operator==(const Stopped&) const = default;
};

struct Seen {
  std::map<std::uint64_t, Stopped> stopped;  // by number of the thread: those that have not ended
  std::uint64_t messages = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lanes = 0;
  bool operator==(const Seen&) const = default;
};

using Groups = std::vector<std::array<std::uint32_t, 3>>;

Stopped stopped(const eu::Outcome& outcome, const eu::Thread& thread) {
  return {.stop = outcome.stop,
          .fault = outcome.fault ? outcome.fault->what : "",
          .ip = thread.ip,
          .instructions = thread.instructions_executed};
}

// Where a thread does not end, its place is the next one's.
Seen run_batch(Runner& runner, const CompiledKernel& compiled, const std::vector<eu::Thread>& models,
               const Groups& groups) {
  std::vector<eu::Thread> threads(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::memset(static_cast<void*>(&threads[i]), 0xA5, sizeof threads[i]);
    eu::start_as(threads[i], models[i], compiled.kernel);
  }
  eu::Batch batch{.threads = threads.data(),
                  .models = models.data(),
                  .groups = groups.data(),
                  .threads_of_group = static_cast<std::uint32_t>(threads.size()),
                  .group_count = static_cast<std::uint32_t>(groups.size())};
  testing::ListeningPort port;
  Seen seen;
  while (batch.group != batch.group_count) {
    batch.limit = batch.instructions + 100;
    eu::Outcome outcome;
    runner.run_batch(compiled, batch, port, {.instructions = kBudget}, outcome);
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    seen.stopped.emplace(batch.ended(), stopped(outcome, threads[batch.thread]));
    const std::uint32_t place = batch.thread;
    batch.end_thread();
    eu::start_again(threads[place], models[place], compiled.kernel);
  }
  seen.messages = port.heard();
  seen.instructions = batch.instructions;
  seen.lanes = batch.lane_operations;
  return seen;
}

// Budgets are looked at more often here: as far as the threads of `other` have come.
Seen interpret_each(const eu::Kernel& kernel, const std::vector<eu::Thread>& models, const Groups& groups,
                    const Seen& other) {
  testing::ListeningPort port;
  Seen seen;
  std::uint64_t number = 0;
  for (const auto& group : groups) {
    for (const eu::Thread& model : models) {
      eu::Thread thread = model;
      for (std::size_t i = 0; i < group.size(); ++i)
        std::memcpy(thread.grf[0].bytes.data() + 4 * eu::kGroupDwords[i], &group[i], sizeof group[i]);
      const auto limited = other.stopped.find(number);
      const bool is_limited = limited != other.stopped.end() && limited->second.stop == eu::Stop::out_of_budget;
      const std::uint64_t limit = is_limited ? limited->second.instructions : 100 * kBudget;
      const eu::Outcome outcome = eu::run(kernel, thread, port, {.instructions = limit});
      if (outcome.stop != eu::Stop::end_of_thread) seen.stopped.emplace(number, stopped(outcome, thread));
      seen.instructions += thread.instructions_executed;
      seen.lanes += thread.lane_operations;
      ++number;
    }
  }
  seen.messages = port.heard();
  return seen;
}

class BatchTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(BatchTest, IsTheSameAsEachThreadOnItsOwn) {
  const Groups groups{{0, 0, 0}, {1, 0, 0}, {7, 3, 2}, {0xFFFFFFFF, 5, 1}};
  const auto compiler = *HostCompiler::create();
  define_runtime(*compiler);
  Runner runner;
  std::uint64_t executed = 0;
  std::uint64_t left = 0;
  const char* wanted = std::getenv("EUGENE_RANDOM_INSTRUCTIONS");
  const std::uint64_t enough = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 20'000;
  for (std::uint64_t seed = 1; executed < enough; ++seed) {
    testing::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(4 + seed % 20);
    std::vector<eu::Thread> models;
    for (int i = 0; i < 3; ++i) {
      models.push_back(programs.thread());
      models.back().control[0] = models[0].control[0];
    }
    const auto compiled = testing::compile_random(
        *compiler, kernel,
        {.control = models[0].control[0], .coverage = programs.coverage(), .remains = Remains::counts});
    if (!compiled) continue;
    if (!Runner::runs_batches(*compiled, models[0])) {
      ++left;
      continue;
    }
    const Seen seen = run_batch(runner, *compiled, models, groups);
    ASSERT_EQ(seen, interpret_each(kernel, models, groups, seen)) << "seed " << seed;
    executed += seen.instructions;
  }
  EXPECT_GT(left, 0U) << "of kernels that wait, none was made";
}

INSTANTIATE_TEST_SUITE_P(Generations, BatchTest, ::testing::Values(&isa::kGen6, &isa::kGen9),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit
