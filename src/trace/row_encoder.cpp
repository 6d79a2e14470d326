#include "trace/row_encoder.h"

#include <algorithm>
#include <cstring>

#include "trace/parquet.h"

namespace eugene::trace {
namespace {

using parquet::kColumns;

// Definition levels: of a row without a list, and of an element of a list.
constexpr std::uint8_t kNoList = 0;
constexpr std::uint8_t kElement = 2;

void put_levels(std::string& to, std::span<const std::uint8_t> levels, unsigned width) {
  const std::size_t at = to.size();
  to.resize(at + sizeof(std::uint32_t));
  put_runs(to, levels, width);
  const auto size = static_cast<std::uint32_t>(to.size() - at - sizeof(std::uint32_t));
  std::memcpy(to.data() + at, &size, sizeof(size));
}

}  // namespace

bool RowEncoder::is_full() const {
  return rows_ >= parquet::kGroupRows || repetition_.size() >= parquet::kGroupLevels - kStaged * parquet::kMostLanes;
}

std::size_t RowEncoder::add(const GroupRecords& groups, std::size_t begin) {
  if (begin == 0) thread_ = thread_end_ = next_listed_ = 0;
  std::size_t i = begin;
  for (; i < groups.records.size() && !(staged_rows_ == 0 && is_full()); ++i, ++rows_) {
    if (i == thread_end_) thread_end_ += groups.threads[thread_++].records;
    const GroupRecords::Thread& thread = groups.threads[thread_ - 1];
    const Record& record = groups.records[i];
    const bool is_listed = record.stride == kListed;
    const auto put = [&](Column column, auto value) {
      staged_[static_cast<std::size_t>(column)][staged_rows_] = static_cast<std::int64_t>(value);
    };
    put(Column::launch, groups.launch);
    put(Column::group, thread.group);
    put(Column::thread, thread.number);
    put(Column::executed, record.executed);
    put(Column::phase, record.phase);
    put(Column::ip, record.ip);
    put(Column::kind, record.kind);
    put(Column::path, record.path);
    put(Column::mask, record.mask);
    put(Column::lanes, record.lanes);
    put(Column::bytes, record.bytes);
    put(Column::address, record.address);
    put(Column::stride, is_listed ? 0 : record.stride);
    if (is_listed) {
      const auto list = std::span(groups.listed).subspan(next_listed_, record.lanes);
      next_listed_ += list.size();
      listed_.add({reinterpret_cast<const std::int64_t*>(list.data()), list.size()});
      repetition_.push_back(0);
      repetition_.resize(repetition_.size() + list.size() - 1, 1);
      definition_.resize(definition_.size() + list.size(), kElement);
    } else {
      repetition_.push_back(0);
      definition_.push_back(kNoList);
    }
    if (++staged_rows_ == kStaged) encode_staged();
  }
  return i;
}

void RowEncoder::encode_staged() {
  for (std::size_t column = 0; column < kColumnCount; ++column) {
    const auto values = std::span(staged_[column]).first(staged_rows_);
    if (kColumns[column].names.empty()) {
      numbers_[column].add(values);
      continue;
    }
    std::vector<std::uint8_t>& numbers = names_[column];
    numbers.resize(numbers.size() + values.size());
    std::ranges::transform(values, numbers.end() - static_cast<std::ptrdiff_t>(values.size()),
                           [](std::int64_t value) { return static_cast<std::uint8_t>(value); });
  }
  staged_rows_ = 0;
}

void RowEncoder::end_column(Column column, std::string& to) {
  encode_staged();
  const auto number = static_cast<std::size_t>(column);
  if (kColumns[number].names.empty()) return numbers_[number].end(to);
  to.push_back(static_cast<char>(parquet::kNameBits));
  put_runs(to, names_[number], parquet::kNameBits);
  names_[number].clear();
}

std::size_t RowEncoder::end_lists(std::string& to) {
  const std::size_t levels = repetition_.size();
  put_levels(to, repetition_, 1);
  put_levels(to, definition_, 2);
  listed_.end(to);
  repetition_.clear();
  definition_.clear();
  rows_ = 0;
  return levels;
}

}  // namespace eugene::trace
