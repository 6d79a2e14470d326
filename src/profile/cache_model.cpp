#include "profile/cache_model.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace eugene::profile {
namespace {

// The change of a PseudoLru tree's bits by an access to a way: bits outside `kept` are cleared, then `set` is set.
struct Touch {
  std::array<std::uint64_t, 2> kept{~std::uint64_t{0}, ~std::uint64_t{0}};
  std::array<std::uint64_t, 2> set{};
};
constexpr unsigned kSizes = std::bit_width(PseudoLru::kMaxWays);  // 1, 2, 4, ...

// Nodes are numbered as in a binary heap, with root 1; bit 0 is not used. A node covers `size` ways from `first` on.
constexpr Touch make_touch(unsigned way, unsigned all) {
  Touch touch;
  unsigned node = 1;
  unsigned first = 0;
  for (unsigned size = all; size > 1; size /= 2) {
    const bool upper = way >= first + size / 2;
    const std::uint64_t bit = std::uint64_t{1} << node % 64;
    touch.kept[node / 64] &= ~bit;
    if (upper)
      first += size / 2;
    else
      touch.set[node / 64] |= bit;
    node = 2 * node + (upper ? 1 : 0);
  }
  return touch;
}

constexpr auto kTouches = [] {
  std::array<std::array<Touch, PseudoLru::kMaxWays>, kSizes> all;
  for (unsigned i = 0; i < kSizes; ++i) {
    for (unsigned way = 0; way < 1U << i; ++way) all[i][way] = make_touch(way, 1U << i);
  }
  return all;
}();

// Returns a hash of 8 bits, which differs between most lines of a set.
std::uint8_t hash_line(std::uint64_t line) { return static_cast<std::uint8_t>(line * 0x9E37'79B9'7F4A'7C15 >> 56); }

}  // namespace

void PseudoLru::touch(unsigned way, unsigned ways) {
  const Touch& touch = kTouches[std::bit_width(ways - 1)][way];
  for (unsigned i = 0; i < bits_.size(); ++i) bits_[i] = (bits_[i] & touch.kept[i]) | touch.set[i];
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

CachePart::CachePart(unsigned sets, unsigned ways, Replacement replacement)
    : sets_(sets),
      ways_(ways),
      stride_((ways + kAtOnce - 1) / kAtOnce * kAtOnce),
      replacement_(replacement),
      tags_(std::size_t{sets} * stride_),
      marks_(std::size_t{sets} * stride_),
      last_(sets),
      filled_(sets) {
  if (replacement == Replacement::tree) order_.resize(sets);
  if (replacement == Replacement::lru) used_.resize(std::size_t{sets} * stride_);
  if (replacement == Replacement::fifo) oldest_.resize(sets);
}

unsigned CachePart::find(std::size_t set, std::uint64_t line, std::uint8_t mark) const {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
  constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080;
  const std::size_t begin = set * stride_;
  for (unsigned way = 0; way < filled_[set]; way += kAtOnce) {
    std::uint64_t marks = 0;
    std::memcpy(&marks, marks_.data() + begin + way, sizeof(marks));
    marks ^= mark * kEach;
    // `same` has the high bit of each byte of `marks` that is 0, and perhaps of some bytes above such a byte.
    for (std::uint64_t same = (marks - kEach) & ~marks & kHigh; same != 0; same &= same - 1) {
      const unsigned at = way + static_cast<unsigned>(std::countr_zero(same)) / 8;
      if (tags_[begin + at] == line + 1) return at;
    }
  }
  return kNone;
}

unsigned CachePart::victim(std::size_t set) {
  if (filled_[set] < ways_) return filled_[set]++;
  const auto begin = static_cast<std::ptrdiff_t>(set * stride_);
  switch (replacement_) {
    case Replacement::tree: return order_[set].victim(ways_);
    case Replacement::lru: {
      const auto first = used_.begin() + begin;
      return static_cast<unsigned>(std::min_element(first, first + ways_) - first);
    }
    case Replacement::fifo: {
      const unsigned way = oldest_[set];
      oldest_[set] = static_cast<std::uint8_t>(way + 1 == ways_ ? 0 : way + 1);
      return way;
    }
    case Replacement::random: return static_cast<unsigned>((now_ >> 33) % ways_);
  }
  return 0;
}

void CachePart::use(std::size_t set, unsigned way) {
  if (replacement_ == Replacement::tree) return order_[set].touch(way, ways_);
  // Knuth's linear congruential generator, of which victim() uses the high bits.
  if (replacement_ == Replacement::random) now_ = now_ * 6364136223846793005 + 1442695040888963407;
  if (replacement_ == Replacement::lru) used_[set * stride_ + way] = ++now_;
}

bool CachePart::access(std::uint64_t line, bool is_brought_in) {
  if (ways_ == 0) return false;
  const auto set = static_cast<std::size_t>(std::has_single_bit(sets_) ? line & (sets_ - 1) : line % sets_);
  if (last_[set] == line + 1) return true;
  const std::uint8_t mark = hash_line(line);
  unsigned way = find(set, line, mark);
  const bool hit = way != kNone;
  if (!hit) {
    if (!is_brought_in) return false;
    way = victim(set);
    tags_[set * stride_ + way] = line + 1;
    marks_[set * stride_ + way] = mark;
  }
  last_[set] = line + 1;
  use(set, way);
  return hit;
}

L3Shape make_shape(unsigned banks, const memory::L3Configuration& division, const Parameters& parameters) {
  const auto ways = [&](unsigned asked, unsigned own) {
    return asked == kOwn ? std::min(count_ways(own, parameters), PseudoLru::kMaxWays) : count_ways(asked, parameters);
  };
  return {.banks = parameters.banks == kOwn ? banks : parameters.banks,
          .sets = parameters.sets,
          .shared = ways(parameters.shared, division.rest),
          .data = ways(parameters.data, division.data),
          .read_only = ways(parameters.read_only, division.read_only),
          .replacement = static_cast<Replacement>(parameters.replacement),
          .write_allocate = parameters.write_allocate != 0};
}

L3Model::L3Model(const L3Shape& shape) : shape_(shape) {
  const auto part = [&](unsigned ways) { return CachePart(shape.sets, ways, shape.replacement); };
  const unsigned alone = shape.shared == 0 ? 1 : 0;
  banks_.assign(
      shape.banks,
      {.all = part(shape.shared), .data = part(alone * shape.data), .read_only = part(alone * shape.read_only)});
}

bool L3Model::access(L3Client client, std::uint64_t line, bool writes) {
  HitCount& count = counts_[static_cast<std::size_t>(client)];
  ++count.accesses;
  bool hit = client == L3Client::urb;
  if (!hit && !banks_.empty()) {
    const bool is_power = std::has_single_bit(banks_.size());
    const std::uint64_t bank = is_power ? line & (banks_.size() - 1) : line % banks_.size();
    const std::uint64_t of_bank = is_power ? line >> std::countr_zero(banks_.size()) : line / banks_.size();
    Bank& parts = banks_[bank];
    CachePart& own = client == L3Client::data ? parts.data : parts.read_only;
    hit = (shape_.shared != 0 ? parts.all : own).access(of_bank, shape_.write_allocate || !writes);
  }
  count.hits += hit ? 1 : 0;
  return hit;
}

}  // namespace eugene::profile
