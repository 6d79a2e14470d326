#include "eu/analysis/helper_pixels.h"

#include <algorithm>

#include "eu/thread.h"
#include "isa/branch.h"
#include "isa/instruction_index.h"

namespace eugene::eu {

bool HelperPixels::may_make(const Thread& thread, const isa::Instruction& message, AccessKind kind,
                            std::optional<unsigned> lane) const {
  if (program_ == nullptr) return false;
  constexpr unsigned kDispatchMask = 2;  // sr0.2
  const std::uint32_t lit = thread.state[kDispatchMask];
  // The lanes of a message without a mask are elements of a vector or the like, not pixels.
  const bool is_of_one_pixel = lane && !message.no_mask && message.exec_size != 1;
  const bool has_lit =
      is_of_one_pixel ? (lit >> (*lane + message.channel_offset) & 1) != 0 : (lit & thread.running) != 0;
  if (!has_lit) return true;
  if (kind != AccessKind::read) return false;
  if (!first_after_discard_) first_after_discard_ = find_first_after_discard();
  return isa::find_index(*program_, message) >= *first_after_discard_;
}

// A discard is a halt, which some channels may pass. A loop around the halt leads back to the loop's first instruction.
std::size_t HelperPixels::find_first_after_discard() const {
  const auto& all = program_->instructions;
  const auto halt = std::ranges::find(all, isa::Opcode::halt, &isa::Instruction::opcode);
  auto first = static_cast<std::size_t>(halt - all.begin());
  for (std::size_t i = first; i < all.size(); ++i) {
    if (!isa::has_distance(all[i])) continue;
    const std::optional<std::int64_t> target = isa::branch_targets(*program_->gen, all[i], program_->offset_at(i)).jip;
    const std::optional<std::size_t> index = target ? program_->index_at(*target) : std::nullopt;
    if (index) first = std::min(first, *index);
  }
  return first;
}

}  // namespace eugene::eu
