// Variation of undefined things, to expose errors that depend on them: the contents of memory and registers that were
// never written (`--fill`), and the order of unordered work (`--shuffle`).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace eugene {

// A sequence of numbers from a seed: splitmix64. Not cryptographically secure.
class SeededNumbers {
 public:
  explicit SeededNumbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E37'79B9'7F4A'7C15;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58'476D'1CE4'E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EB;
    return mixed ^ (mixed >> 31);
  }
  // Returns a number less than `count`.
  std::uint64_t below(std::uint64_t count) { return next() % count; }

 private:
  std::uint64_t state_;
};

// Combines two numbers into one.
inline std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number) {
  return SeededNumbers(seed ^ std::rotl(number, 32)).next();
}

struct Fill {
  enum class Kind : std::uint8_t { zeros, byte, random };
  Kind kind = Kind::zeros;
  std::uint8_t byte = 0;
  std::uint8_t variant = 0;  // each variant has different random contents
  bool is_inverted = false;  // all bits are inverted

  bool operator==(const Fill&) const = default;
  bool is_there() const { return kind != Kind::zeros || is_inverted; }
  // Fills `to`; `seed` determines random contents.
  void write(std::span<std::byte> to, std::uint64_t seed) const;
};

struct Shuffle {
  enum class Order : std::uint8_t { as_numbered, shuffled };
  Order order = Order::as_numbered;
  std::optional<std::uint64_t> seed;  // nothing: a seed must still be chosen

  bool operator==(const Shuffle&) const = default;
  bool is_on() const { return order == Order::shuffled; }
};

// Parses a number up to 255, "random", or "none" (zeros).
std::optional<Fill> parse_fill(std::string_view text);
std::string to_text(const Fill& fill);
// Parses a seed, "any", or "none" (numerical order).
std::optional<Shuffle> parse_shuffle(std::string_view text);
std::string to_text(const Shuffle& shuffle);

// A permutation of the numbers below `count`, determined by `seed`, without a table.
class Permutation {
 public:
  Permutation(std::uint64_t count, std::uint64_t seed);
  // Returns the number at position `index`, which must be less than count.
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  std::uint64_t step(std::uint64_t value) const;

  std::uint64_t count_;
  std::uint64_t seed_;
  unsigned half_bits_;  // half of the bits of step()'s numbers
};

}  // namespace eugene
