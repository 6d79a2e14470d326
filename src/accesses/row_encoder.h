// Encodes rows of a trace as they come. Stages 128 rows, which stay in the host's L1 cache, then encodes them column by
// column.
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

#include "accesses/encoding.h"
#include "accesses/record.h"

namespace eugene::accesses {

class RowEncoder {
 public:
  // Adds the records of `groups` from `begin` on, until the row group is full. Returns the index of the first record
  // that was not added. The next call continues there, or begins other groups with 0.
  std::size_t add(const GroupRecords& groups, std::size_t begin);
  bool is_full() const;
  std::size_t rows() const { return rows_; }

  // Appends the values of a column to `to`, as in a page: names as indices. Call this for every column, then
  // end_lists().
  void end_column(Column column, std::string& to);
  // Returns the names of a column whose names are in the file, by index.
  std::vector<std::string_view> list_names(Column column) const;
  // Appends levels and listed addresses, and clears the encoder. Returns the number of levels.
  std::size_t end_lists(std::string& to);

 private:
  static constexpr std::size_t kStaged = 128;

  // Assigns indices to names, in order of first use.
  class Names {
   public:
    std::uint32_t intern(const std::string& name);
    const std::deque<std::string>& all() const { return all_; }

   private:
    std::deque<std::string> all_;
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
  };
  // Indices of the names in a launch's places.
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
  NamedBuffer find_buffer(const Record& record, std::int32_t surface) const;
  void put_places(const Record& record);
  void encode_staged();

  std::array<std::array<std::int64_t, kStaged>, kColumnCount> staged_;
  std::size_t staged_rows_ = 0;
  std::size_t rows_ = 0;
  std::array<DeltaEncoder, kColumnCount> numbers_;
  std::array<std::vector<std::uint8_t>, kColumnCount> names_;  // of columns with fixed names
  std::array<std::vector<std::uint32_t>, kColumnCount> own_;   // of columns whose names are in the file
  Names kernels_, sources_, buffers_;
  Numbers numbers_of_places_;
  std::vector<std::uint8_t> repetition_, definition_;  // levels of the lists: 0 begins a row; kNoList or kElement
  DeltaEncoder listed_;
  // Position in the groups that are being added:
  std::size_t thread_ = 0, thread_end_ = 0, next_listed_ = 0;
};

}  // namespace eugene::accesses
