#include "base/variation.h"

#include <cstring>
#include <limits>

#include "base/number.h"

namespace eugene {
namespace {

constexpr unsigned kRounds = 4;  // of a Feistel network: enough to separate neighbours

}  // namespace

void Fill::write(std::span<std::byte> to, std::uint64_t seed) const {
  if (kind != Kind::random) {
    std::ranges::fill(to, is_inverted ? ~std::byte{byte} : std::byte{byte});
    return;
  }
  SeededNumbers numbers(variant == 0 ? seed : mixed_seed(seed, variant));
  const std::uint64_t inverted = is_inverted ? ~std::uint64_t{0} : 0;
  while (!to.empty()) {
    const std::uint64_t number = numbers.next() ^ inverted;
    const std::size_t count = std::min(to.size(), sizeof number);
    std::memcpy(to.data(), &number, count);
    to = to.subspan(count);
  }
}

std::optional<Fill> parse_fill(std::string_view text) {
  if (text == "none") return Fill();
  if (text == "random") return Fill{.kind = Fill::Kind::random};
  const auto number = parse_c_number<std::uint64_t>(text);
  if (!number || *number > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
  return Fill{.kind = Fill::Kind::byte, .byte = static_cast<std::uint8_t>(*number)};
}

std::string to_text(const Fill& fill) {
  if (!fill.is_there()) return "none";
  return fill.kind == Fill::Kind::random ? "random" : std::to_string(fill.byte);
}

std::optional<Shuffle> parse_shuffle(std::string_view text) {
  if (text == "none") return Shuffle();
  if (text == "any") return Shuffle{.order = Shuffle::Order::shuffled, .seed = {}};
  const auto number = parse_c_number<std::uint64_t>(text);
  return number ? std::optional(Shuffle{.order = Shuffle::Order::shuffled, .seed = number}) : std::nullopt;
}

std::string to_text(const Shuffle& shuffle) {
  if (!shuffle.is_on()) return "none";
  return shuffle.seed ? std::to_string(*shuffle.seed) : "any";
}

Permutation::Permutation(std::uint64_t count, std::uint64_t seed)
    : count_(count),
      seed_(seed),
      half_bits_(std::max(1U, (static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(count, 2) - 1)) + 1) / 2)) {
}

// Permutes a power of two of numbers, and skips results that are not below `count`.
std::uint64_t Permutation::operator()(std::uint64_t index) const {
  do index = step(index);
  while (index >= count_);
  return index;
}

std::uint64_t Permutation::step(std::uint64_t value) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = value >> half_bits_, right = value & mask;
  for (unsigned round = 0; round != kRounds; ++round) {
    const std::uint64_t next = left ^ (mixed_seed(seed_ + round, right) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

}  // namespace eugene
