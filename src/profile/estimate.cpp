#include "profile/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "profile/device_model.h"

namespace eugene::profile {
namespace {

// Pipes of an EU, by Pipe. Two pipes compute, and one of the two has extended math (public descriptions of Gen9).
constexpr std::array<unsigned, kPipeNames.size()> kPipesOfEu{2, 1, 1, 1};

constexpr std::string_view kLocalMemory = "shared local memory";
constexpr std::string_view kL3Banks = "L3 banks";

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }
double as_double(std::uint64_t value) { return static_cast<double>(value); }

double misses(const InstructionCounts& counts) { return as_double(counts.lines - counts.hits); }

// Returns the cycles that L3 misses add to the threads. A thread's misses overlap: it does not wait for one line after
// the other.
double miss_cycles(const InstructionCounts& counts, const Parameters& parameters) {
  return waited_for(counts, parameters) - as_double(counts.blamed);
}

}  // namespace

InstructionCounts total(const KernelCounts& kernel) {
  InstructionCounts all;
  for (const InstructionCounts& each : kernel.instructions) all += each;
  return all;
}

double waited_for(const InstructionCounts& instruction, const Parameters& parameters) {
  const double missed = ratio(misses(instruction), as_double(instruction.lines));
  return as_double(instruction.blamed) * (1 + missed * parameters.miss_latency / parameters.l3_latency);
}

Estimate estimate(const KernelCounts& kernel, const std::vector<InstructionModel>& models) {
  const InstructionCounts all = total(kernel);
  const DeviceModel& device = kernel.device;
  std::array<double, kPipeNames.size()> pipes{};
  double slower = 0;
  for (std::size_t i = 0; i < models.size() && i < kernel.instructions.size(); ++i) {
    pipes[static_cast<std::size_t>(models[i].pipe)] += as_double(kernel.instructions[i].issue);
    slower += miss_cycles(kernel.instructions[i], device.parameters);
  }
  Estimate result;
  for (std::size_t i = 0; i < pipes.size(); ++i)
    result.limits.push_back({kPipeNames[i], pipes[i] / device.eus / kPipesOfEu[i]});
  result.limits.push_back({kLocalMemory, as_double(all.slm_clocks) / device.local_blocks()});
  result.limits.push_back({kL3Banks, as_double(all.l3_clocks) / std::max(device.l3().banks, 1U)});
  result.limits.push_back({"memory", misses(all) * device.parameters.line / device.parameters.memory_bytes});
  const double threads = as_double(kernel.resident_cycles);
  // Misses are counted per thread, but a group runs as long as its slowest thread.
  const double groups = ratio(as_double(kernel.group_cycles), threads);
  const double threads_at_once =
      std::max(1.0, groups * ratio(as_double(all.issue + all.stalled), as_double(kernel.group_cycles)));
  result.limits.push_back({"latency", threads + slower / threads_at_once});
  std::ranges::stable_sort(result.limits, std::greater(), &Limit::cycles);
  return result;
}

namespace {

// Collects the findings of one kernel.
class Search {
 public:
  Search(const KernelCounts& kernel, const std::vector<InstructionModel>& models)
      : kernel_(kernel),
        models_(models),
        parameters_(kernel.device.parameters),
        all_(total(kernel)),
        estimate_(estimate(kernel, models)) {}

  std::vector<Bottleneck> run() {
    if (all_.executions == 0) return {};
    local_conflicts();
    atomics();
    scattered_lines();
    missing_lines();
    barriers();
    idle_channels();
    message_waits();
    busy_parts();
    std::erase_if(found_, [](const Bottleneck& each) { return each.share < kLeast; });
    std::ranges::stable_sort(found_, std::greater(), &Bottleneck::share);
    return std::move(found_);
  }

 private:
  static constexpr double kLeast = 0.05;

  template <class Value>
  std::size_t find_max(Value value) const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < kernel_.instructions.size(); ++i) {
      if (value(i) > value(best)) best = i;
    }
    return best;
  }
  double share(double cycles) const { return std::min(1.0, ratio(cycles, estimate_.cycles())); }
  // Returns the cycles of all threads, including the cycles that L3 misses add.
  double thread_cycles() const {
    double cycles = as_double(all_.issue + all_.stalled);
    for (const InstructionCounts& each : kernel_.instructions) cycles += miss_cycles(each, parameters_);
    return cycles;
  }
  const InstructionCounts& at(std::size_t i) const { return kernel_.instructions[i]; }

  void local_conflicts() {
    const auto extra = [this](std::size_t i) { return as_double(at(i).slm_clocks - at(i).slm_least); };
    const double all = as_double(all_.slm_clocks - all_.slm_least - local_turns());
    if (ratio(all, as_double(all_.slm_least)) < 0.25) return;
    const std::size_t worst = find_max(extra);
    found_.push_back(
        {.what = fmt::format("conflicts in shared local memory: accesses take {:.1f} times the clocks they need "
                             "({:.1f} times at the worst instruction)",
                             ratio(as_double(all_.slm_clocks), as_double(all_.slm_least)),
                             ratio(as_double(at(worst).slm_clocks), as_double(at(worst).slm_least))),
         .hint = "channels reach different dwords of one of the 16 arrays: pad rows to an odd number of dwords",
         .share = share(all / kernel_.device.local_blocks()),
         .instruction = worst});
  }

  // Returns the clocks in which atomics to shared local memory wait for each other.
  std::uint64_t local_turns() const {
    std::uint64_t turns = 0;
    for (const InstructionCounts& each : kernel_.instructions) {
      if (each.atomics != 0) turns += each.slm_clocks - each.slm_least;
    }
    return turns;
  }

  void atomics() {
    if (all_.atomics == 0) return;
    const auto cost = [this](std::size_t i) {
      if (at(i).atomics == 0) return 0.0;
      return as_double(at(i).l3_clocks) / std::max(kernel_.device.l3().banks, 1U) +
             as_double(at(i).slm_clocks) / kernel_.device.local_blocks();
    };
    double all = 0;
    double extra = as_double(local_turns());
    double waited = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      all += cost(i);
      if (at(i).atomics == 0) continue;
      extra += as_double(at(i).l3_clocks - at(i).lines);
      waited += waited_for(at(i), parameters_);
    }
    const bool clash = extra > 0.25 * as_double(all_.atomics) / 16;
    found_.push_back(
        {.what = fmt::format(
             "atomics: {} of channels, {:.2f} clocks each{}", all_.atomics,
             ratio(as_double(all_.atomics) + extra, as_double(all_.atomics)),
             clash ? fmt::format("; {:.0f} clocks because channels of a message access the same dword", extra)
                   : std::string()),
         .hint = "add up in registers or shared local memory first, or keep several copies",
         .share = std::max(share(all), ratio(waited, thread_cycles())),
         .instruction = find_max(cost)});
  }

  // Returns how many more lines instruction `i` accesses than its bytes would fill.
  double needless(std::size_t i) const {
    if (at(i).lines == 0 || at(i).atomics != 0) return 0;
    const double bytes = as_double(at(i).bytes - at(i).slm_bytes);
    const double least = std::max(as_double(at(i).accesses), bytes / parameters_.line);
    return std::max(0.0, as_double(at(i).lines) - least);
  }
  void scattered_lines() {
    const std::size_t worst = find_max([this](std::size_t i) { return needless(i); });
    double all = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) all += needless(i);
    if (all == 0 || all < 0.5 * as_double(all_.lines)) return;
    found_.push_back(
        {.what = fmt::format("accesses that are not contiguous: {:.1f} lines of {} bytes in a message for {:.0f} bytes",
                             ratio(as_double(at(worst).lines), as_double(at(worst).accesses)), parameters_.line,
                             ratio(as_double(at(worst).bytes), as_double(at(worst).accesses))),
         .hint = "let neighbouring work-items access neighbouring addresses, if necessary through shared local memory",
         .share =
             std::max(share(all / std::max(kernel_.device.l3().banks, 1U)),
                      ratio(all, as_double(all_.lines)) * ratio(waited_for(at(worst), parameters_), thread_cycles())),
         .instruction = worst});
  }

  void missing_lines() {
    const double lost = misses(all_);
    if (ratio(lost, as_double(all_.lines)) < 0.1) return;
    found_.push_back(
        {.what = fmt::format("the L3 has {:.0f}% of the lines; {:.1f} MB come from memory",
                             100 * ratio(as_double(all_.hits), as_double(all_.lines)), lost * parameters_.line / 1e6),
         .hint = "reuse data while it is in the L3: work in blocks that fit into the L3, and read each byte once",
         .share = share(lost * parameters_.line / parameters_.memory_bytes),
         .instruction = find_max([this](std::size_t i) { return misses(at(i)); })});
  }

  void barriers() {
    const auto cost = [this](std::size_t i) { return models_[i].awaits ? as_double(at(i).stalled) : 0; };
    double all = 0;
    std::uint64_t waits = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      all += cost(i);
      if (models_[i].awaits) waits += at(i).executions;
    }
    if (waits == 0) return;
    found_.push_back(
        {.what = fmt::format("barriers: {:.1f} of each thread, {:.0f} cycles each",
                             ratio(as_double(waits), as_double(kernel_.threads)), ratio(all, as_double(waits))),
         .hint = "use fewer barriers, or give every thread the same amount of work between barriers",
         .share = ratio(all, thread_cycles()),
         .instruction = find_max(cost)});
  }

  void idle_channels() {
    const auto cost = [this](std::size_t i) { return as_double(at(i).parted); };
    if (all_.divergences == 0) return;
    const std::size_t worst = find_max(cost);
    found_.push_back(
        {.what = fmt::format("divergence: channels diverge at {:.0f}% of branches, {:.1f} channels each time",
                             100 * ratio(as_double(all_.divergences), branches()),
                             ratio(as_double(all_.parted), as_double(all_.divergences))),
         .hint = "let all channels of a thread take the same path: use conditions that are equal within a sub-group",
         .share = idle_issue(),
         .instruction = worst});
  }
  double branches() const {
    double sum = 0;
    for (std::size_t i = 0; i < models_.size(); ++i)
      sum += models_[i].pipe == Pipe::branch ? as_double(at(i).executions) : 0;
    return sum;
  }
  // Returns the share of the pipes' cycles that disabled channels waste, in instructions of at least 8 channels.
  double idle_issue() const {
    double idle = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (models_[i].width < 8 || models_[i].pipe == Pipe::branch) continue;
      const double all = as_double(at(i).executions) * models_[i].width;
      idle += as_double(at(i).issue) * (1 - std::min(1.0, ratio(as_double(at(i).channels), all)));
    }
    return ratio(idle, as_double(all_.issue));
  }

  void message_waits() {
    const auto cost = [this](std::size_t i) {
      return models_[i].pipe == Pipe::send ? waited_for(at(i), parameters_) : 0;
    };
    double all = 0;
    double messages = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      all += cost(i);
      messages += at(i).accesses != 0 ? as_double(at(i).executions) : 0;
    }
    if (messages == 0) return;
    const std::size_t worst = find_max(cost);
    const double others = as_double(all_.executions) - messages;
    found_.push_back(
        {.what = fmt::format("waits for {}: {:.0f}% of the threads' time; {:.1f} other instructions for each message",
                             kKindNames[static_cast<std::size_t>(models_[worst].kind)],
                             100 * ratio(all, thread_cycles()), ratio(others, messages)),
         .hint = "do more arithmetic for each value read: keep values in registers, read wider, or read earlier",
         .share = ratio(all, thread_cycles()),
         .instruction = worst});
  }

  // Returns a function that gives an instruction's use of `part`, a part of the GPU. Null for parts that are not
  // counted by instruction.
  std::function<double(std::size_t)> find_use(std::string_view part) const {
    if (part == kLocalMemory) return [this](std::size_t i) { return as_double(at(i).slm_clocks); };
    if (part == kL3Banks) return [this](std::size_t i) { return as_double(at(i).l3_clocks); };
    const auto pipe = std::ranges::find(kPipeNames, part);
    if (pipe == kPipeNames.end()) return {};
    const auto number = static_cast<Pipe>(pipe - kPipeNames.begin());
    return [this, number](std::size_t i) { return models_[i].pipe == number ? as_double(at(i).issue) : 0.0; };
  }
  // Advice for a kernel limited by `part`. Local memory takes time for each dword, so wider accesses do not help.
  static std::string_view help_for(std::string_view part) {
    if (part == kLocalMemory)
      return "access fewer dwords: compute several results from each value read, keep values in registers, or pass "
             "values with sub-group functions";
    if (part == kL3Banks)
      return "access fewer lines: let the work-items of a sub-group share lines, and keep values in registers or local "
             "memory";
    return "use fewer instructions that need it, or wider ones";
  }
  void busy_parts() {
    constexpr double kBusy = 0.9;
    for (const Limit& limit : estimate_.limits) {
      const auto use = find_use(limit.part);
      if (!use || limit.cycles < kBusy * estimate_.cycles()) continue;
      found_.push_back({.what = fmt::format("{} busy {:.0f}% of the time", limit.part, 100 * share(limit.cycles)),
                        .hint = std::string(help_for(limit.part)),
                        .share = share(limit.cycles),
                        .instruction = find_max(use)});
    }
  }

  const KernelCounts& kernel_;
  const std::vector<InstructionModel>& models_;
  const Parameters& parameters_;
  InstructionCounts all_;
  Estimate estimate_;
  std::vector<Bottleneck> found_;
};

}  // namespace

std::vector<Bottleneck> findings(const KernelCounts& kernel, const std::vector<InstructionModel>& models) {
  return Search(kernel, models).run();
}

}  // namespace eugene::profile
