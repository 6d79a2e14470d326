#include "accesses/trace.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <ranges>

namespace eugene::accesses {

std::optional<Kinds> parse_kinds(std::string_view names) {
  Kinds kinds;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    const std::string_view name = names.substr(at, end - at);
    if (name == "memory")
      kinds.memory = true;
    else if (name == "instructions")
      kinds.instructions = true;
    else
      return std::nullopt;
    at = end + 1;
  }
  return kinds;
}

// Starts the writing thread with all signals blocked, so that the program's threads handle the program's signals.
void Trace::start() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { write(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::uint64_t Trace::begin_launch(LaunchRun run, std::string_view gen, std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  if (!code.empty()) {
    auto& known = codes_[code];
    if (known == nullptr)
      known = std::make_shared<const KernelCode>(std::string(gen), std::vector(code.begin(), code.end()));
    run.code = known;
  }
  if (launches_++ == 0) start();
  if (last_) run.first = last_->first;
  if (!last_ || *last_ != run) {
    run.first = launches_;
    runs_.push_back(run);
    last_ = std::move(run);
  }
  return launches_;
}

void Trace::enqueue(GroupRecords groups) {
  if (groups.records.empty() || !result_) return;  // records that are counted but never written would block workers
  queued_ += groups.records.size();
  queue_.push_back(std::move(groups));
  if (queued_ >= kWorthWriting) added_.notify_one();
}

// Moves waiting groups to the queue as long as the next group in order is there.
void Trace::advance() {
  while (true) {
    const auto first = waiting_.begin();
    const bool is_next = first != waiting_.end() && first->first.first == launch_ &&
                         (first->first.second <= next_ || ended_.contains(launch_));
    if (is_next) {
      next_ = std::max(next_, first->second.end);
      enqueue(std::move(first->second));
      waiting_.erase(first);
    } else if (ended_.erase(launch_) != 0) {
      ++launch_;
      next_ = 0;
    } else {
      return;
    }
  }
}

void Trace::end_groups(GroupRecords& groups) {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [this] { return queued_ < kMaxQueued; });
  const auto key = std::pair(groups.launch, groups.begin);
  waiting_.emplace(key, std::move(groups));
  groups = {};
  if (!written_.empty()) {
    groups = std::move(written_.back());
    written_.pop_back();
  }
  advance();
}

void Trace::end_launch(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  ended_.insert(launch);
  advance();
}

Result<void> Trace::finish() {
  {
    const std::scoped_lock lock(mutex_);
    if (!thread_.joinable()) return result_;
    for (auto& [key, groups] : waiting_) enqueue(std::move(groups));  // groups of unfinished launches
    waiting_.clear();
    is_over_ = true;
    added_.notify_one();
  }
  thread_.join();
  return result_;
}

void Trace::write() {
  constexpr std::chrono::seconds kFooters{1};
  auto writer = ParquetWriter::create(path_);
  if (!writer && std::filesystem::exists(path_)) {
    std::filesystem::path other = path_;
    other.replace_filename(fmt::format("{}.{}{}", other.stem().string(), ::getpid(), other.extension().string()));
    writer = ParquetWriter::create(other.string());
  }
  Result<void> result = writer ? Result<void>{} : forward_error(writer);
  auto footer = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (true) {
    added_.wait(lock, [this] { return is_over_ || queued_ >= kWorthWriting; });
    std::vector<GroupRecords> queue = std::exchange(queue_, {});
    std::vector<LaunchRun> runs = std::exchange(runs_, {});
    const bool is_last = is_over_;
    queued_ = 0;
    if (!result) result_ = result;
    taken_.notify_all();
    lock.unlock();
    if (result) {
      for (const LaunchRun& each : runs) (*writer)->begin(each);
    }
    for (GroupRecords& groups : queue) {
      if (result) result = (*writer)->write(groups);
      groups.clear();
    }
    if (result && is_last) result = (*writer)->end_rows();
    if (const auto now = std::chrono::steady_clock::now(); result && (is_last || now - footer > kFooters)) {
      result = (*writer)->write_footer();
      footer = now;
    }
    lock.lock();
    std::ranges::move(queue | std::views::take(kMaxWritten - std::min(kMaxWritten, written_.size())),
                      std::back_inserter(written_));
    if (!is_last) continue;
    result_ = result;
    return;
  }
}

}  // namespace eugene::accesses
