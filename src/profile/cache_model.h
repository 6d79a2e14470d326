// The L3 as a cache: BXT PRM vol6 "L3 Cache and URB". Which accesses find their line there, client by client.
//
// The documents give banks, logical ways of 2 KB, lines of 64 bytes and "pseudo-LRU"; they do not give the tree, the
// mapping from addresses to banks and sets, or what a write does. Choices (docs/undefined.md): consecutive lines are in
// consecutive banks, then in consecutive sets; a write brings its line in; a binary tree of bits over the ways of a set
// points at the half that was used longer ago, and a free way, the lowest, is taken before any line is replaced. True
// LRU would need an order of 96 ways in each set; random replacement would not repeat. Both can be asked for
// (profile/parameters.h), the latter with numbers that do.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memory/l3_configuration.h"
#include "profile/parameters.h"

namespace eugene::profile {

// A tree of bits over `ways`, which need not be a power of two: the half of a node that has no ways is never chosen.
class PseudoLru {
 public:
  static constexpr unsigned kMostWays = 128;

  // Marks way `way` of `ways` as used (tree pseudo-LRU): every node above it points to its other half.
  void touch(unsigned way, unsigned ways);
  // The way that the nodes point at.
  unsigned victim(unsigned ways) const;

 private:
  std::array<std::uint64_t, 2> bits_{};  // by node, the root first: 1 points to the upper half
};

// A part of the cache with its own ways: `sets` sets of `ways` ways. With 0 ways every access is a miss.
class CachePart {
 public:
  CachePart(unsigned sets, unsigned ways, Replacement replacement = Replacement::tree);

  // Whether it has `line`, an address divided by the line's bytes. Afterwards it has, unless `is_brought_in` is false.
  bool access(std::uint64_t line, bool is_brought_in = true);

 private:
  // A way that may hold `line` is found by eight bits of each line, eight ways at a time.
  static constexpr unsigned kAtOnce = 8;
  static constexpr unsigned kNone = ~0U;
  unsigned find(std::size_t set, std::uint64_t line, std::uint8_t mark) const;
  unsigned victim(std::size_t set);
  void use(std::size_t set, unsigned way);

  unsigned sets_;
  unsigned ways_;
  unsigned stride_;  // ways, up to whole ones at once
  Replacement replacement_;
  std::vector<std::uint64_t> tags_;   // line + 1, by set and way; 0: free
  std::vector<std::uint8_t> marks_;   // likewise, by `stride_`
  std::vector<std::uint64_t> last_;   // the line + 1 that was used last, by set: another use of it changes nothing
  std::vector<std::uint8_t> filled_;  // ways that are not free, by set
  std::vector<PseudoLru> order_;      // by set, for `tree`
  std::vector<std::uint64_t> used_;   // when, by set and way, for `lru`
  std::vector<std::uint8_t> oldest_;  // by set, for `fifo`
  std::uint64_t now_ = 0;             // also the state of `random`
};

enum class L3Client : std::uint8_t { data, read_only, urb };  // data cluster; instructions, state, constants, textures
inline constexpr unsigned kL3Clients = 3;

struct HitCount {
  std::uint64_t accesses = 0;  // of lines
  std::uint64_t hits = 0;
  HitCount& operator+=(const HitCount& more) {
    accesses += more.accesses;
    hits += more.hits;
    return *this;
  }
  bool operator==(const HitCount&) const = default;
};

// Sets of a way: 2 KB of lines.
inline constexpr unsigned kL3Sets = memory::kL3LogicalWayKilobytes * 1024 / memory::kL3LineBytes;

struct L3Shape {
  unsigned banks = 0;
  unsigned sets = kL3Sets;  // of a bank, and in them the ways of its parts:
  unsigned shared = 0;      // by all clients; where there are any, there are no others
  unsigned data = 0;
  unsigned read_only = 0;
  Replacement replacement = Replacement::tree;
  bool write_allocate = true;
  bool operator==(const L3Shape&) const = default;
};

// Ways of a part of a bank.
constexpr unsigned ways_of(unsigned kilobytes, const Parameters& parameters) {
  return static_cast<unsigned>(std::uint64_t{kilobytes} * 1024 / (std::uint64_t{parameters.sets} * parameters.line));
}
// Of `banks` banks that `division` divides, where `parameters` have no others. Parts of the device have at most
// PseudoLru::kMostWays ways.
L3Shape shape_of(unsigned banks, const memory::L3Configuration& division, const Parameters& parameters = {});

class L3Model {
 public:
  explicit L3Model(const L3Shape& shape);

  // One line for `client`. The URB is memory without tags: always a hit.
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
