#include "jit/record/registers.h"

#include <algorithm>
#include <numeric>

namespace eugene::jit {
namespace {

const llvm::Align kCellAlign{eu::kGrfBytes};

llvm::Type* integers(Builder& ir, unsigned bytes, unsigned count) {
  return llvm::FixedVectorType::get(ir.getIntNTy(bytes * 8), count);
}
bool all_equal(std::span<const unsigned> places) {
  return std::ranges::all_of(places, [&](unsigned place) { return place == places[0]; });
}
bool is_packed(std::span<const unsigned> places, unsigned bytes) {
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i] != places[0] + i * bytes) return false;
  return true;
}
// Where a flag register has an element.
struct FlagPart {
  unsigned index = 0;  // the flag register
  unsigned bit = 0;    // the element's first bit
};
// Returns the part of a flag register that `places` name, if they all name the same part; otherwise nothing. Code for
// Gen12 saves and restores halves of flag registers in loops.
std::optional<FlagPart> flag_at(std::span<const unsigned> places, unsigned bytes) {
  constexpr auto kFlags = static_cast<unsigned>(offsetof(eu::Thread, flag));
  constexpr unsigned kFlagBytes = 4, kFlagCount = 2;
  if (places[0] < kFlags || places[0] % bytes != 0 || bytes > kFlagBytes || !all_equal(places)) return std::nullopt;
  const unsigned offset = places[0] - kFlags;
  if (offset >= kFlagCount * kFlagBytes) return std::nullopt;
  return FlagPart{offset / kFlagBytes, offset % kFlagBytes * 8};
}
constexpr unsigned flag_offset(unsigned index) { return static_cast<unsigned>(offsetof(eu::Thread, flag)) + index * 4; }

}  // namespace

// Whether the cells are the parts of one value, in order.
bool Registers::is_whole(unsigned first, unsigned count) const {
  llvm::Value* value = cells_[first].value;
  if (value == nullptr || count_lanes(value) != 8 * count) return false;
  for (unsigned i = 0; i < count; ++i)
    if (cells_[first + i].value != value || cells_[first + i].part != i) return false;
  return true;
}

void Registers::load(unsigned first, unsigned count) {
  llvm::Value* value = ir_.CreateAlignedLoad(cells_type(count), in_thread(eu::offset_of_cell(first)), kCellAlign);
  bool dirty = false;
  const auto begin = scalars_.lower_bound(eu::offset_of_cell(first));
  const auto end = scalars_.lower_bound(eu::offset_of_cell(first) + count * eu::kGrfBytes);
  for (auto each = begin; each != end; ++each) {
    const auto& [place, scalar] = *each;
    const unsigned index = (place - eu::offset_of_cell(first)) / scalar.bytes;
    value = ir_.CreateBitCast(value, integers(ir_, scalar.bytes, count * eu::kGrfBytes / scalar.bytes));
    value = ir_.CreateInsertElement(value, scalar.value, std::uint64_t{index});
    dirty |= scalar.dirty;
  }
  scalars_.erase(begin, end);
  value = ir_.CreateBitCast(value, cells_type(count));
  for (unsigned i = 0; i < count; ++i) cells_[first + i] = {value, i, dirty};
}

// Returns the scalar for an element, creating an empty one if needed. Null if the element overlaps a cached value.
Registers::Scalar* Registers::scalar(unsigned place, unsigned bytes) {
  const auto index = keeps_scalars_ ? eu::cell_at(place) : std::nullopt;
  if (!index || *index >= cells_.size() || cells_[*index].value != nullptr) return nullptr;
  auto next = scalars_.lower_bound(place);
  if (next != scalars_.end() && next->first == place && next->second.bytes == bytes) return &next->second;
  if (next != scalars_.end() && next->first < place + bytes) return nullptr;
  if (next != scalars_.begin() && std::prev(next)->first + std::prev(next)->second.bytes > place) return nullptr;
  return &scalars_.try_emplace(next, place, Scalar{.bytes = bytes})->second;
}

llvm::Value* Registers::cell(unsigned index) {
  Cell& known = cells_[index];
  if (known.value == nullptr) load(index, 1);
  if (count_lanes(known.value) == 8) return known.value;
  std::array<int, 8> order;
  std::iota(order.begin(), order.end(), static_cast<int>(8 * known.part));
  return ir_.CreateShuffleVector(known.value, order);
}

llvm::Value* Registers::cells(unsigned first, unsigned count) {
  if (count == 1) return cell(first);
  if (is_whole(first, count)) return cells_[first].value;
  std::vector<llvm::Value*> parts;
  for (unsigned i = 0; i < count;) {
    const unsigned index = first + i;
    if (i + 1 < count && is_whole(index, 2)) {
      parts.push_back(cells_[index].value);
      i += 2;
    } else if (count % 2 == 0 && i % 2 == 0 && cells_[index].value == nullptr && cells_[index + 1].value == nullptr) {
      load(index, 2);
      parts.push_back(cells_[index].value);
      i += 2;
    } else if (count % 2 == 0 && i % 2 == 0) {
      parts.push_back(concatenated(ir_, {cell(index), cell(index + 1)}));
      i += 2;
    } else {
      parts.push_back(cell(index));
      i += 1;
    }
  }
  // All parts must have the same size: pairs or single cells.
  const bool mixed =
      std::ranges::any_of(parts, [&](llvm::Value* part) { return count_lanes(part) != count_lanes(parts[0]); });
  if (mixed) {
    parts.clear();
    for (unsigned i = 0; i < count; ++i) parts.push_back(cell(first + i));
  }
  return concatenated(ir_, std::move(parts));
}

void Registers::set_cells(unsigned first, unsigned count, llvm::Value* value) {
  llvm::Value* dwords = ir_.CreateBitCast(value, cells_type(count));
  scalars_.erase(scalars_.lower_bound(eu::offset_of_cell(first)),
                 scalars_.lower_bound(eu::offset_of_cell(first) + count * eu::kGrfBytes));
  if (count <= 2) {
    for (unsigned i = 0; i < count; ++i) cells_[first + i] = {dwords, i, true};
    return;
  }
  // The largest host register has two cells.
  std::array<int, 16> order;
  for (unsigned i = 0; i < count; i += 2) {
    const unsigned length = std::min(2U, count - i);
    std::iota(order.begin(), order.end(), static_cast<int>(8 * i));
    set_cells(first + i, length, ir_.CreateShuffleVector(dwords, llvm::ArrayRef(order).take_front(8 * length)));
  }
}

std::optional<Registers::Span> Registers::find_span(std::span<const unsigned> places, unsigned bytes) const {
  const auto first = eu::cell_at(*std::ranges::min_element(places));
  const auto last = eu::cell_at(*std::ranges::max_element(places) + bytes - 1);
  if (!first || !last || *last >= cells_.size() || (*first < eu::kCellCount) != (*last < eu::kCellCount))
    return std::nullopt;
  return Span{*first, *last};
}

llvm::Value* Registers::gather(std::span<const unsigned> places, unsigned bytes) {
  if (const auto part = flag_at(places, bytes)) {
    llvm::Value* bits = ir_.CreateTrunc(ir_.CreateLShr(flag(part->index), part->bit), ir_.getIntNTy(bytes * 8));
    return ir_.CreateVectorSplat(static_cast<unsigned>(places.size()), bits);
  }
  if (all_equal(places)) {
    if (Scalar* known = scalar(places[0], bytes)) {
      if (known->value == nullptr)
        known->value = ir_.CreateAlignedLoad(ir_.getIntNTy(bytes * 8), in_thread(places[0]), llvm::Align(bytes));
      return ir_.CreateVectorSplat(static_cast<unsigned>(places.size()), known->value);
    }
  }
  const auto span = find_span(places, bytes);
  if (!span) return gather_each(places, bytes);
  const auto [first, last] = *span;
  const unsigned count = last - first + 1;
  const auto elements = static_cast<unsigned>(count * eu::kGrfBytes / bytes);
  if (places.size() == elements && is_packed(places, bytes))
    return ir_.CreateBitCast(cells(first, count), integers(ir_, bytes, elements));
  std::vector<llvm::Value*> parts;
  for (unsigned index = first; index <= last; ++index) {
    const bool used = std::ranges::any_of(places, [&](unsigned place) { return eu::cell_at(place) == index; });
    parts.push_back(used ? cell(index) : llvm::PoisonValue::get(cells_type(1)));
  }
  llvm::Value* all = concatenated(ir_, std::move(parts));
  all = ir_.CreateBitCast(all, integers(ir_, bytes, count_lanes(all) * 4 / bytes));
  std::vector<int> order;
  for (const unsigned place : places) order.push_back(static_cast<int>((place - eu::offset_of_cell(first)) / bytes));
  return ir_.CreateShuffleVector(all, order);
}

void Registers::scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements) {
  if (const auto part = flag_at(places, bytes))
    return set_flag_part(part->index, part->bit, ir_.CreateExtractElement(elements, places.size() - 1));
  if (places.size() == 1) {
    if (Scalar* known = scalar(places[0], bytes)) {
      known->value = ir_.CreateExtractElement(elements, std::uint64_t{0});
      known->dirty = true;
      return;
    }
  }
  const auto span = find_span(places, bytes);
  if (!span) return scatter_each(places, bytes, elements);
  const auto [first, last] = *span;
  const unsigned per_cell = eu::kGrfBytes / bytes;
  if (places.size() == (last - first + 1) * per_cell && is_packed(places, bytes))
    return set_cells(first, last - first + 1, elements);
  for (unsigned index = first; index <= last; ++index) {
    // Find which element, if any, goes to each position of the cell.
    std::vector<int> lands(per_cell, -1);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (eu::cell_at(places[i]) == index) lands[places[i] % eu::kGrfBytes / bytes] = static_cast<int>(i);
    }
    const auto missing = static_cast<std::size_t>(std::ranges::count(lands, -1));
    if (missing == per_cell) continue;
    llvm::Value* fresh = ir_.CreateShuffleVector(elements, lands);
    if (missing != 0) {
      std::vector<int> blend(per_cell);
      for (unsigned i = 0; i < per_cell; ++i) blend[i] = static_cast<int>(lands[i] < 0 ? i : per_cell + i);
      fresh = ir_.CreateShuffleVector(ir_.CreateBitCast(cell(index), fresh->getType()), fresh, blend);
    }
    set_cells(index, 1, fresh);
  }
}

// Writes the integer `bits` to a flag register, from bit `bit` of the register on. Keeps the register's other bits.
void Registers::set_flag_part(unsigned index, unsigned bit, llvm::Value* bits) {
  constexpr unsigned kFlagBits = 32;
  const unsigned count = bits->getType()->getIntegerBitWidth();
  if (count == kFlagBits) return set_flag(index, bits);
  const llvm::APInt replaced = llvm::APInt::getBitsSet(kFlagBits, bit, bit + count);
  llvm::Value* kept = ir_.CreateAnd(flag(index), llvm::ConstantInt::get(ir_.getContext(), ~replaced));
  set_flag(index, ir_.CreateOr(kept, ir_.CreateShl(ir_.CreateZExt(bits, ir_.getInt32Ty()), bit)));
}

llvm::Value* Registers::gather_each(std::span<const unsigned> places, unsigned bytes) {
  write_back_for(places);
  llvm::Type* element = ir_.getIntNTy(bytes * 8);
  llvm::Type* elements = integers(ir_, bytes, static_cast<unsigned>(places.size()));
  if (is_packed(places, bytes)) return ir_.CreateAlignedLoad(elements, in_thread(places[0]), llvm::Align(1));
  llvm::Value* result = llvm::PoisonValue::get(elements);
  for (std::size_t i = 0; i < places.size(); ++i)
    result = ir_.CreateInsertElement(result, ir_.CreateAlignedLoad(element, in_thread(places[i]), llvm::Align(1)), i);
  return result;
}
void Registers::scatter_each(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements) {
  const bool all_small = write_back_for(places);
  if (is_packed(places, bytes)) {
    ir_.CreateAlignedStore(elements, in_thread(places[0]), llvm::Align(1));
  } else {
    for (std::size_t i = 0; i < places.size(); ++i)
      ir_.CreateAlignedStore(ir_.CreateExtractElement(elements, i), in_thread(places[i]), llvm::Align(1));
  }
  if (!all_small) forget_cells();
  flags_ = {};
}

// Writes back what elements at `places` may be part of. Returns true if these are only flags and other registers that
// are smaller than a cell.
bool Registers::write_back_for(std::span<const unsigned> places) {
  const bool all_small = std::ranges::none_of(places, [](unsigned place) { return eu::cell_at(place).has_value(); });
  if (all_small)
    write_back_flags();
  else
    write_back();
  return all_small;
}

llvm::Value* Registers::flag(unsigned index) {
  if (flags_[index].value == nullptr)
    flags_[index] = {ir_.CreateLoad(ir_.getInt32Ty(), in_thread(flag_offset(index))), false};
  return flags_[index].value;
}

void Registers::write_back_aside() {
  for (unsigned i = 0; i < cells_.size(); ++i) {
    if (!cells_[i].dirty || !live_[i]) continue;
    const bool pair = i + 1 < cells_.size() && is_whole(i, 2) && cells_[i + 1].dirty && live_[i + 1];
    ir_.CreateAlignedStore(cells(i, pair ? 2 : 1), in_thread(eu::offset_of_cell(i)), kCellAlign);
    if (pair) ++i;
  }
  for (const auto& [place, scalar] : scalars_)
    if (scalar.dirty && live_[*eu::cell_at(place)])
      ir_.CreateAlignedStore(scalar.value, in_thread(place), llvm::Align(scalar.bytes));
  store_flags();
}
void Registers::write_back() {
  write_back_aside();
  for (Cell& cell : cells_) cell.dirty = false;
  for (auto& [place, scalar] : scalars_) scalar.dirty = false;
  for (Flag& flag : flags_) flag.dirty = false;
}
void Registers::write_back_flags() {
  store_flags();
  for (Flag& flag : flags_) flag.dirty = false;
}
void Registers::store_flags() {
  for (unsigned i = 0; i < flags_.size(); ++i)
    if (flags_[i].dirty) ir_.CreateStore(flags_[i].value, in_thread(flag_offset(i)));
}

void Registers::forget() {
  forget_cells();
  flags_ = {};
}
void Registers::forget_cells() {
  std::ranges::fill(cells_, Cell{});
  scalars_.clear();
}
}  // namespace eugene::jit
