// The work-items of a program that the channels of threads are: their local ids as the driver has written them into
// each thread's own constants, or else counted from the first. A driver of shaders gives its threads their number, and
// the shader counts: x fastest or, where it accesses images, in an order that suits tiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gpu/schedule/work.h"

namespace eugene::gpu {

using ItemId = std::array<std::uint32_t, 3>;  // x, y, z

// How the invocations of a shader are counted through the channels of a group's threads.
enum class Counting : std::uint8_t {
  unknown,
  x_fastest,
  columns_of_four,  // four in y, then x, and so on with the next four
  y_fastest,
};

class WorkItems {
 public:
  // `work` must outlive this. `local`: the size of a group, `offset`: of global ids, as the program has launched it;
  // zeros: a size that the driver has chosen.
  WorkItems(const Work& work, const ItemId& local, const ItemId& offset);
  // Of a shader. `local`: the size of a group; zeros: not known.
  WorkItems(const Work& work, const ItemId& local, Counting counting);

  // Nothing: not known.
  std::optional<ItemId> local_id(unsigned thread, unsigned channel) const;
  std::optional<ItemId> global_id(std::uint64_t group, unsigned thread, unsigned channel) const;
  // The number of a shader's invocation in its group, x fastest: gl_LocalInvocationIndex.
  std::optional<std::uint32_t> index(unsigned thread, unsigned channel) const;

 private:
  std::optional<ItemId> written_id(unsigned thread, unsigned channel) const;
  ItemId written_size() const;
  ItemId counted_id(std::uint32_t number) const;

  const Work* work_;
  ItemId local_{};  // size; zeros: not known
  ItemId offset_{};
  bool is_written_ = false;  // ids are in the threads' constants
  Counting counting_ = Counting::x_fastest;
  bool is_shader_ = false;
};

}  // namespace eugene::gpu
