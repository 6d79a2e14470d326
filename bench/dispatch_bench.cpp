// What a dispatch costs beyond the work of its kernel: threads that end at once, and threads with payload, barrier and
// shared local memory. Rates are of EU threads.
//
//     dispatch_bench [--benchmark_filter=REGEX]
#include <benchmark/benchmark.h>

#include <memory>

#include "unit/gpu/executor_fixture.h"

namespace {

using eugene::gpu::DispatchShape;
using eugene::gpu::TestGpu;
using eugene::gpu::Tier;
using eugene::gpu::Tiers;

constexpr const char* kEnd = "send (8) null r127 0x27 0x02000010 {EOT}";

// Arguments: 1 if compiled, host workers, groups, threads of a group.
void dispatch(benchmark::State& state, DispatchShape shape) {
  shape.groups = static_cast<std::uint32_t>(state.range(2));
  shape.threads = static_cast<std::uint32_t>(state.range(3));
  const Tier tier = state.range(0) != 0 ? Tier::jit : Tier::interpret;
  TestGpu gpu(std::make_shared<Tiers>(eugene::gpu::TierOptions{.tier = tier}), static_cast<unsigned>(state.range(1)));
  gpu.load(eugene::gpu::machine_code(kEnd));
  for ([[maybe_unused]] auto _ : state) {
    const auto done = gpu.run(shape);
    if (!done || done->fault) state.SkipWithError("the dispatch failed");
  }
  state.SetItemsProcessed(state.iterations() * shape.groups * shape.threads);
  const double threads = static_cast<double>(shape.groups) * shape.threads;
  state.counters["time/thread"] =
      benchmark::Counter(threads, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void arguments(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"jit", "workers", "groups", "threads"})->UseRealTime()->Unit(benchmark::kMicrosecond);
  for (const int jit : {0, 1}) {
    for (const int workers : {1, 2}) {
      bench->Args({jit, workers, 1, 1});  // an empty dispatch
      bench->Args({jit, workers, 10'000, 1});
      bench->Args({jit, workers, 1'000, 16});
    }
  }
}

BENCHMARK_CAPTURE(dispatch, plain, DispatchShape{})->Apply(arguments);
BENCHMARK_CAPTURE(dispatch, payload, DispatchShape{.constants = 8, .slm_bytes = 4096})->Apply(arguments);

}  // namespace

BENCHMARK_MAIN();
