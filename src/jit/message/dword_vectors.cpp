#include "jit/message/dword_vectors.h"

#include <bit>

namespace eugene::jit {
namespace {

constexpr unsigned kGroup = 8;  // channels that are transposed together
constexpr unsigned kQuad = 4;

// Returns a shuffle of two vectors of eight elements: pairs of `width` elements, from the first or the second half of
// each group of `group` elements.
std::vector<int> interleaved(unsigned width, unsigned group, bool second) {
  std::vector<int> order;
  for (unsigned first = second ? group / 2 : 0; first < 8; first += group)
    for (unsigned at = first; at < first + group / 2; at += width)
      for (const unsigned vector : {0U, 8U})
        for (unsigned i = 0; i < width; ++i) order.push_back(static_cast<int>(vector + at + i));
  return order;
}

// Transposes the lower and the upper halves of four vectors separately. Each is a 4 x 4 matrix.
void transpose_halves(Builder& ir, std::array<llvm::Value*, kQuad>& vectors) {
  const auto shuffle = [&](llvm::Value* a, llvm::Value* b, unsigned width, bool second) {
    return ir.CreateShuffleVector(a, b, interleaved(width, kQuad, second));
  };
  const std::array<llvm::Value*, kQuad> pairs{
      shuffle(vectors[0], vectors[1], 1, false), shuffle(vectors[0], vectors[1], 1, true),
      shuffle(vectors[2], vectors[3], 1, false), shuffle(vectors[2], vectors[3], 1, true)};
  vectors = {shuffle(pairs[0], pairs[2], 2, false), shuffle(pairs[0], pairs[2], 2, true),
             shuffle(pairs[1], pairs[3], 2, false), shuffle(pairs[1], pairs[3], 2, true)};
}

// Returns `count` elements of `vector`, from `first` on, every `step`.
llvm::Value* take(Builder& ir, llvm::Value* vector, unsigned first, unsigned count, unsigned step = 1) {
  std::vector<int> order;
  for (unsigned i = 0; i < count; ++i) order.push_back(static_cast<int>(first + i * step));
  return ir.CreateShuffleVector(vector, order);
}

}  // namespace

bool has_dword_vectors(const ElementAccess& access) {
  const unsigned parts = access.parts();
  return access.bytes == 4 && parts > 1 && parts <= kQuad && access.lanes % kGroup == 0 &&
         access.chosen == (1U << parts) - 1;
}

llvm::Value* load_dwords(Builder& ir, llvm::Value* host, unsigned dwords) {
  llvm::Type* dword = ir.getInt32Ty();
  const bool is_odd = dwords == 3;  // the dword after the third one may not exist
  auto* type = llvm::FixedVectorType::get(dword, is_odd ? 2 : dwords);
  llvm::Value* vector = ir.CreateAlignedLoad(type, host, llvm::Align(1));
  if (!is_odd) return vector;
  llvm::Value* last = ir.CreateAlignedLoad(dword, ir.CreateConstGEP1_32(dword, host, 2), llvm::Align(1));
  return ir.CreateInsertElement(ir.CreateShuffleVector(vector, {0, 1, -1, -1}), last, 2);
}

void store_dwords(Builder& ir, llvm::Value* host, llvm::Value* vector, unsigned dwords) {
  if (dwords != 3) {
    ir.CreateAlignedStore(vector, host, llvm::Align(1));
    return;
  }
  ir.CreateAlignedStore(take(ir, vector, 0, 2), host, llvm::Align(1));
  llvm::Value* place = ir.CreateConstGEP1_32(ir.getInt32Ty(), host, 2);
  ir.CreateAlignedStore(ir.CreateExtractElement(vector, 2), place, llvm::Align(1));
}

std::vector<llvm::Value*> to_registers(Builder& ir, std::span<llvm::Value* const> of_channels, unsigned dwords) {
  std::vector<llvm::Value*> found;
  if (dwords == 2) {
    llvm::Value* all = concatenated(ir, {of_channels.begin(), of_channels.end()});
    for (unsigned i = 0; i < dwords; ++i)
      found.push_back(take(ir, all, i, static_cast<unsigned>(of_channels.size()), dwords));
    return found;
  }
  std::array<std::vector<llvm::Value*>, kQuad> groups;
  for (std::size_t first = 0; first < of_channels.size(); first += kGroup) {
    std::array<llvm::Value*, kQuad> vectors{};
    for (unsigned i = 0; i < kQuad; ++i)
      vectors[i] = concatenated(ir, {of_channels[first + i], of_channels[first + i + kQuad]});
    transpose_halves(ir, vectors);
    for (unsigned i = 0; i < kQuad; ++i) groups[i].push_back(vectors[i]);
  }
  for (unsigned i = 0; i < dwords; ++i) found.push_back(concatenated(ir, std::move(groups[i])));
  return found;
}

std::vector<llvm::Value*> to_dword_vectors(Builder& ir, std::span<llvm::Value* const> registers) {
  const auto dwords = static_cast<unsigned>(registers.size());
  const unsigned channels = count_lanes(registers[0]);
  std::vector<llvm::Value*> found;
  if (dwords == 2) {
    std::vector<int> order;
    for (unsigned i = 0; i < channels * dwords; ++i)
      order.push_back(static_cast<int>(i % dwords * channels + i / dwords));
    llvm::Value* all = ir.CreateShuffleVector(registers[0], registers[1], order);
    for (unsigned i = 0; i < channels; ++i) found.push_back(take(ir, all, i * dwords, dwords));
    return found;
  }
  for (unsigned first = 0; first < channels; first += kGroup) {
    std::array<llvm::Value*, kQuad> vectors{};
    vectors.fill(llvm::PoisonValue::get(llvm::FixedVectorType::get(ir.getInt32Ty(), kGroup)));
    for (unsigned i = 0; i < dwords; ++i) vectors[i] = take(ir, registers[i], first, kGroup);
    transpose_halves(ir, vectors);
    for (unsigned i = 0; i < kGroup; ++i) found.push_back(take(ir, vectors[i % kQuad], i / kQuad * kQuad, kQuad));
  }
  return found;
}

// Transposes eight vectors of eight elements.
void transpose(Builder& ir, std::span<llvm::Value*, 8> vectors) {
  const auto step = [&](unsigned distance, unsigned width, unsigned group) {
    for (unsigned i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      llvm::Value* a = vectors[i];
      llvm::Value* b = vectors[i + distance];
      vectors[i] = ir.CreateShuffleVector(a, b, interleaved(width, group, false));
      vectors[i + distance] = ir.CreateShuffleVector(a, b, interleaved(width, group, true));
    }
  };
  step(1, 1, 4);  // AVX2 shuffles within halves of four dwords
  step(2, 2, 4);
  step(4, 4, 8);
  std::swap(vectors[1], vectors[2]);
  std::swap(vectors[5], vectors[6]);
}

}  // namespace eugene::jit
