#include "statistics.h"

#include <algorithm>
#include <utility>

#include "gpu/tiers/kernel_bytes.h"
#include "gpu/tiers/tiers.h"
#include "kernel_directory.h"
#include "loaded_devices.h"
#include "run_files.h"
#include "watchers.h"

namespace eugene::inside::process {

void Statistics::follow(std::shared_ptr<const gpu::Tiers> tiers, Watchers* watchers) {
  tiers_ = std::move(tiers);
  watchers_ = watchers;
}

void Statistics::count_failure() {
  const std::scoped_lock lock(mutex_);
  ++stats_.work.failures;
  write_files();
}

void Statistics::count(const gpu::DispatchStats& done) {
  const std::scoped_lock lock(mutex_);
  stats_.work += done;
  write_now_and_then();
}

void Statistics::count(const gpu::DrawStats& done) {
  const std::scoped_lock lock(mutex_);
  stats_.draws.add(done);
}

std::uint64_t Statistics::failures() {
  const std::scoped_lock lock(mutex_);
  return stats_.work.failures;
}

std::uint64_t Statistics::dispatches() {
  const std::scoped_lock lock(mutex_);
  return stats_.work.dispatches;
}

// Notes the drivers that are loaded now.
void Statistics::note_drivers() {
  LoadedDrivers loaded = loaded_drivers();
  stats_.other_devices.merge(loaded.other_devices);
  stats_.has_opencl = stats_.has_opencl || loaded.has_opencl;
  are_contexts_meant_ = are_contexts_meant_ && !loaded.makes_contexts_early;
}

void Statistics::note_other_devices() {
  const std::scoped_lock lock(mutex_);
  if (stats_.work.dispatches == 0) note_drivers();
}

void Statistics::write() {
  const std::scoped_lock lock(mutex_);
  write_files();
}

void Statistics::try_write() {
  if (!mutex_.try_lock()) return;
  write_files();
  mutex_.unlock();
}

// Writes the statistics at intervals, because a signal may end the program at any time.
void Statistics::write_now_and_then() {
  constexpr std::chrono::milliseconds kInterval{200};
  constexpr int kShare = 20;  // at most 1/20 of the time goes into writing
  const auto begin = std::chrono::steady_clock::now();
  if (begin < next_write_) return;
  write_files();
  const auto end = std::chrono::steady_clock::now();
  next_write_ = end + std::max<std::chrono::steady_clock::duration>(kInterval, kShare * (end - begin));
}

// Looks up the shaders of the listed draws.
void Statistics::name_shaders() {
  for (gpu::DrawStats& draw : stats_.draws.longest) {
    for (gpu::ShaderStats* shader : {&draw.vertex, &draw.pixel}) {
      if (shader->kernel == nullptr || !shader->name.empty()) continue;
      const std::span<const std::byte> code = shader->kernel->bytes();
      shader->name = kernels_->name(code);
      if (shader->name.empty()) shader->name = gpu::kernel_file_name(code);
    }
  }
}

void Statistics::write_files() {
  stats_.kernels = tiers_->stats();
  name_shaders();
  stats_.calls = calls_;
  stats_.requests = requests_;
  stats_.queues = queues_;
  stats_.video = video_;
  const bool has_run = stats_.work.dispatches != 0 || stats_.work.failures != 0 || stats_.calls != 0;
  if (files_->directory().empty() || !has_run) return;
  if (stats_.work.dispatches == 0) note_drivers();
  stats_.contexts = are_contexts_meant_ ? contexts_.load() : 0;
  files_->write(i915::kStatsPrefix, i915::stats_to_json(stats_));
  if (watchers_ != nullptr) watchers_->write_profile();
}

}  // namespace eugene::inside::process
