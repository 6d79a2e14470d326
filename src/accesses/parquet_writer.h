// Writes a trace as an Apache Parquet file, which DuckDB, pandas, Spark and others read as a table.
//
// Each row group has one page for each column, encoded (accesses/encoding.h) and then compressed by Zstandard. While
// the trace is running, write_footer() is called regularly. The next row group overwrites the footer. So a program that
// is killed by a signal usually leaves a valid file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "accesses/record.h"
#include "accesses/row_encoder.h"
#include "accesses/thrift.h"
#include "base/diagnostic.h"

struct ZSTD_CCtx_s;

namespace eugene::accesses {

class ParquetWriter {
 public:
  // Creates the file. Fails if it exists already.
  static Result<std::unique_ptr<ParquetWriter>> create(const std::string& path);
  ~ParquetWriter();
  ParquetWriter(const ParquetWriter&) = delete;
  ParquetWriter& operator=(const ParquetWriter&) = delete;

  // Adds a run of launches to the footer.
  void begin(const LaunchRun& run) { runs_.push_back(run); }
  Result<void> write(const GroupRecords& groups);
  // Writes the remaining rows as a row group.
  Result<void> end_rows();
  // Writes the footer, which makes the file valid with the row groups so far.
  Result<void> write_footer();

 private:
  ParquetWriter(int file, std::string path);
  ThriftStruct write_column(Column column);
  ThriftStruct write_list();
  // Appends a page to `out_`. Returns the page's offset in the file.
  std::int64_t put_page(std::int64_t type, std::int64_t encoding, std::size_t values, std::string_view body);
  std::string about() const;
  Result<void> put(std::string_view bytes, std::uint64_t offset);

  int file_;
  std::string path_;
  ZSTD_CCtx_s* packer_;
  std::vector<LaunchRun> runs_;
  std::vector<ThriftStruct> groups_;
  std::uint64_t end_;  // offset after the last row group
  std::int64_t rows_ = 0;
  RowEncoder encoder_;
  std::string out_;   // bytes of the current row group
  std::string body_;  // body of a page
  std::string packed_;
  std::int64_t unpacked_ = 0;
};

}  // namespace eugene::accesses
