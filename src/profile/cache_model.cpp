#include "profile/cache_model.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace eugene::profile {
namespace {

unsigned part_ways(unsigned kilobytes, unsigned sets) { return kilobytes * 1024 / (sets * memory::kL3LineBytes); }

}  // namespace

// Nodes are numbered as in a heap, the root 1: bit 0 is not used. A node covers `size` ways from `first` on.
void PseudoLru::touch(unsigned way, unsigned ways) {
  unsigned node = 1;
  unsigned first = 0;
  for (unsigned size = std::bit_ceil(ways); size > 1; size /= 2) {
    const bool upper = way >= first + size / 2;
    const std::uint64_t bit = std::uint64_t{1} << node % 64;
    if (upper) {
      bits_[node / 64] &= ~bit;
      first += size / 2;
    } else {
      bits_[node / 64] |= bit;
    }
    node = 2 * node + (upper ? 1 : 0);
  }
}

unsigned PseudoLru::victim(unsigned ways) const {
  unsigned node = 1;
  unsigned first = 0;
  for (unsigned size = std::bit_ceil(ways); size > 1; size /= 2) {
    const bool upper = (bits_[node / 64] >> node % 64 & 1) != 0 && first + size / 2 < ways;
    if (upper) first += size / 2;
    node = 2 * node + (upper ? 1 : 0);
  }
  return first;
}

bool CachePart::access(std::uint64_t line) {
  if (ways_ == 0) return false;
  const auto set = static_cast<std::size_t>(std::has_single_bit(sets_) ? line & (sets_ - 1) : line % sets_);
  if (std::exchange(last_[set], line + 1) == line + 1) return true;
  const auto begin = tags_.begin() + static_cast<std::ptrdiff_t>(set * ways_);
  const auto end = begin + ways_;
  auto found = std::find(begin, end, line + 1);
  const bool hit = found != end;
  if (!hit) {
    found = std::find(begin, end, 0U);
    if (found == end) found = begin + order_[set].victim(ways_);
    *found = line + 1;
  }
  order_[set].touch(static_cast<unsigned>(found - begin), ways_);
  return hit;
}

L3Model::L3Model(unsigned banks, const memory::L3Configuration& configuration, unsigned sets)
    : configuration_(configuration) {
  const Bank bank{.all = {sets, part_ways(configuration.rest, sets)},
                  .data = {sets, part_ways(configuration.data, sets)},
                  .read_only = {sets, part_ways(configuration.read_only, sets)}};
  banks_.assign(banks, bank);
}

bool L3Model::access(L3Client client, std::uint64_t line) {
  HitCount& count = counts_[static_cast<std::size_t>(client)];
  ++count.accesses;
  bool hit = client == L3Client::urb;
  if (!hit && !banks_.empty()) {
    Bank& bank = banks_[line % banks_.size()];
    CachePart& own = client == L3Client::data ? bank.data : bank.read_only;
    hit = (configuration_.rest != 0 ? bank.all : own).access(line / banks_.size());
  }
  count.hits += hit ? 1 : 0;
  return hit;
}

}  // namespace eugene::profile
