// Arbitrary bytes as the context image of a preempted kernel: when it is restored, it ends, faults or runs out of time.
#include <cstdint>
#include <span>

#include "fuzz/input.h"
#include "gpu/schedule/preempt/context_image.h"
#include "unit/gpu/preempted_kernels.h"
#include "unit/gpu/system_routine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  using namespace eugene::gpu;
  static const auto kernel = machine_code(passing_kernel());
  static const auto routine = machine_code(own_routine());
  Input input(std::as_bytes(std::span(data, size)));
  TestGpu gpu({.timeout = std::chrono::milliseconds(20), .preempt_instructions = 50}, 1);
  gpu.load(kernel);
  gpu.load_routine(routine);
  const Work work = TestGpu::work({.groups = 2, .threads = kThreads, .slm_bytes = 4096, .is_saved = true});
  SuspendedJobPtr left;
  for (int stay = 0; stay < 10; ++stay) {
    if (!gpu.run_work(work, left) || left == nullptr) break;
    // Overwrites a few bytes at a few places.
    const auto image = gpu.image().first(ContextMap{}.slm_bytes() + kThreads * ContextMap::kThreadBytes);
    while (!input.empty() && input.take<std::uint8_t>() != 0) {
      const std::size_t place = input.take<std::uint32_t>() % (image.size() - 32);
      input.fill(image.subspan(place, 1 + input.take<std::uint8_t>() % 32));
    }
  }
  return 0;
}
