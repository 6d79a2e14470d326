#include "process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "binary/source_text.h"
#include "gpu/report.h"
#include "gpu/tiers/tiers.h"
#include "i915/drm_device.h"
#include "i915/user_memory.h"
#include "kernel_directory.h"
#include "lifeline.h"
#include "run_files.h"
#include "statistics.h"
#include "watchers.h"

namespace eugene::inside::process {
namespace {

// Reads the settings from `eugene run`. A program must not run with other settings, so an error ends it.
settings::Settings read_settings() {
  const char* text = std::getenv(i915::kSettingsVariable);
  const auto settings = text == nullptr
                            ? Result<settings::Settings>(fail(fmt::format("{} is not set", i915::kSettingsVariable)))
                            : i915::settings_from_json(text);
  if (settings) return *settings;
  constexpr int kUsage = 2;
  fmt::print(stderr, "eugene: the settings of `eugene run` are lost: {}\n", settings.error().message);
  ::syscall(SYS_exit_group, kUsage);  // the preloaded _exit() would request statistics of this unfinished object
  std::abort();
}

std::filesystem::path run_directory() {
  const char* directory = std::getenv(i915::kDirectoryVariable);
  return directory == nullptr ? std::filesystem::path() : std::filesystem::path(directory);
}

}  // namespace

Process::Process()
    : settings_(std::make_unique<settings::Settings>(read_settings())),
      files_(run_directory()),
      kernels_(files_->directory()),
      statistics_(*files_, *kernels_),
      watchers_(make_watchers(*settings_, *files_, *kernels_, *statistics_)),
      executor_(executor()) {
  statistics_->follow(executor_->tiers, watchers());
  drm_ = std::make_unique<i915::DrmDevice>(options());
}

Process::~Process() = default;

void Process::begin_again() {
  files_.begin_again(run_directory());
  kernels_.begin_again(files_->directory());
  statistics_.begin_again(*files_, *kernels_);
  watchers_.begin_again(make_watchers(*settings_, *files_, *kernels_, *statistics_));
  executor_.begin_again(executor());
  statistics_->follow(executor_->tiers, watchers());
  pid_ = ::getpid();
  i915::use_memory_of_child();
  drm_->begin_again(options());
}

gpu::ExecutorOptions Process::executor() {
  Watchers* watchers = this->watchers();
  const auto name = [this](std::span<const std::byte> code) { return kernels_->name(code); };
  const gpu::Options& unwatched = *settings_;
  gpu::ExecutorOptions result = watchers != nullptr ? watchers->executor() : unwatched.executor(name, {});
  if (watchers == nullptr || !watchers->has_debugger()) {
    result.progress = [name](const gpu::Progress& progress) {
      fmt::print(stderr, "{}", gpu::format(progress, name(progress.code)));
    };
  }
  result.latest_progress = [this](const gpu::Progress* progress) { keep_progress(progress); };
  // Prints this only to a terminal: a log does not need to show that a kernel is being compiled.
  if (::isatty(STDERR_FILENO) != 0) {
    result.tiers->when_waiting([name](std::span<const std::byte> code) {
      const std::string known = name(code);
      fmt::print(stderr, "eugene: compiling {} ...\n", known.empty() ? "a kernel" : known);
    });
  }
  result.reports_empty_surfaces = [this](std::span<const std::byte> code) {
    const NullArguments& null = kernels_->null_arguments();
    return !null.empty() && !null.of(kernels_->name(code)).empty();
  };
  return result;
}

i915::QueueOptions Process::options() {
  return {.device = &settings_->device(),
          .threads = settings_->threads,
          .executor = *executor_,
          .report = [this](gpu::Report&& done) { report(std::move(done)); },
          .dispatched =
              [this](const gpu::DispatchStats& done) {
                if (done.difference) {
                  gpu::Difference difference = *done.difference;
                  difference.kernel = kernels_->name(difference.code);
                  fmt::print(stderr, "{}", gpu::format(difference));
                }
                statistics_->count(done);
              },
          .drawn = [this](const gpu::DrawStats& done) { statistics_->count(done); },
          .last_interrupt =
              [this] {
                std::error_code error;  // on error, long ago
                return std::filesystem::last_write_time(files_->directory() / i915::kInterruptsFile, error);
              },
          .started = [this] { end_with_holder(files_->directory()); }};
}

// Prints what a report says beside its finding, and counts a failure.
void Process::report(gpu::Report&& report) {
  if (report.kernel) complete(*report.kernel);
  if (drm_->is_shared_after_fork() && report.commands && !report.executed) {
    report.remark =
        "commands cannot be executed, as two processes use one GPU device, which one of them opened before fork()";
    report.told = std::exchange(has_told_mix_up_, true);
  }
  const bool is_warning = report.is_warning();
  if (watchers() != nullptr && watchers()->take(report)) {  // print only the rest of the report
    report.kernel.reset();
    report.commands.reset();
  }
  fmt::print(stderr, "{}", gpu::format(report));
  if (!is_warning) statistics_->count_failure();
}

// Adds facts from the program's side: the kernel's name, source and arguments.
void Process::complete(gpu::KernelFault& fault) {
  const binary::KernelOrigin origin = kernels_->origin(fault.code);
  fault.kernel = origin.name;
  // An offset in vISA is not an offset in machine code.
  if (watchers() == nullptr || !watchers()->executes_visa()) binary::add_source(fault.site, origin.lines);
  const bool is_access = fault.fault.address.has_value() || !fault.effect.empty();
  if (is_access) fault.null_arguments = fmt::format("{}", fmt::join(kernels_->null_arguments().of(fault.kernel), ", "));
}

// Writes the progress to a file for `eugene run`. If a signal ends this process, the process cannot report anything
// itself.
void Process::keep_progress(const gpu::Progress* progress) {
  if (progress == nullptr) {
    files_->remove(i915::kRunningPrefix);
  } else {
    (void)files_->put(i915::kRunningPrefix, gpu::format(*progress, kernels_->name(progress->code)));
  }
}

void Process::stop_compiling() { executor_->tiers->stop_compiling(); }

void Process::end() {
  drm_->stop();
  if (watchers() != nullptr) watchers()->end();
  statistics_->write();
}

}  // namespace eugene::inside::process
