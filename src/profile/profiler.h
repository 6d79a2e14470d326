// Collects the profile of a process, by kernel and by dispatch.
//
// The contents of the L3 depend on the order of accesses, and workers run groups in parallel. To make a profile
// reproducible, a group's accesses are held back until the accesses of all earlier groups have been counted: the L3
// model sees one group after the other. On hardware, concurrent groups interleave their accesses, so no fixed order
// would be the real one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/stage.h"
#include "eu/kernel.h"
#include "profile/cache_model.h"
#include "profile/counts.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

struct LineAccess {
  std::uint64_t line = 0;
  std::uint32_t instruction = 0;  // index of the instruction
  L3Client client = L3Client::data;
  bool writes = false;
};

// Which groups are timed: interpreted, with a clock for each thread. A timed group takes as long as hundreds of
// compiled groups. All groups are counted in any case.
enum class Timed : std::uint8_t { all, some };

// The L3 of a device. Dispatches of several contexts may use it at the same time.
struct SharedL3 {
  explicit SharedL3(const L3Shape& shape) : model(shape) {}
  std::mutex mutex;
  L3Model model;
};

// A running dispatch. Safe to use from several host threads, except for kernel() and construction.
class DispatchRecord {
 public:
  // `groups_before` is the number of groups of the kernel in earlier dispatches.
  DispatchRecord(const eu::Kernel& kernel, std::vector<InstructionModel> models, std::span<const std::byte> code,
                 std::shared_ptr<SharedL3> l3, const DeviceModel& device, Timed timed, std::uint64_t groups_before);

  const eu::Kernel& kernel() const { return kernel_; }
  const std::vector<InstructionModel>& models() const { return models_; }
  const Parameters& parameters() const { return counts_.device.parameters; }

  void set_stage(Stage stage) { counts_.stage = stage; }
  // Returns whether group `index` of the walk is timed. The same groups are timed on every run.
  bool is_timed(std::uint64_t index) const;

  // Adds the counts of a worker that has finished, with the number of its groups.
  struct Groups {
    std::uint64_t all = 0;
    std::uint64_t timed = 0;
    std::uint64_t cycles = 0;  // of the timed groups
  };
  void add(std::span<const InstructionCounts> counts, const Groups& groups);
  // Counts the lines that group `index` of the walk has accessed, in this order, once all earlier groups are counted.
  void end_group(std::uint64_t index, std::vector<LineAccess> lines);
  // Call when all workers are done. Returns the counts.
  KernelCounts take();

 private:
  // Max accesses held back for earlier groups. Beyond the limit, accesses are counted as they come.
  static constexpr std::size_t kMaxWaiting = std::size_t{1} << 24;

  void count(const std::vector<LineAccess>& lines);

  eu::Kernel kernel_;
  std::vector<InstructionModel> models_;
  std::shared_ptr<SharedL3> l3_;
  Timed timed_;
  std::uint64_t groups_before_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;  // next group to be counted
  std::map<std::uint64_t, std::vector<LineAccess>> waiting_;
  std::size_t waiting_lines_ = 0;
  KernelCounts counts_;
};

class Profiler {
 public:
  explicit Profiler(Timed timed = Timed::all) : timed_(timed) {}

  // Call before a dispatch of `groups` groups of `kernel`, whose machine code is `code`, on `device`. `models` are the
  // models of the kernel's instructions; without them, models of machine code are used.
  std::unique_ptr<DispatchRecord> begin(const DeviceModel& device, const eu::Kernel& kernel,
                                        std::span<const std::byte> code, std::uint64_t groups,
                                        std::optional<std::vector<InstructionModel>> models = {});
  // Call after the dispatch, which had `threads` threads.
  void end(std::unique_ptr<DispatchRecord> record, std::uint64_t threads);
  // Returns all kernels so far, in order of their first dispatch, after scale().
  std::vector<KernelCounts> kernels() const;

 private:
  Timed timed_;
  mutable std::mutex mutex_;
  std::shared_ptr<SharedL3> l3_;  // replaced by an empty one when the shape changes, because that requires a flush
  std::vector<KernelCounts> kernels_;
  std::uint64_t ended_ = 0;  // dispatches
};

// Adds `more` to the kernel of `all` with the same code. Appends it if there is none.
void add(std::vector<KernelCounts>& all, KernelCounts more);

}  // namespace eugene::profile
