// Whether a dispatch depends on what is undefined, found out at the speed of compiled code: it runs three times, on
// private copies of memory, and everything that is undefined has other values each time, the second time in each bit.
// Threads whose digests (eu/digest.h) and results are the same have met nothing undefined that counts.
//
// Undefined values are at random, so that two of them rarely lead to the same by chance. But a loop may then run for
// very long. So a run has a second; a dispatch that needs more is first run with what registers and memory really hold,
// which tells how long it takes.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <variant>

#include "gpu/schedule/digest_observer.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/job.h"
#include "gpu/schedule/worker.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "memory/private_pages.h"

namespace eugene::gpu {
namespace {

using memory::PrivatePages;
using std::chrono::nanoseconds;

constexpr nanoseconds kShort = std::chrono::seconds(1);
constexpr nanoseconds kLongest = std::chrono::minutes(5);
constexpr unsigned kTimesLonger = 4;  // the second run may take, and runs after the measured one
constexpr std::uint64_t kMostKept = std::uint64_t{64} << 20;  // bytes of copies, until the next trial

// What the order of threads may change: atomics whose results are used, and rounded sums.
bool depends_on_order(const isa::Program& program) {
  return std::ranges::any_of(program.instructions, [&](const isa::Instruction& each) {
    if (!isa::is_send(each)) return false;
    const isa::SendFields& send = each.send;
    const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
    if (!message) return false;
    const auto access = isa::channel_access(message->body);
    return access && access->is_atomic() &&
           (access->returns || std::holds_alternative<isa::UntypedFloatAtomic>(message->body));
  });
}

using Page = std::array<std::byte, memory::kPageBytes>;

// Both copies of a page, as they have become. Of one that only one run has copied, the other is as it would have begun.
struct Copies {
  std::uint64_t address;
  const std::byte* original;
  const std::byte* first;   // null: as `original`, varied
  const std::byte* second;  // the same
  unsigned run;             // of `second`, and 0 is that of `first`
};

class Comparison {
 public:
  Comparison(const Trial& trial, std::uint64_t device_threads) : trial_(trial), device_threads_(device_threads) {}

  bool agrees(const Copies& copies) const {
    if (copies.first != nullptr && copies.second != nullptr &&
        std::memcmp(copies.first, copies.second, memory::kPageBytes) == 0)
      return true;
    const std::array<Page, 2> begin{begun(copies, 0), begun(copies, copies.run)};
    const std::byte* const first = copies.first != nullptr ? copies.first : begin[0].data();
    const std::byte* const second = copies.second != nullptr ? copies.second : begin[1].data();
    for (std::size_t i = 0; i != memory::kPageBytes; ++i) {
      const bool is_untouched = first[i] == begin[0][i] && second[i] == begin[1][i];
      if (first[i] != second[i] && !is_untouched && !is_of_threads(copies.address + i)) return false;
    }
    return true;
  }

 private:
  Page begun(const Copies& copies, unsigned run) const {
    Page page;
    std::memcpy(page.data(), copies.original, page.size());
    trial_.vary(copies.address, page, run);
    return page;
  }
  bool is_of_threads(std::uint64_t address) const {
    return std::ranges::any_of(trial_.thread_memories(), [&](const checks::ThreadMemory& each) {
      return address - each.begin < each.bytes * device_threads_;
    });
  }

  const Trial& trial_;
  std::uint64_t device_threads_;
};

}  // namespace

// One run of a trial, on `copies`. `fill`: what is undefined at the beginning of threads and groups; nothing: what it
// really holds.
Executor::TrialRun Executor::run_trial(const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                                       memory::PageSource& copies, const TrialSettings& settings) {
  ExecutorOptions options = options_;
  options.timeout = settings.limit;
  if (settings.fill) options.fill = *settings.fill;
  options.shuffle = {};
  options.latest_progress = nullptr;
  workers_[0]->attach(copies);
  const auto start = std::chrono::steady_clock::now();
  Job job = job_of(program, work, copies, pools, settings.workers, options);
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

bool Executor::agrees(Trial& trial, const ExecutedProgram& of, const Work& work, const ThreadPools& pools,
                      memory::PageSource& space) {
  if (of.substitute != nullptr || of.kernel->kernel().program().is_visa) return false;
  const auto plan = eu::digest_plan(of.kernel->kernel());
  if (plan == nullptr) return false;
  Tiers& tiers = *of.tiers->with_digests();
  const auto kernel = tiers.find(*device_->gen, of.kernel->bytes(), of.kernel->control());
  if (!kernel) return false;
  const ExecutedProgram program{.kernel = *kernel, .tiers = &tiers};
  const auto memories = trial.thread_memories();
  // Which worker runs a group decides which threads of the device its threads are.
  const bool needs_one = !memories.empty() || depends_on_order(of.kernel->kernel().program());
  TrialSettings settings{.plan = plan,
                         .memories = memories,
                         .fill = Fill{.kind = Fill::Kind::random},
                         .workers = workers_for(work, pools, needs_one ? 1 : of.most_workers),
                         .limit = kShort};
  tiers.prepare(**kernel, thread_channels_of(work, (*kernel)->kernel()), settings.workers);
  const auto varied = [&](unsigned run) {
    return std::make_unique<PrivatePages>(
        space, trial_storage_[run],
        [&trial, run](std::uint64_t address, std::span<std::byte> page) { trial.vary(address, page, run); });
  };
  std::unique_ptr<PrivatePages> first = varied(0);
  TrialRun one = run_trial(program, work, pools, *first, settings);
  if (!one.has_ended && one.is_late) {
    TrialSettings real = settings;
    real.fill.reset();
    real.limit = kLongest;
    PrivatePages as_it_is(space, trial_storage_[0], [](std::uint64_t, std::span<std::byte>) {});
    const TrialRun measured = run_trial(program, work, pools, as_it_is, real);
    if (!measured.has_ended) return false;
    settings.limit = measured.time * kTimesLonger;
    first = varied(0);
    one = run_trial(program, work, pools, *first, settings);
  }
  if (!one.has_ended) return false;
  settings.limit = std::max(kShort, one.time * kTimesLonger);
  // In the second run each undefined bit is another. A sum of two may be the same in spite of that, in its lowest bit,
  // so that the third run has values that have nothing to do with those of the first.
  const Comparison comparison(trial, device_->total_threads());
  std::array<std::unique_ptr<PrivatePages>, 2> others;
  for (unsigned run = 1; run != 1 + others.size(); ++run) {
    settings.fill = Fill{
        .kind = Fill::Kind::random, .variant = static_cast<std::uint8_t>(run == 2 ? 1 : 0), .is_inverted = run == 1};
    others[run - 1] = varied(run);
    const PrivatePages& other = *others[run - 1];
    const TrialRun again = run_trial(program, work, pools, *others[run - 1], settings);
    if (!again.has_ended || !one.is_as(again)) return false;
    const bool agree = first->all_of([&](std::uint64_t address, const std::byte* original, const std::byte* copy) {
      return comparison.agrees({address, original, copy, other.copy_of(address), run});
    }) && other.all_of([&](std::uint64_t address, const std::byte* original, const std::byte* copy) {
      return first->copy_of(address) != nullptr || comparison.agrees({address, original, nullptr, copy, run});
    });
    if (!agree) return false;
  }
  const PrivatePages& second = *others[0];
  (void)first->all_of([&](std::uint64_t address, const std::byte*, const std::byte* copy) {
    const std::byte* const other = second.copy_of(address);
    if (other != nullptr) trial.has_become(address, {copy, memory::kPageBytes}, {other, memory::kPageBytes});
    return true;
  });
  for (memory::PrivateStorage& each : trial_storage_) {
    if (first->copied_bytes() + second.copied_bytes() > kMostKept) each.release();
  }
  return true;
}

void Executor::try_out(Trial& trial, const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                       memory::PageSource& space) {
  trial.ends(agrees(trial, program, work, pools, space));
  workers_[0]->attach(space);
}

}  // namespace eugene::gpu
