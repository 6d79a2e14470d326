#include "launch/checks.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "binary/debug_data.h"
#include "check/check_source.h"
#include "check/finding/from_report.h"
#include "gpu/report.h"

namespace eugene::launch {
namespace {

check::LaunchArgument make_argument(unsigned number, const ArgumentValue& value) {
  check::LaunchArgument argument{.number = number};
  if (const auto* buffer = std::get_if<BufferArgument>(&value)) {
    argument.given = buffer->address == 0 ? check::Given::null : check::Given::buffer;
    argument.bytes = buffer->bytes;
  } else if (const auto* local = std::get_if<LocalArgument>(&value)) {
    argument.given = check::Given::local;
    argument.bytes = local->bytes;
  }
  return argument;
}

check::ProgramLaunch make_launch(const binary::DeviceKernel& kernel, const Launch& launch, std::uint64_t id) {
  check::ProgramLaunch made{.id = id, .kernel = kernel.name, .arguments = {}};
  for (unsigned number = 0; number < launch.arguments.size(); ++number)
    made.arguments.push_back(make_argument(number, launch.arguments[number]));
  std::ranges::copy(launch.offset, made.offset.begin());
  std::ranges::copy(launch.global, made.global.begin());
  // Invalid sizes are ignored here: such a launch does not run.
  if (const auto local = group_size(kernel, launch, std::numeric_limits<std::uint32_t>::max(), LastGroups::smaller))
    std::ranges::copy(*local, made.local.begin());
  return made;
}

}  // namespace

// The current launch, and its findings, which come from the threads that run it.
class Checks::Current final : public check::LaunchSource {
 public:
  void begin(const binary::DeviceKernel& kernel, const Launch& launch) {
    kernel_ = &kernel;
    launch_ = make_launch(kernel, launch, ++last_id_);
    found_.clear();
  }
  // Each part of a launch is a dispatch, and gets the same launch.
  std::optional<check::ProgramLaunch> take(std::span<const std::string> /*kernels*/,
                                           std::uint64_t /*groups*/) override {
    return launch_;
  }
  bool any_waits() const override { return false; }
  std::vector<check::Allocation> allocations() const override { return {}; }

  check::Host host();
  std::uint64_t id() const { return last_id_; }
  std::vector<check::Finding> take_found() { return std::exchange(found_, {}); }
  std::vector<check::KernelFidelity> take_fidelity() { return std::exchange(fidelity_, {}); }

 private:
  binary::KernelOrigin origin() const {
    return {.name = kernel_->name,
            .lines = kernel_->debug.empty() ? SourceLines() : binary::read_source_lines(kernel_->debug)};
  }

  const binary::DeviceKernel* kernel_ = nullptr;
  std::optional<check::ProgramLaunch> launch_;
  std::uint64_t last_id_ = 0;
  // A program may write a buffer at any time between launches, so these results say nothing about contents of buffers.
  check::InitResults init_results_, inexact_results_{check::InitBytes::Begin::defined};
  std::mutex mutex_;  // guards the members below
  std::vector<check::Finding> found_;
  std::vector<check::KernelFidelity> fidelity_;
};

check::Host Checks::Current::host() {
  return {
      .launches = this,
      .init_results = &init_results_,
      .inexact_results = &inexact_results_,
      .list_kernels =
          [this](std::span<const std::byte>, bool) {
            return check::DeviceKernels{std::shared_ptr<const binary::DeviceKernel>(std::shared_ptr<void>(), kernel_)};
          },
      .find_origin = [this](std::span<const std::byte>, const std::string&) { return origin(); },
      .has_no_lines = [](const std::string&) {},
      .found =
          [this](check::Finding&& finding) {
            const std::scoped_lock lock(mutex_);
            found_.push_back(std::move(finding));
          },
      .executed =
          [this](const check::KernelFidelity& fidelity, std::uint64_t) {
            const std::scoped_lock lock(mutex_);
            check::add(fidelity_, fidelity);
          },
      .incomplete = [](const std::string&, std::uint64_t) {},
      .seen = {},
      .shaders = {},
      .find_shader = {},
      .is_wanted = {}};
}

Checks::Checks(const check::Kinds& kinds) : kinds_(kinds), current_(std::make_unique<Current>()) {
  if (check::CheckSource::has_any(kinds)) source_ = std::make_shared<check::CheckSource>(kinds, current_->host());
}

Checks::~Checks() = default;

gpu::ObserverSources Checks::sources() const {
  return source_ == nullptr ? gpu::ObserverSources() : gpu::ObserverSources{source_};
}

void Checks::begin(const binary::DeviceKernel& kernel, const Launch& launch) { current_->begin(kernel, launch); }

std::vector<check::Finding> Checks::take(const gpu::DispatchStats& stats) {
  std::vector<check::Finding> found = current_->take_found();
  if (!stats.fault) return found;
  auto fault = check::make_finding({.kernel = stats.fault}, current_->id());
  if (fault && kinds_.has_kind_of(fault->id)) found.push_back(*std::move(fault));
  return found;
}

std::vector<check::KernelFidelity> Checks::take_fidelity() { return current_->take_fidelity(); }

}  // namespace eugene::launch
