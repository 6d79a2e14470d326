// The columns of traces, and the constants of the Apache Parquet format that traces use (parquet-format,
// parquet.thrift).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "accesses/record.h"

namespace eugene::accesses::parquet {

inline constexpr std::string_view kMagic = "PAR1";
inline constexpr std::string_view kAbout = "eugene";  // key of the metadata about launches

enum Type : std::int64_t { kInt64 = 2, kByteArray = 6 };
enum Repetition : std::int64_t { kRequired = 0, kOptional = 1, kRepeated = 2 };
enum Converted : std::int64_t { kUtf8 = 0, kListOf = 3 };
enum Encoding : std::int64_t { kPlain = 0, kRle = 3, kDelta = 5, kRleDictionary = 8 };
enum Codec : std::int64_t { kZstd = 6 };
enum Page : std::int64_t { kDataPage = 0, kDictionaryPage = 2 };

// Limits of written files, which the reader enforces. kGroupLevels limits the listed addresses plus the rows without a
// list in a row group.
inline constexpr std::size_t kGroupRows = 122'880;  // of a row group; DuckDB's own size
inline constexpr std::size_t kGroupLevels = std::size_t{1} << 23;
inline constexpr std::size_t kMaxLanes = 4096;                  // of a row
inline constexpr std::size_t kMaxBytes = std::size_t{1} << 20;  // of all lanes of a row

inline constexpr unsigned kNameBits = 3;      // bits of an index into `names`, which has at most 8 names
inline constexpr unsigned kMaxNameBits = 20;  // max bits of an index into names of the file
inline constexpr std::size_t kMaxNamesBytes = std::size_t{1} << 24;

struct ColumnInfo {
  std::string_view name;
  std::span<const std::string_view> names = {};  // values are indices into these names; empty: plain numbers
  bool has_own_names = false;                    // values are indices into names in the file
  constexpr bool is_named() const { return has_own_names || !names.empty(); }
};
// Indexed by Column.
inline constexpr std::array<ColumnInfo, kColumnCount> kColumns{{{.name = "launch"},
                                                                {.name = "group"},
                                                                {.name = "thread"},
                                                                {.name = "executed"},
                                                                {.name = "phase"},
                                                                {.name = "ip"},
                                                                {.name = "kind", .names = kKindNames},
                                                                {.name = "path", .names = kPathNames},
                                                                {.name = "mask"},
                                                                {.name = "lanes"},
                                                                {.name = "bytes"},
                                                                {.name = "address"},
                                                                {.name = "stride"},
                                                                {.name = "surface"},
                                                                {.name = "buffer", .has_own_names = true},
                                                                {.name = "base"},
                                                                {.name = "kernel", .has_own_names = true},
                                                                {.name = "source", .has_own_names = true},
                                                                {.name = "line"}}};
inline constexpr std::string_view kListColumn = "addresses";

}  // namespace eugene::accesses::parquet
