// What nothing defines, and a run may therefore vary to show a mistake that depends on it: the contents of memory and
// registers that nobody has written (`--fill`), and the order of work that nothing orders (`--shuffle`).
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

// Numbers that follow from a seed: splitmix64. Not for anything that must not be guessed.
class SeededNumbers {
 public:
  explicit SeededNumbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E37'79B9'7F4A'7C15;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58'476D'1CE4'E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EB;
    return mixed ^ (mixed >> 31);
  }
  // Less than `count`.
  std::uint64_t below(std::uint64_t count) { return next() % count; }

 private:
  std::uint64_t state_;
};

// Of two numbers, another that stands for both.
inline std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number) {
  return SeededNumbers(seed ^ std::rotl(number, 32)).next();
}

struct Fill {
  enum class Kind : std::uint8_t { zeros, byte, random };
  Kind kind = Kind::zeros;
  std::uint8_t byte = 0;
  std::uint8_t variant = 0;  // random contents of another variant are others
  bool is_inverted = false;  // each bit is the other than without this

  bool operator==(const Fill&) const = default;
  bool is_there() const { return kind != Kind::zeros || is_inverted; }
  // Random contents follow from `seed`.
  void write(std::span<std::byte> to, std::uint64_t seed) const;
};

struct Shuffle {
  enum class Order : std::uint8_t { as_numbered, shuffled };
  Order order = Order::as_numbered;
  std::optional<std::uint64_t> seed;  // nothing: one is to be chosen

  bool operator==(const Shuffle&) const = default;
  bool is_on() const { return order == Order::shuffled; }
};

// A number up to 255, or "random"; "none" is zeros.
std::optional<Fill> fill_of(std::string_view text);
std::string text_of(const Fill& fill);
// A seed, or "any"; "none" is the order of numbers.
std::optional<Shuffle> shuffle_of(std::string_view text);
std::string text_of(const Shuffle& shuffle);

// The numbers below `count` in an order that follows from `seed`, without a table of them.
class Permutation {
 public:
  Permutation(std::uint64_t count, std::uint64_t seed);
  // Of `index` < count.
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  std::uint64_t step(std::uint64_t value) const;

  std::uint64_t count_;
  std::uint64_t seed_;
  unsigned half_bits_;  // of the numbers that step() permutes
};

}  // namespace eugene
