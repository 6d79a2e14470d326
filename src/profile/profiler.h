// All that is profiled in a process: kernel by kernel, dispatch by dispatch.
//
// Workers run groups at the same time, but what the L3 has depends on their order. So that a profile is the same on
// every run, a group's accesses wait until those of all groups before it have been counted: the L3 sees one group after
// the other. Groups that run at a time on hardware interleave theirs; no order that could be chosen would be the real
// one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "eu/kernel.h"
#include "profile/cache_model.h"
#include "profile/counts.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

struct LineAccess {
  std::uint64_t line = 0;
  std::uint32_t instruction = 0;  // its number
  L3Client client = L3Client::data;
  bool writes = false;
};

// Which groups are interpreted with a clock for each thread: that takes as long as hundreds of compiled ones. Counts
// are of all groups in any case.
enum class Timed : std::uint8_t { all, some };

// The L3 of a device, which dispatches of several contexts may reach at a time.
struct SharedL3 {
  explicit SharedL3(const L3Shape& shape) : model(shape) {}
  std::mutex mutex;
  L3Model model;
};

// A dispatch under way. Safe to use from several host threads, except for kernel() and construction.
class DispatchRecord {
 public:
  // `groups_before`: of the kernel, in earlier dispatches.
  DispatchRecord(const eu::Kernel& kernel, std::vector<InstructionModel> models, std::span<const std::byte> code,
                 std::shared_ptr<SharedL3> l3, const DeviceModel& device, Timed timed, std::uint64_t groups_before);

  const eu::Kernel& kernel() const { return kernel_; }
  const std::vector<InstructionModel>& models() const { return models_; }
  const Parameters& parameters() const { return counts_.device.parameters; }

  // Whether group `index` of the walk is timed: the same ones on every run.
  bool is_timed(std::uint64_t index) const;

  // Adds the counts of a worker that has finished, with the number of its groups.
  struct Groups {
    std::uint64_t all = 0;
    std::uint64_t timed = 0;
    std::uint64_t cycles = 0;  // of those that were timed
  };
  void add(std::span<const InstructionCounts> counts, const Groups& groups);
  // Group `index` of the walk has reached these lines, in this order.
  void end_group(std::uint64_t index, std::vector<LineAccess> lines);
  // Call when all workers are done. Returns the counts.
  KernelCounts take();

 private:
  // Bound on accesses that wait for earlier groups; beyond it, they are counted in the order in which they come.
  static constexpr std::size_t kMostWaiting = std::size_t{1} << 24;

  void count(const std::vector<LineAccess>& lines);

  eu::Kernel kernel_;
  std::vector<InstructionModel> models_;
  std::shared_ptr<SharedL3> l3_;
  Timed timed_;
  std::uint64_t groups_before_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;  // group to be counted
  std::map<std::uint64_t, std::vector<LineAccess>> waiting_;
  std::size_t waiting_lines_ = 0;
  KernelCounts counts_;
};

class Profiler {
 public:
  explicit Profiler(Timed timed = Timed::all) : timed_(timed) {}

  // Call before a dispatch of `groups` groups of `kernel`, whose machine code is `code`, on `device`. `models`: of its
  // instructions, if they are not those of machine code.
  std::unique_ptr<DispatchRecord> begin(const DeviceModel& device, const eu::Kernel& kernel,
                                        std::span<const std::byte> code, std::uint64_t groups,
                                        std::optional<std::vector<InstructionModel>> models = {});
  // Call after the dispatch, which had `threads` threads.
  void end(std::unique_ptr<DispatchRecord> record, std::uint64_t threads);
  // Everything so far, in the order in which kernels came first, with the cycles of all groups.
  std::vector<KernelCounts> kernels() const;

 private:
  Timed timed_;
  mutable std::mutex mutex_;
  std::shared_ptr<SharedL3> l3_;  // made anew when its shape changes, which requires a flush
  std::vector<KernelCounts> kernels_;
  std::uint64_t ended_ = 0;  // dispatches
};

// Adds `more` to the kernel of `all` with the same code, or as one more.
void add(std::vector<KernelCounts>& all, KernelCounts more);

}  // namespace eugene::profile
