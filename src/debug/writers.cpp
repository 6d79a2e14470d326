#include "debug/writers.h"

#include <algorithm>

namespace eugene::debug {

void Writers::note(bool is_local, std::uint64_t address, std::uint64_t bytes, const Writer& writer) {
  Pages& pages = is_local ? local_ : global_;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t at = address + done, in_page = at % kPageBytes;
    const std::uint64_t count = std::min(bytes - done, kPageBytes - in_page);
    auto known = pages.find(at / kPageBytes);
    if (known == pages.end() && pages.size() < kMaxPages)
      known = pages.emplace(at / kPageBytes, std::make_unique<Page>()).first;
    if (known != pages.end())
      std::fill_n(known->second->begin() + static_cast<std::ptrdiff_t>(in_page), count, writer);
    else
      is_complete_ = false;
    done += count;
  }
}

std::optional<Writer> Writers::last(bool is_local, std::uint64_t address, std::uint64_t bytes) const {
  const Pages& pages = is_local ? local_ : global_;
  std::optional<Writer> last;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const auto known = pages.find((address + i) / kPageBytes);
    if (known == pages.end()) continue;
    const Writer& writer = (*known->second)[(address + i) % kPageBytes];
    if (writer.event != 0 && (!last || writer.moment() > last->moment())) last = writer;
  }
  return last;
}

}  // namespace eugene::debug
