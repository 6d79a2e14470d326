#include "functions/sampler/texel_accesses.h"

#include <algorithm>
#include <span>

#include "functions/surfaces.h"

namespace eugene::functions {

TexelAccesses::TexelAccesses(const MessageCall& call, memory::TexelReader& reader) : call_(&call), reader_(&reader) {
  if (!wanted(call)) return;
  fetched_.with_bytes = call.reports_values();
  reader.watch(&fetched_);
}

TexelAccesses::~TexelAccesses() {
  if (!wanted(*call_)) return;
  reader_->watch(nullptr);
  tell();
}

void TexelAccesses::tell() const {
  constexpr std::size_t kAtOnce = 32;
  const unsigned bytes = reader_->format().bytes;
  const std::span<const std::uint64_t> all = fetched_.addresses;
  for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
    const auto part = all.subspan(first, std::min(kAtOnce, all.size() - first));
    const auto mask = static_cast<std::uint32_t>(low_mask(static_cast<unsigned>(part.size())));
    call_->reaches(kA64Range, part, mask, bytes, AccessKind::read);
    if (!call_->reports_values()) continue;
    call_->tell({.space = accessed_space(kA64Range), .offsets = part, .bytes = bytes, .kind = AccessKind::read},
                {.moved = std::span(fetched_.bytes).subspan(first * bytes, part.size() * bytes), .updated = {}});
  }
}

}  // namespace eugene::functions
