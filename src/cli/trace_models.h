// Applies other caches, and other latencies, to a trace: `eugene trace --cache`.
#pragma once

#include <span>
#include <string>

#include "accesses/parquet_reader.h"
#include "base/diagnostic.h"

namespace eugene::cli {

struct TraceModels {
  std::span<const std::string> texts;  // each in the form of profile::read_parameters()
  unsigned threads = 1;
  bool as_json = false;
};

// Calls `take` with the rows of a trace, one part at a time.
template <class Take>
Result<void> each_part(const accesses::ParquetReader& reader, Take take) {
  for (std::size_t i = 0; i < reader.groups(); ++i) {
    const Result<accesses::Rows> rows = reader.read(i);
    if (!rows) return std::unexpected(rows.error());
    take(*rows);
  }
  return {};
}

// Prints, for each model, the accesses and hits of each client of the L3.
Result<void> simulate_caches(const accesses::ParquetReader& reader, const TraceModels& models);
// Prints, for each model and kernel, the estimated cycles and the part that limits them.
Result<void> estimate_cycles(const accesses::ParquetReader& reader, const TraceModels& models);

}  // namespace eugene::cli
