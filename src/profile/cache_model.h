// Model of the L3 cache: BXT PRM vol6 "L3 Cache and URB". Counts the accesses that hit, for each client.
//
// The documents give banks, logical ways of 2 KB, lines of 64 bytes and "pseudo-LRU"; they do not give the tree, the
// mapping from addresses to banks and sets, or what a write does. Choices (docs/record/undefined.md): consecutive lines
// are in consecutive banks, then in consecutive sets; a write allocates its line; a binary tree of bits over the ways
// of a set points at the less recently used half; the lowest free way is filled before any line is replaced. Not
// chosen: true LRU, which needs an order of 96 ways in each set, and random replacement, which is not reproducible.
// Both are available as parameters (profile/parameters.h), random replacement with a fixed sequence of pseudo-random
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memory/l3_configuration.h"
#include "profile/parameters.h"

namespace eugene::profile {

// A tree of bits over the ways of a set. If the number of ways is not a power of two, victim() never chooses an upper
// half without ways.
class PseudoLru {
 public:
  static constexpr unsigned kMaxWays = 128;

  // Marks way `way` of `ways` as used: every node above the way now points to its other half.
  void touch(unsigned way, unsigned ways);
  // Returns the way that the nodes point at.
  unsigned victim(unsigned ways) const;

 private:
  std::array<std::uint64_t, 2> bits_{};  // by node, the root first: 1 points to the upper half
};

// A part of the cache with its own ways: `sets` sets of `ways` ways. With 0 ways every access is a miss.
class CachePart {
 public:
  CachePart(unsigned sets, unsigned ways, Replacement replacement = Replacement::tree);

  // Returns whether `line` (an address divided by the line size) is a hit. If it is a miss and `is_brought_in`,
  // allocates the line.
  bool access(std::uint64_t line, bool is_brought_in = true);

 private:
  // find() compares an 8-bit hash (mark) of each line first, for kAtOnce ways at a time.
  static constexpr unsigned kAtOnce = 8;
  static constexpr unsigned kNone = ~0U;
  unsigned find(std::size_t set, std::uint64_t line, std::uint8_t mark) const;
  unsigned victim(std::size_t set);
  void use(std::size_t set, unsigned way);

  unsigned sets_;
  unsigned ways_;
  unsigned stride_;  // ways_, rounded up to a multiple of kAtOnce
  Replacement replacement_;
  std::vector<std::uint64_t> tags_;   // line + 1, by set and way; 0: free
  std::vector<std::uint8_t> marks_;   // hash of the line, by set and way
  std::vector<std::uint64_t> last_;   // most recently used line + 1, by set: using this line again changes nothing
  std::vector<std::uint8_t> filled_;  // number of ways in use, by set
  std::vector<PseudoLru> order_;      // by set, for `tree`
  std::vector<std::uint64_t> used_;   // time of the last use, by set and way, for `lru`
  std::vector<std::uint8_t> oldest_;  // oldest way, by set, for `fifo`
  std::uint64_t now_ = 0;             // also the state of `random`
};

enum class L3Client : std::uint8_t { data, read_only, urb };  // data cluster; instructions, state, constants, textures
inline constexpr unsigned kL3Clients = 3;

struct HitCount {
  std::uint64_t accesses = 0;  // each of one line
  std::uint64_t hits = 0;
  HitCount& operator+=(const HitCount& more) {
    accesses += more.accesses;
    hits += more.hits;
    return *this;
  }
  bool operator==(const HitCount&) const = default;
};

// Sets of a bank: a way of 2 KB has this many lines.
inline constexpr unsigned kL3Sets = memory::kL3LogicalWayKilobytes * 1024 / memory::kL3LineBytes;

struct L3Shape {
  unsigned banks = 0;
  unsigned sets = kL3Sets;  // of a bank
  // Ways of a set:
  unsigned shared = 0;  // for all clients; if not 0, `data` and `read_only` are not used
  unsigned data = 0;
  unsigned read_only = 0;
  Replacement replacement = Replacement::tree;
  bool write_allocate = true;
  bool operator==(const L3Shape&) const = default;
};

// Returns the ways of a part of a bank that has `kilobytes` KB.
constexpr unsigned count_ways(unsigned kilobytes, const Parameters& parameters) {
  return static_cast<unsigned>(std::uint64_t{kilobytes} * 1024 / (std::uint64_t{parameters.sets} * parameters.line));
}
// Returns the shape of an L3 of `banks` banks with this division, as far as `parameters` do not override them. Parts
// with the device's own size are limited to PseudoLru::kMaxWays ways.
L3Shape make_shape(unsigned banks, const memory::L3Configuration& division, const Parameters& parameters = {});

class L3Model {
 public:
  explicit L3Model(const L3Shape& shape);

  // Accesses one line for `client`. Returns whether it is a hit. The URB has no tags, so its accesses always hit.
  bool access(L3Client client, std::uint64_t line, bool writes = false);
  const std::array<HitCount, kL3Clients>& counts() const { return counts_; }
  const L3Shape& shape() const { return shape_; }

 private:
  struct Bank {
    CachePart all;
    CachePart data;
    CachePart read_only;
  };
  L3Shape shape_;
  std::vector<Bank> banks_;
  std::array<HitCount, kL3Clients> counts_{};
};

}  // namespace eugene::profile
