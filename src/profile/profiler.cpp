#include "profile/profiler.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "profile/estimate.h"

namespace eugene::profile {

DispatchRecord::DispatchRecord(const eu::Kernel& kernel, std::vector<InstructionModel> models,
                               std::span<const std::byte> code, std::shared_ptr<SharedL3> l3, const DeviceModel& device,
                               Timed timed, std::uint64_t groups_before)
    : kernel_(kernel), models_(std::move(models)), l3_(std::move(l3)), timed_(timed), groups_before_(groups_before) {
  counts_.code.assign(code.begin(), code.end());
  counts_.device = device;
  counts_.instructions.resize(models_.size());
}

// Times a kernel's first four groups, then about one in 32, picked by a hash. A fixed stride could always pick the same
// column of the grid, and a group's work often depends on its column.
bool DispatchRecord::is_timed(std::uint64_t index) const {
  constexpr std::uint64_t kFirst = 4;
  constexpr std::uint64_t kOften = 32;
  constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15;
  const std::uint64_t number = groups_before_ + index;
  return timed_ == Timed::all || number < kFirst || (number * kGolden >> 32) % kOften == 0;
}

void DispatchRecord::add(std::span<const InstructionCounts> counts, const Groups& groups) {
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < counts.size(); ++i) counts_.instructions[i] += counts[i];
  counts_.groups += groups.all;
  counts_.timed_groups += groups.timed;
  counts_.group_cycles += groups.cycles;
}

void DispatchRecord::end_group(std::uint64_t index, std::vector<LineAccess> lines) {
  const std::scoped_lock lock(mutex_);
  if (index != next_) {
    if (waiting_lines_ + lines.size() > kMaxWaiting) {
      count(lines);
      lines.clear();
    }
    waiting_lines_ += lines.size();
    waiting_.emplace(index, std::move(lines));
    return;
  }
  count(lines);
  ++next_;
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
    count(first->second);
    waiting_lines_ -= first->second.size();
    waiting_.erase(first);
    ++next_;
  }
}

void DispatchRecord::count(const std::vector<LineAccess>& lines) {
  const std::scoped_lock lock(l3_->mutex);
  for (const LineAccess& each : lines) {
    const std::uint64_t hit = l3_->model.access(each.client, each.line, each.writes) ? 1 : 0;
    counts_.instructions[each.instruction].hits += hit;
    counts_.l3[static_cast<std::size_t>(each.client)] += {.accesses = 1, .hits = hit};
  }
}

KernelCounts DispatchRecord::take() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [index, lines] : waiting_) count(lines);  // lines of groups after a group that did not end
  waiting_.clear();
  for (std::size_t i = 0; i < models_.size(); ++i)
    counts_.instructions[i].issue = counts_.instructions[i].executions * models_[i].issue;
  return std::move(counts_);
}

std::unique_ptr<DispatchRecord> Profiler::begin(const DeviceModel& device, const eu::Kernel& kernel,
                                                std::span<const std::byte> code, std::uint64_t groups,
                                                std::optional<std::vector<InstructionModel>> models) {
  const std::scoped_lock lock(mutex_);
  const L3Shape shape = device.l3();
  if (l3_ == nullptr || l3_->model.shape() != shape) l3_ = std::make_shared<SharedL3>(shape);
  DeviceModel used = device;
  used.launch(groups);
  const auto known =
      std::ranges::find_if(kernels_, [&](const KernelCounts& each) { return std::ranges::equal(each.code, code); });
  return std::make_unique<DispatchRecord>(kernel, models ? std::move(*models) : build_model(kernel, device.parameters),
                                          code, l3_, used, timed_, known == kernels_.end() ? 0 : known->groups);
}

void Profiler::end(std::unique_ptr<DispatchRecord> record, std::uint64_t threads) {
  KernelCounts counts = record->take();
  counts.dispatches = 1;
  counts.threads = threads;
  counts.resident_cycles = counts.group_cycles / counts.device.resident_groups;
  DispatchCounts one{.groups = counts.groups, .threads = threads, .all = total(counts)};
  one.all.timed = one.all.stalled = one.all.blamed = 0;
  const std::scoped_lock lock(mutex_);
  one.number = ended_++;
  counts.each.push_back(one);
  add(kernels_, std::move(counts));
}

std::vector<KernelCounts> Profiler::kernels() const {
  const std::scoped_lock lock(mutex_);
  std::vector<KernelCounts> kernels = kernels_;
  for (KernelCounts& each : kernels) scale(each);
  return kernels;
}

namespace {

bool is_same_code(const KernelCounts& a, const KernelCounts& b) {
  if (a.code != b.code || a.instructions.size() != b.instructions.size()) return false;
  return a.listing == b.listing || (a.listing != nullptr && b.listing != nullptr && *a.listing == *b.listing);
}

}  // namespace

void add(std::vector<KernelCounts>& all, KernelCounts more) {
  const auto known = std::ranges::find_if(all, [&](const KernelCounts& each) { return is_same_code(each, more); });
  if (known == all.end()) {
    all.push_back(std::move(more));
    return;
  }
  known->dispatches += more.dispatches;
  known->groups += more.groups;
  known->timed_groups += more.timed_groups;
  known->threads += more.threads;
  known->group_cycles += more.group_cycles;
  known->resident_cycles += more.resident_cycles;
  known->device = more.device;
  known->stage = more.stage;
  if (known->name.empty()) known->name = more.name;
  for (std::size_t i = 0; i < kL3Clients; ++i) known->l3[i] += more.l3[i];
  for (std::size_t i = 0; i < more.instructions.size(); ++i) known->instructions[i] += more.instructions[i];
  const std::size_t room = kMaxDispatches - std::min(known->each.size(), kMaxDispatches);
  std::ranges::copy(more.each | std::views::take(room), std::back_inserter(known->each));
}

}  // namespace eugene::profile
