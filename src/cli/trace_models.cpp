#include "trace_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <deque>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "accesses/caches.h"
#include "accesses/estimator.h"
#include "json_text.h"
#include "profile/estimate.h"

namespace eugene::cli {
namespace {

using ModelJson = nlohmann::ordered_json;

constexpr std::array<const char*, profile::kL3Clients> kL3ClientNames{"data", "read_only", "urb"};

Result<std::vector<profile::Parameters>> read_all_parameters(std::span<const std::string> texts) {
  std::vector<profile::Parameters> all;
  for (const std::string& each : texts) {
    auto read = profile::read_parameters(each);
    if (!read) return std::unexpected(read.error());
    all.push_back(*read);
  }
  return all;
}

std::string dump(const ModelJson& json) { return json_text(json); }

ModelJson make_json(const accesses::CacheCounts& counts) {
  ModelJson json;
  for (std::size_t i = 0; i < counts.size(); ++i)
    json[kL3ClientNames[i]] = {{"accesses", counts[i].accesses}, {"hits", counts[i].hits}};
  return json;
}

std::string to_text(const accesses::CacheCounts& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [accesses, hits] = counts[i];
    if (accesses != 0)
      text += fmt::format("  {} {} of {} hit ({:.1f} %)", kL3ClientNames[i], hits, accesses,
                          100.0 * static_cast<double>(hits) / static_cast<double>(accesses));
  }
  return text.empty() ? "  no accesses" : text;
}

// The estimate of a kernel with one model.
struct Cycles {
  std::string kernel;
  bool is_whole = false;  // the trace has the kernel's instructions
  profile::Estimate estimate;
  accesses::CacheCounts l3{};
};

std::vector<Cycles> kernel_cycles(const std::vector<profile::KernelCounts>& kernels,
                                  std::span<const accesses::LaunchRun> launches) {
  std::vector<Cycles> all;
  for (const profile::KernelCounts& each : kernels) {
    const auto run = std::ranges::find_if(launches, [&](const accesses::LaunchRun& launch) {
      return launch.code != nullptr && launch.code->bytes == each.code;
    });
    const auto code = run == launches.end() ? nullptr : accesses::build_model(run->code, each.device.parameters);
    if (code == nullptr) continue;
    Cycles cycles{.kernel = each.name, .is_whole = each.timed_groups != 0, .estimate = {}, .l3 = each.l3};
    cycles.estimate = profile::estimate(each, code->models);
    all.push_back(std::move(cycles));
  }
  return all;
}

ModelJson make_json(const std::vector<Cycles>& kernels) {
  ModelJson json = ModelJson::array();
  for (const Cycles& each : kernels) {
    ModelJson entry{{"kernel", each.kernel},
                    {"has_instructions", each.is_whole},
                    {"cycles", each.estimate.cycles()},
                    {"limits", ModelJson::array()},
                    {"l3", make_json(each.l3)}};
    for (const profile::Limit& limit : each.estimate.limits)
      entry["limits"].push_back({{"part", limit.part}, {"cycles", limit.cycles}});
    json.push_back(std::move(entry));
  }
  return json;
}

void print_cycles(const std::string& cache, const std::vector<Cycles>& kernels) {
  fmt::print("{}:\n", cache);
  for (const Cycles& each : kernels) {
    fmt::print("  {}: {}{:.0f} cycles, limited by {}\n", each.kernel.empty() ? "a kernel without a name" : each.kernel,
               each.is_whole ? "" : "without its instructions ", each.estimate.cycles(),
               each.estimate.limits.empty() ? "nothing" : each.estimate.limits.front().part);
    fmt::print("  {}\n", to_text(each.l3));
  }
}

}  // namespace

Result<void> simulate_caches(const accesses::ParquetReader& reader, const TraceModels& models) {
  const auto caches = read_all_parameters(models.texts);
  if (!caches) return std::unexpected(caches.error());
  accesses::CacheSweep sweep(*caches, reader.launches(), models.threads);
  if (auto done = each_part(reader, [&](const accesses::Rows& rows) { sweep.add(rows); }); !done) return done;
  const std::vector<accesses::CacheCounts> counts = sweep.end();
  ModelJson json = ModelJson::array();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!models.as_json) fmt::print("{}:{}\n", models.texts[i], to_text(counts[i]));
    ModelJson entry{{"cache", models.texts[i]}};
    entry.update(make_json(counts[i]));
    json.push_back(std::move(entry));
  }
  if (models.as_json) fmt::print("{}\n", dump(json));
  return {};
}

Result<void> estimate_cycles(const accesses::ParquetReader& reader, const TraceModels& models) {
  const auto parameters = read_all_parameters(models.texts);
  if (!parameters) return std::unexpected(parameters.error());
  std::deque<accesses::Estimator> estimators;
  for (const profile::Parameters& each : *parameters) estimators.emplace_back(each, reader.launches());
  const auto done = each_part(reader, [&](const accesses::Rows& rows) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < estimators.size(); i = next++) estimators[i].add(rows);
    };
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < models.threads && i < estimators.size(); ++i) others.emplace_back(work);
    work();
  });
  if (!done) return done;
  ModelJson json = ModelJson::array();
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    const std::vector<Cycles> kernels = kernel_cycles(estimators[i].end(), reader.launches());
    json.push_back({{"cache", models.texts[i]}, {"kernels", make_json(kernels)}});
    if (!models.as_json) print_cycles(models.texts[i], kernels);
  }
  if (models.as_json) fmt::print("{}\n", dump(json));
  const auto is_unknown = [](const accesses::LaunchRun& run) { return accesses::build_model(run.code, {}) == nullptr; };
  if (std::ranges::any_of(reader.launches(), is_unknown))
    fmt::print(
        stderr,
        "eugene trace: kernels are left out if the trace does not have their code or the code cannot be decoded\n");
  return {};
}

}  // namespace eugene::cli
