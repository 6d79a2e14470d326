// A trace under way: takes the records of groups from all workers, and writes them to a file from a thread of its own.
//
// Workers run groups in any order. So that a file is the same on every run, a group's records wait for those of the
// groups and launches before it.
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

#include "base/diagnostic.h"
#include "trace/parquet_writer.h"
#include "trace/record.h"

namespace eugene::trace {

// What is recorded.
struct Kinds {
  bool memory = false;        // messages that access memory
  bool instructions = false;  // every instruction: kernels are interpreted
  bool any() const { return memory || instructions; }
};
// Of names between commas: "memory,instructions". Nothing if there is another, or none.
std::optional<Kinds> kinds_of(std::string_view names);

class Trace {
 public:
  // The file is made with the first launch. If it is there, another process has made it: then the name of this one's
  // has the number of the process before its extension.
  explicit Trace(std::string path) : path_(std::move(path)) {}
  ~Trace() { (void)finish(); }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // A launch of `code` begins; gives its number, from 1 on. `run.first` and `run.code` are set here.
  std::uint64_t begin_launch(LaunchRun run, std::string_view gen = {}, std::span<const std::byte> code = {});
  // Takes `groups`, and gives room for more in their place. Waits while the file is far behind.
  void end_groups(GroupRecords& groups);
  void end_launch(std::uint64_t launch);
  // Writes what is left, and ends the file. The first error of all. Nothing can be added afterwards.
  Result<void> finish();

 private:
  static constexpr std::size_t kMostQueued = std::size_t{1} << 20;    // records that wait to be written,
  static constexpr std::size_t kWorthWriting = std::size_t{1} << 14;  // and those for which the thread wakes up
  static constexpr std::size_t kMostWritten = 256;

  void start();
  void advance();
  void enqueue(GroupRecords groups);
  void write();

  std::string path_;
  std::mutex mutex_;
  std::condition_variable added_, taken_;
  std::uint64_t launches_ = 0;
  std::uint64_t launch_ = 1;                                                      // whose records are being written,
  std::uint64_t next_ = 0;                                                        // and its next group
  std::multimap<std::pair<std::uint64_t, std::uint64_t>, GroupRecords> waiting_;  // by launch and first group
  std::set<std::uint64_t> ended_;                                                 // launches
  std::optional<LaunchRun> last_;
  std::map<std::string, std::shared_ptr<const KernelCode>> codes_;  // by its bytes
  std::vector<LaunchRun> runs_;                                     // not yet written
  std::vector<GroupRecords> queue_;
  std::vector<GroupRecords> written_;  // empty, with room
  std::size_t queued_ = 0;             // records
  bool is_over_ = false;
  Result<void> result_;
  std::thread thread_;
};

}  // namespace eugene::trace
