#include "debug/work_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gpu/media/gpgpu_work.h"

namespace eugene::debug {

WorkItems::WorkItems(const gpu::Work& work) : work_(&work) {
  const auto* payload = dynamic_cast<const gpu::GpgpuPayload*>(work.payload.get());
  if (payload == nullptr) return;
  const gpu::Constants& constants = payload->constants();
  constexpr std::size_t kWords = eu::kGrfBytes / sizeof(std::uint16_t);
  const std::size_t registers = (work.simd + kWords - 1) / kWords;  // of one dimension
  const std::size_t dimensions = std::min<std::size_t>(constants.own / registers, Item().size());
  if (dimensions == 0 || constants.per_thread.size() < constants.own * work.threads) return;
  local_.resize(work.threads);
  for (unsigned thread = 0; thread != work.threads; ++thread) {
    const std::uint32_t channels = payload->channels(thread);
    for (unsigned channel = 0; channel != work.simd; ++channel) {
      Item& item = local_[thread].emplace_back();
      for (std::size_t d = 0; d != dimensions; ++d) {
        const std::size_t at = thread * constants.own + d * registers + channel / kWords;
        std::uint16_t id = 0;
        std::memcpy(&id, constants.per_thread[at].bytes.data() + channel % kWords * sizeof id, sizeof id);
        item.at(d) = id;
        if ((channels >> channel & 1U) != 0) size_.at(d) = std::max<std::uint32_t>(size_.at(d), id + 1U);
      }
    }
  }
}

std::optional<Item> WorkItems::global(std::uint64_t group, unsigned thread, unsigned channel) const {
  if (thread >= local_.size() || channel >= local_[thread].size()) return std::nullopt;
  Item item = local_[thread][channel];
  const gpu::GroupId id = work_->payload->id(group);
  for (std::size_t d = 0; d != item.size(); ++d) item.at(d) += id.at(d) * size_.at(d);
  return item;
}

std::string text_of(const Item& item) { return fmt::format("({}, {}, {})", item[0], item[1], item[2]); }

}  // namespace eugene::debug
