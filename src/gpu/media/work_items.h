// Maps channels of threads to a program's work-items. Local IDs are read from each thread's own constants if the driver
// has written them there, and are counted otherwise. A driver of shaders gives threads only their index, and the shader
// counts: x fastest or, if it accesses images, in an order that suits tiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/site.h"
#include "gpu/schedule/work/work.h"

namespace eugene::gpu {

using ItemId = Item;

// Order in which the invocations of a shader are assigned to the channels of a group's threads.
enum class Counting : std::uint8_t {
  unknown,
  x_fastest,
  columns_of_four,  // four in y, then along x, then the next four in y
  y_fastest,
};

class WorkItems {
 public:
  // `work` must outlive this object. `local` is the size of a group and `offset` the offset of global IDs, as the
  // program has launched the kernel. `local` is zeros if the driver has chosen the size.
  WorkItems(const Work& work, const ItemId& local, const ItemId& offset);
  // Makes the work-items of a shader. `local` is the size of a group; zeros if unknown.
  WorkItems(const Work& work, const ItemId& local, Counting counting);

  // Return nothing if the ID is not known.
  std::optional<ItemId> local_id(unsigned thread, unsigned channel) const;
  std::optional<ItemId> global_id(std::uint64_t group, unsigned thread, unsigned channel) const;
  // Returns the index of a shader's invocation in its group, x fastest: gl_LocalInvocationIndex.
  std::optional<std::uint32_t> index(unsigned thread, unsigned channel) const;

 private:
  std::optional<ItemId> written_id(unsigned thread, unsigned channel) const;
  ItemId written_size() const;
  ItemId counted_id(std::uint32_t number) const;

  const Work* work_;
  ItemId local_{};  // size of a group; zeros: unknown
  ItemId offset_{};
  bool is_written_ = false;  // ids are in the threads' constants
  Counting counting_ = Counting::x_fastest;
  bool is_shader_ = false;
};

}  // namespace eugene::gpu
