#include "checks.h"

#include <map>
#include <mutex>
#include <utility>

#include "check_source.h"
#include "findings/collection.h"
#include "load/debug_data.h"

namespace eugene::library {
namespace {

constexpr std::array kOfLaunches{gpu::CheckKind::memory, gpu::CheckKind::init,  gpu::CheckKind::race,
                                 gpu::CheckKind::sync,   gpu::CheckKind::align, gpu::CheckKind::float_};

// What OpenCL would tell of the argument. Hosts write buffers without saying so: their contents count as defined.
struct Told {
  unsigned number;

  eugene_argument given(eugene_given kind, std::uint64_t bytes, std::uint64_t object) const {
    eugene_argument argument{};
    argument.number = number;
    argument.given = kind;
    argument.bytes = argument.whole_bytes = bytes;
    argument.reads = argument.writes = 1;
    argument.object = object;
    return argument;
  }
  eugene_argument operator()(std::monostate) const { return given(eugene_given_value, 0, 0); }
  eugene_argument operator()(const launch::ValueArgument& value) const {
    return given(eugene_given_value, value.bytes.size(), 0);
  }
  eugene_argument operator()(const launch::LocalArgument& local) const {
    return given(eugene_given_local, local.bytes, 0);
  }
  eugene_argument operator()(const launch::BufferArgument& buffer) const {
    return buffer.address == 0 ? given(eugene_given_null, 0, 0)
                               : given(eugene_given_buffer, buffer.bytes, buffer.address);
  }
};

template <class Sizes>
void copy(const Sizes& from, std::size_t (&to)[3]) {
  std::ranges::copy(from, to);
}

}  // namespace

struct CheckSource::Checks {
  gpu::CheckKinds kinds;                       // of the launch that runs; none: it is not checked
  const load::DeviceKernel* kernel = nullptr;  // its
  i915::Launches launches;
  i915::InitResults init_results, inexact_results;
  std::mutex mutex;
  findings::Collection found;
  std::vector<std::pair<gpu::CheckKinds, std::unique_ptr<i915::CheckSource>>> sources;  // by their kinds

  i915::CheckSource::Host host() {
    return {
        .launches = &launches,
        .init_results = &init_results,
        .inexact_results = &inexact_results,
        .kernels_of =
            [this](std::span<const std::byte>, bool) {
              return i915::DeviceKernels{std::shared_ptr<const load::DeviceKernel>(std::shared_ptr<void>(), kernel)};
            },
        .origin_of =
            [this](std::span<const std::byte>, const std::string& name) {
              return load::KernelOrigin{
                  .name = name,
                  .lines = kernel->debug.empty() ? SourceLines() : load::read_source_lines(kernel->debug)};
            },
        .has_no_lines = [](const std::string&) {},
        .found =
            [this](findings::Finding&& finding) {
              const std::scoped_lock lock(mutex);
              found.add(std::move(finding));
            },
        .executed = [](const findings::KernelFidelity&, std::uint64_t) {},
        .incomplete = [](const std::string&, std::uint64_t) {},
        .seen = {},
        .is_wanted = {}};
  }
  i915::CheckSource& source() {
    for (auto& [of, source] : sources)
      if (of == kinds) return *source;
    return *sources.emplace_back(kinds, std::make_unique<i915::CheckSource>(kinds, host())).second;
  }
};

CheckSource::CheckSource() : checks_(std::make_unique<Checks>()) {}
CheckSource::~CheckSource() = default;

gpu::CheckKinds CheckSource::of_launches(const gpu::CheckKinds& kinds) {
  gpu::CheckKinds of;
  for (const gpu::CheckKind each : kOfLaunches)
    if (kinds.has(each)) of.add(each);
  return of;
}

void CheckSource::begin(const gpu::CheckKinds& kinds, const load::DeviceKernel& kernel, const launch::Launch& launch,
                        const launch::Sizes& group) {
  checks_->kinds = kinds;
  checks_->kernel = &kernel;
  checks_->found = findings::Collection();
  if (!kinds.any()) return;
  std::vector<eugene_argument> arguments;
  for (unsigned number = 0; number < launch.arguments.size(); ++number)
    arguments.push_back(std::visit(Told{number}, launch.arguments[number]));
  eugene_launched told{.kernel = kernel.name.c_str(), .arguments = arguments.data(), .count = arguments.size()};
  copy(launch.offset, told.offset);
  copy(launch.global, told.global);
  copy(group, told.local);
  checks_->launches.add(told);
}

std::vector<findings::Finding> CheckSource::end() {
  checks_->kinds = {};
  return std::exchange(checks_->found, findings::Collection()).findings();
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  return checks_->kinds.any() ? checks_->source().dispatch_begins(dispatch) : nullptr;
}

}  // namespace eugene::library
