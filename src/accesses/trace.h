// A running trace: collects the records of groups from all workers, and writes them to a file in a separate thread.
//
// Workers run groups in any order. To make the file reproducible, a group's records wait until the records of all
// earlier groups and launches have been queued.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "accesses/parquet_writer.h"
#include "accesses/record.h"
#include "base/code_map.h"
#include "base/diagnostic.h"

namespace eugene::accesses {

// Kinds of recorded events.
struct Kinds {
  bool memory = false;        // messages that access memory
  bool instructions = false;  // every instruction; requires interpreting
  bool any() const { return memory || instructions; }
};
// Parses names separated by commas: "memory,instructions". Returns nothing if a name is unknown or missing.
std::optional<Kinds> parse_kinds(std::string_view names);

class Trace {
 public:
  // The first launch creates the file. If the file exists, another process has created it; then this process's file has
  // the process ID before its extension.
  explicit Trace(std::string path) : path_(std::move(path)) {}
  ~Trace() { (void)finish(); }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Begins a launch of `code`. Returns the launch's number, from 1 on. Sets `run.first` and `run.code`.
  std::uint64_t begin_launch(LaunchRun run, std::string_view gen = {}, std::span<const std::byte> code = {});
  // Takes the records of `groups`, and replaces them by an empty object with capacity. Waits while too many records are
  // queued.
  void end_groups(GroupRecords& groups);
  void end_launch(std::uint64_t launch);
  // Writes the remaining records and closes the trace. Returns the first error. Nothing can be added afterwards.
  Result<void> finish();

 private:
  static constexpr std::size_t kMaxQueued = std::size_t{1} << 20;     // max queued records before workers wait
  static constexpr std::size_t kWorthWriting = std::size_t{1} << 14;  // queued records that wake up the writing thread
  static constexpr std::size_t kMaxWritten = 256;                     // max size of `written_`

  void start();
  void advance();
  void enqueue(GroupRecords groups);
  void write();

  std::string path_;
  std::mutex mutex_;
  std::condition_variable added_, taken_;
  std::uint64_t launches_ = 0;
  std::uint64_t launch_ = 1;  // launch whose records are queued next
  std::uint64_t next_ = 0;    // next group of this launch
  std::multimap<std::pair<std::uint64_t, std::uint64_t>, GroupRecords> waiting_;  // by launch and first group
  std::set<std::uint64_t> ended_;                                                 // launches that have ended
  std::optional<LaunchRun> last_;
  CodeMap<std::shared_ptr<const KernelCode>> codes_;
  std::vector<LaunchRun> runs_;  // not yet written
  std::vector<GroupRecords> queue_;
  std::vector<GroupRecords> written_;  // free list: empty objects with capacity
  std::size_t queued_ = 0;             // number of queued records
  bool is_over_ = false;
  Result<void> result_;
  std::thread thread_;
};

}  // namespace eugene::accesses
