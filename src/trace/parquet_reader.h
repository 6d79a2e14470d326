// Reads traces as ParquetWriter writes them: row group by row group. Other Parquet files are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "trace/parquet.h"
#include "trace/record.h"
#include "trace/thrift.h"

namespace eugene::trace {

class ParquetReader {
 public:
  // `file`: all bytes of it. They must live longer.
  static Result<ParquetReader> open(std::string_view file);

  const std::vector<LaunchRun>& launches() const { return launches_; }
  std::uint64_t rows() const { return rows_; }
  std::size_t groups() const { return groups_.size(); }
  // The rows of row group `number`.
  Result<Rows> read(std::size_t number) const;

 private:
  struct Column {
    std::size_t begin = 0, bytes = 0;  // its pages
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
  // The next page of a column; nothing if it is malformed, or has more bytes than as many values can have.
  static std::optional<Page> read_page(ByteReader& from, std::size_t most_bytes);
  // `names`: those of the column, if the file has them.
  static std::optional<std::vector<std::int64_t>> read_column(std::string_view pages, std::size_t rows,
                                                              const parquet::ColumnInfo& info,
                                                              std::vector<std::string>& names);
  static bool read_list(std::string_view pages, std::size_t values, Rows& rows);

  std::string_view file_;
  std::vector<LaunchRun> launches_;
  std::uint64_t rows_ = 0;
  std::vector<RowGroup> groups_;
};

}  // namespace eugene::trace
