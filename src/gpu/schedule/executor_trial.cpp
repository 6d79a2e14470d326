// Finds out, at the speed of compiled code, whether a dispatch depends on undefined values. The dispatch runs three
// times on private copies of memory. Undefined values differ in each run, in the second run in every bit. If the
// threads' digests (eu/digest.h) and results are the same in all runs, no undefined value has mattered.
//
// Undefined values are random, so different values rarely lead to the same result by chance. But a random value may
// make a loop run for very long. So each run has a limit of one second. A dispatch that needs more is first run with
// the real contents of registers and memory, to measure its time. If that run does not end within kLongest and the
// user's timeout, the trial is given up.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <variant>

#include "eu/analysis/message_roles.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/rehearse/digest_observer.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"
#include "memory/private_pages.h"

namespace eugene::gpu {
namespace {

using memory::PrivatePages;
using std::chrono::nanoseconds;

constexpr nanoseconds kShort = std::chrono::seconds(1);
constexpr nanoseconds kLongest = std::chrono::minutes(5);
constexpr unsigned kTimesLonger = 4;                         // limit of a trial run, as a multiple of the measured time
constexpr std::uint64_t kMaxKept = std::uint64_t{64} << 20;  // max bytes of copies that are kept for the next trial

// Undefined contents of each run. In the second run, every bit is inverted. The lowest bit of a sum of two undefined
// values may be the same even so; therefore the contents of the third run are independent of the first's.
constexpr std::array kFills{Fill{.kind = Fill::Kind::random}, Fill{.kind = Fill::Kind::random, .is_inverted = true},
                            Fill{.kind = Fill::Kind::random, .variant = 1}};

// Whether the order of threads may change results: through atomics whose results are used, or rounded sums.
bool depends_on_order(const isa::Program& program) {
  return eu::has_atomic(program, [](const isa::Instruction& each, const isa::Message* message) {
    return message == nullptr || isa::message_registers(each).response != 0 ||
           std::holds_alternative<isa::UntypedFloatAtomic>(message->body);
  });
}

using Page = std::array<std::byte, memory::kPageBytes>;

// Compares the private copies of two runs.
class Comparison {
 public:
  Comparison(const Trial& trial, std::uint64_t device_threads, const Fill& first, const Fill& second)
      : trial_(trial), device_threads_(device_threads), first_fill_(first), second_fill_(second) {}

  bool agrees(const PrivatePages& first, const PrivatePages& second) const {
    return first.all_of([&](std::uint64_t address, const std::byte* original, const std::byte* copy) {
      return agrees({address, original, copy, second.find_copy(address)});
    }) && second.all_of([&](std::uint64_t address, const std::byte* original, const std::byte* copy) {
      return first.find_copy(address) != nullptr || agrees({address, original, nullptr, copy});
    });
  }

 private:
  // Copies of one page. If only one run has copied the page, the other run's page has its initial contents.
  struct Copies {
    std::uint64_t address;
    const std::byte* original;
    const std::byte* first;   // null: `original` with this run's undefined contents
    const std::byte* second;  // likewise
  };

  bool agrees(const Copies& copies) const {
    if (copies.first != nullptr && copies.second != nullptr &&
        std::memcmp(copies.first, copies.second, memory::kPageBytes) == 0)
      return true;
    const Page first_begin = begun(copies, first_fill_), second_begin = begun(copies, second_fill_);
    const std::byte* const first = copies.first != nullptr ? copies.first : first_begin.data();
    const std::byte* const second = copies.second != nullptr ? copies.second : second_begin.data();
    for (std::size_t i = 0; i != memory::kPageBytes; ++i) {
      const bool is_untouched = first[i] == first_begin[i] && second[i] == second_begin[i];
      if (first[i] != second[i] && !is_untouched && !is_of_threads(copies.address + i)) return false;
    }
    return true;
  }
  Page begun(const Copies& copies, const Fill& fill) const {
    Page page;
    std::memcpy(page.data(), copies.original, page.size());
    trial_.vary(copies.address, page, fill);
    return page;
  }
  bool is_of_threads(std::uint64_t address) const {
    return std::ranges::any_of(trial_.thread_memories(), [&](const ThreadMemory& each) {
      return address - each.begin < each.bytes * device_threads_;
    });
  }

  const Trial& trial_;
  std::uint64_t device_threads_;
  Fill first_fill_, second_fill_;
};

}  // namespace

// Executes one run of a trial, on `copies`. `settings.fill` gives the undefined contents at the start of threads and
// groups; without it, the contents are the real ones.
Executor::TrialRun Executor::run_trial(const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                                       memory::PageSource& copies, const TrialSettings& settings) {
  ExecutorOptions options = options_;
  options.timeout = settings.limit;
  if (settings.fill) options.fill = *settings.fill;
  options.shuffle = {};
  options.latest_progress = nullptr;
  workers_[0]->attach(copies);
  const auto start = std::chrono::steady_clock::now();
  Job job = make_job(program, work, copies, pools, settings.workers, options);
  job.deadline = start + settings.limit;
  job.next_progress = options_.progress_after.count();
  job.environment.recoverable = {.unmapped_reads = options_.recovers_from_unmapped_reads};
  job.observers.push_back(std::make_unique<DigestedDispatch>(settings.plan, settings.memories, settings.fill, copies));
  const WorkerResult result = run_workers(job);
  const auto time = std::chrono::steady_clock::now() - start;
  return {.has_ended = !result.fault && result.groups == work.groups,
          .is_late = time >= settings.limit,
          .time = time,
          .instructions = result.interpreted.instructions + result.compiled.instructions,
          .lane_operations = result.interpreted.lane_operations + result.compiled.lane_operations,
          .digest = result.digest};
}

nanoseconds Executor::within_timeout(nanoseconds time) const {
  return options_.timeout.count() == 0 ? time : std::min(time, options_.timeout);
}

bool Executor::agrees(Trial& trial, const ExecutedProgram& of, const Work& work, const ThreadPools& pools,
                      memory::PageSource& space) {
  if (of.substitute != nullptr || of.kernel->kernel().program().is_visa) return false;
  Tiers& tiers = *of.tiers->with_digests(trial.given_registers());
  const auto kernel = tiers.find(*device_->gen, of.kernel->bytes(), of.kernel->control());
  if (!kernel) return false;
  const auto [known, is_new] = digest_plans_.try_emplace(*kernel);
  if (is_new) known->second = eu::digest_plan((*kernel)->kernel(), trial.given_registers());
  const auto plan = known->second;
  if (plan == nullptr) return false;
  const ExecutedProgram program{.kernel = *kernel, .tiers = &tiers};
  const auto memories = trial.thread_memories();
  // The worker that runs a group decides which of the device's thread slots its threads use.
  const bool needs_one = !memories.empty() || depends_on_order(of.kernel->kernel().program());
  TrialSettings settings{.plan = plan,
                         .memories = memories,
                         .fill = {},
                         .workers = workers_for(work, pools, needs_one ? 1 : of.max_workers),
                         .limit = within_timeout(kShort)};
  tiers.prepare(**kernel, find_thread_channels(work, (*kernel)->kernel()), settings.workers);
  std::array<std::optional<PrivatePages>, kFills.size()> copies;
  const auto run = [&](std::size_t number) {
    settings.fill = kFills[number];
    copies[number].emplace(space, trial_storage_[number],
                           [&trial, number](auto address, auto page) { trial.vary(address, page, kFills[number]); });
    return run_trial(program, work, pools, *copies[number], settings);
  };
  TrialRun first = run(0);
  if (first.is_late && !first.has_ended) {
    const TrialRun measured = run_as_it_is(program, work, pools, space, settings);
    if (!measured.has_ended) return false;
    settings.limit = measured.time * kTimesLonger;
    first = run(0);
  }
  if (!first.has_ended) return false;
  settings.limit = std::max(kShort, first.time * kTimesLonger);
  for (std::size_t number = 1; number != kFills.size(); ++number) {
    const TrialRun other = run(number);
    const Comparison comparison(trial, device_->total_threads(), kFills[0], kFills[number]);
    if (!other.has_ended || !first.is_as(other) || !comparison.agrees(*copies[0], *copies[number])) return false;
  }
  end_trial(trial, *copies[0], *copies[1]);
  return true;
}

// Measures the time of the dispatch with the real contents of registers and memory.
Executor::TrialRun Executor::run_as_it_is(const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                                          memory::PageSource& space, TrialSettings settings) {
  settings.fill.reset();
  settings.limit = within_timeout(kLongest);
  PrivatePages copies(space, trial_storage_[0], [](std::uint64_t, std::span<std::byte>) {});
  return run_trial(program, work, pools, copies, settings);
}

void Executor::end_trial(Trial& trial, const PrivatePages& first, const PrivatePages& second) {
  (void)first.all_of([&](std::uint64_t address, const std::byte*, const std::byte* copy) {
    const std::byte* const other = second.find_copy(address);
    if (other != nullptr) trial.has_become(address, {copy, memory::kPageBytes}, {other, memory::kPageBytes});
    return true;
  });
  if (first.copied_bytes() + second.copied_bytes() <= kMaxKept) return;
  for (memory::PrivateStorage& each : trial_storage_) each.release();
}

void Executor::try_out(Trial& trial, const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                       memory::PageSource& space) {
  trial.ends(agrees(trial, program, work, pools, space));
  workers_[0]->attach(space);
}

}  // namespace eugene::gpu
