#include "gpu/schedule/rehearse/trial_runs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <variant>

#include "eu/analysis/message_roles.h"
#include "gpu/schedule/rehearse/digest_observer.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"

namespace eugene::gpu {
namespace {

using memory::PrivatePages;
using std::chrono::nanoseconds;

constexpr nanoseconds kShort = std::chrono::seconds(1);
constexpr nanoseconds kLongest = std::chrono::minutes(5);
constexpr unsigned kTimesLonger = 4;  // limit of a trial run, as a multiple of the measured time

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
class PageComparison {
 public:
  PageComparison(const Trial& trial, std::uint64_t device_threads, const Fill& first, const Fill& second)
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

TrialRuns::TrialRuns(Trial& trial, const Dispatch& dispatch, std::shared_ptr<const eu::DigestPlan> plan,
                     Workers& workers, const ExecutorOptions& options, PrivateCopies& copies)
    : trial_(&trial),
      dispatch_(&dispatch),
      plan_(std::move(plan)),
      workers_(&workers),
      options_(&options),
      copies_(&copies) {
  const ExecutedProgram& program = dispatch.program;
  // The worker that runs a group decides which of the device's thread slots its threads use.
  const bool needs_one = !trial.thread_memories().empty() || depends_on_order(program.kernel->kernel().program());
  count_ = workers.count(dispatch.work, dispatch.pools, needs_one ? 1 : program.max_workers);
  program.tiers->prepare(*program.kernel, dispatch.thread_channels(), count_);
}

nanoseconds TrialRuns::within_timeout(nanoseconds time) const {
  return options_->timeout.count() == 0 ? time : std::min(time, options_->timeout);
}

// Executes one run. `fill` gives the undefined contents at the start of threads and groups; without `fill`, the
// contents are the real ones.
TrialRuns::Run TrialRuns::run(memory::PageSource& copies, const std::optional<Fill>& fill, nanoseconds limit) {
  ExecutorOptions options = *options_;
  options.timeout = limit;
  if (fill) options.fill = *fill;
  options.shuffle = {};
  options.latest_progress = nullptr;
  workers_->attach(copies);
  const Dispatch on_copies{.device = dispatch_->device,
                           .program = dispatch_->program,
                           .work = dispatch_->work,
                           .pools = dispatch_->pools,
                           .space = copies};
  const auto start = std::chrono::steady_clock::now();
  Job job(on_copies, count_, options);
  job.deadline = start + limit;
  job.next_progress = options_->progress_after.count();
  job.environment.recoverable = {.unmapped_reads = options_->recovers_from_unmapped_reads};
  job.observers.push_back(std::make_unique<DigestedDispatch>(plan_, trial_->thread_memories(), fill, copies));
  const WorkerResult result = workers_->run(job, job.workers);
  const auto time = std::chrono::steady_clock::now() - start;
  return {.has_ended = !result.fault && result.groups == dispatch_->work.groups,
          .is_late = time >= limit,
          .time = time,
          .instructions = result.interpreted.instructions + result.compiled.instructions,
          .lane_operations = result.interpreted.lane_operations + result.compiled.lane_operations,
          .digest = result.digest};
}

PrivatePages& TrialRuns::begin_copies(std::size_t number) {
  return copies_->begin(number, dispatch_->space, [trial = trial_, number](auto address, auto page) {
    trial->vary(address, page, kFills[number]);
  });
}

// Measures the time of the dispatch with the real contents of registers and memory.
TrialRuns::Run TrialRuns::measure() {
  return run(copies_->begin(0, dispatch_->space), std::nullopt, within_timeout(kLongest));
}

bool TrialRuns::agree() {
  PrivatePages* first_copies = &begin_copies(0);
  Run first = run(*first_copies, kFills[0], within_timeout(kShort));
  if (first.is_late && !first.has_ended) {
    const Run measured = measure();
    if (!measured.has_ended) return false;
    first_copies = &begin_copies(0);
    first = run(*first_copies, kFills[0], measured.time * kTimesLonger);
  }
  if (!first.has_ended) return false;
  const nanoseconds limit = std::max(kShort, first.time * kTimesLonger);
  std::array<const PrivatePages*, kFills.size()> copies{first_copies};
  for (std::size_t number = 1; number != kFills.size(); ++number) {
    PrivatePages& others = begin_copies(number);
    copies[number] = &others;
    const Run other = run(others, kFills[number], limit);
    const PageComparison pages(*trial_, dispatch_->device.total_threads(), kFills[0], kFills[number]);
    if (!other.has_ended || !first.is_as(other) || !pages.agrees(*first_copies, others)) return false;
  }
  (void)first_copies->all_of([&](std::uint64_t address, const std::byte*, const std::byte* copy) {
    const std::byte* const other = copies[1]->find_copy(address);
    if (other != nullptr) trial_->has_become(address, {copy, memory::kPageBytes}, {other, memory::kPageBytes});
    return true;
  });
  return true;
}

}  // namespace eugene::gpu
