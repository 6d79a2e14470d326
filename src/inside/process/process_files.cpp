// The files that this process leaves in the run's directory: statistics, findings, profile, and progress.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/whole_file.h"
#include "gpu/report.h"
#include "gpu/tiers/tiers.h"
#include "loaded_devices.h"
#include "process.h"
#include "profile/profiler.h"
#include "profile/report.h"

namespace eugene::i915 {
namespace {

// Names a file after this process, since several processes write to the directory.
std::string name_of_own(const char* prefix) { return fmt::format("{}{}", prefix, ::getpid()); }

// Writes the file under another name, and renames it when it is complete.
Result<void> put_file(const std::filesystem::path& directory, const std::string& name, const std::string& text) {
  const std::filesystem::path unfinished = directory / ("unfinished-" + name);
  if (const Result<void> written = write_whole_file(unfinished, text); !written) return written;
  std::error_code error;
  std::filesystem::rename(unfinished, directory / name, error);
  if (error) return fail(fmt::format("cannot write to {}: {}", directory.string(), error.message()));
  return {};
}

}  // namespace

// Notes the drivers that are loaded now.
void Process::note_drivers() {
  LoadedDrivers loaded = loaded_drivers();
  Stats& stats = counts_->stats;
  stats.other_devices.merge(loaded.other_devices);
  stats.has_opencl = stats.has_opencl || loaded.has_opencl;
  counts_->are_contexts_meant = counts_->are_contexts_meant && !loaded.makes_contexts_early;
}

void Process::note_other_devices() {
  const std::scoped_lock lock(counts_->mutex);
  if (counts_->stats.work.dispatches == 0) note_drivers();
}

// Writes the progress to a file for `eugene run`. If a signal ends this process, the process cannot report anything
// itself.
void Process::keep_progress(const gpu::Progress* progress) const {
  const std::string name = name_of_own(kRunningPrefix);
  std::error_code error;
  if (progress == nullptr) {
    std::filesystem::remove(directory_ / name, error);
  } else {
    (void)put_file(directory_, name, gpu::format(*progress, name_of(progress->code)));
  }
}

void Process::leave_statistics() {
  if (!is_own() || !counts_->mutex.try_lock()) return;
  write_stats();
  counts_->mutex.unlock();
}

// Writes the statistics at intervals, because a signal may end the program at any time.
void Process::write_stats_now_and_then() {
  constexpr std::chrono::milliseconds kInterval{200};
  constexpr int kShare = 20;  // at most 1/20 of the time goes into writing
  const auto begin = std::chrono::steady_clock::now();
  if (begin < next_write_) return;
  write_stats();
  const auto end = std::chrono::steady_clock::now();
  next_write_ = end + std::max<std::chrono::steady_clock::duration>(kInterval, kShare * (end - begin));
}

void Process::write_stats() {
  Stats& stats = counts_->stats;
  stats.kernels = executor_->tiers->stats();
  stats.calls = counts_->calls;
  stats.requests = counts_->requests;
  stats.queues = counts_->queues;
  stats.video = counts_->video;
  if (directory_.empty() || (stats.work.dispatches == 0 && stats.work.failures == 0 && stats.calls == 0)) return;
  if (stats.work.dispatches == 0) note_drivers();
  stats.contexts = counts_->are_contexts_meant ? counts_->contexts.load() : 0;
  write_file(kStatsPrefix, stats_to_json(stats));
  if (*profiler_ == nullptr) return;
  std::vector<profile::KernelCounts> kernels = (*profiler_)->kernels();
  for (profile::KernelCounts& each : kernels) {
    binary::KernelOrigin origin = origin_of(each.code);
    each.name = std::move(origin.name);
    each.lines = std::move(origin.lines);
    each.surfaces = binary::surface_names(origin.arguments);
  }
  write_file(kProfilePrefix, profile::counts_to_json(kernels));
}

void Process::write_file(const char* prefix, const std::string& text) {
  const Result<void> written = put_file(directory_, name_of_own(prefix), text);
  std::error_code error;
  // `eugene run` may have ended before this program: then nothing reads the statistics.
  if (written || counts_->is_lost || !std::filesystem::exists(directory_, error)) return;
  // The missing file shows `eugene run` that statistics are lost; removing a file needs no room on the disk.
  counts_->is_lost = true;
  std::filesystem::remove(directory_ / kCompleteFile, error);
  fmt::print(stderr, "eugene: the statistics are lost: {}\n", written.error().message);
}

void Process::end() {
  drm_->stop();
  if (*trace_ != nullptr) {
    if (const Result<void> done = (*trace_)->finish(); !done) {
      fmt::print(stderr, "eugene: the trace is not complete: {}\n", done.error().message);
      std::error_code ignored;
      std::filesystem::remove(directory_ / kTracesFile, ignored);  // shows `eugene run` that the trace is incomplete
    }
  }
  const std::scoped_lock lock(counts_->mutex);
  write_stats();
}

}  // namespace eugene::i915
