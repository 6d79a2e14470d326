#include "jit/registers.h"

#include <algorithm>
#include <numeric>

namespace eugene::jit {
namespace {

llvm::Type* integers(Builder& ir, unsigned bytes, unsigned count) {
  return llvm::FixedVectorType::get(ir.getIntNTy(bytes * 8), count);
}
unsigned count_of(llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

}  // namespace

llvm::Value* concatenated(Builder& ir, std::vector<llvm::Value*> parts) {
  while (parts.size() > 1) {
    if (parts.size() % 2 != 0) parts.push_back(llvm::PoisonValue::get(parts.back()->getType()));
    std::vector<llvm::Value*> pairs;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      std::vector<int> order(count_of(parts[i]) * 2);
      std::iota(order.begin(), order.end(), 0);
      pairs.push_back(ir.CreateShuffleVector(parts[i], parts[i + 1], order));
    }
    parts = std::move(pairs);
  }
  return parts.front();
}

Registers::Registers(Builder& ir, llvm::Value* thread) : ir_(ir), thread_(thread) {
  for (llvm::Value*& cell : cells_) cell = ir_.CreateAlloca(cell_type());
  for (llvm::Value*& flag : flags_) flag = ir_.CreateAlloca(ir_.getInt32Ty());
}

llvm::Value* Registers::cell(unsigned index, unsigned bytes) {
  llvm::Value* value = ir_.CreateLoad(cell_type(), cells_[index]);
  return ir_.CreateBitCast(value, integers(ir_, bytes, eu::kGrfBytes / bytes));
}
void Registers::set_cell(unsigned index, llvm::Value* value) {
  ir_.CreateStore(ir_.CreateBitCast(value, cell_type()), cells_[index]);
}

llvm::Value* Registers::gather(std::span<const unsigned> places, unsigned bytes) {
  const unsigned first = *std::ranges::min_element(places) / eu::kGrfBytes;
  const unsigned last = *std::ranges::max_element(places) / eu::kGrfBytes;
  std::vector<llvm::Value*> parts;
  for (unsigned index = first; index <= last; ++index) {
    const bool used = std::ranges::any_of(places, [&](unsigned place) { return place / eu::kGrfBytes == index; });
    parts.push_back(used ? cell(index, bytes) : llvm::PoisonValue::get(integers(ir_, bytes, eu::kGrfBytes / bytes)));
  }
  llvm::Value* all = concatenated(ir_, std::move(parts));
  std::vector<int> order;
  for (const unsigned place : places) order.push_back(static_cast<int>((place - first * eu::kGrfBytes) / bytes));
  return ir_.CreateShuffleVector(all, order);
}

void Registers::scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements) {
  const unsigned per_cell = eu::kGrfBytes / bytes;
  std::vector<unsigned> touched;
  for (const unsigned place : places) touched.push_back(place / eu::kGrfBytes);
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const unsigned index : touched) {
    // Which element lands on each position of the cell, or none.
    std::vector<int> lands(per_cell, -1);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] / eu::kGrfBytes == index) lands[places[i] % eu::kGrfBytes / bytes] = static_cast<int>(i);
    }
    llvm::Value* fresh = ir_.CreateShuffleVector(elements, lands);
    if (std::ranges::find(lands, -1) == lands.end()) {
      set_cell(index, fresh);
      continue;
    }
    std::vector<int> blend(per_cell);
    for (unsigned i = 0; i < per_cell; ++i) blend[i] = static_cast<int>(lands[i] < 0 ? i : per_cell + i);
    set_cell(index, ir_.CreateShuffleVector(cell(index, bytes), fresh, blend));
  }
}

void Registers::load_cells(unsigned begin, unsigned end) {
  for (unsigned index = begin / eu::kGrfBytes; index * eu::kGrfBytes < end; ++index) {
    set_cell(index, ir_.CreateAlignedLoad(cell_type(), in_thread(index * eu::kGrfBytes), llvm::Align(eu::kGrfBytes)));
  }
}
void Registers::save_cells(unsigned begin, unsigned end) {
  for (unsigned index = begin / eu::kGrfBytes; index * eu::kGrfBytes < end; ++index) {
    ir_.CreateAlignedStore(cell(index, 4), in_thread(index * eu::kGrfBytes), llvm::Align(eu::kGrfBytes));
  }
}
void Registers::load_flags() {
  for (unsigned i = 0; i < flags_.size(); ++i)
    set_flag(i, ir_.CreateLoad(ir_.getInt32Ty(), in_thread(static_cast<unsigned>(offsetof(eu::Thread, flag)) + i * 4)));
}
void Registers::save_flags() {
  for (unsigned i = 0; i < flags_.size(); ++i)
    ir_.CreateStore(flag(i), in_thread(static_cast<unsigned>(offsetof(eu::Thread, flag)) + i * 4));
}
void Registers::load_all() {
  load_cells(0, kAccumulatorsEnd);
  load_flags();
}
void Registers::save_all() {
  save_cells(0, kAccumulatorsEnd);
  save_flags();
}

}  // namespace eugene::jit
