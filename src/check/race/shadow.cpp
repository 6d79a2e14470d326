#include "check/race/shadow.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace eugene::check {
namespace {

constexpr unsigned kDword = 4;
constexpr unsigned kDwordShift = 2;

Mark of_byte(const Mark& mark, unsigned byte) {
  Mark found = mark.at(byte);
  found.shift = Mark::kSameChannels;
  return found;
}

}  // namespace

// A cell has one set of channels for all its bytes. So bytes and words of single channels need cells of one byte,
// whether they belong to the access that splits the row or to an earlier access that the row keeps.
unsigned Row::split(unsigned offset, unsigned count, unsigned shift, std::size_t& bytes) {
  const bool is_of_dwords = (offset | count) % kDword == 0 && shift >= kDwordShift;
  const unsigned wanted = is_of_dwords && (piece_ != 0 || fits_dwords()) ? kDword : 1;
  if (piece_ == 0 || wanted < piece_) make_cells(wanted, bytes);
  return piece_;
}

bool Row::fits_dwords() const {
  return write.shift >= kDwordShift &&
         std::ranges::all_of(reads, [](const Mark& read) { return read.shift >= kDwordShift; });
}

void Row::make_cells(unsigned piece, std::size_t& bytes) {
  std::unique_ptr<Cell[]> cells;
  if (piece_ == 0 && kept_ == piece) {
    cells = std::move(cells_);
  } else {
    cells = std::make_unique<Cell[]>(kBytes / piece);
    bytes += kBytes / piece * sizeof(Cell);
  }
  for (unsigned byte = 0; byte < kBytes; byte += piece)
    cells[byte / piece] = piece_ == 0 ? find_cell(byte, piece) : find_part(byte);
  cells_ = std::move(cells);
  piece_ = kept_ = static_cast<std::uint8_t>(piece);
}

Cell Row::find_cell(unsigned byte, unsigned piece) const {
  Cell cell{.write = of_byte(write, byte), .reads = {of_byte(reads[0], byte), of_byte(reads[1], byte)}};
  std::memcpy(&cell.value, &values[byte], piece);
  return cell;
}

// Returns the cell for one byte of a larger cell.
Cell Row::find_part(unsigned byte) {
  Cell cell = at(byte);
  cell.value = cell.value >> 8 * (byte % piece_) & 0xFF;
  return cell;
}

void Row::join(const Mark& last, const Values& written) {
  write = last;
  reads = {};
  values = written;
  piece_ = 0;
}

std::uint32_t Shadow::begin_dispatch() {
  has_refused_ = false;
  if (bytes_ > kMaxKept || dispatch_ == ~std::uint32_t{0}) {
    for (Part& part : parts_) part.pages.clear();
    bytes_ = dispatch_ = 0;
  }
  return ++dispatch_;
}

std::unique_ptr<Shadow> Shadows::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return std::make_unique<Shadow>();
  std::unique_ptr<Shadow> shadow = std::move(free_.back());
  free_.pop_back();
  return shadow;
}

void Shadows::give_back(std::unique_ptr<Shadow> shadow) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(shadow));
}

ShadowPage* Shadow::page(std::uint64_t number) {
  Part& part = parts_[number % parts_.size()];
  const std::scoped_lock lock(part.mutex);
  auto found = part.pages.find(number);
  if (found == part.pages.end()) {
    if (bytes_.fetch_add(sizeof(ShadowPage), std::memory_order_relaxed) >= kMaxBytes) {
      has_refused_.store(true, std::memory_order_relaxed);
      return nullptr;
    }
    found = part.pages.emplace(number, std::make_unique<ShadowPage>()).first;
  }
  return found->second.get();
}

}  // namespace eugene::check
