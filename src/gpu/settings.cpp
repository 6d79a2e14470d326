#include "gpu/settings.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "gpu/schedule/profile_source.h"
#include "gpu/tiers/cache_directory.h"

namespace eugene::gpu {
namespace {

// EUGENE_CACHE: a directory, or "off".
std::string_view cache_setting() {
  const char* variable = std::getenv("EUGENE_CACHE");
  return variable == nullptr ? "" : variable;
}

}  // namespace

const Device& Settings::device() const {
  const Device* found = find_device(gpu);
  return found == nullptr ? kDefaultDevice : *found;
}

std::shared_ptr<profile::Profiler> Settings::profiler() const {
  if (!profile) return nullptr;
  return std::make_shared<profile::Profiler>(interpret ? profile::Timed::all : profile::Timed::some);
}

std::shared_ptr<TraceSource> Settings::tracer(TraceSource::FactsOf facts) const {
  const auto kinds = trace::kinds_of(trace);
  return kinds ? std::make_shared<TraceSource>(trace_file, *kinds, std::move(facts)) : nullptr;
}

ExecutorOptions Settings::executor(std::shared_ptr<profile::Profiler> profiler, KernelNames names,
                                   ObserverSources others) const {
  ObserverSources observers = std::move(others);
  const auto parameters = profile_model.empty()
                              ? profile::Parameters()
                              : profile::read_parameters(profile_model).value_or(profile::Parameters());
  if (profiler != nullptr) observers.push_back(std::make_shared<ProfileSource>(std::move(profiler), parameters));
  const TierOptions tiers{.tier = interpret ? Tier::interpret
                                  : jit     ? Tier::jit
                                            : Tier::automatic,
                          .hot_after = hot_after,
                          .patience = patience,
                          .compiler = {.cache = no_cache ? std::filesystem::path() : cache_directory(cache_setting()),
                                       .dump = jit_dump,
                                       .observed = interest_of(observers),
                                       .perf_map = perf_map,
                                       .host_cpu = host_cpu,
                                       .name_of = std::move(names)}};
  auto kernels = std::make_shared<Tiers>(tiers);
  kernels->when_missing([](const CompilerTrouble& trouble) { fmt::print(stderr, "eugene: {}\n", trouble.remark()); });
  return {.timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(timeout)),
          .save_kernels = save_kernels,
          .tiers = std::move(kernels),
          .preempt_every =
              std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double, std::milli>(preempt)),
          .preempt_instructions = preempt_instructions,
          .preempt_most = preempt_most,
          .recovers_from_unmapped_reads = !strict,
          .notes_bounds = report_bounds || check.has(CheckKind::memory),
          .checks_commands = check.has(CheckKind::driver),
          .fill = fill,
          .shuffle = shuffle,
          .observers = std::move(observers)};
}

}  // namespace eugene::gpu
