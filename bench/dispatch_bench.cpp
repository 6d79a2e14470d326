// Overhead of dispatches, without the work of their kernel: threads that end at once, threads with payload and shared
// local memory, and groups whose threads only meet at barriers. Rates are of EU threads.
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

constexpr const char* kBarriers = R"(
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
    mov (8) r20.0<1>:d 10:d
  again:
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r127 0x27 0x02000010 {EOT}
)";

// Arguments: 1 if compiled, host workers, groups, threads of a group.
void dispatch(benchmark::State& state, const char* kernel, DispatchShape shape) {
  shape.groups = static_cast<std::uint32_t>(state.range(2));
  shape.threads = static_cast<std::uint32_t>(state.range(3));
  const Tier tier = state.range(0) != 0 ? Tier::jit : Tier::interpret;
  TestGpu gpu(std::make_shared<Tiers>(eugene::gpu::TierOptions{.tier = tier}), static_cast<unsigned>(state.range(1)));
  gpu.load(eugene::gpu::machine_code(kernel));
  if (!gpu.run(shape)) state.SkipWithError("the dispatch failed");  // compiles it
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

BENCHMARK_CAPTURE(dispatch, plain, kEnd, DispatchShape{})->Apply(arguments);
BENCHMARK_CAPTURE(dispatch, payload, kEnd,
                  DispatchShape{.constants = std::vector<eugene::eu::Grf>(8), .slm_bytes = 4096})
    ->Apply(arguments);
BENCHMARK_CAPTURE(dispatch, barriers, kBarriers, DispatchShape{.slm_bytes = 64})->Apply(arguments);

}  // namespace

BENCHMARK_MAIN();
