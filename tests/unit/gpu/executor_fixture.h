// A GPU without a driver: kernels from assembly, run over memory that tests can see.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "asm/assemble.h"
#include "asm/dialect.h"
#include "gpu/media/gpgpu_work.h"
#include "gpu/media/media_work.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/job/preemption.h"
#include "isa/encoding/encode.h"
#include "memory/flat_memory.h"

namespace eugene::gpu {

inline std::vector<std::byte> machine_code(const std::string& text) {
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "test");
  if (!assembled) throw std::runtime_error(assembled.error().front().message);
  std::vector<std::byte> code;
  for (const isa::Instruction& instruction : assembled->kernels.front().program.instructions) {
    const auto bytes = isa::encode(isa::kGen9, instruction);
    if (!bytes) throw std::runtime_error(bytes.error().message);
    code.insert(code.end(), bytes->begin(), bytes->end());
  }
  return code;
}

// Every channel mixes a number `iterations` times and writes it to dword 8 * group + channel of stateless memory.
inline std::string mixing_kernel(unsigned iterations) {
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    shl (8) r6.0<1>:ud r0.1<0;1,0>:ud 5:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r6.0<8;8,1>:ud
    add (8) r3.0<1>:ud r2.0<8;8,1>:ud 0x9E3779B9:ud
    mov (8) r5.0<1>:ud {}:ud
  again:
    shl (8) r7.0<1>:ud r3.0<8;8,1>:ud 5:ud
    xor (8) r3.0<1>:ud r3.0<8;8,1>:ud r7.0<8;8,1>:ud
    shr (8) r7.0<1>:ud r3.0<8;8,1>:ud 7:ud
    xor (8) r3.0<1>:ud r3.0<8;8,1>:ud r7.0<8;8,1>:ud
    add (8) r3.0<1>:ud r3.0<8;8,1>:ud r2.0<8;8,1>:ud
    add (8) r5.0<1>:d r5.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r5.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     iterations);
}

// Every channel writes its number to dword 8 * group + channel of stateless memory.
inline constexpr const char* kStraightKernel = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r6.0<1>:ud r0.1<0;1,0>:ud 3:ud
    add (8) r3.0<1>:ud r6.0<8;8,1>:ud r4.0<8;8,1>:uw
    shl (8) r2.0<1>:ud r3.0<8;8,1>:ud 2:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

struct DispatchShape {
  std::uint32_t groups = 1;
  std::uint32_t threads = 1;            // of a group, SIMD8
  std::vector<eu::Grf> constants = {};  // for every thread
  std::uint32_t slm_bytes = 0;          // of a group
  std::uint32_t right_mask = ~0U;
  std::uint32_t general_bytes = 0;      // bound of stateless accesses; 0: what is mapped
  std::vector<MediaPlace> places = {};  // of media threads, instead of groups
  bool is_saved = false;                // where it is preempted: to the context image, by the routine
  PreemptionLevel level = PreemptionLevel::thread;
};

class TestGpu {
 public:
  static constexpr std::uint64_t kCode = 0x10'0000;
  static constexpr std::uint64_t kData = 0x100'0000;
  static constexpr std::uint64_t kDataBytes = 0x10'0000;
  static constexpr std::uint64_t kRoutine = 0x8000;  // from kCode on
  static constexpr std::uint64_t kImage = 0x200'0000;

  explicit TestGpu(std::shared_ptr<Tiers> tiers, unsigned workers = 1,
                   std::chrono::nanoseconds timeout = std::chrono::seconds(60))
      : TestGpu(ExecutorOptions{.timeout = timeout, .tiers = std::move(tiers)}, workers) {}
  TestGpu(const ExecutorOptions& options, unsigned workers)
      : pool_(workers), executor_(kDefaultDevice, pool_, options) {
    code_ = *memory_.map(kCode, 0x1'0000);
    data_ = *memory_.map(kData, kDataBytes);
    image_ = *memory_.map(kImage, std::size_t{2} << 20);
  }

  // Puts `code` where the next dispatches find it.
  void load(std::span<const std::byte> code) {
    std::ranges::fill(code_.first(kRoutine), std::byte{});
    std::ranges::copy(code, code_.begin());
  }
  void load_routine(std::span<const std::byte> code) { std::ranges::copy(code, code_.subspan(kRoutine).begin()); }
  std::span<std::byte> image() const { return image_; }

  static Work work(const DispatchShape& shape) {
    Work work{.bases = {.general = kData,
                        .instruction = kCode,
                        .general_size = shape.general_bytes == 0 ? kDataBytes : shape.general_bytes},
              .slm_bytes = shape.slm_bytes,
              .preemption_level = shape.level,
              .system_ip = shape.is_saved ? kRoutine : 0,
              .csr_base = shape.is_saved ? kImage : 0};
    if (shape.places.empty()) {
      set_groups(
          work,
          {.simd = 8, .threads = {shape.threads, 1, 1}, .end = {shape.groups, 1, 1}, .right_mask = shape.right_mask},
          {.cross_thread = shape.constants});
    } else {
      set_places(work, {.constants = {.cross_thread = shape.constants}}, shape.places, shape.threads);
    }
    return work;
  }
  Result<DispatchStats> run(const DispatchShape& shape) { return run_work(work(shape)); }
  Result<DispatchStats> run_work(const Work& work) { return executor_.run(work, memory_); }
  // It may be preempted, or has been.
  Result<DispatchStats> run_work(const Work& work, SuspendedJobPtr& left) {
    return executor_.run(work, memory_, nullptr, &left);
  }
  // Runs the dispatch to its end, however often it is preempted.
  Result<DispatchStats> run_preempted(const DispatchShape& shape) {
    const Work whole = work(shape);
    SuspendedJobPtr left;
    for (;;) {
      Result<DispatchStats> done = run_work(whole, left);
      if (!done || left == nullptr) return done;
    }
  }
  Result<DispatchStats> run(std::uint32_t groups) { return run(DispatchShape{.groups = groups}); }

  std::vector<std::uint32_t> dwords(std::size_t count) const {
    std::vector<std::uint32_t> result(count);
    if (count != 0) std::memcpy(result.data(), data_.data(), count * sizeof(std::uint32_t));
    return result;
  }
  void set_dword(std::size_t index, std::uint32_t value) {
    std::memcpy(data_.data() + index * sizeof value, &value, sizeof value);
  }
  void clear() { std::ranges::fill(data_, std::byte{}); }

 private:
  memory::FlatMemory memory_;
  std::span<std::byte> code_;
  std::span<std::byte> data_;
  std::span<std::byte> image_;
  WorkerPool pool_;
  Executor executor_;
};

}  // namespace eugene::gpu
