#include "settings/settings.h"

#include <utility>

#include "profile/profile_source.h"

namespace eugene::settings {

std::shared_ptr<profile::Profiler> Settings::profiler() const {
  if (!profile) return nullptr;
  return std::make_shared<profile::Profiler>(interpret ? profile::Timed::all : profile::Timed::some);
}

std::shared_ptr<accesses::TraceSource> Settings::tracer(accesses::TraceSource::FactsOf facts) const {
  const auto kinds = accesses::parse_kinds(trace);
  return kinds ? std::make_shared<accesses::TraceSource>(trace_file, *kinds, std::move(facts)) : nullptr;
}

gpu::ExecutorOptions Settings::executor(std::shared_ptr<profile::Profiler> profiler, KernelNames names,
                                        gpu::ObserverSources others) const {
  gpu::ObserverSources observers = std::move(others);
  const auto parameters = profile_model.empty()
                              ? profile::Parameters()
                              : profile::read_parameters(profile_model).value_or(profile::Parameters());
  if (profiler != nullptr)
    observers.push_back(std::make_shared<profile::ProfileSource>(std::move(profiler), parameters));
  gpu::ExecutorOptions options = Options::executor(std::move(names), std::move(observers));
  for (const check::Check* each : check::kCheckKinds) {
    if (!check.has(each->kind)) continue;
    options.notes_bounds |= each->needs.bounds;
    options.checks_commands |= each->needs.commands;
  }
  return options;
}

}  // namespace eugene::settings
