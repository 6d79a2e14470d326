#include "gpu/options.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "gpu/tiers/cache_directory.h"

namespace eugene::gpu {
namespace {

// EUGENE_CACHE: a directory, or "off".
std::string_view cache_setting() {
  const char* variable = std::getenv("EUGENE_CACHE");
  return variable == nullptr ? "" : variable;
}

}  // namespace

const Device& Options::device() const {
  const Device* found = find_device(gpu);
  return found == nullptr ? kDefaultDevice : *found;
}

ExecutorOptions Options::executor(KernelNames names, ObserverSources observers) const {
  const TierOptions tiers{.tier = interpret ? Tier::interpret
                                  : jit     ? Tier::jit
                                            : Tier::automatic,
                          .hot_after = hot_after,
                          .patience = patience,
                          .compiler = {.cache = no_cache ? std::filesystem::path() : cache_directory(cache_setting()),
                                       .dump = jit_dump,
                                       .observed = find_interest(observers),
                                       .exact_counts = exact_counts,
                                       .perf_map = perf_map,
                                       .host_cpu = host_cpu,
                                       .find_name = std::move(names)}};
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
          .notes_bounds = report_bounds,
          .fill = fill,
          .shuffle = shuffle,
          .observers = std::move(observers)};
}

}  // namespace eugene::gpu
