// Launches of random programs, several in turn on one worker and on four. Threads that compiled code runs one after the
// other, in batches where it can, must send, count and stop the same as each of them does on its own in the
// interpreter, and their digests must be the same where they keep any. Programs that stop go on from there, so that
// they run for long. EUGENE_RANDOM_INSTRUCTIONS as in random_program_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "eu/analysis/digest_plan.h"
#include "eu/thread_model.h"
#include "jit/host/runner.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "support/whole_thread.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::random_launch_test {
namespace {

constexpr std::uint64_t kSlice = 300;  // max instructions of a thread's turn
constexpr std::uint64_t kMax = 1000;   // and at least that many in all, if it does not end
constexpr unsigned kThreads = 3;       // of a group
constexpr unsigned kLaunches = 3;

struct Stopped {
  eu::Stop stop;
  std::string fault;
  std::uint32_t ip;
  std::uint64_t instructions;
  bool operator==(const Stopped&) const = default;
};

// The results of a launch on one worker.
struct Seen {
  std::map<std::uint64_t, Stopped> stopped;  // threads that have not ended, by number
  std::map<eu::Stop, unsigned> lifted;       // not exhausted budgets, as the program does not cause them
  std::uint64_t messages = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lanes = 0;
  std::uint64_t digest = 0;
  bool operator==(const Seen&) const = default;
};

using Groups = std::vector<std::array<std::uint32_t, 3>>;

void set_group(eu::Thread& thread, const std::array<std::uint32_t, 3>& group) {
  for (std::size_t i = 0; i < group.size(); ++i)
    std::memcpy(thread.grf[0].bytes.data() + 4 * eu::kGroupDwords[i], &group[i], sizeof group[i]);
}

void note(Seen& seen, std::uint64_t number, const eu::Outcome& outcome, const eu::Thread& thread) {
  seen.instructions += thread.instructions_executed;
  seen.lanes += thread.lane_operations;
  seen.digest += eu::final_digest(thread);
  if (outcome.stop == eu::Stop::end_of_thread) return;
  seen.stopped.emplace(number, Stopped{.stop = outcome.stop,
                                       .fault = outcome.fault ? outcome.fault->what : "",
                                       .ip = thread.ip,
                                       .instructions = thread.instructions_executed});
}

// Counts every stop that is lifted.
auto lifting(test::ListeningPort& port, Seen& seen) {
  return [&](eu::Stop stop) {
    if (stop != eu::Stop::out_of_budget) ++seen.lifted[stop];
    if (stop == eu::Stop::blocked) port.let_through();
  };
}

// Has threads keep digests.
struct Digesting final : eu::Observer {
  explicit Digesting(const eu::DigestPlan& with) : plan(&with) {}
  eu::Interest interest() const override { return {.digests = true}; }
  const eu::DigestPlan* digest_plan() const override { return plan; }
  bool takes_batches() const override { return true; }

  const eu::DigestPlan* plan;
};

// The observers of one worker; `plan` null: there are none.
class WorkerObservers {
 public:
  explicit WorkerObservers(const eu::DigestPlan* plan) {
    if (plan != nullptr) all_.add(digesting_.emplace(*plan));
  }
  eu::Observers* get() { return digesting_ ? &all_ : nullptr; }

 private:
  std::optional<Digesting> digesting_;
  eu::Observers all_;
};

// A worker that keeps its state from launch to launch.
class Worker {
 public:
  Worker(const CompiledKernel& compiled, const std::vector<eu::Thread>& models, const eu::DigestPlan* plan)
      : compiled_(compiled), models_(models), threads_(models.size()), observers_(plan) {
    for (eu::Thread& thread : threads_) std::memset(static_cast<void*>(&thread), 0xA5, sizeof thread);
  }

  Seen launch(const Groups& groups) {
    for (std::size_t i = 0; i < threads_.size(); ++i) eu::copy_model(threads_[i], models_[i], compiled_.kernel);
    Seen seen;
    if (Runner::runs_batches(compiled_, models_[0]))
      run_batches(groups, seen);
    else
      run_each(groups, seen);
    seen.messages = port_.heard();
    return seen;
  }

 private:
  void run_each(const Groups& groups, Seen& seen) {
    std::uint64_t number = 0;
    for (const auto& group : groups) {
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        set_group(threads_[i], group);
        const eu::Outcome outcome = run(threads_[i]);
        finish(number++, threads_[i], outcome, seen);
        eu::restore_model(threads_[i], models_[i], compiled_.kernel);
      }
    }
  }

  void run_batches(const Groups& groups, Seen& seen) {
    eu::Batch batch{.threads = threads_.data(),
                    .models = models_.data(),
                    .groups = groups.data(),
                    .threads_of_group = static_cast<std::uint32_t>(threads_.size()),
                    .group_count = static_cast<std::uint32_t>(groups.size())};
    while (batch.group != batch.group_count) {
      batch.limit = batch.instructions + 100;
      eu::Outcome outcome;
      runner_.run_batch(compiled_, batch, port_, {.instructions = kSlice}, outcome, observers_.get());
      if (outcome.stop == eu::Stop::end_of_thread) continue;
      // Its place is reused when the thread cannot continue.
      const std::uint32_t place = batch.thread;
      Seen of_thread;
      finish(batch.ended(), threads_[place], outcome, of_thread);
      seen.stopped.merge(of_thread.stopped);
      for (const auto& [stop, count] : of_thread.lifted) seen.lifted[stop] += count;
      batch.end_thread();
      eu::restore_model(threads_[place], models_[place], compiled_.kernel);
    }
    seen.instructions += batch.instructions;
    seen.lanes += batch.lane_operations;
    seen.digest += batch.digest;
  }

  void finish(std::uint64_t number, eu::Thread& thread, const eu::Outcome& first, Seen& seen) {
    const auto go_on = [&](eu::Thread& each, std::uint64_t) { return run(each); };
    const eu::Outcome outcome = test::run_whole(first, thread, kMax, go_on, lifting(port_, seen));
    note(seen, number, outcome, thread);
  }

  eu::Outcome run(eu::Thread& thread) {
    return runner_.run(compiled_, thread, port_, {.instructions = kSlice}, observers_.get());
  }

  const CompiledKernel& compiled_;
  const std::vector<eu::Thread>& models_;
  std::vector<eu::Thread> threads_;
  WorkerObservers observers_;
  Runner runner_;
  test::ListeningPort port_{true};
};

// The same launch in the interpreter. It checks budgets more often than compiled code: each thread runs as far as that
// of `other` did.
Seen interpret(const eu::Kernel& kernel, const std::vector<eu::Thread>& models, const Groups& groups, const Seen& other,
               test::ListeningPort& port, const eu::DigestPlan* plan) {
  Seen seen;
  WorkerObservers observers(plan);
  std::uint64_t number = 0;
  for (const auto& group : groups) {
    for (const eu::Thread& model : models) {
      eu::Thread thread = model;
      set_group(thread, group);
      const auto limited = other.stopped.find(number);
      const bool is_limited = limited != other.stopped.end() && limited->second.stop == eu::Stop::out_of_budget;
      const std::uint64_t max = is_limited ? limited->second.instructions : 100 * kMax;
      const auto run = [&](eu::Thread& each, std::uint64_t budget) {
        return plan == nullptr ? eu::run(kernel, each, port, {.instructions = budget})
                               : eu::run_observed(kernel, each, port, {.instructions = budget}, *observers.get());
      };
      note(seen, number++, test::run_whole(run(thread, max), thread, max, run, lifting(port, seen)), thread);
    }
  }
  seen.messages = port.heard();
  return seen;
}

// Returns the groups of each of `workers` workers.
std::vector<Groups> shared_out(unsigned workers) {
  const Groups groups{{0, 0, 0}, {1, 0, 0}, {7, 3, 2}, {0xFFFFFFFF, 5, 1}, {2, 2, 2}};
  std::vector<Groups> result(workers);
  for (std::size_t i = 0; i < groups.size(); ++i) result[i % workers].push_back(groups[i]);
  return result;
}

// Returns the results by launch and worker.
std::vector<std::vector<Seen>> launches(const CompiledKernel& compiled, const std::vector<eu::Thread>& models,
                                        const std::vector<Groups>& groups, const eu::DigestPlan* plan) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < groups.size(); ++i) workers.push_back(std::make_unique<Worker>(compiled, models, plan));
  std::vector<std::vector<Seen>> seen(kLaunches, std::vector<Seen>(groups.size()));
  for (unsigned launch = 0; launch < kLaunches; ++launch) {
    std::vector<std::jthread> hosts;
    for (std::size_t i = 1; i < workers.size(); ++i)
      hosts.emplace_back([&, i] { seen[launch][i] = workers[i]->launch(groups[i]); });
    seen[launch][0] = workers[0]->launch(groups[0]);
  }
  return seen;
}

class RandomLaunchTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(RandomLaunchTest, IsTheSameAsEachThreadOnItsOwn) {
  const std::array compilers{test::make_compiler(), test::make_compiler("x86-64-v3")};
  std::uint64_t executed = 0;  // by a thread, once
  std::map<eu::Stop, unsigned> stops;
  std::array<unsigned, 2> in_batches{};                            // kernels
  unsigned with_digests = 0;                                       // kernels
  const std::uint64_t enough = test::instructions_wanted(20'000);  // fewer do not stop in every way
  constexpr std::array kAllStops{eu::Stop::waiting, eu::Stop::blocked, eu::Stop::breakpoint, eu::Stop::out_of_budget,
                                 eu::Stop::fault};
  // Some stops are rare: a short run continues until each has been met, within reason.
  const auto continues = [&] {
    return executed < enough || (executed < 5 * enough &&
                                 !std::ranges::all_of(kAllStops, [&](eu::Stop stop) { return stops.contains(stop); }));
  };
  for (std::uint64_t seed = test::first_seed(); continues(); ++seed) {
    test::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(4 + seed % 20);
    std::vector<eu::Thread> models;
    for (unsigned i = 0; i < kThreads; ++i) {
      models.push_back(programs.thread());
      models.back().control[0] = models[0].control[0];
      if (seed % 4 == 2) models.back().notification = {};  // few programs wait more often than others are notified
    }
    const auto given = static_cast<unsigned>(seed % 5 * 32);
    const auto plan = seed % 3 == 0 ? nullptr : eu::digest_plan(kernel, given);
    const auto compiled =
        compile_random(*compilers[seed % compilers.size()], kernel,
                       {.control = models[0].control[0],
                        .thread_channels = plan == nullptr ? programs.thread_channels() : eu::ThreadChannels::any,
                        .live_out = LiveOut::needed,
                        .observed = {.digests = plan != nullptr},
                        .only = seed % 4 == 1 ? random_part(kernel, seed) : nullptr,
                        .diverges = seed % 8 == 1,
                        .given = given});
    if (!compiled) continue;
    if (plan != nullptr && std::ranges::any_of(plan->instructions, &eu::DigestPlan::Digested::any)) ++with_digests;
    ++in_batches[Runner::runs_batches(*compiled, models[0]) ? 1 : 0];
    for (const unsigned workers : {1U, 4U}) {
      const std::vector<Groups> groups = shared_out(workers);
      const auto seen = launches(*compiled, models, groups, plan.get());
      for (unsigned worker = 0; worker < workers; ++worker) {
        test::ListeningPort port(true);
        for (unsigned launch = 0; launch < kLaunches; ++launch) {
          const Seen& got = seen[launch][worker];
          ASSERT_EQ(got, interpret(kernel, models, groups[worker], got, port, plan.get()))
              << "seed " << seed << ", launch " << launch << ", worker " << worker << " of " << workers;
          if (workers == 1 && launch == 0) executed += got.instructions / (kThreads * groups[0].size());
          for (const auto& [number, stopped] : got.stopped) ++stops[stopped.stop];
          for (const auto& [stop, count] : got.lifted) stops[stop] += count;
        }
      }
    }
  }
  EXPECT_GT(in_batches[0], 0U);
  EXPECT_GT(in_batches[1], 0U);
  EXPECT_GT(with_digests, 0U);
  for (const eu::Stop stop : kAllStops) EXPECT_GT(stops[stop], 0U) << "threads that stop by " << int(stop);
}

INSTANTIATE_TEST_SUITE_P(Generations, RandomLaunchTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit::random_launch_test
