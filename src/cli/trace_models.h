// Other caches, and other latencies, on a trace: `eugene trace --cache`.
#pragma once

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "trace/parquet_reader.h"

namespace eugene::cli {

struct TraceModels {
  std::span<const std::string> texts;  // each as profile::read_parameters() reads it
  unsigned threads = 1;
  bool as_json = false;
};

// Calls `take` with the rows of a trace, a part at a time.
template <class Take>
Result<void> each_part(const trace::ParquetReader& reader, Take take) {
  for (std::size_t i = 0; i < reader.groups(); ++i) {
    const Result<trace::Rows> rows = reader.read(i);
    if (!rows) return std::unexpected(rows.error());
    take(*rows);
  }
  return {};
}

// Prints for each model the lines that each client of the L3 finds there.
Result<void> simulate_caches(const trace::ParquetReader& reader, const TraceModels& models);
// Prints for each model and each kernel its estimated cycles, and what limits it.
Result<void> estimate_cycles(const trace::ParquetReader& reader, const TraceModels& models);

}  // namespace eugene::cli
