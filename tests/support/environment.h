// Numbers from the environment, by which tests of random inputs can be asked for more inputs, or for others.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace eugene::test {

inline std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}
inline std::uint64_t first_seed() { return number_from("EUGENE_RANDOM_SEED", 1); }

}  // namespace eugene::test
