// Reads traces written by ParquetWriter, one row group at a time. Refuses other Parquet files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <string>
#include <string_view>
#include <vector>

#include "accesses/parquet.h"
#include "accesses/record.h"
#include "accesses/thrift.h"
#include "base/diagnostic.h"

namespace eugene::accesses {

class ParquetReader {
 public:
  // `file` has all bytes of the file, which must outlive the reader.
  static Result<ParquetReader> open(std::string_view file);

  const std::vector<LaunchRun>& launches() const { return launches_; }
  std::uint64_t rows() const { return rows_; }
  std::size_t groups() const { return groups_.size(); }
  // Returns the rows of row group `number`.
  Result<Rows> read(std::size_t number) const;

 private:
  struct Column {
    std::size_t begin = 0, bytes = 0;  // of the pages in the file
    std::size_t values = 0;
  };
  struct RowGroup {
    std::size_t rows = 0;
    std::vector<Column> columns;
  };
  bool take_group(const ThriftValue& value);
  Result<void> take_about(const ThriftValue& footer);
  struct Page {
    bool is_data = false;
    std::size_t values = 0;
    std::string body;
  };
  // Reads the next page of a column. Returns nothing if it is malformed, or unpacks to more than `max_bytes` bytes.
  static std::optional<Page> read_page(ByteReader& from, std::size_t max_bytes);
  // Sets `names` to the column's names if they are in the file.
  static std::optional<std::vector<std::int64_t>> read_column(std::string_view pages, std::size_t rows,
                                                              const parquet::ColumnInfo& info,
                                                              std::vector<std::string>& names);
  static bool read_list(std::string_view pages, std::size_t values, Rows& rows);

  std::string_view file_;
  std::vector<LaunchRun> launches_;
  std::uint64_t rows_ = 0;
  std::vector<RowGroup> groups_;
};

}  // namespace eugene::accesses
