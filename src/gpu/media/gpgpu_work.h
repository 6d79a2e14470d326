// GPGPU_WALKER as a Work: thread groups numbered in three dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/diagnostic.h"
#include "gpu/pipeline/state.h"
#include "gpu/schedule/work/payload.h"
#include "memory/view.h"

namespace eugene::gpu {

// GPGPU_WALKER's own fields.
struct Walker {
  unsigned descriptor = 0;                        // index among the interface descriptors
  std::uint32_t indirect_length = 0;              // bytes; 0: constants come from the CURBE
  std::uint32_t indirect_start = 0;               // relative to Indirect Object Base Address
  unsigned simd = 8;                              // channels of a thread: 8, 16, 32
  std::array<std::uint32_t, 3> threads{1, 1, 1};  // of a group: width, height, depth
  GroupId first{};
  GroupId end{};  // exclusive
  std::uint32_t right_mask = ~0U;
  std::uint32_t bottom_mask = ~0U;

  unsigned threads_of_group() const { return threads[0] * threads[1] * threads[2]; }
  std::uint64_t groups() const;
  bool operator==(const Walker&) const = default;
};

// Groups by their numbers, x fastest.
class GpgpuPayload final : public PayloadWriter {
 public:
  GpgpuPayload(const Walker& walker, Constants constants) : walker_(walker), constants_(std::move(constants)) {}

  std::uint32_t channels(unsigned thread) const override;
  void write_model(unsigned thread, eu::Thread& model) const override { constants_.write(thread, model); }
  GroupId dwords(std::uint64_t group) const override;
  void advance(GroupId& dwords, std::uint64_t group) const override;
  bool differs_in_dwords_alone() const override { return true; }
  bool writes_whole_registers() const override { return true; }
  const Constants& constants() const { return constants_; }

 private:
  Walker walker_;
  Constants constants_;
};

// How many registers of a thread have contents when it starts, from r0 on: header and constants. All, if the work has
// another payload.
std::size_t given_registers(const Work& work);

// Gives `work` the groups of `walker`.
void set_groups(Work& work, const Walker& walker, Constants constants);
// Reads the constants. Fails where state is missing, sizes contradict each other, or memory is not mapped.
Result<Work> make_gpgpu_work(const Walker& walker, const PipelineState& state, memory::View& memory);

}  // namespace eugene::gpu
