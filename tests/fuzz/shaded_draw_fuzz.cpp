// Whole draws with pixel shaders, of any state (hostile_draw.h). Each is drawn three times: by one worker, by one
// worker whose accesses are observed, so that each pixel is written alone, and by four workers. A draw without a fault
// must end in the same way each time and, if it is orderly, with the same memory.
//
// Eugene turns accesses to host memory that is not there into errors (base/host_fault.h). Here all memory is there, so
// the sanitizer keeps the signals to itself, and every such access is found.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/hostile_draw.h"
#include "fuzz/input.h"
#include "gpu/schedule/executor.h"

// Read by the address sanitizer when the process starts.
extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() { return "handle_segv=2:handle_sigbus=2"; }  // NOLINT

namespace {

using namespace eugene;

class AccessesObserver final : public eu::Observer {
 public:
  eu::Interest interest() const override { return {.accesses = true}; }
};
class AccessesOfDispatch final : public gpu::DispatchObserver {
 public:
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<AccessesObserver>(); }
};
class AccessesOfGpu final : public gpu::ObserverSource {
 public:
  eu::Interest interest() const override { return {.accesses = true}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& /*dispatch*/) override {
    return std::make_unique<AccessesOfDispatch>();
  }
};

// A GPU that lasts: starting the threads of its workers would take as long as a draw.
struct DrawingGpu {
  explicit DrawingGpu(unsigned workers, const gpu::ExecutorOptions& options)
      : pool(workers), executor(gpu::kDefaultDevice, pool, options) {}

  gpu::WorkerPool pool;
  gpu::Executor executor;
};

struct DrawnResult {
  bool has_fault = false;
  std::string why;  // it ended early; empty: it did not
  gpu::PipelineStatistics counts;
  std::vector<std::byte> memory;
};

DrawnResult draw_once(HostileDraw& draw, DrawingGpu& gpu) {
  constexpr std::uint64_t kMaxThreads = 2000;
  constexpr unsigned kMaxAsked = 200;
  draw.restore();
  DrawnResult result;
  memory::View view(draw.memory());
  std::uint64_t threads = 0;
  unsigned asked = 0;
  gpu::Drawing drawing(
      draw.call(), draw.state(), view,
      {.run_work = [&](const gpu::Work& work) -> Result<void> {
         threads += work.groups;
         if (threads > kMaxThreads) return fail("enough threads");
         const auto done = gpu.executor.run(work, draw.memory());
         if (!done) return std::unexpected(done.error());
         if (!done->fault) return {};
         result.has_fault = true;
         return fail(done->fault->fault.what);
       },
       .still_wanted = [&]() -> Result<void> { return ++asked < kMaxAsked ? Result<void>() : fail("enough"); }});
  const Result<void> done = drawing.run();
  if (!done) result.why = done.error().message;
  if (!done && result.why.empty()) std::abort();
  result.counts = drawing.statistics();
  result.memory = draw.memory().copy();
  return result;
}

void compare_draws(const DrawnResult& a, const DrawnResult& b, const char* with) {
  const char* what = a.has_fault != b.has_fault ? "the fault"
                     : a.has_fault              ? nullptr
                     : a.why != b.why           ? "why it ended"
                     : !(a.counts == b.counts)  ? "the counts"
                     : a.memory != b.memory     ? "memory"
                                                : nullptr;
  if (what == nullptr) return;
  std::fprintf(stderr, "a draw differs with %s: %s (\"%s\", \"%s\")\n", with, what, a.why.c_str(), b.why.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static HostileDraw& draw = *new HostileDraw;
  static DrawingGpu& one = *new DrawingGpu(1, {});
  static DrawingGpu& observed = *new DrawingGpu(1, {.observers = {std::make_shared<AccessesOfGpu>()}});
  static DrawingGpu& four = *new DrawingGpu(4, {});
  Input input(std::as_bytes(std::span(data, size)));
  draw.take(input);
  const DrawnResult first = draw_once(draw, one);
  const DrawnResult alone = draw_once(draw, observed);
  const DrawnResult shared = draw_once(draw, four);
  if (!draw.is_orderly()) return 0;
  compare_draws(first, alone, "an observer");
  compare_draws(first, shared, "four workers");
  return 0;
}
