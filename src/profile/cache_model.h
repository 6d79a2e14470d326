// The L3 as a cache: BXT PRM vol6 "L3 Cache and URB". Which accesses find their line there, client by client.
//
// The documents give banks, logical ways of 2 KB, lines of 64 bytes and "pseudo-LRU"; they do not give the tree, the
// mapping from addresses to banks and sets, or what a write does. Choices (docs/undefined.md): consecutive lines are in
// consecutive banks, then in consecutive sets; a write brings its line in; a binary tree of bits over the ways of a set
// points at the half that was used longer ago, and a free way, the lowest, is taken before any line is replaced. True
// LRU would need an order of 96 ways in each set; random replacement would not repeat.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memory/l3_configuration.h"

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
  CachePart(unsigned sets, unsigned ways)
      : sets_(sets), ways_(ways), tags_(std::size_t{sets} * ways), last_(sets), order_(sets) {}

  // Whether it has `line`, an address divided by the line's bytes; it has afterwards.
  bool access(std::uint64_t line);

 private:
  unsigned sets_;
  unsigned ways_;
  std::vector<std::uint64_t> tags_;  // line + 1, by set and way; 0: free
  std::vector<std::uint64_t> last_;  // the line + 1 that was used last, by set: another use of it changes nothing
  std::vector<PseudoLru> order_;     // by set
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

class L3Model {
 public:
  // `banks` banks with the same division, of `sets` sets each: ways are as many as there is room for. The part of
  // `configuration` for all clients is shared by them.
  L3Model(unsigned banks, const memory::L3Configuration& configuration, unsigned sets = kL3Sets);

  // One line for `client`. The URB is memory without tags: always a hit.
  bool access(L3Client client, std::uint64_t line);
  const std::array<HitCount, kL3Clients>& counts() const { return counts_; }
  const memory::L3Configuration& configuration() const { return configuration_; }

 private:
  struct Bank {
    CachePart all;
    CachePart data;
    CachePart read_only;
  };
  memory::L3Configuration configuration_;
  std::vector<Bank> banks_;
  std::array<HitCount, kL3Clients> counts_{};
};

}  // namespace eugene::profile
