// Encodes rows of a trace as they come, column by column: 128 at a time, which stay in the nearest cache of the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trace/encoding.h"
#include "trace/record.h"

namespace eugene::trace {

class RowEncoder {
 public:
  // The rows of `groups` from record `begin` on, until a row group is full. Returns the record after them. The next
  // call goes on there, or begins with others.
  std::size_t add(const GroupRecords& groups, std::size_t begin);
  bool is_full() const;
  std::size_t rows() const { return rows_; }

  // Call for every column, then end_lists(). Appends the values as a page has them: names as their numbers.
  void end_column(Column column, std::string& to);
  // The names of a column that has its own, by number.
  std::vector<std::string_view> names_of(Column column) const;
  // Appends levels and listed addresses, and begins again. Returns the number of levels.
  std::size_t end_lists(std::string& to);

 private:
  static constexpr std::size_t kStaged = 128;

  // Names by number, in the order in which they came.
  class Names {
   public:
    std::uint32_t number_of(const std::string& name);
    const std::deque<std::string>& all() const { return all_; }

   private:
    std::deque<std::string> all_;
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
  };
  // The numbers of the names that a launch's places have.
  struct Numbers {
    std::shared_ptr<const LaunchPlaces> places;
    std::uint32_t kernel = 0, no_buffer = 0, local = 0;
    std::vector<std::uint32_t> sources, buffers;
  };

  void take_places(const std::shared_ptr<const LaunchPlaces>& places);
  struct NamedBuffer {
    std::uint32_t name = 0;
    std::uint64_t begin = 0;
  };
  NamedBuffer buffer_of(const Record& record, std::int32_t surface) const;
  void put_places(const Record& record);
  void encode_staged();

  std::array<std::array<std::int64_t, kStaged>, kColumnCount> staged_;
  std::size_t staged_rows_ = 0;
  std::size_t rows_ = 0;
  std::array<DeltaEncoder, kColumnCount> numbers_;
  std::array<std::vector<std::uint8_t>, kColumnCount> names_;  // of columns that have them
  std::array<std::vector<std::uint32_t>, kColumnCount> own_;   // of columns whose names are the file's
  Names kernels_, sources_, buffers_;
  Numbers numbers_of_places_;
  std::vector<std::uint8_t> repetition_, definition_;  // of the lists: where one begins (0), and what it has
  DeltaEncoder listed_;
  // The place in the groups that are being added:
  std::size_t thread_ = 0, thread_end_ = 0, next_listed_ = 0;
};

}  // namespace eugene::trace
