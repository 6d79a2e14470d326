// eugene trace: summarises a file that --trace has written, and simulates other caches for it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "accesses/parquet.h"
#include "accesses/parquet_reader.h"
#include "commands.h"
#include "input.h"
#include "json_text.h"
#include "profile/parameters.h"
#include "trace_models.h"
#include "validators.h"

namespace eugene::cli {
namespace {

using Json = nlohmann::ordered_json;
using accesses::Column;
using accesses::ParquetReader;
using accesses::Rows;
using accesses::parquet::kColumns;

struct TraceOptions {
  std::string file;
  std::vector<std::string> caches;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool cycles = false;
  bool csv = false;
  bool json = false;
};

// Sums over the rows of a trace.
struct Summary {
  std::array<std::uint64_t, accesses::kKindNames.size()> kinds{};
  std::array<std::uint64_t, accesses::kPathNames.size()> paths{};
  std::uint64_t bytes = 0;  // bytes that lanes access

  void add(const Rows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto kind = static_cast<std::size_t>(rows[Column::kind][i]);
      ++kinds.at(kind);
      ++paths.at(static_cast<std::size_t>(rows[Column::path][i]));
      if (kind != static_cast<std::size_t>(accesses::Kind::instruction))
        bytes += static_cast<std::uint64_t>(rows[Column::lanes][i] * rows[Column::bytes][i]);
    }
  }
};

// Text output replaces the column of the buffer's address by the offset in the buffer, which people look for.
constexpr std::string_view kOffset = "offset";
std::string_view find_title(std::size_t column) {
  return static_cast<Column>(column) == Column::base ? kOffset : kColumns[column].name;
}
std::int64_t read_value(const accesses::RowCursor& row, Column column) {
  if (column != Column::base) return row[column];
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(row[Column::address]) -
                                   static_cast<std::uint64_t>(row[Column::base]));
}
bool is_signed(Column column) {
  return column == Column::stride || column == Column::surface || column == Column::base;
}

// Quotes a field of CSV: RFC 4180.
std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char each : text) quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
  return quoted + "\"";
}

void print_csv(const Rows& rows) {
  std::string out;
  for (accesses::RowCursor row(rows); row.next();) {
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      const std::int64_t value = read_value(row, static_cast<Column>(column));
      if (const auto names = kColumns[column].names; !names.empty())
        out += names[static_cast<std::size_t>(value)];
      else if (kColumns[column].has_own_names)
        out += csv_text(rows.names[column][static_cast<std::size_t>(value)]);
      else if (is_signed(static_cast<Column>(column)))
        fmt::format_to(std::back_inserter(out), "{}", value);
      else
        fmt::format_to(std::back_inserter(out), "{}", static_cast<std::uint64_t>(value));
      out += ',';
    }
    const std::size_t listed = row.has_list() ? static_cast<std::size_t>(row[Column::lanes]) : 0;
    for (std::size_t lane = 0; lane < listed; ++lane)
      fmt::format_to(std::back_inserter(out), "{}{}", lane == 0 ? "" : " ", row.address(lane));
    out += '\n';
  }
  fmt::print("{}", out);
}

Json make_json(const ParquetReader& reader, const Summary& summary) {
  Json json{{"rows", reader.rows()}, {"bytes", summary.bytes}};
  for (std::size_t i = 0; i < summary.kinds.size(); ++i)
    json["kinds"][std::string(accesses::kKindNames[i])] = summary.kinds[i];
  for (std::size_t i = 0; i < summary.paths.size(); ++i)
    json["paths"][std::string(accesses::kPathNames[i])] = summary.paths[i];
  json["launches"] = Json::array();
  for (const accesses::LaunchRun& run : reader.launches())
    json["launches"].push_back({{"first", run.first}, {"kernel", run.kernel}, {"device", run.device}});
  return json;
}

void print_summary(const ParquetReader& reader, const Summary& summary) {
  fmt::print("{} rows, lanes access {} bytes\n", reader.rows(), summary.bytes);
  for (const accesses::LaunchRun& run : reader.launches())
    fmt::print("from launch {}: {} on {}\n", run.first, run.kernel.empty() ? "a kernel without a name" : run.kernel,
               run.device);
  for (std::size_t i = 0; i < summary.kinds.size(); ++i)
    if (summary.kinds[i] != 0) fmt::print("  {:<12}{:>12}\n", accesses::kKindNames[i], summary.kinds[i]);
  for (std::size_t i = 0; i < summary.paths.size(); ++i)
    if (summary.paths[i] != 0) fmt::print("  by {:<9}{:>12}\n", accesses::kPathNames[i], summary.paths[i]);
}

Result<void> show(const ParquetReader& reader, const TraceOptions& options) {
  if (!options.caches.empty()) {
    const TraceModels models{options.caches, options.threads, options.json};
    return options.cycles ? estimate_cycles(reader, models) : simulate_caches(reader, models);
  }
  if (options.csv) {
    for (std::size_t column = 0; column < kColumns.size(); ++column) fmt::print("{},", find_title(column));
    fmt::print("{}\n", accesses::parquet::kListColumn);
    return each_part(reader, print_csv);
  }
  Summary summary;
  const auto done = each_part(reader, [&](const Rows& rows) { summary.add(rows); });
  if (!done) return done;
  if (options.json)
    fmt::print("{}\n", json_text(make_json(reader, summary)));
  else
    print_summary(reader, summary);
  return {};
}

int trace_file(const TraceOptions& options) {
  const auto bytes = read_whole_file(options.file);
  if (!bytes) {
    report(bytes.error());
    return kUsage;
  }
  Result<void> done;
  if (const auto reader = ParquetReader::open(as_text(*bytes)); !reader)
    done = std::unexpected(reader.error());
  else
    done = show(*reader, options);
  if (done) return kClean;
  done.error().where.file = options.file;
  report(done.error());
  return kProblems;
}

}  // namespace

void add_trace(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<TraceOptions>();
  CLI::App* command = app.add_subcommand("trace", "Read a trace, and try other caches on it");
  command->add_option("FILE", options->file, "A file that --trace has written; - reads standard input")->required();
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Print all rows as comma-separated values");
  CLI::Option* caches =
      command
          ->add_option(
              "--cache", options->caches,
              "Count the hits of the trace in a cache: `own` is the cache of the traced run; banks=2,shared=256 is the "
              "same with other values of the parameters below. May be given several times")
          ->type_name("CACHE")
          ->excludes(csv);
  command
      ->add_flag("--cycles", options->cycles,
                 "Estimate each kernel's cycles for every --cache, as a profile of the run would, and what limits the "
                 "kernel; for a trace without instructions, only the cycles that memory needs")
      ->needs(caches);
  command->add_option("--threads", options->threads, "Host threads that count the hits in caches")
      ->check(whole(1U, 1024U))
      ->type_name("N");
  command->add_flag("--json", options->json, "Print JSON")->excludes(csv);
  command->footer(
      "Parameters of a cache, and of --profile-model (separated by commas):\n" + profile::parameter_help() +
      R"(Exit status: 0 done, 1 the file is not a trace, or a cache is malformed, 2 wrong usage or an unreadable file. Examples:
  eugene run --trace memory -o t.parquet -- ./app
  eugene trace t.parquet
  eugene trace t.parquet --csv | head
  eugene trace t.parquet --cache own --cache banks=2,shared=128
  eugene trace t.parquet --cycles --cache own --cache miss_latency=400,slm_banks=32)");
  command->callback([options, &exit_code] { exit_code = trace_file(*options); });
}

}  // namespace eugene::cli
