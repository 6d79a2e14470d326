#include "accesses/row_encoder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "accesses/parquet.h"

namespace eugene::accesses {
namespace {

using parquet::kColumns;

// Definition levels of a row without a list, and of an element of a list.
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

std::uint32_t RowEncoder::Names::intern(const std::string& name) {
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(all_.size());
  all_.push_back(name);
  numbers_.emplace(all_.back(), number);
  return number;
}

std::vector<std::string_view> RowEncoder::list_names(Column column) const {
  const Names& names = column == Column::kernel ? kernels_ : column == Column::source ? sources_ : buffers_;
  return {names.all().begin(), names.all().end()};
}

void RowEncoder::take_places(const std::shared_ptr<const LaunchPlaces>& places) {
  static const auto kNone = std::make_shared<const LaunchPlaces>(std::make_shared<const CodePlaces>());
  const auto& taken = places == nullptr ? kNone : places;
  if (numbers_of_places_.places == taken) return;
  numbers_of_places_ = {.places = taken,
                        .kernel = kernels_.intern(taken->code->kernel),
                        .no_buffer = buffers_.intern(""),
                        .local = buffers_.intern("local memory"),
                        .sources = {},
                        .buffers = {}};
  for (const std::string& each : taken->code->sources) numbers_of_places_.sources.push_back(sources_.intern(each));
  for (const LaunchPlaces::Buffer& each : taken->buffers)
    numbers_of_places_.buffers.push_back(buffers_.intern(each.name));
}

// Returns the buffer with the message's surface; if the surface is unknown, the buffer that contains the address.
RowEncoder::NamedBuffer RowEncoder::find_buffer(const Record& record, std::int32_t surface) const {
  const Numbers& numbers = numbers_of_places_;
  if (record.kind == Kind::instruction) return {numbers.no_buffer, 0};
  if (record.path == Path::local) return {numbers.local, 0};
  const auto& buffers = numbers.places->buffers;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const LaunchPlaces::Buffer& each = buffers[i];
    const bool is_inside = record.address >= each.begin && record.address < each.end;
    if (surface >= 0 ? each.surface == surface : is_inside) return {numbers.buffers[i], each.begin};
  }
  return {numbers.no_buffer, 0};
}

void RowEncoder::put_places(const Record& record) {
  const auto put = [&](Column column, std::int64_t value) {
    staged_[static_cast<std::size_t>(column)][staged_rows_] = value;
  };
  const Numbers& numbers = numbers_of_places_;
  const CodePlaces::Instruction& place = numbers.places->code->at(record.ip);
  const bool is_in_surface = record.kind != Kind::instruction && record.path != Path::local;
  const std::int32_t surface = is_in_surface ? place.surface : -1;
  const NamedBuffer buffer = find_buffer(record, surface);
  put(Column::surface, surface);
  put(Column::buffer, buffer.name);
  put(Column::base, static_cast<std::int64_t>(buffer.begin));
  put(Column::kernel, numbers.kernel);
  put(Column::source, numbers.sources[place.source]);
  put(Column::line, place.line);
}

bool RowEncoder::is_full() const {
  return rows_ >= parquet::kGroupRows || repetition_.size() >= parquet::kGroupLevels - kStaged * parquet::kMaxLanes;
}

std::size_t RowEncoder::add(const GroupRecords& groups, std::size_t begin) {
  if (begin == 0) thread_ = thread_end_ = next_listed_ = 0;
  take_places(groups.places);
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
    put_places(record);
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
    if (!kColumns[column].is_named()) {
      numbers_[column].add(values);
      continue;
    }
    if (kColumns[column].has_own_names) {
      for (const std::int64_t each : values) own_[column].push_back(static_cast<std::uint32_t>(each));
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
  if (!kColumns[number].is_named()) return numbers_[number].end(to);
  if (kColumns[number].has_own_names) {
    const unsigned bits = std::max(static_cast<unsigned>(std::bit_width(list_names(column).size() - 1)), 1U);
    to.push_back(static_cast<char>(bits));
    put_runs(to, std::span<const std::uint32_t>(own_[number]), bits);
    own_[number].clear();
    return;
  }
  to.push_back(static_cast<char>(parquet::kNameBits));
  put_runs(to, std::span<const std::uint8_t>(names_[number]), parquet::kNameBits);
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

}  // namespace eugene::accesses
