// Encodes rows of a trace as they come, column by column: 128 at a time, which stay in the nearest cache of the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
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
  // Appends levels and listed addresses, and begins again. Returns the number of levels.
  std::size_t end_lists(std::string& to);

 private:
  static constexpr std::size_t kStaged = 128;

  void encode_staged();

  std::array<std::array<std::int64_t, kStaged>, kColumnCount> staged_;
  std::size_t staged_rows_ = 0;
  std::size_t rows_ = 0;
  std::array<DeltaEncoder, kColumnCount> numbers_;
  std::array<std::vector<std::uint8_t>, kColumnCount> names_;  // of columns that have them
  std::vector<std::uint8_t> repetition_, definition_;          // of the lists: where one begins (0), and what it has
  DeltaEncoder listed_;
  // The place in the groups that are being added:
  std::size_t thread_ = 0, thread_end_ = 0, next_listed_ = 0;
};

}  // namespace eugene::trace
