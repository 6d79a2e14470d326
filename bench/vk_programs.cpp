#include "vk_programs.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "alone.h"
#include "branches.h"
#include "dispatches.h"
#include "fft.h"
#include "hash.h"
#include "mandelbrot.h"
#include "matmul.h"
#include "reduce.h"
#include "sort.h"
#include "squares.h"
#include "walk.h"

namespace bench {
namespace {

constexpr std::uint32_t kGroup = 64;

Words random_words(std::size_t count) {
  Words words(count);
  std::uint32_t state = 1;
  for (std::uint32_t& word : words) {
    state = state * 1664525U + 1013904223U;
    word = state ^ state >> 16;
  }
  return words;
}

// One dispatch of `count` invocations that each change their own word as `step` does.
VulkanProgram each_word(std::string_view name, std::span<const std::uint32_t> shader, std::uint32_t count,
                        std::uint32_t parameter, std::uint32_t (*step)(std::uint32_t, std::uint32_t)) {
  Words input = random_words(count);
  Words wanted = input;
  for (std::uint32_t& word : wanted) word = step(word, parameter);
  return {name, shader, std::move(input), {{count / kGroup, {parameter}}}, [=](const Words& result) {
            return result == wanted;
          }};
}

std::uint32_t square(std::uint32_t x, std::uint32_t /*parameter*/) { return x * x; }

std::uint32_t branch(std::uint32_t x, std::uint32_t rounds) {
  for (std::uint32_t k = 0; k < rounds; ++k) {
    switch (x & 3) {
      case 0: x = x / 2 + 7; break;
      case 1: x = x * 3 + 1; break;
      case 2: x = (x & 8) != 0 ? x ^ x >> 5 : x + k; break;
      default: x = x * 1664525U + 1013904223U; break;
    }
  }
  return x;
}

std::uint32_t hash(std::uint32_t x, std::uint32_t rounds) {
  for (std::uint32_t k = 0; k < rounds; ++k) {
    x = (x ^ x >> 16) * 0x7feb352dU;
    x = (x ^ x >> 15) * 0x846ca68bU;
    x ^= x >> 16;
  }
  return x;
}

// Compilers may fuse products and sums, so a few points at the edge may differ.
VulkanProgram mandelbrot() {
  constexpr std::uint32_t kSize = 512, kMax = 256;
  const auto wanted = [](std::uint32_t i) {
    const float x0 = static_cast<float>(i % kSize) * 3.0F / kSize - 2.0F;
    const float y0 = static_cast<float>(i / kSize) * 2.0F / kSize - 1.0F;
    float x = 0, y = 0;
    std::uint32_t n = 0;
    for (; n < kMax && x * x + y * y < 4.0F; ++n) {
      const float next = x * x - y * y + x0;
      y = 2.0F * x * y + y0;
      x = next;
    }
    return n;
  };
  return {"mandelbrot",
          kMandelbrot,
          Words(kSize * kSize),
          {{kSize * kSize / kGroup, {kSize, kMax}}},
          [=](const Words& result) {
            std::size_t wrong = 0;
            for (std::uint32_t i = 0; i < result.size(); ++i) wrong += result[i] != wanted(i);
            return wrong < result.size() / 100;
          }};
}

VulkanProgram walk() {
  constexpr std::uint32_t kCount = 1 << 16, kSteps = 200;
  Words input(2 * kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) input[i] = (i * 40503U + 12345U) % kCount;
  Words wanted = input;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    std::uint32_t at = i;
    for (std::uint32_t k = 0; k < kSteps; ++k) at = input[at];
    wanted[kCount + i] = at;
  }
  return {"walk", kWalk, std::move(input), {{kCount / kGroup, {kCount, kSteps}}}, [=](const Words& result) {
            return result == wanted;
          }};
}

// A wave: its transform has one bin that is not zero.
VulkanProgram fft() {
  constexpr std::uint32_t kLength = 1 << 16, kFrequency = 5;
  Words input(4 * kLength);
  for (std::uint32_t i = 0; i < kLength; ++i) {
    const double turn = 2 * M_PI * kFrequency * i / kLength;
    input[2 * i] = std::bit_cast<std::uint32_t>(static_cast<float>(std::cos(turn)));
    input[2 * i + 1] = std::bit_cast<std::uint32_t>(static_cast<float>(std::sin(turn)));
  }
  std::vector<Dispatch> passes;
  std::uint32_t from = 0, to = 2 * kLength;
  for (std::uint32_t done = 1; done < kLength; done *= 2) {
    passes.push_back({kLength / 2 / kGroup, {kLength, done, from, to}});
    std::swap(from, to);
  }
  return {"fft", kFft, std::move(input), std::move(passes), [from](const Words& result) {
            double largest = 0;
            for (std::uint32_t i = 0; i < kLength; ++i) {
              const double want = i == kFrequency ? kLength : 0;
              largest = std::max(largest, std::hypot(std::bit_cast<float>(result[from + 2 * i]) - want,
                                                     std::bit_cast<float>(result[from + 2 * i + 1])));
            }
            return largest < 1e-4 * kLength;
          }};
}

VulkanProgram sort() {
  constexpr std::uint32_t kCount = 1 << 14;
  Words input = random_words(kCount);
  Words wanted = input;
  std::ranges::sort(wanted);
  std::vector<Dispatch> passes;
  for (std::uint32_t run = 2; run <= kCount; run *= 2)
    for (std::uint32_t distance = run / 2; distance > 0; distance /= 2)
      passes.push_back({kCount / kGroup, {run, distance}});
  return {"sort", kSort, std::move(input), std::move(passes), [=](const Words& result) { return result == wanted; }};
}

VulkanProgram reduce() {
  constexpr std::uint32_t kCount = 1 << 20, kEach = 16 * kGroup;
  Words input = random_words(kCount);
  input.resize(kCount + kCount / kEach);
  Words wanted = input;
  for (std::uint32_t i = 0; i < kCount; ++i)
    wanted[kCount + i / kEach] = (i % kEach == 0 ? 0 : wanted[kCount + i / kEach]) + input[i];
  return {"reduce", kReduce, std::move(input), {{kCount / kEach, {kCount}}}, [=](const Words& result) {
            return result == wanted;
          }};
}

// Small whole numbers, so that sums are exact.
VulkanProgram matmul() {
  constexpr std::uint32_t kSize = 192;
  Words input = random_words(3 * kSize * kSize);
  for (std::uint32_t& word : input) word = std::bit_cast<std::uint32_t>(static_cast<float>(word % 16));
  Words wanted = input;
  for (std::uint32_t row = 0; row < kSize; ++row) {
    for (std::uint32_t column = 0; column < kSize; ++column) {
      float sum = 0;
      for (std::uint32_t k = 0; k < kSize; ++k)
        sum += std::bit_cast<float>(input[row * kSize + k]) * std::bit_cast<float>(input[(kSize + k) * kSize + column]);
      wanted[(2 * kSize + row) * kSize + column] = std::bit_cast<std::uint32_t>(sum);
    }
  }
  return {"matmul", kMatmul, std::move(input), {{kSize * kSize / kGroup, {kSize}}}, [=](const Words& result) {
            return result == wanted;
          }};
}

VulkanProgram dispatches() {
  constexpr std::uint32_t kCount = 1 << 12, kTimes = 500;
  Words input = random_words(kCount);
  Words wanted = input;
  std::vector<Dispatch> each;
  for (std::uint32_t i = 0; i < kTimes; ++i) {
    each.push_back({kCount / kGroup, {i}});
    for (std::uint32_t& word : wanted) word = word * 1664525U + i;
  }
  return {"dispatches", kDispatches, std::move(input), std::move(each),
          [=](const Words& result) { return result == wanted; }};
}

VulkanProgram alone() {
  constexpr std::uint32_t kRounds = 20'000'000;
  const auto wanted = [] {
    std::uint32_t x = 1;
    for (std::uint32_t k = 0; k < kRounds; ++k) x = (x & 1) != 0 ? x * 1664525U + 1013904223U : x ^ (k + (x >> 7));
    return x;
  };
  return {"alone", kAlone, {1}, {{1, {kRounds}}}, [=](const Words& result) { return result[0] == wanted(); }};
}

}  // namespace

std::vector<VulkanProgram> vulkan_programs() {
  return {each_word("squares", kSquares, 1 << 12, 0, square),
          mandelbrot(),
          each_word("branches", kBranches, 1 << 16, 300, branch),
          walk(),
          fft(),
          sort(),
          reduce(),
          matmul(),
          each_word("hash", kHash, 1 << 18, 64, hash),
          dispatches(),
          alone()};
}

}  // namespace bench
