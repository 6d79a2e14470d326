// Writes a trace as an Apache Parquet file: DuckDB, pandas, Spark and others read it as a table.
//
// Each row group has one page for each column, packed by its encoding (trace/encoding.h) and then by Zstandard. The
// footer is written after each row group, where the next will be: a program that ends by a signal leaves a file with
// all row groups that were whole.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "trace/record.h"
#include "trace/row_encoder.h"
#include "trace/thrift.h"

struct ZSTD_CCtx_s;

namespace eugene::trace {

class ParquetWriter {
 public:
  // Fails if the file cannot be made; it must not be there.
  static Result<std::unique_ptr<ParquetWriter>> create(const std::string& path);
  ~ParquetWriter();
  ParquetWriter(const ParquetWriter&) = delete;
  ParquetWriter& operator=(const ParquetWriter&) = delete;

  // Launches from now on.
  void begin(const LaunchRun& run) { runs_.push_back(run); }
  Result<void> write(const GroupRecords& groups);
  // Writes the rows that are no whole row group yet as one.
  Result<void> end_rows();
  // Makes the file whole as it is, with the row groups so far.
  Result<void> write_footer();

 private:
  ParquetWriter(int file, std::string path);
  ThriftStruct write_column(Column column);
  ThriftStruct write_list();
  // Returns the offset in the file.
  std::int64_t put_page(std::int64_t type, std::int64_t encoding, std::size_t values, std::string_view body);
  std::string about() const;
  Result<void> put(std::string_view bytes, std::uint64_t offset);

  int file_;
  std::string path_;
  ZSTD_CCtx_s* packer_;
  std::vector<LaunchRun> runs_;
  std::vector<ThriftStruct> groups_;
  std::uint64_t end_;  // of the row groups
  std::int64_t rows_ = 0;
  RowEncoder encoder_;
  std::string out_;   // of the row group that is being made
  std::string body_;  // of a page
  std::string packed_;
  std::int64_t unpacked_ = 0;
};

}  // namespace eugene::trace
