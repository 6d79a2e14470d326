#include "gpu/media/work_items.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "gpu/media/gpgpu_work.h"

namespace eugene::gpu {
namespace {

std::uint64_t volume(const ItemId& size) { return std::uint64_t{size[0]} * size[1] * size[2]; }

std::uint64_t count_items(const Work& work) {
  std::uint64_t count = 0;
  for (unsigned thread = 0; thread < work.threads; ++thread)
    count += static_cast<unsigned>(std::popcount(work.payload->channels(thread)));
  return count;
}

}  // namespace

WorkItems::WorkItems(const Work& work, const ItemId& local, const ItemId& offset)
    : work_(&work), local_(local), offset_(offset) {
  const ItemId written = written_size();
  // The constants of a kernel that does not use IDs may have no IDs, or zeros.
  is_written_ = volume(written) == count_items(work) && (volume(local) == 0 || written == local);
  if (is_written_) local_ = written;
}

WorkItems::WorkItems(const Work& work, const ItemId& local, Counting counting)
    : work_(&work), local_(local), counting_(counting), is_shader_(true) {
  if (volume(local_) != count_items(work)) local_ = {};
}

// Reads IDs from the constants: a word per channel for each of x, y and z. Each takes as many registers as the words of
// all channels need.
std::optional<ItemId> WorkItems::written_id(unsigned thread, unsigned channel) const {
  const auto* payload = dynamic_cast<const GpgpuPayload*>(work_->payload.get());
  if (payload == nullptr) return std::nullopt;
  const Constants& constants = payload->constants();
  const std::size_t registers = std::max<std::size_t>(work_->simd * sizeof(std::uint16_t) / eu::kGrfBytes, 1);
  const std::size_t dimensions = std::min<std::size_t>(constants.own / registers, 3);
  if (dimensions == 0 || channel >= work_->simd) return std::nullopt;
  ItemId id{};
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t first = thread * constants.own + i * registers;
    const auto* bytes = reinterpret_cast<const std::byte*>(constants.per_thread.data() + first);
    std::uint16_t word = 0;
    std::memcpy(&word, bytes + channel * sizeof word, sizeof word);
    id[i] = word;
  }
  return id;
}

ItemId WorkItems::written_size() const {
  ItemId size{};
  for (unsigned thread = 0; thread < work_->threads; ++thread) {
    for (std::uint32_t left = work_->payload->channels(thread); left != 0; left &= left - 1) {
      const auto id = written_id(thread, static_cast<unsigned>(std::countr_zero(left)));
      if (!id) return {};
      for (std::size_t i = 0; i < 3; ++i) size[i] = std::max(size[i], (*id)[i] + 1);
    }
  }
  return size;
}

std::optional<ItemId> WorkItems::local_id(unsigned thread, unsigned channel) const {
  if (is_written_) return written_id(thread, channel);
  const std::uint64_t number = std::uint64_t{thread} * work_->simd + channel;
  if (channel >= work_->simd || number >= volume(local_) || counting_ == Counting::unknown) return std::nullopt;
  return counted_id(static_cast<std::uint32_t>(number));
}

ItemId WorkItems::counted_id(std::uint32_t number) const {
  constexpr std::uint32_t kColumn = 4;
  const auto [x, y, z] = local_;
  const std::uint32_t slice = number / (x * y);
  switch (counting_) {
    case Counting::columns_of_four:
      return {number / kColumn % x, (number % kColumn + number / kColumn / x * kColumn) % y, slice};
    case Counting::y_fastest: return {number / y % x, number % y, slice};
    default: return {number % x, number / x % y, slice};
  }
}

std::optional<std::uint32_t> WorkItems::index(unsigned thread, unsigned channel) const {
  if (!is_shader_ || channel >= work_->simd) return std::nullopt;
  if (counting_ == Counting::x_fastest) return thread * work_->simd + channel;
  const std::optional<ItemId> id = local_id(thread, channel);
  if (!id) return std::nullopt;
  return ((*id)[2] * local_[1] + (*id)[1]) * local_[0] + (*id)[0];
}

std::optional<ItemId> WorkItems::global_id(std::uint64_t group, unsigned thread, unsigned channel) const {
  std::optional<ItemId> id = local_id(thread, channel);
  if (!id) return std::nullopt;
  const GroupId of_group = work_->payload->id(group);
  for (std::size_t i = 0; i < 3; ++i) (*id)[i] += of_group[i] * local_[i] + offset_[i];
  return id;
}

}  // namespace eugene::gpu
